"""What a bot sees at a glance in Retro Tetro: what a drop is worth now, and what the cards in hand allow.

Values are points, weighed in hundredths by ``AIMS``: the first row for any game, then one for each level of the
campaign. The weights were found by playing: a change was kept when it did better over some hundreds of games.
"""

from typing import Any

from numpy.typing import NDArray

from tetracade.engine.arrays import table
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Actions, Ratings, State
from tetracade.games.retro_tetro.board import (
    COLUMNS,
    FIRST_STAND,
    FREE_OBJECTIVE,
    GOLD,
    GOLD_OBJECTIVE,
    HALF,
    HAZARD,
    HEIGHT,
    HIGHLIGHTED,
    KIND_OF,
    LAST_STAND,
    LEFT,
    LEVEL_BITS,
    LEVELS,
    LINE,
    LOWEST,
    MEEPLE,
    OBJECTIVE_EACH,
    PINK,
    PINK_SPACE,
    RIGHT,
    SHAPES,
    SHOWN_SHAPES,
    SIZE,
    SPECIAL,
    SQUARES,
    SYMBOL,
    TOP,
    WIDTH,
)
from tetracade.games.retro_tetro.drops import HAZARD_LOSS, PINK_COINS, fits, half_rows_filled, resting_row
from tetracade.games.retro_tetro.rules import PENALTY
from tetracade.games.retro_tetro.state import ASIDE, CARD, DONE, KEEP

WEIGHTS = (
    "a symbol matched",
    "a symbol lost",
    "a half row filled",
    "a square more in a half row in reach",
    "a half row closed for good",
    "a meeple's point covered",
    "a meeple's point made safe",
    "a gold square covered",
    "a gold square lost",
    "a column risen above the line",
    "a row of height",
    "a square left open under the piece",
    "an edge between neighbouring columns",
    "a square of the piece",
    "a square above the line",
    "a full row's square",
)
(
    MATCHED,
    LOST,
    FILLED,
    REACHED,
    CLOSED,
    COVERED,
    SAFE,
    GOLDEN,
    GOLD_LOST,
    RISEN,
    RAISED,
    OPEN,
    ROUGH,
    SQUARE,
    HIGH,
    FULL,
) = range(len(WEIGHTS))

POINTS = (329, 113, 126, 30, 165, 314, 38, 224, 230, 5, 17, -10, 29, -4, -20, 0)
AIMED = {
    3: (230, 178, -24, 14, 240, 264, 20, 259, 193, -300, 33, -24, 60, 19, -14, 15),
    5: (290, 144, 112, 2, 179, 317, 38, 275, 230, -201, 20, -24, 29, -4, 3, 12),
    7: (290, 105, 144, 12, 154, 290, 15, -431, 8, -15, 41, -18, 29, 21, 0, 11),
    11: (353, 139, 62, 29, 715, 199, 17, 127, 138, 1, 14, 13, 55, -7, -16, -3),
}
"""Levels that ask for more than points: few columns, no gold, coins and full rows."""

DENIED = 100
"""What a card's best drop is worth to others counts against playing it, in hundredths of their average."""

AIMS = table([AIMED.get(level, POINTS) for level in range(LEVELS + 1)])
OBJECTIVE_FOR = table([0 if level < FREE_OBJECTIVE else 1 if level == 9 else 3 for level in range(LEVELS + 1)])
"""The objective a bot chooses at each level; 0 for those without."""

