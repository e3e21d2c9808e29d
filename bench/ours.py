"""Our side of each measurement."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.connect_four import GAME as CONNECT_FOUR
from tetracade.bots.tree import Tree
from tetracade.engine.batch import Batch
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import new_table

FIRST_ACTION = "import tetracade; t = tetracade.new({!r}, seed=1); t.play(t.legal()[0])"


def best_rate(work: Callable[[], float], seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """The best amount of work a second, over tries that fill the time."""
    work()
    best, end = 0.0, clock() + seconds
    while clock() < end:
        began = clock()
        amount = work()
        best = max(best, amount / (clock() - began))
    return best


def random_games(seconds: float) -> float:
    """Random games of connect four a second."""
    kernel = kernel_of(CONNECT_FOUR)
    options = CONNECT_FOUR.option_numbers({})

    def work() -> float:
        kernel.random_games(100_000, 2, options, seed=1)
        return 100_000

    return best_rate(work, seconds)


def steps(game: Game, seconds: float, clock: Callable[[], float] = time.perf_counter) -> float:
    """Actions a second in random games with the usual set-up."""
    kernel = kernel_of(game)
    options = game.option_numbers(game.option_values({}))

    def work() -> float:
        return kernel.random_games(300, game.checked_seats(None), options, seed=1)[0]

    return best_rate(work, seconds, clock)


def batch_steps(seconds: float, games: int = 4096) -> float:
    """Steps a second of a batch of connect four, choosing actions and writing masks and features."""
    batch = Batch(CONNECT_FOUR, games, seed=1)

    def work() -> float:
        for _ in range(20):
            batch.step_randomly()
        return 20.0 * games

    return best_rate(work, seconds)


def simulations(seconds: float, each: int = 1000) -> float:
    """Simulations a second of searches of this size from connect four's empty rack."""
    table = new_table(CONNECT_FOUR, seed=1)
    tree = Tree(CONNECT_FOUR, rows=20 * each)

    def work() -> float:
        tree.root(table.state, 0, 1)
        tree.grow(each)
        return each

    return best_rate(work, seconds)


def start_up(name: str) -> tuple[float, float]:
    """Seconds from the start of a process to a game's first action: with an empty cache, and the next time.

    Numba imports SciPy where it finds it. Tests and peers bring it, players do not have it: so it is hidden here.
    """
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "scipy.py").write_text("raise ImportError\n")
        took = []
        for _ in range(4):
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", FIRST_ACTION.format(name)],
                env={**os.environ, "TETRACADE_CACHE": folder, "PYTHONPATH": folder},
                check=True,
            )
            took.append(time.perf_counter() - began)
    return took[0], min(took[1:])
