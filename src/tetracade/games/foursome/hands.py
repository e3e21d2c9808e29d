"""Hands, what everyone knows about them, and redealing what a seat can't know, compiled.

A hand is sorted, one ``kind + 1`` in each place. Everyone knows which cards of a hand were read aloud (``read`` for one
of a kind, ``read_both`` for two), how many of its cards were announced as special, and which cards it denied.
"""

from tetracade.engine.chance import below
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Rng, State
from tetracade.games.foursome.board import CHARACTER_KINDS, KINDS


@rule
def put(state: State, seat: int, kind: int) -> None:
    """Put a card into the hand, in order."""
    place = state.held[seat]
    while place > 0 and state.hand[seat, place - 1] > kind + 1:
        state.hand[seat, place] = state.hand[seat, place - 1]
        place -= 1
    state.hand[seat, place] = kind + 1
    state.held[seat] += 1


@rule
def shed(state: State, seat: int, kind: int) -> None:
    """Move a card from the hand to the discards, along with what was known about one like it."""
    last = state.held[seat] - 1
    place = 0
    while state.hand[seat, place] != kind + 1:
        place += 1
    while place < last:
        state.hand[seat, place] = state.hand[seat, place + 1]
        place += 1
    state.hand[seat, last] = 0
    state.held[seat] = last
    state.discards[kind] += 1
    if kind >= CHARACTER_KINDS:
        if state.announced[seat] > 0:
            state.announced[seat] -= 1
    elif (state.read_both[seat] >> kind) & 1:
        state.read_both[seat] ^= 1 << kind
    elif (state.read[seat] >> kind) & 1:
        state.read[seat] ^= 1 << kind


@rule
def holds(state: State, seat: int, kind: int) -> bool:
    """Whether the hand has such a card."""
    place = 0
    while place < state.held[seat] and state.hand[seat, place] != kind + 1:
        place += 1
    return place < state.held[seat]


@rule
def note_read(state: State, seat: int, kind: int) -> None:
    """Let everyone know that the hand has this card, besides any of its kind already known (FS6)."""
    if (state.read[seat] >> kind) & 1:
        state.read_both[seat] |= 1 << kind
    else:
        state.read[seat] |= 1 << kind


@rule
def deal_anew(state: State, seat: int, rng: Rng) -> None:
    """Redeal the cards the seat can't place, uniformly over all deals that agree with what it knows.

    First the places of announced specials are filled: every choice leaves as many ways for the rest. Then the hands
    get their other cards in turn, the most restricted first, each from what it hasn't denied. The fewer cards were open
    to each hand, the likelier this produces a deal; so it is kept with the chance (cards open to the hand) / (the most
    that could be), hand by hand and card by card, and dealt again otherwise.
    """
    for other in range(state.seats):
        if other != seat:
            _gather(state, other)
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.announced[other]):
                _deal_one(state, other, -1 << CHARACTER_KINDS, rng)
    order = _dealing_order(state, seat)
    bounds = _open_bounds(state, order)
    while not _deal_rest(state, order, bounds, rng):
        for other in range(state.seats):
            if other != seat:
                _take_back(state, other, _known(state, other))
    for other in range(state.seats):
        if other != seat:
            _sort(state, other)


@inlined
def _open_to(state: State, seat: int) -> int:
    """The kinds the hand hasn't denied, as a mask."""
    return ~state.denied[seat]


@rule
def _known(state: State, seat: int) -> int:
    """How many places of the hand are taken by read cards and announced specials."""
    count = state.announced[seat]
    cards = state.read[seat]
    while cards:
        cards &= cards - 1
        count += 1
    cards = state.read_both[seat]
    while cards:
        cards &= cards - 1
        count += 1
    return count


@rule
def _take_back(state: State, seat: int, first: int) -> None:
    """Put the hand's cards from this place on back into the deck, leaving the places empty."""
    for place in range(first, state.held[seat]):
        card = state.hand[seat, place]
        if card:
            state.deck[card - 1] += 1
            state.hand[seat, place] = 0


@rule
def _gather(state: State, seat: int) -> None:
    """Leave the hand only the cards that were read, and empty its other places."""
    _take_back(state, seat, 0)
    place = 0
    for kind in range(CHARACTER_KINDS):
        copies = ((state.read[seat] >> kind) & 1) + ((state.read_both[seat] >> kind) & 1)
        for _ in range(copies):
            state.hand[seat, place] = kind + 1
            state.deck[kind] -= 1
            place += 1


@rule
def _cards_open(state: State, kinds: int) -> int:
    """How many cards of these kinds are in the deck."""
    count = 0
    for kind in range(KINDS):
        if (kinds >> kind) & 1:
            count += state.deck[kind]
    return count


@rule
def _deal_one(state: State, seat: int, kinds: int, rng: Rng) -> None:
    """Deal the hand's next empty place a card of these kinds, each card equally likely."""
    left = below(rng, _cards_open(state, kinds))
    kind = -1
    while left >= 0:
        kind += 1
        if (kinds >> kind) & 1:
            left -= state.deck[kind]
    place = 0
    while state.hand[seat, place]:
        place += 1
    state.hand[seat, place] = kind + 1
    state.deck[kind] -= 1


@rule
def _dealing_order(state: State, seat: int) -> int:
    """The other seats, those with the fewest cards open first, four bits each from the lowest; 15 ends it."""
    order, ranked, shift = 0, 0, 0
    while True:
        best, fewest = 15, 1 << 20
        for other in range(state.seats):
            if other != seat and not (ranked >> other) & 1:
                count = _cards_open(state, _open_to(state, other))
                if count < fewest:
                    best, fewest = other, count
        order |= best << shift
        if best == 15:
            return order
        ranked |= 1 << best
        shift += 4


@rule
def _open_bounds(state: State, order: int) -> int:
    """For each seat, in seven bits, the most cards that can be open to it when its turn in the order comes.

    Those before it take as many cards as they have places; of these only so many can be cards it denied.
    """
    unseen = _cards_open(state, -1)
    bounds, taken = 0, 0
    rest = order
    while rest & 15 != 15:
        other = rest & 15
        count = _cards_open(state, _open_to(state, other))
        passed, before = 0, order
        while before & 15 != other:
            rival = before & 15
            foreign = _cards_open(state, _open_to(state, rival) & state.denied[other])
            passed += min(foreign, state.held[rival] - _known(state, rival))
            before >>= 4
        bounds |= (count - taken + min(passed, unseen - count)) << (7 * other)
        taken += state.held[other] - _known(state, other)
        rest >>= 4
    return bounds


@rule
def _deal_rest(state: State, order: int, bounds: int, rng: Rng) -> bool:
    """Deal the hands' empty places in this order, and return whether the deal is to be kept."""
    while order & 15 != 15:
        other = order & 15
        kinds = _open_to(state, other)
        empty = state.held[other] - _known(state, other)
        count = _cards_open(state, kinds)
        most = (bounds >> (7 * other)) & 127
        if count < empty:
            return False
        for card in range(empty):
            if below(rng, most - card) >= count - card:
                return False
        for _ in range(empty):
            _deal_one(state, other, kinds, rng)
        order >>= 4
    return True


@rule
def _sort(state: State, seat: int) -> None:
    """Put the hand in order."""
    for end in range(1, state.held[seat]):
        card = state.hand[seat, end]
        place = end
        while place > 0 and state.hand[seat, place - 1] > card:
            state.hand[seat, place] = state.hand[seat, place - 1]
            place -= 1
        state.hand[seat, place] = card
