"""An analysis as one HTML file that needs nothing else: charts are our own SVG, and their numbers stand in tables."""

from html import escape

from tetracade.analysis.results import Analysis, SeatSum
from tetracade.analysis.telling import (
    change,
    costliest,
    error_words,
    luck_text,
    luckiest,
    parts_of,
    percent,
    story,
    unluckiest,
)
from tetracade.engine.game import Game

WIDTH, HEIGHT, LEFT, TOP = 720, 260, 64, 12
LABELS, ROOM, AMOUNTS = 136, 190, 54
"""How wide the columns of a staircase are."""
COLOURS = ("#1f6fb4", "#c2571a", "#2c7d3c", "#8a3f9e", "#8c6d00", "#b02a5b", "#3a7f86", "#5a5a5a")
DASHES = ("", "7 4", "2 4", "9 3 2 3", "1 3", "12 4", "5 2 1 2", "3 3")
"""Lines differ by colour and by dashes."""

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --soft: #6b6b6b; --line: #d9d9d9; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --soft: #a6a6a6; --line: #444; --paper: #17181a; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2rem; }
svg { width: 100%; height: auto; } svg text { fill: var(--soft); font: 11px system-ui, sans-serif; }
.bars { max-width: 34rem; }
@media (max-width: 34rem) { .graph text { font-size: 19px; } }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .5rem .3rem 0;
  border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number, .luck td:nth-child(-n + 2) { white-space: nowrap; }
.key { display: inline-block; margin-right: 1rem; } .soft { color: var(--soft); } .wide { overflow-x: auto; }
"""


def page_of(analysis: Analysis, game: Game) -> str:
    """The whole page."""
    names = [escape(name) for name in analysis.names]
    parts = [
        f"<h1>{escape(game.title)}: luck and play</h1>",
        f'<p class="soft">Setting {escape(analysis.setting)}, seed {analysis.seed}.</p>',
        *(f"<p>{escape(paragraph)}</p>" for paragraph in story(analysis)),
        "<h2>Chances, all cards on the table</h2>",
        graph(analysis, [(chance.entry, chance.open) for chance in analysis.chances]),
    ]
    known = [(chance.entry, chance.known) for chance in analysis.chances if chance.known]
    if known and not game.layout.nothing_hidden:
        parts += ["<h2>Chances as each seat saw them</h2>", graph(analysis, known)]
    parts += ["<h2>Where the result comes from</h2>", sums_table(analysis)]
    parts += [bars(each, names[each.seat], parts_of(analysis)) for each in analysis.sums]
    parts += ["<h2>The costliest decisions</h2>", errors_list(analysis)]
    parts += ["<h2>Luck, moment by moment</h2>", luck_table(analysis)]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(game.title)}: luck and play</title><style>{STYLE}</style></head>"
        f"<body>{''.join(parts)}</body></html>\n"
    )


def graph(analysis: Analysis, points: list[tuple[int, tuple[float, ...]]]) -> str:
    """Every seat's chances as a line."""
    last = max(len(analysis.chances) - 1, 1)

    def place(entry: int, share: float) -> str:
        x = LEFT + (WIDTH - LEFT - 8) * entry / last
        y = TOP + (HEIGHT - TOP - 24) * (1 - min(1.0, max(0.0, share)))
        return f"{x:.1f},{y:.1f}"

    drawn = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        begin, end = place(0, share).split(","), place(last, share).split(",")
        drawn.append(f'<path d="M{begin[0]} {begin[1]}H{end[0]}" stroke="var(--line)" fill="none"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{float(begin[1]) + 4}" text-anchor="end">{percent(share)}</text>')
    drawn.append(f'<text x="{LEFT}" y="{HEIGHT - 4}">start</text>')
    drawn.append(f'<text x="{WIDTH - 8}" y="{HEIGHT - 4}" text-anchor="end">step {last}</text>')
    for seat in range(analysis.seats):
        line = " ".join(place(entry, shares[seat]) for entry, shares in points)
        drawn.append(
            f'<polyline points="{line}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2" '
            f'stroke-dasharray="{DASHES[seat]}"/>'
        )
    keys = "".join(
        f'<span class="key"><svg viewBox="0 0 28 10" style="width:28px;height:10px" aria-hidden="true">'
        f'<path d="M0 5H28" stroke="{COLOURS[seat]}" stroke-width="3" stroke-dasharray="{DASHES[seat]}"/></svg> '
        f"{escape(name)}</span>"
        for seat, name in enumerate(analysis.names)
    )
    told = "; ".join(
        f"{name} from {percent(points[0][1][seat])} to {percent(points[-1][1][seat])}"
        for seat, name in enumerate(analysis.names)
    )
    return (
        f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Chances over the game: {escape(told)}">'
        f"{''.join(drawn)}</svg><p>{keys}</p>"
    )


