"""Random games of Foursome, everything counted after every step: ``python -m tests.games.foursome.long [GAMES]``."""

import sys
from collections import Counter

import numpy as np

from tests.games.foursome.reading import GAME, KERNEL
from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.unbound import acting, apply, legal, outcomes, resolve
from tetracade.games.foursome.board import CHIPS_A_COLOUR, COPIES, KINDS, LINE_SPACES, LINES, MOST_SEATS
from tetracade.games.foursome.box import SPACES

SEATS = (2, 3, 4, 6, 8)
FINE, CARDS_LOST, HELD_WRONG, CHIPS_LOST, FOURSOME_WRONG, HAND_UNSORTED, TOO_LONG = range(7)


def checked_step(states, rng, actions, ids, weights):  # type: ignore[no-untyped-def]  # compiled by bind
    """Take a random step of the game in ``states[0]``, ``states[1]`` being what was before; what was found wrong."""
    state, before = at(states, 0), at(states, 1)
    mask = acting(state)
    states[1] = states[0]
    if mask == CHANCE:
        resolve(state, ids[pick(rng, weights, outcomes(state, ids, weights))])
    else:
        seat = 0
        while not (mask >> seat) & 1:
            seat += 1
        apply(state, seat, actions[below(rng, legal(state, seat, actions))])
    for kind in range(KINDS):
        count = state.deck[kind] + state.discards[kind]
        for seat in range(MOST_SEATS):
            for place in range(state.held[seat]):
                if state.hand[seat, place] == kind + 1:
                    count += 1
        if count != COPIES[kind] or state.deck[kind] < 0:
            return CARDS_LOST
    size = 0
    for kind in range(KINDS):
        size += state.deck[kind]
    if size != state.deck_size:
        return CARDS_LOST
    for seat in range(MOST_SEATS):
        for place in range(6):
            if (state.hand[seat, place] != 0) != (place < state.held[seat]):
                return HELD_WRONG
            if 0 < place < state.held[seat] and state.hand[seat, place] < state.hand[seat, place - 1]:
                return HAND_UNSORTED
    for colour in range(4):
        chips = state.chips[colour]
        for space in range(SPACES):
            if state.board[space] and (state.board[space] - 1) % 4 == colour:
                chips += 1
        if chips != CHIPS_A_COLOUR or state.chips[colour] < 0:
            return CHIPS_LOST
    # As many chips are locked in this step as the foursomes counted need, each with one locked before at most.
    gained, fresh = 0, 0
    for colour in range(4):
        gained += state.foursomes[colour] - before.foursomes[colour]
    for space in range(SPACES):
        if before.board[space] >= 5 and state.board[space] != before.board[space]:
            return FOURSOME_WRONG  # a locked chip moved
        if state.board[space] >= 5 and before.board[space] < 5:
            fresh += 1
    if (gained == 0 and fresh) or fresh < 3 * gained or fresh > 4 * gained:
        return FOURSOME_WRONG
    if gained == 1:
        found = False
        for line in range(LINES):
            new, old = 0, 0
            colour = (state.board[LINE_SPACES[line, 0]] - 1) % 4
            for place in range(4):
                space = LINE_SPACES[line, place]
                if state.board[space] == colour + 5:
                    if before.board[space] >= 5:
                        old += 1
                    else:
                        new += 1
            if new == fresh and new + old == 4 and old <= 1:
                found = True
        if not found:
            return FOURSOME_WRONG
    return FINE


def whole_games(states, blank, games, seats, start, rng, actions, ids, weights, ends, limit):  # type: ignore[no-untyped-def]
    """Play this many games, checking each step; 0, or what was found wrong. Counts how the games ended."""
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start_game(state, seats, start)  # type: ignore[name-defined]  # noqa: F821 - bound below
        steps = 0
        while acting(state) != OVER:
            wrong = checked_step(states, rng, actions, ids, weights)  # type: ignore[no-untyped-call]
            steps += 1
            if wrong != FINE:
                return wrong
            if steps > limit:
                return TOO_LONG
        ends[state.ended] += 1
    return FINE


def run(games: int, seed: int) -> Counter[str]:
    """Play this many games over all numbers of seats; raises at the first thing wrong."""
    from tetracade.engine.chance import generator
    from tetracade.engine.compile import bind

    step = bind(checked_step, KERNEL.functions, "foursome")
    loop = bind(
        whole_games, {**KERNEL.functions, "checked_step": step, "start_game": KERNEL.functions["start"]}, "foursome"
    )
    scratch = KERNEL.scratch
    ends: Counter[str] = Counter()
    for number, seats in enumerate(SEATS):
        share = games * (number + 1) // len(SEATS) - games * number // len(SEATS)
        counts = np.zeros(4, np.int64)
        options = GAME.option_numbers(GAME.option_values({}))
        rng = generator(seed, seats)
        wrong = loop(
            KERNEL.states(2),
            KERNEL.blank,
            share,
            seats,
            options,
            rng,
            scratch.actions,
            scratch.ids,
            scratch.weights,
            counts,
            GAME.longest,
        )
        if wrong != FINE:
            raise AssertionError(f"{seats} seats: check {wrong} failed")
        ends.update({name: int(count) for name, count in zip(("", "foursomes", "deck", "chips"), counts, strict=True)})
    return ends


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, seed=6)))
