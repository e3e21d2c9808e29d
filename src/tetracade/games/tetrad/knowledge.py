"""What a seat knows: the draws it sees, a redeal of everything else, and features for learning."""

from tetracade.engine.chance import below
from tetracade.engine.compile import rule
from tetracade.engine.contract import Features, Rng, State
from tetracade.games.tetrad.board import CARDS, FULL, IMAGES, PATTERNS, POCKETS, SEATS
from tetracade.games.tetrad.hands import add_to_hand
from tetracade.games.tetrad.state import DEALING, DRAWING, ENDED, FEATURES


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """A card dealt or drawn is seen by the seat that gets it, everything else by everyone."""
    if state.phase == DEALING:
        return bool(viewer == (state.dealer + 1 + state.step) % state.seats)
    return bool(state.phase != DRAWING or viewer == state.turn)


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Take back every card the seat can't see, and deal as many again, all equally likely."""
    for other in range(state.seats):
        if other == seat:
            continue
        place = 0
        for card_place in range(state.hand_size[other]):  # both rows are in order
            card = state.hand[other, card_place]
            if place < FULL and state.known[other, place] == card:
                place += 1
            else:
                state.pile[card] += 1
                state.pile_size += 1
        for card_place in range(FULL):
            state.hand[other, card_place] = state.known[other, card_place]
    for other in range(state.seats):
        if other == seat:
            continue
        wanted, known = state.hand_size[other], 0
        for card_place in range(FULL):
            known += 1 if state.known[other, card_place] else 0
        state.hand_size[other] = known
        for _ in range(wanted - known):
            left = below(rng, state.pile_size)
            card = 0
            while left >= state.pile[card]:
                left -= state.pile[card]
                card += 1
            state.pile[card] -= 1
            state.pile_size -= 1
            add_to_hand(state, other, card)


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write the board, the piles, the seat's hand, and what is known about each seat in turn."""
    for index in range(FEATURES):
        out[index] = 0
    at = 0
    for pocket in range(POCKETS):
        top = state.top[pocket]
        if top:
            out[at + top] = 1
            out[at] = state.blocked >> top & 1
        at += IMAGES + 1
    for card in range(1, IMAGES + 1):
        out[at + card - 1] = state.board_pile >> card & 1
    at += IMAGES
    if seat >= 0:
        for place in range(state.hand_size[seat]):
            out[at + state.hand[seat, place]] += 1
    at += CARDS
    for place in range(state.discards):
        out[at + state.discard[place]] += 1
    at += CARDS
    if state.discards:
        out[at + state.discard[state.discards - 1]] = 1
    at += CARDS
    out[at + state.used] = 1
    at += CARDS
    for step in range(state.seats):
        other = (seat + step) % state.seats
        for place in range(FULL):
            out[at + state.known[other, place]] += 1
        out[at] = state.hand_size[other]
        out[at + CARDS] = state.skip[other]
        out[at + CARDS + 1] = 1 if other == state.dealer else 0
        out[at + CARDS + 2] = 1 if other == state.turn else 0
        at += CARDS + 3
    at += (SEATS - state.seats) * (CARDS + 3)
    for pattern in range(PATTERNS):
        out[at + pattern] = state.patterns >> pattern & 1
    at += PATTERNS
    out[at + state.phase] = 1
    at += ENDED + 1
    out[at + state.turned_up] = 1
    at += IMAGES + 1
    out[at] = state.pile_size
