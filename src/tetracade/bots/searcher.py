"""Bots that think ahead: with a tree of simulations, in heats, or with exact odds, as the game's tuning says."""

import math
import threading
import time
from collections.abc import Iterator
from typing import Any

from tetracade.bots.bot import Finding, known_state, offered
from tetracade.bots.expectations import Expectations
from tetracade.bots.heats import Heats, usual_line
from tetracade.bots.loops import Search, Thought, settings_of
from tetracade.bots.proof import Proof, ProofFirst, provable
from tetracade.bots.tree import ROWS, Tree
from tetracade.engine.chance import SEEDS, below, generator
from tetracade.engine.contract import Rng, State, integer
from tetracade.engine.game import Game, Strength
from tetracade.engine.kernel import Kernel
from tetracade.table.table import Action, Table

ROWS_A_SIMULATION = 20
MOST_ROWS = 500_000
"""A tree for many simulations has more nodes than usual, up to 36 MB."""

FORGETTING = 1 << 41
"""The stream that decides what is forgotten: one for a whole game."""

SURE = 1.96


def remoteness(kernel: Kernel, state: State, seat: int, first: int, legal: list[int]) -> list[tuple[int, float]]:
    """Each action and how far it is from the first: 0 at its spot, 2 farthest away, 1 where either has no spot."""
    spots = {action: kernel.spot(state, seat, action) for action in legal}
    here = spots[first]
    if here is None:
        return [(action, 1.0) for action in legal]
    distances = {action: math.dist(here, spot) for action, spot in spots.items() if spot is not None}
    farthest = max(distances.values()) or 1.0
    return [(action, 2.0 * distances[action] / farthest if action in distances else 1.0) for action in legal]


def think_on(steps: Iterator[None], seconds: float) -> bool:
    """Take steps for about this long; return whether there are none left."""
    end = time.perf_counter() + seconds
    for _ in steps:
        if time.perf_counter() >= end:
            return False
    return True


class Deliberation:
    """A SearchBot's decision in progress; a ``Thinking``."""

    def __init__(self, search: Search, legal: list[int], noticed: set[int]) -> None:
        self._search = search
        self._legal = legal
        self._noticed = noticed
        self._steps: Iterator[None] = iter(()) if len(legal) == 1 else search.steps()

    def go_on(self, seconds: float) -> bool:
        """Think for about this long; return whether the decision is complete."""
        return think_on(self._steps, seconds)

    def thoughts(self) -> list[Thought]:
        """What was found about the actions it noticed; if there is nothing about them, about the best."""
        return self._noticed_of(self._search.thoughts())

    @property
    def best(self) -> int:
        """The number of the best action so far; -1 while there is none."""
        if len(self._legal) == 1:
            return self._legal[0]
        found = self._search.thoughts()
        return self._noticed_of(found)[0].action if any(thought.visits for thought in found) else -1

    def _noticed_of(self, found: list[Thought]) -> list[Thought]:
        return [thought for thought in found if thought.action in self._noticed] or found[:1]


