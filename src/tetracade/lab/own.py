"""What a game itself says to the lab: the functions of a ``metrics.py`` beside its rules, each with its default.

The module is found by being there, and a function with other parameters is refused. All of them are plain Python; a
state is the game's full record.
"""

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from tetracade.engine.contract import CHANCE, SPECTATOR, State, own_functions
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of

MODULE = "metrics"


def ending(state: State) -> str:
    """How the game ended, in a few words that tell no two games of one kind apart."""
    raise LookupError("the default is made of the game's words")


def measures(state: State) -> dict[str, float]:
    """The game's own measures of a finished game, by name; the same names for every game of one set-up."""
    return {}


def kind(outcome: int) -> str:
    """The kind of chance that an outcome belongs to: a lot, a draw, a roll."""
    return "chance"


def card(outcome: int) -> str:
    """The name of the card, roll or objective that the outcome deals; equal ones share it. Empty if it deals none."""
    raise LookupError("the default is made of the game's words")


def used(action: int) -> str:
    """The name of the card that the action uses, as ``card`` gives it; empty if it uses none."""
    return ""


def receiver(state: State, outcome: int) -> int:
    """The seat that gets what the outcome deals, seen before it; -1 if that is nobody."""
    raise LookupError("the default asks the rules who acts next")


CONTRACT = (ending, measures, kind, card, used, receiver)


class Own(NamedTuple):
    """A game's answers."""

    ending: Callable[[State], str]
    measures: Callable[[State], dict[str, float]]
    kind: Callable[[int], str]
    card: Callable[[int], str]
    used: Callable[[int], str]
    receiver: Callable[[State, int], int]


@cache
def own_of(game: Game) -> Own:
    """The functions of the game's ``metrics.py``, or the defaults."""
    package = game.rules.__name__.rpartition(".")[0]
    name = f"{package}.{MODULE}"
    found: dict[str, Any] = {}
    if package and importlib.util.find_spec(name):
        found = own_functions(importlib.import_module(name), CONTRACT, f"{game.name}: {MODULE}.py")
    usual = {
        "ending": lambda state: usual_ending(game, state),
        "measures": measures,
        "kind": kind,
        "card": game.words.outcome_notation,
        "used": used,
        "receiver": lambda state, outcome: next_to_act(game, state, outcome),
    }
    return Own(**{**usual, **found})


def usual_ending(game: Game, state: State) -> str:
    """The game's own sentence up to the first semicolon; what follows tells one game from another."""
    said = game.words.ending(kernel_of(game).view(state, SPECTATOR, True))
    return said.partition(";")[0]


def next_to_act(game: Game, state: State, outcome: int) -> int:
    """The first seat that acts after the outcome; -1 if more outcomes follow, or nothing."""
    kernel = kernel_of(game)
    after = kernel.states()
    after[0] = state
    kernel.resolve(after[0], outcome)
    mask = kernel.acting(after[0])
    seats = () if mask == CHANCE else seats_of(mask)
    return seats[0] if seats else -1
