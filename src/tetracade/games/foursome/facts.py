"""What's in Foursome's box, as plain data for whoever draws the game."""

from types import SimpleNamespace
from typing import Any

from tetracade.engine.wording import listed, spelled
from tetracade.games.foursome import board
from tetracade.games.foursome.box import CHARACTERS, COLOUR_MARKS, PARTS, SPACES, SPECIALS
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.state import ASKED, GOT_IT


def facts() -> dict[str, Any]:
    """The board's spaces, the kinds of card, names, chips, who plays which colour, and the phases out of turn."""
    return {
        "columns": board.COLUMN_NAMES,
        "spaces": list(board.LABELS),
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
    colour, character = divmod(kind, len(CHARACTERS))
    return {"code": code, "colour": board.SPACE_COLOURS[colour], "character": character}


def figures() -> dict[str, str]:
    """What ``rules.md``, lessons and diagrams take from the box."""
    head = "    " + "".join(f" {name} " for name in board.COLUMN_NAMES).rstrip()
    rows = [f"{row:<3} {' '.join(labels)}" for row, labels in enumerate(PARTS.board, 1)]
    called = [" ".join(reversed(kind.split("-"))) for kind in SPECIALS]
    specials = [f"{count} {name}" for count, name in zip(PARTS.specials, called, strict=True) if count]
    return {
        "spaces": str(SPACES),
        "columns": str(board.COLUMNS),
        "last_column": board.COLUMN_NAMES[-1],
        "rows": str(board.ROWS),
        "corner": board.SPACE_COLOURS[COLOUR_MARKS.index(PARTS.board[0][0][0])],
        "apart": " **(R)** No line of four spaces shows a character twice." if _apart() else "",
        "board": "\n".join([head, *rows]),
        "cards": str(board.CARDS),
        "special_cards": str(sum(PARTS.specials)),
        "specials": listed(specials or ["none"]),
        "chips": str(board.COLOURS * board.CHIPS_A_COLOUR),
        "chips_a_colour": str(board.CHIPS_A_COLOUR),
        "house_special": PARTS.special_names[0],
        "lines": str(board.LINES),
        "two": _foursomes(PARTS.foursomes_of_two),
        "more": _foursomes(PARTS.foursomes_of_more),
    }


def _apart() -> bool:
    """Whether no line shows a character twice."""
    letters = [[board.LABELS[space][1] for space in line] for line in board.LINE_SPACES.tolist()]
    return all(len(set(line)) == len(line) for line in letters)


def _foursomes(count: int) -> str:
    return f"{spelled(count)} foursome{'' if count == 1 else 's'}"


def teams(seats: int) -> list[list[int]]:
    """The seats of each team; none where everyone has a colour of their own (FS4, FS5)."""
    if seats <= board.COLOURS:
        return []
    return [[first, first + seats // 2] for first in range(seats // 2)]
