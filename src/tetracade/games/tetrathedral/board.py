r"""The board of Tetrathedral: triangles with their coordinates, straight lines and formations, all generated.

A space is three whole numbers (a, b, c), whose sum is 2 where the triangle points up and 1 where it points down (TH1).
Rows are lettered from the top and numbered from the left, where b - c is smallest. With a hexagon of side 4::

         ____ ____ ____ ____
        /\ 2/\ 4/\ 6/\ 8/\          A: a =  4,  9 spaces, the first and the last point up
       / 1\/ 3\/ 5\/ 7\/ 9\
      /\ 2/\ 4/\ 6/\ 8/\10/\        B: a =  3, 11
     / 1\/ 3\/ 5\/ 7\/ 9\/11\
                ...                 C: a =  2, 13     D: a =  1, 15
                ...                 E: a =  0, 15     F: a = -1, 13
     \ 1/\ 3/\ 5/\ 7/\ 9/\11/       G: a = -2, 11 spaces, the first and the last point down
      \/ 2\/ 4\/ 6\/ 8\/10\/
       \ 1/\ 3/\ 5/\ 7/\ 9/         H: a = -3,  9
        \/ 2\/ 4\/ 6\/ 8\/

The picture with every name on its triangle is docs/tetrathedral-board.svg.
"""

from itertools import groupby, permutations, product
from string import ascii_uppercase
from typing import NamedTuple

from tetracade.engine.arrays import table
from tetracade.games.tetrathedral.box import PARTS

SEATS = 2
SIDE = PARTS.side
LEAST, MOST = 1 - SIDE, SIDE  # of a coordinate
ROWS = ascii_uppercase[: 2 * SIDE]
HALF = 48
"""Spaces in each of the two words of a mask."""


class Space(NamedTuple):
    """A triangle, by its three coordinates."""

    a: int
    b: int
    c: int

    @property
    def points_up(self) -> bool:
        """Whether the triangle stands on an edge rather than on a corner."""
        return sum(self) == 2

    @property
    def on_ring(self) -> bool:
        """Whether it lies outside the inner hexagon (TH1)."""
        return min(self) < 1 - PARTS.inner_side or max(self) > PARTS.inner_side

    def stepped(self, *changes: int) -> "Space":
        """The space with its coordinates changed by these numbers; it may be off the board."""
        return Space(self.a + changes[0], self.b + changes[1], self.c + changes[2])


class Line(NamedTuple):
    """A direction: what one step adds to a triangle that points down, and to one that points up (TH5)."""

    from_down: tuple[int, int, int]
    from_up: tuple[int, int, int]
    strip: bool

    def step(self, space: Space) -> Space:
        """The next space along the line; it may be off the board."""
        return space.stepped(*(self.from_up if space.points_up else self.from_down))


def _unit(axis: int, size: int = 1) -> tuple[int, int, int]:
    return (size * (axis == 0), size * (axis == 1), size * (axis == 2))


def _others(axis: int, size: int) -> tuple[int, int, int]:
    """A change of minus the size on the axis, and of the size on both others."""
    return (size - 2 * size * (axis == 0), size - 2 * size * (axis == 1), size - 2 * size * (axis == 2))


STRIPS = tuple(Line(_unit(i), _unit(j, -1), True) for i, j in permutations(range(3), 2))
PERPENDICULARS = tuple(
    line
    for axis in range(3)
    for line in (Line(_unit(axis), _others(axis, -1), False), Line(_others(axis, 1), _unit(axis, -1), False))
)
LINES = STRIPS + PERPENDICULARS

SPACES = tuple(
    sorted(
        (Space(*at) for at in product(range(LEAST, MOST + 1), repeat=3) if sum(at) in (1, 2)),
        key=lambda space: (-space.a, space.b - space.c),
    )
)
INDEX = {space: index for index, space in enumerate(SPACES)}
ROW_SIZES = tuple(sum(space.a == MOST - row for space in SPACES) for row in range(len(ROWS)))
NAMES = tuple(
    f"{letter}{number}" for letter, size in zip(ROWS, ROW_SIZES, strict=True) for number in range(1, size + 1)
)
NUMBER_OF = {name: index for index, name in enumerate(NAMES)}
RING = tuple(index for index, space in enumerate(SPACES) if space.on_ring)

EDGE_STEPS = {True: tuple(_unit(axis, -1) for axis in range(3)), False: tuple(_unit(axis) for axis in range(3))}
"""The three steps across an edge, by whether the triangle points up."""


