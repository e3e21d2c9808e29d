"""How strong each bot is: share of wins, points and rating, with intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tetracade.lab.arena import Played
from tetracade.lab.ratings import SURE, ratings_of


@dataclass(frozen=True)
class Standing:
    """One bot's results: its share of the payoffs, mean points and rating, with 95 % intervals."""

    bot: str
    games: int
    wins: int
    """Games in which nobody else got as much; in solo games, those with the full payoff, such as levels passed."""
    share: float
    share_low: float
    share_high: float
    ahead: float
    """How often it has more points than everybody else, ties counting half; for games about points."""
    points: float
    points_margin: float | None
    """None after a single game, which says nothing about the spread."""
    rating: float
    rating_margin: float | None
    """None where the games don't bound the rating."""
    rating_note: str
    """What the rating leaves open, and why; empty if nothing."""
    slowest: float


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % Wilson interval for a share out of this many games."""
    if not games:
        return 0.0, 1.0
    square = SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = SURE / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def standings_of(played: Sequence[Played]) -> list[Standing]:
    """Every bot's standing, strongest first."""
    names = list(dict.fromkeys(name for game in played for name in game.seating))
    ratings = ratings_of(played, names)
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
                rating=ratings[name].value,
                rating_margin=ratings[name].margin,
                rating_note=ratings[name].why,
                slowest=slowest,
            )
        )
    return sorted(found, key=lambda standing: (-standing.rating, -standing.points))


def _won(game: Played, seat: int) -> bool:
    others = [payoff for other, payoff in enumerate(game.payoffs) if other != seat]
    return game.payoffs[seat] > max(others) if others else game.payoffs[seat] == 1.0


def _ahead(game: Played, seat: int) -> float:
    others = [points for other, points in enumerate(game.points) if other != seat]
    if not others or game.points[seat] > max(others):
        return 1.0
    return 0.5 if game.points[seat] == max(others) else 0.0
