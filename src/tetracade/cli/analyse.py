"""``tetracade analyse``: how much of a game was luck."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from tetracade import games
from tetracade.cli.app import app, check_writable, console, progress


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(help="The record of a finished game.", dir_okay=False)],
    html: Annotated[Path | None, typer.Option(help="Write a page with charts to this file.")] = None,
    setting: Annotated[str, typer.Option(help="How closely to look: cheapest, usual or deep.")] = "usual",
    seed: Annotated[int, typer.Option(help="Seed: the same seed gives the same numbers.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything that was found as JSON.")] = False,
) -> None:
    """Tell how much of a finished game was luck and how much was play, with the costliest decisions."""
    from tetracade.analysis.analysing import analyse as taken_apart  # noqa: PLC0415 - other commands need not wait for it
    from tetracade.analysis.page import page_of  # noqa: PLC0415
    from tetracade.analysis.settings import setting_named  # noqa: PLC0415
    from tetracade.analysis.telling import change, parts_of, percent  # noqa: PLC0415
    from tetracade.table.record import replayed  # noqa: PLC0415

    closely = setting_named(setting)
    table = replayed(file.read_bytes().decode("utf-8", errors="replace"), games.find)
    if html:
        check_writable(html)
    with progress() as bar:
        task = bar.add_task(table.game.title, total=None)
        found = taken_apart(
            table,
            setting=closely,
            seed=seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if html:
        html.write_text(page_of(found, table.game), encoding="utf-8")
    if as_json:
        print(json.dumps(asdict(found), indent=2, allow_nan=False))
        return
    grid = Grid("percentage points", *found.names, title=table.game.title)
    for part, text in parts_of(found):
        grid.add_row(
            text,
            *(f"{change(getattr(each.shares, part))} ± {100 * getattr(each.margins, part):.1f}" for each in found.sums),
        )
    grid.add_section()
    grid.add_row("Result", *(percent(each.result) for each in found.sums))
    console.print(grid)
    for sentence in found.words:
        console.print(sentence, markup=False, highlight=False)
    if html:
        console.print(f"The page is in {html}.", markup=False, highlight=False)
