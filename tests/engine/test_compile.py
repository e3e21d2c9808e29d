"""The cache of machine code: the next process hits it, and an edited source never gets stale code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tetracade
from tetracade.engine.compile import digest_of_sources

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import numba.core.event as event
from bench.connect_four import GAME
from tetracade.engine.kernel import kernel_of

class Count(event.Listener):
    compiled = 0
    def on_start(self, what):
        Count.compiled += 1
    def on_end(self, what):
        pass

with event.install_listener("numba:compile", Count()):
    kernel = kernel_of(GAME)
    steps, wins = kernel.random_games(50, 2, GAME.option_numbers({}), seed=1)
print(Count.compiled, steps, *wins)
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and the yardstick game, with a cache of its own."""
    shutil.copytree(ROOT / "src" / "tetracade", tmp_path / "src" / "tetracade", ignore=shutil.ignore_patterns("page"))
    shutil.copytree(ROOT / "bench" / "connect_four", tmp_path / "bench" / "connect_four")
    return tmp_path


def run(folder: Path) -> list[int]:
    """Compilations, steps and wins that a process of its own reports."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder / 'src'}:{folder}", "TETRACADE_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def test_the_next_process_compiles_nothing(copy: Path) -> None:
    first = run(copy)
    again = run(copy)
    assert first[0] > 0
    assert again[0] == 0
    assert again[1:] == first[1:]


def test_an_edited_source_is_compiled_anew(copy: Path) -> None:
    before = run(copy)
    chance = copy / "src" / "tetracade" / "engine" / "chance.py"
    text = chance.read_text()
    assert "total << 7" in text
    chance.write_text(text.replace("total << 7", "total << 8").replace("total >> 25", "total >> 24"))
    after = run(copy)
    assert after[0] > 0
    assert after[1:] != before[1:]  # another generator plays other games: the old code was not served


def test_an_edited_game_outside_the_package_is_compiled_anew(copy: Path) -> None:
    rules, board = (copy / "bench" / "connect_four" / name for name in ("rules.py", "board.py"))
    text = rules.read_text()
    assert text.count("= has_four(stones)") == 1
    text = text.replace("= has_four(stones)", "= WINS * has_four(stones)")
    rules.write_text(
        text.replace("import numpy as np\n", "import numpy as np\nfrom bench.connect_four.board import WINS\n")
    )
    board.write_text("WINS = 1\n")
    _, _, *wins = run(copy)
    assert sum(wins) > 25
    board.write_text("WINS = 0\n")  # what rules import is edited ...
    _, steps, *_ = run(copy)
    assert steps == 50 * 42, "nobody has four in a row, and every game fills the rack"
    rules.write_text(rules.read_text().replace("WINS * has_four", "has_four"))  # ... and then the rules
    assert run(copy)[2:] == wins


def test_the_digest_names_the_sources(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("a = 1\n")
    first = digest_of_sources(tmp_path)
    (tmp_path / "one.py").write_text("a = 2\n")
    assert digest_of_sources(tmp_path) != first
    (tmp_path / "one.py").write_text("a = 1\n")
    assert digest_of_sources(tmp_path) == first
    (tmp_path / "two.py").write_text("")
    assert digest_of_sources(tmp_path) != first


def _said_with_cache(cache: Path, call: str) -> str:
    """What this function of the compiler returns, in a process with such a cache."""
    program = f"from tetracade.engine.compile import {call}; print({call}())"
    env = {**os.environ, "TETRACADE_CACHE": str(cache)}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_old_folders_are_cleared_away(tmp_path: Path) -> None:
    home = tmp_path / "compiled"
    for number in range(6):
        old = home / f"old{number}"
        old.mkdir(parents=True)
        os.utime(old, (number, number))
    kept = _said_with_cache(tmp_path, "cache_folder")
    left = {folder.name for folder in home.iterdir()}
    assert left == {"old3", "old4", "old5", Path(kept).name}


def test_a_folder_that_another_process_clears_away_meanwhile_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / "gone").symlink_to(tmp_path / "nowhere")  # it is listed, and is not there
    assert _said_with_cache(tmp_path, "cache_trouble") == "None"


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(tetracade.__file__).parent / "py.typed").exists()
