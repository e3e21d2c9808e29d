"""The loop that plays random games and counts, bound to a game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick, reseed
from tetracade.engine.contract import CHANCE, OVER, Options, Rng
from tetracade.engine.loops import chosen_seat
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import acting, apply, ends_turn, legal, outcomes, resolve, start

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
