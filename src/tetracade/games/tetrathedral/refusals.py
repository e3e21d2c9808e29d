"""Why an action is not allowed in Tetrathedral: the rule's number, a sentence, and the places concerned."""

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
    whose = owner_of(view, end)
    return Refusal(
        "TH8",
        f"{whose} has a pawn on {NAMES[end]}; a pawn re-enters on an empty space and never captures.",
        (NAMES[end],),
    )


def _no_move(view: View, seat: int, start: int, end: int) -> Refusal:
    """Why no pawn may move from the one space to the other (TH4 to TH8)."""
    here, there = NAMES[start], NAMES[end]
    if owner_of(view, start) != SEAT_NAMES[seat]:
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
        if owner_of(view, space):
            said = f"{owner_of(view, space)}'s pawn on {NAMES[space]} is in the way."
            return Refusal("TH4", said, (here, NAMES[space], there))
    return Refusal("TH4", f"{SEAT_NAMES[seat]} has a pawn on {there} already.", (here, there))


def _reach(view: View, start: int, end: int) -> int:
    """How many spaces the longest line from the one space over the other has on the board."""
    allowed = (line for line in LINES if line.strip or not view.strips_only)
    paths = (path(SPACES[start], line) for line in allowed)
    return max(len(met) for met in paths if SPACES[end] in met)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"
