"""One judge for every game: the compiled loops of :mod:`tetracade.analysis.judging`, ready to call from Python."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.analysis import judging
from tetracade.analysis.settings import USUAL, Setting
from tetracade.bots import exact, search
from tetracade.bots.loops import loops_of as search_of
from tetracade.bots.loops import settings_of
from tetracade.engine.chance import SEEDS, generator
from tetracade.engine.compile import bind
from tetracade.engine.contract import MOST_SEATS, ROOM, State, integer
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.scratch import scratch_for

Values = NDArray[np.float64]
"""Shares of a win in the first row, points in the second, by seat."""

ROWS_A_SIMULATION = 60
"""Room for the nodes of a tree."""


@cache
def loops_of(game: Game, silly: bool) -> dict[str, Any]:
    """The judge's loops, bound to the game."""
    kernel = kernel_of(game)
    bound: dict[str, Any] = {}
    owner = f"{game.name}_silly" if silly else game.name
    others = judging.SILLY if silly else judging.SEARCHING if searches(game) else {}
    for loop in judging.BOUND:
        known = {**kernel.functions, **kernel.loops, **search_of(game), **bound}
        bound[loop.__name__] = bind(others.get(loop, loop), known, owner)
    return bound


def searches(game: Game) -> bool:
    """Whether a search may judge: where nothing is hidden or left to chance, and the game tells futures apart."""
    return game.layout.nothing_hidden and kernel_of(game).brings("future")


def searching_for(game: Game, setting: Setting) -> judging.Searching | None:
    """Arrays for that search; None if there is none."""
    if not searches(game):
        return None
    kernel, rows, depth = kernel_of(game), 1 + ROWS_A_SIMULATION * setting.simulations, game.longest + 1
    nodes = search.Nodes(
        links=np.zeros((rows, search.LINKS), np.int32),
        values=np.zeros((rows, search.VALUES), np.float64),
        looks=np.zeros((rows, search.LOOKS), np.float64),
        path=np.zeros(search.DEEPEST, np.int64),
        slots=np.zeros(game.actions, np.int64),
        seen=np.zeros(game.actions, np.int64),
    )
    proving = exact.Proving(
        states=kernel.states(depth),
        actions=np.zeros((depth, game.actions), np.int64),
        ratings=np.zeros((depth, game.actions), np.float64),
        table=np.zeros((1 << setting.proof.bit_length(), exact.COLUMNS), np.int64),
        credit=np.zeros((judging.SEARCHED_SEATS, game.actions), np.float64),
        counters=np.zeros(2, np.int64),
    )
    return judging.Searching(
        states=kernel.states(2),
        nodes=nodes,
        scratch=scratch_for(game),
        settings=settings_of(game),
        root_links=nodes.links[0],
        root_values=nodes.values[0],
        first=nodes.links[:, search.FIRST],
        following=nodes.links[:, search.NEXT],
        visits=nodes.links[:, search.VISITS],
        worth=nodes.values[:, search.WORTH],
        proving=proving,
        keys=proving.table[:, exact.KEY],
        no_key=exact.NO_KEY,
        looked=proving.counters[exact.LOOKED : exact.LOOKED + 1],
        may_look=proving.counters[exact.MAY_LOOK : exact.MAY_LOOK + 1],
    )


def looks_ahead(game: Game) -> bool:
    """Whether the reference player looks one action ahead: where nothing is hidden and the game can tell."""
    tells = any(kernel_of(game).brings(name) for name in ("judge", "estimate"))
    return game.layout.nothing_hidden and tells


class Judge:
    """Values of a game's states, for one setting and one seed. Not to be shared between threads."""

    def __init__(self, game: Game, setting: Setting = USUAL, seed: int = 0, *, silly: bool = False) -> None:
        self.game = game
        self.setting = setting
        self.open = game.layout.nothing_hidden
        self.searching = searches(game) and setting.simulations > 0 and not silly
        """Whether values come from a tree of simulations: another one for each number of a deal."""
        self._loops = loops_of(game, silly)
        kernel = kernel_of(game)
        rows, outcomes = judging.ROWS, max(game.outcomes, 1)
        self._truth = kernel.states(1)
        self._desk = judging.Desk(
            states=kernel.states(rows),
            actions=np.zeros((rows, game.actions), np.int64),
            ratings=np.zeros(game.actions, np.float64),
            ranks=np.zeros((rows, game.actions), np.float64),
            ids=np.zeros((rows, outcomes), np.int64),
            weights=np.zeros((rows, outcomes), np.int64),
            worth=np.zeros((rows, 2, MOST_SEATS + ROOM), np.float64),
            sums=np.zeros((rows, 2, MOST_SEATS), np.float64),
            points=np.zeros(MOST_SEATS, np.int64),
            notes=np.zeros(judging.NOTES, np.int64),
            room=np.zeros(64, np.float64),
            rng=generator(0),
            dealer=generator(0),
            search=searching_for(game, setting),
        )
        self._budget = judging.Budget(
            seed=integer(seed, "a seed") & SEEDS,
            looks=looks_ahead(game),
            exact=setting.exact,
            samples=setting.samples,
            playouts=setting.playouts,
            to_end=setting.to_end,
            simulations=setting.simulations,
            proof=setting.proof,
        )

    def value(self, state: State) -> tuple[Values, bool]:
        """What each seat may expect of the state, and whether that is exact rather than sampled."""
        self._truth[0] = state
        exact = self._loops["value_true"](self._truth, 0, self._desk, self._budget)
        return self._desk.worth[0, :, : int(state.seats)].copy(), bool(exact)

    def known(self, state: State, seat: int, deals: range) -> Values:
        """The same over these deals of what the seat cannot know, by deal."""
        self._truth[0] = state
        out = np.zeros((len(deals), 2, MOST_SEATS))
        self._loops["value_known"](self._truth, seat, deals.start, deals.stop, self._desk, self._budget, out)
        return out[:, :, : int(state.seats)]

    def after(self, state: State, seat: int, actions: list[int], deals: range) -> Values:
        """The same after each of these actions, by deal and action."""
        self._truth[0] = state
        out = np.zeros((len(deals), len(actions), 2, MOST_SEATS))
        given = np.array(actions, np.int64)
        self._loops["value_actions"](self._truth, seat, given, deals.start, deals.stop, self._desk, self._budget, out)
        return out[:, :, :, : int(state.seats)]

    def noise(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """The variance that each of these shares has from simulations: none without a search."""
        return shares * (1 - shares) / self.setting.simulations if self.searching else np.zeros_like(shares)

    def glances(self, state: State, seat: int, actions: list[int], deals: range) -> list[float]:
        """What the seat may expect after each action at a glance: much quicker, and coarser."""
        self._truth[0] = state
        out = np.zeros(len(actions))
        given = np.array(actions, np.int64)
        self._loops["glance_at"](self._truth, seat, given, deals.start, deals.stop, self._desk, self._budget, out)
        found: list[float] = (out / len(deals)).tolist()
        return found

    def choice(self, state: State, seat: int, number: int = 0) -> int:
        """The reference player's action, from what the seat knows."""
        self._truth[0] = state
        return int(self._loops["choose_reference"](self._truth, seat, number, self._desk, self._budget))
