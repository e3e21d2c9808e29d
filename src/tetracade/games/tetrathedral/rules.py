"""Tetrathedral, compiled. TH1… are the rules in rules.md; state.py explains the record and the numbers of actions."""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Features, Options, Outcomes, Scores, State, Weights
from tetracade.engine.features import HUNDRED
from tetracade.games.tetrathedral.board import (
    BIT,
    CROSSED,
    FIRST_WAY,
    FORMATION_MASK,
    FORMATIONS_AT,
    HOMES,
    LONGEST,
    MOST_PAWNS,
    PAWN_COUNTS,
    RING_SPACES,
    ROLL_OFFS,
    SEATS,
    SIDES,
    WAY_END,
    WAY_STRIP,
    WORD,
)
from tetracade.games.tetrathedral.state import (
    DRAWN,
    FEATURE_TABLE,
    MOST_ROLLS,
    MOVING,
    OUT,
    PAIRS,
    ROLL_OFF,
    ROLLING,
    SPACES,
    WON,
    Chosen,
)

FEATURES = FEATURE_TABLE.size
PAWNS_AT, ROLL_AT, OUT_AT, STRIPS_AT, ROLLS_AT, TURN_AT = (part.offset for part in FEATURE_TABLE)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Set both sides' pawns on their starting spaces (TH2)."""
    state.seats = seats
    state.side = PAWN_COUNTS[options[Chosen.PAWNS]]
    state.strips_only = options[Chosen.LINES]
    for seat in range(SEATS):
        for pawn in range(MOST_PAWNS):
            state.pawns[seat, pawn] = OUT
        for pawn in range(state.side):
            put(state, seat, HOMES[options[Chosen.PAWNS], seat, pawn])
    if options[Chosen.STARTER]:  # TH3: a named seat begins
        state.phase = ROLLING
        state.turn = options[Chosen.STARTER] - 1


@inlined
def acting(state: State) -> int:
    """The seat with a roll to use, CHANCE when the die is due, OVER at the end."""
    if state.phase == MOVING:
        return 1 << state.turn
    return CHANCE if state.phase < MOVING else OVER


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write every move that the roll allows, each pair of spaces once, and return how many."""
    count = 0
    low = state.mask[0, 0] | state.mask[1, 0]
    high = state.mask[0, 1] | state.mask[1, 1]
    least, most = shortest(state.roll), longest(state, seat, state.roll)
    for pawn in range(state.in_play[seat]):
        space = state.pawns[seat, pawn]
        for way in range(FIRST_WAY[space, least], FIRST_WAY[space, most + 1]):
            if is_open(state, seat, way, low, high):
                out[count] = space * SPACES + WAY_END[way]
                count += 1
    if may_enter(state, seat, state.roll):
        for index in range(len(RING_SPACES)):
            space = RING_SPACES[index]
            occupied = high if WORD[space] else low
            if (occupied & BIT[space]) == 0:  # TH8: re-entry never captures
                out[count] = OUT * SPACES + space
                count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Move or re-enter the pawn, capture what it lands on (TH7), and end the turn."""
    space, end = action // SPACES, action % SPACES
    if space != OUT:
        take(state, seat, space)
    if state.mask[1 - seat, WORD[end]] & BIT[end]:
        take(state, 1 - seat, end)  # TH7
    put(state, seat, end)
    state.forfeited[seat] = 0
    if completes(state.mask[seat, 0], state.mask[seat, 1], end):
        state.phase = WON  # TH9
        state.roll = 0
    else:
        end_turn(state)


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """Every move is a turn, even when the other seat then forfeits its roll (TH4)."""
    return True


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write the roll-off's unequal pairs, or the eight rolls, all equally likely (TH3)."""
    first, count = (SIDES, PAIRS) if state.phase == ROLL_OFF else (0, SIDES)
    for index in range(count):
        ids[index] = first + index
        weights[index] = 1
    return count


@rule
def resolve(state: State, outcome: int) -> None:
    """Let the winner of the roll-off begin, or roll for the turn; a roll no pawn can use is forfeited."""
    if outcome >= SIDES:
        state.turn = 0 if ROLL_OFFS[outcome - SIDES, 0] > ROLL_OFFS[outcome - SIDES, 1] else 1  # TH3
        state.phase = ROLLING
        return
    state.rolls += 1  # TH10
    if can_use(state, state.turn, outcome + 1):
        state.phase = MOVING
        state.roll = outcome + 1
    else:
        state.forfeited[state.turn] = outcome + 1  # TH4
        end_turn(state)


