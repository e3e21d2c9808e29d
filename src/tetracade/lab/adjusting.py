"""Results with dealt luck taken off, so that fewer games tell who is stronger.

Dealt luck has mean 0 whatever the judge, so taking off a part of it leaves the mean as it is and narrows its interval.
How large a part is best is fitted on other games than those it corrects: each half of the games on the other half.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tetracade.lab.arena import Played
from tetracade.lab.ratings import SURE


@dataclass(frozen=True)
class Adjusted:
    """One bot's share of the payoffs, plain and with dealt luck taken off, each with half its 95 % interval."""

    bot: str
    games: int
    share: float
    margin: float
    adjusted: float
    adjusted_margin: float
    factor: float
    """The part of dealt luck that was taken off, on average."""
    narrower: float
    """How many times narrower the interval is."""


def adjusted_of(played: Sequence[Played]) -> list[Adjusted]:
    """Every bot's adjusted share, the best first; games without dealt luck don't count."""
    names = dict.fromkeys(name for game in played for name in game.seating)
    return sorted((_adjusted(name, played) for name in names), key=lambda each: -each.adjusted)


def _adjusted(name: str, played: Sequence[Played]) -> Adjusted:
    games = [game for game in played if game.luck and name in game.seating]
    shares = [_mean(game.payoffs, name, game.seating) for game in games]
    luck = [_mean(game.luck, name, game.seating) for game in games]
    return adjust(name, shares, luck)


def _mean(values: Sequence[float], name: str, seating: Sequence[str]) -> float:
    """The mean over the seats that the bot has in this game."""
    mine = [value for value, bot in zip(values, seating, strict=True) if bot == name]
    return sum(mine) / len(mine)


def adjust(name: str, shares: Sequence[float], luck: Sequence[float]) -> Adjusted:
    """The mean share with dealt luck taken off, from each game's share and luck."""
    halves = [list(range(first, len(shares), 2)) for first in (0, 1)]
    corrected, factors = list(shares), []
    for mine, others in (halves, halves[::-1]):
        factor = best_factor([shares[each] for each in others], [luck[each] for each in others])
        factors.append(factor)
        for each in mine:
            corrected[each] -= factor * luck[each]
    plain, narrow = margin_of(shares), margin_of(corrected)
    return Adjusted(
        bot=name,
        games=len(shares),
        share=sum(shares) / max(len(shares), 1),
        margin=plain,
        adjusted=sum(corrected) / max(len(shares), 1),
        adjusted_margin=narrow,
        factor=sum(factors) / 2,
        narrower=plain / narrow if narrow else 1.0,
    )


def best_factor(shares: Sequence[float], luck: Sequence[float]) -> float:
    """The part of dealt luck that, taken off, leaves the least spread; 0 where luck doesn't vary."""
    if not luck:
        return 0.0
    share, lucky = sum(shares) / len(shares), sum(luck) / len(luck)
    spread = sum((each - lucky) ** 2 for each in luck)
    if not spread:
        return 0.0
    return sum((one - share) * (other - lucky) for one, other in zip(shares, luck, strict=True)) / spread


def margin_of(values: Sequence[float]) -> float:
    """Half the 95 % interval of the mean; 0 after fewer than two games."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return SURE * math.sqrt(sum((each - mean) ** 2 for each in values) / (count - 1) / count)
