"""Games between random bots alone, played by one compiled loop: millions of steps a second."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade import games
from tetracade.engine.arrays import at
from tetracade.engine.chance import SEEDS, below, generator, pick, reseed
from tetracade.engine.contract import CHANCE, OVER, Options, Rng
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import chosen_seat
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import acting, apply, ends_turn, legal, outcomes, resolve, start
from tetracade.lab.arena import Contest, Played
from tetracade.lab.own import own_of

FIRST, TURNS, ACTIONS, FORCED, CHOICES, OUTCOMES = range(6)
"""What is counted of each game."""


def play_at_random(
    states: NDArray[Any],
    blank: NDArray[Any],
    counts: NDArray[np.int64],
    seeds: NDArray[np.int64],
    seats: int,
    options: Options,
    rng: Rng,
    limit: int,
    scratch: Scratch,
) -> None:
    """Play a game in each of the records and count; each has its own seed."""
    for game in range(len(states)):
        states[game] = blank[0]
        state = at(states, game)
        reseed(rng, seeds[game], 0)
        start(state, seats, options)
        last = -1
        ended = True
        for place in range(counts.shape[1]):
            counts[game, place] = 0
        mask = acting(state)
        while mask != OVER and counts[game, ACTIONS] < limit:
            if mask == CHANCE:
                count = outcomes(state, scratch.ids, scratch.weights)
                resolve(state, scratch.ids[pick(rng, scratch.weights, count)])
                counts[game, OUTCOMES] += 1
            else:
                seat = chosen_seat(mask, rng)
                count = legal(state, seat, scratch.actions)
                action = scratch.actions[below(rng, count)]
                if counts[game, ACTIONS] == 0:
                    counts[game, FIRST] = seat
                if ended or seat != last:
                    counts[game, TURNS] += 1
                last = seat
                ended = ends_turn(state, seat, action)
                counts[game, ACTIONS] += 1
                if count == 1:
                    counts[game, FORCED] += 1
                else:
                    counts[game, CHOICES] += count
                apply(state, seat, action)
            mask = acting(state)


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
