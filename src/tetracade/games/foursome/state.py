"""Foursome's record: the numbers of actions and outcomes, and the field table.

Spaces count along the rows from A1, kinds of cards are the red characters, the black ones, then WILD, REMOVE, STEAL and
the SWAPs. Actions are a card's chip on a space (played or Got it), WILD, STEAL or REMOVE and a space, SWAP and two
spaces, a card to replace or to discard, NOPE, a line to take. The phases below FIRST_ASKED wait for an outcome, those
from it on for the seat in ``actor``. ``board[space]`` is 0 for an open space, 1 to 4 for a chip of that colour, 5 to 8
for a locked one.
"""

from enum import IntEnum

import numpy as np

from tetracade.engine.features import Feature, FeatureTable
from tetracade.engine.fields import Field, Seen
from tetracade.games.foursome.board import (
    CARDS,
    CHARACTER_KINDS,
    CHIPS_A_COLOUR,
    COLOURS,
    COPIES,
    FOURSOMES_OF_MORE,
    FOURSOMES_OF_TWO,
    KINDS,
    LINES,
    MOST_HELD,
    MOST_SEATS,
    SAME_COLOUR,
)
from tetracade.games.foursome.box import SPACES

ON_CARD = 0
ON_WILD = ON_CARD + SPACES
ON_STEAL = ON_WILD + SPACES
OFF = ON_STEAL + SPACES
SWAPPING = OFF + SPACES
REPLACING = SWAPPING + SPACES * SAME_COLOUR
DISCARDING = REPLACING + CHARACTER_KINDS
NOPE = DISCARDING + KINDS
TAKING = NOPE + 1
ACTIONS = TAKING + LINES
"""Where each sort of action begins: ``sort + space`` (or kind, or line); a swap is ``own * 40 + other // 2``."""

LOT = KINDS
OUTCOMES = KINDS + MOST_SEATS
"""Outcome ``kind`` is that card picked; ``LOT + seat`` lets the seat go first."""

ENDED, BY_LOT, DEAL, PICK, OWED, REPLACED, GOT_IT, ASKED, PLAY, TAKE = range(10)
FIRST_ASKED = GOT_IT
GOES_ON, BY_FOURSOMES, BY_DECK, BY_CHIPS = range(4)

STEAL_FIRST, STEAL_AFTER = range(2)
STEAL_NAMES = ("first", "after")
"""When STEAL is asked for: before Got it, or after (FS9)."""

NONE = -1
LOCKED = COLOURS + 1
"""Codes from here on are locked chips."""

MOST_FOURSOMES = max(2 * (FOURSOMES_OF_TWO - 1), COLOURS * (FOURSOMES_OF_MORE - 1)) + 1
"""At most, in one game: every colour has one less than it takes, and then somebody the last."""
LONGEST = 1 + CARDS + (CARDS - 8 * 3) * 7 + 1 + MOST_FOURSOMES
"""The lot and every card; from each card picked after the deal, six answers and a play; naming foursomes. A Got it
after six nopes is owed a card, which nobody answers, but for the last."""

