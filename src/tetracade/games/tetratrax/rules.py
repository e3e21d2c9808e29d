"""TetraTrax, compiled. TX1… are the rules in rules.md; state.py explains the record and the numbers of actions."""

from tetracade.engine.bits import count_bits
from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Features, Options, Outcomes, Scores, State, Weights
from tetracade.games.tetratrax.board import (
    ALL_COLUMNS,
    ALL_TILES,
    BESIDE,
    COLUMNS,
    EDGES,
    KIND_OF,
    LEGAL_STANDS,
    LOWEST,
    MOST_ROWS,
    ROOM_FOR,
    SEATS,
    SIZE,
    SQUARES,
    TALLEST,
    TILES,
    TILES_A_SIDE,
    WIDTH,
)
from tetracade.games.tetratrax.box import KINDS
from tetracade.games.tetratrax.state import BY_LOT, FEATURE_TABLE, NOBODY, Chosen

HOLE = 1
LAST_TILE = 2

FEATURES = FEATURE_TABLE.size
PLACES = MOST_ROWS * COLUMNS
SQUARES_AT, RIGHT_AT, UP_AT, LEFT_AT, POINTS_AT, ROWS_AT, TURN_AT = (part.offset for part in FEATURE_TABLE)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out the empty tower and both sides' tiles."""
    state.seats = seats
    state.rows = options[Chosen.ROWS]
    state.handicap = options[Chosen.HANDICAP]
    state.turn = BY_LOT
    state.starter = NOBODY
    if options[Chosen.STARTER]:  # TX1
        resolve(state, options[Chosen.STARTER] - 1)
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
    room = room_above(state)
    for stand in range(LEGAL_STANDS):
        if state.left[seat, KIND_OF[stand]] == 0:
            continue
        columns = fitting(room, stand)
        drop = stand * COLUMNS
        while columns:
            if columns & 1:
                out[count] = drop
                count += 1
            columns >>= 1
            drop += 1
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
    """Let the seat go first, with the table's handicap (TX11)."""
    state.turn = state.starter = outcome
    state.points[outcome] += state.handicap


@rule
def score(state: State, out: Scores) -> None:
    """Write both seats' points."""
    for seat in range(SEATS):
        out[seat] = state.points[seat]


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write both sides' squares and how tiles hang together, tiles left, points, and the tower's rows."""
    for index in range(FEATURES):
        out[index] = 0
    first, second = SQUARES_AT + seat * PLACES, SQUARES_AT + (1 - seat) * PLACES
    for row in range(highest(state)):  # without branches, so that the machine takes many squares at once
        at = row * COLUMNS
        for column in range(COLUMNS):
            tile = state.tower[row, column]
            out[first + at + column] = int(tile > 0) - int(tile > TILES_A_SIDE)
            out[second + at + column] = int(tile > TILES_A_SIDE)
        for column in range(COLUMNS - 1):
            tile = state.tower[row, column]
            out[RIGHT_AT + at + column] = int(tile > 0) & int(tile == state.tower[row, column + 1])
        if row + 1 < MOST_ROWS:
            for column in range(COLUMNS):
                tile = state.tower[row, column]
                out[UP_AT + at + column] = int(tile > 0) & int(tile == state.tower[row + 1, column])
    for side in range(SEATS):
        owner = seat if side == 0 else 1 - seat
        for kind in range(len(KINDS)):
            out[LEFT_AT + side * len(KINDS) + kind] = state.left[owner, kind]
        out[POINTS_AT + side] = state.points[owner]
    out[ROWS_AT] = state.rows
    out[TURN_AT] = 1 if state.turn == seat else 0


@inlined
def highest(state: State) -> int:
    """How many rows have a filled square."""
    rows = 0
    for column in range(COLUMNS):
        rows = max(rows, state.heights[column])
    return rows


@inlined
def resting_row(state: State, stand: int, column: int) -> int:
    """The row where the stand's lower edge comes to rest (TX5)."""
    row = 0
    for x in range(WIDTH[stand]):
        row = max(row, state.heights[column + x] - LOWEST[stand, x])
    return row


@inlined
def room_above(state: State) -> int:
    """The columns that have one row free, two, and so on: a bit for each, ``COLUMNS`` bits for each number of rows."""
    room = 0
    for column in range(COLUMNS):
        for free in range(min(state.rows - state.heights[column], TALLEST)):
            room |= 1 << (free * COLUMNS + column)
    return room


@inlined
def fitting(room: int, stand: int) -> int:
    """The columns, as bits, in which the left edge of the stand can go without sticking out (TX5)."""
    columns = ALL_COLUMNS >> (WIDTH[stand] - 1)
    for x in range(WIDTH[stand]):
        columns &= room >> (ROOM_FOR[stand, x] + x)
    return columns


@rule
def can_play(state: State, seat: int) -> bool:
    """Whether one of the seat's tiles fits (TX8)."""
    room = room_above(state)
    for stand in range(LEGAL_STANDS):
        if state.left[seat, KIND_OF[stand]] and fitting(room, stand):
            return True
    return False


@rule
def points_of(state: State, seat: int, action: int) -> int:
    """What the drop scores: touches (TX6), a hole (TX7), the last tile (TX9)."""
    stand, column = action // COLUMNS, action % COLUMNS
    row = resting_row(state, stand, column)
    points = count_bits(touching(state, seat, stand, column, row))
    if covers(state, stand, column, row):
        points -= HOLE
    if state.dropped[seat] == TILES_A_SIDE - 1:
        points += LAST_TILE
    return points


@rule
def touched(state: State, seat: int, action: int) -> int:
    """How many of the rival's tiles the drop touches (TX6)."""
    stand, column = action // COLUMNS, action % COLUMNS
    return count_bits(touching(state, seat, stand, column, resting_row(state, stand, column)))


@rule
def makes_hole(state: State, action: int) -> bool:
    """Whether the drop covers an empty square (TX7)."""
    stand, column = action // COLUMNS, action % COLUMNS
    return covers(state, stand, column, resting_row(state, stand, column))


@inlined
def touching(state: State, seat: int, stand: int, column: int, row: int) -> int:
    """The rival's tiles that a stand touches where it comes to rest, each once, as bits (TX6)."""
    tiles = 0
    for edge in range(EDGES[stand]):
        x, y = column + BESIDE[stand, edge, 0], row + BESIDE[stand, edge, 1]
        if 0 <= x < COLUMNS and y >= 0:
            tiles |= 1 << state.tower[y, x]
    return (tiles >> (1 + (1 - seat) * TILES_A_SIDE)) & ALL_TILES  # own tiles and empty squares give nothing


@inlined
def covers(state: State, stand: int, column: int, row: int) -> bool:
    """Whether an empty square is below a stand where it comes to rest (TX7)."""
    for x in range(WIDTH[stand]):
        if row + LOWEST[stand, x] > state.heights[column + x]:
            return True
    return False
