"""Bradley-Terry ratings over all pairs that met: 400 points mean odds of ten to one, and the mean is 1500.

Half a win each way is added to every pair, which keeps every rating finite. A margin is given only among bots whose
results tie them together: each has scored against the next in some round trip. Where one side has won everything, or
bots never met, the games don't show how large the difference is; a sentence says so.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.lab.arena import Played

SURE = 1.96
POINTS_A_DECADE = 400.0
POINTS = POINTS_A_DECADE / math.log(10)
"""Points per unit of log odds."""
PRIOR = 0.5
CLOSE = 1e-10
ROUNDS = 200

Matrix = NDArray[np.float64]


class Rating(NamedTuple):
    """A bot's rating, half its 95 % interval, and why there is none."""

    value: float
    margin: float | None
    why: str = ""


def ratings_of(played: Sequence[Played], names: Sequence[str]) -> dict[str, Rating]:
    """Every bot's rating."""
    scores, meetings = results_of(played, names)
    strengths = fitted(scores)
    margins: list[float | None] = [None] * len(names)
    reach = reaching(scores > 0)
    groups = [np.flatnonzero(reach[at] & reach[:, at]) for at in range(len(names))]
    for group in groups:
        if len(group) > 1:
            for at, margin in zip(group, spread(strengths[group], meetings[np.ix_(group, group)]), strict=True):
                margins[at] = SURE * POINTS * float(margin)
    met = reaching(meetings > 0)
    return {
        name: Rating(
            1500.0 + POINTS * float(strengths[at]), margins[at], why_vague(at, names, scores, met[at], groups[at])
        )
        for at, name in enumerate(names)
    }


def results_of(played: Sequence[Played], names: Sequence[str]) -> tuple[Matrix, Matrix]:
    """What each bot scored against each other, and how often they met.

    The pairs in a game of many seats aren't independent: together they count as one meeting fewer than there are seats.
    """
    place = {name: at for at, name in enumerate(names)}
    scores, meetings = np.zeros((2, len(names), len(names)))
    for game in played:
        for seat, bot in enumerate(game.seating):
            for other, rival in enumerate(game.seating):
                if bot != rival:
                    mine, theirs = game.payoffs[seat], game.payoffs[other]
                    scores[place[bot], place[rival]] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
                    meetings[place[bot], place[rival]] += 2 / len(game.seating)
    return scores, meetings


def fitted(scores: Matrix) -> Matrix:
    """The log strengths, with mean 0, that make the scores plus the prior most likely; by Newton's method."""
    bots = len(scores)
    known = scores + PRIOR * (1 - np.eye(bots))
    strengths = np.zeros(bots)
    for _ in range(ROUNDS):
        chance = chances(strengths)
        slope = known.sum(axis=1) - ((known + known.T) * chance).sum(axis=1)
        step = np.linalg.solve(around_zero(curvature(known + known.T, chance)), slope)
        strengths += step * min(1.0, 1.0 / max(np.abs(step).max(), CLOSE))  # no step of more than e to one
        if np.abs(step).max() < CLOSE:
            break
    return strengths - strengths.mean()


def spread(strengths: Matrix, meetings: Matrix) -> Matrix:
    """The standard error of each log strength, relative to the mean, from the curvature of the likelihood."""
    known = meetings + 2 * PRIOR * (1 - np.eye(len(meetings)))
    inverse = np.linalg.inv(around_zero(curvature(known, chances(strengths))))
    return np.sqrt(np.diag(inverse) - 1 / len(meetings))


def chances(strengths: Matrix) -> Matrix:
    """Each bot's chance to beat each other."""
    found: Matrix = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return found


def curvature(meetings: Matrix, chance: Matrix) -> Matrix:
    """The information matrix of the log strengths. Only differences matter, so every row sums to 0."""
    found = -meetings * chance * (1 - chance)
    np.fill_diagonal(found, 0.0)
    np.fill_diagonal(found, -found.sum(axis=1))
    return found


def around_zero(information: Matrix) -> Matrix:
    """The information matrix with the mean fixed at 0, so it can be inverted without guessing at rounding errors."""
    return information + 1 / len(information)


def reaching(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a path of any length leads from each to each along the edges; everyone reaches itself."""
    found = edges | np.eye(len(edges), dtype=bool)
    for middle in range(len(edges)):
        found |= found[:, [middle]] & found[[middle], :]
    return found


def why_vague(at: int, names: Sequence[str], scores: Matrix, met: NDArray[np.bool_], group: NDArray[np.intp]) -> str:
    """What the rating or its margin leaves open; empty if nothing."""
    if len(names) == 1:
        return "no other bot played"
    if not met.all():
        return "no games link it to every other bot, so ratings compare only among those it is linked to"
    if len(group) == len(names):
        return ""
    if len(group) > 1:
        return f"its margin is among {', '.join(names[other] for other in group)}; against the others one side won all"
    won, lost = scores[at].sum(), scores[:, at].sum()
    if not lost or not won:
        return f"it {'lost' if lost else 'won'} every game, so its rating has no margin"
    return "against each rival one side won every game, so its rating has no margin"
