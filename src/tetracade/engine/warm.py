"""Compiling a game before it is needed."""

from tetracade.engine.arrays import as_rules_see
from tetracade.engine.batch import Batch
from tetracade.engine.chance import generator
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of


def warm(game: Game) -> None:
    """Call every function of the contract and every loop once, so that their machine code is in the cache."""
    kernel = kernel_of(game)
    options = game.option_numbers(game.option_values({}))
    seats = game.checked_seats(None)
    state = kernel.states()[0]
    kernel.start(state, seats, options)
    rng = generator(1)
    while True:
        mask = kernel.acting(state)
        if mask == OVER:
            break
        if mask == CHANCE:
            ids, _ = kernel.outcomes(state)
            kernel.sees_outcome(state, ids[0], 0)
            kernel.resolve(state, ids[0])
            continue
        seat = seats_of(mask)[0]
        legal = kernel.legal(state, seat)
        kernel.rate(state, seat, legal)
        kernel.sees_action(state, seat, legal[0], 0)
        kernel.timing_secret(state)
        kernel.lasting(state, seat, legal[0])
        kernel.ends_turn(state, seat, legal[0])
        kernel.observe(state, seat)
        kernel.redeal(state, seat, rng)
        kernel.apply(state, seat, legal[0])
        kernel.loops["play_out"](as_rules_see(state), rng, game.longest, kernel.scratch)
    kernel.payoff(state)
    kernel.functions["estimate"](as_rules_see(state), kernel.scratch.worth)
    kernel.random_games(1, seats, options, 1)
    Batch(game, 2, seats=seats, seed=1).step_randomly()
