"""Nets trained for half an hour, and what they reach: ``python -m bench.training FOLDER --results docs/learning.json``.

TetraTrax with three seeds, the other games with one. Every training goes on where an earlier run left it, and what is
in the file of results isn't done again. Minutes are the processor's, so that other work on the machine counts for
little; half an hour on two cores has up to twice as many. The net is the checkpoint that did best in games of its own
seed; it is evaluated in other games. ``--markdown docs/learning.md`` only writes the table there.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import tetracade
from tetracade.lab.arena import Contest, hold
from tetracade.lab.standings import interval, standings_of

BEGIN, END = "<!-- training -->", "<!-- /training -->"
SEATS = 2
GAMES = 400
MINUTES = 30.0
LEVEL = "beginner"
SEED = 7_000_000
"""Of the games in which nets are evaluated; no training and no choice of a checkpoint uses it."""


def jobs() -> list[tuple[str, int]]:
    """What is trained, as games and seeds, in order: one of each game first."""
    names = list(tetracade.game_names())
    names.sort(key=lambda name: name != "tetratrax")
    return [(name, 0) for name in names] + [("tetratrax", 1), ("tetratrax", 2)]


def trained(name: str, seed: int, out: Path, minutes: float) -> dict[str, Any]:
    """Train a net, or go on with it; return where that ended."""
    from tetracade.rl.train import Trainer, state_of

    trainer = Trainer(tetracade.game(name), out, seats=SEATS, seed=seed)
    if state_of(out).exists():
        trainer.resume()
    for found in trainer.run(minutes, time.process_time):
        print(f"{name} {seed}: {json.dumps(found._asdict())}", flush=True)
    return {"minutes": round(trainer.spent / 60, 1), "decisions": trainer.decisions, "noise": trainer.batch.noise}


def evaluated(name: str, out: Path) -> dict[str, Any]:
    """The net's shares with intervals, against greedy and against the lowest level."""
    from tetracade.bots.net import load, read_heading
    from tetracade.rl.train import share_against

    game = tetracade.game(name)
    share = share_against(load(game, out), "greedy", GAMES, SEATS, {}, SEED)
    contest = Contest(name, (str(out), LEVEL), GAMES, SEATS, SEED)
    standing = next(one for one in standings_of(list(hold(contest, [], 1))) if one.bot == str(out))
    return {
        "chosen": read_heading(out)["notes"]["checkpoint"]["minutes"],
        "greedy": [share, *interval(share, GAMES)],
        LEVEL: [standing.share, standing.share_low, standing.share_high],
    }


def shares_of(one: dict[str, Any]) -> list[list[float]]:
    """Its shares against each rival, with their intervals."""
    return [one["greedy"], one[LEVEL]]


def table(results: list[dict[str, Any]]) -> str:
    """The results as a table."""
    lines = [
        "| game | seed | processor minutes | decisions | net of minute | over greedy | over Beginner |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in results:
        shares = [f"{100 * share:.0f} % ({100 * low:.0f}–{100 * high:.0f})" for share, low, high in shares_of(one)]
        told = [tetracade.game(one["game"]).title, one["seed"], one["minutes"], f"{one['decisions'] / 1e6:.1f} M"]
        lines.append(f"| {' | '.join(map(str, [*told, one['chosen'], *shares]))} |")
    return "\n".join(lines)


def main() -> None:
    """Do what is missing, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where nets and their states are kept")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--markdown", type=Path)
    given = parser.parse_args()
    results = json.loads(given.results.read_text()) if given.results.exists() else []
    if given.markdown:
        text = given.markdown.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        given.markdown.write_text(f"{head}{BEGIN}\n{table(results)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    for name, seed in jobs():
        if any((one["game"], one["seed"]) == (name, seed) for one in results):
            continue
        out = given.folder / f"{name}-{seed}.npz"
        found = {"game": name, "seed": seed, **trained(name, seed, out, given.minutes), **evaluated(name, out)}
        results.append(found)
        given.results.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
