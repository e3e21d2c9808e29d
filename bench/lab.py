"""How fast the lab is, and what pairing saves.

python -m bench.lab million [--games N]     random games of TetraTrax to Parquet
python -m bench.lab skilled [--games N]     Skilled games of every game to Parquet, in build/lab
python -m bench.lab scaling [--games N]     Skilled games of TetraTrax on one core, then on two
python -m bench.lab paired [--games N]      options compared on paired luck, in every game

``skilled`` and ``paired`` go on where they were stopped; ``--game`` (repeat it) does only some games, ``--jobs`` says
on how many cores.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tetracade.lab.arena import Contest
from tetracade.lab.collecting import collect_on, runner_for
from tetracade.lab.comparing import Arm, compare
from tetracade.lab.local import Processes
from tetracade.lab.rows import write

KEPT = Path(__file__).parents[1] / "build" / "lab"
SMALLEST = "tetratrax"
SKILLED = "3"
AT_A_TIME = 100
"""Games after which ``skilled`` writes down how long they took."""
OPTIONS: dict[str, tuple[int, dict[str, Any], dict[str, Any]]] = {
    "tetratrax": (2, {"rows": 12}, {"rows": 14}),
    "tetrathedral": (2, {"lines": "all"}, {"lines": "strips"}),
    "tetrad": (3, {"patterns": [1, 2, 3, 4, 5]}, {"patterns": [3, 4, 5]}),
    "foursome": (4, {"steal": "first"}, {"steal": "after"}),
    "retro_tetro": (2, {"advanced": False}, {"advanced": True}),
}
"""For each game the seats and two sets of options that differ."""
PAIRED_BOTS = {SMALLEST: "2"}
"""Greedy bots play the others: two of them would play one and the same game of TetraTrax, where nothing is dealt."""
TOLD = ("turns", "estimated minutes", "first seat's share", "points a seat", "winner's lead")


def million(games: int) -> None:
    """Time random games until they are in a Parquet file."""
    with tempfile.TemporaryDirectory() as folder, runner_for() as runner:
        runner.identity(SMALLEST)  # processes are there
        began = time.perf_counter()
        rows = collect_on(runner, Contest(SMALLEST, ("random", "random"), games, 2), folder=Path(folder) / "rows")
        played = time.perf_counter() - began
        path = Path(folder) / "games.parquet"
        write(rows, path)
        whole = time.perf_counter() - began
        print(
            f"{games:,} random games on {runner.places} cores: {played:.0f} s ({games / played:,.0f} games/s), "
            f"in one Parquet file of {path.stat().st_size / 1e6:.0f} MB after {whole:.0f} s"
        )


def scaling(games: int) -> None:
    """Time the same games on one core and on two, each with processes that have played before."""
    paces = []
    for places in (1, 2):
        with Processes(places) as runner:
            collect_on(runner, Contest(SMALLEST, ("3", "3"), 4 * places, 2, seed=1))
            began = time.perf_counter()
            collect_on(runner, Contest(SMALLEST, ("3", "3"), games, 2))
            paces.append(games / (time.perf_counter() - began))
            print(f"{places} processes: {paces[-1]:.1f} Skilled games/s")
    print(f"two cores play {paces[1] / paces[0]:.2f} times as many")


def skilled(games: int, names: Sequence[str], jobs: int | None) -> None:
    """Collect Skilled games of each game, and print how long all of them took, in however many runs.

    Of a hundred that was interrupted, only what was left of it counts.
    """
    with runner_for(jobs) as runner:
        for game in names:
            seats = OPTIONS[game][0]
            times = KEPT / f"skilled-{game}.json"
            done, seconds = json.loads(times.read_text()) if times.exists() else (0, 0.0)
            collect_on(runner, Contest(game, (SKILLED,) * seats, max(1, done), seats), folder=KEPT / game)
            while done < games:
                target = min(games, done + AT_A_TIME)
                began = time.perf_counter()
                collect_on(runner, Contest(game, (SKILLED,) * seats, target, seats), folder=KEPT / game)
                done, seconds = target, seconds + time.perf_counter() - began
                times.write_text(json.dumps([done, seconds]) + "\n")
            size = sum(path.stat().st_size for path in (KEPT / game).glob("*.parquet"))
            print(
                f"{game}: {done:,} Skilled games of {seats} on {runner.places} cores in {seconds:,.0f} s "
                f"({done / seconds:,.1f} games/s), {size / 1e6:.1f} MB",
                flush=True,
            )


def paired(games: int, names: Sequence[str], jobs: int | None) -> None:
    """Compare options in every game, and print what pairing saves."""
    for game in names:
        seats, one, other = OPTIONS[game]
        contest = Contest(game, (PAIRED_BOTS.get(game, "greedy"),) * seats, games, seats)
        arms = Arm("one", one), Arm("other", other)
        found = {each.measure: each for each in compare(contest, *arms, folder=KEPT / f"paired-{game}", jobs=jobs)}
        for name in TOLD:
            each = found[name]
            print(
                f"{game:12} {name:20} {each.difference.value:+8.3f} ± {each.difference.margin:.3f}, "
                f"unpaired ± {each.unpaired.margin:.3f}: {each.saved:.3g} times the games",
                flush=True,
            )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = {"million": 1_000_000, "skilled": 10_000, "scaling": 400, "paired": 200}
    parser.add_argument("part", choices=usual)
    parser.add_argument("--games", type=int)
    parser.add_argument("--game", action="append", choices=OPTIONS, help="only this game; repeat it for several")
    parser.add_argument("--jobs", type=int)
    asked = parser.parse_args()
    games, names = asked.games or usual[asked.part], asked.game or list(OPTIONS)
    if asked.part == "million":
        million(games)
    elif asked.part == "scaling":
        scaling(games)
    elif asked.part == "skilled":
        skilled(games, names, asked.jobs)
    else:
        paired(games, names, asked.jobs)


if __name__ == "__main__":
    main()
