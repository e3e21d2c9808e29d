"""Information-set Monte Carlo tree search, heats and exact expectation, as loops bound to a game.

A simulation redeals what the root's seat cannot know, walks down the tree, plays the game out from a leaf and pays all
seats. A node stands for a sequence of actions: outcomes are drawn anew each time, so one node gathers all that chance
may do, and each visit offers the actions that are legal there and then. The choice at a node is by PUCT: priors come
from the game's ``rate``, and an action not tried yet counts as the mean of its siblings, less a reserve.

The tree is a table of numbers, a row a node, so memory is bounded: once it is full, simulations still play and count,
but grow nothing.

In heats there is no tree: every action is played on from the same deals with the same luck, so that they differ by
little but their merit. ``expected`` weighs outcomes exactly instead of drawing them.
"""

import math
from typing import Any

from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, seeded
from tetracade.engine.contract import CHANCE, OVER, Actions, Outcomes, Payoffs, Ratings, Rng, Scores, State, Weights
from tetracade.engine.loops import chosen_seat, lowest, settled
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
LINKS = 5
"""Columns of the links: first child, next sibling, the action that leads here, who does it, how often."""

WORTH = 0
PRIOR = 1
VALUES = 2
"""Columns of the values: sum of payoffs for the seat that chose the node, and its prior."""

LACKING = -1
"""What stands for a child where a legal action has none yet."""

RESERVE = 0.3
"""How much worse than its siblings an action not tried yet counts, once all that looks good has been tried."""

DEEPEST = 512
"""The longest way down a tree."""

FOLLOWED = -1.0
"""The look of an action that was followed already."""


def simulated(
    states: NDArray[Any],
    root_seat: int,
    simulations: int,
    rng: Rng,
    links: NDArray[Any],
    values: NDArray[Any],
    used: int,
    path: NDArray[Any],
    slots: NDArray[Any],
    seen: NDArray[Any],
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    ratings: Ratings,
    points: Scores,
    worth: Payoffs,
    temperature: float,
    doubt: float,
    greed: float,
    horizon: int,
    exploration: float,
    open_game: bool,
) -> int:
    """Run simulations from ``states[0]``, in ``states[1]``; return how many rows of the tree are used."""
    rows = links.shape[0]
    for _ in range(simulations):
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        node = 0
        length = 1
        path[0] = 0
        steady = open_game  # so far nothing was drawn: the node's state, and what is legal there, are always the same
        mask = acting(state)
        while mask != OVER and length < DEEPEST:
            if mask == CHANCE:
                steady = False
                mask = settled(state, rng, ids, weights)
                continue
            if steady and links[node, FIRST]:
                node = foremost(node, links, values, exploration)
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
            child = preferred(node, seat, links, values, seen, actions, count, exploration, room)
            if child == LACKING and room:
                used = grown(state, seat, node, links, values, used, slots, actions, count, ratings, temperature, doubt)
                child = preferred(node, seat, links, values, seen, actions, count, exploration, False)
            if child == LACKING:
                break  # the tree is full
            apply(state, seat, links[child, ACTION])
            node = child
            path[length] = node
            length += 1
            mask = acting(state)
        finished(state, rng, actions, ids, weights, ratings, points, worth, greed, horizon)
        for place in range(length):
            node = path[place]
            links[node, VISITS] += 1
            if node:
                values[node, WORTH] += worth[links[node, SEAT]]
    return used


