"""Search in heats: all actions are tried on the same deals, and the worse half drops out after each heat."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.bots import search
from tetracade.bots.loops import Thought, by_depth, loops_of
from tetracade.bots.tree import CONTINUATION
from tetracade.engine.chance import generator
from tetracade.engine.contract import State
from tetracade.engine.kernel import Kernel

CHUNK = 64
"""Deals on which an action is tried in one step."""

CONTINUATION_DEALS = 200
"""Deals on which each action of an expected continuation is looked for."""


class Heats:
    """Compares all actions on the same deals with the same luck, so that what differs is mostly their merit."""

    def __init__(
        self, kernel: Kernel, state: State, seat: int, simulations: int, settings: search.Settings, seed: int
    ) -> None:
        self._kernel = kernel
        self._states = kernel.states(2)
        self._states[0] = state
        self._seat = seat
        self._simulations = simulations
        self._settings = settings
        self._seed = seed
        legal = kernel.legal(state, seat)
        self._sums = dict.fromkeys(legal, 0.0)
        self._deals = dict.fromkeys(legal, 0)

    def steps(self) -> Iterator[None]:
        """Try one action on a chunk of deals per step; a chunk counts once all actions have had it."""
        left = list(self._sums)
        count = max(1, len(left).bit_length() - 1)
        first = 0
        for _ in range(count):
            heat_ends = first + max(1, self._simulations // (count * len(left)))
            while first < heat_ends:
                last = min(first + CHUNK, heat_ends)
                brought = {}
                for action in left:
                    deals = range(first, last)
                    brought[action] = gained(
                        self._kernel, self._states, self._seat, action, deals, self._settings, self._seed
                    )
                    yield
                for action in left:
                    self._sums[action] += brought[action]
                    self._deals[action] = last
                first = last
            left = sorted(left, key=lambda action: (-self._sums[action], action))[: len(left) // 2]

    def thoughts(self) -> list[Thought]:
        """Every action with its expected payoff: those that lasted longest first, the best of those first."""
        found = (Thought(action, deals, self._sums[action] / max(deals, 1), 0) for action, deals in self._deals.items())
        return sorted(found, key=by_depth)


def gained(
    kernel: Kernel, states: NDArray[Any], seat: int, action: int, deals: range, settings: search.Settings, seed: int
) -> float:
    """The seat's total payoff when the game is played out after the action in ``states[0]``, on these deals."""
    try_out = loops_of(kernel.game)["try_out"]
    rng = generator(0)
    return float(try_out(states, seat, action, deals.start, deals.stop, seed, rng, kernel.scratch, settings))


def usual_line(kernel: Kernel, state: State, seat: int, action: int, seed: int) -> list[int]:
    """The action, followed by what most often looks best to whoever is next, over many deals."""
    follow = loops_of(kernel.game)["follow"]
    states = kernel.states(2)
    states[0] = state
    rng = generator(0)
    line = np.zeros(CONTINUATION, np.int64)
    line[0] = action
    for length in range(1, CONTINUATION):
        times = np.zeros(kernel.game.actions, np.int64)
        follow(states, seat, line, length, CONTINUATION_DEALS, seed, rng, times, kernel.scratch)
        if not times.any():
            return line[:length].tolist()
        line[length] = times.argmax()
    return line.tolist()
