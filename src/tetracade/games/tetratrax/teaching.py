"""TetraTrax explained while it is played: the goal, how far everyone is, why a drop is good, and what things are."""

import numpy as np

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import counted, spelled
from tetracade.engine.words import Note
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, LETTERS, SEATS, TILES_A_SIDE
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.marks import marks
from tetracade.games.tetratrax.notation import SEAT_NAMES
from tetracade.games.tetratrax.rules import HOLE, LAST_TILE, legal, makes_hole, points_of, touched
from tetracade.games.tetratrax.state import ACTIONS, NOBODY

FEW = 1
"""A best answer worth no more than this is worth telling."""


def goal(view: View) -> str:
    """What wins."""
    return "Touch your rival’s tiles: +1 for each, −1 for a hole. The higher score wins."


def progress(view: View, seat: int) -> str:
    """The seat's points, and the tiles it has left."""
    left = TILES_A_SIDE - view.dropped[seat]
    return f"{counted(view.points[seat], 'point')}, {counted(left, 'tile')} left".replace("-", "−")


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """How the drop compares with others, how little it leaves the rival, and, if that is all, what it touches."""
    rival = SEAT_NAMES[1 - seat]
    found = []
    points = int(points_of(before.as_state, seat, action))
    if points > 0 and points == _best_drop(before, seat):
        found.append("scores as much as any drop can now")
    if before.dropped[seat] == TILES_A_SIDE - 1:
        found.append(f"uses your last tile for {LAST_TILE} more points")
    if after.turn == NOBODY:
        found.append("ends the game")
    elif after.turn == 1 - seat and (best := _best_drop(after, 1 - seat)) <= FEW:
        found.append(f"leaves {rival} at most {counted(best, 'point')}" if best > 0 else f"leaves {rival} no point")
    elif after.turn == seat:
        found.append(f"leaves {rival} no tile that fits")
    if not makes_hole(before.as_state, action):
        found.append("makes no hole")
    elif not found and (touching := touched(before.as_state, seat, action)):
        found.append(f"touches {spelled(touching)} of {rival}’s tiles")
    return tuple(found)


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """Falling, touching, holes, the last tile, and sitting out."""
    if seat == SPECTATOR:
        return ()
    found = [*_met_at(before, after, seat, what)]
    if after.turn == seat:
        said = f"No tile of {SEAT_NAMES[1 - seat]}’s fits any more. They sit out, and {SEAT_NAMES[seat]} plays on."
        found.append(Note("Sitting out", said, "TX8", f"seat:{1 - seat}"))
    if after.turn == NOBODY:
        found.append(Note("The end", "When nobody can play, the higher score wins.", "TX10"))
    return tuple(found)


def about(view: View, place: str) -> Note | None:
    """A tile in hand, a rival's, a column, a square of the tower, or a side."""
    kind, _, name = place.partition(":")
    if kind == "rival" and name in LETTERS and name:
        number, rival = LETTERS.index(name), 1 - max(view.seat, 0)
        said = f"{counted(view.left[rival, number], 'tile')} left. See what they could drop before you do."
        return Note(f"{SEAT_NAMES[rival]}’s {KINDS[number]}", said, "TX3", place)
    if kind in ("tile", "stand") and name[:1] in LETTERS and name:
        number = LETTERS.index(name[0])
        said = f"{counted(view.left[max(view.seat, 0), number], 'tile')} left. You may turn and flip it."
        if KINDS[number] == "domino":
            return Note("The domino", f"{said} It may only lie flat.", "TX4", place)
        return Note(f"The {KINDS[number]} tile", said, "TX3", place)
    if kind == "column" and name in COLUMN_NAMES and name:
        height = view.heights[COLUMN_NAMES.index(name)]
        said = f"Filled up to row {height} of {view.rows}. A tile falls until something below stops it."
        return Note(f"Column {name}", said, "TX5", place)
    if kind == "square":
        return _square(view, place, name)
    if kind == "seat" and name.isdigit() and int(name) < SEATS:
        return Note(SEAT_NAMES[int(name)], f"{progress(view, int(name))}.", "TX10", place)
    return None


def legend(view: View) -> tuple[Note, ...]:
    """Tiles of both sides, holes and columns."""
    rows = [(row, column) for row in range(view.rows) for column in range(COLUMNS)]
    found = [Note("Column", "Touch it to drop your tile with its left edge here.", "TX5", f"column:{COLUMN_NAMES[0]}")]
    for seat in range(SEATS):
        mine = (at for at in rows if view.tower[at] and (view.tower[at] - 1) // TILES_A_SIDE == seat)
        if at := next(mine, None):
            said = "Each one that a rival’s drop touches is a point for them."
            found.append(Note(f"{SEAT_NAMES[seat]}’s tile", said, "TX6", _place(*at)))
    if hole := next((at for at in rows if not view.tower[at] and at[0] < view.heights[at[1]]), None):
        found.append(Note("Hole", "Covered and lost. Making one costs a point.", "TX7", _place(*hole)))
    return tuple(found)


def _met_at(before: View, after: View, seat: int, what: int) -> list[Note]:
    """Rules that a drop meets, told above the tile so that what it touches stays in sight."""
    found: dict[str, Note] = {}
    shown = marks(before, after, seat, what)
    top = max((mark.place for mark in shown if mark.kind == "fall"), key=lambda place: int(place[len("square:A") :]))
    for mark in shown:
        if mark.kind == "fall":
            said = "A tile falls straight down until something stops it, and never slides sideways."
            found.setdefault("TX5", Note("Falling", said, "TX5", top))
        elif mark.cause == "touch":
            said = "Each rival tile that yours touches along an edge scores a point, and counts once."
            found.setdefault("TX6", Note("Touching", said, "TX6", top))
        elif mark.kind == "hole":
            said = f"This square is sealed off. A drop that makes a hole loses {HOLE}, and never more."
            found.setdefault("TX7", Note("A hole", said, "TX7", mark.place))
        elif mark.cause == "last tile":
            said = f"Dropping your very last tile earns {LAST_TILE} points more."
            found.setdefault("TX9", Note("The last tile", said, "TX9", mark.place))
    return list(found.values())


def _best_drop(view: View, seat: int) -> int:
    """The most points that the seat's next drop can score."""
    actions = np.zeros(ACTIONS, np.int64)
    count = legal(view.as_state, seat, actions)
    return max((int(points_of(view.as_state, seat, int(action))) for action in actions[:count]), default=0)


def _square(view: View, place: str, name: str) -> Note | None:
    column, row = name[:1], name[1:]
    if not column or column not in COLUMN_NAMES or not row.isdigit() or not 1 <= int(row) <= view.rows:
        return None
    x, y = COLUMN_NAMES.index(column), int(row) - 1
    tile = view.tower[y, x]
    if tile:
        owner = SEAT_NAMES[(tile - 1) // TILES_A_SIDE]
        return Note(f"{owner}’s tile", "A drop of the other side that touches it scores a point.", "TX6", place)
    if y < view.heights[x]:
        return Note("A hole", "Nothing can reach it any more. Covering it again is free.", "TX7", place)
    return Note(f"Square {name}", "Still open.", "TX5", place)


def _place(row: int, column: int) -> str:
    return f"square:{COLUMN_NAMES[column]}{row + 1}"
