"""Whole analyses: what they find, that they follow from the seed, and what people are told."""

from dataclasses import asdict, replace

import pytest

import tetracade
from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import CHEAPEST, USUAL, Analysis, Cancelled, NotOver, analyse, own_play
from tetracade.analysis.page import page_of
from tetracade.analysis.telling import change, parts_of, percent
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import BadOption, Game

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SMALL = replace(USUAL, redeals=4, screened=2, compared=3, known=2, samples=8, playouts=2, to_end=2, exact=32)


@every_game
def test_an_analysis_tells_everything_about_a_game(game: Game) -> None:
    table = played(game, 11, noise=0.4)
    found = analyse(table, setting=SMALL, seed=3)
    assert [each.seat for each in found.sums] == list(range(table.seats))
    assert [decision.entry for decision in found.decisions] == [
        index for index, entry in enumerate(table.entries) if entry.seat != SPECTATOR
    ]
    assert [chance.entry for chance in found.chances] == list(range(len(table.entries) + 1))
    assert found.chances[-1].open == table.payoffs
    dealt = [index for index, entry in enumerate(table.entries) if entry.seat == SPECTATOR]
    assert [index for luck in found.luck for index in range(luck.first, luck.last + 1)] == dealt
    for each in found.sums:
        assert each.shares.dealt == pytest.approx(sum(luck.gains[each.seat] for luck in found.luck), abs=1e-9)
        mine = [decision for decision in found.decisions if decision.seat == each.seat]
        assert each.shares.own == pytest.approx(sum(decision.gains[each.seat] for decision in mine), abs=1e-9)
        assert each.average_luck == pytest.approx(each.result - each.shares.dealt)
        assert (each.points is not None) == game.scored
        assert each.given_away == pytest.approx(sum(decision.error for decision in mine if decision.matters))
    for decision in found.decisions:
        assert (decision.better is None) == (decision.error == 0)
        assert decision.choices > 1 or not decision.matters
        if decision.better:
            assert decision.error > decision.error_margin
            assert decision.better.line[0] == decision.better.notation != decision.notation


@every_game
def test_the_same_seed_gives_the_same_analysis(game: Game) -> None:
    if game.name not in tetracade.game_names():
        return  # a record names a game of the package
    record = played(game, 12).record()
    cheap = replace(SMALL, redeals=2, known=1)
    first, again = analyse(record, setting=cheap, seed=4), analyse(record, setting=cheap, seed=4)
    assert asdict(first) == asdict(again)
    assert analyse(record, setting=cheap, seed=5).digest != first.digest


def test_some_games_have_errors_and_blunders_cost_more() -> None:
    """Players who often do anything give away more than those who never do."""
    game = GAMES["tetrathedral"]
    given = [
        sum(
            each.error_rate
            for seed in range(3)
            for each in analyse(played(game, seed, noise=noise), setting=SMALL).sums
        )
        for noise in (0.0, 0.8)
    ]
    assert given[0] < given[1]


def test_an_analysis_can_be_cancelled() -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        told.append((done, total))
        return done < 5

    with pytest.raises(Cancelled):
        analyse(played(GAMES["tetratrax"], 1), setting=CHEAPEST, progress=progress)
    assert [done for done, _ in told] == [1, 2, 3, 4, 5]
    assert len({total for _, total in told}) == 1


def test_a_game_that_goes_on_is_not_taken_apart() -> None:
    table = tetracade.new("tetratrax", seed=1)
    table.play(table.legal()[0])
    with pytest.raises(NotOver, match="isn't over yet"):
        analyse(table)
    with pytest.raises(BadOption, match="there is no setting 'huge'; choose one of cheapest, usual, deep"):
        analyse(played(GAMES["tetratrax"], 1), setting="huge")


def test_a_seat_is_told_its_own_play_while_the_game_goes_on() -> None:
    table = tetracade.new("foursome", seats=3, seed=2)
    while len([entry for entry in table.entries if entry.seat == 0]) < 3:
        seat = table.acting[0]
        table.step(seat, table.legal_ids(seat)[0])
    found = own_play(table, 0, SMALL, 1)
    assert [decision.number for decision in found.decisions] == [1, 2, 3]
    assert 0 < found.chance < 1
    assert found.own == pytest.approx(sum(decision.gain for decision in found.decisions))


def test_what_people_are_told() -> None:
    assert percent(0.614) == "61 %"
    assert (percent(-0.3), percent(1.7)) == ("0 %", "100 %")
    assert (change(0.0312), change(-0.2), change(-0.0001)) == ("+3.1", "−20.0", "0.0")
    game = GAMES["tetratrax"]
    found: Analysis = analyse(played(game, 1, noise=0.5), setting=SMALL)
    assert found.words[0].startswith(("White won and ", "White lost and ", "White shared the win (50 %) and "))
    assert "With average luck, White would have won " in found.words[0]
    assert all(sentence.endswith(".") for sentence in found.words)
    first = found.sums[0]
    assert [part for part, _ in parts_of(found)] == ["start", "dealt", "own", "others"]
    assert first.margins.untold == 0.0 < first.margins.own
    assert first.told == found.words[0]
    assert first.told_you == first.told.replace("luck, White", "luck you").replace("White", "You").replace(
        "was ", "were "
    )


@every_game
def test_a_page_that_needs_nothing_else(game: Game) -> None:
    page = page_of(analyse(played(game, 3), setting=replace(SMALL, redeals=1)), game)
    assert page.startswith("<!doctype html>")
    assert "<polyline" in page
    assert "http" not in page
    assert "<script" not in page
    assert 'role="img" aria-label="Chances over the game' in page
