"""What games tell a drawing: plain data, every part of it said, phases as the rules number them."""

import json
import re

import pytest

from tests.suites.every import GAMES
from tetracade.engine.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_facts_are_plain_data(game: Game) -> None:
    told = game.facts()
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_fact_is_said_in_the_docstring(game: Game) -> None:
    said = set(re.findall(r"``(\w+)``", game.facts.__doc__ or ""))
    assert set(game.facts()) <= said


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_with_phases_names_them_all(game: Game) -> None:
    if "phase" in {field.name for field in game.fields}:
        numbers = game.facts()["phases"].values()
        assert sorted(numbers) == list(range(len(numbers)))
