"""Compiles or loads all the rules that a table needs, before anyone has to wait for them.

A game's words call rules, too, each in its own situation. So compiling plays whole games and asks all that a table is
asked, and notes what was called and for which kinds of arguments; loading needs only that note.
"""

import importlib
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tetracade.engine.cache import cache_folder, sources_of
from tetracade.engine.chance import SeededDealer, generator
from tetracade.engine.compile import COMPILED, Rule
from tetracade.engine.contract import CHANCE, OVER, SPECTATOR, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, seats_of
from tetracade.table.disclosure import tells_nothing, told_nothing
from tetracade.table.narration import reasons_for, rules_met, steps
from tetracade.table.table import Table, new_table

OFFERS_ASKED, REFUSALS_ASKED = 3, 6
"""About how many actions a game is asked at each turn while it is compiled."""
MOST_TURNS = 200
"""After that many no more is asked: what a game has to say, it has said."""


def rules_mark(game: Game) -> Path:
    """Return the file that exists once the game's rules are in the cache; it notes which they are."""
    return cache_folder(sources_of([tells_nothing, *game.functions.values()])) / "rules.pickle"


def compile_rules(game: Game) -> None:
    """Compile every rule that a table of the game needs into the cache, and note which these are."""
    warm_rules(game)
    for seats in {game.checked_seats(None), max(game.seats)}:
        _talk_through(game, seats)
    called = [(module, name, list(rule.overloads)) for module, name, rule in _rules_of(game) if rule.overloads]
    rules_mark(game).write_bytes(pickle.dumps(called))


def load_rules(game: Game, breathe: Callable[[], object]) -> None:
    """Load every rule that a table of the game needs, and call ``breathe`` after each: other threads want a turn."""
    warm_rules(game, breathe)
    mark = rules_mark(game)
    if not COMPILED or not mark.exists():
        return
    for module, name, overloads in pickle.loads(mark.read_bytes()):
        rule = getattr(importlib.import_module(module), name)
        for arguments in overloads:
            rule.compile(arguments)
            breathe()


def _rules_of(game: Game) -> Iterator[tuple[str, str, Any]]:
    """The rules in the game's modules and the engine's, each with its module's name and its own."""
    package = game.functions["start"].__module__.rpartition(".")[0]
    for module in list(sys.modules):
        if f"{module}.".startswith((f"{package}.", "tetracade.engine.")):
            for name, each in vars(sys.modules[module]).items():
                if isinstance(each, Rule) and each.py_func.__module__ == module:
                    yield module, name, each


def _talk_through(game: Game, seats: int) -> None:
    """Play a game, half at random and half as it looks best, and ask all that a table is asked."""
    table, pick, kernel = new_table(game, seats, seed=1), random.Random(1), Kernel(game)
    for _ in range(MOST_TURNS):
        if table.over:
            break
        seat = pick.choice(table.acting)
        offers = list(table.legal(seat))
        view = table.view(seat)
        for offer in pick.sample(offers, min(OFFERS_ASKED, len(offers))):
            reasons_for(table, seat, offer.id)
            for place in offer.touches if offer.text else ():
                game.about(view, place)
        for _ in range(REFUSALS_ASKED):
            table.why_not(pick.randrange(game.actions), seat)
        for ask in (game.progress, game.standing, game.dangers, game.legend, game.aims, game.words.drawing):
            ask(view)
        rated = kernel.rate(table.state, seat, [offer.id for offer in offers])
        best = max(range(len(offers)), key=rated.__getitem__)
        table.play(offers[best] if pick.random() < 0.5 else pick.choice(offers), seat)
    for eye in range(SPECTATOR, seats):
        steps(table, eye, 0, len(table.entries))
        rules_met(table, eye, 0, len(table.entries))
    _ = table.result  # it is told in words


def warm_rules(game: Game, breathe: Callable[[], object] = lambda: None) -> None:
    """Call every rule that a table needs at least once. It has its own scratch space, so it can run in any thread.

    Between the first steps it calls ``breathe``, so that other threads get their turn.
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
        if kind in new:
            breathe()
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
