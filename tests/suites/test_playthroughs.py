"""Recorded games come out as they were recorded; a game without a record fails."""

from pathlib import Path

import pytest

from tests.suites.every import GAMES, folder_of
from tests.suites.playthroughs import path_of, playthrough, shown
from tetracade.table.record import OtherRules, replayed

PLAYS_NO_MORE = ("retro_tetro",)
"""Games whose older versions are none of today's rules."""

CASES = [(name, number) for name, game in GAMES.items() for number in range(len(shown(game)))]


@pytest.mark.parametrize(("name", "number"), CASES)
def test_a_recorded_game_plays_the_same(name: str, number: int) -> None:
    path = path_of(GAMES[name], number)
    assert path.exists(), f"record it with: python -m tests.suites.playthroughs {name}"
    assert playthrough(GAMES[name], number) == path.read_text()


OLDER = [
    (name, path) for name, game in GAMES.items() for path in sorted(folder_of(game).glob("playthroughs/version_*/*"))
]


@pytest.mark.parametrize(("name", "path"), OLDER, ids=[f"{name}-{path.stem}" for name, path in OLDER])
def test_a_game_recorded_by_an_older_version_is_read_or_says_what_it_needs(name: str, path: Path) -> None:
    game, text = GAMES[name], path.read_text()
    version = int(path.parent.name.removeprefix("version_"))
    if name in PLAYS_NO_MORE or game.box_mark:
        needed = "the standard box" if game.box_mark else f"version {version}"
        with pytest.raises(OtherRules, match=f"^this record needs {needed} of {game.title}; this is "):
            replayed(text, lambda _: game)
        return
    table = replayed(text, lambda _: game)
    remarks = dict(line[2:].partition(" ")[::2] for line in text.splitlines() if line.startswith("# "))
    entries = [line for line in text.splitlines() if line[0] in "*0123456789"]
    assert len(table.entries) == len(entries)
    if remarks:
        assert table.result is not None
        assert list(table.result.points) == [int(points) for points in remarks["points"].split()]
        assert list(table.result.winners) == [int(seat) for seat in remarks["winners"].split()]
    again = replayed(table.record(), lambda _: game)
    assert (again.entries, again.options) == (table.entries, table.options)
