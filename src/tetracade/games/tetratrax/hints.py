"""What a bot sees at a glance in TetraTrax."""

import numpy as np

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import Actions, Payoffs, Ratings, State
from tetracade.games.tetratrax.board import COLUMNS, HEIGHT, MOST_ROWS, SEATS, SIZE, TILES_A_SIDE
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.foresight import foresee
from tetracade.games.tetratrax.rules import points_of, resting_row


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate each drop by its points, then by staying low, then by getting rid of big tiles."""
    for index in range(count):
        stand, column = actions[index] // COLUMNS, actions[index] % COLUMNS
        top = resting_row(state, stand, column) + HEIGHT[stand]
        out[index] = points_of(state, seat, actions[index]) - 0.05 * top + 0.01 * SIZE[stand]


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """Write both seats' chances to win, by a network; False before the lot, after the end and with another box."""
    return foresee(state, out)


NEAR_END = 12
"""Drops to come, by tiles left or by the room for them, at which bots begin to look for a proof."""
LARGEST = int(SIZE.max())
LABEL_BITS = 5
MOST_LABELLED = 12
"""Tiles of a side whose labels fit one number."""

BELOW, LEFT, RIGHT = range(3)
_random = np.random.default_rng(20)
FACES = table(_random.integers(0, 1 << 62, (SEATS, 3, COLUMNS, MOST_ROWS, 1 << LABEL_BITS)))
HEIGHTS = table(_random.integers(0, 1 << 62, (COLUMNS, MOST_ROWS + 1)))
TILES_LEFT = table(_random.integers(0, 1 << 62, (SEATS, len(KINDS), TILES_A_SIDE + 1)))
TURNS = table(_random.integers(0, 1 << 62, SEATS))
"""A random number for each part of what can still matter; a future is made of those that hold."""


@rule
def lead(state: State) -> int:
    """White's points less Black's."""
    return state.points[0] - state.points[1]


@rule
def future(state: State) -> int:
    """A number made of heights, tiles left, and which tiles can still be touched, where from.

    Tiles are told apart by labels in the order in which they are met, so the order of the drops doesn't matter, nor do
    tiles that nothing can touch any more.
    """
    if state.turn < 0 or TILES_A_SIDE > MOST_LABELLED:
        return -1
    left, room = 0, 0
    key = TURNS[state.turn]
    for seat in range(SEATS):
        for kind in range(len(KINDS)):
            left += state.left[seat, kind]
            key ^= TILES_LEFT[seat, kind, state.left[seat, kind]]
    for column in range(COLUMNS):
        room += state.rows - state.heights[column]
    if min(left, room // LARGEST) > NEAR_END:
        return -1
    white, black, whites, blacks = 0, 0, 0, 0
    for column in range(COLUMNS):
        height = state.heights[column]
        key ^= HEIGHTS[column, height]
        if height == state.rows:
            continue
        for side in range(RIGHT + 1):
            x = column - 1 if side == LEFT else column + 1 if side == RIGHT else column
            if x < 0 or x == COLUMNS:
                continue
            low = max(height - 1, 0) if side == BELOW else height
            for row in range(low, state.heights[x]):
                tile = state.tower[row, x] - 1
                if tile < 0:  # a hole in the column beside
                    continue
                if tile < TILES_A_SIDE:
                    label = (white >> (tile * LABEL_BITS)) & 31
                    if label == 0:
                        whites += 1
                        label = whites
                        white |= label << (tile * LABEL_BITS)
                    key ^= FACES[0, side, column, row, label]
                else:
                    tile -= TILES_A_SIDE
                    label = (black >> (tile * LABEL_BITS)) & 31
                    if label == 0:
                        blacks += 1
                        label = blacks
                        black |= label << (tile * LABEL_BITS)
                    key ^= FACES[1, side, column, row, label]
    return key
