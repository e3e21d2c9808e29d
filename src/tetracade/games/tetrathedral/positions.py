"""Tetrathedral positions: the options they show, and what is wrong with one that no game can reach."""

from typing import Any

from tetracade.games.tetrathedral.board import FORMATION_MASK, NAMES, PAWNS, SEATS, SIDES
from tetracade.games.tetrathedral.notation import LINE_SETS, SEAT_NAMES
from tetracade.games.tetrathedral.state import DRAWN, MOST_ROLLS, MOVING, ROLL_OFF, WON


def options_of(state: Any) -> dict[str, Any]:
    """The options the state shows."""
    return {"pawns": int(state.side), "lines": LINE_SETS[int(state.strips_only)]}


def fault_of(state: Any) -> str:
    """Why no game can reach this state; empty if one can."""
    if int(state.side) not in PAWNS:
        return f"side={int(state.side)}: each side has {' or '.join(map(str, PAWNS))} pawns"
    return _pawns_wrong(state) or _turn_wrong(state)


def _pawns_wrong(state: Any) -> str:
    spaces: list[int] = []
    for seat in range(SEATS):
        count = int(state.in_play[seat])
        if count > int(state.side):
            return f"{SEAT_NAMES[seat]} has {count} pawns; each side has {int(state.side)}"
        spaces += [int(state.pawns[seat, pawn]) for pawn in range(count)]
    twice = next((space for space in spaces if spaces.count(space) > 1), None)
    return "" if twice is None else f"two pawns stand on {NAMES[twice]}"


def _turn_wrong(state: Any) -> str:
    phase, turn = int(state.phase), int(state.turn)
    if not 0 <= int(state.roll) <= SIDES or any(not 0 <= int(state.forfeited[seat]) <= SIDES for seat in range(SEATS)):
        return f"a roll is 1 to {SIDES}, or 0 for none"
    if not 0 <= int(state.rolls) <= MOST_ROLLS:
        return f"rolls={int(state.rolls)}: a game has at most {MOST_ROLLS}"
    if int(state.roll) and phase != MOVING and phase not in (WON, DRAWN):
        return "a roll is given, but no move is due"
    if phase == ROLL_OFF and int(state.rolls):
        return "act=roll-off: the roll-off comes before any roll"
    closed = [seat for seat in range(SEATS) if _has_formation(state, seat)]
    if phase == WON and turn not in closed:
        return f"{SEAT_NAMES[turn]} has won, but has no four pawns in a triangle"
    if phase != WON and closed:
        return f"{SEAT_NAMES[closed[0]]} has four pawns in a triangle, so the game is over"
    return ""


def _has_formation(state: Any, seat: int) -> bool:
    low, high = int(state.mask[seat, 0]), int(state.mask[seat, 1])
    return any(low & int(one) == int(one) and high & int(two) == int(two) for one, two in FORMATION_MASK)
