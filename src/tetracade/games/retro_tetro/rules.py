"""Retro Tetro, compiled. RT1… are the rules in rules.md; state.py explains the record and the numbers of actions.

Drops stand in drops.py, points in points.py.
"""

from tetracade.engine.bits import count_bits
from tetracade.engine.chance import below
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
from tetracade.games.retro_tetro.board import (
    CARD_COUNTS,
    CARDS,
    CARDS_PLAYED,
    COLUMNS,
    EVERY_OBJECTIVE,
    FIRST_STAND,
    FREE_OBJECTIVE,
    LAST_STAND,
    LEVEL_POINTS,
    PIECES_A_SHAPE,
    PINK_STAND,
    ROWS,
    SHAPES,
    SHOWN_SHAPES,
    WIDTH,
)
from tetracade.games.retro_tetro.box import OBJECTIVES
from tetracade.games.retro_tetro.drops import fits, lay
from tetracade.games.retro_tetro.points import gold_covered, passes, points_of
from tetracade.games.retro_tetro.state import (
    ASIDE,
    CARD,
    CARDS_DEALT,
    DONE,
    DRAWING,
    DRAWN,
    ENDED,
    FEATURE_TABLE,
    FIRST,
    HAND,
    KEEP,
    KEEPING,
    LOT,
    OBJECTIVES_DEALT,
    PAY,
    PLACING,
    PLAYING,
    Chosen,
)

PENALTY = 2

