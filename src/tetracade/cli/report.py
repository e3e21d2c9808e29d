"""``tetracade report``: how a game behaves, as one page with charts."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from tetracade import games
from tetracade.cli.app import GameName, app, check_writable, complete_bots, console, need, progress, read_options
from tetracade.cli.compile import compile_other_boxes
from tetracade.engine.boxes import GAMES, chosen
from tetracade.lab.arena import Contest

Cluster = Annotated[
    str, typer.Option("--cluster", help="Play on the Ray cluster at this address (extra `cluster`), as in `auto`.")
]
Jobs = Annotated[int | None, typer.Option(help="Number of processes; one per core by default.", min=1)]


@app.command("report")
def report(
    game: GameName,
    bots: Annotated[
        str, typer.Option(autocompletion=complete_bots, help="One bot for all seats, or one for each, with commas.")
    ] = "3",
    number: Annotated[int, typer.Option("--games", help="How many games.", min=2)] = 2000,
    out: Annotated[Path | None, typer.Option(help="Write the page to this file; GAME.html by default.")] = None,
    seats: Annotated[int | None, typer.Option(help="Number of seats; the usual one by default.", min=1)] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", "-o", help="A game option as NAME=VALUE; repeatable.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed: the same seed plays the same games.")] = 0,
    judged: Annotated[int, typer.Option(help="Games that are judged move by move.", min=2)] = 200,
    chain: Annotated[int, typer.Option(help="Games for each step of the skill chain; 0 for none.", min=0)] = 40,
    cards: Annotated[int, typer.Option(help="Games for the worth of each card; 0 for none.", min=0)] = 100,
    seconds: Annotated[float, typer.Option(help="Seconds for a decision, for estimated minutes.", min=0.1)] = 10.0,
    charts: Annotated[Path | None, typer.Option(help="Also write each chart as an SVG picture to this folder.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="With --charts: also write the report as Markdown to this file.")
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="With --charts: as PNG, too.")] = False,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the rows here; use the same folder again to resume.")
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Play many games between bots and write a page about how the game behaves, with charts.

    Stop it any time: the rows are kept beside the page, and the same command goes on where it stopped.
    """
    need("lab", "pyarrow", "altair", "vl_convert")
    if cluster:
        need("cluster", "ray")
    from tetracade.lab.collecting import runner_for  # noqa: PLC0415 - the extra `lab`
    from tetracade.lab.markdown import markdown_of  # noqa: PLC0415
    from tetracade.lab.metrics import Pace  # noqa: PLC0415
    from tetracade.lab.page import page_of, write_charts  # noqa: PLC0415
    from tetracade.lab.reporting import Asked, report_on  # noqa: PLC0415
    from tetracade.lab.telling import sentences  # noqa: PLC0415

    found = games.find(game)
    contest = contest_of(found.name, bots, number, seats, seed, option or [])
    page = out or Path(f"{found.name}.html")
    check_writable(page)
    compile_other_boxes([found.name])
    numbers = {"judged": judged, "chain": chain, "cards": cards, "seconds": seconds}
    asked = Asked(
        contest, judged, chain, cards, Pace(decision=seconds), command_of(contest, bots, option or [], numbers)
    )
    with progress() as bar, runner_for(jobs, cluster) as runner:
        made = report_on(
            asked, runner, folder or page.with_suffix(".rows"), lambda name: told_by(bar, f"{found.title}: {name}")
        )
    page.write_text(page_of(made), encoding="utf-8")
    if charts:
        pictures = write_charts(made, charts, png=png)
        if markdown:
            markdown.write_text(markdown_of(made, pictures, markdown.parent), encoding="utf-8")
    for sentence in sentences(made):
        console.print(sentence, markup=False, highlight=False)
    console.print(f"The page is in {page}.", markup=False, highlight=False)


def contest_of(game: str, bots: str, number: int, seats: int | None, seed: int, options: list[str]) -> Contest:
    """The contest that a command asks for; one bot plays all seats."""
    found = games.find(game)
    count = found.checked_seats(seats)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    given = tuple(names * count if len(names) == 1 else names)
    return Contest(found.name, given, number, count, seed, read_options(found, options))


def command_of(contest: Contest, bots: str, options: list[str], numbers: dict[str, float]) -> str:
    """The command that makes the same report again, with the box if it isn't the standard one."""
    words = ["tetracade", "report", contest.game, "--bots", bots, "--games", str(contest.games)]
    words += ["--seats", str(contest.seats), *(word for each in options for word in ("-o", each))]
    words += ["--seed", str(contest.seed)]
    for name, value in numbers.items():
        words += [f"--{name}", str(value) if isinstance(value, int) else f"{value:g}"]
    if games.find(contest.game).box_mark:
        words += ["--box", boxed(contest.game)]
    return shlex.join(words)


def boxed(game: str) -> str:
    """The file of the box that was chosen for the game, as seen from here, or its name if it comes with the game."""
    path = chosen()[game]
    if path.parent == GAMES / game / "boxes":
        return f"{game}/{path.stem}"
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def told_by(bar: Progress, name: str) -> Callable[[int, int], None]:
    """Show a line for this on the bar; return what is told how far it is."""
    task = bar.add_task(name, total=None)
    return lambda done, total: bar.update(task, completed=done, total=total)
