"""The same games give the same results compiled, as plain Python, and with bounds checks."""

import json
import os
import subprocess
import sys

import pytest

from tests.suites.every import GAMES
from tests.suites.trace import digest_of


def digest_elsewhere(name: str, games: int, steps: int, **setting: str) -> str:
    """The digest that a process of its own finds under this setting."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.suites.trace", str(games), str(steps), name],
        env={**os.environ, **setting},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)[name])


@pytest.mark.parametrize("name", GAMES)
def test_plain_python_plays_the_same(name: str) -> None:
    assert digest_elsewhere(name, 2, 60, NUMBA_DISABLE_JIT="1") == digest_of(GAMES[name], 2, 60)


@pytest.mark.parametrize("name", GAMES)
def test_bounds_checks_find_nothing(name: str) -> None:
    assert digest_elsewhere(name, 20, 400, NUMBA_BOUNDSCHECK="1") == digest_of(GAMES[name], 20, 400)
