"""What a game of Retro Tetro may still bring each seat: where judging stops looking ahead."""

import math

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import Payoffs, State
from tetracade.games.retro_tetro.board import (
    CARDS_PLAYED,
    COLUMNS,
    GOLD,
    HIGHLIGHTED,
    LEVEL_POINTS,
    MEEPLE,
    ROWS,
    SHAPES,
    SYMBOL,
)
from tetracade.games.retro_tetro.box import OBJECTIVES
from tetracade.games.retro_tetro.hints import AIMS, card_value, missing_in_half
from tetracade.games.retro_tetro.points import columns_above, objective_points, points_of
from tetracade.games.retro_tetro.state import DRAWING, PLAYING

FEATURES = (
    "always",
    "plays the next card",
    "best card in hand",
    "other card in hand",
    "height",
    "highest column",
    "steps between neighbouring columns",
    "squares closed off",
    "half rows open",
    "squares there in half rows open",
    "symbols open",
    "gold squares open",
    "meeples' points above ground",
    "columns above the line",
    "shapes used up",
    "pink squares held",
    "advanced",
    "points of the objective",
    *(f"objective {number}" for number in range(1, OBJECTIVES + 1)),
)
ALWAYS, PLAYS_NEXT, BEST_CARD, OTHER_CARD, HEIGHT, HIGHEST, STEPS, CLOSED, HALVES, IN_HALVES = range(10)
SYMBOLS, GOLDS, MEEPLES, ABOVE, USED_UP, PINKS, ADVANCED, OBJECTIVE_NOW, FIRST_OBJECTIVE = range(10, 19)

BASIS = 3
"""Each weight changes with how far the game is: a part for always, one by its progress, one by the square of it."""

WEIGHTS = table(
    [
        [5582, 3271, 1402],
        [-24, 379, -450],
        [1243, 1352, 661],
        [954, 425, -86],
        [2856, 983, -555],
        [575, 2026, 169],
        [-2250, 1300, -62],
        [-893, -1272, 611],
        [598, 756, -2195],
        [-78, 1247, 153],
        [845, -1606, 546],
        [2515, 1718, -3436],
        [-476, -171, 92],
        [-8436, -2794, -277],
        [-152, -234, -271],
        [-17, 640, 166],
        [-1639, 1377, 292],
        [-7357, 3295, -160],
        [11164, -2601, -3441],
        [6310, -1721, -1607],
        [9816, -1799, -2529],
        [7582, -470, -2340],
        [2089, -227, -644],
        [10911, 1035, -4235],
        [-641, 4193, 3410],
        [9989, 687, -3334],
    ]
)
"""Thousandths of a point for each feature. Fitted by ``bench.fit_judge`` to 12,000 games of two to
four seats, with and without objectives and the advanced side."""

SCALE = table([2885, 1, -1435])
"""Thousandths of a point of lead that multiply the odds by e, by progress."""


NARROWEST = 0.2


@rule
def progress(state: State) -> float:
    """How far the game is, from 0 to 1: cards played and placed."""
    return (state.turn + (1 if state.phase == DRAWING else 0)) / CARDS_PLAYED


@rule
def describe(state: State, seat: int, out: Payoffs) -> bool:
    """Write what counts for the points the seat will still make; False where a card lies there to be placed."""
    if state.phase != PLAYING and state.phase != DRAWING:
        return False
    for index in range(len(FEATURES)):
        out[index] = 0.0
    out[ALWAYS] = 1.0
    turn = state.turn + (1 if state.phase == DRAWING else 0)
    out[PLAYS_NEXT] = 1.0 if (state.first + turn) % state.seats == seat else 0.0
    weights, objective = AIMS[state.level], state.objective[seat]
    if state.held[seat]:
        first = card_value(state, seat, state.hand[seat, 0] - 1, objective, weights)
        second = first
        if state.held[seat] > 1:
            second = card_value(state, seat, state.hand[seat, 1] - 1, objective, weights)
        out[BEST_CARD] = 0.1 * max(first, second)
        out[OTHER_CARD] = 0.1 * min(first, second)
    covered = 0
    for column in range(COLUMNS):
        height = state.heights[seat, column]
        out[HEIGHT] += 0.1 * height / COLUMNS
        out[HIGHEST] = max(out[HIGHEST], 0.1 * height)
        if column:
            out[STEPS] += 0.1 * abs(height - state.heights[seat, column - 1])
        covered += height
        for row in range(ROWS):
            if (state.rows[seat, row] >> column) & 1:
                covered -= 1
            elif height <= row:
                out[SYMBOLS] += SYMBOL[row, column] >= 0
                out[GOLDS] += GOLD[row, column]
                out[MEEPLES] += 0.1 * MEEPLE[row, column]
    out[CLOSED] = 0.1 * covered
    for row in range(ROWS):
        for half in range(2):
            if HIGHLIGHTED[row, half]:
                missing = missing_in_half(state, seat, row, half)
                if missing > 0:
                    out[HALVES] += 1.0
                    out[IN_HALVES] += 0.1 * (5 - missing)
    out[ABOVE] = 0.1 * columns_above(state, seat)
    for shape in range(SHAPES):
        out[USED_UP] += state.supply[seat, shape] == 0
    out[PINKS] = 1.0 * state.pinks[seat]
    out[ADVANCED] = 1.0 * state.advanced
    out[OBJECTIVE_NOW] = 0.1 * objective_points(state, seat, objective)
    if objective:
        out[FIRST_OBJECTIVE + objective - 1] = 1.0
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
    return points_of(state, seat) + 0.001 * total


@rule
def spread(state: State) -> float:
    """How many points of lead multiply the odds by e."""
    far = progress(state)
    return max(0.001 * (SCALE[0] + far * (SCALE[1] + far * SCALE[2])), NARROWEST)


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """Write each seat's chance to win and the points it may expect, between cards.

    Alone, the share is the one that the expected points pay; on a level, the chance to make its points, whatever else
    it asks for, and what a failed try pays.
    """
    if state.phase != PLAYING and state.phase != DRAWING:
        return False
    best = -1000.0
    for seat in range(state.seats):
        points[seat] = expected_points(state, seat, room)
        best = max(best, points[seat])
    width = spread(state)
    if state.seats == 1 and state.level:
        needed = LEVEL_POINTS[state.level] - 0.5
        passing = 1.0 / (1.0 + math.exp((needed - points[0]) / width))
        shares[0] = passing + (1.0 - passing) * 0.5 * min(1.0, max(0.0, points[0] / needed))
        return True
    if state.seats == 1:
        shares[0] = min(1.0, max(0.0, 0.01 * points[0]))
        return True
    total = 0.0
    for seat in range(state.seats):
        shares[seat] = math.exp((points[seat] - best) / width)
        total += shares[seat]
    for seat in range(state.seats):
        shares[seat] /= total
    return True
