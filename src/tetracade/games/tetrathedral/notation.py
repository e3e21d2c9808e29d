"""Tetrathedral in notation: actions, outcomes and positions of one line.

``H4-E5`` moves a pawn, ``H4xE5`` is the same move when it captures, ``@A3`` re-enters a pawn. ``roll 6`` is a roll, and
``roll-off 5-3`` the roll-off in which seat 0 had 5 and seat 1 had 3. A position names its pawns and what is due::

    red=H1,H2,H3 blue=A1,A9 side=8 lines=all act=red roll=6 rolls=12 forfeited=0,0
"""

import re
from typing import Any

from tetracade.engine.fields import View
from tetracade.games.tetrathedral.board import (
    BIT,
    MOST_PAWNS,
    NAMES,
    NUMBER_OF,
    PAWNS,
    ROLL_OFFS,
    ROWS,
    SEATS,
    SIDES,
    WORD,
)
from tetracade.games.tetrathedral.state import DRAWN, MOVING, OUT, PAIRS, ROLL_OFF, ROLLING, SPACES, WON

SEAT_NAMES = ("Red", "Blue")
LINE_SETS = ("all", "strips")

BESIDE = "out"
"""Where you touch pawns that are out of play."""


def notation(action: int) -> str:
    """A move as files write it; only the board shows whether it captures."""
    start, end = divmod(action, SPACES)
    return f"@{NAMES[end]}" if start == OUT else f"{NAMES[start]}-{NAMES[end]}"


def action_of(notation: str) -> int:
    """The move written like this, with a dash or with the x of a capture."""
    found = re.fullmatch(r"(?:([A-Z])([0-9]+)\s*[-X]\s*|@\s*)([A-Z])([0-9]+)", notation.strip().upper())
    if found is None:
        raise ValueError(f"{notation!r} isn't a move; write one like H4-E5, H4xE5 for a capture, or @A3 to re-enter")
    row, number, end_row, end_number = found.groups()
    start = OUT if row is None else _space_of(row + number)
    return start * SPACES + _space_of(end_row + end_number)


def outcome_notation(outcome: int) -> str:
    """A roll or a roll-off as files write it."""
    if outcome < SIDES:
        return f"roll {outcome + 1}"
    first, second = ROLL_OFFS[outcome - SIDES]
    return f"roll-off {first}-{second}"


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    wanted = " ".join(notation.lower().split())
    if wanted not in _OUTCOMES:
        raise ValueError(f"{notation!r} isn't an outcome; write one like roll 6, or roll-off 5-3 (never equal)")
    return _OUTCOMES[wanted]


def position(state: Any) -> str:
    """The state in one line."""
    parts = [f"{SEAT_NAMES[seat].lower()}={_spaces_in(state, seat)}" for seat in range(SEATS)]
    phase, turn = int(state.phase), SEAT_NAMES[int(state.turn)].lower()
    act = {ROLL_OFF: "roll-off", ROLLING: turn, MOVING: turn, WON: f"won:{turn}", DRAWN: "drawn"}[phase]
    if phase == DRAWN:
        act += f":{turn}"
    parts += [f"side={int(state.side)}", f"lines={LINE_SETS[int(state.strips_only)]}", f"act={act}"]
    parts += [f"roll={int(state.roll)}", f"rolls={int(state.rolls)}"]
    return " ".join([*parts, f"forfeited={int(state.forfeited[0])},{int(state.forfeited[1])}"])


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line; you may leave out everything but the pawns."""
    parts = dict(part.split("=", 1) for part in line.split())
    state.seats = SEATS
    state.side = int(parts.get("side", PAWNS[0]))
    state.strips_only = LINE_SETS.index(parts.get("lines", "all"))
    act, _, last = parts.get("act", "red").partition(":")
    state.roll = int(parts.get("roll", "0"))
    state.phase = {"roll-off": ROLL_OFF, "won": WON, "drawn": DRAWN}.get(act, MOVING if state.roll else ROLLING)
    names = [name.lower() for name in SEAT_NAMES]
    state.turn = names.index(act if act in names else last or "red")
    state.rolls = int(parts.get("rolls", "0"))
    for seat, roll in enumerate(parts.get("forfeited", "0,0").split(",")):
        state.forfeited[seat] = int(roll)
    for seat, name in enumerate(names):
        spaces = sorted(_space_of(space) for space in parts.get(name, "").replace("-", "").split(",") if space)
        state.in_play[seat] = len(spaces)
        for pawn in range(MOST_PAWNS):
            state.pawns[seat, pawn] = spaces[pawn] if pawn < len(spaces) else OUT
        for space in spaces:
            state.mask[seat, WORD[space]] |= BIT[space]


def _space_of(name: str) -> int:
    if name not in NUMBER_OF:
        row = [known for known in NAMES if known[0] == name[0]]
        off = f"row {name[0]} is {row[0]} to {row[-1]}" if row else f"rows are A to {ROWS[-1]}"
        raise ValueError(f"{name} is off the board: {off} (TH1)")
    return NUMBER_OF[name]


def _spaces_in(state: Any, seat: int) -> str:
    return ",".join(NAMES[int(state.pawns[seat, pawn])] for pawn in range(int(state.in_play[seat]))) or "-"


_OUTCOMES = {outcome_notation(outcome): outcome for outcome in range(SIDES + PAIRS)}


def owner_of(view: View, space: int) -> str:
    """The name of the seat with a pawn on the space, or nothing."""
    for seat in range(SEATS):
        if space in view.pawns[seat].array[: view.in_play[seat]]:
            return SEAT_NAMES[seat]
    return ""
