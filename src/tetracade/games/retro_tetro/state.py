"""Retro Tetro's record: the numbers of actions and outcomes, and the field table.

Action ``stand * COLUMNS + column`` drops the stand with its left edge in the column; the last stand is the pink square.
Then come ``DONE`` (no pink square now), ``ASIDE`` and a shape, ``PAY`` (nothing left to set aside), ``CARD`` and a
kind of card, ``KEEP`` and an objective. Outcomes are an objective, ``DRAWN`` and a kind of card, ``FIRST`` and a seat.

``board[seat, row, column]`` holds the number of the drop that covers a square, row 0 at the bottom and 0 for none;
``kinds`` says which shape each drop was. Cards, shapes in ``kinds``, and objectives are held as number + 1, 0 is none.
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.features import LEAST, MOST, Feature, FeatureTable
from tetracade.engine.fields import Field, Seen
from tetracade.games.retro_tetro.board import (
    CARDS,
    CARDS_PLAYED,
    COLUMNS,
    KINDS,
    PIECES_A_SHAPE,
    PINK_STAND,
    ROWS,
    SEATS,
    SHAPES,
)
from tetracade.games.retro_tetro.box import OBJECTIVES, PARTS

DONE = (PINK_STAND + 1) * COLUMNS
ASIDE = DONE + 1
PAY = ASIDE + SHAPES
CARD = PAY + 1
KEEP = CARD + CARDS
ACTIONS = KEEP + OBJECTIVES

DRAWN = OBJECTIVES
FIRST = DRAWN + CARDS
OUTCOMES = FIRST + SEATS

LOT, OBJECTIVES_DEALT, KEEPING, CARDS_DEALT, PLAYING, PLACING, DRAWING, ENDED = range(8)

HAND = 2
MOST_DROPS = CARDS_PLAYED + len(PARTS.pink_spaces)
LONGEST = 1 + OBJECTIVES + SEATS + CARDS_PLAYED * (2 + 2 * SEATS)

FEATURE_TABLE = FeatureTable(
    Feature("boards", (SEATS, ROWS, COLUMNS), 0, KINDS, "shape + 1 on each square, from below, 9 a pink one, by seat"),
    Feature("supply", (SEATS, SHAPES), 0, PIECES_A_SHAPE, "pieces left, by seat and shape"),
    Feature("coins", (SEATS,), LEAST, MOST, "coins, by seat; below 0 a debt (RT11)"),
    Feature("pinks", (SEATS,), 0, MOST, "pink squares held, by seat (RT20)"),
    Feature("row_coins", (SEATS,), 0, MOST, "coins earned by half rows, by seat (RT13)"),
    Feature("symbol_coins", (SEATS,), 0, MOST, "coins earned by symbols, by seat (RT12)"),
    Feature("waiting", (SEATS,), 0, 1, "1 for each seat still to act"),
    Feature("pinking", (SEATS,), 0, 1, "1 for each seat that has placed and may add a pink square (RT21)"),
    Feature("held", (SEATS,), 0, HAND, "cards in hand, by seat"),
    Feature("first", (SEATS,), 0, 1, "1 for the seat that plays the first card"),
    Feature("hand", (CARDS,), 0, HAND, "the seat's own cards, by kind"),
    Feature("played", (CARDS,), 0, CARDS_PLAYED, "cards played so far, by kind"),
    Feature("shown", (CARDS,), 0, 1, "the card in play"),
    Feature("dealt", (OBJECTIVES,), 0, 1, "objectives dealt to the seat"),
    Feature("objective", (OBJECTIVES,), 0, 1, "the objective that the seat keeps"),
    Feature("turn", (), 0, CARDS_PLAYED, "turns completed"),
    Feature("phase", (ENDED + 1,), 0, 1, "lot, objectives, keeping, cards, playing, placing, drawing, the end"),
    Feature("advanced", (), 0, 1, "1 on the advanced side (RT18)"),
    Feature("level", (), 0, MOST, "level of the solo campaign, 0 outside it (RT22)"),
    Feature("objectives", (), 0, 1, "1 with objective cards (RT5)"),
)

FIELDS = (
    # the wide ones first: a record without padding
    Field("level", np.int16, (), Seen.BY_ALL, "level of the solo campaign, 0 outside it (RT22)"),
    Field("rows", np.int16, (SEATS, ROWS), Seen.BY_ALL, "covered squares of each row, a bit for each column"),
    Field("near", np.int16, (SEATS, KINDS, COLUMNS), Seen.BY_ALL, "squares beside a shape, a bit for each row (RT10)"),
    Field("dealt", np.int16, (SEATS,), Seen.BY_OWNER, "objectives dealt, as bits"),
    Field("undealt", np.int16, (), Seen.BY_NONE, "objectives not dealt, as bits"),
    Field("seats", np.int8, (), Seen.BY_ALL, "how many play"),
    Field("advanced", np.int8, (), Seen.BY_ALL, "1 on the advanced side (RT18)"),
    Field("objectives", np.int8, (), Seen.BY_ALL, "1 with objective cards (RT5)"),
    Field("phase", np.int8, (), Seen.BY_ALL, "what is being done: lot, objectives, keeping, cards, playing, …"),
    Field("waiting", np.int8, (), Seen.BY_ALL, "seats still to act as bits; -1 when something is drawn, 0 at the end"),
    Field("first", np.int8, (), Seen.BY_ALL, "seat that plays the first card"),
    Field("turn", np.int8, (), Seen.BY_ALL, "turns completed"),
    Field("shown", np.int8, (), Seen.BY_ALL, "card in play + 1, 0 for none"),
    Field("given", np.int8, (), Seen.BY_ALL, "objective cards dealt so far"),
    Field("drawn", np.int8, (), Seen.BY_ALL, "cards dealt or drawn so far"),
    Field("pinking", np.int8, (), Seen.BY_ALL, "seats that have placed and may add a pink square, as bits (RT21)"),
    Field("played", np.int8, (CARDS_PLAYED,), Seen.BY_ALL, "cards + 1 in the order played, seats in turn from first"),
    Field("held", np.int8, (SEATS,), Seen.BY_ALL, "cards in hand, by seat"),
    Field("coins", np.int8, (SEATS,), Seen.BY_ALL, "coins, by seat; below 0 a debt (RT11)"),
    Field("symbol_coins", np.int8, (SEATS,), Seen.BY_ALL, "coins earned by symbols (RT12)"),
    Field("row_coins", np.int8, (SEATS,), Seen.BY_ALL, "coins earned by half rows (RT13)"),
    Field("pinks", np.int8, (SEATS,), Seen.BY_ALL, "pink squares held (RT20)"),
    Field("sides", np.int8, (SEATS,), Seen.BY_ALL, "pieces in column A or J"),
    Field("across", np.int8, (SEATS,), Seen.BY_ALL, "pieces across the green line"),
    Field("above", np.int8, (SEATS,), Seen.BY_ALL, "pieces wholly above the green line"),
    Field("supply", np.int8, (SEATS, SHAPES), Seen.BY_ALL, "pieces left, by seat and shape"),
    Field("aside", np.int8, (SEATS, SHAPES), Seen.BY_ALL, "pieces set aside (RT11)"),
    Field("dropped", np.int8, (SEATS,), Seen.BY_ALL, "pieces and pink squares on the board, by seat"),
    Field("kinds", np.int8, (SEATS, MOST_DROPS), Seen.BY_ALL, "shape + 1 of each drop, 9 for a pink square"),
    Field("board", np.int8, (SEATS, ROWS, COLUMNS), Seen.BY_ALL, "number of the drop on each square, 0 for none"),
    Field("heights", np.int8, (SEATS, COLUMNS), Seen.BY_ALL, "rows up to each column's highest covered square"),
    Field("hand", np.int8, (SEATS, HAND), Seen.BY_OWNER, "cards + 1 held, by seat"),
    Field("objective", np.int8, (SEATS,), Seen.BY_OWNER_THEN_ALL, "objective kept, 1 to 8, 0 for none"),
    Field("bag", np.int8, (CARDS,), Seen.BY_NONE, "cards in the deck and put back, by kind (RT6)"),
)


class Chosen(IntEnum):
    """Where ``start`` finds each option."""

    LEVEL = 0
    STARTER = 1
    OBJECTIVES = 2
    ADVANCED = 3
