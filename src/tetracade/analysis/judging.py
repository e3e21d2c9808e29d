"""The judge, compiled: what every seat may expect of a state, in shares of a win and in points.

A state's value is the payoff at the end; at an outcome the mean over all outcomes, by their weights; where there is
only one action, the value after it; and else the judgement. It is a function of the state and of the analysis' seed
alone.

The *reference player* goes on for all seats, each by what it knows, until the game's ``judge`` (or ``estimate``)
answers or the game is over. In a game without secrets it looks one action ahead by that answer; elsewhere it takes what
``rate`` likes best, which sees no more than the seat does. Where outcomes come first it goes on several times, with the
same random numbers for all states, so that what differs between two states is mostly their merit. In the deals that
stand for what a seat could not know, each deal has its own.

Where nothing is hidden and nothing left to chance, a glance ahead tells good moves from bad ones, but hardly the good
from the best: there a tree of simulations judges, or near the end a proof of who wins.

``states[depth]`` is used up by whatever is asked about it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick, reseed
from tetracade.engine.contract import CHANCE, OVER, Actions, Payoffs, Rng, Scores, State
from tetracade.engine.loops import lowest
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import (
    acting,
    apply,
    estimate,
    future,
    judge,
    legal,
    outcomes,
    payoff,
    rate,
    redeal,
    resolve,
    score,
    winners,
)

ROWS = 20
"""How deep outcomes may follow each other and still be weighed exactly."""
SPARE = 9
"""Rows kept for the reference player below the last of them."""

SHARES, POINTS = 0, 1
"""The two rows of a value."""

DRAWN, ENDED, DEAL, NOTES = range(4)
"""What is noted of a playout: outcomes drawn, and whether it reached the end; and the number of the deal."""

PLAYOUT_STREAM = 1 << 41
SAMPLE_STREAM = 2 << 41
REDEAL_STREAM = 3 << 41
TREE_STREAM = 4 << 41
"""Streams of random numbers that no dealer and no bot uses."""
A_DEAL = 1 << 33
"""Each deal has random numbers of its own, or what one run of luck says would count as often as there are deals."""
SAMPLES_A_CHILD = 4096


SEARCHED_SEATS = 2
"""With so many seats a search judges, where it can."""


class Searching(NamedTuple):
    """What a search works with: a tree's arrays and a proof's as the bots' loops take them, and parts of those."""

    states: NDArray[Any]
    nodes: Any
    scratch: Scratch
    settings: Any
    root_links: NDArray[np.int32]
    root_values: NDArray[np.float64]
    first: NDArray[np.int32]
    following: NDArray[np.int32]
    visits: NDArray[np.int32]
    worth: NDArray[np.float64]
    proving: Any
    keys: NDArray[np.int64]
    no_key: int
    looked: NDArray[np.int64]
    may_look: NDArray[np.int64]


class Desk(NamedTuple):
    """The judge's arrays, one row per depth. ``search`` is None where no search judges."""

    states: NDArray[Any]
    actions: NDArray[np.int64]
    ratings: NDArray[np.float64]
    ranks: NDArray[np.float64]
    ids: NDArray[np.int64]
    weights: NDArray[np.int64]
    worth: NDArray[np.float64]
    sums: NDArray[np.float64]
    points: Scores
    notes: NDArray[np.int64]
    room: Payoffs
    rng: Rng
    dealer: Rng
    search: Any


class Budget(NamedTuple):
    """How closely the judge looks; see ``settings.Setting``. ``looks`` says that the reference player looks ahead."""

    seed: int
    looks: bool
    exact: int
    samples: int
    playouts: int
    to_end: int
    simulations: int
    proof: int


def simulate(
    states: NDArray[Any],
    root_seat: int,
    simulations: int,
    used: int,
    rng: Rng,
    nodes: Any,
    scratch: Scratch,
    settings: Any,
) -> int:
    """Stands for the loop of the bots' search."""
    raise LookupError


def solve(proving: Any, depth: int, least: int, most: int) -> int:
    """Stands for the loop of the bots' proofs."""
    raise LookupError