def neighbours(space: Space) -> tuple[Space, ...]:
    """The spaces of the board that share an edge with this one."""
    return tuple(near for near in (space.stepped(*step) for step in EDGE_STEPS[space.points_up]) if near in INDEX)


def path(space: Space, line: Line) -> tuple[Space, ...]:
    """The spaces along the line from here to the edge of the board."""
    met = []
    here = line.step(space)
    while here in INDEX:
        met.append(here)
        here = line.step(here)
    return tuple(met)


PAWNS = tuple(len(start.red) for start in PARTS.starts)
"""How many pawns a table may choose, the usual number first (TH2)."""
MOST_PAWNS = max(PAWNS)

SIDES = 8
"""Of the die; a roll of 8 has rules of its own."""
ROLL_OFFS = table(list(permutations(range(1, SIDES + 1), 2)))
"""What the two seats roll in each outcome of the roll-off (TH3)."""


def home(seat: int, pawns: int) -> tuple[int, ...]:
    """Where the seat's pawns stand at the start (TH2)."""
    return PARTS.starts[PAWNS.index(pawns)][seat]


HOMES = table([[[*spaces, *[0] * (MOST_PAWNS - len(spaces))] for spaces in start] for start in PARTS.starts])
"""The starting spaces by option, seat and pawn."""
PAWN_COUNTS = table(PAWNS)

FORMATIONS = tuple(
    (index, *sorted(INDEX[near] for near in neighbours(space)))
    for index, space in enumerate(SPACES)
    if len(neighbours(space)) == 3 and not any(part.on_ring for part in (space, *neighbours(space)))
)
"""The spaces of each winning formation, the middle one first (TH9)."""


class Way(NamedTuple):
    """A straight way from one space to another: its length, what it crosses, and whether it runs along a strip."""

    start: int
    length: int
    strip: bool
    end: int
    between: tuple[int, ...]


def _ways() -> tuple[Way, ...]:
    """All ways by start and length, strips first; lines that lead to the same space are one way."""
    found: dict[tuple[int, int], Way] = {}
    for start, space in enumerate(SPACES):
        for line in LINES:  # strips come first, so a step that both kinds share counts as one of a strip
            met = tuple(INDEX[part] for part in path(space, line))
            for length, end in enumerate(met, 1):
                found.setdefault((start, end), Way(start, length, line.strip, end, met[: length - 1]))
    return tuple(sorted(found.values(), key=lambda way: (way.start, way.length, not way.strip, way.end)))


WAYS = _ways()
LONGEST = max(way.length for way in WAYS)


def mask_of(spaces: tuple[int, ...]) -> tuple[int, int]:
    """The spaces as two words of 48 bits."""
    bits = sum(1 << space for space in spaces)
    return bits & (1 << HALF) - 1, bits >> HALF


def _first_ways() -> list[list[int]]:
    """By start and length, the number of the first way at least that long; then where the start's ways end."""
    first = []
    for _, numbers in groupby(range(len(WAYS)), lambda number: WAYS[number].start):
        own = list(numbers)
        row = [next((n for n in own if WAYS[n].length >= length), own[-1] + 1) for length in range(LONGEST + 1)]
        first.append([*row, own[-1] + 1])
    return first


FIRST_WAY = table(_first_ways())
WAY_END = table([way.end for way in WAYS])
WAY_LENGTH = table([way.length for way in WAYS])
WAY_STRIP = table([way.strip for way in WAYS])
CROSSED = table([mask_of(way.between) for way in WAYS])
"""The spaces that must be empty, as two words."""

_NUMBERED = {(way.start, way.end): number for number, way in enumerate(WAYS)}
WAY_OF = table([[_NUMBERED.get((start, end), -1) for end in range(len(SPACES))] for start in range(len(SPACES))])
"""The number of the way from one space to another; -1 where no straight line joins them."""

RING_SPACES = table(RING)
ON_RING = table([space.on_ring for space in SPACES])
WORD = table([index // HALF for index in range(len(SPACES))])
BIT = table([1 << index % HALF for index in range(len(SPACES))])
"""A space's word and bit in a mask."""

FORMATION_SPACES = table(FORMATIONS)
FORMATION_MASK = table([mask_of(spaces) for spaces in FORMATIONS])
_WITHIN = [[number for number, spaces in enumerate(FORMATIONS) if index in spaces] for index in range(len(SPACES))]
FORMATIONS_AT = table([[*within, *[-1] * (4 - len(within))] for within in _WITHIN])
"""The formations a space is part of, then -1."""
