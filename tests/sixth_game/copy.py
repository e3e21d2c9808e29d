"""A copy of the repository with one game more: the two folders in ``added``, and nothing else."""

import os
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ADDED = Path(__file__).parent / "added"
FOLDERS = ("src", "tests", "bench", "docs", "examples", "web/src")
GAME = "tic_tac_toe"


def copied(to: Path) -> Path:
    """Copy what games, tests and the page need, and add the game; no file that was there is changed."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__", "sixth_game"))
    shutil.copy(ROOT / "pyproject.toml", to)
    (to / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    there = {file.relative_to(to) for file in to.rglob("*")}
    for file in ADDED.rglob("*"):
        if file.is_file() and file.suffix != ".pyc":
            place = to / file.relative_to(ADDED)
            assert place.relative_to(to) not in there, f"{place} is there already"
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)
    return to


def environment(copy: Path, compiled: bool = False) -> dict[str, str]:
    """The variables with which a process runs the copy's code; as plain Python, unless it is to be compiled there."""
    changes = {"PYTHONPATH": str(copy / "src"), "TETRACADE_CACHE": str(copy / "cache"), "NO_COLOR": "1"}
    return {**os.environ, **changes, "NUMBA_DISABLE_JIT": "0" if compiled else "1"}
