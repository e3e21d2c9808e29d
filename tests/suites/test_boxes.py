"""The suites hold with another box of each game, too: run over it in processes of their own, with a tenth of the games.

Conformance, leaks and playthroughs are played as plain Python, which takes less time than compiling; that compiled code
does the same is tested beside it.
"""

import os
import re
import subprocess
import sys
import tomllib

import pytest

from tests.suites.every import BOXES, GAMES, TESTS
from tetracade.engine.box import FILE, box_from
from tetracade.engine.game import Game
from tetracade.table.diagrams import REFERENCE

BOXED = {name: game for name, game in GAMES.items() if (game.folder / FILE).exists()}

every_box = pytest.mark.parametrize("game", BOXED.values(), ids=BOXED.keys())


def ran(game: Game, *suites: str, **setting: str) -> str:
    """What pytest reports of these suites for the game with its box for tests."""
    files = [f"tests/suites/test_{suite}.py" for suite in suites]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *files, "-k", game.name, "-n", "0", "-q", "-p", "no:cacheprovider"],
        cwd=TESTS.parent,
        env={**os.environ, "TETRACADE_BOX": str(BOXES / f"{game.name}.toml"), "TETRACADE_TENTH": "1", **setting},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


@every_box
def test_games_with_another_box_keep_the_contract_leak_nothing_and_play_as_recorded(game: Game) -> None:
    ran(game, "conformance", "leaks", "facts", "playthroughs", NUMBA_DISABLE_JIT="1")


@every_box
def test_with_another_box_compiled_code_does_what_plain_python_does(game: Game) -> None:
    ran(game, "compiled")


@every_box
def test_the_box_for_tests_is_another_one(game: Game) -> None:
    assert game.box is not None
    assert game.box.standard
    values = tomllib.loads((BOXES / f"{game.name}.toml").read_text())
    module = sys.modules[f"{game.rules.__name__.rpartition('.')[0]}.box"]
    box, _ = box_from(values, BOXES / f"{game.name}.toml", module.read, tomllib.loads(game.box.path.read_text()))
    assert not box.standard


@every_box
def test_every_fact_of_the_standard_box_has_a_comment_with_its_rule(game: Game) -> None:
    """Between two blank lines: a comment, with rule numbers and whose word it is, then the facts it is about."""
    rule = re.compile(r"[A-Z]{2}[0-9]+")
    for block in (game.folder / FILE).read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip()]
        facts = [line for line in lines if not line.startswith("#")]
        if not facts or facts[0].startswith(("game =", "[[")):
            continue
        comment = " ".join(line for line in lines if line.startswith("#"))
        assert rule.search(comment), block
        assert re.search("rulebook|ruling", comment, re.I), block


@every_box
def test_every_figure_of_the_rules_comes_from_the_box_and_is_used(game: Game) -> None:
    text = (game.folder / "rules.md").read_text()
    named = set(re.findall(r"\{(\w+)\}", text))
    told = {
        name for _, kind, name in REFERENCE.findall(text) if kind == "figure"
    }  # the terminal tells what the page draws
    assert named <= set(game.figures()) <= named | told
    assert "{" not in game.rules_text()