class SearchBot:
    """Searches with a tree of simulations, in heats or with exact odds, as its strength says.

    With ``seconds`` it stops after that time; without, the same seed always makes the same choices. With a sight
    below 1 it overlooks things, with a memory below 1 it forgets what it was shown, as people do.
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
        self.strength = strength
        self._seconds = math.inf if seconds is None else seconds
        self._rows = rows or min(max(ROWS, ROWS_A_SIMULATION * strength.simulations), MOST_ROWS)
        self.reseed(seed)
        self._lay_out()

    def _lay_out(self) -> None:
        self._thinking = threading.Lock()  # there is one tree
        self._tree: Tree | None = None
        self._proof: Proof | None = None

    def reseed(self, seed: int) -> None:
        """Start over with this seed, as if just created."""
        self._seed = integer(seed, "a seed") & SEEDS
        self._turns = 0

    def __getstate__(self) -> dict[str, Any]:
        """Everything but what is created anew: the tree and the like."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_thinking", "_tree", "_proof")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._lay_out()

    def choose(self, table: Table, seat: int) -> Action:
        """The best action among those it noticed."""
        return offered(table, seat, self.choose_number(table, seat))

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action."""
        with self._thinking:
            deliberation, _ = self._begun(table, seat, self._turns + 1)
            self._turns += 1
            deliberation.go_on(self._seconds)
            return deliberation.best if deliberation.best >= 0 else deliberation.thoughts()[0].action

    def thinking(self, table: Table, seat: int, seed: int) -> Deliberation:
        """The decision a new bot with this seed would make, to be worked on bit by bit beside others."""
        other = SearchBot(self.game, self.strength, seed=seed, rows=self._rows)
        return other._begun(table, seat, 1)[0]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The best few actions it noticed, and what it expects of them; the first is what it would choose now."""
        with self._thinking:
            return self._explained(table, seat, most)

    def _explained(self, table: Table, seat: int, most: int) -> list[Finding]:
        deliberation, search = self._begun(table, seat, self._turns + 1)
        kernel, state = known_state(table, seat, self._seed)
        think_on(search.steps(), self._seconds)
        visits = sum(thought.visits for thought in search.thoughts()) or 1
        words = table.game.words
        return [
            Finding(
                offered(table, seat, thought.action),
                thought.value,
                self._margin(thought),
                thought.visits / visits,
                tuple(words.notation(action) for action in self._line(kernel, state, seat, thought)),
                thought.lead,
                thought.bound,
            )
            for thought in deliberation.thoughts()[:most]
        ]

    def _begun(self, table: Table, seat: int, turn: int) -> tuple[Deliberation, Search]:
        """This turn's decision and the search behind it, not started yet."""
        if table.game.name != self.game.name:
            mine, other = self.game.title, table.game
            raise ValueError(f"this bot plays {mine}; for {other.title}, use tetracade.bot({other.name!r})")
        kernel, state = known_state(table, seat, self._seed)
        if self.strength.memory < 1.0:
            kernel.forget(state, seat, round(self.strength.memory * 1000), generator(self._seed, FORGETTING))
        legal = kernel.legal(state, seat)
        noticed = self._noticed(kernel, state, seat, legal, generator(self._seed, turn))
        search = self._search(kernel, state, seat, self._seed + turn, noticed)
        return Deliberation(search, legal, noticed), search

    def _noticed(self, kernel: Kernel, state: State, seat: int, legal: list[int], rng: Rng) -> set[int]:
        """The actions it notices; with a gaze at least the one it looks at, drawn by lot."""
        sight = self.strength.sight
        if not self.strength.gaze:
            return {action for action in legal if below(rng, 1000) < sight * 1000}
        first = legal[int(below(rng, len(legal)))]
        far = remoteness(kernel, state, seat, first, legal)
        return {first, *(action for action, away in far if below(rng, 1000) < sight**away * 1000)}

    def _search(self, kernel: Kernel, state: State, seat: int, seed: int, noticed: set[int]) -> Search:
        search = self._usual_search(kernel, state, seat, seed, noticed)
        if not self.strength.proof or not provable(kernel, state):
            return search
        if self._proof is None:
            self._proof = Proof(kernel)
        self._proof.root(state, seat, self.strength.proof)
        return ProofFirst(self._proof, search)

    def _usual_search(self, kernel: Kernel, state: State, seat: int, seed: int, noticed: set[int]) -> Search:
        if self.strength.plies:
            return Expectations(kernel, state, seat, self.strength)
        settings = settings_of(self.game, self.strength.skips, self.strength.horizon)
        if self.strength.heats:
            return Heats(kernel, state, seat, self.strength.simulations, settings, seed)
        if self._tree is None:
            self._tree = Tree(self.game, self._rows, settings)
        self._tree.root(state, seat, seed, self.strength.simulations, noticed or None)
        return self._tree

    def _margin(self, thought: Thought) -> float:
        if self.strength.plies or thought.lead is not None:
            return 0.0  # outcomes are weighted, not sampled, or there are none
        spread = math.sqrt(max(thought.value * (1 - thought.value), 0.01) / max(thought.visits, 1))
        return min(1.0, SURE * spread)

    def _line(self, kernel: Kernel, state: State, seat: int, thought: Thought) -> list[int]:
        if self._tree is not None and thought.node:
            return self._tree.line(thought.node)
        return usual_line(kernel, state, seat, thought.action, self._seed)
