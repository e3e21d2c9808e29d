"""The boards, shapes, cards, objectives and levels of Retro Tetro, as they follow from the box."""

from itertools import combinations
from string import ascii_uppercase

from tetracade.engine.arrays import table
from tetracade.engine.polyomino import Stand, stands_of
from tetracade.engine.wording import counted, spelled
from tetracade.games.retro_tetro.box import GOLD as GOLD_MARK
from tetracade.games.retro_tetro.box import MEASURES, MEEPLES, MOST_SEATS, OBJECTIVES, PARTS, SYMBOLS, Worth

SEATS = MOST_SEATS
COLUMNS = PARTS.columns
HALF = COLUMNS // 2
ROWS = PARTS.rows
LINE = PARTS.line
"""How many rows lie below the green line."""

COLUMN_NAMES = ascii_uppercase[:COLUMNS]
LETTERS = f"{SYMBOLS}P"
"""The eight shapes, and P for the pink square."""

SHAPE_NAMES = ("domino", "straight three", "corner three", "I", "O", "T", "S", "L", "pink square")
SHAPES = 8
PINK = 8
KINDS = 9
PIECES_A_SHAPE = PARTS.pieces  # RT2

PICTURES = {
    "2": ("##",),
    "3": ("###",),
    "V": ("##", "#."),
    "I": ("####",),
    "O": ("##", "##"),
    "T": ("###", ".#."),
    "S": (".##", "##."),
    "L": ("###", "#.."),
    "P": ("#",),
}


STANDS = stands_of([PICTURES[letter] for letter in LETTERS])  # RT2: pieces may be turned and flipped
PINK_STAND = len(STANDS) - 1


def stand_name(stand: Stand) -> str:
    """The shape's letter and the stand's number; the pink square has one stand and no number."""
    return LETTERS[stand.kind] + (str(stand.number) if stand.kind != PINK else "")


WIDEST = 4

KIND_OF = table([stand.kind for stand in STANDS])
FIRST_STAND = table([min(at for at, stand in enumerate(STANDS) if stand.kind == kind) for kind in range(KINDS)])
LAST_STAND = table([max(at for at, stand in enumerate(STANDS) if stand.kind == kind) for kind in range(KINDS)])
WIDTH = table([stand.width for stand in STANDS])
HEIGHT = table([stand.height for stand in STANDS])
SIZE = table([len(stand.squares) for stand in STANDS])
SQUARES = table([[*stand.squares, *[(0, 0)] * (4 - len(stand.squares))] for stand in STANDS])
"""The stands' squares; smaller shapes leave the last places unused."""


def _rows_in(stand: Stand, x: int) -> list[int]:
    return [row for column, row in stand.squares if column == x]


LOWEST = table([[min(_rows_in(stand, x), default=0) for x in range(WIDEST)] for stand in STANDS])
"""The lowest row that a stand fills in each of its columns."""

TOP = table([[max(_rows_in(stand, x), default=-1) + 1 for x in range(WIDEST)] for stand in STANDS])
"""The row above the highest that a stand fills in each of its columns."""

UPRIGHT = table([[sum(1 << row for row in _rows_in(stand, x)) for x in range(WIDEST)] for stand in STANDS])
"""The rows that a stand fills in each of its columns, as bits."""

LEVEL_BITS = table(
    [[sum(1 << column for column, row in stand.squares if row == y) for y in range(WIDEST)] for stand in STANDS]
)
"""The columns that a stand fills in each of its rows, as bits."""


MARKS = PARTS.board
"""RT1, from the bottom row up: symbols by their shape's letter, * gold, a to d meeples worth 1 to 4."""
PINK_SPACE = 1
HAZARD = 2

SYMBOL = table([[LETTERS.index(mark) if mark in LETTERS else -1 for mark in line] for line in MARKS])
"""The shape whose symbol is printed on a square, -1 for none, by row and column."""

MEEPLE = table([[MEEPLES.index(mark) + 1 if mark in MEEPLES else 0 for mark in line] for line in MARKS])
"""The points of the meeple on a square."""

GOLD = table([[int(mark == GOLD_MARK) for mark in line] for line in MARKS])
SPECIAL = table(
    [
        [
            PINK_SPACE if (row, column) in PARTS.pink_spaces else HAZARD if (row, column) in PARTS.hazards else 0
            for column in range(COLUMNS)
        ]
        for row in range(ROWS)
    ]
)
"""The advanced side's pink spaces and hazards."""

