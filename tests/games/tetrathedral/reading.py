"""Positions in one line, and straight lines found a second time: by walking through the plane."""

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import ceil

import tetracade
from tetracade import Table
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetrathedral.board import INDEX, NAMES, NUMBER_OF, SPACES, Space

GAME = tetracade.game("tetrathedral")
KERNEL = kernel_of(GAME)

STRIP_HEADINGS = tuple(permutations((1, -1, 0)))
PERPENDICULAR_HEADINGS = (*sorted(set(permutations((2, -1, -1)))), *sorted(set(permutations((-2, 1, 1)))))
"""Twelve directions in the plane u + v + w = 0, in which the board's three kinds of edges are u, v or w constant."""


class Rolls:
    """A dealer that rolls what it is told, then ones."""

    def __init__(self, *rolls: int) -> None:
        self.rolls = list(rolls)

    def __call__(self, ids: object, weights: object, /) -> int:
        return (self.rolls.pop(0) if self.rolls else 1) - 1


def read(line: str, *rolls: int) -> Table:
    """A table in this position; these rolls come next."""
    table = tetracade.new("tetrathedral", starter="red", dealer=Rolls(1, *rolls))
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    table.state.setfield(state[0], state.dtype)
    return table


def moves(table: Table) -> set[str]:
    """What the seat to act may do, in notation."""
    return {action.notation for action in table.legal()}


def ends(table: Table, start: str) -> set[str]:
    """Where the pawn on this space may go."""
    return {move.split("-")[1] for move in moves(table) if move.startswith(f"{start}-")}


def pawns(table: Table, seat: int) -> str:
    """The seat's pawns."""
    return " ".join(NAMES[space] for space in table.state.pawns[seat] if space < len(NAMES))


@cache
def walked(name: str, heading: tuple[int, int, int]) -> tuple[str, ...]:
    """The spaces that a straight walk from the middle of this one meets, found by looking where the walker is."""
    space = SPACES[NUMBER_OF[name]]
    middle = [Fraction(3 * part - sum(space), 3) for part in space]
    met: list[str] = []
    here = space
    for step in range(1, 1000):
        point = [start + Fraction(step * turn, 31) for start, turn in zip(middle, heading, strict=True)]
        if any(part.denominator == 1 for part in point):
            continue  # on an edge or a corner
        now = Space(*(ceil(part) for part in point))
        if now not in INDEX:
            break
        if now != here:
            met.append(NAMES[INDEX[now]])
            here = now
    return tuple(met)


@cache
def walks(name: str, strips_only: bool = False) -> frozenset[tuple[str, ...]]:
    """Every straight walk from the space to another one: all that is met on the way, the end last."""
    headings = STRIP_HEADINGS if strips_only else STRIP_HEADINGS + PERPENDICULAR_HEADINGS
    paths = (walked(name, heading) for heading in headings)
    return frozenset(met[:length] for met in paths for length in range(1, len(met) + 1))