def grown(
    state: State,
    seat: int,
    node: int,
    links: NDArray[Any],
    values: NDArray[Any],
    used: int,
    slots: NDArray[Any],
    actions: Actions,
    count: int,
    ratings: Ratings,
    temperature: float,
    doubt: float,
) -> int:
    """Add a child for every legal action of the seat that has none; return how many rows are used.

    Deals may differ in who acts next: the same action by another seat is another child.
    """
    child = links[node, FIRST]
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
            ratings[index] = math.exp((ratings[index] - best) / temperature)
        else:
            ratings[index] = 1.0
        total += ratings[index]
    for index in range(count):
        if not slots[actions[index]]:
            links[used, FIRST] = 0
            links[used, NEXT] = links[node, FIRST]
            links[used, ACTION] = actions[index]
            links[used, SEAT] = seat
            links[used, VISITS] = 0
            values[used, WORTH] = 0.0
            values[used, PRIOR] = (1.0 - doubt) * ratings[index] / total + doubt / count
            links[node, FIRST] = used
            used += 1
    child = links[node, FIRST]
    while child:
        slots[links[child, ACTION]] = 0
        child = links[child, NEXT]
    return used


def foremost(node: int, links: NDArray[Any], values: NDArray[Any], exploration: float) -> int:
    """The child with the best upper estimate, where all children are always legal."""
    visits = 0
    total = 0.0
    known = 0.0
    child = links[node, FIRST]
    while child:
        if links[child, VISITS]:
            visits += links[child, VISITS]
            total += values[child, WORTH]
            known += values[child, PRIOR]
        child = links[child, NEXT]
    usual = usual_of(total, visits, known)
    wide = exploration * math.sqrt(visits + 1.0)
    best = -1.0
    child = found = links[node, FIRST]
    while child:
        upper = upper_of(child, links, values, usual, wide)
        if upper > best:
            best = upper
            found = child
        child = links[child, NEXT]
    return found


def usual_of(total: float, visits: int, known: float) -> float:
    """What an action not tried yet counts for: the mean of those tried, less a reserve."""
    return total / visits - RESERVE * math.sqrt(known) if visits else 0.5


def upper_of(child: int, links: NDArray[Any], values: NDArray[Any], usual: float, wide: float) -> float:
    """The upper estimate of a child."""
    tried = links[child, VISITS]
    mean = values[child, WORTH] / tried if tried else usual
    return mean + wide * values[child, PRIOR] / (1 + tried)


def preferred(
    node: int,
    seat: int,
    links: NDArray[Any],
    values: NDArray[Any],
    seen: NDArray[Any],
    actions: Actions,
    count: int,
    exploration: float,
    complete: bool,
) -> int:
    """The legal child of the seat with the best upper estimate.

    LACKING if there is none, or, where the children should be complete, if a legal action has none.
    """
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
                known += values[child, PRIOR]
        child = links[child, NEXT]
    found = LACKING
    if have == count or not complete:
        usual = usual_of(total, visits, known)
        wide = exploration * math.sqrt(visits + 1.0)
        best = -1.0
        child = links[node, FIRST]
        while child:
            if seen[links[child, ACTION]] and links[child, SEAT] == seat:
                upper = upper_of(child, links, values, usual, wide)
                if upper > best:
                    best = upper
                    found = child
            child = links[child, NEXT]
    for index in range(count):
        seen[actions[index]] = 0
    return found


def finished(
    state: State,
    rng: Rng,
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    ratings: Ratings,
    points: Scores,
    worth: Payoffs,
    greed: float,
    horizon: int,
) -> None:
    """Play on to the end, or as far as the horizon, and write what each seat gets."""
    eager = int(greed * 65536)
    steps = 0
    mask = settled(state, rng, ids, weights)
    while mask != OVER:
        if steps >= horizon and estimate(state, worth):
            return
        seat = chosen_seat(mask, rng)
        count = legal(state, seat, actions)
        choice = 0
        if count > 1:
            choice = below(rng, count)
            if eager and below(rng, 65536) < eager:
                rate(state, seat, actions, count, ratings)
                for index in range(count):  # from a random place on, so that equals are equally likely
                    other = choice + index
                    if other >= count:
                        other -= count
                    if ratings[other] > ratings[choice]:
                        choice = other
        apply(state, seat, actions[choice])
        steps += 1
        mask = settled(state, rng, ids, weights)
    score(state, points)
    payoff(state, points, winners(state, points), worth)


