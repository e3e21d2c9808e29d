"""Tetrathedral in words: sentences, endings, drawings."""

from tetracade.engine.fields import View
from tetracade.games.tetrathedral.board import (
    NAMES,
    ON_RING,
    ROLL_OFFS,
    ROW_SIZES,
    ROWS,
    SEATS,
    SIDES,
    SPACES,
)
from tetracade.games.tetrathedral.notation import (
    BESIDE,
    SEAT_NAMES,
    owner_of,
)
from tetracade.games.tetrathedral.rules import can_use, wins
from tetracade.games.tetrathedral.state import MOST_ROLLS, MOVING, OUT, WON


def text(view: View, seat: int, action: int) -> str:
    """The move in words: what it captures, and whether it wins."""
    start, end = divmod(action, len(SPACES))
    victim = view.pawns[1 - seat].array
    captures = end in victim[: view.in_play[1 - seat]]
    if start == OUT:
        return f"re-enters on {NAMES[end]}"
    here, there, rival = NAMES[start], NAMES[end], SEAT_NAMES[1 - seat]
    if wins(view.as_state, seat, action):
        if captures:
            return f"moves {here}x{there}, captures {rival}'s pawn and completes a formation"
        return f"moves {here}-{there} and completes a formation"
    return f"moves {here}x{there} and captures {rival}'s pawn" if captures else f"moves {here}-{there}"


def outcome_text(view: View, outcome: int) -> str:
    """The roll, and that it's forfeited if no pawn can use it (TH4)."""
    if outcome >= SIDES:
        first, second = ROLL_OFFS[outcome - SIDES]
        winner = SEAT_NAMES[0 if first > second else 1]
        return f"{SEAT_NAMES[0]} rolls {first} and {SEAT_NAMES[1]} {second}: {winner} moves first"
    roll, who = outcome + 1, SEAT_NAMES[view.turn]
    if can_use(view.as_state, view.turn, roll):
        return f"{who} rolls {roll}"
    if view.in_play[view.turn] == 0:
        return f"{who} rolls {roll} with no pawn in play and forfeits the roll"
    return f"{who} rolls {roll}, can't move any pawn and forfeits the roll"


def touches(action: int) -> tuple[str, ...]:
    """The pawn's space, or the pawns out of play, then its destination."""
    start, end = divmod(action, len(SPACES))
    return (BESIDE if start == OUT else NAMES[start], NAMES[end])


def ending(view: View) -> str:
    """Why the game is over."""
    if view.phase == WON:
        return f"{SEAT_NAMES[view.turn]} completed a formation"
    return f"{MOST_ROLLS} rolls without a formation"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The formation, for or against."""
    if view.phase != WON:
        return {"formation": 0}
    return {"formation": 1} if view.turn == seat else {"the rival's formation": -1}


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


def seat_name(seat: int) -> str:
    """Red or Blue."""
    return SEAT_NAMES[seat]


def _left(row: int) -> int:
    """Columns to the left of the row's first slash, in the first of its three lines."""
    half = len(ROWS) // 2
    return 3 * (half - row) + 2 if row < half else 3 * (row - half) + 3


def _cell(view: View, space: int, number: int) -> str:
    """Two columns: the pawn, or the space's number, which is fainter on the ring."""
    owner = owner_of(view, space)
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
