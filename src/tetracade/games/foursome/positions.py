"""Foursome positions: the options they show, and what is wrong with one that no game can reach."""

from typing import Any

from tetracade.games.foursome.board import (
    CHIP_COLOURS,
    CHIPS_A_COLOUR,
    COLOURS,
    FOURSOMES_OF_MORE,
    FOURSOMES_OF_TWO,
    KIND_NAMES,
    MOST_SEATS,
    NAME_SETS,
    STEAL,
)
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.notation import ENDS, PHASES, seat_name
from tetracade.games.foursome.state import LOCKED, NONE, STEAL_NAMES

BETWEEN = ("pick", "got-it", "asked", "play")
"""Phases in which hands are full, apart from the card just picked."""


def options_of(state: Any) -> dict[str, Any]:
    """The options the state shows."""
    return {"names": NAME_SETS[int(state.names)], "steal": STEAL_NAMES[int(state.steal)]}


def fault_of(state: Any) -> str:
    """Why no game can reach this state; empty if one can."""
    return _turn_wrong(state) or _chips_wrong(state) or _hands_wrong(state)


def _turn_wrong(state: Any) -> str:
    seats, phase = int(state.seats), PHASES[int(state.phase)]
    for name in ("active", "actor"):
        if not 0 <= int(getattr(state, name)) < seats:
            return f"{name}={int(getattr(state, name))}: the seats are 0 to {seats - 1}"
    if not NONE <= int(state.owing) < seats:
        return f"owing={int(state.owing)}: the seats are 0 to {seats - 1}"
    if (phase == "over") != (ENDS[int(state.ended)] != "no"):
        return f"phase={phase} and ended={ENDS[int(state.ended)]} contradict each other"
    if phase in ("got-it", "asked") and int(state.called) == NONE:
        return f"phase={phase}, but no card is called"
    if phase == "take" and int(state.claim) == NONE:
        return "phase=take, but no chip has made a foursome"
    return ""


def _chips_wrong(state: Any) -> str:
    seats = int(state.seats)
    playing = seats if seats <= COLOURS else seats // 2
    target = FOURSOMES_OF_TWO if seats == 2 else FOURSOMES_OF_MORE
    for colour, name in enumerate(CHIP_COLOURS):
        chips = [
            int(state.board[space]) for space in range(SPACES) if (int(state.board[space]) - 1) % COLOURS == colour
        ]
        chips = [chip for chip in chips if chip]
        taken, locked = int(state.foursomes[colour]), sum(chip == colour + LOCKED for chip in chips)
        if colour >= playing and (chips or taken):
            return f"{name} doesn't play with {seats} seats"
        if len(chips) > CHIPS_A_COLOUR:
            return f"{name} has {CHIPS_A_COLOUR} chips, not {len(chips)}"
        if not 0 <= taken <= target or not 3 * taken + min(taken, 1) <= locked <= 4 * taken:
            return f"{name}'s foursomes ({taken}) don't fit its locked chips ({locked})"
    return ""


def _hands_wrong(state: Any) -> str:
    seats, phase = int(state.seats), PHASES[int(state.phase)]
    full = 5 if seats <= COLOURS else 3
    for seat in range(MOST_SEATS):
        held = int(state.held[seat])
        if seat >= seats and held:
            return f"there are more hands than the {seats} seats"
        extra = seat == int(state.active) and phase in ("asked", "got-it", "play")
        if seat < seats and phase in BETWEEN and held != full + extra:
            return f"{seat_name(seat)} holds {held} cards, but should hold {full + extra} now"
        if held > full + 1:
            return f"{seat_name(seat)} holds {held} cards; nobody holds more than {full + 1}"
        hand = [int(state.hand[seat, place]) - 1 for place in range(held)]
        for kind in range(STEAL):
            known = (int(state.read[seat]) >> kind & 1) + (int(state.read_both[seat]) >> kind & 1)
            if known > hand.count(kind):
                return f"{seat_name(seat)} is known to hold {KIND_NAMES[kind]}, which isn't in the hand"
    return ""
