"""TETRAD's record: the numbers of actions and outcomes, and the field table.

Actions, in this order: 31 choices of patterns; draw, take; 38 discards; discard the used card; discard the held SKIP;
the uses of the action cards; the places for a new gameboard card; the claims (claims.py). Outcomes: 8 dealers, 38 draw
cards, 30 gameboard cards.

Cards are numbered as in board.py: 0 none, 1 to 30 the images, 31 to 38 the action cards. A pocket's stack is a chain:
``top`` is its uppermost gameboard card, ``under`` what each gameboard card lies on. A BLOCKER always lies on a
gameboard card, so ``blocked`` is a bit mask of those; it travels with its stack because the chain does (TD18).
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.arrays import table
from tetracade.engine.features import HUNDRED, Feature, FeatureTable
from tetracade.engine.fields import Field, Seen
from tetracade.games.tetrad.board import (
    CARDS,
    CHOICES,
    DRAW_CARDS,
    FULL,
    HAND,
    IMAGES,
    PATTERNS,
    POCKETS,
    SEATS,
)
from tetracade.games.tetrad.claims import CLAIM_NAMES, CLAIMS

ROUNDS = 200  # TD29
PAIRS = POCKETS * (POCKETS - 1) // 2

CHOOSE = 0
DRAW = CHOOSE + CHOICES
TAKE = DRAW + 1
DISCARD = TAKE + 1
DISCARD_USED = DISCARD + CARDS - 1
DISCARD_SKIP = DISCARD_USED + 1
USE_BLOCKER = DISCARD_SKIP + 1
USE_SKIP = USE_BLOCKER + POCKETS
USE_SWAP = USE_SKIP + SEATS
USE_ROTATION = USE_SWAP + PAIRS
USE_PANELS = USE_ROTATION + 1
USE_NEW = USE_PANELS + 1
USE_BOMB = USE_NEW + 1
PLACE = USE_BOMB + 1
CLAIM = PLACE + POCKETS
ACTIONS = CLAIM + CLAIMS

DEALER = 0
CARD = DEALER + SEATS
BOARD_CARD = CARD + CARDS - 1
OUTCOMES = BOARD_CARD + IMAGES

LOT, LAYING, DEALING, FLIPPING, REFLIPPING, DRAWING, TURNING_UP = range(7)  # chance
CHOOSING, TAKING, PLAYING, PLACING, USED, SKIPPED, FIVE = range(7, 14)  # a seat
ENDED = 14

FIRST_PAIR = table(np.cumsum([0, *range(POCKETS - 1, 0, -1)]))
"""Number of the first pair that begins with each pocket."""

FEATURE_TABLE = FeatureTable(
    Feature("board", (POCKETS, IMAGES + 1), 0, 1, "the image on top of each pocket; at place 0, 1 if it is blocked"),
    Feature("board_pile", (IMAGES,), 0, 1, "images in the gameboard pile"),
    Feature("hand", (CARDS,), 0, FULL, "the seat's own cards, by number (0 is unused)"),
    Feature("discards", (CARDS,), 0, DRAW_CARDS, "cards in the discard pile, by number"),
    Feature("top_discard", (CARDS,), 0, 1, "the uppermost discard"),
    Feature("used", (CARDS,), 0, 1, "the action card on the table; place 0 for none (TD15)"),
    Feature("known", (SEATS, CARDS), 0, FULL, "cards of each hand that everybody knows; at place 0, the hand's size"),
    Feature("skip", (SEATS,), 0, 1, "1 for each seat that holds a SKIP (TD21)"),
    Feature("dealer", (SEATS,), 0, 1, "1 for the dealer"),
    Feature("turn", (SEATS,), 0, 1, "1 for the seat whose turn it is"),
    Feature("seat", (SEATS,), 0, 1, "1 at the seat's own number, which actions against seats go by"),
    Feature("patterns", (PATTERNS,), 0, 1, "patterns that count (TD8)"),
    Feature("claims", (len(CLAIM_NAMES),), 0, 1, "assisted, strict or unannounced (TD26, TD27)"),
    Feature("phase", (ENDED + 1,), 0, 1, "what comes next"),
    Feature("turned_up", (IMAGES + 1,), 0, 1, "the gameboard card to be placed; place 0 for none (TD23)"),
    Feature("pile", (), 0, DRAW_CARDS, "cards in the draw pile"),
    Feature("turns", (2,), 0, HUNDRED - 1, "turns ended (TD29): hundreds, and the rest"),
)

TURN_STEPS = 5 + POCKETS
"""At most: draw, the card, a card flipped, THE BOMB, 16 cards, discard."""
LONGEST = 1 + POCKETS + 1 + SEATS * HAND + 1 + ROUNDS * SEATS * TURN_STEPS


FIELDS = (  # the widest first, so that nothing is padded
    Field("blocked", np.int64, (), Seen.BY_ALL, "gameboard cards with a BLOCKER on them, as bits"),
    Field("board_pile", np.int64, (), Seen.BY_ALL, "cards of the gameboard pile, as bits"),
    Field("turns", np.int16, (), Seen.BY_ALL, "turns ended"),
    Field("won_by", np.int16, (), Seen.BY_ALL, "1 + the winning claim, 0 for none"),
    Field("seats", np.int8, (), Seen.BY_ALL, "how many seats play, 1 to 8"),
    Field("deck", np.int8, (), Seen.BY_ALL, "number of the deck of images"),
    Field("claims", np.int8, (), Seen.BY_ALL, "0 assisted, 1 strict, 2 strict and the FRONT VIEW not announced"),
    Field("memory", np.int8, (), Seen.BY_ALL, "1 where people play from memory; it changes what they are shown"),
    Field("dealer", np.int8, (), Seen.BY_ALL, "seat that deals this game"),
    Field("patterns", np.int8, (), Seen.BY_ALL, "patterns that count, as bits; 0 before the choice"),
    Field("phase", np.int8, (), Seen.BY_ALL, "what comes next"),
    Field("turn", np.int8, (), Seen.BY_ALL, "seat whose turn it is"),
    Field("step", np.int8, (), Seen.BY_ALL, "cards laid out or dealt so far in this phase"),
    Field("used", np.int8, (), Seen.BY_ALL, "action card on the table, 0 for none (TD15)"),
    Field("turned_up", np.int8, (), Seen.BY_ALL, "gameboard card to be placed, 0 for none (TD23)"),
    Field("winner", np.int8, (), Seen.BY_ALL, "1 + the seat that won, 0 for nobody"),
    Field("top", np.int8, (POCKETS,), Seen.BY_ALL, "uppermost gameboard card by pocket"),
    Field("under", np.int8, (IMAGES + 1,), Seen.BY_ALL, "gameboard card under each gameboard card, 0 for none"),
    Field("hand", np.int8, (SEATS, FULL), Seen.BY_OWNER, "cards held by seat, in order, then zeros"),
    Field("hand_size", np.int8, (SEATS,), Seen.BY_ALL, "how many cards each seat holds"),
    Field("known", np.int8, (SEATS, FULL), Seen.BY_ALL, "cards of each hand that everybody knows (TD13, TD26)"),
    Field("skip", np.int8, (SEATS,), Seen.BY_ALL, "1 for each seat that holds a SKIP (TD21)"),
    Field("pile", np.int8, (CARDS,), Seen.BY_NONE, "cards in the draw pile, by card"),
    Field("pile_size", np.int8, (), Seen.BY_ALL, "how many cards are in the draw pile"),
    Field("discard", np.int8, (DRAW_CARDS,), Seen.BY_ALL, "discard pile from the bottom"),
    Field("discards", np.int8, (), Seen.BY_ALL, "how many cards are in the discard pile"),
)


class Chosen(IntEnum):
    """Where ``start`` finds each option."""

    PATTERNS = 0
    DEALS = 1
    DECK = 2
    CLAIMS = 3
    MEMORY = 4
