"""Every numbered rule is cited by a test, and every citation is of a rule that exists."""

import pytest

from tests.suites.every import GAMES, folder_of
from tests.suites.traceability import cited_in, rules_of, uncited
from tetracade.engine.game import Game

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@every_game
def test_every_rule_is_cited_by_a_test(game: Game) -> None:
    assert rules_of(game)
    assert uncited(game) == []


@every_game
def test_every_citation_is_of_a_rule(game: Game) -> None:
    for file in folder_of(game).glob("**/test_*.py"):
        assert cited_in(file) <= set(rules_of(game))
