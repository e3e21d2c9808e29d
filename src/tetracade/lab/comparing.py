"""One set of options, or one box, against another, on paired luck: game by game, so that chance counts for less."""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest
from tetracade.lab.collecting import Told, collect_on, runner_for
from tetracade.lab.figures import Figure, Values, games_needed, mean, spread_of, sure
from tetracade.lab.metrics import USUAL_PACE, by_seat, column, leads, minutes, winners
from tetracade.lab.rows import Rows


@dataclass(frozen=True)
class Arm:
    """One side of a comparison: what it is called, its options, and its boxes as ``TETRACADE_BOX`` names them."""

    name: str
    options: dict[str, Any]
    box: str | None = None
    """None for the boxes that this process has."""


@dataclass(frozen=True)
class Difference:
    """What the second arm has more than the first."""

    measure: str
    one: Figure
    other: Figure
    difference: Figure
    """Game by game."""
    unpaired: Figure
    """The same if the games had not been paired."""
    saved: float
    """How many times as many games without pairing would need for the same interval; 1 means pairing brings nothing,
    and infinity that every game differs by the same."""
    spread: float
    """The standard deviation of one game's difference."""

    def needed(self, effect: float) -> int:
        """Paired games that show an effect of this size in four of five tries."""
        return games_needed(self.spread, effect)


MEASURES: dict[str, Callable[[Rows], Values]] = {
    "first seat's share": lambda rows: by_seat(rows, "payoffs")[np.arange(rows.num_rows), rows.column("first")],
    "turns": lambda rows: column(rows, "turns"),
    "actions": lambda rows: column(rows, "actions"),
    "decisions": lambda rows: column(rows, "actions") - column(rows, "forced"),
    "estimated minutes": lambda rows: minutes(rows, USUAL_PACE),
    "clear wins": lambda rows: (winners(rows) == 1).astype(np.float64),
    "points a seat": lambda rows: by_seat(rows, "points").mean(axis=1),
    "winner's lead": leads,
}
"""What is compared in every game; the game's own measures come on top."""


def compare(
    contest: Contest,
    one: Arm,
    other: Arm,
    *,
    folder: Path | None = None,
    jobs: int | None = None,
    cluster: str = "",
    told: Told = lambda done, total: None,
) -> list[Difference]:
    """The differences between two arms of the same contest, on paired luck."""
    rows = [
        arm_rows(contest, arm, folder / f"arm-{place}" if folder else None, jobs, cluster, _half(told, place))
        for place, arm in enumerate((one, other))
    ]
    return differences(*rows)


def arm_rows(contest: Contest, arm: Arm, folder: Path | None, jobs: int | None, cluster: str, told: Told) -> Rows:
    """One arm's games; a box of its own is in processes of its own."""
    if cluster and arm.box is not None:
        raise BadOption("boxes are compared on one machine: leave out --cluster")
    played = replace(contest, options=arm.options, paired=True)
    with runner_for(jobs, cluster, arm.box) as runner:
        return collect_on(runner, played, folder=folder, told=told)


def _half(told: Told, place: int) -> Told:
    return lambda done, total: told(done + place * total, 2 * total)


def differences(one: Rows, other: Rows) -> list[Difference]:
    """What the games of one arm have more than those of the other."""
    mine, theirs = values_of(one), values_of(other)
    return [difference(name, mine[name], theirs[name]) for name in mine if name in theirs]


def values_of(rows: Rows) -> dict[str, Values]:
    """Every measure, game by game; what no game has is left out."""
    found = {name: measure(rows) for name, measure in MEASURES.items()}
    own = [dict(each or ()) for each in rows.column("measures").to_pylist()]
    for name in dict.fromkeys(name for each in own for name in each):
        found[name] = np.array([each.get(name, np.nan) for each in own])
    return {name: values for name, values in found.items() if not np.isnan(values).all()}


def difference(name: str, one: Values, other: Values) -> Difference:
    """One measure's difference."""
    both = ~(np.isnan(one) | np.isnan(other))
    one, other = one[both], other[both]
    between = other - one
    apart = spread_of(one) ** 2 + spread_of(other) ** 2
    together = spread_of(between) ** 2
    paired = mean(between)
    half = sure() * math.sqrt(apart / len(between)) if len(between) > 1 else math.inf
    return Difference(
        measure=name,
        one=mean(one),
        other=mean(other),
        difference=paired,
        unpaired=Figure(paired.value, paired.value - half, paired.value + half, len(between)),
        saved=apart / together if together else math.inf if apart else 1.0,
        spread=together**0.5,
    )


def said(options: dict[str, Any]) -> str:
    """The options as people write them."""
    return ", ".join(f"{name}={json.dumps(value).strip(chr(34))}" for name, value in options.items()) or "as usual"
