"""TETRAD's box, read and checked."""

import re
from pathlib import Path
from typing import NamedTuple

from tetracade.engine.box import BadBox, Page
from tetracade.engine.boxes import settle
from tetracade.games.tetrad.decks import Deck, named

SIDE = 4
COLUMNS = "ABCD"
ACTIONS = (
    "BLOCKER",
    "FREE SPACE",
    "CORNER ROTATION",
    "SKIP",
    "PANEL SWAP",
    "NEW GAMEBOARD CARD",
    "SWAP TWO",
    "THE BOMB",
)
"""The action cards, in the order of their numbers."""
FEWEST_OF_AN_IMAGE, MOST_OF_AN_IMAGE = 2, 3
"""With fewer, eight players could have all cards in their hands; a record counts cards up to 127."""
MOST_OF_AN_ACTION = 4
MOST_FREE_SPACES = 8
MOST_DECKS = 12


class Parts(NamedTuple):
    """What the box holds."""

    free_spaces: tuple[int, ...]
    """By the numbers of their pockets."""
    image_cards: int
    action_cards: tuple[int, ...]
    decks: tuple[Deck, ...]
    """The first is played with unless the table chooses another."""


def pocket(name: str) -> int:
    """The number of the pocket of this name, such as C2; ValueError if there is none."""
    found = re.fullmatch(r"([A-Z])([0-9]{1,3})", name)
    if found is None:
        raise ValueError("write a column and a row, as in C2")
    if found[1] not in COLUMNS:
        raise ValueError(f"columns go to {COLUMNS[-1]}")
    if not 1 <= int(found[2]) <= SIDE:
        raise ValueError(f"rows go to {SIDE}")
    return (int(found[2]) - 1) * SIDE + COLUMNS.index(found[1])


def read(page: Page) -> Parts:
    """What the box holds; BadBox if no game can be played with it."""
    parts = Parts(
        free_spaces=page.places("free_spaces", pocket, MOST_FREE_SPACES, "free space"),
        image_cards=page.number("image_cards", FEWEST_OF_AN_IMAGE, MOST_OF_AN_IMAGE),
        action_cards=page.counts("action_cards", [name.replace(" ", "_") for name in ACTIONS], 0, MOST_OF_AN_ACTION),
        decks=read_decks(page),
    )
    if not parts.free_spaces:
        page.wrong("free_spaces: name at least one, or FREE SPACE could never be laid down")
    return parts


def read_decks(page: Page) -> tuple[Deck, ...]:
    """The decks that the box names: those that come with the game, or files beside the box (TD5)."""
    names = page.texts("decks", MOST_DECKS, fewest=1)
    try:
        return named(names, page.file.parent)
    except BadBox as error:
        page.wrong(f"decks: {error}")


BOX, PARTS = settle(Path(__file__).parent, read)
