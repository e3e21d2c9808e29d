"""Retro Tetro's points, compiled: the end (RT14), objectives (RT17) and what levels ask for (RT24)."""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import State
from tetracade.games.retro_tetro.board import (
    COLUMNS,
    GOLD_OBJECTIVE,
    GOLD_SQUARES,
    LEAST,
    LEVEL_POINTS,
    LINE,
    MEEPLE,
    MEEPLE_SQUARES,
    MOST,
    OBJECTIVE_EVERY,
    OBJECTIVE_POINTS,
    PIECES_A_SHAPE,
    ROWS,
    SHAPES,
    WHOLE,
)
from tetracade.games.retro_tetro.box import MEASURES, OBJECTIVES

GOLD_POINTS = 2


@rule
def columns_above(state: State, seat: int) -> int:
    """Columns with a covered square above the green line."""
    count = 0
    for column in range(COLUMNS):
        if state.heights[seat, column] > LINE:
            count += 1
    return count


@rule
def gold_covered(state: State, seat: int) -> int:
    """Gold squares covered."""
    count = 0
    for index in range(GOLD_SQUARES.shape[0]):
        if state.board[seat, GOLD_SQUARES[index, 0], GOLD_SQUARES[index, 1]]:
            count += 1
    return count


@rule
def meeples_visible(state: State, seat: int) -> int:
    """Meeples still visible."""
    count = 0
    for index in range(MEEPLE_SQUARES.shape[0]):
        if not state.board[seat, MEEPLE_SQUARES[index, 0], MEEPLE_SQUARES[index, 1]]:
            count += 1
    return count


@rule
def meeple_points(state: State, seat: int) -> int:
    """The printed points of the meeples still visible."""
    points = 0
    for index in range(MEEPLE_SQUARES.shape[0]):
        row, column = MEEPLE_SQUARES[index, 0], MEEPLE_SQUARES[index, 1]
        if not state.board[seat, row, column]:
            points += MEEPLE[row, column]
    return points


@rule
def meeples_covered_in(state: State, seat: int) -> int:
    """Visible meeples with all four neighbours covered; the board's edge doesn't count as cover (RT17.5)."""
    count = 0
    for index in range(MEEPLE_SQUARES.shape[0]):
        row, column = MEEPLE_SQUARES[index, 0], MEEPLE_SQUARES[index, 1]
        if row == 0 or column == 0 or row == ROWS - 1 or column == COLUMNS - 1:
            continue
        beside = state.board[seat, row, column - 1] and state.board[seat, row, column + 1]
        if not state.board[seat, row, column] and beside:
            if state.board[seat, row - 1, column] and state.board[seat, row + 1, column]:
                count += 1
    return count


@rule
def squares_covered(state: State, seat: int, first: int, last: int) -> int:
    """Covered squares in the rows from first to below last."""
    count = 0
    for row in range(first, last):
        bits = state.rows[seat, row]
        while bits:
            bits &= bits - 1
            count += 1
    return count


@rule
def full_rows(state: State, seat: int) -> int:
    """Rows with all squares covered."""
    count = 0
    for row in range(ROWS):
        if state.rows[seat, row] == WHOLE:
            count += 1
    return count


