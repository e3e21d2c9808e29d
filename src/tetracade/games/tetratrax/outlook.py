"""What a game of TetraTrax may still bring each seat: where judging stops looking ahead."""

import math

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import Payoffs, State
from tetracade.games.tetratrax.board import (
    COLUMNS,
    HEIGHT,
    KIND_OF,
    LEGAL_STANDS,
    SEATS,
    TILES_A_SIDE,
    WIDTH,
)
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.rules import points_of, resting_row

FEATURES = (
    "always",
    "to move",
    "rows of room",
    "rows of room at the highest column",
    "steps between neighbouring columns",
    "tiles left",
    "drops that fit",
    "points of the best drop",
    "drops for 1 point or more",
    "drops for 2 points or more",
    "drops for 3 points or more",
    "kinds that fit nowhere",
    *(f"{kind} left" for kind in KINDS),
)
(ALWAYS, TO_MOVE, ROOM, ROOM_AT_TOP, STEPS, TILES_LEFT, FITTING, BEST, ONES, TWOS, THREES, STUCK, FIRST_KIND) = range(
    13
)

BASIS = 3
"""Each weight changes with how far the game is: a part for always, one by its progress, one by the square of it."""

_FITTED = [
    [-1662, 129, 994],
    [262, -31, 418],
    [6873, 2672, 1205],
    [4276, 622, -252],
    [-603, -208, 234],
    [25, -45, -11],
    [-798, 506, 745],
    [535, -87, 55],
    [502, 120, -173],
    [677, -27, -621],
    [-611, -506, -446],
    [277, 108, -33],
    [-139, 188, 371],
    [827, -815, -281],
    [66, -361, 78],
    [-238, 217, -174],
    [-263, 370, -126],
    [-8, -53, 18],
]
WEIGHTS = table([*_FITTED, *[[0] * BASIS] * len(KINDS)][: len(FEATURES)])
"""Thousandths of a point for each feature. Fitted by ``bench.fit_judge``, first to 30,000 greedy games, then to 2,500
of a player who looks one drop ahead by the first fit. Kinds that another box adds weigh nothing."""

SCALE = table([2065, -3095, 1988])
"""Thousandths of a point of lead that multiply the odds by e, by progress."""

NARROWEST = 0.2


@rule
def progress(state: State) -> float:
    """How far the game is, from 0 to 1: tiles dropped."""
    return (state.dropped[0] + state.dropped[1]) / (SEATS * TILES_A_SIDE)


@rule
def describe(state: State, seat: int, out: Payoffs) -> bool:
    """Write what counts for the points the seat will still make; False before the lot and after the end."""
    if state.turn < 0:
        return False
    for index in range(FIRST_KIND):
        out[index] = 0.0
    room, highest = 0, 0
    for column in range(COLUMNS):
        room += state.rows - state.heights[column]
        highest = max(highest, state.heights[column])
        if column:
            out[STEPS] += 0.1 * abs(state.heights[column] - state.heights[column - 1])
    out[ALWAYS] = 1.0
    out[TO_MOVE] = 1.0 if state.turn == seat else 0.0
    out[ROOM] = 0.1 * room / COLUMNS
    out[ROOM_AT_TOP] = 0.1 * (state.rows - highest)
    out[TILES_LEFT] = 0.1 * (TILES_A_SIDE - state.dropped[seat])
    best, fitting = -1, 0
    for stand in range(LEGAL_STANDS):
        if state.left[seat, KIND_OF[stand]] == 0:
            continue
        for column in range(COLUMNS - WIDTH[stand] + 1):
            if resting_row(state, stand, column) + HEIGHT[stand] > state.rows:
                continue
            fitting |= 1 << KIND_OF[stand]
            out[FITTING] += 0.01
            points = points_of(state, seat, stand * COLUMNS + column)
            best = max(best, points)
            if points >= 1:
                out[ONES] += 0.1
            if points >= 2:
                out[TWOS] += 0.1
            if points >= 3:
                out[THREES] += 0.1
    out[BEST] = best
    for kind in range(len(KINDS)):
        out[FIRST_KIND + kind] = 1.0 * state.left[seat, kind]
        if state.left[seat, kind] and not fitting >> kind & 1:
            out[STUCK] += 1.0
    return True


@rule
def expected_points(state: State, seat: int, described: Payoffs) -> float:
    """The points the seat may expect at the end; ``described`` is room for the description."""
    if not describe(state, seat, described):
        return 0.0
    far = progress(state)
    total = 0.0
    for index in range(len(FEATURES)):
        weight = WEIGHTS[index, 0] + far * (WEIGHTS[index, 1] + far * WEIGHTS[index, 2])
        total += weight * described[index]
    return state.points[seat] + 0.001 * total


@rule
def spread(state: State) -> float:
    """How many points of lead multiply the odds by e."""
    far = progress(state)
    return max(0.001 * (SCALE[0] + far * (SCALE[1] + far * SCALE[2])), NARROWEST)


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """Write each seat's chance to win and the points it may expect; False before the lot."""
    if state.turn < 0:
        return False
    for seat in range(SEATS):
        points[seat] = expected_points(state, seat, room)
    shares[0] = 1.0 / (1.0 + math.exp((points[1] - points[0]) / spread(state)))
    shares[1] = 1.0 - shares[0]
    return True