def tried(
    states: NDArray[Any],
    root_seat: int,
    action: int,
    first: int,
    last: int,
    seed: int,
    rng: Rng,
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    ratings: Ratings,
    points: Scores,
    worth: Payoffs,
    greed: float,
    horizon: int,
) -> float:
    """Play on after the action from the deals of these numbers; return the sum of what the seat gets."""
    total = 0.0
    for number in range(first, last):
        seeded(rng, seed, number)
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        apply(state, root_seat, action)
        finished(state, rng, actions, ids, weights, ratings, points, worth, greed, horizon)
        total += worth[root_seat]
    return total


def followed(
    states: NDArray[Any],
    root_seat: int,
    line: NDArray[Any],
    length: int,
    deals: int,
    seed: int,
    rng: Rng,
    times: NDArray[Any],
    actions: Actions,
    ids: Outcomes,
    weights: Weights,
    ratings: Ratings,
) -> None:
    """Count in ``times`` which action looks best, at a glance, to whoever chooses after the line, over these deals.

    A deal in which a seat cannot act as the line says does not count.
    """
    for number in range(deals):
        seeded(rng, seed, number)
        states[1] = states[0]
        state = at(states, 1)
        redeal(state, root_seat, rng)
        apply(state, root_seat, line[0])
        place = 1
        mask = settled(state, rng, ids, weights)
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
            mask = settled(state, rng, ids, weights)


def glanced(state: State, points: Scores, worth: Payoffs) -> bool:
    """Write what each seat gets at the end, or may expect by the game's estimate; False, and even, if there is none."""
    if acting(state) == OVER:
        score(state, points)
        payoff(state, points, winners(state, points), worth)
        return True
    if estimate(state, worth):
        return True
    for seat in range(state.seats):
        worth[seat] = 1.0 / state.seats
    return False


def expected(
    states: NDArray[Any],
    depth: int,
    plies: int,
    breadth: int,
    actions: NDArray[Any],
    looks: NDArray[Any],
    ids: NDArray[Any],
    weights: NDArray[Any],
    points: Scores,
    worth: NDArray[Any],
    looked: NDArray[Any],
) -> None:
    """Write into ``worth[depth]`` what each seat may expect of ``states[depth]``, looking these plies ahead.

    Chance is weighed exactly; every seat takes what is best for itself; at the end of sight the game's estimate counts.
    Before the last decision only the actions that look best at a glance are followed, as many as the breadth says.
    What was looked at, at the end of sight, is counted in ``looked[0]``.
    """
    state = at(states, depth)
    mask = acting(state)
    seats = state.seats
    at_the_edge = depth + 1 == states.shape[0]  # after a long run of outcomes without a decision
    if mask == OVER or at_the_edge or plies == 0:
        looked[0] += 1
        if glanced(state, points, worth[depth]) or at_the_edge:
            return
    if mask == CHANCE:
        count = outcomes(state, ids[depth], weights[depth])
        whole = 0.0
        for seat in range(seats):
            worth[depth, seat] = 0.0
        for index in range(count):
            states[depth + 1] = states[depth]
            resolve(at(states, depth + 1), ids[depth, index])
            expected(states, depth + 1, plies, breadth, actions, looks, ids, weights, points, worth, looked)
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
            glanced(at(states, depth + 1), points, worth[depth + 1])
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
        expected(states, depth + 1, max(plies - 1, 0), breadth, actions, looks, ids, weights, points, worth, looked)
        if worth[depth + 1, mover] > worth[depth, mover]:
            for seat in range(seats):
                worth[depth, seat] = worth[depth + 1, seat]


INLINED = (usual_of, upper_of, foremost, preferred)
BOUND = (*INLINED, grown, finished, simulated, tried, followed, glanced, expected)
"""The loops in the order in which they call each other."""
