"""The numbers in counts.json, found a second time by walking through the plane with pawns as names of spaces."""

import json
from pathlib import Path

import pytest

from tests.games.tetrathedral.reading import walks
from tetracade.games.tetrathedral.board import NAMES, RING

Pawns = tuple[str, ...]
ENTRIES = json.loads(Path(__file__).with_name("counts.json").read_text())


def home(row: str, pawns: int) -> Pawns:
    """The home row's pawns."""
    return tuple(f"{row}{number}" for number in ((1, 2, 3, 4, 6, 7, 8, 9) if pawns == 8 else (2, 4, 6, 8)))


def moved(own: Pawns, other: Pawns, side: int, roll: int, strips_only: bool) -> list[tuple[Pawns, Pawns]]:
    """Both sides' pawns after each move that the roll allows."""
    lengths = range(roll, roll + 1) if roll < 8 else range(1, 15 if len(own) == side else 9)
    found = []
    for start in own:
        for end in {way[-1] for way in walks(start, strips_only) if is_free(way, own, other) and len(way) in lengths}:
            rest = tuple(pawn for pawn in other if pawn != end)
            found.append((tuple(end if pawn == start else pawn for pawn in own), rest))
    if roll == 8 and len(own) < side:
        found += [((*own, NAMES[space]), other) for space in RING if NAMES[space] not in own + other]
    return found


def is_free(way: Pawns, own: Pawns, other: Pawns) -> bool:
    """Whether the way crosses no pawn and does not end on an own one."""
    return way[-1] not in own and not any(space in own or space in other for space in way[:-1])


def counted(own: Pawns, other: Pawns, side: int, strips_only: bool, depth: int) -> int:
    """The sequences of this many rolls and moves in turn, the side named first being next to roll."""
    if depth == 0:
        return 1
    if depth == 1:
        return 8
    total = 0
    for roll in range(1, 9):
        after = moved(own, other, side, roll, strips_only)
        if not after:  # forfeited: a roll and no move
            total += counted(other, own, side, strips_only, depth - 1)
        elif depth == 2:
            total += len(after)
        else:
            total += sum(counted(theirs, mine, side, strips_only, depth - 2) for mine, theirs in after)
    return total


@pytest.mark.rule("TH2", "TH3", "TH4", "TH5", "TH6", "TH7", "TH8")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry['options']}-{entry['depth']}")
def test_walking_finds_the_same_number(entry: dict[str, object]) -> None:
    options = entry["options"]
    assert isinstance(options, dict)
    depth, side = int(str(entry["depth"])), options.get("pawns", 8)
    red, blue = home("H", side), home("A", side)
    first, second = (blue, red) if options.get("starter") == "blue" else (red, blue)
    strips_only = options.get("lines") == "strips"
    if "starter" in options:
        assert counted(first, second, side, strips_only, depth) == entry["count"]
    else:
        after = counted(red, blue, side, strips_only, depth - 1) + counted(blue, red, side, strips_only, depth - 1)
        assert 28 * after == entry["count"]  # of the 56 unequal pairs, half are Red's
