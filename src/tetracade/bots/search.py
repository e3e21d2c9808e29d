"""Information-set Monte Carlo tree search, heats and exact expectation, as loops bound to a game.

A simulation redeals what the root's seat can't know, walks down the tree, plays the game out from a leaf and credits
all seats. A node stands for a sequence of actions. Outcomes are drawn anew each time, so one node covers everything
chance may do, and each visit offers the actions that are legal at that moment. Nodes are chosen by PUCT: priors come
from the game's ``rate``, and an untried action counts as the mean of its siblings, less a reserve.

The tree is a table of numbers with one row per node, so memory is bounded. Once it is full, simulations still play and
count, but add no nodes.

In heats there is no tree: every action is tried on the same deals with the same luck, so that what differs is mostly
their merit. ``expect`` weights outcomes exactly instead of drawing them.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, reseed
from tetracade.engine.contract import CHANCE, OVER, Actions, Payoffs, Rng, Scores, State
from tetracade.engine.loops import chosen_seat, lowest, settle
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import (
    acting,
    apply,
    estimate,
    legal,
    outcomes,
    payoff,
    rate,
    redeal,
    resolve,
    score,
    winners,
)

FIRST = 0
NEXT = 1
ACTION = 2
SEAT = 3
VISITS = 4
CHILDREN = 5
LINKS = 6
"""Columns of the links: first child, next sibling, the action that leads here, its seat, the number of visits, and the
number of children."""

WORTH = 0
BELOW = 1
TRIED = 2
VALUES = 3
"""Columns of the values: the sum of payoffs for the seat that chose the node; the same sum over its children, and the
sum of the priors of those that were visited."""

MEAN = 0
PRIOR = 1
ONE_MORE = 2
LOOKS = 3
"""Columns of what is looked at most: the mean payoff, or ``UNVISITED``, the node's prior, and its visits and one."""

UNVISITED = -1.0

LACKING = -1
"""Stands for the child of a legal action that has none yet."""

RESERVE = 0.3
"""How much worse than its siblings an untried action counts, once everything that looks good has been tried."""

DEEPEST = 512
"""The longest path down a tree."""

FOLLOWED = -1.0
"""The rating of an action that has been followed."""


class Nodes(NamedTuple):
    """The tree's arrays, one row per node, and scratch marks by action for looking at a node's children."""

    links: NDArray[np.int32]
    values: NDArray[np.float64]
    looks: NDArray[np.float64]
    path: NDArray[np.int64]
    slots: NDArray[np.int64]
    seen: NDArray[np.int64]


class Settings(NamedTuple):
    """How a game is simulated: its tuning, and whether everything in it is open."""

    temperature: float
    doubt: float
    greed: float
    horizon: int
    exploration: float
    open_game: bool
    skips: bool
    """Whether playouts miss some of the actions they should compare, as they did when ``master-1`` was Master."""


class Levels(NamedTuple):
    """The arrays of exact expectation, one row per depth; ``looked[0]`` counts leaves."""

    states: NDArray[Any]
    actions: NDArray[np.int64]
    looks: NDArray[np.float64]
    ids: NDArray[np.int64]
    weights: NDArray[np.int64]
    worth: NDArray[np.float64]
    points: Scores
    looked: NDArray[np.int64]


