"""This checkout's engine and server beside another's, in one run: ``python -m bench.before FOLDER``.

FOLDER holds another commit (``git worktree add FOLDER COMMIT``); it is run with this environment's packages. Both take
turns, so that whatever else the machine does befalls both alike. The engine's steps are counted by processor time and
the best round counts; of the server's actions a CPU second, the median. ``--part search`` counts simulations of connect
four's search in the same way, and says whether both grow the same trees.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
STEPS = """
import sys, time
from tetracade.engine.kernel import kernel_of
from tetracade.games import find

game = find(sys.argv[1])
given = {"steal": "after"} if any(option.name == "steal" for option in game.options) else {}  # as it was before
options, kernel = game.option_numbers(game.option_values(given)), kernel_of(game)
seats, best, end = game.checked_seats(None), 0.0, 0.0
kernel.random_games(300, seats, options, seed=1)
end = time.process_time() + float(sys.argv[2])
while time.process_time() < end:
    began = time.process_time()
    best = max(best, kernel.random_games(300, seats, options, seed=1)[0] / (time.process_time() - began))
print(best)
"""
"""Prints the steps a second of a game's random games."""
SEARCH = """
import hashlib, sys, time
from bench.connect_four import GAME
from tetracade.bots.tree import Tree
from tetracade.table.table import new_table

table, each, best = new_table(GAME, seed=1), int(sys.argv[1]), 0.0
tree, mark = Tree(GAME, rows=20 * each), hashlib.sha256()
for seed in range(100):
    tree.root(table.state, 0, seed)
    tree.grow(each)
    mark.update(tree.links[: tree.used].tobytes())
end = time.process_time() + float(sys.argv[2])
while time.process_time() < end:
    began = time.process_time()
    for _ in range(5):
        tree.root(table.state, 0, 1)
        tree.grow(each)
    best = max(best, 5 * each / (time.process_time() - began))
print(best, mark.hexdigest()[:16])
"""
"""Prints the simulations a second of searches from an empty rack, and a mark of a hundred trees."""
GAMES = ("foursome", "retro_tetro", "tetrad", "tetrathedral", "tetratrax")
SERVED = ("connect_four", "retro_tetro")


def printed(folder: Path, *words: str) -> str:
    """What Python prints when it runs this with the sources of a folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder / "src"), str(folder)))}
    run = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(f"{folder.name}: {run.stderr.strip()[-2000:]}")
    return run.stdout


def steps(folder: Path, game: str, seconds: float) -> float:
    """Steps a second in random games."""
    return float(printed(folder, "-c", STEPS, game, str(seconds)))


def searches(folder: Path, each: int, seconds: float) -> tuple[float, str]:
    """Simulations a second, and a mark of the trees they grow."""
    rate, mark = printed(folder, "-c", SEARCH, str(each), str(seconds)).split()
    return float(rate), mark


def compare_searches(folder: Path, rounds: int, seconds: float, each: int) -> None:
    """Measure both searches in turns, and print them with their ratio."""
    found: dict[Path, list[tuple[float, str]]] = {folder: [], HERE: []}
    for _ in range(rounds):
        for place, measured in found.items():
            measured.append(searches(place, each, seconds))
    before, now = (max(rate for rate, _ in measured) for measured in found.values())
    same = len({mark for measured in found.values() for _, mark in measured}) == 1
    print(f"searches of {each}: before {before:12,.0f}  now {now:12,.0f}  ratio {now / before:.3f}", end="; ")
    print("the trees are the same" if same else "the trees differ")


def actions(folder: Path, game: str, seconds: float) -> float:
    """Durable actions a second of the server's processor time, with the same clients whichever server it is."""
    told = printed(HERE, "-m", "bench.server", "--game", game, "--seconds", str(seconds), "--checkout", str(folder))
    return float(json.loads(told)["actions per CPU second"])


def main() -> None:
    """Measure what is asked for, and print each with its ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench.before", description=__doc__)
    parser.add_argument("folder", type=Path, help="another checkout")
    parser.add_argument("--part", choices=("engine", "server", "search"), default="engine")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--simulations", type=int, default=1000, help="in each search")
    given = parser.parse_args()
    if given.part == "search":
        compare_searches(given.folder.resolve(), given.rounds, given.seconds, given.simulations)
        return
    names, measure = (GAMES, steps) if given.part == "engine" else (SERVED, actions)
    for name in names:
        before, now = [], []
        for _ in range(given.rounds):
            before.append(measure(given.folder.resolve(), name, given.seconds))
            now.append(measure(HERE, name, given.seconds))
        summary = max if given.part == "engine" else statistics.median
        ratio = summary(now) / summary(before)
        print(f"{name:14} before {summary(before):12,.0f}  now {summary(now):12,.0f}  ratio {ratio:.3f}", flush=True)


if __name__ == "__main__":
    main()
