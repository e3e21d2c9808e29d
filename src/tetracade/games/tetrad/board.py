"""TETRAD's board, cards, patterns and chart, as tables.

Pockets are numbered row by row from the top left, as seen from the FRONT VIEW (TD1)::

        A  B | C  D
    1   0  1 | 2  3
    2   4  5 | 6  7
    3   8  9 |10 11
    4  12 13 |14 15
"""

from functools import cache
from itertools import combinations

from tetracade.engine.arrays import table
from tetracade.games.tetrad import decks
from tetracade.games.tetrad.box import ACTIONS, COLUMNS, PARTS, SIDE, pocket

SEATS = 8
POCKETS = SIDE * SIDE

IMAGES = decks.IMAGES  # TD2; cards 1 to 30 are the images, on the board and in hands
NO_CARD = 0
BLOCKER, FREE_SPACE, CORNER_ROTATION, SKIP, PANEL_SWAP, NEW_CARD, SWAP_TWO, BOMB = range(IMAGES + 1, IMAGES + 9)
ACTION_NAMES = dict(enumerate(ACTIONS, BLOCKER))
CARDS = BOMB + 1
"""Cards are numbered below this; 0 is none."""

COPIES = table([0, *[PARTS.image_cards] * IMAGES, *PARTS.action_cards])  # TD3, by card
DRAW_CARDS = int(COPIES.sum())
HAND = 4  # TD10
FULL = HAND + 1

ALL_IMAGES = (1 << (IMAGES + 1)) - 2
"""The bits of the cards 1 to 30."""


def pocket_name(number: int) -> str:
    """The pocket's name: its column and row."""
    return f"{COLUMNS[number % SIDE]}{number // SIDE + 1}"


CORNERS = table([pocket(name) for name in ("A1", "A4", "D4", "D1")])  # TD20, each moves to the next

# The five pattern cards (TD4), 1 to 5.
PICTURES = (
    ("####",),
    ("##", "##"),
    ("###", ".#."),
    (".##", "##."),
    ("###", "#.."),
)
PATTERNS = len(PICTURES)
CHOICES = (1 << PATTERNS) - 1
"""Ways to choose patterns, as bit masks 1 to this: bit 0 is pattern 1 (TD8)."""


def _turns(picture: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The picture in all its rotations and mirror images."""
    seen = set()
    for start in (picture, tuple(row[::-1] for row in picture)):
        turned = start
        for _ in range(4):
            seen.add(turned)
            turned = tuple("".join(column) for column in zip(*reversed(turned), strict=True))
    return seen


def _placements(picture: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Every set of four pockets that the picture covers somewhere, in order."""
    found = set()
    for turned in _turns(picture):
        for down in range(SIDE - len(turned) + 1):
            for right in range(SIDE - len(turned[0]) + 1):
                found.add(
                    tuple(
                        (down + y) * SIDE + right + x
                        for y, row in enumerate(turned)
                        for x, mark in enumerate(row)
                        if mark == "#"
                    )
                )
    return sorted(found)


_BY_PATTERN = [_placements(picture) for picture in PICTURES]
WAYS_OF = tuple(len(places) for places in _BY_PATTERN)
_ALL = [(pattern, places) for pattern, found in enumerate(_BY_PATTERN, 1) for places in found]
PLACEMENTS = len(_ALL)
PATTERN_OF_PLACEMENT = table([pattern for pattern, _ in _ALL])
PLACES = table([places for _, places in _ALL])
"""The four pockets of each placement."""
PLACEMENT_MASK = table([sum(1 << place for place in places) for _, places in _ALL])

# Any four pockets may be named in a strict claim (TD26).
_SETS: list[tuple[int, ...]] = list(combinations(range(POCKETS), 4))
SETS = len(_SETS)
SET_PLACES = table(_SETS)
_PATTERN = {places: pattern for pattern, places in _ALL}
SET_PATTERN = table([_PATTERN.get(places, 0) for places in _SETS])
"""The pattern that four pockets form, 0 for none: no set of pockets forms two."""
SET_OF_PLACEMENT = table([_SETS.index(places) for _, places in _ALL])

FREE_SPACES = tuple(pocket_name(number) for number in PARTS.free_spaces)  # TD9


def _mask(pockets: set[int]) -> int:
    return sum(1 << number for number in pockets)


def _from_any_side(names: tuple[str, ...]) -> set[int]:
    """The pockets with these names as seen from any of the board's four sides (TD27)."""
    seen = set()
    for name in names:
        row, column = divmod(pocket(name), SIDE)
        for _ in range(4):
            seen.add(row * SIDE + column)
            row, column = column, SIDE - 1 - row
    return seen


def quarter_turns(seats: int, places: int) -> int:
    """The quarter turns counter-clockwise by which the seat this far left of the dealer sees the board (TD27)."""
    return (8 * places + seats) // (2 * seats) % 4


FREE = _mask({pocket(name) for name in FREE_SPACES})
FREE_FROM_ANY_SIDE = _mask(_from_any_side(FREE_SPACES))


# The chart (TD6).
def patterns_of(choice: int) -> tuple[int, ...]:
    """The numbers of the patterns in a choice."""
    return tuple(pattern for pattern in range(1, PATTERNS + 1) if choice >> (pattern - 1) & 1)


def ways(choice: int) -> int:
    """How many places the chosen patterns have."""
    return sum(WAYS_OF[pattern - 1] for pattern in patterns_of(choice))


LEVEL_WAYS = tuple(sorted({ways(choice) for choice in range(1, CHOICES + 1)}, reverse=True))
LEVELS = len(LEVEL_WAYS)
SUGGESTED = ((7, 8, 1, 5), (4, 6, 6, 11), (1, 3, 12, 19))
"""Fewest and most players, then the first and last level suggested for them."""


def level(choice: int) -> int:
    """The choice's level in the chart, 1 for the most ways."""
    return 1 + LEVEL_WAYS.index(ways(choice))


def suggested_levels(seats: int) -> range:
    """The levels the chart suggests for this many players."""
    for fewest, most, first, last in SUGGESTED:
        if fewest <= seats <= most:
            return range(first, last + 1)
    raise ValueError(f"the chart is for 1 to {SEATS} players, not {seats}")


def suggested(seats: int) -> tuple[int, ...]:
    """The choices the chart suggests for this many players, easiest first."""
    levels = suggested_levels(seats)
    fitting = [choice for choice in range(1, CHOICES + 1) if level(choice) in levels]
    return tuple(sorted(fitting, key=lambda choice: (level(choice), patterns_of(choice))))


def places_of(pattern: int) -> list[list[int]]:
    """The pockets of each place of a pattern."""
    return [list(places) for places in _BY_PATTERN[pattern - 1]]


@cache
def chart() -> tuple[tuple[int, int, list[list[int]], int, int], ...]:
    """The chart's rows: level, how many places, the choices that have so many, fewest and most players."""
    rows = []
    for fewest, most, first, last in SUGGESTED:
        for number in range(first, last + 1):
            choices = [list(patterns_of(choice)) for choice in suggested(most) if level(choice) == number]
            rows.append((number, LEVEL_WAYS[number - 1], choices, fewest, most))
    return tuple(rows)


_SUGGESTED_FOR = [suggested(max(seats, 1)) for seats in range(SEATS + 1)]
IS_SUGGESTED = table([[int(choice in fitting) for choice in range(CHOICES + 1)] for fitting in _SUGGESTED_FOR])
"""Whether the chart suggests a choice, by seats and choice."""

DECKS = PARTS.decks  # TD5
