"""Tiles made of squares, and all the ways to turn and flip them."""

from collections.abc import Sequence
from typing import NamedTuple

Squares = tuple[tuple[int, int], ...]


class Stand(NamedTuple):
    """One way to turn a tile: its squares as (column, row) from the lower left corner."""

    kind: int
    number: int
    squares: Squares

    @property
    def width(self) -> int:
        """How many columns it takes."""
        return 1 + max(column for column, _ in self.squares)

    @property
    def height(self) -> int:
        """How many rows it takes."""
        return 1 + max(row for _, row in self.squares)


def stands_of(pictures: Sequence[Sequence[str]]) -> tuple[Stand, ...]:
    """All different stands of the tiles in these pictures, kind by kind, numbered from 1: turned, then flipped."""
    stands: list[Stand] = []
    for kind, picture in enumerate(pictures):
        seen: list[Squares] = []
        for flip in (False, True):
            rows = [row[::-1] if flip else row for row in picture]
            for _ in range(4):
                squares = _squares_in(rows)
                if squares not in seen:
                    seen.append(squares)
                rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        stands += [Stand(kind, number, squares) for number, squares in enumerate(seen, 1)]
    return tuple(stands)


def _squares_in(rows: Sequence[str]) -> Squares:
    top = len(rows) - 1
    return tuple(sorted((x, top - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"))
