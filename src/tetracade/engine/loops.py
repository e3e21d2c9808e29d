"""Loops over any game, bound to it by :mod:`tetracade.engine.kernel`: playouts, counting and batch stepping.

They allocate nothing: callers bring scratch arrays of the game's sizes (see ``Scratch``).
"""

from typing import Any

from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, picked
from tetracade.engine.contract import (
    CHANCE,
    MOST_SEATS,
    OVER,
    Actions,
    Options,
    Outcomes,
    Payoffs,
    Rng,
    Scores,
    State,
    Weights,
)
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


def settled(state: State, rng: Rng, ids: Outcomes, weights: Weights) -> int:
    """Draw outcomes until a seat acts or the game is over; return what ``acting`` says then."""
    mask = acting(state)
    while mask == CHANCE:
        count = outcomes(state, ids, weights)
        resolve(state, ids[picked(rng, weights, count)])
        mask = acting(state)
    return mask


def chosen_seat(mask: int, rng: Rng) -> int:
    """One of the seats of the mask, each equally likely."""
    if mask & (mask - 1):
        bits = 0
        for seat in range(MOST_SEATS):
            bits += (mask >> seat) & 1
        skip = below(rng, bits)
        for _ in range(skip):
            mask &= mask - 1
    return lowest(mask)


def played_out(state: State, rng: Rng, actions: Actions, ids: Outcomes, weights: Weights, limit: int) -> int:
    """Play at random to the end, at most this many actions; return how many there were."""
    steps = 0
    mask = settled(state, rng, ids, weights)
    while mask != OVER and steps < limit:
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, actions)
        apply(state, seat, actions[below(rng, count)])
        steps += 1
        mask = settled(state, rng, ids, weights)
    return steps


def random_games(
    states: NDArray[Any],
    blank: NDArray[Any],
    games: int,
    seats: int,
    options: Options,
    rng: Rng,
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    points: Scores,
    wins: Scores,
    limit: int,
) -> int:
    """Play this many random games, count each seat's wins (shared ones for all who share), return all steps."""
    steps = 0
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, seats, options)
        steps += played_out(state, rng, actions, ids, weights, limit)
        score(state, points)
        won = winners(state, points)
        for seat in range(seats):
            wins[seat] += (won >> seat) & 1
    return steps


def counted(states: NDArray[Any], depth: int, left: int, actions: NDArray[Any], ids: NDArray[Any], weights: Any) -> int:
    """The number of sequences of this many actions and outcomes from the state at this depth."""
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
            total += counted(states, depth + 1, left - 1, actions, ids, weights)
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
                total += counted(states, depth + 1, left - 1, actions, ids, weights)
    return total


def begun(
    states: NDArray[Any],
    first: int,
    last: int,
    blank: NDArray[Any],
    seats: int,
    options: Options,
    rngs: NDArray[Any],
    ids: Outcomes,
    weights: Weights,
) -> None:
    """Start the games from first to below last, as far as the first decision."""
    for game in range(first, last):
        states[game] = blank[0]
        state = at(states, game)
        start(state, seats, options)
        settled(state, rngs[game], ids, weights)


def stepped(
    states: NDArray[Any],
    first: int,
    last: int,
    blank: NDArray[Any],
    seats: int,
    options: Options,
    rngs: NDArray[Any],
    ids: Outcomes,
    weights: Weights,
    points: Scores,
    worth: Payoffs,
    chosen: Actions,
    rewards: NDArray[Any],
    ended: NDArray[Any],
) -> None:
    """Let the seat to act in each game do the chosen action; a game that ends pays and begins anew."""
    for game in range(first, last):
        state = at(states, game)
        apply(state, lowest(acting(state)), chosen[game])
        ended[game] = 0
        for seat in range(seats):
            rewards[game, seat] = 0.0
        if settled(state, rngs[game], ids, weights) == OVER:
            ended[game] = 1
            score(state, points)
            payoff(state, points, winners(state, points), worth)
            for seat in range(seats):
                rewards[game, seat] = worth[seat]
            states[game] = blank[0]
            start(state, seats, options)
            settled(state, rngs[game], ids, weights)


def shown(
    states: NDArray[Any],
    first: int,
    last: int,
    actions: Actions,
    to_act: NDArray[Any],
    masks: NDArray[Any],
    features: NDArray[Any],
) -> None:
    """Write, for each game, the seat to act, its legal actions as a mask and its features."""
    width = masks.shape[1]
    for game in range(first, last):
        state = at(states, game)
        seat = lowest(acting(state))
        to_act[game] = seat
        for action in range(width):
            masks[game, action] = 0
        count = legal(state, seat, actions)
        for index in range(count):
            masks[game, actions[index]] = 1
        observe(state, seat, features[game])


def lowest(mask: int) -> int:
    """The lowest of up to eight seats of the mask, found without a branch."""
    bit = mask & -mask
    return int((bit & 0xAA) != 0) + 2 * int((bit & 0xCC) != 0) + 4 * int((bit & 0xF0) != 0)


INLINED = (lowest, settled, chosen_seat, played_out)
BOUND = (*INLINED, random_games, counted, begun, stepped, shown)
"""The loops in the order in which they call each other."""
