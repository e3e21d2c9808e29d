"""What kind of game this is, in five sentences, and numbers as people write them."""

import math

from tetracade.bots.levels import LEVELS
from tetracade.lab import chain, metrics
from tetracade.lab.figures import Figure
from tetracade.lab.reporting import Report

LEVEL_NAMES = {"random": "random play", **{str(level.number): level.name for level in LEVELS}}


def number(value: float) -> str:
    """A number with as many digits as it deserves."""
    if not math.isfinite(value):
        return "–"
    size = abs(value)
    digits = 0 if size >= 100 else 1 if size >= 10 else 2
    text = f"{value:,.{digits}f}"
    return text.replace("-", "−")


def percent(value: float) -> str:
    """A share in per cent."""
    return "–" if not math.isfinite(value) else f"{100 * value:.1f} %".replace("-", "−")


def written(figure: Figure, unit: str) -> str:
    """The value in its unit."""
    return percent(figure.value) if unit == "share" else number(figure.value)


def interval(figure: Figure, unit: str) -> str:
    """The interval in its unit; a dash where there is none."""
    if not (math.isfinite(figure.low) and math.isfinite(figure.high)):
        return "–"
    say = percent if unit == "share" else number
    return f"{say(figure.low)} to {say(figure.high)}"


def players(report: Report) -> str:
    """Who played, in words."""
    names = list(dict.fromkeys(report.asked.contest.bots))
    said = " and ".join(LEVEL_NAMES.get(name, name) for name in names)
    return f"{said} bots" if names != ["random"] else "random players"


def sentences(report: Report) -> list[str]:
    """Five sentences for whoever has one minute; fewer alone, where nobody wins."""
    return [each(report) for each in ((_long, _choices) if report.alone else FIVE)]


def _value(report: Report, name: str) -> float:
    found = report.measure(name)
    return found.figure.value if found else math.nan


def _long(report: Report) -> str:
    turns, minutes = _value(report, "length in turns"), _value(report, "estimated minutes")
    kind = "short" if minutes < 10 else "middling" if minutes < 30 else "long"
    return (
        f"{report.game.title} is a {kind} game: {number(turns)} turns, about {number(minutes)} minutes at "
        f"{report.asked.pace.decision:g} seconds a decision."
    )


def _choices(report: Report) -> str:
    real, branching = _value(report, "decisions"), _value(report, "branching")
    forced, heavy = _value(report, "forced actions"), _value(report, "weighty decisions")
    text = f"It asks for {number(real)} decisions, with {number(branching)} possibilities each"
    if forced > 0.02:
        text += f" ({percent(forced)} of all actions are forced)"
    if math.isfinite(heavy):
        text += f", and in {percent(heavy)} of them the best action is worth 5 % of a win more than the next"
    return text + "."


def _fair(report: Report) -> str:
    found = report.measure("advantage of going first")
    shared = _value(report, "shared wins")
    if found is None or found.figure.low <= 0 <= found.figure.high:
        fair = "Nobody gains by going first, as far as these games show"
    else:
        better = "better" if found.figure.value > 0 else "worse"
        fair = f"Going first is {better} by {percent(abs(found.figure.value))} of a win"
    return f"{fair}, and {percent(shared)} of games end shared."


def _luck(report: Report) -> str:
    luck = _value(report, "luck share")
    clear = chain.length(report.links)
    parts = []
    if math.isfinite(luck):
        size = "Little" if luck < 0.15 else "Some" if luck < 0.4 else "Much"
        parts.append(f"{size} of it is dealt: luck makes {percent(luck)} of the difference between results")
    if report.links:
        steps = len(report.links)
        parts.append(f"{clear} of {steps} steps from random play to Master are clear")
    return f"{', and '.join(parts) or 'How much of it is luck was not asked'}."


def _exciting(report: Report) -> str:
    settled, changes = _value(report, "settled after"), _value(report, "lead changes")
    if not math.isfinite(settled):
        return "No game was won by one side, so there is no telling how exciting they were."
    late = "late" if settled > 0.8 else "in its second half" if settled > 0.5 else "early"
    return (
        f"It is settled {late}, after {percent(settled)} of the game on average; the lead changes {number(changes)} "
        f"times, and the winner was at worst {percent(_value(report, 'deepest fall'))} behind the leader."
    )


FIVE = (_long, _choices, _fair, _luck, _exciting)


def limits(report: Report) -> str:
    """What these numbers hold for."""
    contest = report.asked.contest
    return (
        f"All this holds for {players(report)} at a table of {contest.seats}, and for nobody else: people think "
        f"differently and play worse or better. Minutes assume {report.asked.pace.decision:g} seconds for a decision "
        f"and {report.asked.pace.forced:g} for an action that is the only one."
    )


def settings(report: Report) -> str:
    """How much was played for it."""
    judged = len(report.courses)
    parts = [f"{report.games.num_rows:,} games", f"{judged:,} of them judged move by move"]
    if report.links:
        parts.append(f"{report.links[0].share.games:,} for each step of the skill chain")
    if report.cards:
        parts.append(f"{report.asked.cards:,} for each card")
    if report.game.box_mark:
        parts.append(f"with {report.game.box_said}")
    return ", ".join(parts)


def mean_share(report: Report) -> float:
    """What each seat would have if all were alike."""
    return float(metrics.by_seat(report.games, "payoffs").mean())


def cards_told(report: Report) -> tuple[list[str], list[list[str]]]:
    """The worth of cards as a table's heads and rows: points where the game has them, use where anybody can use one."""
    scored, used = report.game.scored, any(card.used.value for card in report.cards)
    heads = ["card", "worth", "interval for all"]
    heads += ["points", "interval for all"] if scored else []
    heads += ["games that use one"] if used else []
    rows = []
    for card in report.cards:
        row = [card.name, percent(card.worth.value), interval(card.worth, "share")]
        row += [number(card.points.value), interval(card.points, "")] if scored else []
        rows.append(row + ([percent(card.used.value)] if used else []))
    return heads, rows
