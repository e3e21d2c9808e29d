"""A contest of the two hints: the best estimate after the own move, against the best rating."""

import numpy as np

from tests.games.tetrathedral.reading import GAME, KERNEL
from tetracade.engine.arrays import as_rules_see, at
from tetracade.engine.chance import below, generator
from tetracade.engine.compile import rule
from tetracade.engine.contract import Actions, Options, Outcomes, Payoffs, Ratings, Rng, Weights
from tetracade.games.tetrathedral.board import SEATS
from tetracade.games.tetrathedral.hints import estimate, rate
from tetracade.games.tetrathedral.rules import apply, legal, outcomes, resolve, start
from tetracade.games.tetrathedral.state import MOVING, WON


@rule
def looked_ahead(states: Actions, seat: int, actions: Actions, count: int, out: Payoffs) -> int:
    """The action after which the seat's estimate is highest; the state is the first of two records."""
    best, found = -1.0, 0
    for index in range(count):
        states[1] = states[0]
        apply(at(states, 1), seat, actions[index])
        estimate(at(states, 1), out)
        if out[seat] > best:
            best, found = out[seat], index
    return actions[found]


@rule
def glanced(states: Actions, seat: int, actions: Actions, count: int, out: Ratings) -> int:
    """The action with the highest rating."""
    rate(at(states, 0), seat, actions, count, out)
    found = 0
    for index in range(count):
        if out[index] > out[found]:
            found = index
    return actions[found]


@rule
def contested(
    states: Actions,
    ahead: int,
    rng: Rng,
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    out: Payoffs,
    ratings: Ratings,
) -> int:
    """Play one game, this seat looking ahead; return the winner, or -1."""
    state = at(states, 0)
    while state.phase < WON:
        if state.phase != MOVING:
            count = outcomes(state, ids, weights)
            resolve(state, ids[below(rng, count)])
            continue
        seat = state.turn
        count = legal(state, seat, actions)
        if seat == ahead:
            apply(state, seat, looked_ahead(states, seat, actions, count, out))
        else:
            apply(state, seat, glanced(states, seat, actions, count, ratings))
    return state.turn if state.phase == WON else -1


def won_by_looking_ahead(games: int, options: Options, seed: int) -> int:
    """How many of these games the one who looks ahead wins, each seat being its own in turn."""
    states = KERNEL.states(2)
    rng = generator(seed)
    actions = np.zeros(GAME.actions, np.int64)
    ids, weights = np.zeros(GAME.outcomes, np.int64), np.zeros(GAME.outcomes, np.int64)
    out, ratings = np.zeros(8), np.zeros(GAME.actions)
    won = 0
    for game in range(games):
        states[0] = KERNEL.blank[0]
        start(as_rules_see(states[0]), SEATS, options)
        won += int(contested(states, game % 2, rng, actions, ids, weights, out, ratings)) == game % 2
    return won
