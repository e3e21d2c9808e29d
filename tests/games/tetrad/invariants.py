"""What holds after every step of any game, compiled so that millions of steps can be checked."""

from typing import Any

from tetracade.engine.arrays import at
from tetracade.engine.chance import below, pick
from tetracade.engine.compile import rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Options, Rng, State
from tetracade.engine.loops import chosen_seat
from tetracade.engine.scratch import Scratch
from tetracade.engine.unbound import acting, apply, legal, outcomes, rate, resolve, start
from tetracade.games.tetrad.board import (
    ALL_IMAGES,
    BLOCKER,
    CARDS,
    COPIES,
    FULL,
    HAND,
    POCKETS,
    SEATS,
    SKIP,
)
from tetracade.games.tetrad.state import ENDED, FIVE, LAYING, PLAYING, ROUNDS, SKIPPED, TAKING

FAULTS = (
    "",
    "a draw card is lost or doubled",
    "a gameboard card is lost or doubled",
    "a hand is out of order or of another size",
    "a known card is not in its hand",
    "a BLOCKER lies on no card of the board",
    "the piles' sizes are wrong",
    "a seat holds a wrong number of cards",
    "the game goes on for too long",
)


@rule
def fault(state: State, counts: Actions) -> int:
    """The number of the first of FAULTS that the state has, 0 if none; ``counts`` is scratch."""
    on_board = 0
    for pocket in range(POCKETS):
        card = state.top[pocket]
        while card:
            if on_board >> card & 1 or state.board_pile >> card & 1:
                return 2
            on_board |= 1 << card
            card = state.under[card]
    turned_up = (1 << state.turned_up) & ~1
    if on_board & turned_up or on_board | turned_up | state.board_pile != ALL_IMAGES:
        return 2
    if state.blocked & ~on_board:
        return 5
    piled = 0
    for card in range(CARDS):
        counts[card] = state.pile[card]
        piled += state.pile[card]
        if state.pile[card] < 0:
            return 1
    counts[state.used] += 1
    for place in range(state.discards):
        counts[state.discard[place]] += 1
    for seat in range(SEATS):
        counts[SKIP] += state.skip[seat]
        for place in range(FULL):
            counts[state.hand[seat, place]] += 1
    blocked = state.blocked
    while blocked:
        counts[BLOCKER] += 1
        blocked &= blocked - 1
    for card in range(1, CARDS):
        if counts[card] != COPIES[card]:
            return 1
    if piled != state.pile_size or state.pile_size < 0 or state.discards < 0:
        return 6
    for place in range(len(state.discard)):
        if (state.discard[place] != 0) != (place < state.discards):
            return 6
    for seat in range(SEATS):
        known = 0
        for place in range(FULL):
            card = state.hand[seat, place]
            if (card != 0) != (place < state.hand_size[seat]):
                return 3
            if place and card and card < state.hand[seat, place - 1]:
                return 3
            if known < FULL and card and state.known[seat, known] == card:
                known += 1
        if known < FULL and state.known[seat, known]:
            return 4
        if state.phase in (TAKING, SKIPPED, FIVE):
            if state.hand_size[seat] != (0 if seat >= state.seats else HAND) and state.hand_size[seat] != FULL:
                return 7
            if state.hand_size[seat] == FULL and state.claims == 0:
                return 7
    if state.phase == PLAYING and state.hand_size[state.turn] != FULL:
        return 7
    if state.turns > ROUNDS * state.seats:
        return 8
    return 0


def audited(
    states: Any,
    blank: Any,
    games: int,
    seats: int,
    options: Options,
    rng: Rng,
    scratch: Scratch,
    greedy: int,
    counts: Actions,
    tally: Any,
) -> int:
    """Play games, at random or each seat by its ratings, and return the first fault; 0 if there is none.

    ``tally`` counts games, wins and steps.
    """
    actions, ids, weights, ratings = scratch.actions, scratch.ids, scratch.weights, scratch.ratings
    for _ in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, seats, options)
        mask = acting(state)
        while mask != OVER:
            if mask == CHANCE:
                count = outcomes(state, ids, weights)
                resolve(state, ids[pick(rng, weights, count)])
            else:
                seat = chosen_seat(mask, rng)
                count = legal(state, seat, actions)
                choice = below(rng, count)
                if greedy:
                    rate(state, seat, actions, count, ratings)
                    for index in range(count):
                        if ratings[index] > ratings[choice]:
                            choice = index
                apply(state, seat, actions[choice])
            tally[2] += 1
            found = fault(state, counts)
            if found and not (state.phase == LAYING and found == 2):
                return found
            mask = acting(state)
        tally[0] += 1
        if state.phase != ENDED:
            return 8
        if state.winner:
            tally[1] += 1
    return 0
