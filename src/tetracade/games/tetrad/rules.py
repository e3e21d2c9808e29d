"""TETRAD, compiled. TD1… are the rules in rules.md; state.py explains the record and the numbers of actions.

Claims stand in claims.py, hands in hands.py, what seats know in knowledge.py.
"""

from tetracade.engine.bits import count_bits
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Options, Outcomes, Payoffs, Scores, State, Weights
from tetracade.games.tetrad import knowledge
from tetracade.games.tetrad.board import (
    ALL_IMAGES,
    BLOCKER,
    BOMB,
    CARDS,
    CHOICES,
    COPIES,
    CORNER_ROTATION,
    CORNERS,
    DRAW_CARDS,
    FULL,
    HAND,
    IMAGES,
    NEW_CARD,
    NO_CARD,
    PANEL_SWAP,
    POCKETS,
    SKIP,
    SWAP_TWO,
)
from tetracade.games.tetrad.box import SIDE
from tetracade.games.tetrad.claims import is_true, shown, write_claims
from tetracade.games.tetrad.hands import add_to_discard, add_to_hand, add_to_known, is_known, leave_hand
from tetracade.games.tetrad.state import (
    BOARD_CARD,
    CARD,
    CHOOSE,
    CHOOSING,
    CLAIM,
    DEALER,
    DEALING,
    DISCARD,
    DISCARD_SKIP,
    DISCARD_USED,
    DRAW,
    DRAWING,
    ENDED,
    FIRST_PAIR,
    FIVE,
    FLIPPING,
    LAYING,
    LOT,
    PAIRS,
    PLACE,
    PLACING,
    PLAYING,
    REFLIPPING,
    ROUNDS,
    SKIPPED,
    TAKE,
    TAKING,
    TURNING_UP,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
    USED,
    Chosen,
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Stack both piles; the dealer is drawn by lot unless the table names an occupied seat (TD11)."""
    state.seats = seats
    state.patterns = options[Chosen.PATTERNS]
    state.claims = options[Chosen.CLAIMS]
    state.deck = options[Chosen.DECK]
    state.memory = options[Chosen.MEMORY]
    state.board_pile = ALL_IMAGES
    for card in range(CARDS):
        state.pile[card] = COPIES[card]
    state.pile_size = DRAW_CARDS
    state.phase = LOT
    if seats == 1:
        state.phase = LAYING
    elif 1 <= options[Chosen.DEALS] <= seats:
        state.dealer = options[Chosen.DEALS] - 1
        state.phase = LAYING
    state.turn = state.dealer


@inlined
def acting(state: State) -> int:
    """The seat whose turn it is, CHANCE while something is drawn, OVER at the end."""
    if state.phase < CHOOSING:
        return CHANCE
    return OVER if state.phase == ENDED else 1 << state.turn


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write what the seat may do, and return how many actions that is."""
    phase = state.phase
    count = 0
    if phase == TAKING:  # TD13
        out[0] = DRAW
        count = 1
        if state.discards and state.discard[state.discards - 1] <= IMAGES:
            out[1] = TAKE
            count = 2
    elif phase == PLAYING:
        count = write_discards(state, seat, out, 0)
        count = write_uses(state, seat, out, count)
        count = write_claims(state, seat, CLAIM, out, count)
    elif phase == USED:  # TD14, TD15
        out[0] = DISCARD_USED
        count = write_claims(state, seat, CLAIM, out, 1)
    elif phase == FIVE:  # TD17
        count = write_discards(state, seat, out, 0)
    elif phase == SKIPPED:  # TD21
        out[0] = DISCARD_SKIP
        count = 1
    elif phase == PLACING:  # TD23
        for pocket in range(POCKETS):
            out[pocket] = PLACE + pocket
        count = POCKETS
    elif phase == CHOOSING:  # TD8
        for choice in range(CHOICES):
            out[choice] = CHOOSE + choice
        count = CHOICES
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Let the seat do the action."""
    if action == DRAW:
        state.phase = DRAWING
    elif action == TAKE:  # TD13
        state.discards -= 1
        card = state.discard[state.discards]
        state.discard[state.discards] = NO_CARD
        add_to_hand(state, seat, card)
        add_to_known(state, seat, card)
        state.phase = PLAYING
    elif action < DRAW:  # TD8
        state.patterns = action - CHOOSE + 1
        state.phase = DEALING
    elif action < DISCARD_USED:
        card = action - DISCARD + 1
        leave_hand(state, seat, card)
        add_to_discard(state, card)
        end_turn(state)
    elif action == DISCARD_USED:  # TD15
        add_to_discard(state, state.used)
        state.used = NO_CARD
        end_turn(state)
    elif action == DISCARD_SKIP:  # TD21
        state.skip[seat] = 0
        add_to_discard(state, SKIP)
        end_turn(state)
    elif action < PLACE:
        use(state, seat, action)
    elif action < CLAIM:  # TD23
        pocket = action - PLACE
        state.under[state.turned_up] = state.top[pocket]
        state.top[pocket] = state.turned_up
        state.turned_up = NO_CARD
        state.phase = USED
    else:
        lay_down(state, seat, action - CLAIM)


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """A turn ends with a discard, whatever counts as one, or a claim; patterns are chosen before the first turn."""
    return action < DRAW or DISCARD <= action < USE_SWAP or action >= CLAIM  # TD8, TD15, TD18, TD21, TD26


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write what can be drawn and the weights."""
    count = 0
    if state.phase == LOT:  # TD11
        for seat in range(state.seats):
            ids[seat] = DEALER + seat
            weights[seat] = 1
        return int(state.seats)
    if state.phase in (LAYING, TURNING_UP):  # TD7, TD23
        for card in range(1, IMAGES + 1):
            if state.board_pile >> card & 1:
                ids[count] = BOARD_CARD + card - 1
                weights[count] = 1
                count += 1
        return count
    for card in range(1, CARDS):
        if state.pile[card]:
            ids[count] = CARD + card - 1
            weights[count] = state.pile[card]
            count += 1
    return count


@rule
def resolve(state: State, outcome: int) -> None:
    """Let the outcome happen."""
    phase = state.phase
    if phase == LOT:
        state.dealer = outcome - DEALER
        state.turn = state.dealer
        state.phase = LAYING
        return
    if phase in (LAYING, TURNING_UP):
        card = outcome - BOARD_CARD + 1
        state.board_pile &= ~(1 << card)
        if phase == TURNING_UP:
            state.turned_up = card
            state.phase = PLACING
        else:
            state.top[state.step] = card
            state.step += 1
            if state.step == POCKETS:
                go_on_from_full_board(state)
        return
    card = outcome - CARD + 1
    state.pile[card] -= 1
    state.pile_size -= 1
    if phase == DEALING:  # TD10
        add_to_hand(state, (state.dealer + 1 + state.step) % state.seats, card)
        state.step += 1
        if state.step == HAND * state.seats:
            state.step = 0
            state.phase = FLIPPING
    elif phase == DRAWING:  # TD13
        add_to_hand(state, state.turn, card)
        state.phase = PLAYING
        if state.pile_size == 0 and state.discards:
            reshuffle(state)
    else:
        add_to_discard(state, card)
        if phase == FLIPPING:
            begin_turn(state, (state.dealer + 1) % state.seats)  # TD11
        else:
            state.phase = PLAYING


@rule
def score(state: State, out: Scores) -> None:
    """Write 1 for the seat that won; a drawn game scores nobody (TD11)."""
    for seat in range(state.seats):
        out[seat] = 1 if state.winner == seat + 1 else 0


@rule
def winners(state: State, points: Scores) -> int:
    """The seat that won, or none."""
    return 1 << (state.winner - 1) if state.winner else 0


@rule
def payoff(state: State, points: Scores, won: int, out: Payoffs) -> None:
    """All to the winner, or a draw shared; alone, more for fewer turns (TD12)."""
    for seat in range(state.seats):
        out[seat] = points[seat] if won else 1.0 / state.seats
    if state.seats == 1:
        out[0] = 1.0 - 0.5 * (state.turns - 1) / ROUNDS if won else 0.0


sees_outcome, redeal, observe = knowledge.sees_outcome, knowledge.redeal, knowledge.observe


@rule
def write_discards(state: State, seat: int, out: Actions, count: int) -> int:
    """Add a discard for each different card in the hand."""
    before = NO_CARD
    for place in range(state.hand_size[seat]):
        card = state.hand[seat, place]
        if card != before:
            out[count] = DISCARD + card - 1
            count += 1
        before = card
    return count


@rule
def write_uses(state: State, seat: int, out: Actions, count: int) -> int:
    """Add the uses of each different action card in the hand; FREE SPACE has none (TD14, TD19)."""
    before = NO_CARD
    for place in range(state.hand_size[seat]):
        card = state.hand[seat, place]
        if card <= IMAGES or card == before:
            continue
        before = card
        if card == BLOCKER:  # TD18
            for pocket in range(POCKETS):
                if not state.blocked >> state.top[pocket] & 1:
                    out[count] = USE_BLOCKER + pocket
                    count += 1
        elif card == SKIP:  # TD21; alone there is no opponent (TD12)
            for other in range(state.seats):
                if other != seat and not state.skip[other]:
                    out[count] = USE_SKIP + other
                    count += 1
        elif card == SWAP_TWO:  # TD24
            for pair in range(PAIRS):
                out[count] = USE_SWAP + pair
                count += 1
        elif card == CORNER_ROTATION:
            out[count] = USE_ROTATION
            count += 1
        elif card == PANEL_SWAP:
            out[count] = USE_PANELS
            count += 1
        elif card == NEW_CARD:
            if state.board_pile:  # TD23
                out[count] = USE_NEW
                count += 1
        elif card == BOMB:
            out[count] = USE_BOMB
            count += 1
    return count


@rule
def use(state: State, seat: int, action: int) -> None:
    """Use an action card."""
    if action < USE_SKIP:  # TD18
        leave_hand(state, seat, BLOCKER)
        state.blocked |= 1 << state.top[action - USE_BLOCKER]
        end_turn(state)
        return
    if action < USE_SWAP:  # TD21
        leave_hand(state, seat, SKIP)
        state.skip[action - USE_SKIP] = 1
        end_turn(state)
        return
    state.phase = USED
    if action < USE_ROTATION:  # TD24
        state.used = SWAP_TWO
        first = pair_first(action - USE_SWAP)
        exchange(state, first, pair_second(action - USE_SWAP, first))
    elif action == USE_ROTATION:  # TD20
        state.used = CORNER_ROTATION
        for corner in range(3):
            exchange(state, CORNERS[0], CORNERS[corner + 1])
    elif action == USE_PANELS:  # TD22
        state.used = PANEL_SWAP
        for row in range(SIDE):
            for column in range(SIDE // 2):
                exchange(state, row * SIDE + column, row * SIDE + column + SIDE // 2)
    elif action == USE_NEW:  # TD23
        state.used = NEW_CARD
        state.phase = TURNING_UP
    else:  # TD25
        state.used = BOMB
        state.pile[BLOCKER] += count_bits(state.blocked)
        state.pile_size += count_bits(state.blocked)
        state.blocked = 0
        state.board_pile = ALL_IMAGES
        for pocket in range(POCKETS):
            state.top[pocket] = NO_CARD
        for card in range(IMAGES + 1):
            state.under[card] = NO_CARD
        state.step = 0
        state.phase = LAYING
    leave_hand(state, seat, state.used)


@rule
def lay_down(state: State, seat: int, claim: int) -> None:
    """Win with a true claim; with a wrong one, show the cards and lose the turn (TD26)."""
    true = is_true(state, seat, claim)
    cards = shown(state, claim)
    if true and state.used == NO_CARD:  # the card left is the last discard
        left = NO_CARD
        laid = cards
        for place in range(FULL):
            card = state.hand[seat, place]
            if laid >> card & 1:
                laid &= ~(1 << card)
            else:
                left = card
        leave_hand(state, seat, left)
        add_to_discard(state, left)
    for card in range(1, CARDS):
        if cards >> card & 1 and not is_known(state, seat, card):
            add_to_known(state, seat, card)
    if state.used != NO_CARD:
        add_to_discard(state, state.used)
        state.used = NO_CARD
    if true:
        state.winner = seat + 1
        state.won_by = claim + 1
        state.turns += 1
        state.phase = ENDED
    else:
        end_turn(state)


@rule
def go_on_from_full_board(state: State) -> None:
    """Go on from a full board: to the choice, to the deal, or after THE BOMB to the rest of the turn."""
    state.step = 0
    if state.used == BOMB:
        state.phase = USED
    elif state.patterns:  # the table chose beforehand
        state.phase = DEALING
    else:
        state.phase = CHOOSING


@rule
def begin_turn(state: State, seat: int) -> None:
    """Give the seat the turn, and work out what it may do (TD17, TD21)."""
    state.turn = seat
    if state.skip[seat]:
        state.phase = SKIPPED
    elif state.hand_size[seat] == FULL:
        state.phase = FIVE
    else:
        state.phase = TAKING


@rule
def end_turn(state: State) -> None:
    """Pass the turn to the left, or end the game in a draw after the last round (TD29)."""
    state.turns += 1
    if state.turns == ROUNDS * state.seats:
        state.phase = ENDED
    else:
        begin_turn(state, (state.turn + 1) % state.seats)


@rule
def reshuffle(state: State) -> None:
    """Turn the discard pile into the draw pile, and have a card flipped (TD16)."""
    for place in range(state.discards):
        state.pile[state.discard[place]] += 1
        state.discard[place] = NO_CARD
    state.pile_size = state.discards
    state.discards = 0
    state.phase = REFLIPPING


@inlined
def exchange(state: State, first: int, second: int) -> None:
    """Swap two stacks, with everything in them."""
    card = state.top[first]
    state.top[first] = state.top[second]
    state.top[second] = card


@inlined
def pair_first(pair: int) -> int:
    """The pocket that comes first in the pair."""
    first = 0
    while pair >= FIRST_PAIR[first + 1]:
        first += 1
    return first


@inlined
def pair_second(pair: int, first: int) -> int:
    """The pocket that comes second in the pair."""
    return int(first + 1 + pair - FIRST_PAIR[first])