@rule
def score(state: State, out: Scores) -> None:
    """Write +1 for the winner and -1 for the other, or 0 for both (TH10)."""
    for seat in range(SEATS):
        if state.phase == WON:
            out[seat] = 1 if seat == state.turn else -1
        else:
            out[seat] = 0


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write both sides' pawns by space, the roll, pawns out of play, and what else there is to know."""
    for index in range(FEATURES):
        out[index] = 0
    for side in range(SEATS):
        owner = seat if side == 0 else 1 - seat
        for pawn in range(state.in_play[owner]):
            out[PAWNS_AT + side * SPACES + state.pawns[owner, pawn]] = 1
        out[OUT_AT + side] = state.side - state.in_play[owner]
    if state.roll:
        out[ROLL_AT + state.roll - 1] = 1
    out[STRIPS_AT] = state.strips_only
    out[ROLLS_AT] = state.rolls // HUNDRED
    out[ROLLS_AT + 1] = state.rolls % HUNDRED
    out[TURN_AT] = 1 if state.phase < WON and state.turn == seat else 0


@rule
def end_turn(state: State) -> None:
    """Pass the die to the other seat, unless the last roll has been played (TH10)."""
    state.roll = 0
    if state.rolls >= MOST_ROLLS:
        state.phase = DRAWN
    else:
        state.phase = ROLLING
        state.turn = 1 - state.turn


@rule
def can_use(state: State, seat: int, roll: int) -> bool:
    """Whether the seat can do anything with the roll (TH4)."""
    if may_enter(state, seat, roll):
        return True  # there are always more spaces on the ring than pawns
    low = state.mask[0, 0] | state.mask[1, 0]
    high = state.mask[0, 1] | state.mask[1, 1]
    least, most = shortest(roll), longest(state, seat, roll)
    for pawn in range(state.in_play[seat]):
        space = state.pawns[seat, pawn]
        for way in range(FIRST_WAY[space, least], FIRST_WAY[space, most + 1]):
            if is_open(state, seat, way, low, high):
                return True
    return False


@inlined
def may_enter(state: State, seat: int, roll: int) -> bool:
    """Whether the roll lets the seat re-enter a pawn (TH8)."""
    return roll == SIDES and state.in_play[seat] < state.side


@inlined
def shortest(roll: int) -> int:
    """The shortest move the roll allows: all of it (TH4), or one space on an 8 (TH6, TH8)."""
    return 1 if roll == SIDES else roll


@inlined
def longest(state: State, seat: int, roll: int) -> int:
    """The longest move: the roll (TH4, TH8), or any distance on an 8 with all pawns in play (TH6)."""
    return LONGEST if roll == SIDES and state.in_play[seat] == state.side else roll


@inlined
def is_open(state: State, seat: int, way: int, low: int, high: int) -> bool:
    """Whether the way is clear and doesn't end on the seat's own pawn (TH4); low and high hold all pawns."""
    end = WAY_END[way]
    return (
        (CROSSED[way, 0] & low) == 0
        and (CROSSED[way, 1] & high) == 0
        and (state.mask[seat, WORD[end]] & BIT[end]) == 0
        and (WAY_STRIP[way] != 0 or state.strips_only == 0)  # TH5
    )


@rule
def wins(state: State, seat: int, action: int) -> bool:
    """Whether the seat's move, if it is legal, completes a formation (TH9)."""
    start, end = action // SPACES, action % SPACES
    if start == OUT:
        return False  # the ring is part of no formation
    low, high = state.mask[seat, 0], state.mask[seat, 1]
    if WORD[start]:
        high &= ~BIT[start]
    else:
        low &= ~BIT[start]
    return completes(low, high, end)


@rule
def completes(low: int, high: int, space: int) -> bool:
    """Whether a pawn on the space completes a formation with these (TH9)."""
    if WORD[space]:
        high |= BIT[space]
    else:
        low |= BIT[space]
    for index in range(FORMATIONS_AT.shape[1]):
        formation = FORMATIONS_AT[space, index]
        if formation < 0:
            return False
        wanted_low, wanted_high = FORMATION_MASK[formation, 0], FORMATION_MASK[formation, 1]
        if (low & wanted_low) == wanted_low and (high & wanted_high) == wanted_high:
            return True
    return False


@rule
def put(state: State, seat: int, space: int) -> None:
    """Set one of the seat's pawns on the space."""
    place = state.in_play[seat]
    while place > 0 and state.pawns[seat, place - 1] > space:
        state.pawns[seat, place] = state.pawns[seat, place - 1]
        place -= 1
    state.pawns[seat, place] = space
    state.in_play[seat] += 1
    state.mask[seat, WORD[space]] |= BIT[space]


@rule
def take(state: State, seat: int, space: int) -> None:
    """Take the seat's pawn off the space."""
    place = 0
    while state.pawns[seat, place] != space:
        place += 1
    state.in_play[seat] -= 1
    while place < state.in_play[seat]:
        state.pawns[seat, place] = state.pawns[seat, place + 1]
        place += 1
    state.pawns[seat, place] = OUT
    state.mask[seat, WORD[space]] &= ~BIT[space]