def conclude(state: State, points: Scores, worth: Payoffs) -> None:
    """Write each seat's payoff and points, at the end."""
    score(state, points)
    payoff(state, points, winners(state, points), worth[SHARES])
    for seat in range(state.seats):
        worth[POINTS, seat] = points[seat]


def answers(state: State, worth: Payoffs, room: Payoffs) -> bool:
    """Write what the game itself says each seat may expect; False if it says nothing here."""
    for seat in range(state.seats):
        worth[POINTS, seat] = 0.0
    if judge(state, worth[SHARES], worth[POINTS], room):
        return True
    return estimate(state, worth[SHARES])


def go_forward(desk: Desk, depth: int) -> int:
    """Take all actions that are the only one; return what ``acting`` says then."""
    state = at(desk.states, depth)
    mask = acting(state)
    while mask != OVER and mask != CHANCE:
        seat = lowest(mask)
        if legal(state, seat, desk.actions[depth]) > 1:
            return mask
        apply(state, seat, desk.actions[depth, 0])
        mask = acting(state)
    return mask


def best_reply(desk: Desk, depth: int, seat: int, count: int) -> int:
    """The place of the action after which the seat stands best, with ``worth[depth]`` written; -1 if nothing says."""
    states, worth = desk.states, desk.worth
    best = -1
    for index in range(count):
        states[depth + 1] = states[depth]
        after = at(states, depth + 1)
        apply(after, seat, desk.actions[depth, index])
        if acting(after) == OVER:
            conclude(after, desk.points, worth[depth + 1])
        elif not answers(after, worth[depth + 1], desk.room):
            return -1
        if best < 0 or worth[depth + 1, SHARES, seat] > worth[depth, SHARES, seat]:
            best = index
            for each in range(after.seats):
                worth[depth, SHARES, each] = worth[depth + 1, SHARES, each]
                worth[depth, POINTS, each] = worth[depth + 1, POINTS, each]
    return best


def referred(desk: Desk, depth: int, seat: int, count: int) -> int:
    """The place of the action that looks best at a glance to the seat; a random one if all look the same."""
    ratings = desk.ratings
    rate(at(desk.states, depth), seat, desk.actions[depth], count, ratings)
    best = 0
    same = True
    for index in range(1, count):
        if ratings[index] != ratings[0]:
            same = False
        if ratings[index] > ratings[best]:
            best = index
    if same:
        desk.notes[DRAWN] += 1
        return below(desk.rng, count)
    return best


def play_on(desk: Desk, depth: int) -> None:
    """Let the reference player go on for all seats until the game says what to expect; write it to ``worth[depth]``."""
    state = at(desk.states, depth)
    while True:
        mask = acting(state)
        if mask == OVER:
            conclude(state, desk.points, desk.worth[depth])
            desk.notes[ENDED] = 1
            return
        if answers(state, desk.worth[depth], desk.room):
            return
        if mask == CHANCE:
            count = outcomes(state, desk.ids[depth], desk.weights[depth])
            resolve(state, desk.ids[depth, pick(desk.rng, desk.weights[depth], count)])
            desk.notes[DRAWN] += 1
            continue
        seat = lowest(mask)
        count = legal(state, seat, desk.actions[depth])
        choice = 0
        if count > 1:
            choice = referred(desk, depth, seat, count)
        apply(state, seat, desk.actions[depth, choice])


