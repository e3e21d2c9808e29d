"""Tetrathedral's record: the numbers of actions and outcomes, and the field table.

Seats are 0 (Red, at the bottom) and 1 (Blue). Spaces are numbered in the order of their names, from A1 on; ``OUT``
is beside the board. Action ``start * SPACES + end`` moves a pawn; from ``OUT`` it re-enters. Outcomes 0 to 7 are
the rolls 1 to 8; 8 to 63 are the roll-off's unequal pairs.

``pawns`` lists a seat's pawns in rising order, those out of play (and those the table does without) last, as ``OUT``.
``mask`` holds the same spaces as bits.
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.features import HUNDRED, Feature, FeatureTable
from tetracade.engine.fields import Field, Seen
from tetracade.games.tetrathedral.board import (
    MOST_PAWNS,
    NAMES,
    PAWNS,
    ROLL_OFFS,
    SEATS,
    SIDES,
)

SPACES = len(NAMES)
OUT = SPACES
ACTIONS = (SPACES + 1) * SPACES

PAIRS = len(ROLL_OFFS)
OUTCOMES = SIDES + PAIRS

ROLL_OFF, ROLLING, MOVING, WON, DRAWN = range(5)
"""Phases, in playing order."""

MOST_ROLLS = 1000  # TH10
LONGEST = 1 + 2 * MOST_ROLLS

FEATURE_TABLE = FeatureTable(
    Feature(
        "pawns", (SEATS, SPACES), 0, 1, "spaces with a pawn of the seat, then of the rival, numbered as in actions"
    ),
    Feature("roll", (SIDES,), 0, 1, "1 at the roll to be moved; none before a roll"),
    Feature("out", (SEATS,), 0, MOST_PAWNS, "pawns out of play: the seat's, then the rival's"),
    Feature("strips_only", (), 0, 1, "1 if pawns move along strips alone (TH5)"),
    Feature("rolls", (2,), 0, HUNDRED - 1, "rolls so far (TH10): hundreds, and the rest"),
    Feature("turn", (), 0, 1, "1 if it is the seat's turn"),
)

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("side", np.int8, (), Seen.BY_ALL, f"pawns of each seat: {' or '.join(map(str, PAWNS))} (TH2)"),
    Field("strips_only", np.int8, (), Seen.BY_ALL, "1 if pawns move along strips alone (TH5)"),
    Field("phase", np.int8, (), Seen.BY_ALL, "0 roll-off, 1 a roll is due, 2 a move is due, 3 won, 4 drawn"),
    Field("turn", np.int8, (), Seen.BY_ALL, "seat whose turn it is; the winner once it is won"),
    Field("roll", np.int8, (), Seen.BY_ALL, "the roll to be moved, 0 when none is"),
    Field("rolls", np.int16, (), Seen.BY_ALL, "rolls so far, forfeited ones with them (TH10)"),
    Field(
        "forfeited", np.int8, (SEATS,), Seen.BY_ALL, "the roll that a seat's last turn forfeited, 0 if it moved (TH4)"
    ),
    Field("in_play", np.int8, (SEATS,), Seen.BY_ALL, "pawns on the board, by seat"),
    Field(
        "pawns",
        np.int8,
        (SEATS, MOST_PAWNS),
        Seen.BY_ALL,
        f"spaces of the pawns, by seat, rising; {OUT} is out of play",
    ),
    Field("mask", np.int64, (SEATS, 2), Seen.BY_ALL, "the same spaces as bits, 48 to a word"),
)


class Chosen(IntEnum):
    """Where ``start`` finds each option."""

    PAWNS = 0
    LINES = 1
    STARTER = 2
