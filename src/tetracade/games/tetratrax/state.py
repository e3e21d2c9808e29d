"""TetraTrax's record: the numbers of actions and outcomes, and the field table.

Seats are 0 (White) and 1 (Black). Action ``stand * 8 + column`` drops the stand with its left edge in the column.
Outcome ``s`` lets seat ``s`` start. ``tower[row, column]`` holds the tile that fills a square, row 0 at the bottom:
0 is empty, seat 0's drops are 1 to 12 in order, seat 1's are 13 to 24.
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.fields import Field, Seen
from tetracade.games.tetratrax.board import (
    COLUMNS,
    KINDS,
    MOST_ROWS,
    SEATS,
    STANDS,
    TILES_A_SIDE,
)

ACTIONS = len(STANDS) * COLUMNS
OUTCOMES = SEATS

NOBODY = -1
BY_LOT = -2
"""Whose turn it is at the end, and before the lot."""

LONGEST = 1 + SEATS * TILES_A_SIDE
FEATURES = SEATS * (MOST_ROWS * COLUMNS + len(KINDS))

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("rows", np.int8, (), Seen.BY_ALL, "rows of the tower (TX2)"),
    Field("turn", np.int8, (), Seen.BY_ALL, "seat that acts next; -1 nobody, -2 before the lot"),
    Field("tower", np.int8, (MOST_ROWS, COLUMNS), Seen.BY_ALL, "tile on each square, 0 for none"),
    Field("heights", np.int8, (COLUMNS,), Seen.BY_ALL, "rows up to each column's highest filled square"),
    Field("left", np.int8, (SEATS, len(KINDS)), Seen.BY_ALL, "tiles left, by seat and kind"),
    Field("dropped", np.int8, (SEATS,), Seen.BY_ALL, "tiles dropped, by seat"),
    Field("points", np.int8, (SEATS,), Seen.BY_ALL, "points, by seat"),
)


class Chosen(IntEnum):
    """Where ``start`` finds each option."""

    ROWS = 0
    STARTER = 1
