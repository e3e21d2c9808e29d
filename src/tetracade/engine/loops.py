"""Loops over any game, bound to it by :mod:`tetracade.engine.kernel`: playouts, counting and batch stepping.

They allocate nothing: callers pass arrays of the game's sizes (see :mod:`tetracade.engine.scratch`).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick
from tetracade.engine.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    Actions,
    Options,
    Rng,
    Scores,
    State,
)
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import (
    acting,
    apply,
    legal,
    observe,
    outcomes,
    payoff,
    resolve,
    score,
    start,
    winners,
)


class Games(NamedTuple):
    """The arrays of a batch, one row per game: what is played, and what every step writes."""

    states: NDArray[Any]
    blank: NDArray[Any]
    options: Options
    rngs: NDArray[np.int64]
    to_act: NDArray[np.int8]
    masks: NDArray[np.int8]
    features: NDArray[np.int8]
    rewards: NDArray[np.float32]
    ended: NDArray[np.int8]


def settle(state: State, rng: Rng, scratch: Scratch) -> int:
    """Draw outcomes until a seat acts or the game is over; return what ``acting`` says then."""
    mask = acting(state)
    while mask == CHANCE:
        count = outcomes(state, scratch.ids, scratch.weights)
        resolve(state, scratch.ids[pick(rng, scratch.weights, count)])
        mask = acting(state)
    return mask


def chosen_seat(mask: int, rng: Rng) -> int:
    """A random seat of the mask, each equally likely."""
    if mask & (mask - 1):
        bits = 0
        for seat in range(MOST_SEATS):
            bits += (mask >> seat) & 1
        skip = below(rng, bits)
        for _ in range(skip):
            mask &= mask - 1
    return lowest(mask)


def play_out(state: State, rng: Rng, limit: int, scratch: Scratch) -> int:
    """Play at random to the end or for ``limit`` actions; return how many there were."""
    steps = 0
    mask = settle(state, rng, scratch)
    while mask != OVER and steps < limit:
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, scratch.actions)
        apply(state, seat, scratch.actions[below(rng, count)])
        steps += 1
        mask = settle(state, rng, scratch)
    return steps


def play_random_games(
    states: NDArray[Any],
    blank: NDArray[Any],
    games: int,
    seats: int,
    options: Options,
    rng: Rng,
    wins: Scores,
    limit: int,
    scratch: Scratch,
) -> int:
    """Play random games, add up each seat's wins (a shared win counts for everyone), return the number of actions."""
    steps = 0
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, seats, options)
        steps += play_out(state, rng, limit, scratch)
        score(state, scratch.points)
        won = winners(state, scratch.points)
        for seat in range(seats):
            wins[seat] += (won >> seat) & 1
    return steps


def count_sequences(
    states: NDArray[Any], depth: int, left: int, actions: NDArray[Any], ids: NDArray[Any], weights: Any
) -> int:
    """How many sequences of ``left`` actions and outcomes there are from the state at this depth."""
    state = at(states, depth)
    mask = acting(state)
    if left == 0:
        return 1
    if mask == OVER:
        return 0
    total = 0
    if mask == CHANCE:
        count = outcomes(state, ids[depth], weights)
        for index in range(count):
            states[depth + 1] = states[depth]
            resolve(at(states, depth + 1), ids[depth, index])
            total += count_sequences(states, depth + 1, left - 1, actions, ids, weights)
        return total
    for seat in range(MOST_SEATS):
        if (mask >> seat) & 1:
            count = legal(state, seat, actions[depth])
            if left == 1:
                total += count
                continue
            for index in range(count):
                states[depth + 1] = states[depth]
                apply(at(states, depth + 1), seat, actions[depth, index])
                total += count_sequences(states, depth + 1, left - 1, actions, ids, weights)
    return total


def begin(games: Games, first: int, last: int, seats: int, scratch: Scratch) -> None:
    """Start the games from ``first`` up to ``last`` and play to the first decision."""
    for game in range(first, last):
        games.states[game] = games.blank[0]
        state = at(games.states, game)
        start(state, seats, games.options)
        settle(state, games.rngs[game], scratch)


def step(games: Games, first: int, last: int, seats: int, chosen: Actions, scratch: Scratch) -> None:
    """Apply the chosen action in each game; a game that ends pays out and starts over."""
    for game in range(first, last):
        state = at(games.states, game)
        apply(state, lowest(acting(state)), chosen[game])
        games.ended[game] = 0
        for seat in range(seats):
            games.rewards[game, seat] = 0.0
        if settle(state, games.rngs[game], scratch) == OVER:
            games.ended[game] = 1
            score(state, scratch.points)
            payoff(state, scratch.points, winners(state, scratch.points), scratch.worth)
            for seat in range(seats):
                games.rewards[game, seat] = scratch.worth[seat]
            games.states[game] = games.blank[0]
            start(state, seats, games.options)
            settle(state, games.rngs[game], scratch)


def show(games: Games, first: int, last: int, scratch: Scratch) -> None:
    """Write the seat to act, its mask of legal actions and its features, for each game."""
    width = games.masks.shape[1]
    for game in range(first, last):
        state = at(games.states, game)
        seat = lowest(acting(state))
        games.to_act[game] = seat
        for action in range(width):
            games.masks[game, action] = 0
        count = legal(state, seat, scratch.actions)
        for index in range(count):
            games.masks[game, scratch.actions[index]] = 1
        observe(state, seat, games.features[game])


def lowest(mask: int) -> int:
    """The lowest of the mask's seats, eight at most, found without a branch."""
    bit = mask & -mask
    return int((bit & 0xAA) != 0) + 2 * int((bit & 0xCC) != 0) + 4 * int((bit & 0xF0) != 0)


INLINED = (lowest, settle, chosen_seat, play_out)
BOUND = (*INLINED, play_random_games, count_sequences, begin, step, show)
"""The loops in the order in which they call each other."""