FEATURES = FEATURE_TABLE.size
BOARDS_AT, SUPPLY_AT, COINS_AT, PINKS_AT, ROW_COINS_AT, SYMBOL_COINS_AT, WAITING_AT, PINKING_AT, HELD_AT, FIRST_AT = (
    part.offset for part in FEATURE_TABLE.features[:10]
)
HAND_AT, PLAYED_AT, SHOWN_AT, DEALT_AT, OBJECTIVE_AT, TURN_AT, PHASE_AT, ADVANCED_AT, LEVEL_AT, OBJECTIVES_AT = (
    part.offset for part in FEATURE_TABLE.features[10:]
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out empty boards, full supplies and the bag of cards."""
    state.seats = seats
    state.advanced = options[Chosen.ADVANCED]
    state.level = options[Chosen.LEVEL]
    if state.level:
        state.objectives = 1 if state.level >= FREE_OBJECTIVE else 0  # RT23
    else:
        state.objectives = options[Chosen.OBJECTIVES]
    for seat in range(seats):
        for shape in range(SHAPES):
            state.supply[seat, shape] = PIECES_A_SHAPE
    for card in range(CARDS):
        state.bag[card] = CARD_COUNTS[card]
    state.undealt = EVERY_OBJECTIVE
    if seats > 1 and (options[Chosen.STARTER] == 0 or options[Chosen.STARTER] > seats):  # RT6
        state.phase = LOT
        state.waiting = CHANCE
    else:
        begin(state, options[Chosen.STARTER] - 1 if seats > 1 else 0)


@inlined
def acting(state: State) -> int:
    """The seats still to act, CHANCE while something is drawn, OVER after the last card."""
    return state.waiting


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write what the seat may do, and return how many actions that is."""
    if state.phase == PLACING:
        if (state.pinking >> seat) & 1:
            return write_pink_drops(state, seat, out)
        return write_placements(state, seat, out)
    count = 0
    if state.phase == PLAYING:  # RT7
        for place in range(state.held[seat]):
            if place == 0 or state.hand[seat, place] != state.hand[seat, 0]:
                out[count] = CARD + state.hand[seat, place] - 1
                count += 1
        return count
    choice = EVERY_OBJECTIVE if state.level else state.dealt[seat]  # RT5, RT23
    for objective in range(OBJECTIVES):
        if (choice >> objective) & 1:
            out[count] = KEEP + objective
            count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Let the seat keep an objective, play a card, drop a piece or a pink square, or set a piece aside."""
    if action < DONE:
        stand, column = action // COLUMNS, action % COLUMNS
        may_add = stand != PINK_STAND and state.pinks[seat] > 0  # RT21: held before this drop
        lay(state, seat, stand, column)
        if may_add and pink_fits(state, seat):
            state.pinking |= 1 << seat
        else:
            finish(state, seat)
    elif action == DONE:
        finish(state, seat)
    elif action < CARD:
        state.coins[seat] -= PENALTY  # RT11
        if action < PAY:
            state.supply[seat, action - ASIDE] -= 1
            state.aside[seat, action - ASIDE] += 1
        finish(state, seat)
    elif action < KEEP:
        play(state, seat, action - CARD)
    else:
        state.objective[seat] = action - KEEP + 1
        state.waiting &= ~(1 << seat)
        if state.waiting == 0:
            state.phase = CARDS_DEALT
            state.waiting = CHANCE


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """Not a card, which is yet to be placed, nor a drop that a pink square may follow (RT7, RT21)."""
    if action < PINK_STAND * COLUMNS:
        return state.pinks[seat] == 0
    return action < CARD or action >= KEEP


@rule
def lasting(state: State, seat: int, action: int) -> bool:
    """A placement, or whatever counts as one, can't be taken back (RT8); a card played can."""
    return action < CARD


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write the seats that may start, the objectives or the cards that may be drawn."""
    count = 0
    if state.phase == LOT:
        for seat in range(state.seats):
            ids[seat] = FIRST + seat
            weights[seat] = 1
        return int(state.seats)
    if state.phase == OBJECTIVES_DEALT:
        for objective in range(OBJECTIVES):
            if (state.undealt >> objective) & 1:
                ids[count] = objective
                weights[count] = 1
                count += 1
        return count
    for card in range(CARDS):
        if state.bag[card]:
            ids[count] = DRAWN + card
            weights[count] = state.bag[card]
            count += 1
    return count


@rule
def resolve(state: State, outcome: int) -> None:
    """Let the seat drawn go first, or give the card drawn to its seat."""
    if outcome >= FIRST:
        begin(state, outcome - FIRST)
        return
    seat = receiver(state)
    if outcome < DRAWN:
        state.undealt &= ~(1 << outcome)
        state.dealt[seat] |= 1 << outcome
        state.given += 1
        if state.given == 2 * state.seats:
            state.phase = KEEPING
            state.waiting = (1 << state.seats) - 1
        return
    state.bag[outcome - DRAWN] -= 1
    take(state, seat, outcome - DRAWN)
    state.drawn += 1
    if state.phase == DRAWING:
        pass_turn(state)
    elif state.drawn == HAND * state.seats:
        state.phase = PLAYING
        state.waiting = 1 << state.first


@rule
def score(state: State, out: Scores) -> None:
    """Write every seat's points (RT14)."""
    for seat in range(state.seats):
        out[seat] = points_of(state, seat)


@rule
def winners(state: State, points: Scores) -> int:
    """The seats with the most points, then coins, then gold (RT15); alone, seat 0 if it passed its level (RT22)."""
    if state.seats == 1:
        return 1 if state.level and passes(state, 0) else 0
    best, most_coins, most_gold, mask = -1000, 0, 0, 0
    for seat in range(state.seats):
        coins, gold = state.coins[seat], gold_covered(state, seat)
        level = points[seat] == best and coins == most_coins and gold == most_gold
        ahead = points[seat] > best
        if points[seat] == best:
            ahead = coins > most_coins or (coins == most_coins and gold > most_gold)
        if ahead:
            best, most_coins, most_gold, mask = points[seat], coins, gold, 1 << seat
        elif level:
            mask |= 1 << seat
    return mask


@rule
def payoff(state: State, points: Scores, won: int, out: Payoffs) -> None:
    """The winners share 1; alone, points up to 100 as a share of 1, and at most half of it for a failed level."""
    if state.seats == 1:
        share = min(100, max(0, points[0])) / 100
        if state.level:
            share = 1.0 if won else 0.5 * min(1.0, max(0, points[0]) / LEVEL_POINTS[state.level])
        out[0] = share
        return
    sharing = 0
    for seat in range(state.seats):
        sharing += (won >> seat) & 1
    for seat in range(state.seats):
        out[seat] = ((won >> seat) & 1) / max(sharing, 1)


@rule
def sees_action(state: State, seat: int, action: int, viewer: int) -> bool:
    """Only the seat itself sees which objective it keeps (RT5)."""
    return action < KEEP or viewer == seat


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """Everyone sees who starts; a card is seen by the seat that gets it."""
    return outcome >= FIRST or viewer == receiver(state)


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Redraw the others' hands and objectives from everything the seat hasn't seen."""
    for other in range(state.seats):
        if other != seat:
            for place in range(state.held[other]):
                state.bag[state.hand[other, place] - 1] += 1
    left = 0
    for card in range(CARDS):
        left += state.bag[card]
    for other in range(state.seats):
        if other == seat:
            continue
        size = state.held[other]
        state.held[other] = 0
        state.hand[other, 0] = 0
        state.hand[other, 1] = 0
        for _ in range(size):
            skip = below(rng, left)
            card = 0
            while skip >= state.bag[card]:
                skip -= state.bag[card]
                card += 1
            state.bag[card] -= 1
            left -= 1
            take(state, other, card)
    redeal_objectives(state, seat, rng)


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write every board round the table from the seat's own, its cards and objective, then what is public."""
    for index in range(FEATURES):
        out[index] = 0
    for side in range(state.seats):
        observe_board(state, (seat + side) % state.seats, side, out)
    for place in range(state.held[seat]):
        out[HAND_AT + state.hand[seat, place] - 1] += 1
    for turn in range(CARDS_PLAYED):
        if state.played[turn]:
            out[PLAYED_AT + state.played[turn] - 1] += 1
    if state.shown:
        out[SHOWN_AT + state.shown - 1] = 1
    for objective in range(OBJECTIVES):
        out[DEALT_AT + objective] = (state.dealt[seat] >> objective) & 1
    if state.objective[seat]:
        out[OBJECTIVE_AT + state.objective[seat] - 1] = 1
    out[TURN_AT] = state.turn
    out[PHASE_AT + state.phase] = 1
    out[ADVANCED_AT] = state.advanced
    out[LEVEL_AT] = state.level
    out[OBJECTIVES_AT] = state.objectives


@rule
def observe_board(state: State, owner: int, side: int, out: Features) -> None:
    """Write what is public about a seat, at this place round the table."""
    rows = 0
    for column in range(COLUMNS):
        rows = max(rows, state.heights[owner, column])
    for row in range(rows):
        for column in range(COLUMNS):
            drop = state.board[owner, row, column]
            covered = int(drop > 0)  # without a branch, which the machine could not foresee
            out[BOARDS_AT + (side * ROWS + row) * COLUMNS + column] = covered * state.kinds[owner, drop - covered]
    for shape in range(SHAPES):
        out[SUPPLY_AT + side * SHAPES + shape] = state.supply[owner, shape]
    out[COINS_AT + side] = state.coins[owner]
    out[PINKS_AT + side] = state.pinks[owner]
    out[ROW_COINS_AT + side] = state.row_coins[owner]
    out[SYMBOL_COINS_AT + side] = state.symbol_coins[owner]
    out[WAITING_AT + side] = (state.waiting >> owner) & 1 if state.waiting > 0 else 0
    out[PINKING_AT + side] = (state.pinking >> owner) & 1
    out[HELD_AT + side] = state.held[owner]
    out[FIRST_AT + side] = 1 if state.first == owner else 0


@rule
def write_placements(state: State, seat: int, out: Actions) -> int:
    """Write every drop of the shapes shown; if there is none, every piece that may be set aside (RT7, RT11)."""
    shapes = SHOWN_SHAPES[state.shown - 1]
    count = 0
    for shape in range(SHAPES):
        if (shapes >> shape) & 1 and state.supply[seat, shape]:
            for stand in range(FIRST_STAND[shape], LAST_STAND[shape] + 1):
                for column in range(COLUMNS - WIDTH[stand] + 1):
                    if fits(state, seat, stand, column):
                        out[count] = stand * COLUMNS + column
                        count += 1
    if count == 0:
        for shape in range(SHAPES):
            if (shapes >> shape) & 1 and state.supply[seat, shape]:
                out[count] = ASIDE + shape
                count += 1
    if count == 0:
        out[0] = PAY
        count = 1
    return count


@rule
def write_pink_drops(state: State, seat: int, out: Actions) -> int:
    """Write every drop of a pink square, and DONE for not dropping one (RT21)."""
    count = 0
    for column in range(COLUMNS):
        if fits(state, seat, PINK_STAND, column):
            out[count] = PINK_STAND * COLUMNS + column
            count += 1
    out[count] = DONE
    return count + 1


@inlined
def receiver(state: State) -> int:
    """The seat that gets the next objective or card: by twos from the first seat, or the active one."""
    if state.phase == OBJECTIVES_DEALT:
        return (state.first + state.given // 2) % state.seats
    if state.phase == CARDS_DEALT:
        return (state.first + state.drawn // HAND) % state.seats
    return (state.first + state.turn) % state.seats


@rule
def redeal_objectives(state: State, seat: int, rng: Rng) -> None:
    """Redraw the others' objectives: all of them, or only the returned ones once the kept ones are shown."""
    if state.level:  # RT23: chosen, not dealt
        if seat != 0 and state.objective[0] and state.phase != ENDED:
            state.objective[0] = 1 + below(rng, OBJECTIVES)
        return
    pool = EVERY_OBJECTIVE
    for other in range(state.seats):
        if other == seat:
            pool &= ~state.dealt[other]
        elif state.phase == ENDED and state.objective[other]:
            pool &= ~(1 << (state.objective[other] - 1))
    for other in range(state.seats):
        if other == seat:
            continue
        missing = count_bits(state.dealt[other])
        state.dealt[other] = 0
        if state.phase == ENDED and state.objective[other]:
            state.dealt[other] = 1 << (state.objective[other] - 1)
            missing -= 1
        for _ in range(missing):
            objective = place_of_bit(pool, below(rng, count_bits(pool)))
            pool &= ~(1 << objective)
            state.dealt[other] |= 1 << objective
        if state.objective[other] and state.phase != ENDED:
            state.objective[other] = 1 + place_of_bit(state.dealt[other], below(rng, 2))
    state.undealt = pool


@rule
def begin(state: State, first: int) -> None:
    """Let the seat go first, then deal objectives, if any, and cards (RT5)."""
    state.first = first
    state.waiting = CHANCE
    state.phase = CARDS_DEALT
    if state.objectives and state.level:
        state.phase = KEEPING
        state.waiting = 1
    elif state.objectives:
        state.phase = OBJECTIVES_DEALT


@inlined
def take(state: State, seat: int, card: int) -> None:
    """Put the card into the seat's hand, the lower one first."""
    state.hand[seat, state.held[seat]] = card + 1
    state.held[seat] += 1
    if state.held[seat] == HAND and state.hand[seat, 0] > card + 1:
        state.hand[seat, 1] = state.hand[seat, 0]
        state.hand[seat, 0] = card + 1


@rule
def play(state: State, seat: int, card: int) -> None:
    """Lay the card face up, for every seat to place one of its shapes (RT7)."""
    if state.hand[seat, 0] == card + 1:
        state.hand[seat, 0] = state.hand[seat, 1]
    state.hand[seat, 1] = 0
    state.held[seat] -= 1
    state.shown = card + 1
    state.played[state.turn] = card + 1
    state.phase = PLACING
    state.waiting = (1 << state.seats) - 1


@rule
def finish(state: State, seat: int) -> None:
    """Note that the seat has placed; after the last one the active seat draws, until all cards are out (RT7)."""
    state.pinking &= ~(1 << seat)
    state.waiting &= ~(1 << seat)
    if state.waiting == 0:
        state.shown = 0
        if state.drawn < CARDS_PLAYED:
            state.phase = DRAWING
            state.waiting = CHANCE
        else:
            pass_turn(state)


@inlined
def pass_turn(state: State) -> None:
    """Pass the turn clockwise, or end the game after the last card."""
    state.turn += 1
    if state.turn == CARDS_PLAYED:
        state.phase = ENDED
        state.waiting = OVER
    else:
        state.phase = PLAYING
        state.waiting = 1 << ((state.first + state.turn) % state.seats)


@rule
def pink_fits(state: State, seat: int) -> bool:
    """Whether a pink square can be dropped anywhere (RT21)."""
    for column in range(COLUMNS):
        if fits(state, seat, PINK_STAND, column):
            return True
    return False


@inlined
def place_of_bit(mask: int, skip: int) -> int:
    """The place of the set bit that comes after this many others."""
    for _ in range(skip):
        mask &= mask - 1
    place = 0
    while not (mask >> place) & 1:
        place += 1
    return place
