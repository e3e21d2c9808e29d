"""Who is likely to win a game of TETRAD, judging by all hands: where searching bots stop looking ahead."""

import math

from tetracade.engine.bits import count_bits
from tetracade.engine.compile import rule
from tetracade.engine.contract import State
from tetracade.games.tetrad.board import (
    CORNER_ROTATION,
    FREE_SPACE,
    NO_CARD,
    PANEL_SWAP,
    PATTERN_OF_PLACEMENT,
    PLACEMENT_MASK,
    PLACEMENTS,
    POCKETS,
    SWAP_TWO,
)
from tetracade.games.tetrad.claims import free_for, matched
from tetracade.games.tetrad.nearness import filled_by_free, hand_without, moved
from tetracade.games.tetrad.state import USE_PANELS, USE_ROTATION

NEXT_DRAW = 1.2
NEXT_DRAW_ROOT = 3.0
TWO_DRAWS = 3.4
THREE_DRAWS = 1.0
WITH_FREE_SPACE = 0.4
WITH_SWAP_TWO = 0.45
MATCHED = 0.12
SKIPPED = -0.5
"""What counts for a seat, in log-odds: the chance that its next draw completes a placement, the root of it, the root of
the chance for two draws, the third root for three, the two cards, a pocket matched, a SKIP held. Fitted to the results
of 6,000 games between bots that play by their hints."""


@rule
def outlook(state: State, seat: int) -> float:
    """How the seat stands, in log-odds."""
    cards = hand_without(state, seat, NO_CARD)
    mine = matched(state, cards)
    open_pockets = matched(state, -1)
    free = free_for(state, seat)
    held = free if cards >> FREE_SPACE & 1 else 0
    two = three = 0.0
    completing = 0
    by_free_space = False
    for placement in range(PLACEMENTS):
        if not state.patterns >> (PATTERN_OF_PLACEMENT[placement] - 1) & 1:
            continue
        gaps = PLACEMENT_MASK[placement] & ~mine
        if gaps & free and not gaps & (gaps - 1):
            by_free_space = True
        gaps = filled_by_free(gaps, held, open_pockets)
        if gaps & ~open_pockets:
            continue
        lacks = count_bits(gaps)
        if lacks == 1:
            completing |= gaps
        elif lacks == 2:
            two += drawing_all(state, gaps)
        elif lacks == 3:
            three += drawing_all(state, gaps)
    if cards >> SWAP_TWO & 1 and completing:
        completing = open_pockets & ~mine  # it brings any stack to the gap
    if cards >> CORNER_ROTATION & 1:
        after = completing_after(state, mine, open_pockets, held, USE_ROTATION)
        completing |= moved(moved(moved(after, USE_ROTATION), USE_ROTATION), USE_ROTATION)
    if cards >> PANEL_SWAP & 1:
        completing |= moved(completing_after(state, mine, open_pockets, held, USE_PANELS), USE_PANELS)
    copies = by_free_space * state.pile[FREE_SPACE]
    for pocket in range(POCKETS):
        copies += (completing >> pocket & 1) * state.pile[state.top[pocket]]
    chance = copies / max(state.pile_size, 1)
    return (
        NEXT_DRAW * chance
        + NEXT_DRAW_ROOT * math.sqrt(chance)
        + TWO_DRAWS * math.sqrt(two)
        + THREE_DRAWS * three ** (1 / 3)
        + WITH_FREE_SPACE * (cards >> FREE_SPACE & 1)
        + WITH_SWAP_TWO * (cards >> SWAP_TWO & 1)
        + MATCHED * count_bits(mine)
        + SKIPPED * state.skip[seat]
    )


@rule
def drawing_all(state: State, gaps: int) -> float:
    """The chance to draw the cards of these pockets one after another, in a given order."""
    chance = 1.0
    for pocket in range(POCKETS):
        if gaps >> pocket & 1:
            chance *= state.pile[state.top[pocket]] / max(state.pile_size, 1)
    return chance


@rule
def completing_after(state: State, mine: int, open_pockets: int, free: int, action: int) -> int:
    """The pockets that would each complete a placement once the action has moved the stacks."""
    mine, open_pockets = moved(mine, action), moved(open_pockets, action)
    completing = 0
    for placement in range(PLACEMENTS):
        if state.patterns >> (PATTERN_OF_PLACEMENT[placement] - 1) & 1:
            gaps = filled_by_free(PLACEMENT_MASK[placement] & ~mine, free, open_pockets)
            if not gaps & (gaps - 1):
                completing |= gaps & open_pockets
    return completing
