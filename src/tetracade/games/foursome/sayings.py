"""Names for seats, chips and cards, as all sentences of Foursome use them."""

from tetracade.engine.fields import View
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    CHARACTERS,
    CHIP_COLOURS,
    COLOURS,
    NAMES,
    SPACE_COLOURS,
    SPECIALS,
)


def seat_name(seat: int) -> str:
    """Player 1 to Player 8; which colour that is depends on how many play."""
    return f"Player {seat + 1}"


def chip_colour(chip: int) -> str:
    """The colour of the chip with this code."""
    return CHIP_COLOURS[(chip - 1) % COLOURS]


def card_said(view: View, kind: int) -> str:
    """The card as it is announced: colour and name, or what a special card does."""
    if kind >= CHARACTER_KINDS:
        name = SPECIALS[kind - CHARACTER_KINDS]
        return " ".join(reversed(name.split("-")))
    colour, character = divmod(kind, len(CHARACTERS))
    return f"{SPACE_COLOURS[colour].capitalize()}, {NAMES[view.names][character]}"


def kinds_known(view: View, seat: int) -> list[int]:
    """The character cards that everybody knows the seat to hold."""
    both = [kind for kind in range(CHARACTER_KINDS) if view.read_both[seat] >> kind & 1]
    return sorted([kind for kind in range(CHARACTER_KINDS) if view.read[seat] >> kind & 1] + both)
