"""Bots that think ahead: by a tree of simulations, or by heats or exact expectation where a game's tuning says so."""

import math
import threading
import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tetracade.bots import search
from tetracade.bots.bot import Finding, known_state, offered
from tetracade.engine.chance import SEEDS, below, generator
from tetracade.engine.compile import bind
from tetracade.engine.contract import MOST_SEATS, State, whole
from tetracade.engine.fields import Seen
from tetracade.engine.game import Game, Strength
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.engine.scratch import scratch_for
from tetracade.table.table import Action, Table

ROWS = 60_000
ROWS_A_SIMULATION = 20
MOST_ROWS = 500_000
"""Nodes of a tree: 2 MB; for more simulations than they would hold, more, up to 18 MB."""

CHUNK = 64
"""Simulations between two looks at the clock."""

SURE = 1.96

WHOLE = 2
"""So many plies look at all actions; more are for the best of them."""

ENOUGH = 75_000
"""Ends of sight after which exact expectation looks at no further action: some 0.3 s of Tetrathedral."""

CONTINUATION = 4
CONTINUATION_DEALS = 200
"""How many actions an expected continuation has, and over how many deals each is looked for where there is no tree."""

SPARE_DEPTH = 5
"""Room for outcomes that follow each other without a decision."""


@cache
def loops_of(game: Game) -> dict[str, Any]:
    """The search's loops, bound to the game."""
    kernel = kernel_of(game)
    bound: dict[str, Any] = {}
    for loop in search.BOUND:
        known = {**kernel.functions, **kernel.loops, **bound}
        bound[loop.__name__] = bind(loop, known, game.name, inline=loop in search.INLINED)
    return bound


@cache
def settings_of(game: Game) -> search.Settings:
    """How the game is simulated, as the loops take it."""
    tuning = game.tuning
    return search.Settings(
        temperature=float(tuning.temperature),
        doubt=float(tuning.doubt),
        greed=float(tuning.greed),
        horizon=int(tuning.horizon),
        exploration=float(tuning.exploration),
        open_game=all(field.seen is Seen.BY_ALL for field in game.fields),
    )


class Thought(NamedTuple):
    """What thinking found out about one action at the root."""

    action: int
    visits: int
    value: float
    node: int


class Tree:
    """A search tree for one decision."""

    def __init__(self, game: Game, rows: int = ROWS) -> None:
        self.game = game
        self.kernel: Kernel = kernel_of(game)
        self.links = np.zeros((rows, search.LINKS), np.int32)
        self.values = np.zeros((rows, search.VALUES), np.float64)
        self.states = self.kernel.states(2)
        self.used = 1
        self._nodes = search.Nodes(
            self.links,
            self.values,
            path=np.zeros(search.DEEPEST, np.int64),
            slots=np.zeros(game.actions, np.int64),
            seen=np.zeros(game.actions, np.int64),
        )
        self._scratch = scratch_for(game)
        self._rng: NDArray[np.int64] = generator(0)
        self._seat = 0

    def root(self, state: State, seat: int, seed: int) -> None:
        """Begin anew at this state, from what the seat knows."""
        self.states[0] = state
        self.used = 1
        self.links[0] = 0
        self.values[0] = 0.0
        self._rng = generator(seed)
        self._seat = seat

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
                settings_of(self.game),
            )
        )

    def children(self, node: int = 0) -> list[Thought]:
        """What was found out about the actions at this node, the most visited first."""
        found = []
        child = int(self.links[node, search.FIRST])
        while child:
            visits = int(self.links[child, search.VISITS])
            value = float(self.values[child, search.WORTH]) / max(visits, 1)
            found.append(Thought(int(self.links[child, search.ACTION]), visits, value, child))
            child = int(self.links[child, search.NEXT])
        return sorted(found, key=lambda thought: (-thought.visits, -thought.value, thought.action))

    def line(self, node: int) -> list[int]:
        """The expected continuation from a node on."""
        actions = [int(self.links[node, search.ACTION])]
        while len(actions) < CONTINUATION:
            children = self.children(node)
            if not children or not children[0].visits:
                break
            node = children[0].node
            actions.append(children[0].action)
        return actions


