"""The boards, shapes, cards, objectives and levels of Retro Tetro, as tables."""

from itertools import combinations
from typing import NamedTuple

from tetracade.engine.arrays import table
from tetracade.engine.polyomino import Stand, stands_of

SEATS = 4
COLUMNS = 10
ROWS = 12
LINE = 8
"""How many rows lie below the green line."""

COLUMN_NAMES = "ABCDEFGHIJ"
LETTERS = "23VIOTSLP"
"""The eight shapes, and P for the pink square."""

SHAPE_NAMES = ("domino", "straight three", "corner three", "I", "O", "T", "S", "L", "pink square")
SHAPES = 8
PINK = 8
KINDS = 9
PIECES_A_SHAPE = 4  # RT2

STANDARD = """
12   . * . . . . . . * .
11   . . . * . . * . . .
10   * . . . . . . . . *
 9   . . L . . . . T . .   left right
 8   . b . . S . . . b .
 7   . . . I . . . . . .   left right
 6   . T . . . c . . 3 .
 5   . . . b . . . L . .   right
 4   V . . . . . . . . O   left
 3   . c . . d . . 2 . .
 2   . . S . . . . . . .   left right
 1   . . . . . I . . . a
"""
"""RT1: symbols by their shape's letter, * gold, a to d meeples worth 1 to 4; then the highlighted half rows."""

ADVANCED = """
12   . . . . . . . . . .
11   . . . . . . . . . .
10   . . . . . . . . . .
 9   . . . . . . p . . .
 8   . . . . . . . . . .
 7   . . . . . . . ! . .
 6   . . . p . . . . . .
 5   . ! . . . . . . . .
 4   . . . . . . . p . .
 3   . . p . . . . . . .
 2   . . . . . ! . . . .
 1   . . . . . . . . . .
"""
"""RT19: what the advanced side adds: p pink space, ! hazard."""

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


def marks_of(picture: str) -> list[list[str]]:
    """A picture's rows from the bottom up, each as its marks and, after them, its highlighted halves."""
    return [line.split()[1:] for line in reversed(picture.strip().splitlines())]


_MARKS = [line[:COLUMNS] for line in marks_of(STANDARD)]
_ADDED = [line[:COLUMNS] for line in marks_of(ADVANCED)]
MEEPLES = "abcd"
PINK_SPACE = 1
HAZARD = 2

SYMBOL = table([[LETTERS.index(mark) if mark in LETTERS else -1 for mark in line] for line in _MARKS])
"""The shape whose symbol is printed on a square, -1 for none, by row and column."""

MEEPLE = table([[MEEPLES.index(mark) + 1 if mark in MEEPLES else 0 for mark in line] for line in _MARKS])
"""The points of the meeple on a square."""

GOLD = table([[int(mark == "*") for mark in line] for line in _MARKS])
SPECIAL = table([[".p!".index(mark) for mark in line] for line in _ADDED])
"""The advanced side's pink spaces and hazards."""

LEFT = 0b0000011111
RIGHT = 0b1111100000
WHOLE = LEFT | RIGHT
HIGHLIGHTED = table([[int("left" in line[COLUMNS:]), int("right" in line[COLUMNS:])] for line in marks_of(STANDARD)])
"""Whether a row's left and right half is highlighted."""


def _squares_of(values: object) -> list[tuple[int, int]]:
    rows = values.tolist()  # type: ignore[attr-defined]  # one of the tables above
    return [(row, column) for row in range(ROWS) for column in range(COLUMNS) if rows[row][column]]


GOLD_SQUARES = table(_squares_of(GOLD))
MEEPLE_SQUARES = table(_squares_of(MEEPLE))

WILD = 28
CARDS = WILD + 1
"""Kinds of card: each pair of shapes, then the wild."""

PAIRS = tuple(combinations(range(SHAPES), 2))
EVERY_SHAPE = (1 << SHAPES) - 1
SHOWN_SHAPES = table([*[1 << first | 1 << second for first, second in PAIRS], EVERY_SHAPE])
"""The shapes that a card shows, as bits."""

CARD_COUNTS = table([1] * len(PAIRS) + [2])  # RT3
CARD_NAMES = (*(LETTERS[first] + LETTERS[second] for first, second in PAIRS), "?")
CARDS_PLAYED = 24  # RT6

OBJECTIVES = 8
EVERY_OBJECTIVE = (1 << OBJECTIVES) - 1
OBJECTIVE_TEXTS = (
    "4 points for every two half-row coins",
    "2 points for every two symbol coins",
    "1 point for every piece in column A or J",
    "2 points for every piece across the green line",
    "2 points for every visible meeple whose four neighbours are covered",
    "2 points for every piece wholly above the green line",
    "1 point for every two open squares below the green line",
    "1 point for every four covered squares above the green line and 1 for every covered gold square",
)

MEASURES = ("pairs", "trios", "columns", "meeples", "coins", "gold", "half_rows", "full_rows")
MEASURE_TEXTS = (
    "the same pair of shapes in contact",
    "the same trio of shapes connected",
    "columns above the green line",
    "visible meeples",
    "coins",
    "gold squares covered",
    "half rows",
    "full rows",
)
LEVELS = 12
FREE_OBJECTIVE = 9
"""The first level where the player chooses an objective (RT23)."""


class Level(NamedTuple):
    """One level of the campaign: its points, and the least and most allowed of each measure."""

    points: int
    least: dict[str, int]
    most: dict[str, int]


CAMPAIGN = (
    Level(32, {"pairs": 2}, {}),
    Level(35, {"trios": 2}, {}),
    Level(38, {}, {"columns": 6}),
    Level(40, {"columns": 7}, {}),
    Level(42, {}, {"columns": 7}),
    Level(45, {"meeples": 5, "coins": 12}, {}),
    Level(38, {"coins": 15}, {"gold": 0}),
    Level(45, {"columns": 7, "half_rows": 3, "meeples": 5}, {}),
    Level(55, {"meeples": 6}, {}),
    Level(58, {"half_rows": 4, "meeples": 6}, {}),
    Level(60, {"coins": 14, "full_rows": 1}, {}),
    Level(60, {"full_rows": 2, "coins": 12}, {}),
)  # RT24

NO_LEAST = -100
NO_MOST = 100
LEVEL_POINTS = table([0, *[level.points for level in CAMPAIGN]])
LEAST = table([[NO_LEAST] * len(MEASURES), *[[lv.least.get(name, NO_LEAST) for name in MEASURES] for lv in CAMPAIGN]])
MOST = table([[NO_MOST] * len(MEASURES), *[[lv.most.get(name, NO_MOST) for name in MEASURES] for lv in CAMPAIGN]])
"""By level (0 for none) and measure."""
