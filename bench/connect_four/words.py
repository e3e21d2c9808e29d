"""Connect four in words: columns are A to G."""

import re
from typing import Any

from bench.connect_four.rules import COLUMNS, HEIGHT, ROWS, has_four
from tetracade.engine.fields import View
from tetracade.engine.game import Refusal

NAMES = "ABCDEFG"


def notation(action: int) -> str:
    """The column's letter."""
    return NAMES[action]


def action_of(notation: str) -> int:
    """The column of this letter."""
    if len(notation) != 1 or notation.upper() not in NAMES:
        raise ValueError(f"{notation!r} is no column; a column is one of A to G")
    return NAMES.index(notation.upper())


def text(view: View, seat: int, action: int) -> str:
    """The drop in words."""
    return f"drops a stone into column {NAMES[action]}"


def touches(action: int) -> tuple[str, ...]:
    """The column."""
    return (NAMES[action],)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """The game is over, it is the other's turn, or the column is full."""
    if view.won:
        return Refusal("CF2", f"The game is over: {ending(view)}.")
    if all(_stone(view, column * HEIGHT + ROWS - 1) != "." for column in range(COLUMNS)):
        return Refusal("CF3", "The game is over: the rack is full.")
    if view.turn != seat:
        return Refusal("CF1", f"It is {seat_name(view.turn)}'s turn.")
    return Refusal("CF1", f"Column {NAMES[action]} is full.", (NAMES[action],))


def ending(view: View) -> str:
    """Four in a row, or a full rack."""
    return f"{seat_name(1 - view.turn)} has four in a row" if view.won else "the rack is full"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The game won, or nothing."""
    return {"four in a row": int(view.won and view.turn != seat)}


def drawing(view: View) -> str:
    """The rack, X for seat 0 and O for seat 1."""
    rows = []
    for row in reversed(range(ROWS)):
        rows.append(" ".join(_stone(view, column * HEIGHT + row) for column in range(COLUMNS)))
    return "\n".join([*rows, " ".join(NAMES)])


def seat_name(seat: int) -> str:
    """The stone's letter."""
    return "XO"[seat]


def position(state: Any) -> str:
    """The columns from A, each from the bottom, then who acts."""
    columns = []
    for column in range(COLUMNS):
        columns.append("".join(_stone(state, column * HEIGHT + row) for row in range(ROWS)).rstrip("."))
    return "/".join(columns) + f" {seat_name(int(state.turn))}"


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line."""
    parts = re.fullmatch(rf"([XO]{{0,{ROWS}}}(?:/[XO]{{0,{ROWS}}}){{{COLUMNS - 1}}}) ([XO])", line)
    if parts is None:
        raise ValueError(
            f"a position is {COLUMNS} columns of up to {ROWS} stones, X or O, with / between, and who acts"
        )
    state.seats = 2
    state.turn = "XO".index(parts[2])
    for column, stones in enumerate(parts[1].split("/")):
        for row, stone in enumerate(stones):
            state.stones["XO".index(stone)] |= 1 << (column * HEIGHT + row)
    state.won = has_four(int(state.stones[1 - int(state.turn)]))


def _stone(state: Any, bit: int) -> str:
    for seat in range(2):
        if int(state.stones[seat]) >> bit & 1:
            return seat_name(seat)
    return "."