class SearchBot:
    """Thinks by simulations in a tree, or in heats or by exact expectation where its strength says so.

    With seconds given it stops simulating after them; without, the same seed always thinks the same. Where its sight
    is below 1 it overlooks things, as people do.
    """

    def __init__(
        self,
        game: Game,
        strength: Strength,
        seconds: float | None = None,
        seed: int = 0,
        name: str = "search",
        rows: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self._strength = strength
        self._seconds = seconds
        self._rows = rows
        self.reseed(seed)
        self._lay_out()

    def _lay_out(self) -> None:
        self._thinking = threading.Lock()  # there is one tree
        wanted = max(ROWS, ROWS_A_SIMULATION * self._strength.simulations)
        self._tree = Tree(self.game, self._rows or min(wanted, MOST_ROWS))

    def reseed(self, seed: int) -> None:
        """Begin anew with this seed, as if just made."""
        self._seed = whole(seed, "a seed") & SEEDS
        self._turns = 0

    def __getstate__(self) -> dict[str, Any]:
        """All but the tree, which is laid out anew."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_thinking", "_tree")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._lay_out()

    def choose(self, table: Table, seat: int) -> Action:
        """The action that stood up best, among those it noticed."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action."""
        with self._thinking:
            return self._chosen(table, seat)

    def _chosen(self, table: Table, seat: int) -> int:
        self._check_game(table)
        self._turns += 1
        kernel, state = known_state(table, seat, self._seed)
        legal = kernel.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        return self._noticed(self._think(kernel, state, seat, self._turns), legal, self._turns)[0].action

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The best few actions that it noticed with what it expects of them; the first is what it would choose now."""
        with self._thinking:
            return self._explained(table, seat, most)

    def _explained(self, table: Table, seat: int, most: int) -> list[Finding]:
        self._check_game(table)
        kernel, state = known_state(table, seat, self._seed)
        thoughts = self._think(kernel, state, seat, self._turns + 1)
        visits = sum(thought.visits for thought in thoughts) or 1
        words = table.game.words
        return [
            Finding(
                offered(table, seat, thought.action),
                thought.value,
                self._margin(thought),
                thought.visits / visits,
                tuple(words.notation(action) for action in self._line(kernel, state, seat, thought)),
            )
            for thought in self._noticed(thoughts, kernel.legal(state, seat), self._turns + 1)[:most]
        ]

    def _check_game(self, table: Table) -> None:
        if table.game.name != self.game.name:
            mine, other = self.game.title, table.game
            raise ValueError(f"this bot plays {mine}, not {other.title}: tetracade.bot({other.name!r}) plays that")

    def _noticed(self, thoughts: list[Thought], legal: list[int], turn: int) -> list[Thought]:
        """Those that it does not overlook this time; if it would overlook all, the best."""
        rng = generator(self._seed, turn)
        noticed = {action for action in legal if below(rng, 1000) < self._strength.sight * 1000}
        return [thought for thought in thoughts if thought.action in noticed] or thoughts[:1]

    def _margin(self, thought: Thought) -> float:
        if self._strength.plies:
            return 0.0  # rolls are weighed, not sampled
        spread = math.sqrt(max(thought.value * (1 - thought.value), 0.01) / max(thought.visits, 1))
        return min(1.0, SURE * spread)

    def _think(self, kernel: Kernel, state: State, seat: int, turn: int) -> list[Thought]:
        if self._strength.plies:
            return expectations(kernel, state, seat, self._strength)
        end = math.inf if self._seconds is None else time.perf_counter() + self._seconds
        seed = self._seed + turn
        if self._strength.heats:
            return heats(kernel, state, seat, self._strength.simulations, settings_of(self.game), seed, end)
        tree = self._tree
        tree.root(state, seat, seed)
        chunk = self._strength.simulations if self._seconds is None else CHUNK
        for _ in range(0, self._strength.simulations, chunk):
            tree.grow(chunk)
            if time.perf_counter() > end:
                break
        return tree.children()

    def _line(self, kernel: Kernel, state: State, seat: int, thought: Thought) -> list[int]:
        if thought.node:
            return self._tree.line(thought.node)
        return usual_line(kernel, state, seat, thought.action, self._seed)


def heats(
    kernel: Kernel, state: State, seat: int, simulations: int, settings: search.Settings, seed: int, end: float
) -> list[Thought]:
    """Every action with what the seat may expect of it: those that lasted longest first, the best of them first.

    All actions have the same deals and the same luck; the worse half drops out after each heat. No chunk of deals
    begins once the clock has passed ``end``.
    """
    states = kernel.states(2)
    states[0] = state
    left = kernel.legal(state, seat)
    sums = dict.fromkeys(left, 0.0)
    deals = dict.fromkeys(left, 0)
    count = max(1, len(left).bit_length() - 1)
    first = 0
    for _ in range(count):
        heat_ends = first + max(1, simulations // (count * len(left)))
        while first < heat_ends and time.perf_counter() < end:
            last = min(first + CHUNK, heat_ends)
            for action in left:
                sums[action] += gained(kernel, states, seat, action, range(first, last), settings, seed)
                deals[action] = last
            first = last
        left = sorted(left, key=lambda action: (-sums[action], action))[: len(left) // 2]
    found = (Thought(action, deals[action], sums[action] / max(deals[action], 1), 0) for action in deals)
    return sorted(found, key=by_depth)


def gained(
    kernel: Kernel, states: NDArray[Any], seat: int, action: int, deals: range, settings: search.Settings, seed: int
) -> float:
    """What the seat gets in all, when the action in ``states[0]`` is played on from the deals of these numbers."""
    try_out = loops_of(kernel.game)["try_out"]
    return float(
        try_out(
            states,
            seat,
            action,
            deals.start,
            deals.stop,
            seed,
            generator(0),
            kernel.scratch,
            settings,
        )
    )


def usual_line(kernel: Kernel, state: State, seat: int, action: int, seed: int) -> list[int]:
    """The action, and what most often looks best to whoever chooses next, over many deals."""
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


def expectations(kernel: Kernel, state: State, seat: int, strength: Strength) -> list[Thought]:
    """Every action with what the seat may expect of it: those looked at furthest ahead first, the best of them first.

    All actions are looked at two plies ahead, and twice the breadth of them further, the best first; but no deeper look
    goes on once it has looked at ``ENOUGH`` ends.
    """
    game = kernel.game
    depth = 2 * strength.plies + SPARE_DEPTH
    levels = search.Levels(
        states=kernel.states(depth),
        actions=np.zeros((depth, game.actions), np.int64),
        looks=np.zeros((depth, game.actions), np.float64),
        ids=np.zeros((depth, max(game.outcomes, 1)), np.int64),
        weights=np.zeros((depth, max(game.outcomes, 1)), np.int64),
        worth=np.zeros((depth, MOST_SEATS), np.float64),
        points=kernel.scratch.points,
        looked=np.zeros(1, np.int64),
    )

    def look(action: int, plies: int) -> Thought:
        levels.states[0] = state
        kernel.apply(levels.states[0], seat, action)
        loops_of(game)["expect"](levels, 0, plies - 1, strength.breadth)
        return Thought(action, plies, float(levels.worth[0, seat]), 0)

    found = sorted((look(action, 1) for action in kernel.legal(state, seat)), key=by_depth)
    for plies in range(2, strength.plies + 1):
        levels.looked[0] = 0
        for place in range(len(found) if plies <= WHOLE else min(2 * strength.breadth, len(found))):
            found[place] = look(found[place].action, plies)
            if levels.looked[0] > ENOUGH:
                break
        found.sort(key=by_depth)
    return found


def by_depth(thought: Thought) -> tuple[int, float, int]:
    """The order of thoughts: the deepest first, the best of them first."""
    return -thought.visits, -thought.value, thought.action
