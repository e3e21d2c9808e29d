"""A net's layers, drawing actions by its policy, and picking out what it learns from, compiled."""

from typing import Any

import numpy as np

from tetracade.engine.compile import rule

LANES = 8
"""Sums that are added up side by side."""


@rule
def activate(
    features: Any, scale: Any, first: Any, first_bias: Any, second: Any, second_bias: Any, room: Any, out: Any
) -> None:
    """Write the second hidden layer of each row; most features are 0 and are passed over."""
    for row in range(features.shape[0]):
        for at in range(room.shape[0]):
            room[at] = first_bias[at]
        for feature in range(features.shape[1]):
            if features[row, feature] != 0:
                amount = np.float32(features[row, feature]) / scale[feature]
                for at in range(room.shape[0]):
                    room[at] += amount * first[feature, at]
        for at in range(room.shape[0]):
            out[row, at] = second_bias[at]
        for inner in range(room.shape[0]):
            amount = room[inner]
            if amount > 0:
                for at in range(room.shape[0]):
                    out[row, at] += amount * second[inner, at]
        for at in range(room.shape[0]):
            out[row, at] = max(out[row, at], np.float32(0.0))


@rule
def multiply(hidden: Any, policy: Any, bias: Any, legal: Any, counts: Any, actions: Any, logits: Any) -> None:
    """Write all pairs' actions, and their logits; the width of the hidden layer is a multiple of LANES."""
    pair = 0
    for row in range(counts.shape[0]):
        for index in range(counts[row]):
            action = legal[row, index]
            a = b = c = d = e = f = g = h = np.float32(0.0)
            for at in range(0, hidden.shape[1], LANES):
                a += hidden[row, at] * policy[action, at]
                b += hidden[row, at + 1] * policy[action, at + 1]
                c += hidden[row, at + 2] * policy[action, at + 2]
                d += hidden[row, at + 3] * policy[action, at + 3]
                e += hidden[row, at + 4] * policy[action, at + 4]
                f += hidden[row, at + 5] * policy[action, at + 5]
                g += hidden[row, at + 6] * policy[action, at + 6]
                h += hidden[row, at + 7] * policy[action, at + 7]
            actions[pair] = action
            logits[pair] = (a + b) + (c + d) + (e + f) + (g + h) + bias[action]
            pair += 1


@rule
def draw(logits: Any, counts: Any, uniform: Any, place: Any, logarithm: Any) -> None:
    """Draw a pair of each row by its logits, with a number from 0 to 1 for each; write its chance's logarithm."""
    first = 0
    for row in range(counts.shape[0]):
        count = counts[row]
        if count == 0:
            continue
        highest = logits[first]
        for index in range(1, count):
            highest = max(highest, logits[first + index])
        total = 0.0
        for index in range(count):
            total += np.exp(logits[first + index] - highest)
        left = uniform[row] * total
        found = count - 1
        for index in range(count):
            left -= np.exp(logits[first + index] - highest)
            if left < 0.0:
                found = index
                break
        place[row] = found
        logarithm[row] = logits[first + found] - highest - np.log(total)
        first += count


@rule
def pick_pairs(chosen: Any, edges: Any, every: Any, taken: Any, rows: Any, actions: Any, places: Any) -> None:
    """Write the pairs of the chosen rows one after the other: which row each is of, its action, and which were taken.

    A row's pairs are those from its edge to the next one's.
    """
    pair = 0
    for row in range(chosen.shape[0]):
        first = edges[chosen[row]]
        places[row] = pair + taken[chosen[row]] - first
        for index in range(first, edges[chosen[row] + 1]):
            rows[pair] = row
            actions[pair] = every[index]
            pair += 1
