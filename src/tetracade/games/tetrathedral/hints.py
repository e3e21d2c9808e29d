"""What a bot sees at a glance in Tetrathedral: formations, threats by roll, exposure to capture.

A set of rolls is a bit mask: bit 1 for a roll of 1, up to bit 8. The formations' pawns are tallied in two words, three
bits to a formation, so that one addition counts a pawn in all formations it is part of.
"""

import math

from tetracade.engine.arrays import table
from tetracade.engine.bits import count_bits
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Actions, Payoffs, Ratings, State
from tetracade.games.tetrathedral.board import (
    BIT,
    CROSSED,
    FORMATION_SPACES,
    FORMATIONS,
    NAMES,
    ON_RING,
    SEATS,
    SIDES,
    WAY_LENGTH,
    WAY_OF,
    WAY_STRIP,
    WORD,
)
from tetracade.games.tetrathedral.rules import wins
from tetracade.games.tetrathedral.state import DRAWN, MOVING, OUT, ROLL_OFF, SPACES, WON

MANY_PAWNS = 8
"""With as many the first two rows of weights count, with fewer the last two."""

A_WORD = len(FORMATIONS) // 2
TALLY = table(
    [
        [
            sum(8**place for place, spaces in enumerate(FORMATIONS[first : first + A_WORD]) if space in spaces)
            for first in (0, A_WORD)
        ]
        for space in range(len(NAMES))
    ]
)
"""What a pawn on a space adds to the two words of a tally."""
EACH = sum(8**number for number in range(A_WORD))
"""The lowest bit of every formation's three."""


WEIGHTS = table(
    [
        [  # the usual pawns, all lines
            [110, 537, -57, 50, 566, 11, -8, -97, 24],
            [-269, -181, 57, -51, -559, -22, 2, 78, 24],
        ],
        [  # the usual pawns, strips only
            [86, 278, 3, 52, 498, 45, 24, -55, 69],
            [-246, -230, 8, -53, -496, -43, -25, 69, -33],
        ],
        [  # fewer pawns, all lines
            [2, 369, -10, 22, 504, 13, -20, -85, -14],
            [-183, -196, 21, -25, -506, -17, 14, 147, 54],
        ],
        [  # fewer pawns, strips only
            [186, 229, -9, 14, 376, 90, -8, -108, 22],
            [-296, -98, 5, -11, -376, -85, 14, 113, -4],
        ],
    ]
)
"""What each thing is worth to the seat that rolls next, first its own, then the other seat's, in thousandths of
log-odds: a winning roll, a formation of three, one of two, a roll that makes a three, a pawn in play, a pawn off the
ring, a pair of a pawn and a roll that captures it, such a pair for a pawn in a three, a roll that captures something.
Fitted to the results of some 5,000 games of each kind that a player with such estimates played against itself."""


CALIBRATED, TO_ROLL = 0.83, 0.03
"""The power to which the judge raises the estimate's odds, and what being next to roll adds to their logarithm; fitted
by ``bench.calibrate`` to 250 games."""


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate each move by what it wins, captures, builds and exposes; 1 is roughly the worth of two pawns."""
    rival = 1 - seat
    own_0, own_1 = tallied(state, seat, 0), tallied(state, seat, 1)
    near_0, near_1 = threes(tallied(state, rival, 0)), threes(tallied(state, rival, 1))
    for index in range(count):
        start, end = actions[index] // SPACES, actions[index] % SPACES
        if wins(state, seat, actions[index]):
            out[index] = 100.0
            continue
        low, high = state.mask[0, 0] | state.mask[1, 0], state.mask[0, 1] | state.mask[1, 1]
        worth = 0.0
        tally_0, tally_1 = own_0 + TALLY[end, 0], own_1 + TALLY[end, 1]
        if start == OUT:
            worth += 0.5
        else:
            tally_0 -= TALLY[start, 0]
            tally_1 -= TALLY[start, 1]
            if WORD[start]:
                high &= ~BIT[start]
            else:
                low &= ~BIT[start]
        if state.mask[rival, WORD[end]] & BIT[end]:
            worth += 0.5
            if (TALLY[end, 0] & near_0) or (TALLY[end, 1] & near_1):
                worth += 0.5  # it breaks a triad
        worth += 0.4 * (count_bits(threes(tally_0)) + count_bits(threes(tally_1)))
        worth += 0.03 * (count_bits(twos(tally_0)) + count_bits(twos(tally_1)))
        out[index] = worth - 0.06 * count_bits(landing_rolls(state, rival, end, low, high))


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """Write each seat's chance to win: by the next roll, or else by what both sides have and threaten."""
    if state.phase >= WON:
        for seat in range(SEATS):
            out[seat] = 0.5 if state.phase == DRAWN else (1.0 if seat == state.turn else 0.0)
        return True
    seat = state.turn
    winning = winning_rolls(state, seat)
    if state.phase == MOVING:
        now = float((winning >> state.roll) & 1)
    else:
        now = count_bits(winning) / SIDES
    log_odds = 0.001 * (standing(state, seat, count_bits(winning), 0) + standing(state, 1 - seat, -1, 1))
    later = 1.0 / (1.0 + math.exp(-log_odds))
    out[seat] = now + (1.0 - now) * later
    out[1 - seat] = 1.0 - out[seat]
    if state.phase == ROLL_OFF:
        out[0] = out[1] = 0.5
    return True


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """Write each seat's chance to win as the estimate has it, calibrated for players who choose by it.

    Whoever picks the move that the estimate likes best picks its errors, too: without this it would think a little too
    much of the seat that has just moved.
    """
    estimate(state, shares)
    if state.phase < WON and state.phase != ROLL_OFF and 0.0 < shares[0] < 1.0:
        seat = state.turn
        odds = (shares[seat] / shares[1 - seat]) ** CALIBRATED * math.exp(TO_ROLL)
        shares[seat] = odds / (1.0 + odds)
        shares[1 - seat] = 1.0 - shares[seat]
    return True


