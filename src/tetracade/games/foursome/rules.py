"""Foursome, compiled. FS1… are the rules in rules.md; state.py explains the record and the numbers of actions.

Lines stand in lines.py, hands and what is known of them in hands.py.
"""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import (
    CHANCE,
    OVER,
    Actions,
    Features,
    Options,
    Outcomes,
    Payoffs,
    Rng,
    Scores,
    State,
    Weights,
)
from tetracade.games.foursome.board import (
    CARDS,
    CHARACTER_KINDS,
    CHIPS_A_COLOUR,
    COLOURS,
    COPIES,
    KIND_AT,
    KINDS,
    LINE_COUNT,
    LINES_AT,
    REMOVE,
    SAME_COLOUR,
    SPACE_IN_COLOUR,
    SPACES_OF,
    STEAL,
    SWAP_RED,
    WILD,
)
from tetracade.games.foursome.box import CHARACTERS, SPACES
from tetracade.games.foursome.hands import deal_anew, holds, note_read, put, shed
from tetracade.games.foursome.lines import colour_of, colours_of, lock, namer_of, qualifies, qualifying_at, target_of
from tetracade.games.foursome.state import (
    ASKED,
    BY_CHIPS,
    BY_DECK,
    BY_FOURSOMES,
    BY_LOT,
    DEAL,
    DISCARDING,
    ENDED,
    FEATURE_TABLE,
    FIRST_ASKED,
    GOT_IT,
    LOCKED,
    LOT,
    NONE,
    NOPE,
    OFF,
    ON_CARD,
    ON_STEAL,
    ON_WILD,
    OWED,
    PICK,
    PLAY,
    REPLACED,
    REPLACING,
    STEAL_AFTER,
    STEAL_FIRST,
    SWAPPING,
    TAKE,
    TAKING,
    Chosen,
)