def sums_table(analysis: Analysis) -> str:
    """The parts of every seat's result, in percentage points."""
    heads = "".join(f'<th class="number" scope="col">{escape(name)}</th>' for name in analysis.names)
    rows = []
    parts = parts_of(analysis)
    for part, text in parts:
        cells = "".join(
            f'<td class="number">{change(getattr(each.shares, part))}'
            f' <span class="soft">± {100 * getattr(each.margins, part):.1f}</span></td>'
            for each in analysis.sums
        )
        rows.append(f'<tr><th scope="row">{escape(text)}</th>{cells}</tr>')
    results = "".join(f'<td class="number"><b>{percent(each.result)}</b></td>' for each in analysis.sums)
    rows.append(f'<tr><th scope="row">Result</th>{results}</tr>')
    if all(each.points for each in analysis.sums):
        for part, text in parts:
            cells = "".join(
                f'<td class="number">{getattr(each.points, part):+.1f}</td>'.replace("-", "−") for each in analysis.sums
            )
            rows.append(f'<tr><th scope="row">{escape(text)}, in points</th>{cells}</tr>')
    return (
        f'<div class="wide"><table><thead><tr><th>Percentage points</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def bars(each: SeatSum, name: str, parts: list[tuple[str, str]]) -> str:
    """One seat's sum as a staircase from nothing to its result."""
    steps = [(text, getattr(each.shares, part)) for part, text in parts]
    heights, at = [0.0], 0.0
    for _, gain in steps:
        at += gain
        heights.append(at)
    low, high = min(0.0, *heights), max(1.0, *heights)
    row = 22
    drawn = []

    def x(value: float) -> float:
        return LABELS + ROOM * (value - low) / (high - low)

    for number, (text, gain) in enumerate(steps):
        begin, end = sorted((heights[number], heights[number + 1]))
        y = 6 + row * number
        fill = "#2c7d3c" if gain >= 0 else "#b3372b"
        drawn.append(f'<text x="{LABELS - 8}" y="{y + 12}" text-anchor="end">{escape(text)}</text>')
        drawn.append(
            f'<rect x="{x(begin):.1f}" y="{y}" width="{max(x(end) - x(begin), 1):.1f}" height="15" fill="{fill}"/>'
        )
        drawn.append(f'<text x="{LABELS + ROOM + AMOUNTS}" y="{y + 12}" text-anchor="end">{change(gain)}</text>')
    height = 6 + row * len(steps) + 4
    for value in (0.0, 1.0):
        drawn.append(f'<path d="M{x(value):.1f} 0V{height}" stroke="var(--line)"/>')
    told = ", ".join(f"{text} {change(gain)}" for text, gain in steps)
    return (
        f"<h3>{name}: {percent(each.result)}</h3>"
        f'<svg class="bars" viewBox="0 0 {LABELS + ROOM + AMOUNTS} {height}" role="img" '
        f'aria-label="{name}: {escape(told)}">{"".join(drawn)}</svg>'
    )


def errors_list(analysis: Analysis) -> str:
    """The three costliest decisions, each with what might have followed."""
    found = []
    for decision in costliest(analysis):
        line = " ".join(decision.better.line) if decision.better else ""
        more = f' <span class="soft">It might have gone on: {escape(line)}.</span>' if line else ""
        found.append(f"<li>{escape(error_words(analysis.names, decision))}{more}</li>")
    return f"<ol>{''.join(found)}</ol>" if found else "<p>Nobody gave away anything worth telling.</p>"


def luck_table(analysis: Analysis) -> str:
    """Every seat's luckiest and unluckiest moments."""
    rows = []
    for each in analysis.sums:
        for luck in [*luckiest(analysis, each.seat), *unluckiest(analysis, each.seat)]:
            rows.append(
                f"<tr><td>{escape(analysis.names[each.seat])}</td><td>step {luck.last + 1}</td>"
                f'<td>{escape(luck_text(luck))}</td><td class="number">{change(luck.gains[each.seat])}</td></tr>'
            )
    if not rows:
        return "<p>Cards and dice made no difference worth telling.</p>"
    return (
        '<div class="wide"><table class="luck"><thead><tr><th>Seat</th><th>When</th><th>What</th>'
        f'<th class="number">Percentage points</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
