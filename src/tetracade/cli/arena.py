"""``tetracade arena``: contests between bots."""

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from tetracade import games
from tetracade.cli.app import GameName, app, check_writable, complete_bots, console, need, progress, read_options
from tetracade.cli.compile import compile_other_boxes
from tetracade.engine.game import BadOption
from tetracade.lab.adjusting import Adjusted, adjusted_of
from tetracade.lab.arena import SAVED_EVERY, Contest, Played, hold, load, save
from tetracade.lab.standings import Standing, standings_of


@app.command("arena")
def arena(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            autocompletion=complete_bots,
            help="Bots, separated by commas: random, greedy, 1 to 5, beginner to master, NET.npz for a net, or "
            "module:Class for your own.",
        ),
    ] = "5,greedy",
    number: Annotated[int, typer.Option("--games", help="Games for each line-up of bots.")] = 100,
    seats: Annotated[int | None, typer.Option(help="Number of seats; one per bot by default.", min=1)] = None,
    seed: Annotated[int, typer.Option(help="Seed: the same seed plays the same games.")] = 0,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Number of processes; one per core by default.", min=1)] = None,
    file: Annotated[
        Path | None, typer.Option(help="Save the games to this JSON file; use the same file again to resume.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
    parquet: Annotated[
        Path | None, typer.Option(help="Write the games as rows to this Parquet file (extra `lab`; see docs/lab.md).")
    ] = None,
    adjust: Annotated[
        bool, typer.Option("--adjust", help="Also take dealt luck off each result, which narrows the intervals.")
    ] = False,
) -> None:
    """Let bots play each other and print the standings, with 95 % intervals.

    Seats rotate from game to game. With more bots than seats, every line-up plays.
    """
    found = games.find(game)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    contest = Contest(
        found.name, names, number, len(names) if seats is None else seats, seed, read_options(found, option or [])
    )
    if parquet:
        need("lab", "pyarrow")
    for path in (file, parquet):
        if path:
            check_writable(path)
    compile_other_boxes([found.name])
    played: list[Played] = load(file, contest) if file else []
    if adjust and not all(one.luck for one in played):
        raise BadOption(f"{file} has games without dealt luck; use --adjust from the first game on, or another file")
    saved = time.monotonic()
    with progress() as bar:
        task = bar.add_task(found.title, total=contest.total, completed=len(played))
        for one in hold(contest, played, jobs, adjust):
            played.append(one)
            bar.advance(task)
            if file and time.monotonic() - saved > SAVED_EVERY:
                save(file, contest, played, [asdict(standing) for standing in standings_of(played)])
                saved = time.monotonic()
    played.sort(key=lambda one: one.number)
    standings = standings_of(played)
    if file:
        save(file, contest, played, [asdict(standing) for standing in standings])
    if parquet:
        from tetracade.lab.rows import game_rows, write  # noqa: PLC0415 - the extra `lab`

        write(game_rows(contest, played), parquet)
    if as_json:
        told: list[dict[str, object]] = [asdict(standing) for standing in standings]
        if adjust:
            luckless = {each.bot: asdict(each) for each in adjusted_of(played)}
            told = [{**each, "adjusted": luckless[str(each["bot"])]} for each in told]
        print(json.dumps(told, indent=2, allow_nan=False))
    else:
        show(found.title, standings)
        if adjust:
            show_adjusted(adjusted_of(played))


def show(title: str, standings: list[Standing]) -> None:
    """Print the standings."""
    grid = Grid("bot", "games", "wins", "share", "95 %", "ahead", "points", "rating", "slowest", title=title)
    for each in standings:
        grid.add_row(
            each.bot,
            str(each.games),
            str(each.wins),
            f"{each.share:.1%}",
            f"{each.share_low:.1%} – {each.share_high:.1%}",
            f"{each.ahead:.1%}",
            f"{each.points:.2f}" + ("" if each.points_margin is None else f" ± {each.points_margin:.2f}"),
            f"{each.rating:.0f}" + ("" if each.rating_margin is None else f" ± {each.rating_margin:.0f}"),
            f"{each.slowest:.2f} s",
        )
    console.print(grid)
    for each in standings:
        if each.rating_note:
            console.print(f"{each.bot}: {each.rating_note}.")


def show_adjusted(found: list[Adjusted]) -> None:
    """Print the shares with dealt luck taken off, beside the plain ones."""
    grid = Grid("bot", "share", "without dealt luck", "narrower", "factor", title="Dealt luck taken off")
    for each in found:
        grid.add_row(
            each.bot,
            f"{each.share:.1%} ± {each.margin:.1%}",
            f"{each.adjusted:.1%} ± {each.adjusted_margin:.1%}",
            f"{each.narrower:.2f} times",
            f"{each.factor:.2f}",
        )
    console.print(grid)
