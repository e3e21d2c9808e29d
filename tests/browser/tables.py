"""What the page draws of the games' data (names, layouts), taken from the games' own tables.

``python tests/browser/tables.py`` writes web/src/games/NAME/table.json anew.
"""

import json
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[2] / "web/src/games"


def tetrad() -> dict[str, Any]:
    """Decks, action cards, free spaces and patterns."""
    from tetracade.games.tetrad import board
    from tetracade.games.tetrad.notation import card_notation

    return {
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
        "actions": {card_notation(card): {"card": card, "name": name} for card, name in board.ACTION_NAMES.items()},
        "free": list(board.FREE_SPACES),
        "patterns": [list(picture) for picture in board.PICTURES],
    }


def foursome() -> dict[str, Any]:
    """Spaces, names and chips."""
    from tetracade.games.foursome import board

    return {
        "spaces": board.PICTURE.split(),
        "columns": board.COLUMN_NAMES,
        "kinds": list(board.KIND_NAMES),
        "names": [list(names) for names in board.NAMES],
        "special": list(board.SPECIAL_NAMES),
        "chips": list(board.CHIP_COLOURS),
    }


def retro_tetro() -> dict[str, Any]:
    """The arcade board, shapes, cards and objectives."""
    from tetracade.games.retro_tetro import board

    return {
        "standard": [line.split()[1:] for line in reversed(board.STANDARD.strip().splitlines())],
        "advanced": [line.split()[1:] for line in reversed(board.ADVANCED.strip().splitlines())],
        "line": board.LINE,
        "letters": board.LETTERS,
        "names": list(board.SHAPE_NAMES),
        "pictures": {letter: list(picture) for letter, picture in board.PICTURES.items()},
        "cards": list(board.CARD_NAMES),
        "objectives": list(board.OBJECTIVE_TEXTS),
    }


TABLES = {"tetrad": tetrad, "foursome": foursome, "retro_tetro": retro_tetro}


def written(name: str) -> str:
    """The game's table as its file holds it."""
    return json.dumps(TABLES[name](), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for each in TABLES:
        (GAMES / each / "table.json").write_text(written(each), encoding="utf-8")
