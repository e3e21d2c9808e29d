"""Collects games of Race into a folder: ``NUMBA_DISABLE_JIT=1 python -m tests.lab.race.collected FOLDER``.

It has a process of its own, in which nothing is compiled: the game is too small to be worth it.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from tests.lab.race import GAME
from tetracade.lab.arena import Contest
from tetracade.lab.collecting import collect
from tetracade.lab.judged import QUICK_JUDGE
from tetracade.lab.rows import write

GAMES = 3000
JUDGED = 500


def main() -> None:
    """Write the rows of games and of judged decisions."""
    folder = Path(sys.argv[1])
    with patch("tetracade.games.find", lambda name: GAME), patch("tetracade.lab.arena.warm_bots"):
        write(collect(Contest("race", ("random", "random"), GAMES, 2, seed=3), jobs=1), folder / "games.parquet")
        judged = Contest("race", ("random", "random"), JUDGED, 2, seed=4)
        write(collect(judged, "decision", setting=QUICK_JUDGE, jobs=1), folder / "judged.parquet")


if __name__ == "__main__":
    main()
