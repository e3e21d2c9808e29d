"""A report as one HTML file that needs nothing else. Charts are SVG; with scripts, Vega makes them answer the mouse."""

from html import escape
from pathlib import Path

import numpy as np

from tetracade.lab import charts, metrics
from tetracade.lab.charts import Chart
from tetracade.lab.licences import NOTICE
from tetracade.lab.reporting import Report
from tetracade.lab.telling import (
    LEVEL_NAMES,
    cards_told,
    interval,
    limits,
    mean_share,
    number,
    players,
    sentences,
    settings,
    written,
)

STYLE = """
:root { color-scheme: light; --ink: #23262b; --soft: #667080; --line: #dfe3e8; --paper: #f6f7f9; --card: #fff; }
* { box-sizing: border-box; }
body { font: 16px/1.55 Inter, system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
.soft { color: var(--soft); } .lead li { margin: .35rem 0; }
.lead, figure, .panel { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.lead { padding: 1rem 1.25rem 1rem 2.5rem; margin: 1.25rem 0; } .panel { padding: .25rem 1.25rem; }
figure { margin: 1rem 0; padding: 1.25rem; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code { background: #eceff3; border-radius: 5px; padding: .1rem .35rem; font-size: .9em; overflow-wrap: anywhere; }
details pre { white-space: pre-wrap; font-size: .75rem; color: var(--soft); }
.note { border-left: 3px solid #c2571a; padding-left: .9rem; }
"""

LIVEN = """
document.querySelectorAll("figure[data-chart]").forEach((figure) => {
  const spec = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
  const place = document.createElement("div");
  vegaEmbed(place, spec, { actions: false, renderer: "svg" }).then(() => figure.replaceChildren(place));
});
"""


def charts_of(report: Report) -> dict[str, Chart]:
    """The report's charts, by name."""
    rows, found = report.games, {}
    if not report.alone:
        found["turn-order"] = charts.of_places(metrics.places(rows), mean_share(report))
    found["length"] = charts.of_lengths(metrics.column(rows, "turns"), "turns")
    found["endings"] = charts.of_endings(metrics.endings(rows))
    leads = metrics.leads(rows)
    if report.game.scored and not np.isnan(leads).all():
        found["leads"] = charts.of_leads(leads)
    if report.decisions.num_rows:
        found["branching"] = charts.over_time(
            metrics.branching(report.decisions), "How much is there to choose?", "Legal actions, along the game",
            "legal actions", percent=False,
        )  # fmt: skip
        found["weights"] = charts.of_weights(metrics.weights(report.decisions))
    if report.decisions.num_rows and not report.alone:
        found["uncertainty"] = charts.over_time(
            metrics.uncertainty(report.courses), "How open is it?",
            "100 %: all have the same chances; 0 %: it is decided. All cards open", "uncertainty",
        )  # fmt: skip
        if len(settled := metrics.settled(report.courses)):
            found["settled"] = charts.of_settling(settled)
    if report.links:
        found["skill-chain"] = charts.of_chain(report.links, LEVEL_NAMES)
    if report.cards:
        found["cards"] = charts.of_cards(report.cards, points=report.game.scored)
    return found


def page_of(report: Report) -> str:
    """The whole page."""
    drawn = charts_of(report)
    title = f"{report.game.title}: how it behaves"
    body = [
        f"<h1>{escape(report.game.title)}</h1>",
        f'<p class="soft">How it behaves: {escape(settings(report))}, played by {escape(players(report))} '
        f"at a table of {report.asked.contest.seats}.</p>",
        f'<ol class="lead">{"".join(f"<li>{escape(each)}</li>" for each in sentences(report))}</ol>',
        f'<p class="note">{escape(limits(report))}</p>',
        *(_figure(name, chart) for name, chart in drawn.items()),
        "<h2>Every number, with its 95 % interval</h2>",
        _measures(report),
        _own(report),
        _cards(report),
        "<h2>To repeat it</h2>",
        f'<p><code>{escape(report.asked.command)}</code></p><p class="soft">{escape(_played_by(report))} '
        "The same command gives the same numbers on any machine.</p>",
        f"<details><summary>Licences</summary><pre>{escape(NOTICE.strip())}</pre></details>",
    ]
    specs = "".join(
        f'<script type="application/json" id="chart-{name}">{charts.spec_of(chart)}</script>'
        for name, chart in drawn.items()
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main>{specs}"
        f"<script>/*{NOTICE.replace('*/', '* /')}*/\n{charts.vega()}</script><script>{LIVEN}</script></body></html>\n"
    )


def write_charts(report: Report, folder: Path, *, png: bool = False) -> list[Path]:
    """Write each chart as a picture to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    written_to = []
    for name, chart in charts_of(report).items():
        path = folder / f"{name}.svg"
        path.write_text(charts.svg_of(chart) + "\n", encoding="utf-8")
        written_to.append(path)
        if png:
            path.with_suffix(".png").write_bytes(charts.png_of(chart))
    return written_to


def _figure(name: str, chart: Chart) -> str:
    return f'<figure data-chart="chart-{name}">{charts.svg_of(chart)}</figure>'


def _measures(report: Report) -> str:
    rows = "".join(
        f"<tr><td>{escape(each.name)}<br><span class='soft'>{escape(each.text)}</span></td>"
        f'<td class="number">{written(each.figure, each.unit)}</td>'
        f'<td class="number">{interval(each.figure, each.unit)}</td><td>{escape(_unit(each.unit))}</td>'
        f'<td class="number">{each.figure.games:,}</td></tr>'
        for each in report.measures
    )
    return _table(("measure", "value#", "95 % interval#", "in", "from#"), rows)


def _unit(unit: str) -> str:
    return "" if unit == "share" else unit


def _own(report: Report) -> str:
    own = metrics.own_measures(report.games)
    if not own:
        return ""
    rows = "".join(
        f'<tr><td>{escape(name)}</td><td class="number">{number(figure.value)}</td>'
        f'<td class="number">{interval(figure, "")}</td></tr>'
        for name, figure in own.items()
    )
    table = _table(("measure", "mean#", "95 % interval#"), rows)
    return f"<h2>What only {escape(report.game.title)} has</h2>{table}"


def _cards(report: Report) -> str:
    if not report.cards:
        return ""
    (first, *others), told = cards_told(report)
    rows = "".join(_row(name, cells) for name, *cells in told)
    heads = (first, *(f"{head}#" for head in others))
    return f"<h2>What each card is worth</h2>{_table(heads, rows)}"


def _row(name: str, cells: list[str]) -> str:
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return f"<tr><td>{escape(name)}</td>{numbers}</tr>"


def _table(heads: tuple[str, ...], rows: str) -> str:
    cells = "".join(
        f'<th class="number">{escape(head[:-1])}</th>' if head.endswith("#") else f"<th>{escape(head)}</th>"
        for head in heads
    )
    return f'<div class="panel"><table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table></div>'


def _played_by(report: Report) -> str:
    row = report.games.slice(0, 1).to_pylist()[0]
    box = f"box {row['box']}" if row["box"] else "the standard box"
    return f"Version {row['version']} of the rules, {box}, options {row['options']}, seed {row['contest_seed']}."
