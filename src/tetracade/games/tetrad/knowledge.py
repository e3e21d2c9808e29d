"""What a seat knows: the draws it sees, a redeal of everything else, and features for learning."""

from tetracade.engine.chance import below
from tetracade.engine.compile import rule
from tetracade.engine.contract import Features, Rng, State
from tetracade.engine.features import HUNDRED
from tetracade.games.tetrad.board import CARDS, FULL, IMAGES, PATTERNS, POCKETS
from tetracade.games.tetrad.hands import add_to_hand
from tetracade.games.tetrad.state import DEALING, DRAWING, FEATURE_TABLE

FEATURES = FEATURE_TABLE.size
BOARD_AT, BOARD_PILE_AT, HAND_AT, DISCARDS_AT, TOP_DISCARD_AT, USED_AT, KNOWN_AT, SKIP_AT, DEALER_AT, TURN_AT = (
    part.offset for part in FEATURE_TABLE.features[:10]
)
SEAT_AT, PATTERNS_AT, CLAIMS_AT, PHASE_AT, TURNED_UP_AT, PILE_AT, TURNS_AT = (
    part.offset for part in FEATURE_TABLE.features[10:]
)


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
    for pocket in range(POCKETS):
        top = state.top[pocket]
        if top:
            out[BOARD_AT + pocket * (IMAGES + 1) + top] = 1
            out[BOARD_AT + pocket * (IMAGES + 1)] = state.blocked >> top & 1
    for card in range(1, IMAGES + 1):
        out[BOARD_PILE_AT + card - 1] = state.board_pile >> card & 1
    for place in range(state.hand_size[seat]):
        out[HAND_AT + state.hand[seat, place]] += 1
    for place in range(state.discards):
        out[DISCARDS_AT + state.discard[place]] += 1
    if state.discards:
        out[TOP_DISCARD_AT + state.discard[state.discards - 1]] = 1
    out[USED_AT + state.used] = 1
    for other in range(state.seats):
        side = other - seat if other >= seat else other - seat + state.seats  # a division is slow
        for place in range(FULL):
            out[KNOWN_AT + side * CARDS + state.known[other, place]] += 1
        out[KNOWN_AT + side * CARDS] = state.hand_size[other]
        out[SKIP_AT + side] = state.skip[other]
        out[DEALER_AT + side] = 1 if other == state.dealer else 0
        out[TURN_AT + side] = 1 if other == state.turn else 0
    out[SEAT_AT + seat] = 1
    for pattern in range(PATTERNS):
        out[PATTERNS_AT + pattern] = state.patterns >> pattern & 1
    out[CLAIMS_AT + state.claims] = 1
    out[PHASE_AT + state.phase] = 1
    out[TURNED_UP_AT + state.turned_up] = 1
    out[PILE_AT] = state.pile_size
    out[TURNS_AT] = state.turns // HUNDRED
    out[TURNS_AT + 1] = state.turns % HUNDRED
