"""Tetrathedral's box, read and checked."""

import re
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from tetracade.engine.box import Page
from tetracade.engine.boxes import settle

SIDES_ALLOWED = (3, 4)
"""A record has two words of 48 bits for the spaces; on a smaller board nobody could move far."""
LEAST_PAWNS = 4
"""A formation takes four."""
MOST_PAWNS = 8
MOST_STARTS = 3


class Start(NamedTuple):
    """Where the pawns of both seats start, by the numbers of their spaces."""

    red: tuple[int, ...]
    blue: tuple[int, ...]


class Parts(NamedTuple):
    """What the box holds."""

    side: int
    inner_side: int
    starts: tuple[Start, ...]


def row_sizes(side: int) -> tuple[int, ...]:
    """How many spaces each row has, from the top."""
    half = [2 * side + 1 + 2 * row for row in range(side)]
    return (*half, *reversed(half))


def read(page: Page) -> Parts:
    """What the box holds; BadBox if no game can be played with it."""
    side = page.number("side", *SIDES_ALLOWED)
    inner_side = page.number("inner_side", 2, side - 1)
    sizes = row_sizes(side)
    rows = ascii_uppercase[: len(sizes)]

    def space_of(name: str) -> int:
        found = re.fullmatch(r"([A-Z])([0-9]{1,3})", name)
        if found is None:
            raise ValueError("write a row and a number, as in H1")
        if found[1] not in rows:
            raise ValueError(f"rows go to {rows[-1]}")
        row, number = rows.index(found[1]), int(found[2])
        if not 1 <= number <= sizes[row]:
            raise ValueError(f"row {found[1]} has spaces 1 to {sizes[row]}")
        return sum(sizes[:row]) + number - 1

    starts: list[Start] = []
    for part in page.pages("starts", 1, MOST_STARTS):
        start = Start(*(part.places(colour, space_of, MOST_PAWNS, f"{colour} pawn") for colour in Start._fields))
        if len(start.red) != len(start.blue):
            page.wrong(f"starts: red has {len(start.red)} pawns and blue {len(start.blue)}; give both as many")
        if len(start.red) < LEAST_PAWNS:
            page.wrong(f"starts: {len(start.red)} pawns a side; a formation takes {LEAST_PAWNS}")
        if set(start.red) & set(start.blue):
            page.wrong("starts: a red and a blue pawn stand on the same space")
        if len(start.red) in (len(other.red) for other in starts):
            page.wrong(f"starts: {len(start.red)} pawns are there twice; a table chooses by their number")
        starts.append(start)
    return Parts(side, inner_side, tuple(starts))


BOX, PARTS = settle(Path(__file__).parent, read)
