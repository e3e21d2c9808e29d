"""TetraTrax, compiled. TX1… are the rules in rules.md; state.py explains the record and the numbers of actions."""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Features, Options, Outcomes, Scores, State, Weights
from tetracade.games.tetratrax.board import (
    COLUMNS,
    HEIGHT,
    KIND_OF,
    KINDS,
    LEGAL_STANDS,
    LOWEST,
    MOST_ROWS,
    SEATS,
    SIZE,
    SQUARES,
    TILES,
    TILES_A_SIDE,
    WIDTH,
)
from tetracade.games.tetratrax.state import BY_LOT, NOBODY, Chosen

HOLE = 1
LAST_TILE = 2


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out the empty tower and both sides' tiles."""
    state.seats = seats
    state.rows = options[Chosen.ROWS]
    state.turn = options[Chosen.STARTER] - 1 if options[Chosen.STARTER] else BY_LOT  # TX1
    for seat in range(SEATS):
        for kind in range(len(KINDS)):
            state.left[seat, kind] = TILES[kind]


@inlined
def acting(state: State) -> int:
    """The seat whose turn it is, CHANCE before the lot, OVER when nobody can play (TX10)."""
    if state.turn >= 0:
        return 1 << state.turn
    return CHANCE if state.turn == BY_LOT else OVER


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write every drop that stays below the top (TX5), and return how many."""
    count = 0
    for stand in range(LEGAL_STANDS):
        if state.left[seat, KIND_OF[stand]] == 0:
            continue
        for column in range(COLUMNS - WIDTH[stand] + 1):
            if resting_row(state, stand, column) + HEIGHT[stand] <= state.rows:
                out[count] = stand * COLUMNS + column
                count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Drop the tile, score it, and pass the turn to whoever can play next (TX8)."""
    stand, column = action // COLUMNS, action % COLUMNS
    state.points[seat] += points_of(state, seat, action)
    row = resting_row(state, stand, column)
    state.dropped[seat] += 1
    tile = seat * TILES_A_SIDE + state.dropped[seat]
    for square in range(SIZE[stand]):
        x, y = column + SQUARES[stand, square, 0], row + SQUARES[stand, square, 1]
        state.tower[y, x] = tile
        state.heights[x] = max(state.heights[x], y + 1)
    state.left[seat, KIND_OF[stand]] -= 1
    if can_play(state, 1 - seat):
        state.turn = 1 - seat
    elif not can_play(state, seat):
        state.turn = NOBODY
    else:
        state.turn = seat


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """Every drop is a turn, even when the other seat can't play (TX8)."""
    return True


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write the two seats that may go first, equally likely (TX1)."""
    for seat in range(SEATS):
        ids[seat] = seat
        weights[seat] = 1
    return SEATS


@rule
def resolve(state: State, outcome: int) -> None:
    """Let the seat drawn go first."""
    state.turn = outcome


@rule
def score(state: State, out: Scores) -> None:
    """Write both seats' points."""
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write the seat's squares, the rival's squares, the seat's tiles left, the rival's."""
    for side in range(SEATS):
        owner = seat if side == 0 else 1 - seat
        for row in range(MOST_ROWS):
            for column in range(COLUMNS):
                tile = state.tower[row, column]
                mine = tile != 0 and (tile - 1) // TILES_A_SIDE == owner
                out[(side * MOST_ROWS + row) * COLUMNS + column] = 1 if mine else 0
        for kind in range(len(KINDS)):
            out[SEATS * MOST_ROWS * COLUMNS + side * len(KINDS) + kind] = state.left[owner, kind]


@inlined
def resting_row(state: State, stand: int, column: int) -> int:
    """The row where the stand's lower edge comes to rest (TX5)."""
    row = 0
    for x in range(WIDTH[stand]):
        row = max(row, state.heights[column + x] - LOWEST[stand, x])
    return row


@rule
def can_play(state: State, seat: int) -> bool:
    """Whether one of the seat's tiles fits (TX8)."""
    for stand in range(LEGAL_STANDS):
        if state.left[seat, KIND_OF[stand]]:
            for column in range(COLUMNS - WIDTH[stand] + 1):
                if resting_row(state, stand, column) + HEIGHT[stand] <= state.rows:
                    return True
    return False


@rule
def points_of(state: State, seat: int, action: int) -> int:
    """What the drop scores: touches (TX6), a hole (TX7), the last tile (TX9)."""
    points = touched(state, seat, action)
    if makes_hole(state, action):
        points -= HOLE
    if state.dropped[seat] == TILES_A_SIDE - 1:
        points += LAST_TILE
    return points


@rule
def touched(state: State, seat: int, action: int) -> int:
    """How many of the rival's tiles the drop touches (TX6)."""
    stand, column = action // COLUMNS, action % COLUMNS
    row = resting_row(state, stand, column)
    touching = 0
    for square in range(SIZE[stand]):
        x, y = column + SQUARES[stand, square, 0], row + SQUARES[stand, square, 1]
        if x > 0:
            touching |= 1 << state.tower[y, x - 1]
        if x < COLUMNS - 1:
            touching |= 1 << state.tower[y, x + 1]
        if y > 0:
            touching |= 1 << state.tower[y - 1, x]
    touching >>= 1 + (1 - seat) * TILES_A_SIDE  # a tile counts once; own tiles and empty squares give nothing
    count = 0
    for tile in range(TILES_A_SIDE):
        count += (touching >> tile) & 1
    return count


@rule
def makes_hole(state: State, action: int) -> bool:
    """Whether the drop covers an empty square (TX7)."""
    stand, column = action // COLUMNS, action % COLUMNS
    row = resting_row(state, stand, column)
    for x in range(WIDTH[stand]):
        if row + LOWEST[stand, x] > state.heights[column + x]:
            return True
    return False