OBJECTIVE_WORTH = table([0, 13, 9, 12, 9, 7, 10, 10, 10])
"""Points by which each objective raised the bot's average; the first is for none."""


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate drops by their value, cards by the best drop they allow, objectives by what they usually bring."""
    write_ratings(state, seat, actions, count, out, AIMS[state.level], DENIED)


@rule
def missing_in_half(state: State, seat: int, row: int, half: int) -> int:
    """Squares missing in a half row (0 left, 1 right), or -1 if one of them is closed for good."""
    missing = 0
    for column in range(HALF * half, HALF * half + HALF):
        if not (state.rows[seat, row] >> column) & 1:
            if state.heights[seat, column] > row:
                return -1
            missing += 1
    return missing


@rule
def open_squares_value(state: State, seat: int, stand: int, column: int, row: int, weights: NDArray[Any]) -> float:
    """What closing off the open squares under the piece is worth, in hundredths."""
    value = 0
    for x in range(WIDTH[stand]):
        for y in range(state.heights[seat, column + x], row + LOWEST[stand, x]):
            value += weights[OPEN]
            if MEEPLE[y, column + x]:
                value += weights[SAFE] * MEEPLE[y, column + x]
            if SYMBOL[y, column + x] >= 0:
                value -= weights[LOST]
            if GOLD[y, column + x]:
                value -= weights[GOLD_LOST]
            half = (column + x) // HALF
            if HIGHLIGHTED[y, half]:
                missing = missing_in_half(state, seat, y, half)
                if missing >= 0:
                    value -= weights[CLOSED] * (7 - missing) // 5
            value -= weights[FULL]
    return value


@rule
def squares_value(state: State, seat: int, stand: int, column: int, row: int, weights: NDArray[Any]) -> float:
    """What covering the piece's squares is worth, in hundredths."""
    value = 0
    for square in range(SIZE[stand]):
        x, y = column + SQUARES[stand, square, 0], row + SQUARES[stand, square, 1]
        symbol = SYMBOL[y, x]
        if symbol >= 0:
            value += weights[MATCHED] if symbol == KIND_OF[stand] else -weights[LOST]
        value -= weights[COVERED] * MEEPLE[y, x]
        if GOLD[y, x]:
            value += weights[GOLDEN]
        if y >= LINE:
            value += weights[HIGH]
        if state.advanced and SPECIAL[y, x] == PINK_SPACE:
            value += 100 * PINK_COINS if KIND_OF[stand] == PINK else 100
        if state.advanced and SPECIAL[y, x] == HAZARD:
            value -= 100 * max(0, min(HAZARD_LOSS, state.coins[seat]))
    return value + weights[SQUARE] * SIZE[stand]


@rule
def rows_value(state: State, seat: int, stand: int, column: int, row: int, weights: NDArray[Any]) -> float:
    """What the piece does for highlighted half rows in reach, and for full rows, in hundredths."""
    value = 0
    for y in range(row, row + HEIGHT[stand]):
        bits = LEVEL_BITS[stand, y - row] << column
        for half in range(2):
            inside = bits & (LEFT if half == 0 else RIGHT)
            if inside and HIGHLIGHTED[y, half]:
                missing = missing_in_half(state, seat, y, half)
                while inside and missing > 0:
                    value += weights[REACHED] * (6 - missing)
                    missing -= 1
                    inside &= inside - 1
        if weights[FULL]:
            left, right = missing_in_half(state, seat, y, 0), missing_in_half(state, seat, y, 1)
            if left >= 0 and right >= 0:
                missing = left + right
                while bits:
                    value += weights[FULL] * (11 - missing) // 5
                    missing -= 1
                    bits &= bits - 1
    return value


@rule
def surface_value(state: State, seat: int, stand: int, column: int, row: int, weights: NDArray[Any]) -> float:
    """What the piece does to the columns' heights, in hundredths."""
    value = 0
    for x in range(column, column + WIDTH[stand]):
        before, after = state.heights[seat, x], row + TOP[stand, x - column]
        value -= weights[RAISED] * (after - before)
        if after > LINE and before <= LINE:
            value += weights[RISEN]
    first, last = max(column - 1, 0), min(column + WIDTH[stand], COLUMNS - 1)
    for x in range(first, last):
        here, there = state.heights[seat, x], state.heights[seat, x + 1]
        value += weights[ROUGH] * abs(here - there)
        if x >= column:
            here = row + TOP[stand, x - column]
        if x + 1 < column + WIDTH[stand]:
            there = row + TOP[stand, x + 1 - column]
        value -= weights[ROUGH] * abs(here - there)
    return value


