"""Cards entering and leaving hands, and what everyone knows about them."""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import State
from tetracade.games.tetrad.board import FULL, NO_CARD


@rule
def add_to_hand(state: State, seat: int, card: int) -> None:
    """Put the card into the hand, in order."""
    place = state.hand_size[seat]
    while place > 0 and state.hand[seat, place - 1] > card:
        state.hand[seat, place] = state.hand[seat, place - 1]
        place -= 1
    state.hand[seat, place] = card
    state.hand_size[seat] += 1


@rule
def leave_hand(state: State, seat: int, card: int) -> None:
    """Take the card out of the hand; if one like it was known, that one has left (TD26)."""
    place = 0
    while state.hand[seat, place] != card:
        place += 1
    state.hand_size[seat] -= 1
    for later in range(place, state.hand_size[seat]):
        state.hand[seat, later] = state.hand[seat, later + 1]
    state.hand[seat, state.hand_size[seat]] = NO_CARD
    for known in range(FULL):
        if state.known[seat, known] == card:
            for later in range(known, FULL - 1):
                state.known[seat, later] = state.known[seat, later + 1]
            state.known[seat, FULL - 1] = NO_CARD
            return


@rule
def add_to_known(state: State, seat: int, card: int) -> None:
    """Note that everyone knows this card is in the hand (TD13, TD26)."""
    place = 0
    while state.known[seat, place] != NO_CARD:
        place += 1
    while place > 0 and state.known[seat, place - 1] > card:
        state.known[seat, place] = state.known[seat, place - 1]
        place -= 1
    state.known[seat, place] = card


@rule
def is_known(state: State, seat: int, card: int) -> bool:
    """Whether everyone knows such a card is in the hand."""
    found = False
    for place in range(FULL):
        found = found or state.known[seat, place] == card
    return found


@inlined
def add_to_discard(state: State, card: int) -> None:
    """Lay the card on the discard pile."""
    state.discard[state.discards] = card
    state.discards += 1
