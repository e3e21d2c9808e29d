"""Collects games of Pocket into a folder: ``NUMBA_DISABLE_JIT=1 python -m tests.lab.pocket.collected FOLDER``."""

import sys
from pathlib import Path
from unittest.mock import patch

from tests.lab.pocket import GAME
from tetracade.lab.arena import Contest
from tetracade.lab.collecting import collect
from tetracade.lab.judged import QUICK_JUDGE
from tetracade.lab.rows import CARD, write

JUDGED = 300
DEALT = 800


def main() -> None:
    """Write the rows of judged decisions and of forced cards."""
    folder = Path(sys.argv[1])
    with patch("tetracade.games.find", lambda name: GAME), patch("tetracade.lab.arena.warm_bots"):
        judged = Contest("pocket", ("random", "random"), JUDGED, 2, seed=5)
        write(collect(judged, "decision", setting=QUICK_JUDGE, jobs=1), folder / "judged.parquet")
        dealt = Contest("pocket", ("random", "random"), DEALT, 2, seed=6)
        write(collect(dealt, CARD, jobs=1), folder / "cards.parquet")


if __name__ == "__main__":
    main()