def simulate(
    states: NDArray[Any],
    root_seat: int,
    simulations: int,
    used: int,
    rng: Rng,
    nodes: Nodes,
    scratch: Scratch,
    settings: Settings,
) -> int:
    """Run simulations from ``states[0]``, in ``states[1]``; return how many rows of the tree are used."""
    links, values, looks, path = nodes.links, nodes.values, nodes.looks, nodes.path
    actions, worth, exploration = scratch.actions, scratch.worth, settings.exploration
    rows = links.shape[0]
    for _ in range(simulations):
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        node = 0
        length = 1
        path[0] = 0
        # As long as nothing is drawn, a node's state, and what is legal there, are always the same.
        steady = settings.open_game
        mask = acting(state)
        while mask != OVER and length < DEEPEST:
            if mask == CHANCE:
                steady = False
                mask = settle(state, rng, scratch)
                continue
            if steady and links[node, FIRST]:
                node = foremost(node, nodes, exploration)
                apply(state, links[node, SEAT], links[node, ACTION])
                path[length] = node
                length += 1
                mask = acting(state)
                if links[node, VISITS] == 0:
                    break
                continue
            seat = root_seat if node == 0 and (mask >> root_seat) & 1 else lowest(mask)
            count = legal(state, seat, actions)
            if count == 1 and node != 0:
                apply(state, seat, actions[0])
                mask = acting(state)
                continue
            if links[node, VISITS] == 0 and node != 0:
                break  # a leaf: play out from here
            room = used + count <= rows
            child = LACKING
            if not steady:
                child = preferred(node, seat, nodes, actions, count, exploration, room)
            if child == LACKING and room:
                used = grow(state, seat, node, used, count, nodes, scratch, settings)
                if steady:
                    child = foremost(node, nodes, exploration)
                else:
                    child = preferred(node, seat, nodes, actions, count, exploration, False)
            if child == LACKING:
                break  # the tree is full
            apply(state, seat, links[child, ACTION])
            node = child
            path[length] = node
            length += 1
            mask = acting(state)
        finish(state, rng, scratch, settings)
        for place in range(length):
            node = path[place]
            links[node, VISITS] += 1
            if node:
                visits = links[node, VISITS]
                values[node, WORTH] += worth[links[node, SEAT]]
                values[path[place - 1], BELOW] += worth[links[node, SEAT]]
                if visits == 1:
                    values[path[place - 1], TRIED] += looks[node, PRIOR]
                looks[node, MEAN] = values[node, WORTH] / visits
                looks[node, ONE_MORE] = visits + 1
    return used


def grow(
    state: State,
    seat: int,
    node: int,
    used: int,
    count: int,
    nodes: Nodes,
    scratch: Scratch,
    settings: Settings,
) -> int:
    """Add a child for every legal action of the seat that has none; return how many rows are used.

    Deals may differ in who acts next, so the same action by another seat is another child.
    """
    links, values, looks, slots = nodes.links, nodes.values, nodes.looks, nodes.slots
    actions, ratings, doubt = scratch.actions, scratch.ratings, settings.doubt
    earlier = links[node, FIRST]
    child = earlier
    while child:
        if links[child, SEAT] == seat:
            slots[links[child, ACTION]] = child
        child = links[child, NEXT]
    rate(state, seat, actions, count, ratings)
    best = ratings[0]
    worst = ratings[0]
    for index in range(1, count):
        best = max(best, ratings[index])
        worst = min(worst, ratings[index])
    total = 0.0
    for index in range(count):
        if best > worst:
            ratings[index] = math.exp((ratings[index] - best) / settings.temperature)
        else:
            ratings[index] = 1.0
        total += ratings[index]
    last = earlier
    first_new = used
    for index in range(count):
        if not slots[actions[index]]:
            links[used, FIRST] = 0
            links[used, NEXT] = last
            links[used, ACTION] = actions[index]
            links[used, SEAT] = seat
            links[used, VISITS] = 0
            links[used, CHILDREN] = 0
            values[used, WORTH] = 0.0
            values[used, BELOW] = 0.0
            values[used, TRIED] = 0.0
            looks[used, MEAN] = UNVISITED
            looks[used, PRIOR] = (1.0 - doubt) * ratings[index] / total + doubt / count
            looks[used, ONE_MORE] = 1.0
            last = used
            used += 1
    links[node, FIRST] = last
    links[node, CHILDREN] += used - first_new
    child = earlier
    while child:
        slots[links[child, ACTION]] = 0
        child = links[child, NEXT]
    return used


def foremost(node: int, nodes: Nodes, exploration: float) -> int:
    """The child with the best upper estimate, where all children are always legal.

    They were all added at once, so they are neighbours; and every visit but a node's first has gone on to one of them.
    """
    links, values, looks = nodes.links, nodes.values, nodes.looks
    last = links[node, FIRST]
    before = last - links[node, CHILDREN]
    visits = links[node, VISITS] - (1 if node else 0)
    wide = exploration * math.sqrt(visits + 1.0)
    usual = usual_of(values[node, BELOW], visits, values[node, TRIED])
    best = -1.0
    found = last
    for child in range(last, before, -1):
        mean = looks[child, MEAN]
        if mean == UNVISITED:
            mean = usual
        upper = mean + wide * looks[child, PRIOR] / looks[child, ONE_MORE]
        if upper > best:
            best = upper
            found = child
    return found


