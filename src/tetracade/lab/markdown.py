"""A report as Markdown, with its charts as pictures beside it: for a repository."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tetracade.lab import metrics
from tetracade.lab.reporting import Report
from tetracade.lab.telling import cards_told, interval, limits, number, players, sentences, settings, written


def markdown_of(report: Report, pictures: Sequence[Path], home: Path) -> str:
    """The report as Markdown that lies in the folder ``home``."""
    parts = [
        f"# {report.game.title}: how it behaves",
        f"{settings(report)}, played by {players(report)} at a table of {report.asked.contest.seats}.",
        "\n".join(f"{place}. {sentence}" for place, sentence in enumerate(sentences(report), 1)),
        f"> {limits(report)}",
        *(f"![{path.stem.replace('-', ' ')}]({_from(home, path)})" for path in pictures),
        "## Every number, with its 95 % interval",
        table(
            ("measure", "value", "95 % interval", "from", "says"),
            (
                (
                    each.name,
                    f"{written(each.figure, each.unit)}{'' if each.unit == 'share' else f' {each.unit}'}",
                    interval(each.figure, each.unit),
                    f"{each.figure.games:,}",
                    each.text,
                )
                for each in report.measures
            ),
        ),
        *_own(report),
        *_cards(report),
        "## To repeat it",
        f"```console\n$ {report.asked.command}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return "\n".join([*lines, *(f"| {' | '.join(cells)} |" for cells in rows)])


def _own(report: Report) -> list[str]:
    own = metrics.own_measures(report.games)
    if not own:
        return []
    rows = ((name, number(figure.value), interval(figure, "")) for name, figure in own.items())
    return [f"## What only {report.game.title} has", table(("measure", "mean", "95 % interval"), rows)]


def _cards(report: Report) -> list[str]:
    if not report.cards:
        return []
    return ["## What each card is worth", table(*cards_told(report))]


def _from(home: Path, path: Path) -> str:
    return Path(os.path.relpath(path, home)).as_posix()
