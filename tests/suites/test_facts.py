"""What games tell a drawing: plain data."""

import json

import pytest

from tests.suites.every import GAMES
from tetracade.engine.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_facts_are_plain_data(game: Game) -> None:
    told = game.facts()
    assert json.loads(json.dumps(told)) == told
