"""What a bot sees at a glance in TETRAD, from its seat's knowledge alone.

A hand's *promise* adds up, over all placements that count, how near each is to complete. Boards are looked at as masks
of pockets: action cards that move stacks move bits.
"""

import math

from tetracade.engine.arrays import table
from tetracade.engine.bits import count_bits
from tetracade.engine.chance import below
from tetracade.engine.compile import rule
from tetracade.engine.contract import ACROSS, NOWHERE, Actions, Payoffs, Ratings, Rng, State
from tetracade.games.tetrad.board import (
    BLOCKER,
    BOMB,
    CARDS,
    CORNER_ROTATION,
    FREE_SPACE,
    FULL,
    HAND,
    IMAGES,
    IS_SUGGESTED,
    NEW_CARD,
    NO_CARD,
    PANEL_SWAP,
    PATTERN_OF_PLACEMENT,
    PLACEMENT_MASK,
    PLACEMENTS,
    SKIP,
    SWAP_TWO,
)
from tetracade.games.tetrad.box import SIDE
from tetracade.games.tetrad.claims import free_for, is_true, matched
from tetracade.games.tetrad.nearness import (
    filled_by_free,
    hand_without,
    known_cards,
    lacking,
    moved,
    tops,
)
from tetracade.games.tetrad.outlook import outlook
from tetracade.games.tetrad.rules import pair_first
from tetracade.games.tetrad.state import (
    CHOOSE,
    CLAIM,
    DISCARD,
    DISCARD_USED,
    DRAW,
    PLACE,
    PLAYING,
    ROUNDS,
    TAKE,
    TAKING,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)

WIN = 1e6
THREAT = 0.5
"""How much the others' known promise counts against the seat's own."""
EXTRA_TURN = 8.0
SEEN_OFTEN = 0.6
SEEN_ALWAYS = 0.1
"""What is left of a gap's promise when one copy of its card is gone, and when both are."""

_WORTH = [1000, 400, 40, 4, 0]
WORTH = table(_WORTH)
"""Ten times the promise of a placement by how many cards it lacks."""

_KEPT = [0] * CARDS
for _card, _worth in ((BLOCKER, 5), (FREE_SPACE, 20), (CORNER_ROTATION, 2), (SKIP, 4), (PANEL_SWAP, 2), (SWAP_TWO, 12)):
    _KEPT[_card] = _worth
KEPT = table(_KEPT)
"""What an action card in hand is worth beside the promise of the images."""

TURNS_LEFT = table([1, 8, 14, 18, 22])
"""Roughly how many turns a seat alone still needs, by how many cards it lacks."""

LATER = -0.07
"""What each seat that moves earlier costs, in log-odds."""


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate each action by the promise it leaves, less what it gives the others."""
    base = 0.0
    if actions[0] == DRAW:
        base = after_drawing(state, seat)
    for index in range(count):
        action = actions[index]
        if action >= CLAIM:
            out[index] = WIN if is_true(state, seat, action - CLAIM) else -WIN
        elif action == DRAW:
            out[index] = base
        elif action == TAKE:
            out[index] = after_getting(state, seat, state.discard[state.discards - 1])
        elif action < DRAW:  # the chart's suggestions, and the quickest game among them
            out[index] = IS_SUGGESTED[state.seats, action - CHOOSE + 1] * 10 + count_bits(action - CHOOSE + 1)
        elif action < DISCARD_USED:
            card = action - DISCARD + 1
            out[index] = hand_worth(state, seat, hand_without(state, seat, card)) - given_away(state, seat, card)
        elif action < USE_BLOCKER:
            out[index] = 0.0
        elif action < PLACE:
            out[index] = after_use(state, seat, action)
        else:
            out[index] = after_placing(state, seat, action - PLACE)


@rule
def spot(state: State, seat: int, action: int) -> int:
    """The pocket that an action card or a new gameboard card goes to; of a SWAP TWO the first."""
    pocket = NOWHERE
    if USE_BLOCKER <= action < USE_SKIP:
        pocket = action - USE_BLOCKER
    elif USE_SWAP <= action < USE_ROTATION:
        pocket = pair_first(action - USE_SWAP)
    elif PLACE <= action < CLAIM:
        pocket = action - PLACE
    return NOWHERE if pocket == NOWHERE else pocket // SIDE * ACROSS + pocket % SIDE


@rule
def forget(state: State, seat: int, keeps: int, rng: Rng) -> None:
    """Let the seat forget cards that it saw go into other hands."""
    for other in range(state.seats):
        for card in range(1, CARDS):
            if below(rng, 1000) >= keeps and other != seat:
                kept = 0
                for place in range(FULL):
                    known = state.known[other, place]
                    state.known[other, place] = NO_CARD
                    if known != card and known != NO_CARD:
                        state.known[other, kept] = known
                        kept += 1


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """Write each seat's chance to win, between turns; alone, the payoff for the turns it still needs."""
    if state.phase != TAKING:
        return False
    if state.seats == 1:
        lacks = min(lacking(state, 0, hand_without(state, 0, NO_CARD)), HAND)
        out[0] = max(1.0 - 0.5 * (state.turns + TURNS_LEFT[lacks]) / ROUNDS, 0.0)
        return True
    if wins_by_taking(state, state.turn):
        for seat in range(state.seats):
            out[seat] = 1.0 if seat == state.turn else 0.0
        return True
    total = 0.0
    for seat in range(state.seats):
        later = (seat - state.turn) % state.seats
        out[seat] = math.exp(outlook(state, seat) + LATER * later)
        total += out[seat]
    for seat in range(state.seats):
        out[seat] /= total
    return True


