"""Charts of what was measured, as Vega-Lite by Altair; drawn to SVG and PNG without a browser."""

import json
import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import altair as alt
import numpy as np
import vl_convert

from tetracade.lab.cards import Card
from tetracade.lab.chain import CLEARLY, Link
from tetracade.lab.figures import Figure, Values

INK, SOFT, LINE, BLUE, ORANGE = "#23262b", "#667080", "#dfe3e8", "#2f6f9f", "#c2571a"
WIDTH, HEIGHT = 560, 220
FONT = "Inter, system-ui, DejaVu Sans, sans-serif"
MOST_BARS = 40
WIDE_NAMES = 220
SCALE = 2.0
"""Of PNG pictures."""

Chart: TypeAlias = Any
"""An Altair chart of any kind."""


def config() -> dict[str, Any]:
    """What all charts share."""
    return {
        "font": FONT,
        "background": "#ffffff",
        "view": {"stroke": None},
        "axis": {
            "labelColor": SOFT,
            "titleColor": INK,
            "titleFontWeight": "normal",
            "gridColor": LINE,
            "domainColor": LINE,
            "tickColor": LINE,
            "labelFontSize": 12,
            "titleFontSize": 12,
            "labelLimit": WIDE_NAMES,
            "titlePadding": 8,
            "labelFlush": False,
        },
        "title": {"anchor": "start", "color": INK, "fontSize": 14, "fontWeight": 600, "offset": 12,
                  "subtitleColor": SOFT, "subtitleFontSize": 12},
    }  # fmt: skip


def finished(chart: Chart, title: str, subtitle: str, height: int = HEIGHT) -> Chart:
    """The chart with its title, sizes and look."""
    said = alt.TitleParams(title, subtitle=subtitle)
    return chart.properties(title=said, width=WIDTH, height=height).configure(**config())


def data(rows: Sequence[dict[str, Any]]) -> Any:
    """Values that stand in the chart itself."""
    given = [{name: _plain(value) for name, value in row.items()} for row in rows]
    return alt.Data(values=given)  # type: ignore[no-untyped-call]  # Altair types all but this


def _plain(value: Any) -> Any:
    number = value.item() if isinstance(value, np.generic) else value
    return None if isinstance(number, float) and not math.isfinite(number) else number


def with_interval(name: str, figure: Figure) -> dict[str, Any]:
    """A row of a chart with intervals."""
    return {"name": name, "value": figure.value, "low": figure.low, "high": figure.high}


def dots(
    rows: Sequence[dict[str, Any]], axis: str, *, percent: bool = True, line: float | None = None, name: str = ""
) -> Chart:
    """One dot and its interval a row, in this order, with a line where nothing would be."""
    form = ".0%" if percent else ",~f"
    y = alt.Y("name:N", sort=None, title=name or None, axis=alt.Axis(ticks=False, domain=False, labelPadding=10))
    base = alt.Chart(data(rows))
    tip = [alt.Tooltip("name:N"), *(alt.Tooltip(f"{each}:Q", format=".3~f") for each in ("value", "low", "high"))]
    bars = base.mark_rule(color=BLUE, strokeWidth=3, opacity=0.45).encode(
        x=alt.X("low:Q", title=axis, axis=alt.Axis(format=form), scale=alt.Scale(zero=False)), x2="high:Q", y=y
    )
    points = base.mark_circle(size=90, color=BLUE, opacity=1).encode(x="value:Q", y=y, tooltip=tip)
    layers = [bars, points]
    if line is not None:
        rule = alt.Chart(data([{"at": line}])).mark_rule(color=ORANGE, strokeDash=[4, 3]).encode(x="at:Q")
        layers = [rule, *layers]
    return alt.layer(*layers)