def usual_of(total: float, visits: int, known: float) -> float:
    """The value of an untried action: the mean of those tried, less a reserve."""
    return total / visits - RESERVE * math.sqrt(known) if visits else 0.5


def preferred(
    node: int,
    seat: int,
    nodes: Nodes,
    actions: Actions,
    count: int,
    exploration: float,
    complete: bool,
) -> int:
    """The legal child of the seat with the best upper estimate.

    LACKING if there is none or, where the children should be complete, if a legal action has none.
    """
    links, values, looks, seen = nodes.links, nodes.values, nodes.looks, nodes.seen
    for index in range(count):
        seen[actions[index]] = 1
    have = 0
    visits = 0
    total = 0.0
    known = 0.0
    child = links[node, FIRST]
    while child:
        if seen[links[child, ACTION]] and links[child, SEAT] == seat:
            have += 1
            visits += links[child, VISITS]
            total += values[child, WORTH]
            if links[child, VISITS]:
                known += looks[child, PRIOR]
        child = links[child, NEXT]
    found = LACKING
    if have == count or not complete:
        usual = usual_of(total, visits, known)
        wide = exploration * math.sqrt(visits + 1.0)
        best = -1.0
        child = links[node, FIRST]
        while child:
            if seen[links[child, ACTION]] and links[child, SEAT] == seat:
                mean = looks[child, MEAN] if links[child, VISITS] else usual
                upper = mean + wide * looks[child, PRIOR] / looks[child, ONE_MORE]
                if upper > best:
                    best = upper
                    found = child
            child = links[child, NEXT]
    for index in range(count):
        seen[actions[index]] = 0
    return found


def finish(state: State, rng: Rng, scratch: Scratch, settings: Settings) -> None:
    """Play on to the end, or to the horizon, and write each seat's payoff."""
    actions, points, worth = scratch.actions, scratch.points, scratch.worth
    eager = int(settings.greed * 65536)
    steps = 0
    mask = settle(state, rng, scratch)
    while mask != OVER:
        if steps >= settings.horizon and estimate(state, worth):
            return
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, actions)
        choice = 0
        if count > 1:
            first = choice = below(rng, count)  # from a random place on, so that equals are equally likely
            if eager and below(rng, 65536) < eager:
                choice = best_rated(state, seat, count, first, scratch, settings.skips)
        apply(state, seat, actions[choice])
        steps += 1
        mask = settle(state, rng, scratch)
    score(state, points)
    payoff(state, points, winners(state, points), worth)


def best_rated(state: State, seat: int, count: int, first: int, scratch: Scratch, skips: bool) -> int:
    """The place of the action that looks best at a glance, the first of equals from this place on.

    It stays out of ``finish``, so that random playouts have the processor's registers to themselves.
    """
    ratings = scratch.ratings
    rate(state, seat, scratch.actions, count, ratings)
    choice = first
    for index in range(1, count):
        other = (choice if skips else first) + index
        if other >= count:
            other -= count
        if ratings[other] > ratings[choice]:
            choice = other
    return choice


def try_out(
    states: NDArray[Any],
    root_seat: int,
    action: int,
    first: int,
    last: int,
    seed: int,
    rng: Rng,
    scratch: Scratch,
    settings: Settings,
) -> float:
    """Play out after the action on the deals from ``first`` up to ``last``; return the seat's total payoff."""
    total = 0.0
    for number in range(first, last):
        reseed(rng, seed, number)
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        apply(state, root_seat, action)
        finish(state, rng, scratch, settings)
        total += scratch.worth[root_seat]
    return total