@rule
def promise(state: State, mine: int, open_pockets: int, once: int, never: int, free: int) -> float:
    """How near these pockets are to the placements that count.

    ``once`` and ``never`` are the pockets whose card has one unseen copy or none.
    """
    total, counted = 0.0, 0
    for placement in range(PLACEMENTS):
        if not state.patterns >> (PATTERN_OF_PLACEMENT[placement] - 1) & 1:
            continue
        counted += 1
        gaps = filled_by_free(PLACEMENT_MASK[placement] & ~mine, free, open_pockets)
        if gaps & ~open_pockets:
            continue
        worth = float(WORTH[count_bits(gaps)])
        rare, gone = gaps & once, gaps & never
        while rare:
            worth *= SEEN_OFTEN
            rare &= rare - 1
        while gone:
            worth *= SEEN_ALWAYS
            gone &= gone - 1
        total += worth
    return 10.0 * total / max(counted, 1)


@rule
def seen_copies(state: State, seat: int, times: int) -> int:
    """The images with at least this many copies visible outside the seat's own hand, as a bit mask."""
    once, twice = 0, 0
    for place in range(state.discards):
        card = 1 << state.discard[place]
        twice |= once & card
        once |= card
    for other in range(state.seats):
        if other != seat:
            for place in range(FULL):
                card = 1 << state.known[other, place]
                twice |= once & card
                once |= card
    return twice if times == 2 else once


@rule
def hand_worth(state: State, seat: int, cards: int) -> float:
    """The promise of these cards, and what the action cards among them are worth."""
    once, never = seen_copies(state, seat, 1), seen_copies(state, seat, 2)
    free = free_for(state, seat) if cards >> FREE_SPACE & 1 else 0
    worth = promise(
        state,
        matched(state, cards),
        matched(state, -1),
        tops(state, once & ~never),
        tops(state, never),
        free,
    )
    return worth + kept(cards)


@rule
def kept(cards: int) -> float:
    """What the action cards among these are worth in hand."""
    worth = 0.0
    for card in range(IMAGES + 1, CARDS):
        if cards >> card & 1:
            worth += KEPT[card]
    return worth


@rule
def after_getting(state: State, seat: int, card: int) -> float:
    """The best hand possible after getting this card and discarding one."""
    best = hand_worth(state, seat, hand_without(state, seat, NO_CARD))
    if not (state.patterns and tops(state, 1 << card)) and card != FREE_SPACE:
        return best
    for place in range(state.hand_size[seat]):
        left = hand_without(state, seat, state.hand[seat, place]) | 1 << card
        best = max(best, hand_worth(state, seat, left))
    whole = hand_without(state, seat, NO_CARD) | 1 << card
    if lacking(state, seat, whole) == 0:
        best = WIN
    return best


@rule
def after_drawing(state: State, seat: int) -> float:
    """What the hand is worth on average after drawing an unseen card."""
    once, twice = seen_copies(state, seat, 1), seen_copies(state, seat, 2)
    mine = hand_without(state, seat, NO_CARD)
    now = hand_worth(state, seat, mine)
    total, unseen = 0.0, 0
    for card in range(1, IMAGES + 1):
        copies = 2 - (once >> card & 1) - (twice >> card & 1) - (mine >> card & 1)
        if copies <= 0:
            continue
        unseen += copies
        if tops(state, 1 << card):
            total += copies * min(after_getting(state, seat, card), 2000.0)
        else:
            total += copies * now
    return total / max(unseen, 1) + 1.0


