"""TetraTrax in words: notation, sentences, why-not, drawings.

A drop is written as the tile's letter, the number of its stand and the column of its left edge: ``T2@C``.
"""

import re
from typing import Any

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.engine.polyomino import Stand
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, HEIGHT, KINDS, LETTERS, SEATS, STANDS, TILES_A_SIDE
from tetracade.games.tetratrax.rules import BY_LOT, HOLE, LAST_TILE, NOBODY, makes_hole, resting_row, touched

SEAT_NAMES = ("White", "Black")
TILE_MARKS = ".ABCDEFGHIJKLabcdefghijkl"
"""How a position writes the tiles: White's drops A to L, Black's a to l."""

_NUMBERS = {(LETTERS[stand.kind], stand.number): index for index, stand in enumerate(STANDS)}


def notation(action: int) -> str:
    """A drop as files write it."""
    stand = STANDS[action // COLUMNS]
    return f"{LETTERS[stand.kind]}{stand.number}@{COLUMN_NAMES[action % COLUMNS]}"


def action_of(notation: str) -> int:
    """The drop written like this."""
    found = re.fullmatch(r"([DIOTSL])([1-9])@([A-H])", notation.strip().upper())
    if found is None:
        raise ValueError(f"{notation!r} is no drop; one is written like T2@C: tile (D I O T S L), stand, @, column A-H")
    letter, number, column = found.groups()
    if (letter, int(number)) not in _NUMBERS:
        most = max(known for kind, known in _NUMBERS if kind == letter)
        raise ValueError(f"{notation!r}: tile {letter} has stands 1 to {most}")
    return _NUMBERS[letter, int(number)] * COLUMNS + COLUMN_NAMES.index(column)


def outcome_notation(outcome: int) -> str:
    """Who starts, as files write it."""
    return SEAT_NAMES[outcome].lower()


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    if notation.capitalize() not in SEAT_NAMES:
        raise ValueError(f"{notation!r} is no outcome of the lot; it is white or black")
    return SEAT_NAMES.index(notation.capitalize())


def text(view: View, seat: int, action: int) -> str:
    """The drop in words, with what it scores."""
    parts = []
    touches_rival = touched(view.as_state, seat, action)
    if touches_rival:
        parts.append(f"touches {touches_rival} {'tile' if touches_rival == 1 else 'tiles'}")
    if makes_hole(view.as_state, action):
        parts.append("makes a hole")
    last = view.dropped[seat] == TILES_A_SIDE - 1
    if last:
        parts.append("uses the last tile")
    points = touches_rival - HOLE * makes_hole(view.as_state, action) + LAST_TILE * last
    stand = STANDS[action // COLUMNS]
    why = f" ({', '.join(parts)})" if parts else ""
    return f"drops {_article(stand)} on {' '.join(_places(view, action))} for {_signed(points)}{why}"


def outcome_text(view: View, outcome: int) -> str:
    """Who starts."""
    return f"the lot falls on {SEAT_NAMES[outcome]}, who starts"


def touches(action: int) -> tuple[str, ...]:
    """The tile, its stand, then the column of its left edge."""
    stand = STANDS[action // COLUMNS]
    letter = LETTERS[stand.kind]
    return (f"tile:{letter}", f"stand:{letter}{stand.number}", f"column:{COLUMN_NAMES[action % COLUMNS]}")


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this drop is not allowed."""
    number, column = action // COLUMNS, action % COLUMNS
    stand = STANDS[number]
    tile = f"tile:{LETTERS[stand.kind]}"
    if view.turn == NOBODY:
        return Refusal("TX10", "The game is over: nobody can play.")
    if view.turn == BY_LOT:
        return Refusal("TX1", "The lot has not been drawn yet.")
    if view.turn != seat:
        return Refusal("TX5", f"It is {SEAT_NAMES[view.turn]}'s turn.")
    if KINDS[stand.kind] == "domino" and stand.width == 1:
        return Refusal("TX4", "The domino goes in lying flat, never upright.", (tile,))
    if view.left[seat, stand.kind] == 0:
        return Refusal("TX3", f"{SEAT_NAMES[seat]} has no {KINDS[stand.kind]} left.", (tile,))
    if column + stand.width > COLUMNS:
        over = column + stand.width - COLUMNS
        said = "column" if over == 1 else "columns"
        return Refusal(
            "TX2", f"The tile sticks out {over} {said} past column H.", (tile, f"column:{COLUMN_NAMES[column]}")
        )
    top = resting_row(view.as_state, number, column) + int(HEIGHT[number])
    return Refusal(
        "TX5",
        f"The tile would reach row {top}; the tower ends at row {view.rows}.",
        (tile, *_places(view, action)),
    )


def ending(view: View) -> str:
    """Why it is over."""
    if sum(view.dropped[seat] for seat in range(SEATS)) == SEATS * TILES_A_SIDE:
        return "all tiles are in the tower"
    return "no tile fits any more"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The last tiles' bonus, and all the rest."""
    bonus = LAST_TILE if view.dropped[seat] == TILES_A_SIDE else 0
    return {"touches less holes": view.points[seat] - bonus, "last tile": bonus}


def drawing(view: View) -> str:
    """The tower, White's tiles in capitals, Black's small, one letter a tile; then tiles left and points."""
    lines = []
    for row in reversed(range(view.rows)):
        lines.append(f"{row + 1:>2} " + "".join(_cell(view.tower[row, column]) for column in range(COLUMNS)))
    lines.append("   " + "".join(f"{name} " for name in COLUMN_NAMES))
    for seat in range(SEATS):
        tiles = " ".join(f"{LETTERS[kind]}x{view.left[seat, kind]}" for kind in range(len(KINDS)))
        turn = ">" if view.turn == seat else " "
        points = f"{view.points[seat]:>2} point{'' if view.points[seat] == 1 else 's'}"
        lines.append(f"{turn} {SEAT_NAMES[seat]}: {points}, tiles {tiles}")
    return "\n".join(lines)


KEY_ROW = 6
"""Stands side by side in the key, so that it fits 40 columns."""


def key(view: View) -> str:
    """Pictures of all stands, by tile."""
    lines = []
    for kind, letter in enumerate(LETTERS):
        stands = [stand for stand in STANDS[:-1] if stand.kind == kind]
        for first in range(0, len(stands), KEY_ROW):
            row = stands[first : first + KEY_ROW]
            lines.append(" ".join(f"{letter}{stand.number:<4}" for stand in row).rstrip())
            for y in reversed(range(max(stand.height for stand in row))):
                pictures = ("".join("#" if (x, y) in stand.squares else " " for x in range(5)) for stand in row)
                lines.append(" ".join(pictures).rstrip())
    return "\n".join(lines)


def seat_name(seat: int) -> str:
    """White or Black."""
    return SEAT_NAMES[seat]


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
    return f"rows={int(state.rows)} tower={'/'.join(rows) or '-'} left={left} points={points} act={turn}"


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line."""
    parts = dict(part.split("=", 1) for part in line.split())
    state.seats = SEATS
    state.rows = int(parts.get("rows", "12"))
    state.turn = {"nobody": NOBODY, "lot": BY_LOT, "white": 0, "black": 1}[parts.get("act", "white")]
    for row, marks in enumerate(parts["tower"].split("/") if parts["tower"] != "-" else ()):
        for column, mark in enumerate(marks):
            state.tower[row, column] = TILE_MARKS.index(mark)
            if mark != ".":
                state.heights[column] = row + 1
    for seat, counts in enumerate(parts.get("left", "122223/122223").split("/")):
        for kind, count in enumerate(counts):
            state.left[seat, kind] = int(count)
        state.dropped[seat] = TILES_A_SIDE - sum(map(int, counts))
    for seat, points in enumerate(parts.get("points", "0,0").split(",")):
        state.points[seat] = int(points)


def _places(view: View, action: int) -> tuple[str, ...]:
    number, column = action // COLUMNS, action % COLUMNS
    row = resting_row(view.as_state, number, column)
    return tuple(f"{COLUMN_NAMES[column + x]}{row + y + 1}" for x, y in STANDS[number].squares)


def _article(stand: Stand) -> str:
    name = KINDS[stand.kind]
    return "the domino" if name == "domino" else f"{'an' if name in 'IOSL' else 'a'} {name}"


def _signed(points: int) -> str:
    return f"{points:+d} points" if abs(points) != 1 else f"{points:+d} point"


def _cell(tile: int) -> str:
    if not tile:
        return "[dim]. [/dim]"
    mark = TILE_MARKS[tile]
    return f"[black on white]{mark} [/]" if mark.isupper() else f"[white on blue]{mark} [/]"
