"""The suites hold with another box of each game, too: run over it in processes of their own, with a tenth of the games.

Conformance, leaks and playthroughs are played as plain Python, which takes less time than compiling; that compiled code
does the same is tested beside it.
"""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.suites.every import BOXES, GAMES, TESTS
from tetracade.engine.box import FILE, box_from
from tetracade.engine.game import FIGURE, Game
from tetracade.table.diagrams import REFERENCE

BOXED = {name: game for name, game in GAMES.items() if (game.folder / FILE).exists()}

every_box = pytest.mark.parametrize("game", BOXED.values(), ids=BOXED.keys())


def ran(game: Game, *suites: str, **setting: str) -> str:
    """What pytest reports of these suites for the game with its box for tests."""
    return run_by_pytest(game, *(f"tests/suites/test_{suite}.py" for suite in suites), **setting)


def run_by_pytest(game: Game, *files: str, **setting: str) -> str:
    """What pytest reports of the files' tests that concern the game, with its box for tests."""
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
def test_with_another_box_what_is_explained_when_it_happens_is_still_so(game: Game) -> None:
    run_by_pytest(game, f"tests/games/{game.name}/test_notes.py", NUMBA_DISABLE_JIT="1")


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
def test_every_figure_in_words_comes_from_the_box_and_is_used(game: Game) -> None:
    files = [game.folder / name for name in ("rules.md", "lessons.toml", "diagrams.toml")]
    text = "".join(file.read_text() for file in files if file.exists())
    named = set(FIGURE.findall(text))
    told = {
        name for _, kind, name in REFERENCE.findall(text) if kind == "figure"
    }  # the terminal tells what the page draws
    assert named <= set(game.figures()) <= named | told
    assert "{" not in game.rules_text()


SHOWN = """
from tetracade.games import find
from tetracade.table.diagrams import pictures_of
for game in ("retro_tetro", "tetrad"):
    for name, picture in pictures_of(find(game)).items():
        print(f"{game} {name}: {picture.diagram.alt}")
"""


def test_with_another_box_diagrams_tell_of_it_and_those_that_are_no_longer_true_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "retro_tetro.toml").write_text('game = "retro_tetro"\nname = "Mine"\nleft_halves = [3]\n')
    (tmp_path / "tetrad.toml").write_text('game = "tetrad"\nname = "Mine"\nfree_spaces = ["D1", "B3"]\n')
    plain = {**os.environ, "TETRACADE_BOX": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SHOWN], env=plain, capture_output=True, text=True, check=True)
    shown = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert "There is a star on D1 and B3." in shown["tetrad panels"]
    assert "tetrad free-space" not in shown
    assert "retro_tetro symbol" in shown
    assert not {"retro_tetro half-row", "retro_tetro example-before", "retro_tetro example-after"} & shown.keys()


ONE_FOURSOME = """
import tetracade
view = tetracade.new("foursome", seats=3, seed=1, first="1").view(0)
game = tetracade.game("foursome")
print(game.goal(view), game.progress(view)[0], sep="\\n")
hands = "WILD,RT,BD,BP,BH,RS/RA,RB,RC,RD,RE/BA,BB,BC,BE,BF"
table = tetracade.position("foursome", f"seats=3 hands={hands} amber=B1,C1,D1")
table.play("WILD@A1")
print(table.result.reason)
"""


def test_a_single_foursome_to_win_is_said_as_one(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "foursome"\nname = "Mine"\n\n[foursomes]\nmore = 1\n')
    plain = {**os.environ, "TETRACADE_BOX": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", ONE_FOURSOME], env=plain, capture_output=True, text=True, check=True)
    goal, progress, reason = done.stdout.splitlines()
    assert goal == "Be the first with a row of four chips: across, down or diagonal."
    assert progress == "0 of 1 row"
    assert reason == "Player 1 has 1 foursome"