OTHERS = MOST_SEATS - 1
MOST_COPIES = int(COPIES.max())
FEATURE_TABLE = FeatureTable(
    Feature("chips", (COLOURS, SPACES), 0, 1, "spaces with a chip, by colour from the seat's own"),
    Feature("locked", (SPACES,), 0, 1, "1 where the chip is locked"),
    Feature("claim", (SPACES,), 0, 2, "1 for a new chip whose lines are tested, 2 for the one tested after it (FS14)"),
    Feature("hand", (KINDS,), 0, MOST_COPIES, "the seat's own cards, by kind"),
    Feature("read", (OTHERS, CHARACTER_KINDS), 0, 2, "cards known to be in each other hand, by kind"),
    Feature("denied", (OTHERS, CHARACTER_KINDS), 0, 1, "1 for kinds known not to be among the hand's other cards"),
    Feature("announced", (OTHERS,), 0, MOST_HELD, "cards of each other hand known to be special"),
    Feature("held", (OTHERS,), 0, MOST_HELD, "cards in each other hand"),
    Feature("discards", (KINDS,), 0, MOST_COPIES, "cards played or discarded, by kind"),
    Feature("chips_left", (COLOURS,), 0, CHIPS_A_COLOUR, "chips left, by colour from the seat's own"),
    Feature("foursomes", (COLOURS,), 0, MOST_FOURSOMES, "foursomes taken, by colour from the seat's own"),
    Feature("deck", (), 0, CARDS, "cards still to be picked"),
    Feature("seats", (), 0, MOST_SEATS, "seats at the table"),
    Feature("steal_after", (), 0, 1, "1 where STEAL is asked for only after Got it (FS9)"),
    Feature("phase", (TAKE + 1 - FIRST_ASKED,), 0, 1, "Got it, asked for a STEAL, a play, a line to take"),
    Feature("called", (CHARACTER_KINDS,), 0, 1, "the card read aloud in this turn"),
    Feature("active", (MOST_SEATS,), 0, 1, "whose turn it is, from the seat on"),
    Feature("actor", (MOST_SEATS,), 0, 1, "who acts or picks now, from the seat on; none while it must stay secret"),
    Feature("owing", (MOST_SEATS,), 0, 1, "who answered and must pick a card, from the seat on"),
)
"""Others follow round the table from the seat's left."""

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "2 to 4, or 6 or 8 in teams"),
    Field("names", np.int8, (), Seen.BY_ALL, "set of names: 0 house, 1 rulebook (FS3)"),
    Field("steal", np.int8, (), Seen.BY_ALL, "when STEAL is asked for: 0 before Got it, 1 after (FS9)"),
    Field("phase", np.int8, (), Seen.BY_ALL, "what happens next: ENDED, BY_LOT, DEAL …"),
    Field("ended", np.int8, (), Seen.BY_ALL, "why it is over: 0 not, 1 foursomes, 2 no card, 3 no chip"),
    Field("active", np.int8, (), Seen.BY_ALL, "seat whose turn it is"),
    Field("actor", np.int8, (), Seen.BY_ALL, "seat that acts or picks now"),
    Field("owing", np.int8, (), Seen.BY_ALL, "seat that answered and must pick a card; -1 none"),
    Field("called", np.int8, (), Seen.BY_ALL, "kind of the card read aloud in this turn; -1 none"),
    Field("claim", np.int8, (), Seen.BY_ALL, "space of a new chip whose lines are tested; -1 none"),
    Field("claim_next", np.int8, (), Seen.BY_ALL, "space tested after it, in a SWAP; -1 none"),
    Field("board", np.int8, (SPACES,), Seen.BY_ALL, "0 open, 1 to 4 a chip, 5 to 8 a locked chip, by space"),
    Field("chips", np.int8, (COLOURS,), Seen.BY_ALL, "chips left, by colour"),
    Field("foursomes", np.int8, (COLOURS,), Seen.BY_ALL, "foursomes taken, by colour"),
    Field("hand", np.int8, (MOST_SEATS, MOST_HELD), Seen.BY_OWNER, "cards held in order, kind + 1; 0 none"),
    Field("held", np.int8, (MOST_SEATS,), Seen.BY_ALL, "how many cards each seat holds"),
    Field("read", np.int64, (MOST_SEATS,), Seen.BY_ALL, "kinds known to be in the hand, as a mask, by seat"),
    Field("read_both", np.int64, (MOST_SEATS,), Seen.BY_ALL, "kinds known to be there twice"),
    Field("denied", np.int64, (MOST_SEATS,), Seen.BY_ALL, "kinds known not to be among the other cards of the hand"),
    Field("announced", np.int8, (MOST_SEATS,), Seen.BY_ALL, "cards of the hand known to be special"),
    Field("deck", np.int8, (KINDS,), Seen.BY_NONE, "cards still to be picked, by kind"),
    Field("deck_size", np.int8, (), Seen.BY_ALL, "how many those are"),
    Field("discards", np.int8, (KINDS,), Seen.BY_ALL, "cards played or discarded, by kind"),
)


class Chosen(IntEnum):
    """Where ``start`` finds each option."""

    NAMES = 0
    FIRST = 1
    STEAL = 2
