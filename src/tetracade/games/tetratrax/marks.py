"""TetraTrax on the board: where a drop lands, what it touches and covers, and how both sides stand."""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.words import Mark
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, LOWEST, STANDS, TILES_A_SIDE, WIDTH
from tetracade.games.tetratrax.notation import notation
from tetracade.games.tetratrax.rules import HOLE, LAST_TILE, resting_row
from tetracade.games.tetratrax.words import breakdown


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """The squares of a drop, then its points where they're earned: tiles touched, holes, the last tile."""
    if seat == SPECTATOR:
        return (Mark("starts", f"seat:{what}"),)
    stand, column = divmod(what, COLUMNS)
    row = int(resting_row(before.as_state, stand, column))
    squares = [(column + x, row + y) for x, y in STANDS[stand].squares]
    found = [Mark("fall", _place(x, y), thing=notation(what)) for x, y in squares]
    touched: dict[int, tuple[int, int]] = {}
    for x, y in squares:
        for near in ((x - 1, y), (x + 1, y), (x, y - 1)):
            tile = _tile(before, *near)
            if tile and (tile - 1) // TILES_A_SIDE != seat:
                touched.setdefault(tile, near)  # TX6: each tile counts once
    found += [Mark("point", _place(*near), 1, "touch") for near in touched.values()]
    for x in range(int(WIDTH[stand])):
        for y in reversed(range(before.heights[column + x], row + int(LOWEST[stand, x]))):  # from right under the tile
            first = not any(mark.kind == "hole" for mark in found)  # TX7: one point, however many squares
            found.append(Mark("hole", _place(column + x, y), -HOLE if first else 0, "hole"))
    if before.dropped[seat] == TILES_A_SIDE - 1:
        found.append(Mark("point", f"seat:{seat}", LAST_TILE, "last tile"))  # TX9
    return tuple(found)


def standing(view: View, seat: int) -> dict[str, int]:
    """The points so far: touches minus holes, and the bonus for the last tile."""
    return breakdown(view, seat)


def _tile(view: View, x: int, y: int) -> int:
    return view.tower[y, x] if 0 <= x < COLUMNS and y >= 0 else 0


def _place(x: int, y: int) -> str:
    return f"square:{COLUMN_NAMES[x]}{y + 1}"