def judged_at_sight(desk: Desk, depth: int, budget: Budget) -> None:
    """Write the judgement of a state in which a seat has a choice to ``worth[depth]``."""
    states, worth, sums, notes = desk.states, desk.worth, desk.sums, desk.notes
    state = at(states, depth)
    if budget.looks:
        seat = lowest(acting(state))
        if best_reply(desk, depth, seat, legal(state, seat, desk.actions[depth])) >= 0:
            return
    elif answers(state, worth[depth], desk.room):
        return
    for seat in range(state.seats):
        sums[depth, SHARES, seat] = sums[depth, POINTS, seat] = 0.0
    playouts = 1
    number = 0
    while number < playouts:
        states[depth + 1] = states[depth]
        reseed(desk.rng, budget.seed, PLAYOUT_STREAM + notes[DEAL] * A_DEAL + number)
        notes[DRAWN] = notes[ENDED] = 0
        play_on(desk, depth + 1)
        for seat in range(state.seats):
            sums[depth, SHARES, seat] += worth[depth + 1, SHARES, seat]
            sums[depth, POINTS, seat] += worth[depth + 1, POINTS, seat]
        if number == 0 and notes[DRAWN]:
            playouts = budget.to_end if notes[ENDED] else budget.playouts
        number += 1
    for seat in range(state.seats):
        worth[depth, SHARES, seat] = sums[depth, SHARES, seat] / playouts
        worth[depth, POINTS, seat] = sums[depth, POINTS, seat] / playouts


def judged(desk: Desk, depth: int, budget: Budget) -> None:
    """Write the judgement of a state in which a seat has a choice to ``worth[depth]``."""
    judged_at_sight(desk, depth, budget)


def proved(desk: Desk, depth: int, budget: Budget) -> float:
    """What seat 0 wins if both play their best; -1 if that takes more states than may be looked at."""
    search, proving = desk.search, desk.search.proving
    if budget.proof == 0 or future(at(desk.states, depth)) == search.no_key:
        return -1.0
    for row in range(len(search.keys)):
        search.keys[row] = search.no_key
    for seat in range(SEARCHED_SEATS):
        for action in range(proving.credit.shape[1]):
            proving.credit[seat, action] = 0.0
    proving.states[0] = desk.states[depth]
    search.looked[0] = 0
    search.may_look[0] = budget.proof
    lead = solve(proving, 0, -1, 1)
    if search.looked[0] > budget.proof:
        return -1.0
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def searched(desk: Desk, depth: int, seat: int, budget: Budget) -> float:
    """What the seat wins after the action that a tree of simulations visits most."""
    search = desk.search
    visits = search.visits
    search.states[0] = desk.states[depth]
    for column in range(len(search.root_links)):
        search.root_links[column] = 0
    for column in range(len(search.root_values)):
        search.root_values[column] = 0.0
    reseed(desk.rng, budget.seed, TREE_STREAM + desk.notes[DEAL] * A_DEAL)
    simulate(search.states, seat, budget.simulations, 1, desk.rng, search.nodes, search.scratch, search.settings)
    best = child = search.first[0]
    while child:
        if visits[child] > visits[best]:
            best = child
        child = search.following[child]
    return float(search.worth[best] / visits[best])


def judged_by_search(desk: Desk, depth: int, budget: Budget) -> None:
    """The same with shares by proof or, where that takes too many states, by a tree of simulations."""
    judged_at_sight(desk, depth, budget)
    state = at(desk.states, depth)
    if budget.simulations == 0 or state.seats != SEARCHED_SEATS:
        return
    seat = lowest(acting(state))
    share = proved(desk, depth, budget)
    if share < 0.0:
        share = searched(desk, depth, seat, budget)
    elif seat == 1:
        share = 1.0 - share
    desk.worth[depth, SHARES, seat] = share
    desk.worth[depth, SHARES, 1 - seat] = 1.0 - share


def judged_sillily(desk: Desk, depth: int, budget: Budget) -> None:
    """The same by a judge that knows nothing: dealt luck must have mean 0 by it, too, which is how that is shown."""
    state = at(desk.states, depth)
    seat = lowest(acting(state))
    whim = 0
    for index in range(legal(state, seat, desk.actions[depth])):
        whim += desk.actions[depth, index]
    total = 0.0
    for each in range(state.seats):
        desk.worth[depth, SHARES, each] = 1.0 + (whim + 7 * each + seat) % 5
        desk.worth[depth, POINTS, each] = (whim + each) % 11
        total += desk.worth[depth, SHARES, each]
    for each in range(state.seats):
        desk.worth[depth, SHARES, each] /= total


