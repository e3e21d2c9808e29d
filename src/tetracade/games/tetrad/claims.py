"""Claims, compiled: what a hand matches, which claims it can make, and whether one is true (TD18, TD19, TD26, TD27).

A claim is ``set * 5 + free``: four pockets by the number of their set, and which of them (1 to 4 in order, 0 none) is
covered by FREE SPACE.
"""

from tetracade.engine.bits import count_bits
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Actions, State
from tetracade.games.tetrad.board import (
    FREE,
    FREE_FROM_ANY_SIDE,
    FREE_SPACE,
    FULL,
    PATTERN_OF_PLACEMENT,
    PLACEMENTS,
    PLACES,
    POCKETS,
    SET_OF_PLACEMENT,
    SET_PATTERN,
    SET_PLACES,
    SETS,
)

ASSISTED, STRICT, UNANNOUNCED = range(3)
CLAIM_NAMES = ("assisted", "strict", "unannounced")
WAYS_TO_COVER = 5
CLAIMS = SETS * WAYS_TO_COVER


@rule
def held(state: State, seat: int) -> int:
    """The cards in the seat's hand as a bit mask; two copies are one bit."""
    mask = 0
    for place in range(FULL):
        mask |= 1 << state.hand[seat, place]
    return mask & ~1


@rule
def matched(state: State, cards: int) -> int:
    """The pockets whose top is one of these cards and is not blocked (TD18)."""
    mask = 0
    for number in range(POCKETS):
        top = state.top[number]
        mask |= ((cards & ~state.blocked) >> top & 1) << number
    return mask


@inlined
def free_for(state: State, seat: int) -> int:
    """The pockets where the seat's FREE SPACE counts (TD9, TD27)."""
    if state.claims == UNANNOUNCED and seat != state.dealer:
        return FREE_FROM_ANY_SIDE
    return FREE


@inlined
def claim_set(claim: int) -> int:
    """The claim's set of four pockets."""
    return claim // WAYS_TO_COVER


@inlined
def free_pocket(claim: int) -> int:
    """The pocket that the claim covers with FREE SPACE, -1 if none."""
    cover = claim % WAYS_TO_COVER
    return SET_PLACES[claim // WAYS_TO_COVER, cover - 1] if cover else -1


@rule
def is_true(state: State, seat: int, claim: int) -> bool:
    """Whether the four pockets form a chosen pattern, with any FREE SPACE on a free space (TD26)."""
    pattern = SET_PATTERN[claim_set(claim)]
    if pattern == 0 or not (state.patterns >> (pattern - 1)) & 1:
        return False
    covered = free_pocket(claim)
    return covered < 0 or (free_for(state, seat) >> covered & 1) == 1


@rule
def shown(state: State, claim: int) -> int:
    """The cards laid down in the claim, as a bit mask."""
    cards = 0
    covered = free_pocket(claim)
    for corner in range(4):
        place = SET_PLACES[claim_set(claim), corner]
        cards |= 1 << (FREE_SPACE if place == covered else state.top[place])
    return cards


@rule
def write_claims(state: State, seat: int, first: int, out: Actions, count: int) -> int:
    """Add the claims the seat may make to ``out``, numbered from ``first``; return the new count."""
    cards = held(state, seat)
    pockets = matched(state, cards)
    wild = cards >> FREE_SPACE & 1
    if count_bits(pockets) + wild < 4:
        return count
    if state.claims == ASSISTED:
        return write_true_claims(state, seat, pockets, wild, first, out, count)
    return write_strict_claims(pockets, wild, first, out, count)


@rule
def write_true_claims(state: State, seat: int, pockets: int, wild: int, first: int, out: Actions, count: int) -> int:
    """Add every true claim (TD26)."""
    free = free_for(state, seat)
    for placement in range(PLACEMENTS):
        if not (state.patterns >> (PATTERN_OF_PLACEMENT[placement] - 1)) & 1:
            continue
        missing, gap = 0, -1
        for corner in range(4):
            if not pockets >> PLACES[placement, corner] & 1:
                missing += 1
                gap = corner
        claim = first + SET_OF_PLACEMENT[placement] * WAYS_TO_COVER
        if missing == 0:
            out[count] = claim
            count += 1
        if wild and missing <= 1:
            for corner in range(4):
                if (missing == 0 or corner == gap) and free >> PLACES[placement, corner] & 1:
                    out[count] = claim + 1 + corner
                    count += 1
    return count


@rule
def write_strict_claims(pockets: int, wild: int, first: int, out: Actions, count: int) -> int:
    """Add every four matched pockets, and every three with FREE SPACE on any other pocket (TD26)."""
    for number in range(SETS):
        missing, gap = 0, -1
        for corner in range(4):
            if not pockets >> SET_PLACES[number, corner] & 1:
                missing += 1
                gap = corner
        claim = first + number * WAYS_TO_COVER
        if missing == 0:
            out[count] = claim
            count += 1
        if wild and missing <= 1:
            for corner in range(4):
                if missing == 0 or corner == gap:
                    out[count] = claim + 1 + corner
                    count += 1
    return count
