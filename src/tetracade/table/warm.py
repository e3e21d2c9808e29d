"""Compiles or loads all the rules that a table needs, before anyone has to wait for them."""

import time
from pathlib import Path

from tetracade.engine.cache import cache_folder, sources_of
from tetracade.engine.chance import SeededDealer, generator
from tetracade.engine.contract import CHANCE, OVER, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, seats_of
from tetracade.table.disclosure import tells_nothing, told_nothing
from tetracade.table.table import Table


def rules_mark(game: Game) -> Path:
    """Return the file that exists once the game's rules are in the cache."""
    return cache_folder(sources_of([tells_nothing, *game.functions.values()])) / "rules"


def warm_rules(game: Game, breath: float = 0.0) -> None:
    """Call every rule that a table needs at least once. It has its own scratch space, so it can run in any thread.

    Between the first steps it sleeps for a moment, so that other threads get their turn.
    """
    kernel = Kernel(game)
    state = kernel.states()[0]
    kernel.start(state, game.checked_seats(None), game.option_numbers(game.option_values({})))
    new = {"chance", "action"}
    while (mask := kernel.acting(state)) != OVER:
        kind = "chance" if mask == CHANCE else "action"
        if kind == "chance":
            ids, _ = kernel.outcomes(state)
            kernel.sees_outcome(state, ids[0], 0)
            kernel.resolve(state, ids[0])
        else:
            seat = seats_of(mask)[0]
            action = kernel.legal(state, seat)[0]
            before = kernel.states()
            before[0] = state
            kernel.apply(state, seat, action)
            if kind in new:
                _ask_about(kernel, before[0], state, seat, action)
        if kind in new and breath:
            time.sleep(breath)
        new.discard(kind)
    kernel.payoff(state)
    table = Table(game, dealer=SeededDealer(1))  # it has machine code of its own, besides the rules'
    if table.acting:
        seat = table.acting[0]
        table.why_not(game.actions - 1, seat)
        table.play(table.legal(seat)[0], seat)


def _ask_about(kernel: Kernel, before: State, after: State, seat: int, action: int) -> None:
    """Call the rules that deal with a single action, and those that bots at the table use."""
    kernel.rate(before, seat, kernel.legal(before, seat))
    kernel.sees_action(before, seat, action, 0)
    kernel.timing_secret(before)
    kernel.lasting(before, seat, action)
    kernel.ends_turn(before, seat, action)
    told_nothing(kernel, before, after, (other for other in range(before.seats) if other != seat), seat, action)
    kernel.redeal(before, seat, generator(1))
