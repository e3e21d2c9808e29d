"""Numbers with their 95 % intervals."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tetracade.lab.standings import interval

LEVEL = 0.95
POWER = 0.8

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Figure:
    """A number with its interval, and how many games it comes from; NaN where there is nothing to measure."""

    value: float
    low: float
    high: float
    games: int

    @property
    def margin(self) -> float:
        """Half the interval."""
        return (self.high - self.low) / 2


NOTHING = Figure(math.nan, math.nan, math.nan, 0)


def sure(comparisons: int = 1) -> float:
    """Standard errors to each side of a mean, so that all of so many intervals hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / max(comparisons, 1))


def mean(values: ArrayLike, comparisons: int = 1) -> Figure:
    """The mean of a value per game; NaN values don't count."""
    known = np.asarray(values, np.float64)
    known = known[~np.isnan(known)]
    if not len(known):
        return NOTHING
    middle = float(known.mean())
    half = sure(comparisons) * float(known.std(ddof=1)) / math.sqrt(len(known)) if len(known) > 1 else math.inf
    return Figure(middle, middle - half, middle + half, len(known))


def share(count: int, games: int) -> Figure:
    """The share of games in which something happened, with Wilson's interval."""
    if not games:
        return NOTHING
    low, high = interval(count / games, games)
    return Figure(count / games, low, high, games)


def ratio(above: ArrayLike, below: ArrayLike) -> Figure:
    """The ratio of two sums over games, with the interval of a ratio."""
    one, other = np.asarray(above, np.float64), np.asarray(below, np.float64)
    whole = float(other.sum())
    if not whole:
        return NOTHING
    found = float(one.sum()) / whole
    spread = float(np.square(one - found * other).sum())
    half = sure() * math.sqrt(spread * len(one) / max(len(one) - 1, 1)) / whole
    return Figure(found, found - half, found + half, len(one))


def jackknife(games: int, value: Callable[[NDArray[np.bool_]], float]) -> Figure:
    """Any number made of games, with the interval that leaving out each game in turn gives."""
    everything = np.ones(games, bool)
    whole = value(everything)
    if games < 3:
        return Figure(whole, -math.inf, math.inf, games)
    others = np.zeros(games)
    for game in range(games):
        everything[game] = False
        others[game] = value(everything)
        everything[game] = True
    half = sure() * math.sqrt((games - 1) / games * float(np.square(others - others.mean()).sum()))
    return Figure(whole, whole - half, whole + half, games)


def games_needed(spread: float, effect: float) -> int:
    """Games that show a difference of this size in four of five tries, from the spread of one game's difference."""
    if effect <= 0:
        raise ValueError(f"an effect is above 0, not {effect}")
    whole = sure() + NormalDist().inv_cdf(POWER)
    return max(2, math.ceil((whole * spread / effect) ** 2))


def spread_of(values: Sequence[float] | Values) -> float:
    """The standard deviation of one game's value."""
    known = np.asarray(values, np.float64)
    return float(known.std(ddof=1)) if len(known) > 1 else 0.0
