"""What docs/learning.md says of the spaces is so, and what it shows runs."""

import json
import subprocess
import sys

import pytest

import tetracade
from docs.feature_tables import PAGE, written
from tests.rl.every import every_game
from tests.suites.every import TESTS


def test_the_spaces_are_those_of_the_games() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(), "run: python -m docs.feature_tables"


def test_playing_needs_none_of_the_learning_libraries() -> None:
    """Everything but the adapters is imported, with the extras out of reach."""
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, json\n"
            "extras = ('gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel', 'mcp', 'jax', 'optax', 'torch')\n"
            "for name in extras: sys.modules[name] = None\n"
            "import tetracade, tetracade.rl, tetracade.bots.net, tetracade.server.serve\n"
            "from tetracade.cli import main\n"
            "try: main(['games'])\n"
            "except SystemExit as ended: assert not ended.code\n",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert "TetraTrax" in found.stdout


@every_game
def test_the_text_environment_of_the_examples_plays_a_game(name: str) -> None:
    sys.path.insert(0, str(TESTS.parent / "examples"))
    try:
        from text_environment import TextEnvironment, main  # type: ignore[import-not-found]  # a script
    finally:
        sys.path.pop(0)
    if name == tetracade.game_names()[-1]:
        assert main(name) in (0.0, 0.5, 1.0)
        return
    environment = TextEnvironment(name, opponents="greedy")
    assert environment.reset(seed=2).strip()
    said, reward, over = environment.step("nonsense")
    assert (reward, over) == (0.0, False)
    assert said
    environment.step(environment.moves()[0])
    assert len(environment.table.entries) > 1


@pytest.mark.parametrize("key", ["name", "offset", "shape", "low", "high", "meaning"])
def test_a_feature_says_all_that_is_needed(key: str) -> None:
    for name in tetracade.game_names():
        for feature in tetracade.game(name).feature_table:
            assert json.dumps(getattr(feature, key)) != '""'
