"""The parts of a sum add up to the result: in every game, for any judge."""

from dataclasses import replace

import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import CHEAPEST, Analysing
from tetracade.engine.game import Game
from tetracade.table.table import Table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
QUICK = replace(CHEAPEST, samples=4)


def taken_apart(table: Table, seed: int = 0, silly: bool = False) -> Analysing:
    """The game, taken apart as cheaply as can be."""
    analysing = Analysing(table, QUICK, seed, silly=silly)
    assert [*analysing][-1] == analysing.total
    return analysing


@every_game
@pytest.mark.parametrize("silly", [False, True], ids=["real", "silly"])
def test_the_parts_add_up_to_the_result_whatever_the_judge(game: Game, silly: bool) -> None:
    for number, seats in enumerate(game.seats):
        table = played(game, number, seats)
        found = taken_apart(table, seed=number, silly=silly)
        results = table.payoffs, table.result.points  # type: ignore[union-attr]  # it is over
        for row, result in enumerate(results):
            assert result is not None
            for seat, parts in enumerate(found.parts(row)):
                assert parts.total == pytest.approx(result[seat], abs=1e-9)


@every_game
def test_a_partner_counts_apart_from_the_others(game: Game) -> None:
    for seats in game.seats:
        found = taken_apart(played(game, 7, seats))
        teams = [found._team(seat) for seat in range(seats)]
        for seat, parts in enumerate(found.parts(0)):
            if teams.count(teams[seat]) == 1:
                assert parts.partner == 0.0
            if len(set(teams)) == 1:
                assert parts.others == 0.0


def test_teammates_share_a_partner_part() -> None:
    found = taken_apart(played(GAMES["foursome"], 3, 6))
    assert [found._team(seat) for seat in range(6)] == [0, 1, 2, 0, 1, 2]
    assert any(parts.partner for parts in found.parts(0))


def test_a_strict_claim_that_is_wrong_adds_up_too() -> None:
    tables = (played(GAMES["tetrad"], seed, 2, 0.5, claims="strict") for seed in range(40))
    table = next(table for table in tables if any(", but " in line for line in table.story()))
    for seat, parts in enumerate(taken_apart(table).parts(0)):
        assert parts.total == pytest.approx((table.payoffs or ())[seat], abs=1e-9)


def test_in_an_open_game_nothing_is_left_untold() -> None:
    for name in ("tetratrax", "tetrathedral"):
        for parts in taken_apart(played(GAMES[name], 5)).parts(0):
            assert parts.untold == pytest.approx(0.0, abs=1e-12)
