"""What rulebooks claim, tested: plays what each claim needs, resumable, and draws the charts of docs/lab/README.md.

python -m bench.claims play [NAME …]     go on playing
python -m bench.claims page              draw the charts and print what was found
"""

import argparse
import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import numpy as np

from tetracade.games.tetrad.board import CHOICES, PATTERNS, ways
from tetracade.lab import charts, metrics
from tetracade.lab.arena import Contest
from tetracade.lab.chain import share_of
from tetracade.lab.collecting import collect_on, runner_for
from tetracade.lab.figures import Figure, mean, share
from tetracade.lab.rows import GAME, Rows, joined, read
from tetracade.lab.tasks import Runner

ROOT = Path(__file__).parents[1]
ROWS = ROOT / "build" / "claims"
PAGE = ROOT / "docs" / "lab" / "README.md"
SEED = 22


@dataclass(frozen=True)
class Verdict:
    """What became of a claim."""

    claim: str
    source: str
    verdict: str
    figure: str
    chart: str = ""


Parts = dict[str, Contest]
Found = dict[str, Rows]


def patterns_of(choice: int) -> list[int]:
    """The patterns of a choice, by its bits."""
    return [pattern + 1 for pattern in range(PATTERNS) if choice >> pattern & 1]


def named(choice: int) -> str:
    """A choice as the rulebook writes it."""
    return "+".join(map(str, patterns_of(choice)))


# ---- what is played ------------------------------------------------------------------------------------------------


def tetrad_chart() -> Parts:
    """Every choice of patterns, three at the table."""
    return {
        named(choice): Contest("tetrad", ("greedy",) * 3, 60, 3, SEED, {"patterns": patterns_of(choice)})
        for choice in range(1, CHOICES + 1)
    }


def tetrad_players() -> Parts:
    """All patterns, and three of them, for every number of players."""
    found = {}
    for said, patterns in (("all", [1, 2, 3, 4, 5]), ("3+4", [3, 4])):
        for seats in range(2, 9):
            found[f"{said} with {seats}"] = Contest(
                "tetrad", ("greedy",) * seats, 400, seats, SEED, {"patterns": patterns}
            )
    return found


def retro_levels() -> Parts:
    """The twelve levels for three kinds of bots."""
    return {
        f"{bot} level {level}": Contest("retro_tetro", (bot,), 40, 1, SEED, {"level": level})
        for bot in ("2", "3", "4")
        for level in range(1, 13)
    }


def foursome_ends() -> Parts:
    """How games end, by the number of players."""
    return {str(seats): Contest("foursome", ("3",) * seats, 100, seats, SEED) for seats in (2, 3, 4, 6, 8)}


def playing_times() -> Parts:
    """Games whose boxes say how long they take."""
    return {
        "tetrathedral": Contest("tetrathedral", ("3", "3"), 100, 2, SEED),
        "retro_tetro": Contest("retro_tetro", ("3", "3"), 60, 2, SEED),
        "retro_tetro with 4": Contest("retro_tetro", ("3",) * 4, 30, 4, SEED),
    }


def tips() -> Parts:
    """Bots that follow a tip against bots that don't."""
    return {
        "score": Contest("tetratrax", ("bench.tips:Scores", "bench.tips:Anything"), 400, 2, SEED),
        "block": Contest("tetratrax", ("bench.tips:Blocks", "bench.tips:Scores"), 200, 2, SEED),
        "hide": Contest("tetrad", ("bench.tips:Hides", "bench.tips:Open"), 1000, 2, SEED),
    }


PLAYED: dict[str, Callable[[], Parts]] = {
    "tetrad-chart": tetrad_chart,
    "tetrad-players": tetrad_players,
    "retro-levels": retro_levels,
    "foursome-ends": foursome_ends,
    "playing-times": playing_times,
    "tips": tips,
}


def play(names: Sequence[str], runner: Runner) -> None:
    """Play whatever is missing."""
    for name in names or PLAYED:
        for part, contest in PLAYED[name]().items():
            collect_on(runner, contest, folder=ROWS / name / slug(part))
            print(name, part, contest.total, flush=True)


def slug(part: str) -> str:
    """A name for a folder."""
    return part.replace(" ", "-").replace("+", "_")


def found_in(name: str) -> Found:
    """The rows of those parts of which there are any."""
    found = {}
    for part in PLAYED[name]():
        files = sorted((ROWS / name / slug(part)).glob("*-*.parquet"))
        if files:
            found[part] = joined(GAME, [read(file) for file in files])
    return found