def bars(rows: Sequence[dict[str, Any]], axis: str) -> Chart:
    """Shares as bars, each with its interval and its number."""
    y = alt.Y("name:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False, labelPadding=10))
    base = alt.Chart(data(rows))
    x = alt.X("value:Q", title=axis, axis=alt.Axis(format=".0%"), scale=alt.Scale(domainMin=0))
    bar = base.mark_bar(color=BLUE, opacity=0.85, height={"band": 0.6}).encode(x=x, y=y)
    rule = base.mark_rule(color=INK, opacity=0.6).encode(x="low:Q", x2="high:Q", y=y)
    text = base.mark_text(align="left", dx=6, color=INK).encode(x="high:Q", y=y, text=alt.Text("value:Q", format=".1%"))
    return alt.layer(bar, rule, text)


def curve(rows: Sequence[dict[str, Any]], x: str, y: str, *, percent: bool = True) -> Chart:
    """A line with its interval as a band; ``at`` is the place along x."""
    form = ".0%" if percent else ",~f"
    base = alt.Chart(data(rows)).encode(x=alt.X("at:Q", title=x, axis=alt.Axis(format=".0%")))
    band = base.mark_area(color=BLUE, opacity=0.18).encode(
        y=alt.Y("low:Q", title=y, axis=alt.Axis(format=form)), y2="high:Q"
    )
    line = base.mark_line(color=BLUE, strokeWidth=2.5, point={"size": 45, "color": BLUE}).encode(
        y="value:Q", tooltip=[alt.Tooltip("at:Q", format=".0%"), alt.Tooltip("value:Q", format=".3~f")]
    )
    return alt.layer(band, line)


def histogram(values: Values, axis: str, *, mark: float | None = None, percent: bool = False) -> Chart:
    """How often each value comes, as a share of the games; a line marks the middle."""
    known = values[~np.isnan(values)]
    low, high = float(known.min()), float(known.max())
    whole = bool((known == np.rint(known)).all())
    step = max(1.0, math.ceil((high - low + 1) / MOST_BARS)) if whole else max((high - low) / MOST_BARS, 1e-9)
    first = low - step / 2 if whole and step == 1 else low
    place = np.floor((known - first) / step).astype(int)
    counts = np.bincount(place)
    rows = [
        {"from": first + at * step, "to": first + (at + 1) * step, "share": count / len(known)}
        for at, count in enumerate(counts.tolist())
        if count
    ]
    form = ".0%" if percent else ",~f"
    bar = (
        alt.Chart(data(rows))
        .mark_bar(color=BLUE, opacity=0.85, binSpacing=1)
        .encode(
            x=alt.X("from:Q", title=axis, axis=alt.Axis(format=form), bin="binned", scale=alt.Scale(zero=False)),
            x2="to:Q",
            y=alt.Y("share:Q", title="of games", axis=alt.Axis(format="%")),
            tooltip=[alt.Tooltip("share:Q", format=".1%")],
        )
    )
    if mark is None:
        return bar
    rule = alt.Chart(data([{"at": mark}])).mark_rule(color=ORANGE, strokeWidth=2).encode(x="at:Q")
    return alt.layer(bar, rule)


def of_places(figures: Sequence[Figure], even: float) -> Chart:
    """The share of the win by place in turn order."""
    names = ["acts first", *(f"acts {_nth(place)}" for place in range(2, len(figures) + 1))]
    rows = [with_interval(name, figure) for name, figure in zip(names, figures, strict=True)]
    return finished(
        dots(rows, "share of the win", line=even),
        "Does it matter who goes first?",
        "Share of the win by place in turn order; dashed: everybody the same",
        44 * len(rows),
    )


def _nth(place: int) -> str:
    return {2: "second", 3: "third"}.get(place, f"{place}th")


def of_lengths(values: Values, unit: str) -> Chart:
    """How long games are."""
    return finished(
        histogram(values, unit, mark=float(np.median(values))),
        "How long is a game?",
        "Orange: half of the games are shorter",
    )


def of_endings(found: Sequence[tuple[str, Figure]]) -> Chart:
    """How games end."""
    rows = [with_interval(name, figure) for name, figure in found[:12]]
    return finished(bars(rows, "of games"), "How do games end?", "The lines are 95 % intervals", 36 * len(rows) + 8)


def of_leads(values: Values) -> Chart:
    """How close games are."""
    return finished(
        histogram(values, "points between the best and the next", mark=float(np.nanmedian(values))),
        "How close is it?",
        "Winner's lead in points; orange: half of the games are closer",
    )


def over_time(figures: Sequence[Figure], title: str, subtitle: str, axis: str, *, percent: bool = True) -> Chart:
    """A figure along the game."""
    last = max(len(figures) - 1, 1)
    rows = [{**with_interval("", figure), "at": step / last} for step, figure in enumerate(figures)]
    return finished(curve(rows, "part of the game", axis, percent=percent), title, subtitle)


def of_settling(values: Values) -> Chart:
    """When games are settled: the share that is, by each part of the game."""
    steps = np.linspace(0, 1, 21)
    rows = [
        {"at": step, "value": float((values <= step + 1e-9).mean()), "low": None, "high": None}
        for step in steps.tolist()
    ]
    return finished(
        curve(rows, "part of the game", "games that are settled"),
        "When is it settled?",
        "Games in which the winner's chances stay above 90 % from there on",
    )


def of_weights(values: Values) -> Chart:
    """How much decisions weigh."""
    edges = [0.0, 0.002, 0.01, 0.02, 0.05, 0.1, 0.2, 1.01]
    names = ["nothing", "up to 1 %", "1 to 2 %", "2 to 5 %", "5 to 10 %", "10 to 20 %", "more than 20 %"]
    counts, _ = np.histogram(values, edges)
    rows = [
        {"name": name, "value": count / max(len(values), 1), "low": None, "high": count / max(len(values), 1)}
        for name, count in zip(names, counts.tolist(), strict=True)
    ]
    return finished(
        bars(rows, "of decisions"),
        "How much does a decision weigh?",
        "Best action less the second best, in shares of a win",
        34 * len(rows),
    )


def of_chain(found: Sequence[Link], names: dict[str, str]) -> Chart:
    """The skill chain."""
    said = [(names.get(link.stronger, link.stronger), names.get(link.weaker, link.weaker)) for link in found]
    rows = [
        with_interval(f"{strong} against {weak}", link.share) for (strong, weak), link in zip(said, found, strict=True)
    ]
    return finished(
        dots(rows, "share of the stronger", line=CLEARLY),
        "Is there something to learn?",
        f"Each level against the one before, two at the table; dashed: a clear step ({CLEARLY:.0%})",
        44 * len(rows),
    )


def of_cards(found: Sequence[Card], points: bool = False) -> Chart:
    """The worth of cards."""
    rows = [with_interval(card.name, card.points if points else card.worth) for card in found]
    return finished(
        dots(rows, "points" if points else "share of a win", percent=not points, line=0.0),
        "What is each card worth?",
        "To whoever is dealt it for certain, over one drawn by weights; intervals hold for all together",
        26 * len(rows) + 20,
    )


def svg_of(chart: Chart) -> str:
    """The chart as an SVG picture."""
    return str(vl_convert.vegalite_to_svg(chart.to_json()))


def png_of(chart: Chart) -> bytes:
    """The chart as a PNG picture."""
    return bytes(vl_convert.vegalite_to_png(chart.to_json(), scale=SCALE))


def spec_of(chart: Chart) -> str:
    """The chart as Vega-Lite, for a script element."""
    return json.dumps(json.loads(chart.to_json())).replace("</", "<\\/")


def vega() -> str:
    """Vega, Vega-Lite and Vega-Embed, to be put into a page."""
    bundle = vl_convert.javascript_bundle(None)  # type: ignore[arg-type]  # a snippet is optional, whatever the stub says
    return str(bundle).replace("</script", "<\\/script")
