"""TetraTrax's record: the numbers of actions and outcomes, and the field table.

Seats are 0 (White) and 1 (Black). Action ``stand * COLUMNS + column`` drops the stand with its left edge in the column.
Outcome ``s`` lets seat ``s`` start. ``tower[row, column]`` holds the tile that fills a square, row 0 at the bottom:
0 is empty, seat 0's drops are numbered from 1 in order, seat 1's from ``TILES_A_SIDE + 1``.
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.features import LEAST, MOST, Feature, FeatureTable
from tetracade.engine.fields import Field, Seen
from tetracade.games.tetratrax.board import (
    COLUMNS,
    MOST_ROWS,
    SEATS,
    STANDS,
    TILES_A_SIDE,
)
from tetracade.games.tetratrax.box import KINDS, PARTS

ACTIONS = len(STANDS) * COLUMNS
OUTCOMES = SEATS

NOBODY = -1
BY_LOT = -2
"""Whose turn it is at the end, and before the lot."""

MOST_HANDICAP = 3
"""The most points a table may give to whoever starts (TX11)."""

LONGEST = 1 + SEATS * TILES_A_SIDE

FEATURE_TABLE = FeatureTable(
    Feature("squares", (SEATS, MOST_ROWS, COLUMNS), 0, 1, "squares filled by the seat, then by the rival, from below"),
    Feature("joined_right", (MOST_ROWS, COLUMNS), 0, 1, "1 where the square to the right belongs to the same tile"),
    Feature("joined_up", (MOST_ROWS, COLUMNS), 0, 1, "1 where the square above belongs to the same tile"),
    Feature("left", (SEATS, len(KINDS)), 0, max(PARTS.tiles), "tiles left, by kind: the seat's, then the rival's"),
    Feature("points", (SEATS,), LEAST, MOST, "points so far: the seat's, then the rival's"),
    Feature("rows", (), 0, MOST_ROWS, "rows of the tower (TX2)"),
    Feature("turn", (), 0, 1, "1 if it is the seat's turn"),
)

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("rows", np.int8, (), Seen.BY_ALL, "rows of the tower (TX2)"),
    Field("handicap", np.int8, (), Seen.BY_ALL, "points that whoever starts has from the start (TX11)"),
    Field("starter", np.int8, (), Seen.BY_ALL, "seat that started; -1 before the lot"),
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
    HANDICAP = 2
