"""Exact search for open games of two seats that are played for points, as a loop bound to a game.

The value of a state is the lead with which seat 0 will end, when both seats play for the largest lead: that decides
win, draw and loss first, then points. ``solve`` is a principal variation search with a table of states seen before. The
table holds by how much the lead still changes, so states with the same future share a row, whatever the points so far.
Actions are tried in the order of the game's ``rate``, corrected by what has led to cutoffs elsewhere in this search.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.contract import OVER
from tetracade.engine.loops import lowest
from tetracade.engine.unbound import acting, apply, future, lead, legal, rate

KEY = 0
CHANGE = 1
KIND = 2
BEST = 3
COLUMNS = 4
"""Columns of the table: the state's future, how the lead still changes, what is known of that, the best action."""

EXACT = 0
AT_LEAST = 1
AT_MOST = 2
"""What a row knows of the change."""

LOOKED = 0
MAY_LOOK = 1
"""How many states were looked at, and how many may be."""

NO_KEY = -1

FAR = 1 << 20
"""More than any lead, and any rating."""

TRIED = -1.0 * FAR
"""The rating of an action that has been tried."""

CREDIT = 8.0
"""The most that cutoffs add to an action's rating."""
GAINED = 0.03
FADED = 0.03
"""Shares by which a cutoff brings the credit nearer to its most, and a miss nearer to nothing."""


class Proving(NamedTuple):
    """The arrays of an exact search: one row per depth, the table, the credit by seat and action, the counters."""

    states: NDArray[Any]
    actions: NDArray[np.int64]
    ratings: NDArray[np.float64]
    table: NDArray[np.int64]
    credit: NDArray[np.float64]
    counters: NDArray[np.int64]


def solve(proving: Proving, depth: int, least: int, most: int) -> int:
    """The lead of seat 0 at the end: exact if it lies between ``least`` and ``most``, else a bound on that side.

    Once as many states as allowed were looked at, the answer means nothing.
    """
    states, table, counters = proving.states, proving.table, proving.counters
    state = at(states, depth)
    so_far = lead(state)
    mask = acting(state)
    if mask == OVER:
        return so_far
    counters[LOOKED] += 1
    if counters[LOOKED] > counters[MAY_LOOK]:
        return so_far
    seat = lowest(mask)
    key = future(state)
    row = key & (table.shape[0] - 1)
    favourite = -1
    if table[row, KEY] == key:
        favourite = table[row, BEST]
        known, kind = so_far + table[row, CHANGE], table[row, KIND]
        if kind == EXACT or (kind == AT_LEAST and known >= most) or (kind == AT_MOST and known <= least):
            return known
    actions, ratings, credit = proving.actions[depth], proving.ratings[depth], proving.credit[seat]
    count = legal(state, seat, actions)
    rate(state, seat, actions, count, ratings)
    for index in range(count):
        ratings[index] += credit[actions[index]]
        if actions[index] == favourite:
            ratings[index] = FAR
    low, high = least, most
    found = -FAR if seat == 0 else FAR
    best = -1
    for turn in range(count):
        chosen = 0
        for index in range(1, count):
            if ratings[index] > ratings[chosen]:
                chosen = index
        ratings[chosen] = TRIED
        action = actions[chosen]
        states[depth + 1] = states[depth]
        apply(at(states, depth + 1), seat, action)
        value = 0
        inside = turn == 0
        if turn > 0:  # is it better at all?
            value = solve(proving, depth + 1, low if seat == 0 else high - 1, low + 1 if seat == 0 else high)
            inside = low < value < high
        if inside:
            value = solve(proving, depth + 1, low, high)
        if counters[LOOKED] > counters[MAY_LOOK]:
            return so_far
        if (value > found) if seat == 0 else (value < found):
            found = value
            best = action
        if seat == 0:
            low = max(low, found)
        else:
            high = min(high, found)
        if low >= high:
            credit[action] += (CREDIT - credit[action]) * GAINED
            break
        credit[action] -= credit[action] * FADED
    table[row, KEY] = key
    table[row, CHANGE] = found - so_far
    table[row, KIND] = AT_MOST if found <= least else AT_LEAST if found >= most else EXACT
    table[row, BEST] = best
    return found


BOUND = (solve,)
