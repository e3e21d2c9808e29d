"""``tetracade analyse``: how much of a game was luck."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from tetracade import games
from tetracade.cli.app import app, check_writable, console, progress

if TYPE_CHECKING:
    from tetracade.analysis.results import Analysis

HEADS = 24
"""How wide the column with the parts' names is."""
COLUMN = 16
"""How wide a seat's column is."""


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
    for grid in grids(found, table.game.title, console.width):
        console.print(grid)
    for sentence in found.words:
        console.print(sentence, markup=False, highlight=False)
    if html:
        console.print(f"The page is in {html}.", markup=False, highlight=False)


def grids(found: "Analysis", title: str, width: int) -> Iterator[Grid]:
    """The parts of every seat's result as tables, each with as many seats as fit into the width."""
    from tetracade.analysis.telling import change, parts_of, percent  # noqa: PLC0415 - it loads the bots

    seats = max(1, (width - HEADS) // COLUMN)
    for first in range(0, found.seats, seats):
        some = found.sums[first : first + seats]
        grid = Grid("percentage points", *found.names[first : first + seats], title=title)
        for part, text in parts_of(found):
            cells = ((getattr(each.shares, part), getattr(each.margins, part)) for each in some)
            grid.add_row(text, *(f"{change(share)} ± {100 * margin:.1f}" for share, margin in cells))
        grid.add_section()
        grid.add_row("Result", *(percent(each.result) for each in some))
        yield grid
