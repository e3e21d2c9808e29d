"""Retro Tetro's drops, compiled: where a piece comes to rest, whether it may lie there, and what it does (RT9–RT21)."""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import State
from tetracade.games.retro_tetro.board import (
    COLUMNS,
    HAZARD,
    HEIGHT,
    HIGHLIGHTED,
    KIND_OF,
    LEFT,
    LEVEL_BITS,
    LINE,
    LOWEST,
    PINK,
    PINK_SPACE,
    RIGHT,
    ROWS,
    SIZE,
    SPECIAL,
    SQUARES,
    SYMBOL,
    TOP,
    UPRIGHT,
    WIDTH,
)

HAZARD_LOSS = 2
PINK_COINS = 3


@inlined
def resting_row(state: State, seat: int, stand: int, column: int) -> int:
    """The row where the stand's lower edge comes to rest (RT9)."""
    row = 0
    for x in range(WIDTH[stand]):
        row = max(row, state.heights[seat, column + x] - LOWEST[stand, x])
    return row


@inlined
def touches_own_shape(state: State, seat: int, stand: int, column: int, row: int) -> bool:
    """Whether the stand would share an edge with a piece of its own shape (RT10)."""
    kind = KIND_OF[stand]
    for x in range(WIDTH[stand]):
        if state.near[seat, kind, column + x] & (UPRIGHT[stand, x] << row):
            return True
    return False


@inlined
def fits(state: State, seat: int, stand: int, column: int) -> bool:
    """Whether the stand, which ends at or before column J, may be dropped here (RT9, RT10)."""
    row = resting_row(state, seat, stand, column)
    return row + HEIGHT[stand] <= ROWS and not touches_own_shape(state, seat, stand, column, row)


@rule
def symbols_matched(stand: int, column: int, row: int) -> int:
    """How many symbols of its own shape the stand covers there (RT12)."""
    count = 0
    for square in range(SIZE[stand]):
        if SYMBOL[row + SQUARES[stand, square, 1], column + SQUARES[stand, square, 0]] == KIND_OF[stand]:
            count += 1
    return count


@rule
def half_rows_filled(state: State, seat: int, stand: int, column: int, row: int) -> int:
    """How many highlighted half rows the stand completes there (RT13)."""
    count = 0
    for y in range(row, row + HEIGHT[stand]):
        before = state.rows[seat, y]
        after = before | (LEVEL_BITS[stand, y - row] << column)
        if HIGHLIGHTED[y, 0] and after & LEFT == LEFT and before & LEFT != LEFT:
            count += 1
        if HIGHLIGHTED[y, 1] and after & RIGHT == RIGHT and before & RIGHT != RIGHT:
            count += 1
    return count


@rule
def specials_covered(stand: int, column: int, row: int, special: int) -> int:
    """How many of the advanced side's pink spaces or hazards the stand covers there (RT19)."""
    count = 0
    for square in range(SIZE[stand]):
        if SPECIAL[row + SQUARES[stand, square, 1], column + SQUARES[stand, square, 0]] == special:
            count += 1
    return count


@rule
def lay(state: State, seat: int, stand: int, column: int) -> None:
    """Drop the stand: coins for symbols and half rows first, then pink spaces, then hazards (RT16)."""
    row = resting_row(state, seat, stand, column)
    kind = KIND_OF[stand]
    symbols = symbols_matched(stand, column, row)
    half_rows = half_rows_filled(state, seat, stand, column, row)
    state.symbol_coins[seat] += symbols
    state.row_coins[seat] += half_rows
    state.coins[seat] += symbols + half_rows
    fill(state, seat, stand, column, row)
    if kind == PINK:
        state.pinks[seat] -= 1
    else:
        state.supply[seat, kind] -= 1
        if column == 0 or column + WIDTH[stand] == COLUMNS:
            state.sides[seat] += 1
        if row >= LINE:
            state.above[seat] += 1
        elif row + HEIGHT[stand] > LINE:
            state.across[seat] += 1
    if state.advanced:
        spaces = specials_covered(stand, column, row, PINK_SPACE)
        if kind == PINK:  # RT20
            state.coins[seat] += PINK_COINS * spaces
        else:
            state.pinks[seat] += spaces
        for _ in range(specials_covered(stand, column, row, HAZARD)):
            state.coins[seat] -= max(0, min(HAZARD_LOSS, state.coins[seat]))


@inlined
def fill(state: State, seat: int, stand: int, column: int, row: int) -> None:
    """Write the stand's squares, heights, rows and the squares beside it onto the board."""
    kind = KIND_OF[stand]
    state.kinds[seat, state.dropped[seat]] = kind + 1
    state.dropped[seat] += 1
    for square in range(SIZE[stand]):
        x, y = column + SQUARES[stand, square, 0], row + SQUARES[stand, square, 1]
        state.board[seat, y, x] = state.dropped[seat]
    for y in range(HEIGHT[stand]):
        state.rows[seat, row + y] |= LEVEL_BITS[stand, y] << column
    for x in range(WIDTH[stand]):
        bits = UPRIGHT[stand, x] << row
        state.heights[seat, column + x] = row + TOP[stand, x]
        state.near[seat, kind, column + x] |= (bits << 1) | (bits >> 1)
        if column + x > 0:
            state.near[seat, kind, column + x - 1] |= bits
        if column + x < COLUMNS - 1:
            state.near[seat, kind, column + x + 1] |= bits