@rule
def objective_value(objective: int, stand: int, column: int, row: int, half_rows: int) -> float:
    """What the piece brings towards an objective, in hundredths."""
    each = 1.0 * OBJECTIVE_EACH[objective]
    if objective == 1:
        return each * half_rows
    if objective == 3 and KIND_OF[stand] != PINK:
        return each if column == 0 or column + WIDTH[stand] == COLUMNS else 0.0
    if objective == 4 and KIND_OF[stand] != PINK:
        return each if row < LINE < row + HEIGHT[stand] else 0.0
    if objective == 6 and KIND_OF[stand] != PINK:
        return each if row >= LINE else 0.0
    value = 0.0
    if objective == 2 or objective == 7 or objective == 8:
        for square in range(SIZE[stand]):
            x, y = column + SQUARES[stand, square, 0], row + SQUARES[stand, square, 1]
            if objective == 2 and SYMBOL[y, x] == KIND_OF[stand]:
                value += each
            if objective == 7 and y < LINE:
                value -= each
            if objective == 8 and y >= LINE:
                value += each + 100.0 * GOLD_OBJECTIVE * GOLD[y, x]
    return value


@rule
def drop_value(state: State, seat: int, stand: int, column: int, objective: int, weights: NDArray[Any]) -> float:
    """What the drop is worth now to a seat with this objective, in points, by these weights."""
    row = resting_row(state, seat, stand, column)
    half_rows = half_rows_filled(state, seat, stand, column, row)
    value = squares_value(state, seat, stand, column, row, weights)
    value += open_squares_value(state, seat, stand, column, row, weights)
    value += rows_value(state, seat, stand, column, row, weights)
    value += surface_value(state, seat, stand, column, row, weights)
    value += weights[FILLED] * half_rows
    return (value + objective_value(objective, stand, column, row, half_rows)) / 100


@rule
def card_value(state: State, seat: int, card: int, objective: int, weights: NDArray[Any]) -> float:
    """What the best drop of a card's shapes is worth to a seat with this objective; the penalty if there is none."""
    best = -1000.0
    for shape in range(SHAPES):
        if (SHOWN_SHAPES[card] >> shape) & 1 and state.supply[seat, shape]:
            for stand in range(FIRST_STAND[shape], LAST_STAND[shape] + 1):
                for column in range(COLUMNS - WIDTH[stand] + 1):
                    if fits(state, seat, stand, column):
                        best = max(best, drop_value(state, seat, stand, column, objective, weights))
    return best if best > -1000.0 else -float(PENALTY)


@rule
def playing_value(state: State, seat: int, card: int, weights: NDArray[Any], denied: int) -> float:
    """What playing the card is worth: the seat's best drop, less a share of what others can do with it."""
    value = card_value(state, seat, card, state.objective[seat], weights)
    for other in range(state.seats):
        if other != seat:  # their objectives are not known
            value -= denied / 100 / (state.seats - 1) * card_value(state, other, card, 0, weights)
    return value


@rule
def write_ratings(
    state: State, seat: int, actions: Actions, count: int, out: Ratings, weights: NDArray[Any], denied: int
) -> None:
    """Write how good each action looks by these weights."""
    for index in range(count):
        out[index] = action_value(state, seat, actions[index], weights, denied)


@inlined
def action_value(state: State, seat: int, action: int, weights: NDArray[Any], denied: int) -> float:
    """How good the action looks by these weights."""
    if action < DONE:
        return drop_value(state, seat, action // COLUMNS, action % COLUMNS, state.objective[seat], weights)
    if action == DONE:
        return 0.0
    if action < CARD:
        return -0.1 * SIZE[FIRST_STAND[action - ASIDE]] if action < ASIDE + SHAPES else 0.0
    if action < KEEP:
        return playing_value(state, seat, action - CARD, weights, denied)
    if state.level:
        return 1.0 if OBJECTIVE_FOR[state.level] == action - KEEP + 1 else 0.0
    return OBJECTIVE_WORTH[action - KEEP + 1]
