"""Search a few plies ahead with exact odds: outcomes are weighted, not sampled."""

from collections.abc import Generator, Iterator

import numpy as np

from tetracade.bots import search
from tetracade.bots.loops import Thought, by_depth, loops_of
from tetracade.engine.contract import CHANCE, MOST_SEATS, ROOM, State
from tetracade.engine.game import Strength
from tetracade.engine.kernel import Kernel

WHOLE = 2
"""Up to this many plies, all actions are searched; beyond it, only the best."""

ENOUGH = 75_000
"""Leaves after which no further action is searched: about 0.3 s of Tetrathedral."""

SPARE_DEPTH = 5
"""Extra depth for outcomes that follow each other without a decision."""


class Expectations:
    """Searches all actions two plies ahead and the best of them, twice the breadth, further.

    A deeper search stops once it has seen ``ENOUGH`` leaves.
    """

    def __init__(self, kernel: Kernel, state: State, seat: int, strength: Strength) -> None:
        self._kernel = kernel
        self._state = state
        self._seat = seat
        self._strength = strength
        self._found: list[Thought] = []
        game, depth = kernel.game, 2 * strength.plies + SPARE_DEPTH
        self._levels = search.Levels(
            states=kernel.states(depth),
            actions=np.zeros((depth, game.actions), np.int64),
            looks=np.zeros((depth, game.actions), np.float64),
            ids=np.zeros((depth, max(game.outcomes, 1)), np.int64),
            weights=np.zeros((depth, max(game.outcomes, 1)), np.int64),
            worth=np.zeros((depth, MOST_SEATS + ROOM), np.float64),
            points=kernel.scratch.points,
            looked=np.zeros(1, np.int64),
        )

    def steps(self) -> Iterator[None]:
        """Search one action per step or, further ahead, one outcome after it."""
        looked, found = self._levels.looked, self._found
        for action in self._kernel.legal(self._state, self._seat):
            found.append((yield from self._look(action, 1)))
        found.sort(key=by_depth)
        for plies in range(2, self._strength.plies + 1):
            looked[0] = 0
            most = len(found) if plies <= WHOLE else 2 * self._strength.breadth
            for place, thought in enumerate(found[:most]):
                found[place] = yield from self._look(thought.action, plies)
                if looked[0] > ENOUGH:
                    break
            found.sort(key=by_depth)

    def thoughts(self) -> list[Thought]:
        """Every action with its expected payoff: the deepest searched first, the best of those first."""
        return sorted(self._found, key=by_depth)

    def _look(self, action: int, plies: int) -> Generator[None, None, Thought]:
        kernel, states = self._kernel, self._levels.states
        states[0] = self._state
        kernel.apply(states[0], self._seat, action)
        if plies <= WHOLE or kernel.acting(states[0]) != CHANCE:
            value = self._expected(plies - 1)
            yield
            return Thought(action, plies, value, 0)
        before = kernel.states()
        before[0] = states[0]
        total, ids_and_weights = 0.0, list(zip(*kernel.outcomes(before[0]), strict=True))
        for outcome, weight in ids_and_weights:
            states[0] = before[0]
            kernel.resolve(states[0], outcome)
            total += self._expected(plies - 1) * weight
            yield
        return Thought(action, plies, total / sum(weight for _, weight in ids_and_weights), 0)

    def _expected(self, plies: int) -> float:
        """The seat's expected payoff in the first level's state, this many plies ahead."""
        loops_of(self._kernel.game)["expect"](self._levels, 0, plies, self._strength.breadth)
        return float(self._levels.worth[0, self._seat])
