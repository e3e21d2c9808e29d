"""Tetrathedral in words: sentences, why-not, drawings; its notation is in notation.py."""

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.games.tetrathedral.board import (
    LINES,
    NAMES,
    ON_RING,
    ROLL_OFFS,
    ROW_SIZES,
    ROWS,
    SEATS,
    SIDES,
    SPACES,
    WAY_LENGTH,
    WAY_OF,
    WAY_STRIP,
    WAYS,
    path,
)
from tetracade.games.tetrathedral.notation import (
    SEAT_NAMES,
    action_of,
    notation,
    outcome_notation,
    outcome_of,
    position,
    read_position,
)
from tetracade.games.tetrathedral.rules import (
    DRAWN,
    MOST_ROLLS,
    MOVING,
    OUT,
    ROLL_OFF,
    WON,
    can_use,
    longest,
    wins,
)

__all__ = [
    "action_of",
    "breakdown",
    "drawing",
    "ending",
    "notation",
    "outcome_notation",
    "outcome_of",
    "outcome_text",
    "position",
    "read_position",
    "seat_name",
    "text",
    "touches",
    "why_not",
]

BESIDE = "out"
"""Where pawns out of play are touched."""


def text(view: View, seat: int, action: int) -> str:
    """The move in words: what it captures, and whether it wins."""
    start, end = divmod(action, len(SPACES))
    victim = view.pawns[1 - seat].array
    captures = end in victim[: view.in_play[1 - seat]]
    if start == OUT:
        said = f"re-enters on {NAMES[end]}"
    elif captures:
        said = f"moves {NAMES[start]}x{NAMES[end]} and captures {SEAT_NAMES[1 - seat]}'s pawn"
    else:
        said = f"moves {NAMES[start]}-{NAMES[end]}"
    return f"{said}, completing a formation" if wins(view.as_state, seat, action) else said


def outcome_text(view: View, outcome: int) -> str:
    """The roll, and that it is forfeited where no pawn can move it (TH4)."""
    if outcome >= SIDES:
        first, second = ROLL_OFFS[outcome - SIDES]
        winner = SEAT_NAMES[0 if first > second else 1]
        return f"{SEAT_NAMES[0]} rolls {first} and {SEAT_NAMES[1]} {second}: {winner} moves first"
    roll = outcome + 1
    said = f"{SEAT_NAMES[view.turn]} rolls {roll}"
    if can_use(view.as_state, view.turn, roll):
        return said
    if view.in_play[view.turn] == 0:
        return f"{said}, has no pawn in play and forfeits it"
    return f"{said}, cannot move a pawn so far and forfeits it"


def touches(action: int) -> tuple[str, ...]:
    """The pawn's space, or the pawns out of play, then where it goes."""
    start, end = divmod(action, len(SPACES))
    return (BESIDE if start == OUT else NAMES[start], NAMES[end])


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this move is not allowed."""
    if view.phase == WON:
        return Refusal("TH9", f"The game is over: {SEAT_NAMES[view.turn]} has completed a formation.")
    if view.phase == DRAWN:
        return Refusal("TH10", f"The game is over: it was drawn after {MOST_ROLLS} rolls.")
    if view.phase == ROLL_OFF:
        return Refusal("TH3", "The roll-off comes first.")
    if view.turn != seat:
        return Refusal("TH3", f"It is {SEAT_NAMES[view.turn]}'s turn.")
    if view.phase != MOVING:
        return Refusal("TH3", "The die has not been rolled yet.")
    start, end = divmod(action, len(SPACES))
    return _no_entry(view, seat, end) if start == OUT else _no_move(view, seat, start, end)


def _no_entry(view: View, seat: int, end: int) -> Refusal:
    """Why no pawn may re-enter on this space (TH8)."""
    if view.roll != SIDES:
        return Refusal("TH8", f"Only a roll of 8 lets a pawn re-enter; this is a {view.roll}.", (BESIDE,))
    if view.in_play[seat] == view.side:
        return Refusal("TH8", f"{SEAT_NAMES[seat]} has no pawn out of play.", (BESIDE,))
    if not ON_RING[end]:
        return Refusal("TH8", f"{NAMES[end]} is not on the outer ring, where pawns re-enter.", (NAMES[end],))
    whose = _owner_of(view, end)
    return Refusal(
        "TH8",
        f"{whose} has a pawn on {NAMES[end]}; a pawn re-enters on an empty space and never captures.",
        (NAMES[end],),
    )


def _no_move(view: View, seat: int, start: int, end: int) -> Refusal:
    """Why no pawn may move from the one space to the other (TH4 to TH8)."""
    here, there = NAMES[start], NAMES[end]
    if _owner_of(view, start) != SEAT_NAMES[seat]:
        return Refusal("TH4", f"{SEAT_NAMES[seat]} has no pawn on {here}.", (here,))
    if start == end:
        return Refusal("TH4", "A pawn that moves leaves its space.", (here,))
    way = int(WAY_OF[start, end])
    if way < 0:
        return Refusal("TH5", f"No straight line leads from {here} to {there}.", (here, there))
    if view.strips_only and not WAY_STRIP[way]:
        return Refusal(
            "TH5", f"{there} is not on a strip with {here}, and this table moves along strips only.", (here, there)
        )
    length = int(WAY_LENGTH[way])
    most = longest(view.as_state, seat, view.roll)
    if view.roll != SIDES and length != view.roll:
        reach = _reach(view, start, end)
        if reach < view.roll:
            said = (
                f"The line from {here} over {there} leaves the board after {_spaces(reach)}; the roll is {view.roll}."
            )
        else:
            said = f"{there} is {_spaces(length)} from {here}; the roll is {view.roll}, and all of it is moved."
        return Refusal("TH4", said, (here, there))
    if length > most:
        return Refusal(
            "TH8",
            f"{there} is {_spaces(length)} from {here}; with a pawn out of play an 8 moves 8 at most.",
            (here, there),
        )
    for space in WAYS[way].between:
        if _owner_of(view, space):
            said = f"{_owner_of(view, space)}'s pawn on {NAMES[space]} is in the way."
            return Refusal("TH4", said, (here, NAMES[space], there))
    return Refusal("TH4", f"{SEAT_NAMES[seat]} has a pawn on {there} already.", (here, there))


def ending(view: View) -> str:
    """Why it is over."""
    if view.phase == WON:
        return f"{SEAT_NAMES[view.turn]} has completed a formation"
    return f"{MOST_ROLLS} rolls without a formation"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The formation, for or against."""
    if view.phase != WON:
        return {"formation": 0}
    return {"formation": 1} if view.turn == seat else {"the rival's formation": -1}


