"""The contract is checked when a game is made, and what it does not ask for has a default."""

from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bench.connect_four import GAME
from tests.suites.every import GAMES
from tetracade.engine.contract import BadGame
from tetracade.engine.fields import Field, Seen
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.words import complete


def with_rules(**changes: Any) -> Game:
    """Connect four with other rules; None takes one away."""
    rules = ModuleType("rules")
    vars(rules).update({**vars(GAME.rules), **changes})
    for name, function in changes.items():
        if function is None:
            delattr(rules, name)
    return replace(GAME, rules=rules)


def with_words(**changes: Any) -> Game:
    """Connect four with other words; None takes one away."""
    words = SimpleNamespace(**{**vars(GAME.words), **changes})
    for name, function in changes.items():
        if function is None:
            delattr(words, name)
    return replace(GAME, words=words)


def test_wrong_parameters_are_refused_with_the_right_ones() -> None:
    with pytest.raises(BadGame, match=r"rules.py: winners\(state\) must be winners\(state, points\)"):
        with_rules(winners=lambda state: 0)
    with pytest.raises(BadGame, match=r"payoff\(state, out\) must be payoff\(state, points, won, out\)"):
        with_rules(payoff=lambda state, out: None)
    with pytest.raises(BadGame, match=r"legal\(state, out\) must be legal\(state, seat, out\)"):
        with_rules(legal=lambda state, out: 0)
    with pytest.raises(BadGame, match=r"words.py: touches\(\) must be touches\(action\)"):
        with_words(touches=lambda: ())


def test_hints_are_held_to_the_same_contract() -> None:
    hints = ModuleType("hints")
    vars(hints)["rate"] = lambda state, seat, out: None
    with pytest.raises(
        BadGame, match=r"hints.py: rate\(state, seat, out\) must be rate\(state, seat, actions, count, out\)"
    ):
        replace(GAME, hints=hints)


@pytest.mark.parametrize("name", ["start", "acting", "legal", "apply", "score"])
def test_what_every_game_needs_is_asked_for(name: str) -> None:
    with pytest.raises(BadGame, match=rf"rules.py lacks {name}\(state"):
        with_rules(**{name: None})


def test_what_every_game_says_is_asked_for() -> None:
    with pytest.raises(BadGame, match=r"words.py lacks seat_name"):
        with_words(seat_name=None)


def test_a_game_that_says_it_has_outcomes_or_features_or_secrets_needs_their_rules() -> None:
    with pytest.raises(BadGame, match=r"lacks outcomes\(state, ids, weights\): the game has outcomes"):
        replace(GAME, outcomes=2)
    with pytest.raises(BadGame, match=r"lacks observe\(state, seat, out\): the game has features"):
        with_rules(observe=None)
    secret = Field("secret", np.int8, (), Seen.BY_NONE, "hidden")
    with pytest.raises(BadGame, match=r"lacks redeal\(state, seat, rng\): the record has hidden fields"):
        replace(GAME, fields=(*GAME.fields, secret))


def test_defaults_stand_in_for_what_a_game_does_not_bring() -> None:
    kernel = kernel_of(GAME)
    state = kernel.states()[0]
    kernel.start(state, 2, GAME.option_numbers({}))
    before = state.tobytes()
    kernel.redeal(state, 0, np.array([1, 2, 3, 4]))
    assert state.tobytes() == before
    assert kernel.outcomes(state) == ([], [])
    view = kernel.view(state, 0)
    assert GAME.aims(view) == ()
    assert GAME.done_text(view, 0, 3, lambda: view) == GAME.words.text(view, 0, 3)
    with pytest.raises(ValueError, match="nothing in this game is left to chance"):
        GAME.words.outcome_of("roll 6")


def test_words_are_completed_once() -> None:
    for game in GAMES.values():
        assert complete(game.words) is game.words