@rule
def tallied(state: State, seat: int, word: int) -> int:
    """The seat's pawns in each formation of this word."""
    total = 0
    for pawn in range(state.in_play[seat]):
        total += TALLY[state.pawns[seat, pawn], word]
    return total


@inlined
def threes(tally: int) -> int:
    """The formations that lack one pawn, as the lowest of their bits."""
    return tally & (tally >> 1) & ~(tally >> 2) & EACH


@inlined
def twos(tally: int) -> int:
    """The formations that lack two pawns, as the lowest of their bits."""
    return ~tally & (tally >> 1) & ~(tally >> 2) & EACH


@rule
def reaching(state: State, seat: int, start: int, end: int, low: int, high: int) -> int:
    """The rolls that take the seat's pawn from one space to the other, with pawns on these spaces."""
    way = WAY_OF[start, end]
    if way < 0 or (CROSSED[way, 0] & low) or (CROSSED[way, 1] & high) or (state.strips_only and not WAY_STRIP[way]):
        return 0
    length = WAY_LENGTH[way]
    rolls = 0
    if length < SIDES:
        rolls |= 1 << length
    if length <= SIDES or state.in_play[seat] == state.side:
        rolls |= 1 << SIDES
    return rolls


@rule
def capturing_rolls(state: State, seat: int, space: int) -> int:
    """The rolls that let the seat land on the space: how exposed a rival's pawn is there."""
    return landing_rolls(state, seat, space, state.mask[0, 0] | state.mask[1, 0], state.mask[0, 1] | state.mask[1, 1])


@rule
def landing_rolls(state: State, seat: int, space: int, low: int, high: int) -> int:
    """The same, if pawns stood on these spaces instead."""
    rolls = 0
    for pawn in range(state.in_play[seat]):
        rolls |= reaching(state, seat, state.pawns[seat, pawn], space, low, high)
    return rolls


@rule
def filling_rolls(state: State, seat: int, formation: int) -> int:
    """The rolls that bring another pawn of the seat into the formation."""
    low, high = state.mask[0, 0] | state.mask[1, 0], state.mask[0, 1] | state.mask[1, 1]
    rolls = 0
    for place in range(4):
        space = FORMATION_SPACES[formation, place]
        if state.mask[seat, WORD[space]] & BIT[space]:
            continue
        for pawn in range(state.in_play[seat]):
            start = state.pawns[seat, pawn]
            if not is_part(start, formation):
                rolls |= reaching(state, seat, start, space, low, high)
    return rolls


@inlined
def is_part(space: int, formation: int) -> bool:
    """Whether the space is one of the formation's four."""
    return (TALLY[space, formation // A_WORD] >> (3 * (formation % A_WORD))) & 1 == 1


@rule
def winning_rolls(state: State, seat: int) -> int:
    """The rolls that would win for the seat if it rolled now: its threats, an eighth of a chance each."""
    return filling_all(state, seat, threes(tallied(state, seat, 0)), threes(tallied(state, seat, 1)))


@rule
def building_rolls(state: State, seat: int) -> int:
    """The rolls that would bring a third pawn of the seat into a formation."""
    return filling_all(state, seat, twos(tallied(state, seat, 0)), twos(tallied(state, seat, 1)))


@rule
def filling_all(state: State, seat: int, low: int, high: int) -> int:
    """The rolls that bring another pawn of the seat into any of the formations given by their bits."""
    rolls = 0
    for word in range(2):
        bits = high if word else low
        formation = A_WORD * word
        while bits:
            if bits & 1:
                rolls |= filling_rolls(state, seat, formation)
            bits >>= 3
            formation += 1
    return rolls


@rule
def standing(state: State, seat: int, winning: int, place: int) -> int:
    """How the seat stands, in thousandths of log-odds; place 0 is next to roll, 1 is the other."""
    word_0, word_1 = tallied(state, seat, 0), tallied(state, seat, 1)
    near_0, near_1 = threes(word_0), threes(word_1)
    inner = exposed = exposed_near = capturing = 0
    for pawn in range(state.in_play[seat]):
        space = state.pawns[seat, pawn]
        rolls = count_bits(capturing_rolls(state, 1 - seat, space))
        exposed += rolls
        if (TALLY[space, 0] & near_0) or (TALLY[space, 1] & near_1):
            exposed_near += rolls
        inner += 1 - ON_RING[space]
    for pawn in range(state.in_play[1 - seat]):
        capturing |= capturing_rolls(state, seat, state.pawns[1 - seat, pawn])
    if winning < 0:
        winning = count_bits(winning_rolls(state, seat))
    kind = 2 * (state.side < MANY_PAWNS) + state.strips_only
    return (
        WEIGHTS[kind, place, 0] * winning
        + WEIGHTS[kind, place, 1] * (count_bits(near_0) + count_bits(near_1))
        + WEIGHTS[kind, place, 2] * (count_bits(twos(word_0)) + count_bits(twos(word_1)))
        + WEIGHTS[kind, place, 3] * count_bits(building_rolls(state, seat))
        + WEIGHTS[kind, place, 4] * state.in_play[seat]
        + WEIGHTS[kind, place, 5] * inner
        + WEIGHTS[kind, place, 6] * exposed
        + WEIGHTS[kind, place, 7] * exposed_near
        + WEIGHTS[kind, place, 8] * count_bits(capturing)
    )
