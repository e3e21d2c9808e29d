"""What speaks for a drop in TetraTrax, held to the tower as it then stands."""

from itertools import chain

import pytest

import tetracade
from tests.suites.reasons import Case, Checks, cases, hold
from tetracade.engine.contract import State
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


def best(state: State, seat: int) -> int | None:
    """The most points that the seat's next drop can bring, tried one after the other."""
    tried, found = KERNEL.states()[0], list[int]()
    for action in KERNEL.legal(state, seat):
        tried.setfield(state, state.dtype)
        KERNEL.apply(tried, seat, action)
        found.append(int(tried.points[seat]) - int(state.points[seat]))
    return max(found, default=None)


def as_much_as_any(case: Case) -> bool:
    points = int(case.then.points[case.seat]) - int(case.was.points[case.seat])
    return 0 < points == best(case.was, case.seat)


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
    return rival == SEAT_NAMES[1 - case.seat] and case.then.turn == case.seat and best(case.then, 1 - case.seat) is None


CHECKS: Checks = {
    "scores as much as any drop can now": as_much_as_any,
    r"touches (\w+) of (\w+)’s tiles": touches,
    r"uses your last tile for (\d+) more points": uses_the_last,
    "ends the game": lambda case: not KERNEL.acting(case.then),
    r"leaves \w+ at most (\d+) points?": lambda case, most: best(case.then, 1 - case.seat) == int(most),
    r"leaves \w+ no point": lambda case: (best(case.then, 1 - case.seat) or 0) <= 0,
    r"leaves (\w+) no tile that fits": leaves_none,
    "makes no hole": makes_no_hole,
}


@pytest.mark.rule("TX6", "TX7", "TX8", "TX9")
def test_every_reason_is_true() -> None:
    hold(chain(cases(GAME, 4), cases(GAME, 8, luck=0.02)), CHECKS)