@rule
def known_promise(state: State, seat: int, extra: int, closed: int) -> float:
    """The promise of what everyone knows the seat holds, with these extra cards and these pockets closed."""
    cards = known_cards(state, seat) | extra
    if not cards:
        return 0.0
    free = free_for(state, seat) if cards >> FREE_SPACE & 1 else 0
    return promise(state, matched(state, cards) & ~closed, matched(state, -1) & ~closed, 0, 0, free)


@rule
def given_away(state: State, seat: int, card: int) -> float:
    """What the next seat gains if it takes the card just discarded."""
    if card > IMAGES or state.seats == 1 or state.phase != PLAYING or not tops(state, 1 << card):
        return 0.0
    other = (seat + 1) % state.seats
    if state.skip[other] or not known_cards(state, other):
        return 0.0
    return THREAT * (known_promise(state, other, 1 << card, 0) - known_promise(state, other, 0, 0))


@rule
def blocking(state: State, seat: int, cards: int, pocket: int) -> float:
    """What the seat's cards are worth, and what the others lose, when the pocket is blocked."""
    closed = 1 << pocket
    free = free_for(state, seat) if cards >> FREE_SPACE & 1 else 0
    worth = promise(state, matched(state, cards) & ~closed, matched(state, -1) & ~closed, 0, 0, free) + kept(cards)
    for other in range(state.seats):
        if other != seat and known_cards(state, other):
            worth += THREAT * (known_promise(state, other, 0, 0) - known_promise(state, other, 0, closed))
    return worth


@rule
def after_use(state: State, seat: int, action: int) -> float:
    """What is left after using an action card."""
    if action < USE_SKIP:
        return blocking(state, seat, hand_without(state, seat, BLOCKER), action - USE_BLOCKER)
    if action < USE_SWAP:
        cards = hand_without(state, seat, SKIP)
        other = action - USE_SKIP
        gain = EXTRA_TURN if state.seats == 2 else 2.0 + 0.1 * known_promise(state, other, 0, 0)
        return hand_worth(state, seat, cards) + gain
    if action == USE_NEW:
        return hand_worth(state, seat, hand_without(state, seat, NEW_CARD)) + 3.0
    if action == USE_BOMB:
        return promise_anywhere(hand_without(state, seat, BOMB))
    card = SWAP_TWO if action < USE_ROTATION else PANEL_SWAP if action == USE_PANELS else CORNER_ROTATION
    cards = hand_without(state, seat, card)
    worth = moved_promise(state, seat, cards, action) + kept(cards)
    for other in range(state.seats):
        if other != seat:
            known = known_cards(state, other)
            if known:
                before = known_promise(state, other, 0, 0)
                worth += THREAT * (before - moved_promise(state, other, known, action))
    return worth


@rule
def moved_promise(state: State, seat: int, cards: int, action: int) -> float:
    """The promise of the cards after a SWAP TWO, CORNER ROTATION or PANEL SWAP."""
    mine = moved(matched(state, cards), action)
    free = free_for(state, seat) if cards >> FREE_SPACE & 1 else 0
    return promise(state, mine, moved(matched(state, -1), action), 0, 0, free)


@rule
def promise_anywhere(cards: int) -> float:
    """The average promise of the cards on a fresh board."""
    images = count_bits(cards & ((1 << (IMAGES + 1)) - 1))
    hit = images / IMAGES
    total = 0.0
    for lacks in range(HAND + 1):
        ways = 1.0
        for step in range(lacks):
            ways = ways * (HAND - step) / (step + 1)
        total += ways * hit ** (HAND - lacks) * (1.0 - hit) ** lacks * WORTH[lacks]
    return 10.0 * total + kept(cards)


@rule
def after_placing(state: State, seat: int, pocket: int) -> float:
    """The promise after the new gameboard card covers the pocket, less the others'."""
    bit = 1 << pocket
    worth = 0.0
    for other in range(state.seats):
        cards = hand_without(state, seat, NO_CARD) if other == seat else known_cards(state, other)
        if cards:
            mine = matched(state, cards) & ~bit | (cards >> state.turned_up & 1) << pocket
            free = free_for(state, other) if cards >> FREE_SPACE & 1 else 0
            part = promise(state, mine, matched(state, -1) | bit, 0, 0, free)
            worth += part if other == seat else -THREAT * part
    return worth


@rule
def wins_by_taking(state: State, seat: int) -> bool:
    """Whether the card on the discard pile completes the seat's hand."""
    if state.discards == 0:
        return False
    card = state.discard[state.discards - 1]
    return card <= IMAGES and lacking(state, seat, hand_without(state, seat, NO_CARD) | 1 << card) == 0
