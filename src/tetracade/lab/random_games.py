"""Games between random bots alone, played by one compiled loop: millions of steps a second."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade import games
from tetracade.engine.chance import SEEDS, generator
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.lab.arena import Contest, Played
from tetracade.lab.own import own_of
from tetracade.lab.random_loop import ACTIONS, CHOICES, FIRST, FORCED, OUTCOMES, TURNS, play_at_random


@cache
def _loop(game: Game) -> Any:
    return kernel_of(game).bound(play_at_random)


def random_games(name: str, seeds: list[int], seats: int, options: dict[str, Any]) -> tuple[NDArray[Any], Any]:
    """The final records of random games, and what was counted of each."""
    game = games.find(name)
    kernel = kernel_of(game)
    states = kernel.states(len(seeds))
    counts = np.zeros((len(seeds), 6), np.int64)
    numbers = game.option_numbers(game.option_values(options, seats))
    given = np.array([seed & SEEDS for seed in seeds], np.int64)
    _loop(game)(states, kernel.blank, counts, given, seats, numbers, generator(0), game.longest, kernel.scratch)
    return states, counts


def played_at_random(contest: Contest, numbers: range) -> list[Played]:
    """These games of a contest between random bots."""
    game = games.find(contest.game)
    kernel, own = kernel_of(game), own_of(game)
    seeds = [contest.seed_of(number) for number in numbers]
    states, counts = random_games(contest.game, seeds, contest.seats, contest.options)
    return [
        Played(
            number=number,
            seating=contest.seating(number),
            points=kernel.score(state),
            payoffs=kernel.payoff(state),
            actions=count[ACTIONS],
            slowest=(0.0,) * contest.seats,
            winners=kernel.winners(state),
            first=count[FIRST],
            turns=count[TURNS],
            outcomes=count[OUTCOMES],
            forced=count[FORCED],
            choices=count[CHOICES],
            ending=own.ending(state),
            measures=own.measures(state),
        )
        for number, state, count in zip(numbers, states, counts.tolist(), strict=True)
    ]
