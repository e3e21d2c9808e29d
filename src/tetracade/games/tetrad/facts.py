"""What a drawing of TETRAD needs to know: pockets, free spaces, cards, decks and patterns."""

from typing import Any

from tetracade.games.tetrad import state
from tetracade.games.tetrad.board import (
    ACTION_NAMES,
    CHOICES,
    COLUMNS,
    COPIES,
    DECKS,
    FREE_FROM_ANY_SIDE,
    FREE_SPACES,
    HAND,
    IMAGES,
    LEVELS,
    PICTURES,
    POCKETS,
    SIDE,
    level,
    pocket_name,
    ways,
)
from tetracade.games.tetrad.notation import card_notation

PHASES = (
    *("lot", "laying", "dealing", "flipping", "reflipping", "drawing", "turning_up"),
    *("choosing", "taking", "playing", "placing", "used", "skipped", "five", "ended"),
)


def facts() -> dict[str, Any]:
    """The facts by name.

    - ``phases``: the numbers of the field ``phase``, by name; those from ``choosing`` to ``five`` wait for a seat.
    - ``side``, ``columns``: pockets along a side, and the letters of the columns.
    - ``pockets``: their names in the order of the field ``top``.
    - ``free``: the free spaces (TD9). ``free_from_any_side``: those of an unannounced FRONT VIEW (TD27).
    - ``images``: cards 1 to this are images. ``hand``: cards in a hand at the end of a turn (TD10).
    - ``actions``: the action cards by their name in touches: number, name, copies in the draw pile (TD3).
    - ``patterns``: the pattern cards 1 to 5 as pictures (TD4).
    - ``chart``: by choice of patterns, as bits from 1 on, in how many ways it can be made and its level (TD6);
      ``levels``: how many levels there are.
    - ``decks``: by number: name, title, and thirty images with name, text, reference and icon.
    """
    return {
        "phases": {name: getattr(state, name.upper()) for name in PHASES},
        "side": SIDE,
        "columns": COLUMNS,
        "pockets": [pocket_name(number) for number in range(POCKETS)],
        "free": list(FREE_SPACES),
        "free_from_any_side": [pocket_name(at) for at in range(POCKETS) if FREE_FROM_ANY_SIDE >> at & 1],
        "images": IMAGES,
        "hand": HAND,
        "actions": {
            card_notation(card): {"card": card, "name": name, "copies": int(COPIES[card])}
            for card, name in ACTION_NAMES.items()
        },
        "patterns": [list(picture) for picture in PICTURES],
        "chart": [{"ways": ways(choice), "level": level(choice)} for choice in range(1, CHOICES + 1)],
        "levels": LEVELS,
        "decks": [
            {
                "name": deck.name,
                "title": deck.title,
                "images": [
                    {"name": image.name, "text": image.description, "reference": image.reference, "icon": image.icon}
                    for image in deck.images
                ],
            }
            for deck in DECKS
        ],
    }