def leaves(desk: Desk, depth: int, limit: int) -> int:
    """How many ways outcomes can come until a seat has a choice; more than ``limit`` means too many."""
    if depth + SPARE >= ROWS:
        return limit + 1
    states = desk.states
    count = outcomes(at(states, depth), desk.ids[depth], desk.weights[depth])
    if count > limit:
        return count
    found = 0
    for index in range(count):
        states[depth + 1] = states[depth]
        resolve(at(states, depth + 1), desk.ids[depth, index])
        if go_forward(desk, depth + 1) == CHANCE:
            found += leaves(desk, depth + 1, limit - found)
        else:
            found += 1
        if found > limit:
            return found
    return found


def sampled(desk: Desk, depth: int, first: int, count: int, budget: Budget) -> None:
    """Write the mean value over some ways the outcomes may come to ``worth[depth]``."""
    states, worth, sums = desk.states, desk.worth, desk.sums
    seats = at(states, depth).seats
    for seat in range(seats):
        sums[depth, SHARES, seat] = sums[depth, POINTS, seat] = 0.0
    for number in range(count):
        states[depth + 1] = states[depth]
        reseed(desk.rng, budget.seed, SAMPLE_STREAM + desk.notes[DEAL] * A_DEAL + first + number)
        mask = go_forward(desk, depth + 1)
        while mask == CHANCE:
            state = at(states, depth + 1)
            some = outcomes(state, desk.ids[depth + 1], desk.weights[depth + 1])
            resolve(state, desk.ids[depth + 1, pick(desk.rng, desk.weights[depth + 1], some)])
            mask = go_forward(desk, depth + 1)
        if mask == OVER:
            conclude(at(states, depth + 1), desk.points, worth[depth + 1])
        else:
            judged(desk, depth + 1, budget)
        for seat in range(seats):
            sums[depth, SHARES, seat] += worth[depth + 1, SHARES, seat]
            sums[depth, POINTS, seat] += worth[depth + 1, POINTS, seat]
    for seat in range(seats):
        worth[depth, SHARES, seat] = sums[depth, SHARES, seat] / count
        worth[depth, POINTS, seat] = sums[depth, POINTS, seat] / count


