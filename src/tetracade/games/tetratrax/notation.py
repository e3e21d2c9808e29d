"""TetraTrax in notation: actions, outcomes and positions of one line.

A drop is written as the tile's letter, the number of its stand and the column of its left edge: ``T2@C``.
"""

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from tetracade.engine.fields import View
from tetracade.games.tetratrax.board import (
    COLUMN_NAMES,
    COLUMNS,
    LETTERS,
    SEATS,
    STANDS,
    TILES,
    TILES_A_SIDE,
    USUAL_ROWS,
)
from tetracade.games.tetratrax.rules import resting_row
from tetracade.games.tetratrax.state import BY_LOT, NOBODY

SEAT_NAMES = ("White", "Black")
TILE_MARKS = f".{ascii_uppercase[:TILES_A_SIDE]}{ascii_lowercase[:TILES_A_SIDE]}"
"""How a position writes the tiles: capitals for White's drops, from A on, small letters for Black's."""

ALL_TILES = "".join(str(count) for count in TILES.tolist())
"""How a position writes the tiles of a side that has dropped none."""

_DROP = re.compile(rf"([{LETTERS}])([1-9])@([{COLUMN_NAMES}])")

_NUMBERS = {(LETTERS[stand.kind], stand.number): index for index, stand in enumerate(STANDS)}


def notation(action: int) -> str:
    """A drop as files write it."""
    stand = STANDS[action // COLUMNS]
    return f"{LETTERS[stand.kind]}{stand.number}@{COLUMN_NAMES[action % COLUMNS]}"


def action_of(notation: str) -> int:
    """The drop written like this."""
    found = _DROP.fullmatch(notation.strip().upper())
    if found is None:
        columns = f"A-{COLUMN_NAMES[-1]}"
        tiles = " ".join(LETTERS)
        raise ValueError(f"{notation!r} isn't a drop; write one like T2@C: tile ({tiles}), stand, @, column {columns}")
    letter, number, column = found.groups()
    if (letter, int(number)) not in _NUMBERS:
        most = max(known for kind, known in _NUMBERS if kind == letter)
        stands = f"stands 1 to {most}" if most > 1 else "one stand, 1"
        raise ValueError(f"{notation!r}: tile {letter} has {stands}")
    return _NUMBERS[letter, int(number)] * COLUMNS + COLUMN_NAMES.index(column)


def outcome_notation(outcome: int) -> str:
    """Who goes first, as files write it."""
    return SEAT_NAMES[outcome].lower()


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    if notation.capitalize() not in SEAT_NAMES:
        raise ValueError(f"{notation!r} isn't an outcome; write white or black")
    return SEAT_NAMES.index(notation.capitalize())


def position(state: Any) -> str:
    """The state in one line: the tower's rows from the bottom, tiles left, points, who acts."""
    rows = []
    for row in range(int(state.rows)):
        rows.append("".join(TILE_MARKS[state.tower[row, column]] for column in range(COLUMNS)))
    while rows and set(rows[-1]) == {"."}:
        rows.pop()
    left = "/".join("".join(str(int(count)) for count in state.left[seat]) for seat in range(SEATS))
    points = ",".join(str(int(state.points[seat])) for seat in range(SEATS))
    turn = {NOBODY: "nobody", BY_LOT: "lot", 0: "white", 1: "black"}[int(state.turn)]
    starter = "-" if state.starter == NOBODY else SEAT_NAMES[state.starter].lower()
    tower = f"rows={int(state.rows)} tower={'/'.join(rows) or '-'}"
    return f"{tower} left={left} points={points} act={turn} starter={starter} handicap={int(state.handicap)}"


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line."""
    parts = dict(part.split("=", 1) for part in line.split())
    state.seats = SEATS
    state.rows = int(parts.get("rows", USUAL_ROWS))
    state.handicap = int(parts.get("handicap", 0))
    state.starter = {"-": NOBODY, "white": 0, "black": 1}[parts.get("starter", "-")]
    state.turn = {"nobody": NOBODY, "lot": BY_LOT, "white": 0, "black": 1}[parts.get("act", "white")]
    for row, marks in enumerate(parts["tower"].split("/") if parts["tower"] != "-" else ()):
        for column, mark in enumerate(marks):
            state.tower[row, column] = TILE_MARKS.index(mark)
            if mark != ".":
                state.heights[column] = row + 1
    for seat, counts in enumerate(parts.get("left", f"{ALL_TILES}/{ALL_TILES}").split("/")):
        for kind, count in enumerate(counts):
            state.left[seat, kind] = int(count)
        state.dropped[seat] = TILES_A_SIDE - sum(map(int, counts))
    for seat, points in enumerate(parts.get("points", "0,0").split(",")):
        state.points[seat] = int(points)


def places_of(view: View, action: int) -> tuple[str, ...]:
    """The squares the drop would fill, by name."""
    number, column = action // COLUMNS, action % COLUMNS
    row = resting_row(view.as_state, number, column)
    return tuple(f"{COLUMN_NAMES[column + x]}{row + y + 1}" for x, y in STANDS[number].squares)