def follow(
    states: NDArray[Any],
    root_seat: int,
    line: NDArray[np.int64],
    length: int,
    deals: int,
    seed: int,
    rng: Rng,
    times: NDArray[np.int64],
    scratch: Scratch,
) -> None:
    """Count in ``times`` which action looks best at a glance to whoever is next after the line, over these deals.

    Deals in which the line can't be played don't count.
    """
    actions, ratings = scratch.actions, scratch.ratings
    for number in range(deals):
        reseed(rng, seed, number)
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        apply(state, root_seat, line[0])
        place = 1
        mask = settle(state, rng, scratch)
        while mask != OVER:
            seat = chosen_seat(mask, rng)
            count = legal(state, seat, actions)
            choice = 0
            if count > 1 and place == length:
                rate(state, seat, actions, count, ratings)
                for index in range(1, count):
                    if ratings[index] > ratings[choice]:
                        choice = index
                times[actions[choice]] += 1
                break
            if count > 1:
                while choice < count and actions[choice] != line[place]:
                    choice += 1
                if choice == count:
                    break
                place += 1
            apply(state, seat, actions[choice])
            mask = settle(state, rng, scratch)


def glance(state: State, points: Scores, worth: Payoffs) -> bool:
    """Write each seat's payoff or estimate; return False, having written equal shares, if there is neither."""
    if acting(state) == OVER:
        score(state, points)
        payoff(state, points, winners(state, points), worth)
        return True
    if estimate(state, worth):
        return True
    for seat in range(state.seats):
        worth[seat] = 1.0 / state.seats
    return False


def expect(levels: Levels, depth: int, plies: int, breadth: int) -> None:
    """Write each seat's expected payoff in ``states[depth]`` to ``worth[depth]``, looking these plies ahead.

    Outcomes are weighted exactly, every seat takes what is best for itself, and leaves count by the game's estimate.
    Before the last decision only the actions that look best at a glance are followed, as many as ``breadth`` says.
    ``looked[0]`` counts the leaves.
    """
    states, actions, looks, worth = levels.states, levels.actions, levels.looks, levels.worth
    ids, weights = levels.ids, levels.weights
    state = at(states, depth)
    mask = acting(state)
    seats = state.seats
    at_the_edge = depth + 1 == states.shape[0]  # after a long run of outcomes without a decision
    if mask == OVER or at_the_edge or plies == 0:
        levels.looked[0] += 1
        if glance(state, levels.points, worth[depth]) or at_the_edge:
            return
    if mask == CHANCE:
        count = outcomes(state, ids[depth], weights[depth])
        whole = 0.0
        for seat in range(seats):
            worth[depth, seat] = 0.0
        for index in range(count):
            states[depth + 1] = states[depth]
            resolve(at(states, depth + 1), ids[depth, index])
            expect(levels, depth + 1, plies, breadth)
            for seat in range(seats):
                worth[depth, seat] += worth[depth + 1, seat] * weights[depth, index]
            whole += weights[depth, index]
        for seat in range(seats):
            worth[depth, seat] /= whole
        return
    mover = lowest(mask)
    count = legal(state, mover, actions[depth])
    followed = count
    if plies > 1 and count > breadth:
        followed = breadth
        for index in range(count):
            states[depth + 1] = states[depth]
            apply(at(states, depth + 1), mover, actions[depth, index])
            glance(at(states, depth + 1), levels.points, worth[depth + 1])
            looks[depth, index] = worth[depth + 1, mover]
    worth[depth, mover] = -1.0
    for turn in range(followed):
        chosen = turn
        if followed < count:
            for index in range(count):
                if looks[depth, index] > looks[depth, chosen]:
                    chosen = index
            looks[depth, chosen] = FOLLOWED
        states[depth + 1] = states[depth]
        apply(at(states, depth + 1), mover, actions[depth, chosen])
        expect(levels, depth + 1, max(plies - 1, 0), breadth)
        if worth[depth + 1, mover] > worth[depth, mover]:
            for seat in range(seats):
                worth[depth, seat] = worth[depth + 1, seat]


INLINED = (usual_of, foremost, preferred, finish)
BOUND = (best_rated, *INLINED, grow, simulate, try_out, follow, glance, expect)
"""The loops in the order in which they call each other."""