# ---- what it tells -------------------------------------------------------------------------------------------------


def percent(figure: Figure) -> str:
    """A share with half its interval."""
    return f"{100 * figure.value:.1f} ± {100 * figure.margin:.1f} %"


def number(figure: Figure) -> str:
    """A number with half its interval."""
    return f"{figure.value:.1f} ± {figure.margin:.1f}"


def own(rows: Rows, name: str) -> Figure:
    """The mean of one of the game's own measures."""
    return metrics.own_measures(rows)[name]


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: 1 if both rise together, −1 if one falls as the other rises."""

    def ranks(values: Sequence[float]) -> Any:
        order = np.argsort(np.argsort(values))
        return np.array([np.mean(order[np.array(values) == value]) for value in values])

    return float(np.corrcoef(ranks(one), ranks(other))[0, 1])


def about_chart(found: Found) -> Verdict:
    """Does time rise down the 31 choices?"""
    by_choice = {named(choice): choice for choice in range(1, CHOICES + 1)}
    rows = sorted(
        ((part, ways(by_choice[part]), own(each, "rounds")) for part, each in found.items()), key=lambda row: -row[1]
    )
    fit = rank_correlation([each[1] for each in rows], [each[2].value for each in rows])
    drawn = [{**charts.with_interval(part, figure), "at": count} for part, count, figure in rows]
    base = alt.Chart(charts.data(drawn))
    x = alt.X("at:Q", title="places on the board that win")
    line = base.mark_rule(color=charts.BLUE, opacity=0.5).encode(
        x=x, y=alt.Y("low:Q", title="rounds until somebody wins"), y2="high:Q"
    )
    dot = base.mark_circle(color=charts.BLUE, size=70, opacity=1).encode(
        x=x, y="value:Q", tooltip=["name:N", "value:Q"]
    )
    write(
        "tetrad-chart",
        charts.finished(
            alt.layer(line, dot),
            "TETRAD: fewer places, longer games",
            "All 31 choices of patterns, three greedy bots",
        ),
    )
    best, worst = rows[0], rows[-1]
    return Verdict(
        "The more patterns win, the quicker the game: time rises down the chart's 19 levels",
        "TETRAD",
        "holds" if fit < -0.9 else "holds roughly" if fit < -0.6 else "fails",
        f"{len(rows)} choices, {sum(each.num_rows for each in found.values()):,} games: from {number(best[2])} rounds "
        f"({best[0]}, {best[1]} places) to {number(worst[2])} ({worst[0]}, {worst[1]} places); "
        f"rank correlation {fit:.2f}",
        "tetrad-chart",
    )


QUICKEST, SLOWEST = 5, 30
"""Seconds a decision that people can be thought to take."""
FURTHER = (5, 10)
"""Minutes that a further player adds to TETRAD, as claimed."""


def about_players(found: Found) -> Verdict:
    """Does each further player add as much as claimed?"""
    drawn: list[dict[str, Any]] = []
    told, paces = [], []
    for said, name in (("all", "all five"), ("3+4", "3+4")):
        figures = {seats: mean(metrics.minutes(found[part])) for seats in range(2, 9)
                   if (part := f"{said} with {seats}") in found}  # fmt: skip
        drawn += [{**charts.with_interval(name, figure), "at": seats} for seats, figure in figures.items()]
        if len(figures) > 1:
            first, last = min(figures), max(figures)
            step = (figures[last].value - figures[first].value) / (last - first)
            paces.append(tuple(round(metrics.USUAL_PACE.decision * each / step) for each in FURTHER))
            told.append(
                f"patterns {name}: from {number(figures[first])} minutes with {first} players to "
                f"{number(figures[last])} with {last}, {step:.1f} a player; "
                f"{paces[-1][0]} to {paces[-1][1]} seconds a decision would make it {FURTHER[0]} to {FURTHER[1]}"
            )
    slow = [low for low, _ in paces if low > SLOWEST]
    start = min((each["value"] for each in drawn if each["at"] == min(row["at"] for row in drawn)), default=0.0)
    seats = sorted({each["at"] for each in drawn})
    claimed = [
        {"at": at, "low": start + FURTHER[0] * (at - seats[0]), "high": start + FURTHER[1] * (at - seats[0])}
        for at in seats
    ]
    x = alt.X("at:O", title="players", axis=alt.Axis(labelAngle=0))
    band = alt.Chart(charts.data(claimed)).mark_area(color=charts.SOFT, opacity=0.18).encode(
        x=x, y=alt.Y("low:Q", title="estimated minutes"), y2="high:Q"
    )  # fmt: skip
    base = alt.Chart(charts.data(drawn)).encode(
        x=x,
        color=alt.Color("name:N", title="patterns", scale=alt.Scale(range=[charts.BLUE, charts.ORANGE])),
    )
    chart = alt.layer(
        band,
        base.mark_line(strokeWidth=2.5, point={"size": 50}).encode(y="value:Q"),
        base.mark_rule(opacity=0.6).encode(y="low:Q", y2="high:Q"),
    )
    write(
        "tetrad-players",
        charts.finished(
            chart,
            "TETRAD: what a further player adds",
            "Greedy bots, 10 seconds a decision; grey: 5 to 10 minutes each",
        ),
    )
    return Verdict(
        "Five to ten minutes more for every further player",
        "TETRAD",
        "holds" if len(slow) == 0 else "fails" if len(slow) == len(paces) else "holds in part",
        f"at 10 seconds a decision, {'; '.join(told)}",
        "tetrad-players",
    )


def about_levels(found: Found) -> Verdict:
    """Are levels increasingly difficult?"""
    drawn, falls, rising = [], [], 0
    names = {"2": "Casual", "3": "Skilled", "4": "Expert"}
    for bot, name in names.items():
        passed = []
        for level in range(1, 13):
            each = found.get(f"{bot} level {level}")
            if each is None:
                continue
            figure = share(each.column("ending").to_pylist().count("level passed"), each.num_rows)
            passed.append(figure.value)
            drawn.append({**charts.with_interval(name, figure), "at": level})
        rises = sum(after > before + 0.05 for before, after in itertools.pairwise(passed))
        rising += rises
        if passed:
            falls.append(f"{name}: {' '.join(f'{100 * each:.0f}' for each in passed)} % (rises {rises} times)")
    base = alt.Chart(charts.data(drawn)).encode(
        x=alt.X("at:O", title="level", axis=alt.Axis(labelAngle=0)),
        color=alt.Color("name:N", title=None, sort=list(names.values()),
                               scale=alt.Scale(range=[charts.ORANGE, charts.BLUE, "#2c7d3c"])),
    )  # fmt: skip
    y = alt.Y("value:Q", title="levels passed", axis=alt.Axis(format="%"))
    chart = alt.layer(
        base.mark_line(strokeWidth=2.5, point={"size": 50}).encode(y=y),
        base.mark_rule(opacity=0.5).encode(y="low:Q", y2="high:Q"),
    )
    write(
        "retro-levels",
        charts.finished(chart, "Retro Tetro: are the levels increasingly difficult?", "Share of tries that pass"),
    )
    return Verdict(
        "Twelve levels, each harder than the one before",
        "Retro Tetro",
        "fails" if rising else "holds",
        "; ".join(falls),
        "retro-levels",
    )


QUICK = 60
"""A game of Foursome that ends before so many of a hundred cards are picked has ended quickly."""


def about_ends(found: Found) -> Verdict:
    """Do some end quickly, and others go to the bitter end?"""
    drawn, told, kinds = [], [], []
    for part, rows in found.items():
        games = [dict(each) for each in rows.column("measures").to_pylist()]
        bitter, tied, quick = (
            share(sum(found), len(games))
            for found in (
                [each["went to the bitter end"] > 0 for each in games],
                [each["tied"] > 0 for each in games],
                [each["cards picked, %"] < QUICK for each in games],
            )
        )
        told.append(
            f"{part} players: bitter end {percent(bitter)}, ties {percent(tied)}, "
            f"over before {QUICK} % of the cards {percent(quick)}"
        )
        kinds.append((bitter.value, quick.value))
        for name, figure in (("goes to the bitter end", bitter), ("ends in a tie", tied), ("ends quickly", quick)):
            drawn.append({**charts.with_interval(name, figure), "at": int(part)})
    base = alt.Chart(charts.data(drawn)).encode(
        x=alt.X("at:O", title="players", axis=alt.Axis(labelAngle=0)),
        color=alt.Color("name:N", title=None, scale=alt.Scale(range=[charts.ORANGE, charts.BLUE, "#2c7d3c"])),
    )
    chart = alt.layer(
        base.mark_line(strokeWidth=2.5, point={"size": 50}).encode(
            y=alt.Y("value:Q", title="of games", axis=alt.Axis(format="%"))
        ),
        base.mark_rule(opacity=0.5).encode(y="low:Q", y2="high:Q"),
    )
    write(
        "foursome-ends",
        charts.finished(
            chart,
            "Foursome: quick ends and bitter ones",
            f"Skilled bots; quickly: with {100 - QUICK} % of the cards unpicked",
        ),
    )
    return Verdict(
        "Some games are soon over, others use up every card",
        "Foursome",
        "holds"
        if all(min(both) >= 0.05 for both in kinds)
        else "holds at different tables"
        if min(max(each) for each in zip(*kinds, strict=True)) >= 0.05
        else "fails",
        "; ".join(told),
        "foursome-ends",
    )


CLAIMED = {
    "tetrathedral": ("Tetrathedral", 15, 30),
    "retro_tetro": ("Retro Tetro with two", 20, 30),
    "retro_tetro with 4": ("Retro Tetro with four", 20, 30),
}
"""Minutes that boxes state."""


def about_times(found: Found) -> Verdict:
    """Do playing times fit?"""
    told: list[str] = []
    drawn: list[dict[str, Any]] = []
    for part, rows in found.items():
        name, low, high = CLAIMED[part]
        decisions = metrics.column(rows, "actions") - metrics.column(rows, "forced")
        if part.startswith("retro"):  # everybody places at once: one seat's decisions take the time
            decisions = decisions / rows.column("seats")[0].as_py()
        figure = mean(decisions)
        told.append(
            f"{name}: {number(figure)} decisions one after another, "
            f"so {60 * low / figure.value:.0f} to {60 * high / figure.value:.0f} seconds each"
        )
        drawn.append(
            {
                "name": name,
                "value": 60 * (low + high) / 2 / figure.value,
                "low": 60 * low / figure.value,
                "high": 60 * high / figure.value,
            }
        )
    write(
        "playing-times",
        charts.finished(
            charts.dots(drawn, "seconds a decision", percent=False, line=10.0),
            "Playing times: the pace they need",
            "Seconds a decision at which the stated minutes hold; dashed: ten",
            44 * len(drawn),
        ),
    )
    return Verdict(
        "Tetrathedral 15 to 30 minutes, Retro Tetro 20 to 30 minutes",
        "boxes",
        "holds" if all(each["low"] >= QUICKEST and each["high"] <= SLOWEST for each in drawn) else "doubtful",
        "; ".join(told),
        "playing-times",
    )


def about_tips(found: Found) -> Verdict:
    """Are tips any good?"""
    said = {
        "score": ("TetraTrax: score two or more", "bench.tips:Scores"),
        "block": ("TetraTrax: block, too", "bench.tips:Blocks"),
        "hide": ("TETRAD: show no card", "bench.tips:Hides"),
    }
    drawn, told = [], []
    for part, rows in found.items():
        text, bot = said[part]
        figure = share_of(rows, bot)
        told.append(f"{text}: wins {percent(figure)} against who doesn't")
        drawn.append(charts.with_interval(text, figure))
    write(
        "tips",
        charts.finished(
            charts.dots(drawn, "share of whoever follows it", line=0.5),
            "Are the tips any good?",
            "Two bots alike but for the tip; dashed: it makes no difference",
            44 * len(drawn),
        ),
    )
    return Verdict("The strategy tips", "TetraTrax, TETRAD", "see figures", "; ".join(told), "tips")


ABOUT = {
    "tetrad-chart": about_chart,
    "tetrad-players": about_players,
    "retro-levels": about_levels,
    "foursome-ends": about_ends,
    "playing-times": about_times,
    "tips": about_tips,
}


def write(name: str, chart: charts.Chart) -> None:
    """Write a chart beside the page."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    (PAGE.parent / f"claim-{name}.svg").write_text(charts.svg_of(chart) + "\n", encoding="utf-8")
    (ROWS / f"{name}.png").write_bytes(charts.png_of(chart))


def page() -> None:
    """Draw the charts, and print what was found as JSON."""
    found = {}
    for name, about in ABOUT.items():
        if rows := found_in(name):
            verdict = about(rows)
            found[name] = {**verdict.__dict__, "games": {part: each.num_rows for part, each in rows.items()}}
    print(json.dumps(found, indent=1, ensure_ascii=False))


def main() -> None:
    """Play, or draw and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("play", "page"))
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int)
    asked = parser.parse_args()
    if asked.what == "page":
        page()
        return
    with runner_for(asked.jobs) as runner:
        play(asked.names, runner)


if __name__ == "__main__":
    main()
