"""What's in Foursome's box, as plain data for whoever draws the game."""

from types import SimpleNamespace
from typing import Any

from tetracade.games.foursome import board
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.state import ASKED, GOT_IT


def facts() -> dict[str, Any]:
    """The board's spaces, the kinds of card, names, chips, who plays which colour, and the phases out of turn."""
    return {
        "columns": board.COLUMN_NAMES,
        "spaces": board.PICTURE.split(),
        "kinds": [_kind(kind, code) for kind, code in enumerate(board.KIND_NAMES)],
        "names": [list(names) for names in board.NAMES],
        "chips": list(board.CHIP_COLOURS),
        "colours": [_colours(seats) for seats in range(board.MOST_SEATS + 1)],
        "phases": {"got_it": GOT_IT, "asked": ASKED},
    }


def _colours(seats: int) -> list[int]:
    """By seat, the colour of its chips at a table of so many seats."""
    colour = getattr(colour_of, "py_func", colour_of)  # there is no state to compile it for
    return [colour(SimpleNamespace(seats=seats), seat) for seat in range(seats)]


def _kind(kind: int, code: str) -> dict[str, Any]:
    if kind >= board.CHARACTER_KINDS:
        return {"code": code, "colour": "special", "character": -1}
    colour, character = divmod(kind, len(board.CHARACTERS))
    return {"code": code, "colour": board.SPACE_COLOURS[colour], "character": character}
