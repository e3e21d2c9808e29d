"""What every game says to the lab."""

import sys
from types import ModuleType

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from tests.analysis.playing import played
from tetracade import games
from tetracade.engine.contract import SPECTATOR, BadGame
from tetracade.engine.kernel import kernel_of
from tetracade.lab.own import own_of


@pytest.mark.parametrize("name", games.names())
def test_a_game_s_answers_hold_for_a_whole_game(name: str) -> None:
    game = games.find(name)
    own, kernel = own_of(game), kernel_of(game)
    one, other = (played(game, seed, game.seats[-1], noise=0.5) for seed in (1, 2))
    assert set(own.measures(one.state)) == set(own.measures(other.state))
    assert all(type(value) is float for value in own.measures(one.state).values())
    assert 0 < len(own.ending(one.state)) < 60
    assert not any(game.words.seat_name(seat) in own.ending(one.state) for seat in range(one.seats))
    dealt = {}
    for index, (seat, number) in enumerate(one.entries):
        if seat != SPECTATOR:
            assert isinstance(own.used(number), str)
            continue
        ids, _ = kernel.outcomes(one.state_before(index))
        assert len({own.kind(outcome) for outcome in ids}) == 1, "what can happen instead is of the same kind"
        if own.card(number):
            receiver = own.receiver(one.state_before(index), number)
            assert receiver in range(-1, one.seats)
            dealt[own.card(number)] = receiver
    assert not game.outcomes or dealt


@pytest.mark.parametrize("name", games.names())
def test_cards_that_are_used_are_cards_that_are_dealt(name: str) -> None:
    game = games.find(name)
    own = own_of(game)
    cards = {own.card(outcome) for outcome in range(game.outcomes)}
    used = {own.used(action) for action in range(game.actions)} - {""}
    assert all(any(name.removeprefix("a ") in card for card in cards) for name in used)


def test_a_game_without_metrics_has_the_defaults() -> None:
    own = own_of(CONNECT_FOUR)
    table = played(CONNECT_FOUR, 3)
    assert own.ending(table.state) == CONNECT_FOUR.words.ending(table.view()).partition(";")[0]
    assert own.measures(table.state) == {}
    assert own.used(0) == ""


def test_a_function_with_other_parameters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ModuleType("bench.connect_four.metrics")
    wrong.__dict__["ending"] = lambda state, seat: ""
    monkeypatch.setitem(sys.modules, "bench.connect_four.metrics", wrong)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    own_of.cache_clear()
    with pytest.raises(BadGame, match=r"metrics.py: ending\(state, seat\) must be ending\(state\)"):
        own_of(CONNECT_FOUR)
    own_of.cache_clear()
