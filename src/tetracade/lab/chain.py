"""The skill chain: players of rising strength, each of whom clearly beats the one before.

After Garfield: the longer the chain from a beginner to the strongest, the more there is to learn. Here the players are
a random one and our five levels, at a table of two.
"""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tetracade import games
from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest
from tetracade.lab.collecting import Told, collect_on
from tetracade.lab.figures import Figure, mean
from tetracade.lab.metrics import by_seat
from tetracade.lab.rows import Rows
from tetracade.lab.tasks import Runner

PLAYERS = ("random", "1", "2", "3", "4", "5")
CLEARLY = 0.6
"""The share with which one clearly beats another."""


@dataclass(frozen=True)
class Link:
    """Two players who met, and the stronger one's share."""

    weaker: str
    stronger: str
    share: Figure


def share_of(rows: Rows, bot: str) -> Figure:
    """A bot's mean share over the games."""
    payoffs = by_seat(rows, "payoffs")
    mine = np.array([[name == bot for name in bots] for bots in rows.column("bots").to_pylist()])
    return mean(payoffs[mine])


def links(
    runner: Runner, game: str, number: int, seed: int, options: dict[str, object], folder: Path | None, told: Told
) -> list[Link]:
    """Every player against the next, at a table of two."""
    if 2 not in games.find(game).seats:
        raise BadOption(f"{game} has no table of two, so there is no skill chain")
    found, pairs = [], list(itertools.pairwise(PLAYERS))

    def told_from(place: int) -> Told:
        return lambda done, total: told(place * total + done, len(pairs) * total)

    for place, (weaker, stronger) in enumerate(pairs):
        contest = Contest(game, (weaker, stronger), number, 2, seed, dict(options))
        rows = collect_on(
            runner,
            contest,
            folder=folder / f"chain-{weaker}-{stronger}" if folder else None,
            told=told_from(place),
        )
        found.append(Link(weaker, stronger, share_of(rows, stronger)))
    return found


def length(found: list[Link], clearly: float = CLEARLY) -> int:
    """How many of the steps are clear."""
    return sum(link.share.value >= clearly for link in found)
