"""How close hands are to winning, as masks of pockets: action cards that move stacks move bits."""

from tetracade.engine.bits import count_bits
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import State
from tetracade.games.tetrad.board import (
    CORNERS,
    FREE_SPACE,
    FULL,
    PATTERN_OF_PLACEMENT,
    PLACEMENT_MASK,
    PLACEMENTS,
    POCKETS,
)
from tetracade.games.tetrad.box import SIDE
from tetracade.games.tetrad.claims import free_for, matched
from tetracade.games.tetrad.rules import pair_first, pair_second
from tetracade.games.tetrad.state import USE_ROTATION, USE_SWAP

FAR = 9
"""The distance when no placement can be completed."""


@rule
def known_cards(state: State, seat: int) -> int:
    """The cards everyone knows the seat holds, as a bit mask."""
    mask = 0
    for place in range(FULL):
        mask |= 1 << state.known[seat, place]
    return mask & ~1


@rule
def hand_without(state: State, seat: int, card: int) -> int:
    """The seat's cards as a bit mask, one copy of this card left out."""
    mask, left = 0, False
    for place in range(state.hand_size[seat]):
        held = state.hand[seat, place]
        if held == card and not left:
            left = True
        else:
            mask |= 1 << held
    return mask & ~1


@rule
def lacking(state: State, seat: int, cards: int) -> int:
    """How many cards these lack for the nearest placement that counts."""
    mine = matched(state, cards)
    open_pockets = matched(state, -1)
    free = free_for(state, seat) if cards >> FREE_SPACE & 1 else 0
    nearest = FAR
    for placement in range(PLACEMENTS):
        if state.patterns >> (PATTERN_OF_PLACEMENT[placement] - 1) & 1:
            gaps = filled_by_free(PLACEMENT_MASK[placement] & ~mine, free, open_pockets)
            if not gaps & ~open_pockets:
                nearest = min(nearest, count_bits(gaps))
    return nearest


@inlined
def filled_by_free(gaps: int, free: int, open_pockets: int) -> int:
    """The gaps that remain when FREE SPACE fills one, a blocked one first."""
    fitting = gaps & free
    if fitting & ~open_pockets:
        fitting &= ~open_pockets
    return gaps & ~(fitting & -fitting)


@rule
def tops(state: State, cards: int) -> int:
    """The pockets whose top is one of these cards, blocked or not."""
    mask = 0
    for pocket in range(POCKETS):
        mask |= (cards >> state.top[pocket] & 1) << pocket
    return mask


@rule
def moved(mask: int, action: int) -> int:
    """The pockets of a mask after the stacks have moved."""
    if action < USE_ROTATION:
        first = pair_first(action - USE_SWAP)
        return swapped(mask, first, pair_second(action - USE_SWAP, first))
    if action == USE_ROTATION:
        for corner in range(3):
            mask = swapped(mask, CORNERS[0], CORNERS[corner + 1])
        return mask
    for row in range(SIDE):
        for column in range(SIDE // 2):
            mask = swapped(mask, row * SIDE + column, row * SIDE + column + SIDE // 2)
    return mask


@inlined
def swapped(mask: int, first: int, second: int) -> int:
    """The mask with two bits exchanged."""
    differ = (mask >> first ^ mask >> second) & 1
    return mask ^ (differ << first | differ << second)
