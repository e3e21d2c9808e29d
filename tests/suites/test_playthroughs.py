"""Recorded games come out as they were recorded; a game without a record fails."""

import pytest

from tests.suites.every import GAMES
from tests.suites.playthroughs import path_of, playthrough, shown

CASES = [(name, number) for name, game in GAMES.items() for number in range(len(shown(game)))]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_recorded_game_plays_the_same(name: str, number: int) -> None:
    path = path_of(GAMES[name], number)
    assert path.exists(), f"record it with: python -m tests.suites.playthroughs {name}"
    assert playthrough(GAMES[name], number) == path.read_text()
