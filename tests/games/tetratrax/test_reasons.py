"""What speaks for a drop in TetraTrax, held to the tower as it then stands."""

from itertools import chain

import pytest

import tetracade
from tests.suites.reasons import Case, Checks, cases, hold
from tetracade.engine.kernel import kernel_of
from tetracade.engine.wording import WORDS
from tetracade.games.tetratrax.board import TILES_A_SIDE
from tetracade.games.tetratrax.notation import SEAT_NAMES
from tetracade.games.tetratrax.rules import LAST_TILE

GAME = tetracade.game("tetratrax")
KERNEL = kernel_of(GAME)


def covered(case: Case) -> set[tuple[int, int]]:
    """The squares of the tile that was dropped, by row and column."""
    rows, columns = case.was.tower.shape
    squares = ((row, column) for row in range(rows) for column in range(columns))
    return {at for at in squares if case.then.tower[at] and not case.was.tower[at]}


def touched(case: Case) -> int:
    """How many of the rival's tiles share an edge with it (TX6)."""
    beside = {
        (row + up, column + right)
        for row, column in covered(case)
        for up, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
        if 0 <= row + up < case.was.rows and 0 <= column + right < case.was.tower.shape[1]
    }
    met = {int(case.was.tower[at]) for at in beside if case.was.tower[at]}
    return sum(1 for tile in met if (tile - 1) // TILES_A_SIDE != case.seat)


def best_answer(case: Case) -> int | None:
    """The most points that the rival's next drop can bring, tried one after the other."""
    rival, tried, best = 1 - case.seat, KERNEL.states()[0], None
    for action in KERNEL.legal(case.then, rival):
        tried.setfield(case.then, case.then.dtype)
        KERNEL.apply(tried, rival, action)
        points = int(tried.points[rival]) - int(case.then.points[rival])
        best = points if best is None else max(best, points)
    return best


def touches(case: Case, number: str, rival: str) -> bool:
    return touched(case) == WORDS.index(number) and rival == SEAT_NAMES[1 - case.seat]


def makes_no_hole(case: Case) -> bool:
    """Below the lowest square of the tile in each column nothing is newly sealed off (TX7)."""
    lowest = {column: min(row for row, at in covered(case) if at == column) for _, column in covered(case)}
    return all(row == case.was.heights[column] for column, row in lowest.items())


def uses_the_last(case: Case, bonus: str) -> bool:
    return case.then.dropped[case.seat] == TILES_A_SIDE and int(bonus) == LAST_TILE


def leaves_none(case: Case, rival: str) -> bool:
    """The seat plays on alone (TX8)."""
    return rival == SEAT_NAMES[1 - case.seat] and case.then.turn == case.seat and best_answer(case) is None


CHECKS: Checks = {
    r"touches (\w+) of (\w+)’s tiles": touches,
    r"uses your last tile for (\d+) more points": uses_the_last,
    "ends the game": lambda case: not KERNEL.acting(case.then),
    r"leaves \w+ at most (\d+) points?": lambda case, most: best_answer(case) == int(most),
    r"leaves \w+ no point": lambda case: (best_answer(case) or 0) <= 0,
    r"leaves (\w+) no tile that fits": leaves_none,
    "makes no hole": makes_no_hole,
}


@pytest.mark.rule("TX6", "TX7", "TX8", "TX9")
def test_every_reason_is_true() -> None:
    hold(chain(cases(GAME, 4), cases(GAME, 8, luck=0.02)), CHECKS)
