"""Connect four, compiled. CF1… are the rules in rules.md.

Action ``c`` drops a stone into column ``c``. The rack is a word of 49 bits, seven to a column from the bottom, the
seventh always empty, so that no row of four runs from one column's top into the next::

    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
    A  B  C  D  E  F  G
"""

import numpy as np

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import OVER, Actions, Features, Options, Scores, State
from tetracade.engine.features import Feature, FeatureTable
from tetracade.engine.fields import Field, Seen

COLUMNS = 7
ROWS = 6
HEIGHT = ROWS + 1
BOTTOM = sum(1 << column * HEIGHT for column in range(COLUMNS))
FULL = BOTTOM * ((1 << ROWS) - 1)
TOP = BOTTOM << (ROWS - 1)
PLACES = np.array([[stones >> row & 1 for row in range(ROWS)] for stones in range(1 << ROWS)], np.int8)
"""The numbers of a column, by its bits: to copy them is quicker than to take a bit at a time."""

FIELDS = (
    Field("stones", np.int64, (2,), Seen.BY_ALL, "the stones of each seat"),
    Field("turn", np.int64, (), Seen.BY_ALL, "seat that acts next"),
    Field("won", np.int64, (), Seen.BY_ALL, "1 once the seat that acted last has four in a row"),
    Field("seats", np.int64, (), Seen.BY_ALL, "always 2"),
)

FEATURE_TABLE = FeatureTable(
    Feature("stones", (2, COLUMNS, ROWS), 0, 1, "the seat's stones, then the other's, by column from below"),
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out an empty rack in a record of zeros."""
    state.seats = 2


@inlined
def acting(state: State) -> int:
    """The seat whose turn it is, or OVER."""
    if state.won or (state.stones[0] | state.stones[1]) == FULL:  # CF2, CF3
        return OVER
    return 1 << state.turn


@inlined
def legal(state: State, seat: int, out: Actions) -> int:
    """Write the columns that are not full (CF1), and return how many."""
    filled = state.stones[0] | state.stones[1]
    if not filled & TOP:  # as it mostly is; then what is chosen need not wait for counting
        for column in range(COLUMNS):
            out[column] = column
        return COLUMNS
    count = 0
    for column in range(COLUMNS):
        out[count] = column
        count += 1 - ((filled >> (column * HEIGHT + ROWS - 1)) & 1)
    return count


@inlined
def apply(state: State, seat: int, action: int) -> None:
    """Drop a stone of the seat into the column."""
    filled = state.stones[0] | state.stones[1]
    column = ((1 << ROWS) - 1) << (action * HEIGHT)
    stones = state.stones[seat] | ((filled + (1 << (action * HEIGHT))) & column)
    state.stones[seat] = stones
    state.won = has_four(stones)
    state.turn = 1 - seat


@rule
def score(state: State, out: Scores) -> None:
    """Write 1 for the winner, 0 for the other."""
    out[0] = state.won & state.turn
    out[1] = state.won & (1 - state.turn)


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write the own stones, then the other's, a number to a place."""
    for side in range(2):
        stones = state.stones[seat ^ side]
        for column in range(COLUMNS):
            bits = (stones >> (column * HEIGHT)) & ((1 << ROWS) - 1)
            for row in range(ROWS):
                out[(side * COLUMNS + column) * ROWS + row] = PLACES[bits, row]


@inlined
def has_four(stones: int) -> int:
    """1 if the stones hold four in a row, upright, flat or slanted (CF2); else 0."""
    upright = stones & (stones >> 1)
    flat = stones & (stones >> HEIGHT)
    rising = stones & (stones >> (HEIGHT + 1))
    falling = stones & (stones >> (HEIGHT - 1))
    four = (
        (upright & (upright >> 2))
        | (flat & (flat >> 2 * HEIGHT))
        | (rising & (rising >> 2 * (HEIGHT + 1)))
        | (falling & (falling >> 2 * (HEIGHT - 1)))
    )
    return 1 if four else 0