FEATURES = FEATURE_TABLE.size
CHIPS_AT, LOCKED_AT, CLAIM_AT, HAND_AT, READ_AT, DENIED_AT, ANNOUNCED_AT, HELD_AT, DISCARDS_AT, CHIPS_LEFT_AT = (
    part.offset for part in FEATURE_TABLE.features[:10]
)
FOURSOMES_AT, DECK_AT, SEATS_AT, STEAL_AFTER_AT, PHASE_AT, CALLED_AT, ACTIVE_AT, ACTOR_AT, OWING_AT = (
    part.offset for part in FEATURE_TABLE.features[10:]
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out the empty board, the chips and the deck; the first player is named or drawn by lot (FS5)."""
    state.seats = seats
    state.names = options[Chosen.NAMES]
    state.steal = options[Chosen.STEAL]
    state.owing = state.called = state.claim = state.claim_next = NONE
    for colour in range(COLOURS):
        state.chips[colour] = CHIPS_A_COLOUR
    for kind in range(KINDS):
        state.deck[kind] = COPIES[kind]
    state.deck_size = CARDS
    state.phase = BY_LOT
    if options[Chosen.FIRST]:
        _begin(state, (options[Chosen.FIRST] - 1) % seats)


@inlined
def acting(state: State) -> int:
    """The seat that is asked, CHANCE while a card or the lot is drawn, OVER at the end."""
    if state.phase >= FIRST_ASKED:
        return 1 << state.actor
    return CHANCE if state.phase != ENDED else OVER


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write what the seat may do, and return how many actions that is."""
    if state.phase == PLAY:
        return _write_plays(state, seat, out)
    count = 0
    if state.phase == GOT_IT:  # FS8: compulsory, the holder chooses the space
        return _write_open_spaces(state, state.called, ON_CARD, out, count)
    if state.phase == ASKED:  # FS9: NOPE comes first, it is what silence means
        out[0] = NOPE
        if holds(state, seat, STEAL) and not holds(state, seat, state.called):
            return _write_open_spaces(state, state.called, ON_STEAL, out, 1)
        return 1
    for index in range(LINE_COUNT[state.claim]):  # FS14
        line = LINES_AT[state.claim, index]
        if qualifies(state, line, (state.board[state.claim] - 1) % COLOURS):
            out[count] = TAKING + line
            count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Let the seat do the action, and bring the game to the next decision or outcome."""
    if action >= TAKING:
        _take(state, action - TAKING)
    elif action == NOPE:
        _ask_next(state)
        return
    elif action >= DISCARDING:  # FS12
        shed(state, seat, action - DISCARDING)
    elif action >= REPLACING:  # FS16
        shed(state, seat, action - REPLACING)
        state.phase = REPLACED
        return
    elif action >= SWAPPING:  # FS19
        own = (action - SWAPPING) // SAME_COLOUR
        colour = KIND_AT[own] // len(CHARACTERS)
        other = SPACE_IN_COLOUR[colour, (action - SWAPPING) % SAME_COLOUR]
        shed(state, seat, SWAP_RED + colour)
        chip = state.board[own]
        state.board[own] = state.board[other]
        state.board[other] = chip
        state.claim, state.claim_next = other, own
    elif action >= OFF:  # FS18
        shed(state, seat, REMOVE)
        state.chips[state.board[action - OFF] - 1] += 1
        state.board[action - OFF] = 0
    elif action >= ON_STEAL:
        state.owing = seat
        state.denied[seat] |= 1 << state.called  # FS9: who holds the card cannot steal it
        _place(state, seat, STEAL, action - ON_STEAL)
    elif action >= ON_WILD:
        _place(state, seat, WILD, action - ON_WILD)
    else:
        if state.phase == GOT_IT:
            state.owing = seat
        _place(state, seat, KIND_AT[action], action)
    _settle(state)


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write the seats that may go first, or the kinds of cards in the deck by their numbers."""
    count = 0
    if state.phase == BY_LOT:
        for seat in range(state.seats):
            ids[seat] = LOT + seat
            weights[seat] = 1
        return state.seats
    for kind in range(KINDS):
        if state.deck[kind]:
            ids[count] = kind
            weights[count] = state.deck[kind]
            count += 1
    return count


@rule
def resolve(state: State, outcome: int) -> None:
    """Let the seat drawn go first, or give the card to whoever picks it."""
    if state.phase == BY_LOT:
        _begin(state, outcome - LOT)
        return
    state.deck[outcome] -= 1
    state.deck_size -= 1
    if state.phase == PICK:
        _take_picked(state, outcome)
        return
    put(state, state.actor, outcome)
    if state.phase == DEAL:
        following = (state.actor + 1) % state.seats
        if following == state.active and state.held[following] == full_hand(state):
            state.phase = PICK
        state.actor = following
    else:  # owed or replaced: unannounced, so the hand's denials end (FS8)
        state.denied[state.actor] = 0
        state.owing = NONE
        state.actor = state.active
        state.phase = PLAY


@rule
def score(state: State, out: Scores) -> None:
    """Write the foursomes of each seat's colour."""
    for seat in range(state.seats):
        out[seat] = state.foursomes[colour_of(state, seat)]


@rule
def payoff(state: State, points: Scores, won: int, out: Payoffs) -> None:
    """Share 1 equally among the winning colours; teammates both get their colour's (FS15)."""
    sharing = 0
    for seat in range(colours_of(state)):
        sharing += (won >> seat) & 1
    for seat in range(state.seats):
        out[seat] = ((won >> seat) & 1) / sharing


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """Everyone sees the lot and cards read aloud; only the picker sees specials and unannounced cards."""
    return state.phase == BY_LOT or (state.phase == PICK and outcome < CHARACTER_KINDS) or viewer == state.actor


@rule
def timing_secret(state: State) -> bool:
    """While a STEAL may answer, the time taken mustn't give away who holds one."""
    return state.phase == ASKED


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Redeal the cards in other hands and in the deck, as they might be for all the seat knows."""
    deal_anew(state, seat, rng)


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write chips by colour from the seat's own, the hand, what is known of other hands, and what is public."""
    for index in range(FEATURES):
        out[index] = 0
    own, colours = colour_of(state, seat), colours_of(state)
    for space in range(SPACES):
        chip = state.board[space]
        if chip:
            out[CHIPS_AT + steps_to(own, (chip - 1) % COLOURS, colours) * SPACES + space] = 1
            out[LOCKED_AT + space] = 1 if chip >= LOCKED else 0
    for place in range(state.held[seat]):
        out[HAND_AT + state.hand[seat, place] - 1] += 1
    for other in range(state.seats):
        if other != seat:
            observe_hand(state, other, steps_to(seat, other, state.seats) - 1, out)
    for kind in range(KINDS):
        out[DISCARDS_AT + kind] = state.discards[kind]
    for colour in range(colours):
        place = steps_to(own, colour, colours)
        out[CHIPS_LEFT_AT + place] = state.chips[colour]
        out[FOURSOMES_AT + place] = state.foursomes[colour]
    out[DECK_AT] = state.deck_size
    out[SEATS_AT] = state.seats
    out[STEAL_AFTER_AT] = 1 if state.steal == STEAL_AFTER else 0
    if state.claim != NONE:
        out[CLAIM_AT + state.claim] = 1
    if state.claim_next != NONE:
        out[CLAIM_AT + state.claim_next] = 2
    if state.phase >= FIRST_ASKED:
        out[PHASE_AT + state.phase - FIRST_ASKED] = 1
    if state.called != NONE:
        out[CALLED_AT + state.called] = 1
    out[ACTIVE_AT + steps_to(seat, state.active, state.seats)] = 1
    if state.phase != ASKED:
        out[ACTOR_AT + steps_to(seat, state.actor, state.seats)] = 1
    if state.owing != NONE:
        out[OWING_AT + steps_to(seat, state.owing, state.seats)] = 1


@inlined
def steps_to(first: int, other: int, size: int) -> int:
    """How many steps round the table, or through the colours, lead from the first to the other; a division is slow."""
    return other - first if other >= first else other - first + size


@rule
def observe_hand(state: State, other: int, place: int, out: Features) -> None:
    """Write what everyone knows about another hand, at this place round the table."""
    read, both, denied = state.read[other], state.read_both[other], state.denied[other]
    first = place * CHARACTER_KINDS
    for kind in range(CHARACTER_KINDS):
        out[READ_AT + first + kind] = ((read >> kind) & 1) + ((both >> kind) & 1)
        out[DENIED_AT + first + kind] = (denied >> kind) & 1
    out[ANNOUNCED_AT + place] = state.announced[other]
    out[HELD_AT + place] = state.held[other]


@inlined
def full_hand(state: State) -> int:
    """How many cards a seat holds between turns (FS5)."""
    return 5 if state.seats <= COLOURS else 3


@rule
def is_used(state: State, kind: int) -> bool:
    """Whether both spaces of the character card are covered (FS16)."""
    return state.board[SPACES_OF[kind, 0]] != 0 and state.board[SPACES_OF[kind, 1]] != 0


@rule
def _begin(state: State, first: int) -> None:
    """Let the deal begin with the first player."""
    state.active = state.actor = first
    state.phase = DEAL


@rule
def _take_picked(state: State, kind: int) -> None:
    """Give the active seat the card it picked, and ask whoever may answer."""
    if kind >= CHARACTER_KINDS:  # FS6: announced as special; nobody answers
        put(state, state.active, kind)
        state.announced[state.active] += 1
        state.phase = PLAY
        return
    if is_used(state, kind):  # FS7
        state.discards[kind] += 1
        _pick(state)
        return
    put(state, state.active, kind)
    note_read(state, state.active, kind)
    state.called = kind
    if state.steal == STEAL_FIRST and can_be_stolen(state):
        _ask_next(state)
    elif not _answer_call(state) and state.steal == STEAL_AFTER and can_be_stolen(state):
        _ask_next(state)


@rule
def can_be_stolen(state: State) -> bool:
    """Whether a STEAL may still answer a call: not once both are among the discards (FS9)."""
    return state.discards[STEAL] != COPIES[STEAL]


@rule
def _answer_call(state: State) -> bool:
    """Let whoever of the other teams holds the called card say Got it, and return whether anyone does (FS8, FS10).

    If nobody does, everyone knows it, and the active seat plays.
    """
    team, kind = colour_of(state, state.active), state.called
    for seat in range(state.seats):
        if colour_of(state, seat) != team and holds(state, seat, kind):
            if not (state.read[seat] >> kind) & 1:
                note_read(state, seat, kind)
            state.actor = seat
            state.phase = GOT_IT
            return True
    for seat in range(state.seats):
        if colour_of(state, seat) != team:
            state.denied[seat] |= 1 << kind
    state.phase = PLAY
    return False


@rule
def _pick(state: State) -> None:
    """Wait for the active seat's card; without one the game ends (FS15)."""
    state.phase = PICK
    if state.deck_size == 0:
        _end(state, BY_DECK)


@rule
def _ask_next(state: State) -> None:
    """Ask the next seat of another team for a STEAL; when all were asked, the call is answered, or was before (FS9)."""
    team = colour_of(state, state.active)
    state.phase = ASKED
    while True:
        state.actor = (state.actor + 1) % state.seats
        if state.actor == state.active:
            state.phase = PLAY
            if state.steal == STEAL_FIRST:
                _answer_call(state)
            return
        if colour_of(state, state.actor) != team:
            return


@rule
def _place(state: State, seat: int, kind: int, space: int) -> None:
    """Play the card and put a chip on the space; without a chip the game ends (FS15)."""
    colour = colour_of(state, seat)
    shed(state, seat, kind)
    if state.chips[colour] == 0:
        _end(state, BY_CHIPS)
        return
    state.chips[colour] -= 1
    state.board[space] = colour + 1
    state.claim = space


@rule
def _settle(state: State) -> None:
    """Take any new foursomes, the mover's first, then go on (FS14, FS19)."""
    while state.claim != NONE:
        found = qualifying_at(state, state.claim)
        if found // 256 > 1:
            state.phase = TAKE
            state.actor = namer_of(state, (state.board[state.claim] - 1) % COLOURS)
            return
        if found:
            _take(state, found % 256)
        else:
            state.claim, state.claim_next = state.claim_next, NONE
    if state.phase == ENDED:
        return
    if state.owing != NONE:
        state.actor = state.owing
        state.phase = OWED
        if state.deck_size == 0:
            _end(state, BY_DECK)
        return
    state.active = state.actor = (state.active + 1) % state.seats
    state.called = NONE
    _pick(state)


@rule
def _take(state: State, line: int) -> None:
    """Count the line as a foursome; enough of them end the game at once (FS15)."""
    colour = lock(state, line)
    if state.foursomes[colour] == target_of(state):
        _end(state, BY_FOURSOMES)


@rule
def _end(state: State, reason: int) -> None:
    """End the game, and test nothing further."""
    state.phase = ENDED
    state.ended = reason
    state.claim = state.claim_next = NONE


@rule
def _write_open_spaces(state: State, kind: int, sort: int, out: Actions, count: int) -> int:
    """Write a chip on each open space of the character card, as this sort of action."""
    for place in range(2):
        space = SPACES_OF[kind, place]
        if state.board[space] == 0:
            out[count] = sort + space
            count += 1
    return count


@rule
def _write_plays(state: State, seat: int, out: Actions) -> int:
    """Write the plays of each card held, used cards to replace, and discards if nothing can be played (FS11, FS12)."""
    count, replaceable = 0, 0
    for place in range(state.held[seat]):
        kind = state.hand[seat, place] - 1
        if place and state.hand[seat, place - 1] == kind + 1:
            continue
        if kind < CHARACTER_KINDS:
            before = count
            count = _write_open_spaces(state, kind, ON_CARD, out, count)
            if count == before and state.deck_size > 0:  # FS16
                replaceable |= 1 << kind
        elif kind == WILD:  # FS17
            for space in range(SPACES):
                if state.board[space] == 0:
                    out[count] = ON_WILD + space
                    count += 1
        elif kind == REMOVE:  # FS18
            for space in range(SPACES):
                if 0 < state.board[space] < LOCKED:
                    out[count] = OFF + space
                    count += 1
        elif kind != STEAL:
            count = _write_swaps(state, colour_of(state, seat) + 1, kind - SWAP_RED, out, count)
    playable = count > 0
    for place in range(state.held[seat]):
        kind = state.hand[seat, place] - 1
        if place and state.hand[seat, place - 1] == kind + 1:
            continue
        if (replaceable >> kind) & 1:
            out[count] = REPLACING + kind
            count += 1
        if not playable:  # FS12
            out[count] = DISCARDING + kind
            count += 1
    return count


@rule
def _write_swaps(state: State, chip: int, colour: int, out: Actions, count: int) -> int:
    """Write every swap of the seat's chip with another colour's, both unlocked, on the card's colour (FS19)."""
    for place in range(SAME_COLOUR):
        own = SPACE_IN_COLOUR[colour, place]
        if state.board[own] != chip:
            continue
        for other in range(SAME_COLOUR):
            code = state.board[SPACE_IN_COLOUR[colour, other]]
            if 0 < code < LOCKED and code != chip:
                out[count] = SWAPPING + own * SAME_COLOUR + other
                count += 1
    return count
