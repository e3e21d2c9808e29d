"""What's in TETRAD's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.games.tetrad import board
from tetracade.games.tetrad.notation import card_notation
from tetracade.games.tetrad.state import CHOOSING


def facts() -> dict[str, Any]:
    """The board's columns and free spaces, patterns, decks and action cards, and how many cards make a win."""
    return {
        "columns": board.COLUMNS,
        "win": board.HAND,
        "free": list(board.FREE_SPACES),
        "patterns": [list(picture) for picture in board.PICTURES],
        "decks": [
            {
                "name": deck.name,
                "title": deck.title,
                "images": [
                    {"name": image.name, "text": image.description, "reference": image.reference, "icon": image.icon}
                    for image in deck.images
                ],
            }
            for deck in board.DECKS
        ],
        "actions": [
            {"slug": card_notation(card), "card": card, "name": name} for card, name in board.ACTION_NAMES.items()
        ],
        "phases": {"choosing": CHOOSING},
    }
