"""The tree of simulations for one decision of a bot."""

import time
from collections.abc import Container, Iterator

import numpy as np
from numpy.typing import NDArray

from tetracade.bots import search
from tetracade.bots.loops import Thought, loops_of, settings_of
from tetracade.engine.chance import generator
from tetracade.engine.contract import State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.engine.scratch import scratch_for

ROWS = 60_000
"""The usual number of nodes in a tree: 4 MB."""

STEP_SECONDS = 0.01
"""Roughly how long one step of simulations takes."""

PORTIONS = 16
"""How often it is asked whether the remaining simulations can still change the choice."""

CONTINUATION = 4
"""The number of actions in an expected continuation."""


class Tree:
    """A search tree for one decision."""

    def __init__(self, game: Game, rows: int = ROWS, settings: search.Settings | None = None) -> None:
        self.game = game
        self._settings = settings or settings_of(game)
        self.kernel: Kernel = kernel_of(game)
        self.links = np.zeros((rows, search.LINKS), np.int32)
        self.values = np.zeros((rows, search.VALUES), np.float64)
        self.looks = np.zeros((rows, search.LOOKS), np.float64)
        self.states = self.kernel.states(2)
        self.used = 1
        self._nodes = search.Nodes(
            self.links,
            self.values,
            self.looks,
            path=np.zeros(search.DEEPEST, np.int64),
            slots=np.zeros(game.actions, np.int64),
            seen=np.zeros(game.actions, np.int64),
        )
        self._scratch = scratch_for(game)
        self._rng: NDArray[np.int64] = generator(0)
        self._seat = 0
        self._left = 0
        self._among: Container[int] | None = None

    def root(
        self, state: State, seat: int, seed: int, simulations: int = 0, among: Container[int] | None = None
    ) -> None:
        """Start over at this state, from what the seat knows, with this many simulations for ``steps`` to run.

        ``among`` are the actions of which one will be chosen; all of them unless you say so.
        """
        self.states[0] = state
        self.used = 1
        self.links[0] = 0
        self.values[0] = 0.0
        self._rng = generator(seed)
        self._seat = seat
        self._left = simulations
        self._among = among

    def grow(self, simulations: int) -> None:
        """Run this many simulations."""
        simulate = loops_of(self.game)["simulate"]
        self.used = int(
            simulate(
                self.states,
                self._seat,
                simulations,
                self.used,
                self._rng,
                self._nodes,
                self._scratch,
                self._settings,
            )
        )

    def steps(self) -> Iterator[None]:
        """Run the remaining simulations, a few milliseconds' worth per step, as long as they can change the choice.

        Whether they can is looked at after fixed numbers of simulations, so what is found doesn't depend on the time.
        """
        some = 1
        portion = max(1, self._left // PORTIONS)
        while self._left > 0:
            began = time.perf_counter()
            some = min(some, (self._left - 1) % portion + 1)
            self.grow(some)
            self._left -= some
            took = max(time.perf_counter() - began, 1e-9)
            some = max(1, min(2 * some, int(some * STEP_SECONDS / took)))
            yield
            if self._left % portion == 0 and self.settled():
                self._left = 0

    def settled(self) -> bool:
        """Whether the most visited action stays so, whatever the remaining simulations find."""
        found = [thought for thought in self.thoughts() if self._among is None or thought.action in self._among]
        return len(found) > 1 and found[0].visits - found[1].visits > self._left

    def children(self, node: int = 0) -> list[Thought]:
        """What was found about the actions at this node, most visited first."""
        found = []
        child = int(self.links[node, search.FIRST])
        while child:
            visits = int(self.links[child, search.VISITS])
            value = float(self.values[child, search.WORTH]) / max(visits, 1)
            found.append(Thought(int(self.links[child, search.ACTION]), visits, value, child))
            child = int(self.links[child, search.NEXT])
        return sorted(found, key=lambda thought: (-thought.visits, -thought.value, thought.action))

    def thoughts(self) -> list[Thought]:
        """What was found about the actions at the root, most visited first."""
        return self.children()

    def line(self, node: int) -> list[int]:
        """The expected continuation, starting with the node's own action."""
        actions = [int(self.links[node, search.ACTION])]
        while len(actions) < CONTINUATION:
            children = self.children(node)
            if not children or not children[0].visits:
                break
            node = children[0].node
            actions.append(children[0].action)
        return actions