def valued(desk: Desk, depth: int, budget: Budget) -> bool:
    """Write the value of ``states[depth]`` to ``worth[depth]``; return whether all outcomes were weighed exactly.

    Where outcomes follow each other in too many ways, the first is weighed exactly and some ways to go on are drawn
    after each, independently of what was really dealt.
    """
    mask = go_forward(desk, depth)
    states, worth, sums = desk.states, desk.worth, desk.sums
    if mask == OVER:
        conclude(at(states, depth), desk.points, worth[depth])
        return True
    if mask != CHANCE:
        judged(desk, depth, budget)
        return True
    seats = at(states, depth).seats
    exact = leaves(desk, depth, budget.exact) <= budget.exact
    count = outcomes(at(states, depth), desk.ids[depth], desk.weights[depth])
    each = 1
    if not exact:
        more = 0
        for index in range(count):
            states[depth + 1] = states[depth]
            resolve(at(states, depth + 1), desk.ids[depth, index])
            more += go_forward(desk, depth + 1) == CHANCE
        each = max(1, min(budget.samples // max(more, 1), SAMPLES_A_CHILD))
    total = 0.0
    for seat in range(seats):
        sums[depth, SHARES, seat] = sums[depth, POINTS, seat] = 0.0
    for index in range(count):
        weight = desk.weights[depth, index]
        states[depth + 1] = states[depth]
        resolve(at(states, depth + 1), desk.ids[depth, index])
        if not exact and go_forward(desk, depth + 1) == CHANCE:
            sampled(desk, depth + 1, desk.ids[depth, index] * SAMPLES_A_CHILD, each, budget)
        else:
            valued(desk, depth + 1, budget)
        for seat in range(seats):
            sums[depth, SHARES, seat] += weight * worth[depth + 1, SHARES, seat]
            sums[depth, POINTS, seat] += weight * worth[depth + 1, POINTS, seat]
        total += weight
    for seat in range(seats):
        worth[depth, SHARES, seat] = sums[depth, SHARES, seat] / total
        worth[depth, POINTS, seat] = sums[depth, POINTS, seat] / total
    return exact


def value_true(truth: NDArray[Any], place: int, desk: Desk, budget: Budget) -> bool:
    """Write the value of ``truth[place]`` to ``worth[0]``; return whether all outcomes were weighed exactly."""
    desk.states[0] = truth[place]
    desk.notes[DEAL] = 0
    return valued(desk, 0, budget)


def redeal_for(truth: NDArray[Any], seat: int, number: int, desk: Desk, budget: Budget) -> None:
    """Write to ``states[0]`` the state with all that the seat cannot know drawn anew, in the deal of this number."""
    desk.states[0] = truth[0]
    desk.notes[DEAL] = number
    reseed(desk.dealer, budget.seed, REDEAL_STREAM + number)
    redeal(at(desk.states, 0), seat, desk.dealer)


def value_known(
    truth: NDArray[Any], seat: int, first: int, last: int, desk: Desk, budget: Budget, out: NDArray[np.float64]
) -> None:
    """Write the values of ``truth[0]`` over these deals for the seat."""
    for number in range(first, last):
        redeal_for(truth, seat, number, desk, budget)
        valued(desk, 0, budget)
        for each in range(out.shape[2]):
            out[number - first, SHARES, each] = desk.worth[0, SHARES, each]
            out[number - first, POINTS, each] = desk.worth[0, POINTS, each]


def value_actions(
    truth: NDArray[Any],
    seat: int,
    actions: Actions,
    first: int,
    last: int,
    desk: Desk,
    budget: Budget,
    out: NDArray[np.float64],
) -> None:
    """Write the values after each of these actions of the seat, by deal and action."""
    for number in range(first, last):
        redeal_for(truth, seat, number, desk, budget)
        for index in range(len(actions)):
            desk.states[1] = desk.states[0]
            apply(at(desk.states, 1), seat, actions[index])
            valued(desk, 1, budget)
            for each in range(out.shape[3]):
                out[number - first, index, SHARES, each] = desk.worth[1, SHARES, each]
                out[number - first, index, POINTS, each] = desk.worth[1, POINTS, each]


def glance_at(
    truth: NDArray[Any],
    seat: int,
    actions: Actions,
    first: int,
    last: int,
    desk: Desk,
    budget: Budget,
    out: Payoffs,
) -> None:
    """Add to ``out`` what the seat may expect after each of these actions at a glance, over these deals."""
    for number in range(first, last):
        redeal_for(truth, seat, number, desk, budget)
        for index in range(len(actions)):
            desk.states[1] = desk.states[0]
            apply(at(desk.states, 1), seat, actions[index])
            reseed(desk.rng, budget.seed, PLAYOUT_STREAM + number)
            play_on(desk, 1)
            out[index] += desk.worth[1, SHARES, seat]


def choose_reference(truth: NDArray[Any], seat: int, number: int, desk: Desk, budget: Budget) -> int:
    """The reference player's action in ``truth[0]``, from what the seat knows."""
    redeal_for(truth, seat, number, desk, budget)
    count = legal(at(desk.states, 0), seat, desk.actions[0])
    if count == 1:
        return desk.actions[0, 0]
    best = -1
    if budget.looks:
        best = best_reply(desk, 0, seat, count)
    if best < 0:
        reseed(desk.rng, budget.seed, PLAYOUT_STREAM + number)
        best = referred(desk, 0, seat, count)
    return desk.actions[0, best]


SILLY: dict[Any, Any] = {judged: judged_sillily}
SEARCHING: dict[Any, Any] = {judged: judged_by_search}
"""What takes a loop's place."""

BOUND = (
    *(conclude, answers, go_forward, best_reply, referred, play_on, judged_at_sight, proved, searched),
    *(judged, leaves, sampled, valued),
    *(value_true, redeal_for, value_known, value_actions, glance_at, choose_reference),
)
"""The loops in the order in which they call each other."""
