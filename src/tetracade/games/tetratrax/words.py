"""TetraTrax in words: sentences, endings, drawings."""

from tetracade.engine.fields import View
from tetracade.engine.polyomino import Stand
from tetracade.engine.wording import counted
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, LETTERS, SEATS, STANDS, TILES_A_SIDE
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.notation import SEAT_NAMES, TILE_MARKS, places_of
from tetracade.games.tetratrax.rules import HOLE, LAST_TILE, makes_hole, touched


def text(view: View, seat: int, action: int) -> str:
    """The drop in words, with what it scores."""
    parts = []
    touches_rival = touched(view.as_state, seat, action)
    if touches_rival:
        parts.append(f"touches {counted(touches_rival, 'tile')}")
    if makes_hole(view.as_state, action):
        parts.append("makes a hole")
    last = view.dropped[seat] == TILES_A_SIDE - 1
    if last:
        parts.append("uses the last tile")
    points = touches_rival - HOLE * makes_hole(view.as_state, action) + LAST_TILE * last
    stand = STANDS[action // COLUMNS]
    tile, places = _article(stand), " ".join(places_of(view, action))
    if not parts:
        return f"drops {tile} on {places} for {_signed(points)}"
    return f"drops {tile} on {places} for {_signed(points)} ({', '.join(parts)})"


def outcome_text(view: View, outcome: int) -> str:
    """Who goes first, and with how many points."""
    who = SEAT_NAMES[outcome]
    if not view.handicap:
        return f"{who} is drawn to go first"
    return f"{who} is drawn to go first and gets {counted(view.handicap, 'point')} for it"


def touches(action: int) -> tuple[str, ...]:
    """The tile, its stand, then the column of its left edge."""
    stand = STANDS[action // COLUMNS]
    letter = LETTERS[stand.kind]
    return (f"tile:{letter}", f"stand:{letter}{stand.number}", f"column:{COLUMN_NAMES[action % COLUMNS]}")


def ending(view: View) -> str:
    """Why the game is over."""
    if sum(view.dropped[seat] for seat in range(SEATS)) == SEATS * TILES_A_SIDE:
        return "all tiles are in the tower"
    return "no tile fits any more"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The handicap, if the table has one, the bonus for the last tile, and everything else."""
    bonus = LAST_TILE if view.dropped[seat] == TILES_A_SIDE else 0
    given = view.handicap if seat == view.starter else 0
    parts = {"touches minus holes": view.points[seat] - bonus - given, "last tile": bonus}
    return {**parts, "handicap": given} if view.handicap else parts


def drawing(view: View) -> str:
    """The tower, a letter for each tile (capitals for White, small for Black), then tiles left and points."""
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


KEY_ROW = 6
"""How many stands the key shows side by side, to fit 40 columns."""


def _article(stand: Stand) -> str:
    name = KINDS[stand.kind]
    return "the domino" if name == "domino" else f"{'an' if name in 'IOSL' else 'a'} {name}"


def _signed(points: int) -> str:
    if points == 0:
        return "no points"
    return f"{points:+d} point{'' if abs(points) == 1 else 's'}".replace("-", "−")


def _cell(tile: int) -> str:
    if not tile:
        return "[dim]. [/dim]"
    mark = TILE_MARKS[tile]
    return f"[black on white]{mark} [/]" if mark.isupper() else f"[white on blue]{mark} [/]"
