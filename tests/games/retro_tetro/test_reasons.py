"""What speaks for a card or a drop in Retro Tetro, held to the coins and points that follow."""

import re
from itertools import chain

import pytest

import tetracade
from tests.suites.reasons import Case, Checks, cases, hold
from tetracade.engine.contract import State
from tetracade.engine.kernel import kernel_of
from tetracade.engine.wording import WORDS
from tetracade.games.retro_tetro.board import (
    COLUMNS,
    HALF,
    HIGHLIGHTED,
    MEEPLE,
    ROWS,
    SYMBOL,
)
from tetracade.games.retro_tetro.points import GOLD_POINTS
from tetracade.games.retro_tetro.rules import PENALTY
from tetracade.games.retro_tetro.state import ASIDE, CARD, DONE, KEEP, PAY
from tetracade.games.retro_tetro.words import breakdown

GAME = tetracade.game("retro_tetro")
KERNEL = kernel_of(GAME)


def covered(was: State, then: State, seat: int) -> set[tuple[int, int]]:
    """The squares of the piece that was dropped, by row and column."""
    squares = ((row, column) for row in range(ROWS) for column in range(COLUMNS))
    return {at for at in squares if then.board[seat][at] and not was.board[seat][at]}


def symbols(was: State, then: State, seat: int) -> int:
    """How many symbols lie under a piece of their own shape (RT12)."""
    squares = covered(was, then, seat)
    kinds = {int(then.kinds[seat, then.board[seat][at] - 1]) - 1 for at in squares}
    return sum(int(SYMBOL[at]) in kinds for at in squares)


def half_rows(was: State, then: State, seat: int) -> int:
    """How many lit half rows are full that were not (RT13)."""

    def full(state: State) -> set[tuple[int, int]]:
        halves = ((row, side) for row in range(ROWS) for side in range(2) if HIGHLIGHTED[row, side])
        return {
            (row, side)
            for row, side in halves
            if all(state.board[seat][row, side * HALF + place] for place in range(HALF))
        }

    return len(full(then) - full(was))


def drops(case: Case) -> list[State]:
    """The records after each way to place one of the shapes just shown."""
    found = []
    for action in KERNEL.legal(case.then, case.seat):
        if action < DONE:
            tried = KERNEL.states()[0]
            tried.setfield(case.then, case.then.dtype)
            KERNEL.apply(tried, case.seat, action)
            found.append(tried)
    return found


def number(said: str, one: str, several: str) -> int:
    """How many of something a list tells of: "two gold squares" are two."""
    if re.search(rf"\b{several}\b", said):
        found = re.search(rf"(\w+) {several}", said)
        assert found
        return WORDS.index(found[1])
    return int(one in said)


def coins(was: State, then: State, seat: int) -> int:
    return int(then.coins[seat]) - int(was.coins[seat])


def as_many_as_any(case: Case) -> bool:
    """No other way to drop something brings more coins, each of them tried."""
    most, tried = 0, KERNEL.states()[0]
    for action in case.table.legal_ids(case.seat):
        if action < DONE:
            tried.setfield(case.was, case.was.dtype)
            KERNEL.apply(tried, case.seat, action)
            most = max(most, coins(case.was, tried, case.seat))
    return 0 < most == coins(case.was, case.then, case.seat)


def brings(case: Case, said: str) -> bool:
    """All that is named comes, and no more of its kind."""
    was, then = breakdown(case.before, case.seat), breakdown(case.after, case.seat)
    gold = number(said, "a gold square", "gold squares")
    columns = number(said, "a column over the green line", "columns over the green line")
    return gold * GOLD_POINTS == then["gold"] - was["gold"] and columns == then["columns"] - was["columns"]


def objective(case: Case, more: str) -> bool:
    was, then = breakdown(case.before, case.seat), breakdown(case.after, case.seat)
    return then["objective"] - was.get("objective", 0) == int(more)


def leaves_no_gap(case: Case) -> bool:
    """Under each of its squares there is another covered one, or the floor."""
    return all(
        row == 0 or case.then.board[case.seat][row - 1, column]
        for row, column in covered(case.was, case.then, case.seat)
    )


def sets_aside_more(case: Case) -> bool:
    others = [action for action in case.table.legal_ids(case.seat) if ASIDE <= action < PAY and action != case.action]
    left = case.was.supply[case.seat]
    return any(left[case.action - ASIDE] > left[action - ASIDE] for action in others)


def costs_the_same(case: Case) -> bool:
    """Each shape that may be set aside costs as many coins, and there are several."""
    legal = [action for action in case.table.legal_ids(case.seat) if ASIDE <= action < PAY]
    paid = int(case.was.coins[case.seat] - case.then.coins[case.seat])
    return len(legal) > 1 and case.action in legal and paid == PENALTY


CHECKS: Checks = {
    "adds to your other points at the end": lambda case: (
        case.action >= KEEP and case.then.objective[case.seat] == case.action - KEEP + 1
    ),
    "lets you earn a coin for a symbol": lambda case: any(symbols(case.then, then, case.seat) for then in drops(case)),
    "lets you fill a half row": lambda case: any(half_rows(case.then, then, case.seat) for then in drops(case)),
    "keeps your other card for later": lambda case: CARD <= case.action < KEEP and case.then.held[case.seat] > 0,
    "saves your pink square for later": lambda case: case.then.pinks[case.seat] > 0,
    "sets aside the shape that you have more of": sets_aside_more,
    "costs the same, whichever shape you choose": costs_the_same,
    "earns as many coins as any drop can now": as_many_as_any,
    r"brings (\d+) more points? for your objective": objective,
    r"brings (.+)": brings,
    "covers no meeple": lambda case: not any(MEEPLE[at] for at in covered(case.was, case.then, case.seat)),
    "leaves no gap under it": leaves_no_gap,
}


@pytest.mark.rule("RT11", "RT12", "RT13", "RT14")
def test_every_reason_is_true() -> None:
    hold(chain(cases(GAME, 16), cases(GAME, 6, advanced=True)), CHECKS)
