"""``tetracade compare``: one set of options, or one box, against another, game by game."""

import json
import math
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from tetracade import games
from tetracade.cli.app import GameName, app, complain, complete_bots, console, need, progress, read_options
from tetracade.cli.report import Cluster, Jobs, contest_of, told_by
from tetracade.engine.boxes import VARIABLE, by_game


@app.command("compare")
def compare(
    game: GameName,
    with_: Annotated[
        list[str],
        typer.Option("--with", help="What the other side has: an option as NAME=VALUE, or a box; repeatable."),
    ],
    bots: Annotated[
        str, typer.Option(autocompletion=complete_bots, help="One bot for all seats, or one for each, with commas.")
    ] = "3",
    number: Annotated[int, typer.Option("--games", help="How many games on each side.", min=2)] = 500,
    seats: Annotated[int | None, typer.Option(help="Number of seats; the usual one by default.", min=1)] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="An option of the first side as NAME=VALUE; repeatable.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed: the same seed plays the same games.")] = 0,
    effect: Annotated[
        float | None,
        typer.Option(help="Tell how many games an effect of this size needs; by default a tenth of the first side's."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the rows here; use the same folder again to resume.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Compare two ways to play a game on paired luck: options (-o rows=10 --with rows=14) or boxes (--with FILE).

    Both sides get the same deals as far as their rules allow, so that fewer games show what differs.
    """
    need("lab", "pyarrow")
    if cluster:
        need("cluster", "ray")
    from tetracade.lab.comparing import Arm, said  # noqa: PLC0415 - the extra `lab`
    from tetracade.lab.comparing import compare as compared  # noqa: PLC0415

    found = games.find(game)
    contest = contest_of(found.name, bots, number, seats, seed, option or [])
    box, others = other_box(found.name, with_)
    options = {**contest.options, **read_options(found, others)}
    contest_of(found.name, bots, number, seats, seed, [*(option or []), *others])  # refuses what can't be
    one = Arm(f"{found.box_said}, {said(contest.options)}", contest.options)
    other = Arm(f"{box or found.box_said}, {said(options)}", options, box)
    with progress() as bar:
        task = told_by(bar, found.title)
        differences = compared(contest, one, other, folder=folder, jobs=jobs, cluster=cluster, told=task)
    sizes = {each.measure: effect or max(abs(each.one.value) / 10, 1e-6) for each in differences}
    if as_json:
        rows = [
            {**asdict(each), "effect": sizes[each.measure], "games_needed": each.needed(sizes[each.measure])}
            for each in differences
        ]
        told = json.dumps({"first": one.name, "second": other.name, "differences": rows})
        print(json.dumps(json.loads(told, parse_constant=lambda _: None), indent=2))  # JSON has no infinity
        return
    grid = Grid("measure", "first", "second", "difference", "pairing saves", "games for", title=found.title)
    for each in differences:
        size = sizes[each.measure]
        mark = "*" if each.difference.low > 0 or each.difference.high < 0 else " "
        grid.add_row(
            each.measure,
            f"{each.one.value:.3f}",
            f"{each.other.value:.3f}",
            f"{each.difference.value:+.3f} ± {each.difference.margin:.3f}{mark}",
            f"{each.saved:.2f}×" if math.isfinite(each.saved) else "∞",
            f"{each.needed(size):,} for {size:.2g}",
        )
    console.print(grid)
    console.print(f"First: {one.name}. Second: {other.name}. {contest.total:,} games each, bots {bots}, seed {seed}.")
    console.print("* the 95 % interval excludes 0. Pairing saves: games that unpaired sides would need, as a multiple.")


def other_box(game: str, given: list[str]) -> tuple[str | None, list[str]]:
    """The boxes of the other side, as the variable names them, and the options among what was given."""
    options = [each for each in given if "=" in each]
    boxes = by_game([each for each in given if "=" not in each])
    if not boxes:
        return None, options
    if set(boxes) != {game}:
        complain(f"the box is for {', '.join(boxes)}, not for {game}")
    here = by_game(os.environ.get(VARIABLE, "").split(os.pathsep))
    return os.pathsep.join(str(path) for path in {**here, **boxes}.values()), options