@rule
def objective_points(state: State, seat: int, objective: int) -> int:
    """What the objective, numbered from 1, is worth to the seat; 0 is none (RT17)."""
    points = OBJECTIVE_POINTS[objective] * (objective_count(state, seat, objective) // OBJECTIVE_EVERY[objective])
    return points + GOLD_OBJECTIVE * gold_covered(state, seat) if objective == OBJECTIVES else points


@rule
def objective_count(state: State, seat: int, objective: int) -> int:
    """How many of what the objective, numbered from 1, counts the seat has (RT17)."""
    if objective == 1:
        return int(state.row_coins[seat])
    if objective == 2:
        return int(state.symbol_coins[seat])
    if objective == 3:
        return int(state.sides[seat])
    if objective == 4:
        return int(state.across[seat])
    if objective == 5:
        return meeples_covered_in(state, seat)
    if objective == 6:
        return int(state.above[seat])
    if objective == 7:
        return COLUMNS * LINE - squares_covered(state, seat, 0, LINE)
    if objective == 8:
        return squares_covered(state, seat, LINE, ROWS)
    return 0


@rule
def points_of(state: State, seat: int) -> int:
    """The seat's points as things stand (RT14)."""
    points = state.coins[seat] + columns_above(state, seat) + GOLD_POINTS * gold_covered(state, seat)
    return points + meeple_points(state, seat) + objective_points(state, seat, state.objective[seat])


@rule
def measured(state: State, seat: int, measure: int) -> int:
    """How much of a level's measure, numbered as in MEASURES, the seat has."""
    if measure == 0:
        return pairs_in_contact(state, seat)
    if measure == 1:
        return trios_connected(state, seat)
    if measure == 2:
        return columns_above(state, seat)
    if measure == 3:
        return meeples_visible(state, seat)
    if measure == 4:
        return int(state.coins[seat])
    if measure == 5:
        return gold_covered(state, seat)
    if measure == 6:
        return int(state.row_coins[seat])
    return full_rows(state, seat)


@rule
def passes(state: State, seat: int) -> bool:
    """Whether the points and the requirement of the state's level are reached (RT22)."""
    if points_of(state, seat) < LEVEL_POINTS[state.level]:
        return False
    for measure in range(len(MEASURES)):
        least, most = LEAST[state.level, measure], MOST[state.level, measure]
        if least >= 0 or most < 100:
            have = measured(state, seat, measure)
            if have < least or have > most:
                return False
    return True


@rule
def place_in_shape(state: State, seat: int, drop: int) -> int:
    """How many pieces of its shape were dropped before this one."""
    place = 0
    for earlier in range(drop):
        if state.kinds[seat, earlier] == state.kinds[seat, drop]:
            place += 1
    return place


@rule
def contacts(state: State, seat: int, one: int, other: int) -> int:
    """Which pieces of two shapes share an edge: bit ``4 * i + j`` for the i-th of one and the j-th of the other."""
    found = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            here = state.board[seat, row, column]
            if not here or state.kinds[seat, here - 1] != one + 1:
                continue
            for way in range(4):
                y, x = row + (way == 0) - (way == 1), column + (way == 2) - (way == 3)
                if 0 <= y < ROWS and 0 <= x < COLUMNS:
                    there = state.board[seat, y, x]
                    if there and state.kinds[seat, there - 1] == other + 1:
                        place = PIECES_A_SHAPE * place_in_shape(state, seat, here - 1)
                        found |= 1 << (place + place_in_shape(state, seat, there - 1))
    return found


@rule
def pairs_in_contact(state: State, seat: int) -> int:
    """How often one pair of shapes is in contact, in groups that lie apart; 2 is enough (RT24, level 1)."""
    most = 0
    for one in range(SHAPES):
        for other in range(one + 1, SHAPES):
            found = contacts(state, seat, one, other)
            for bit in range(16):
                if (found >> bit) & 1:
                    most = max(most, 1)
                    for second in range(bit + 1, 16):
                        if (found >> second) & 1 and lie_apart(found, bit // 4, bit % 4, second // 4, second % 4):
                            return 2
    return most


@inlined
def lie_apart(found: int, i: int, j: int, other_i: int, other_j: int) -> bool:
    """Whether two pieces i and j of two shapes, whose contacts these are, and two others share neither piece nor edge.

    Pieces of one shape never share an edge (RT10).
    """
    touching = ((found >> (4 * i + other_j)) | (found >> (4 * other_i + j))) & 1
    return i != other_i and j != other_j and not touching


@rule
def connected(one: int, two: int, across: int, group: int) -> bool:
    """Whether the three pieces of a group are connected: at least two contacts among them."""
    i, j, k = group // 16, group // 4 % 4, group % 4
    return ((one >> (4 * i + j)) & 1) + ((two >> (4 * j + k)) & 1) + ((across >> (4 * i + k)) & 1) >= 2


@rule
def trios_connected(state: State, seat: int) -> int:
    """How often one trio of shapes is connected, in groups that lie apart; 2 is enough (RT24, level 2)."""
    most = 0
    for a in range(SHAPES):
        for b in range(a + 1, SHAPES):
            one = contacts(state, seat, a, b)
            for c in range(b + 1, SHAPES):
                two, across = contacts(state, seat, b, c), contacts(state, seat, a, c)
                for group in range(64):
                    if connected(one, two, across, group):
                        most = max(most, 1)
                        for second in range(group + 1, 64):
                            if connected(one, two, across, second) and trios_apart(one, two, across, group, second):
                                return 2
    return most


@rule
def trios_apart(one: int, two: int, across: int, group: int, other: int) -> bool:
    """Whether two groups of three pieces share neither piece nor edge."""
    i, j, k = group // 16, group // 4 % 4, group % 4
    x, y, z = other // 16, other // 4 % 4, other % 4
    return lie_apart(one, i, j, x, y) and lie_apart(two, j, k, y, z) and lie_apart(across, i, k, x, z)
