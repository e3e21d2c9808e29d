"""``tetracade bench``: how fast Tetracade is, compared with others."""

import datetime
import importlib
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from tetracade.cli.app import app, check_writable, complain, console, progress

bench_app = typer.Typer(help="Measure how fast Tetracade is, compared with others.", no_args_is_help=True)
app.add_typer(bench_app, name="bench")

BEGIN, END = "<!-- bench -->", "<!-- /bench -->"
ROOT = Path(__file__).resolve().parents[3]


def bench_module(name: str) -> Any:
    """A module from the folder ``bench``, which comes with the source and isn't installed."""
    if not (ROOT / "bench").is_dir():
        complain("the benchmarks come with the source; run this in a clone set up with scripts/setup --bench")
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    try:
        return importlib.import_module(f"bench.{name}")
    except ModuleNotFoundError as error:
        complain(f"the benchmarks need {error.name}; install it with scripts/setup --bench")


@bench_app.command("engine")
def bench_engine(
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all rows to this file as JSON.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Write the table into this Markdown page, between its marks.")
    ] = None,
    quick: Annotated[bool, typer.Option(help="Measure briefly: for a first look, not for the record.")] = False,
) -> None:
    """Measure the engine on one core, and compare it with others.

    OpenSpiel and pgx are measured too if the extra `bench` is installed (scripts/setup --bench).
    """
    if json_file is not None:
        check_writable(json_file)
    if markdown is not None:
        check_marks(markdown)
    engine = bench_module("engine")
    engine.on_one_core()
    rows: list[Any] = []
    parts = list(engine.measured(quick))
    with progress() as bar:
        task = bar.add_task("measuring", total=len(parts))
        for title, work in parts:
            bar.update(task, description=title)
            rows += work()
            bar.advance(task)
    grid = Grid("work", "ours", "peer", "theirs", "ratio")
    for row in rows:
        theirs = said(row.theirs) if row.theirs else "–" if not row.peer else "not installed"
        ratio = f"{row.ratio:.1f}x" if row.ratio else "–"
        grid.add_row(row.work, f"{said(row.ours)} {row.unit}", row.peer, theirs, ratio)
    console.print(grid)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    if json_file is not None:
        described = [{**vars(row), "ratio": row.ratio} for row in rows]
        json_file.write_text(
            json.dumps({"date": today, "machine": engine.machine(), "rows": described}, indent=2) + "\n"
        )
    if markdown is not None:
        write_markdown(markdown, rows, f"Measured {today} on {engine.machine()}.")


def said(value: float) -> str:
    """The number in a form that is easy to read."""
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value / 1e3:.1f} k" if value >= 1e3 else f"{value:.2f}"


def check_marks(page: Path) -> None:
    """Complain if the page has no marks for the table."""
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        complain(f"{page} has no place for the table; put {BEGIN} and {END} where you want it")


def write_markdown(page: Path, rows: list[Any], note: str) -> None:
    """Write the table between the marks of the page."""
    check_marks(page)
    text = page.read_text(encoding="utf-8")
    lines = [note, "", "| work | ours | peer | theirs | ratio |", "|---|---|---|---|---|"]
    for row in rows:
        theirs = said(row.theirs) if row.theirs else "–"
        ratio = f"{row.ratio:.1f}×" if row.ratio else "–"
        lines.append(f"| {row.work} | {said(row.ours)} {row.unit} | {row.peer or '–'} | {theirs} | {ratio} |")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    page.write_text(f"{head}{BEGIN}\n{chr(10).join(lines)}\n{END}{tail}", encoding="utf-8")
