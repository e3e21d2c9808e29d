"""Why an action isn't allowed in Tetrathedral: the rule's number, a sentence, and the places concerned."""

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.games.tetrathedral.board import (
    LINES,
    NAMES,
    ON_RING,
    SIDES,
    SPACES,
    WAY_LENGTH,
    WAY_OF,
    WAY_STRIP,
    WAYS,
    path,
)
from tetracade.games.tetrathedral.notation import (
    BESIDE,
    SEAT_NAMES,
    owner_of,
)
from tetracade.games.tetrathedral.rules import longest
from tetracade.games.tetrathedral.state import DRAWN, MOST_ROLLS, MOVING, OUT, ROLL_OFF, WON


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this move isn't allowed."""
    if view.phase == WON:
        return Refusal("TH9", f"The game is over: {SEAT_NAMES[view.turn]} completed a formation.")
    if view.phase == DRAWN:
        return Refusal("TH10", f"The game is over: it's a draw after {MOST_ROLLS} rolls.")
    if view.phase == ROLL_OFF:
        return Refusal("TH3", "The roll-off comes first.")
    if view.turn != seat:
        return Refusal("TH3", f"It's {SEAT_NAMES[view.turn]}'s turn.")
    if view.phase != MOVING:
        return Refusal("TH3", "The die hasn't been rolled yet.")
    start, end = divmod(action, len(SPACES))
    return _no_entry(view, seat, end) if start == OUT else _no_move(view, seat, start, end)


def _no_entry(view: View, seat: int, end: int) -> Refusal:
    """Why no pawn may re-enter on this space (TH8)."""
    if view.roll != SIDES:
        return Refusal("TH8", f"Only an 8 lets a pawn re-enter, and you rolled {view.roll}.", (BESIDE,))
    if view.in_play[seat] == view.side:
        return Refusal("TH8", "All your pawns are in play.", (BESIDE,))
    if not ON_RING[end]:
        return Refusal("TH8", f"Pawns re-enter on the outer ring, and {NAMES[end]} isn't on it.", (NAMES[end],))
    whose = owner_of(view, end)
    return Refusal(
        "TH8",
        f"{whose} has a pawn on {NAMES[end]}. Re-enter on an empty space: you can't capture there.",
        (NAMES[end],),
    )


def _no_move(view: View, seat: int, start: int, end: int) -> Refusal:
    """Why no pawn may move from the one space to the other (TH4 to TH8)."""
    here, there = NAMES[start], NAMES[end]
    if owner_of(view, start) != SEAT_NAMES[seat]:
        return Refusal("TH4", f"You have no pawn on {here}.", (here,))
    if start == end:
        return Refusal("TH4", "Move the pawn to another space.", (here,))
    way = int(WAY_OF[start, end])
    if way < 0:
        return Refusal("TH5", f"No straight line leads from {here} to {there}.", (here, there))
    if view.strips_only and not WAY_STRIP[way]:
        return Refusal(
            "TH5", f"This table moves along strips only, and no strip joins {here} and {there}.", (here, there)
        )
    length = int(WAY_LENGTH[way])
    most = longest(view.as_state, seat, view.roll)
    if view.roll != SIDES and length != view.roll:
        reach = _reach(view, start, end)
        if reach < view.roll:
            said = f"From {here} through {there} the board ends after {_spaces(reach)}, and you rolled {view.roll}."
        else:
            said = f"{there} is {_spaces(length)} from {here}; you rolled {view.roll} and must move all of it."
        return Refusal("TH4", said, (here, there))
    if length > most:
        return Refusal(
            "TH8",
            f"{there} is {_spaces(length)} from {here}. With a pawn out of play, an 8 moves at most 8.",
            (here, there),
        )
    for space in WAYS[way].between:
        if owner_of(view, space):
            said = f"{owner_of(view, space)}'s pawn on {NAMES[space]} is in the way."
            return Refusal("TH4", said, (here, NAMES[space], there))
    return Refusal("TH4", f"You already have a pawn on {there}.", (here, there))


def _reach(view: View, start: int, end: int) -> int:
    """How far the longest line from the one space through the other runs on the board."""
    allowed = (line for line in LINES if line.strip or not view.strips_only)
    paths = (path(SPACES[start], line) for line in allowed)
    return max(len(met) for met in paths if SPACES[end] in met)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
