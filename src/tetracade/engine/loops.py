"""Loops over any game, bound to it by :mod:`tetracade.engine.kernel`: playouts and counting.

They allocate nothing: callers pass arrays of the game's sizes (see :mod:`tetracade.engine.scratch`).
"""

from typing import Any

from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick
from tetracade.engine.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    Options,
    Rng,
    Scores,
    State,
)
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import (
    acting,
    apply,
    legal,
    outcomes,
    resolve,
    score,
    start,
    winners,
)


def settle(state: State, rng: Rng, scratch: Scratch) -> int:
    """Draw outcomes until a seat acts or the game is over; return what ``acting`` says then."""
    mask = acting(state)
    while mask == CHANCE:
        count = outcomes(state, scratch.ids, scratch.weights)
        resolve(state, scratch.ids[pick(rng, scratch.weights, count)])
        mask = acting(state)
    return mask


def chosen_seat(mask: int, rng: Rng) -> int:
    """A random seat of the mask, each equally likely."""
    if mask & (mask - 1):
        bits = 0
        for seat in range(MOST_SEATS):
            bits += (mask >> seat) & 1
        skip = below(rng, bits)
        for _ in range(skip):
            mask &= mask - 1
    return lowest(mask)


def play_out(state: State, rng: Rng, limit: int, scratch: Scratch) -> int:
    """Play at random to the end or for ``limit`` actions; return how many there were."""
    steps = 0
    mask = settle(state, rng, scratch)
    while mask != OVER and steps < limit:
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, scratch.actions)
        apply(state, seat, scratch.actions[below(rng, count)])
        steps += 1
        mask = settle(state, rng, scratch)
    return steps


def play_random_games(
    states: NDArray[Any],
    blank: NDArray[Any],
    games: int,
    seats: int,
    options: Options,
    rng: Rng,
    wins: Scores,
    limit: int,
    scratch: Scratch,
) -> int:
    """Play random games, add up each seat's wins (a shared win counts for everyone), return the number of actions."""
    steps = 0
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, seats, options)
        steps += play_out(state, rng, limit, scratch)
        score(state, scratch.points)
        won = winners(state, scratch.points)
        for seat in range(seats):
            wins[seat] += (won >> seat) & 1
    return steps


def count_sequences(
    states: NDArray[Any], depth: int, left: int, actions: NDArray[Any], ids: NDArray[Any], weights: Any
) -> int:
    """How many sequences of ``left`` actions and outcomes there are from the state at this depth."""
    state = at(states, depth)
    mask = acting(state)
    if left == 0:
        return 1
    if mask == OVER:
        return 0
    total = 0
    if mask == CHANCE:
        count = outcomes(state, ids[depth], weights)
        for index in range(count):
            states[depth + 1] = states[depth]
            resolve(at(states, depth + 1), ids[depth, index])
            total += count_sequences(states, depth + 1, left - 1, actions, ids, weights)
        return total
    for seat in range(MOST_SEATS):
        if (mask >> seat) & 1:
            count = legal(state, seat, actions[depth])
            if left == 1:
                total += count
                continue
            for index in range(count):
                states[depth + 1] = states[depth]
                apply(at(states, depth + 1), seat, actions[depth, index])
                total += count_sequences(states, depth + 1, left - 1, actions, ids, weights)
    return total


def lowest(mask: int) -> int:
    """The lowest of the mask's seats, eight at most, found without a branch."""
    bit = mask & -mask
    return int((bit & 0xAA) != 0) + 2 * int((bit & 0xCC) != 0) + 4 * int((bit & 0xF0) != 0)


INLINED = (lowest, settle, chosen_seat, play_out)
BOUND = (*INLINED, play_random_games, count_sequences)
"""The loops in the order in which they call each other."""
