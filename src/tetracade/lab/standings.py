"""Who is how strong: shares of wins, points and ratings, each with its interval."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tetracade.lab.arena import Played

SURE = 1.96
POINTS_A_DECADE = 400.0


@dataclass(frozen=True)
class Standing:
    """One bot's record: its share of the payoffs and mean points and rating with intervals of 95 %."""

    bot: str
    games: int
    wins: int
    """Games in which nobody got as much; alone at the table, those with the whole payoff, such as levels passed."""
    share: float
    share_low: float
    share_high: float
    ahead: float
    """How often its points are more than everybody else's, a tie counting half; for games that are about points."""
    points: float
    points_margin: float | None
    """None after a single game, which tells nothing of the spread."""
    rating: float
    rating_margin: float | None
    """None where nobody else played."""
    slowest: float


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share out of this many games."""
    if not games:
        return 0.0, 1.0
    square = SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = SURE / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def standings_of(played: Sequence[Played]) -> list[Standing]:
    """Every bot's standing, the strongest first."""
    names = list(dict.fromkeys(name for game in played for name in game.seating))
    ratings = ratings_of(played, names)
    margins = margins_of(played, ratings)
    found = []
    for name in names:
        shares, points, ahead, slowest, wins = [], [], [], 0.0, 0
        for game in played:
            for seat, bot in enumerate(game.seating):
                if bot == name:
                    shares.append(game.payoffs[seat])
                    wins += _won(game, seat)
                    points.append(float(game.points[seat]))
                    ahead.append(_ahead(game, seat))
                    slowest = max(slowest, game.slowest[seat])
        count = len(shares)
        share, mean = sum(shares) / count, sum(points) / count
        square = sum((each - mean) ** 2 for each in points)
        margin = SURE * math.sqrt(square / (count - 1) / count) if count > 1 else None
        low, high = interval(share, count)
        found.append(
            Standing(
                bot=name,
                games=count,
                wins=wins,
                share=share,
                share_low=low,
                share_high=high,
                ahead=sum(ahead) / count,
                points=mean,
                points_margin=margin,
                rating=ratings[name],
                rating_margin=margins[name],
                slowest=slowest,
            )
        )
    return sorted(found, key=lambda standing: (-standing.rating, -standing.points))


def ratings_of(played: Sequence[Played], names: Sequence[str], rounds: int = 500) -> dict[str, float]:
    """Ratings by Bradley and Terry over all pairs that met, 400 points for ten to one, around 1500."""
    score = {(a, b): 0.5 for a in names for b in names if a != b}  # half a win each way keeps every rating finite
    for game in played:
        for seat, bot in enumerate(game.seating):
            for other, rival in enumerate(game.seating):
                if bot != rival:
                    mine, theirs = game.payoffs[seat], game.payoffs[other]
                    score[bot, rival] += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
    strength = dict.fromkeys(names, 1.0)
    if len(names) > 1:
        for _ in range(rounds):
            for bot in names:
                wins = sum(score[bot, rival] for rival in names if rival != bot)
                meetings = sum(
                    (score[bot, rival] + score[rival, bot]) / (strength[bot] + strength[rival])
                    for rival in names
                    if rival != bot
                )
                strength[bot] = wins / meetings
            scale = math.exp(sum(math.log(each) for each in strength.values()) / len(names))
            strength = {bot: each / scale for bot, each in strength.items()}
    return {bot: 1500.0 + POINTS_A_DECADE * math.log10(each) for bot, each in strength.items()}


def margins_of(played: Sequence[Played], ratings: Mapping[str, float]) -> dict[str, float | None]:
    """Half the interval of 95 % of each rating, by the curvature of the likelihood at the ratings.

    The pairs of a game of many seats are not independent: it tells as much as one meeting fewer than it has seats.
    """
    names = list(ratings)
    if len(names) < 2:
        return dict.fromkeys(names)
    meetings = np.ones((len(names), len(names)))  # half a win each way
    for game in played:
        for seat, bot in enumerate(game.seating):
            for rival in game.seating[:seat]:
                if bot != rival:
                    one, other = names.index(bot), names.index(rival)
                    meetings[one, other] += 2 / len(game.seating)
                    meetings[other, one] = meetings[one, other]
    strength = np.array([10 ** (rating / POINTS_A_DECADE) for rating in ratings.values()])
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    curvature = -meetings * chance * (1 - chance)
    np.fill_diagonal(curvature, 0.0)
    np.fill_diagonal(curvature, -curvature.sum(axis=1))
    spread = np.sqrt(np.diag(np.linalg.pinv(curvature, hermitian=True)))  # ratings lie around a fixed mean
    return {name: float(SURE * POINTS_A_DECADE / math.log(10) * each) for name, each in zip(names, spread, strict=True)}


def _won(game: Played, seat: int) -> bool:
    others = [payoff for other, payoff in enumerate(game.payoffs) if other != seat]
    return game.payoffs[seat] > max(others) if others else game.payoffs[seat] == 1.0


def _ahead(game: Played, seat: int) -> float:
    others = [points for other, points in enumerate(game.points) if other != seat]
    if not others or game.points[seat] > max(others):
        return 1.0
    return 0.5 if game.points[seat] == max(others) else 0.0
