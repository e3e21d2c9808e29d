"""Many random games, with what must always hold checked at every step: ``python -m tests.games.tetrathedral.long``."""

import sys

import numpy as np

from tests.games.tetrathedral.reading import GAME, KERNEL
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.chance import below, generator, pick
from tetracade.engine.compile import rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Options, Outcomes, Rng, State, Weights
from tetracade.games.tetrathedral.board import BIT, FORMATION_SPACES, MOST_PAWNS, SEATS, SIDES, WORD
from tetracade.games.tetrathedral.rules import acting, apply, legal, outcomes, resolve, start
from tetracade.games.tetrathedral.state import DRAWN, MOST_ROLLS, OUT, SPACES, WON

KEPT, OVERLAPPING, UNSORTED, BAD_MASK, FORMED, STUCK, TOO_LONG, BAD_END = range(8)
"""What a check finds."""
SAID = (
    "kept",
    "two pawns on a space",
    "pawns out of order",
    "a wrong mask",
    "a formation that did not win",
    "no action",
    "more than 1,000 rolls",
    "an end that is none",
)


@rule
def checked(state: State) -> int:
    """What is wrong with the state, or that nothing is."""
    for seat in range(SEATS):
        found = 0
        for pawn in range(MOST_PAWNS):
            space = state.pawns[seat, pawn]
            if pawn >= state.in_play[seat]:
                if space != OUT:
                    return UNSORTED
                continue
            if pawn > 0 and state.pawns[seat, pawn - 1] >= space:
                return UNSORTED
            if not state.mask[seat, WORD[space]] & BIT[space]:
                return BAD_MASK
            if state.mask[1 - seat, WORD[space]] & BIT[space]:
                return OVERLAPPING
            found += 1
        bits = 0
        for word in range(2):
            rest = state.mask[seat, word]
            while rest:
                rest &= rest - 1
                bits += 1
        if bits != found or found > state.side:
            return BAD_MASK
    if state.rolls > MOST_ROLLS:
        return TOO_LONG
    formed = is_formed(state, 0) + 2 * is_formed(state, 1)
    if state.phase == WON:
        return KEPT if formed == 1 + state.turn else BAD_END
    if state.phase == DRAWN and state.rolls != MOST_ROLLS:
        return BAD_END
    return FORMED if formed else KEPT


@rule
def is_formed(state: State, seat: int) -> int:
    """1 if the seat's pawns stand in any formation."""
    for formation in range(len(FORMATION_SPACES)):
        held = 0
        for place in range(4):
            space = FORMATION_SPACES[formation, place]
            for pawn in range(state.in_play[seat]):
                if state.pawns[seat, pawn] == space:
                    held += 1
        if held == 4:
            return 1
    return 0


@rule
def played(state: State, rng: Rng, actions: Actions, ids: Outcomes, weights: Weights) -> int:
    """Play at random to the end with every check; return what was found."""
    mask = acting(state)
    while mask != OVER:
        if mask == CHANCE:
            count = outcomes(state, ids, weights)
            resolve(state, ids[pick(rng, weights, count)])
        else:
            seat = mask - 1
            count = legal(state, seat, actions)
            if count == 0:
                return STUCK
            pawns = state.in_play[0] + state.in_play[1]
            action = actions[below(rng, count)]
            captures = state.mask[1 - seat, WORD[action % SPACES]] & BIT[action % SPACES]
            apply(state, seat, action)
            pawns += (1 if action // SPACES == OUT else 0) - (1 if captures else 0)
            if state.in_play[0] + state.in_play[1] != pawns:
                return BAD_MASK
        found = checked(state)
        if found != KEPT:
            return found
        mask = acting(state)
    return KEPT


def run(games: int, options: Options, seed: int) -> dict[str, int]:
    """Play these games; the results, and everything that was not kept."""
    states = KERNEL.states()
    rng = generator(seed)
    actions = np.zeros(GAME.actions, np.int64)
    ids, weights = np.zeros(GAME.outcomes, np.int64), np.zeros(GAME.outcomes, np.int64)
    results = {"Red": 0, "Blue": 0, "drawn": 0, "rolls": 0}
    for _ in range(games):
        states[0] = KERNEL.blank[0]
        state = as_rules_see(states[0])
        start(state, SEATS, options)
        found = played(state, rng, actions, ids, weights)
        if found != KEPT:
            raise AssertionError(f"{SAID[found]}: {GAME.words.position(states[0])}")
        name = "drawn" if int(state.phase) == DRAWN else GAME.words.seat_name(int(state.turn))
        results[name] += 1
        results["rolls"] += int(state.rolls)
    return results


def main(games: int) -> None:
    """Play the games in each of the four kinds of table, and print the results."""
    for pawns in (8, 4):
        for lines in ("all", "strips"):
            options = GAME.option_numbers(GAME.option_values({"pawns": pawns, "lines": lines}))
            print(f"{pawns} pawns, {lines} lines: {games} games, {run(games, options, SIDES + pawns)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