LEFT = (1 << HALF) - 1
RIGHT = LEFT << HALF
WHOLE = LEFT | RIGHT
HIGHLIGHTED = table([[int(row in PARTS.left_halves), int(row in PARTS.right_halves)] for row in range(1, ROWS + 1)])
"""Whether a row's left and right half is highlighted."""


def _squares_of(values: object) -> list[tuple[int, int]]:
    rows = values.tolist()  # type: ignore[attr-defined]  # one of the tables above
    return [(row, column) for row in range(ROWS) for column in range(COLUMNS) if rows[row][column]]


GOLD_SQUARES = table(_squares_of(GOLD))
MEEPLE_SQUARES = table(_squares_of(MEEPLE))

PAIRS = tuple(combinations(range(SHAPES), 2))
WILD = len(PAIRS)
CARDS = WILD + 1
"""Kinds of card: each pair of shapes, then the wild."""

EVERY_SHAPE = (1 << SHAPES) - 1
SHOWN_SHAPES = table([*[1 << first | 1 << second for first, second in PAIRS], EVERY_SHAPE])
"""The shapes that a card shows, as bits."""

CARD_COUNTS = table([PARTS.each_pair] * len(PAIRS) + [PARTS.wild])  # RT3
CARD_NAMES = (*(LETTERS[first] + LETTERS[second] for first, second in PAIRS), "?")
CARDS_PLAYED = PARTS.played  # RT6

EVERY_OBJECTIVE = (1 << OBJECTIVES) - 1
OBJECTIVE_POINTS = table([0, *[worth.points for worth in PARTS.objectives]])
OBJECTIVE_EVERY = table([1, *[worth.for_every for worth in PARTS.objectives]])
"""RT17: the points of each objective, by its number from 1 on, and for how many of what it counts."""
OBJECTIVE_EACH = table([0, *[100 * worth.points // worth.for_every for worth in PARTS.objectives]])
"""Hundredths of a point for one of what the objective counts."""
GOLD_OBJECTIVE = PARTS.covered_gold
"""What the last objective also pays for a covered gold square."""

COUNTED = (
    ("half-row coin", "half-row coins"),
    ("symbol coin", "symbol coins"),
    (f"piece in column A or {COLUMN_NAMES[-1]}", f"pieces in column A or {COLUMN_NAMES[-1]}"),
    ("piece across the green line", "pieces across the green line"),
    ("visible meeple whose four neighbours are covered", "visible meeples whose four neighbours are covered"),
    ("piece wholly above the green line", "pieces wholly above the green line"),
    ("open square below the green line", "open squares below the green line"),
    ("covered square above the green line", "covered squares above the green line"),
)
"""What each objective counts: one of it, and several."""


def _paid(worth: Worth, counts: tuple[str, str]) -> str:
    one, several = counts
    what = one if worth.for_every == 1 else f"{spelled(worth.for_every)} {several}"
    return f"{counted(worth.points, 'point')} for every {what}"


OBJECTIVE_TEXTS = tuple(
    f"{paid} and {GOLD_OBJECTIVE} for every covered gold square" if number == OBJECTIVES and GOLD_OBJECTIVE else paid
    for number, paid in enumerate(map(_paid, PARTS.objectives, COUNTED), 1)
)

MEASURE_TEXTS = (
    "separate places where the same two shapes touch",
    "separate places where the same three shapes hang together",
    "columns above the green line",
    "visible meeples",
    "coins",
    "gold squares covered",
    "half rows",
    "full rows",
)
CAMPAIGN = PARTS.levels  # RT24
LEVELS = len(CAMPAIGN)
FREE_OBJECTIVE = PARTS.objective_from
"""The first level where the player chooses an objective (RT23)."""

NO_LEAST = -100
NO_MOST = 100
LEVEL_POINTS = table([0, *[level.points for level in CAMPAIGN]])
LEAST = table([[NO_LEAST] * len(MEASURES), *[[lv.least.get(name, NO_LEAST) for name in MEASURES] for lv in CAMPAIGN]])
MOST = table([[NO_MOST] * len(MEASURES), *[[lv.most.get(name, NO_MOST) for name in MEASURES] for lv in CAMPAIGN]])
"""By level (0 for none) and measure."""
