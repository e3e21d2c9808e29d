"""Exact numbers of action sequences, kept as data with how each was derived."""

import json

import pytest

from tests.suites.every import GAMES, SetUp, begun, folder_of
from tetracade.engine.game import Game


def entries() -> list[tuple[Game, dict[str, object]]]:
    found = []
    for game in GAMES.values():
        for entry in json.loads((folder_of(game) / "counts.json").read_text()):
            found.append((game, entry))
    return found


@pytest.mark.parametrize(("game", "entry"), entries(), ids=lambda part: getattr(part, "name", None))
def test_the_number_of_sequences_is_the_derived_one(game: Game, entry: dict[str, int | dict[str, int]]) -> None:
    assert isinstance(entry["options"], dict)
    kernel, state = begun(game, SetUp(int(str(entry["seats"])), entry["options"]))
    assert kernel.count(state, int(str(entry["depth"]))) == entry["count"]
    assert len(str(entry["why"])) > 10, "a count without a derivation"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_has_counts(game: Game) -> None:
    assert json.loads((folder_of(game) / "counts.json").read_text())
