"""A table's steps, compiled: who acts, what is legal, taking an action, drawing and noting outcomes.

These take the array that holds the table's single record, because passing the record itself to compiled code takes ten
times as long.
"""

import threading
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.arrays import at
from tetracade.engine.chance import pick
from tetracade.engine.compile import bind
from tetracade.engine.contract import CHANCE, Actions, Outcomes, Rng, Weights
from tetracade.engine.game import Game
from tetracade.engine.unbound import acting, apply, legal, outcomes, resolve

AT_ONCE = 64
"""How many outcomes one call draws and notes."""


class Space(threading.local):
    """Arrays to write into, of the game's sizes; every thread has its own."""

    def __init__(self, game: Game) -> None:
        self.actions = np.zeros(game.actions, np.int64)
        self.ids = np.zeros(max(game.outcomes, 1), np.int64)
        self.weights = np.zeros(max(game.outcomes, 1), np.int64)
        self.drawn = np.zeros(AT_ONCE, np.int64)
        self.before = game.layout.zeros(AT_ONCE)
        self.marks = np.zeros((AT_ONCE, 4), np.int64)


class Steps:
    """The steps of one game, ready to call from Python."""

    def __init__(self, game: Game) -> None:
        self.space = Space(game)
        self.acting = bind(who_acts, game.functions, game.name)
        """The bit mask of the seats that may act, CHANCE or OVER; called with the array."""
        self._listed = bind(list_legal, game.functions, game.name)
        self._allowed = bind(is_legal, game.functions, game.name)
        self.apply = bind(do, game.functions, game.name)
        self._dealt = bind(deal, game.functions, game.name)

    def legal(self, states: NDArray[Any], seat: int) -> NDArray[np.int64]:
        """Return the seat's legal actions, none if it doesn't act; valid until the next call on this thread."""
        actions = self.space.actions
        return actions[: self._listed(states, seat, actions)]

    def allows(self, states: NDArray[Any], seat: int, action: int) -> bool:
        """Whether the seat may take the action now."""
        return bool(self._allowed(states, seat, action, self.space.actions))

    def deal(self, states: NDArray[Any], rng: Rng) -> tuple[list[int], bytes, bytes]:
        """Draw outcomes until a seat acts or the game is over, up to a limit; return the outcomes, and the record and
        the generator as they were before each."""
        space = self.space
        count = self._dealt(states, rng, space.drawn, space.before, space.marks, space.ids, space.weights)
        return space.drawn[:count].tolist(), space.before[:count].tobytes(), space.marks[:count].tobytes()


@cache
def steps_of(game: Game) -> Steps:
    """Return this process's steps for the game."""
    return Steps(game)


def who_acts(states: NDArray[Any]) -> int:
    """The bit mask of the seats that may act, CHANCE or OVER."""
    return acting(at(states, 0))


def list_legal(states: NDArray[Any], seat: int, actions: Actions) -> int:
    """Write the seat's legal actions and return how many; none if it doesn't act now."""
    state = at(states, 0)
    mask = acting(state)
    if mask == CHANCE or not (mask >> seat) & 1:
        return 0
    return legal(state, seat, actions)


def is_legal(states: NDArray[Any], seat: int, action: int, actions: Actions) -> bool:
    """Whether the seat acts now and may do this."""
    state = at(states, 0)
    mask = acting(state)
    if mask == CHANCE or not (mask >> seat) & 1:
        return False
    for index in range(legal(state, seat, actions)):
        if actions[index] == action:
            return True
    return False


def do(states: NDArray[Any], seat: int, action: int) -> None:
    """Let the seat take the action."""
    apply(at(states, 0), seat, action)


def deal(
    states: NDArray[Any],
    rng: Rng,
    drawn: Outcomes,
    before: NDArray[Any],
    marks: NDArray[Any],
    ids: Outcomes,
    weights: Weights,
) -> int:
    """Draw outcomes while they are due and there is room to note them; return how many."""
    state = at(states, 0)
    count = 0
    while count < len(drawn) and acting(state) == CHANCE:
        before[count] = states[0]
        for word in range(len(rng)):  # a slice would allocate memory
            marks[count, word] = rng[word]
        drawn[count] = ids[pick(rng, weights, outcomes(state, ids, weights))]
        resolve(state, drawn[count])
        count += 1
    return count
