"""A game's compiled functions and loops, ready to call from Python."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tetracade.engine import loops
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.chance import generator
from tetracade.engine.compile import bind
from tetracade.engine.contract import ACROSS, CHANCE, MOST_SEATS, NOWHERE, OVER, Options, Rng, State
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.scratch import Scratch, ScratchByThread, scratch_for
from tetracade.engine.unbound import DEFAULTS


class Kernel:
    """The contract's functions for one game, with Python numbers in and out; safe to call from any thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.functions: Mapping[str, Any] = game.functions
        self._scratch = ScratchByThread(game)
        self.blank = game.layout.zeros(1)
        self._usual = {name for name, function in DEFAULTS.items() if self.functions[name] is function}
        self.nothing_hidden = game.layout.nothing_hidden and {"sees_action", "sees_outcome"} <= self._usual
        """Whether all seats and spectators see the same."""

    @property
    def scratch(self) -> Scratch:
        """This thread's scratch space."""
        return self._scratch.mine

    @cached_property
    def loops(self) -> dict[str, Any]:
        """The loops of ``engine.loops``, bound to this game on first use."""
        found: dict[str, Any] = {}
        for loop in loops.BOUND:
            known = {**self.functions, **found}
            found[loop.__name__] = bind(loop, known, self.game.name, inline=loop in loops.INLINED)
        return found

    def brings(self, name: str) -> bool:
        """Whether the game has this function of its own, not the default."""
        return name not in self._usual

    def bound(self, loop: Any) -> Any:
        """Another loop bound to this game; it may call those of ``engine.loops``."""
        return bind(loop, {**self.functions, **self.loops}, self.game.name)

    def states(self, count: int = 1) -> NDArray[Any]:
        """New records of zeros."""
        return self.game.layout.zeros(count)

    def start(self, state: State, seats: int, options: Options) -> None:
        """Lay out a new game in a record of zeros."""
        self.functions["start"](as_rules_see(state), seats, options)

    def acting(self, state: State) -> int:
        """The bit mask of seats that may act, CHANCE or OVER."""
        return int(self.functions["acting"](as_rules_see(state)))

    def legal(self, state: State, seat: int) -> list[int]:
        """The seat's legal actions."""
        actions = self.scratch.actions
        count = self.functions["legal"](as_rules_see(state), seat, actions)
        return cast(list[int], actions[:count].tolist())

    def apply(self, state: State, seat: int, action: int) -> None:
        """Change the record: the seat takes the action."""
        self.functions["apply"](as_rules_see(state), seat, action)

    def outcomes(self, state: State) -> tuple[list[int], list[int]]:
        """The possible outcomes and their weights."""
        scratch = self.scratch
        count = self.functions["outcomes"](as_rules_see(state), scratch.ids, scratch.weights)
        return scratch.ids[:count].tolist(), scratch.weights[:count].tolist()

    def resolve(self, state: State, outcome: int) -> None:
        """Change the record: the outcome happens."""
        self.functions["resolve"](as_rules_see(state), outcome)

    def score(self, state: State) -> tuple[int, ...]:
        """The points per seat."""
        self.functions["score"](as_rules_see(state), self.scratch.points)
        return tuple(self.scratch.points[: int(state.seats)].tolist())

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that won."""
        seen = as_rules_see(state)
        self.functions["score"](seen, self.scratch.points)
        mask = int(self.functions["winners"](seen, self.scratch.points))
        return seats_of(mask)

    def payoff(self, state: State) -> tuple[float, ...]:
        """Each seat's payoff at the end, from 0 to 1."""
        seen = as_rules_see(state)
        self.functions["score"](seen, self.scratch.points)
        won = int(self.functions["winners"](seen, self.scratch.points))
        self.functions["payoff"](seen, self.scratch.points, won, self.scratch.worth)
        return tuple(self.scratch.worth[: int(state.seats)].tolist())

    def team(self, state: State, seat: int) -> int:
        """A number that the seat's teammates share."""
        return int(self.functions["team"](as_rules_see(state), seat))

    def redeal(self, state: State, seat: int, rng: Rng) -> None:
        """Replace everything the seat can't know with a random sample of what it might be."""
        self.functions["redeal"](as_rules_see(state), seat, rng)

    def observe(self, state: State, seat: int) -> NDArray[np.int8]:
        """The features for learning, from what the seat knows."""
        features = np.zeros(self.game.features, np.int8)
        self.functions["observe"](as_rules_see(state), seat, features)
        return features

    def rate(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """How good each action looks at a glance."""
        given = np.array(actions, np.int64)
        self.functions["rate"](as_rules_see(state), seat, given, len(actions), self.scratch.ratings)
        return [float(rating) for rating in self.scratch.ratings[: len(actions)]]

    def spot(self, state: State, seat: int, action: int) -> tuple[int, int] | None:
        """The row and column where the action happens; None if at no place of the board."""
        place = int(self.functions["spot"](as_rules_see(state), seat, action))
        return None if place == NOWHERE else divmod(place, ACROSS)

    def forget(self, state: State, seat: int, keeps: int, rng: Rng) -> None:
        """Let the seat forget things that it was shown; it knows ``keeps`` in 1000 of them."""
        self.functions["forget"](as_rules_see(state), seat, keeps, rng)

    def sees_action(self, state: State, seat: int, action: int, viewer: int) -> bool:
        """Whether the viewer sees which action this is."""
        return "sees_action" in self._usual or bool(
            self.functions["sees_action"](as_rules_see(state), seat, action, viewer)
        )

    def sees_outcome(self, state: State, outcome: int, viewer: int) -> bool:
        """Whether the viewer sees which outcome this is."""
        return "sees_outcome" in self._usual or bool(
            self.functions["sees_outcome"](as_rules_see(state), outcome, viewer)
        )

    def timing_secret(self, state: State) -> bool:
        """Whether it must stay secret who is asked now."""
        return "timing_secret" not in self._usual and bool(self.functions["timing_secret"](as_rules_see(state)))

    def lasting(self, state: State, seat: int, action: int) -> bool:
        """Whether the rules forbid taking the action back."""
        return "lasting" not in self._usual and bool(self.functions["lasting"](as_rules_see(state), seat, action))

    def ends_turn(self, state: State, seat: int, action: int) -> bool:
        """Whether the action ends the turn even if the same seat acts next."""
        return "ends_turn" not in self._usual and bool(self.functions["ends_turn"](as_rules_see(state), seat, action))

    def view(self, state: State, seat: int, over: bool | None = None, afterwards: bool = False) -> View:
        """What the seat may see; pass ``over`` if you know whether the game is over, ``afterwards`` to look back."""
        ended = self.acting(state) == OVER if over is None else over
        return self.game.layout.view_of(state, seat, ended, afterwards)

    def count(self, state: State, depth: int) -> int:
        """How many sequences of this many actions and outcomes there are from here."""
        states = self.states(depth + 1)
        states[0] = state
        actions = np.zeros((depth + 1, self.game.actions), np.int64)
        ids = np.zeros((depth + 1, max(self.game.outcomes, 1)), np.int64)
        return int(self.loops["count_sequences"](states, 0, depth, actions, ids, self.scratch.weights))

    def random_games(self, games: int, seats: int, options: Options, seed: int) -> tuple[int, tuple[int, ...]]:
        """Play random games; return how many actions they had, and each seat's wins."""
        wins = np.zeros(MOST_SEATS, np.int64)
        steps = self.loops["play_random_games"](
            self.states(),
            self.blank,
            games,
            seats,
            options,
            generator(seed),
            wins,
            self.game.longest,
            scratch_for(self.game),
        )
        return int(steps), tuple(wins[:seats].tolist())


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a bit mask; none for CHANCE and OVER."""
    return () if mask in (CHANCE, OVER) else tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1)


@cache
def kernel_of(game: Game) -> Kernel:
    """The one kernel of this game in this process."""
    return Kernel(game)
