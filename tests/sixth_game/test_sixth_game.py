"""Tic-tac-toe, written by following CONTRIBUTING, plays everywhere once its two folders are there."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import Site
from tests.sixth_game.copy import GAME, copied, environment

SUITES = {
    "compiled",
    "conformance",
    "counts",
    "facts",
    "happenings",
    "leaks",
    "playthroughs",
    "teaching",
    "traceability",
}
"""Those that take every game; that of options takes games that have some."""

LIBRARY = """
import tetracade
table = tetracade.new("tic_tac_toe", seed=1)
bots = [tetracade.bot("tic_tac_toe", "beginner"), tetracade.bot("tic_tac_toe", "random", seed=3)]
while not table.over:
    seat = table.acting[0]
    table.play(bots[seat].choose(table, seat))
assert tetracade.replay(table.record()).result == table.result
assert tetracade.position("tic_tac_toe", table.position()).result == table.result
assert "<svg" in table.svg()
print(table.result.reason)
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with the game added."""
    return copied(tmp_path_factory.mktemp("copy"))


def ran(copy: Path, *arguments: str, said: str = "", compiled: bool = False) -> str:
    """What Python prints in the copy with these arguments, when this is typed."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environment(copy, compiled),
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def passed(copy: Path, *tests: str, compiled: bool = False) -> set[str]:
    """The files in which tests of the game passed in the copy."""
    report = ran(
        copy, "-m", "pytest", *tests, "-k", GAME, "-n", "0", "-vv", "-p", "no:cacheprovider", compiled=compiled
    )
    return set(re.findall(r"(\S+)\.py::\S+ PASSED", report))


def test_the_suites_take_it(copy: Path) -> None:
    found = passed(copy, "tests/suites", f"tests/games/{GAME}", compiled=True)
    assert found == {f"tests/suites/test_{suite}" for suite in SUITES} | {f"tests/games/{GAME}/test_{GAME}"}


@pytest.mark.timeout(900)  # the suites of one more game, in a copy of the repository
def test_all_other_tests_that_go_over_games_take_it(copy: Path) -> None:
    found = passed(copy, "tests/table", "tests/bots", "tests/engine", "tests/server")
    assert {name.split("/")[1] for name in found} == {"table", "bots", "engine", "server"}


def test_nothing_that_is_generated_changes(copy: Path) -> None:
    ran(copy, "-m", "pytest", "tests/server/test_documents.py", "-n", "0", "-p", "no:cacheprovider")


def test_it_keeps_the_house_s_style(copy: Path) -> None:
    folders = (f"src/tetracade/games/{GAME}", f"tests/games/{GAME}")
    ran(copy, "-m", "ruff", "check", *folders)
    ran(copy, "-m", "ruff", "format", "--check", *folders)


def test_it_plays_in_the_library(copy: Path) -> None:
    assert ran(copy, "-c", LIBRARY).strip() in ("X has three in a line", "O has three in a line", "the board is full")


def test_it_plays_in_the_terminal(copy: Path) -> None:
    assert "Three marks in a line. Seats: 2." in ran(copy, "-m", "tetracade", "games")
    assert "TT3" in ran(copy, "-m", "tetracade", "rules", GAME)
    shown = ran(copy, "-m", "tetracade", "play", GAME, "--bot", "greedy", said="c1\nb2\nwhy a1\nc2\nc3\n")
    assert "a1 is taken. (TT1)" in shown
    assert "X wins: X has three in a line." in shown


def test_bots_play_it_in_the_arena(copy: Path) -> None:
    contest = ("arena", GAME, "--bots", "beginner,random", "--games", "6", "--jobs", "1", "--json")
    standings = json.loads(ran(copy, "-m", "tetracade", *contest))
    assert [standing["games"] for standing in standings] == [6, 6]


def test_it_plays_over_the_server(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment(copy).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(copy)
    site = Site(tmp_path)
    site.start()
    try:
        told = ran(copy, "examples/play_over_http.py", site.url, GAME)
    finally:
        site.kill()
    assert "marks " in told
    assert re.search("three in a line|the board is full", told)