def seat_name(seat: int) -> str:
    """Red or Blue."""
    return SEAT_NAMES[seat]


def drawing(view: View) -> str:
    r"""The triangles with their numbers, three lines to a row, R and B where pawns stand; then who is where.

    A triangle that points up and its neighbour that points down::

         /\    /
        /R \2 /
       /____\/
    """
    lines = [" " * _left(0) + " " + "______" * (ROW_SIZES[0] // 2)]
    index = 0
    for row, size in enumerate(ROW_SIZES):
        up = SPACES[index].points_up
        parts = ["", "", ""]
        for number in range(1, size + 1):
            cell = _cell(view, index, number)
            slash = "/" if up else "\\"
            parts[0] += slash if up else f"{slash}    "
            parts[1] += slash * (2 if cell[0] == "[" and not up else 1) + cell  # a doubled backslash is one in markup
            parts[2] += f"{slash}____" if up else slash
            up = not up
            index += 1
        slash = "/" if up else "\\"
        for line in range(3):
            slope = -line if SPACES[index - 1].points_up else line
            name = f" {ROWS[row]}" if line == 1 else "  "
            lines.append(name + " " * (_left(row) - 2 + slope) + parts[line] + slash)
    return "\n".join([*lines, *(_standing(view, seat) for seat in range(SEATS))])


def _left(row: int) -> int:
    """Columns to the left of the row's first slash, in the first of its three lines."""
    return 14 - 3 * row if row < len(ROWS) // 2 else 3 + 3 * (row - len(ROWS) // 2)


def _cell(view: View, space: int, number: int) -> str:
    """Two columns: the pawn, or the space's number, which is fainter on the ring."""
    owner = _owner_of(view, space)
    if owner == SEAT_NAMES[0]:
        return "[bold white on red]R [/]"
    if owner == SEAT_NAMES[1]:
        return "[bold white on blue]B [/]"
    return f"[dim]{number:<2}[/dim]" if ON_RING[space] else f"{number:<2}"


def _standing(view: View, seat: int) -> str:
    """One line: whose turn, the pawns' spaces, those out of play, the roll."""
    moving = view.phase == MOVING and view.turn == seat
    spaces = " ".join(NAMES[space] for space in view.pawns[seat].array[: view.in_play[seat]]) or "no pawn in play"
    out = view.side - view.in_play[seat]
    said = f"{'>' if moving else ' '} {SEAT_NAMES[seat]}: {spaces}"
    if out:
        said += f", {out} out of play"
    if moving:
        said += f"; rolled {view.roll}"
    elif view.forfeited[seat]:
        said += f"; forfeited a {view.forfeited[seat]}"
    return said


def _owner_of(view: View, space: int) -> str:
    """The name of the seat with a pawn on the space, or nothing."""
    for seat in range(SEATS):
        if space in view.pawns[seat].array[: view.in_play[seat]]:
            return SEAT_NAMES[seat]
    return ""


def _reach(view: View, start: int, end: int) -> int:
    """How many spaces the longest line from the one space over the other has on the board."""
    allowed = (line for line in LINES if line.strip or not view.strips_only)
    paths = (path(SPACES[start], line) for line in allowed)
    return max(len(met) for met in paths if SPACES[end] in met)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
