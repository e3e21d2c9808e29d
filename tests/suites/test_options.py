"""Options are read by name: the rules' names stand in the order in which a table gives the numbers."""

import pytest

from tests.suites.every import GAMES
from tetracade.engine.game import Game


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.options], ids=lambda game: game.name)
def test_rules_name_the_options_in_their_order(game: Game) -> None:
    chosen = game.rules.Chosen
    assert [member.name.lower() for member in chosen] == [option.name for option in game.options]
    assert [member.value for member in chosen] == list(range(len(game.options)))
