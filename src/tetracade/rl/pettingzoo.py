"""PettingZoo environments: ``aec`` for every game, ``parallel`` where several seats may act at once.

Agents are called ``seat_0``, ``seat_1`` … An observation is a dictionary of ``observation`` (the features of
``game.feature_table``) and ``action_mask``, which is empty in ``aec`` for a seat that doesn't act. Rewards come at the
end: each seat's payoff, from 0 to 1.
"""

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from tetracade import games
from tetracade.engine.game import Game
from tetracade.rl.spaces import masked_space
from tetracade.table.table import Table, new_table

Observation = dict[str, NDArray[np.int8]]

RENDER_MODES = ["human", "ansi"]


def aec(
    game: str, *, seats: int | None = None, render_mode: str | None = None, viewer: int = -1, **options: Any
) -> "Turns":
    """The game as an AEC environment; pass its options by keyword. ``viewer`` is the seat whose view is rendered."""
    return Turns(games.find(game), seats, options, render_mode, viewer)


def parallel(
    game: str, *, seats: int | None = None, render_mode: str | None = None, viewer: int = -1, **options: Any
) -> "Together":
    """The game as a parallel environment; ValueError for games in which only one seat acts at a time."""
    found = games.find(game)
    if not found.together:
        raise ValueError(f"in {found.title} one seat acts at a time: use aec")
    if found.checked_seats(seats) == 1:
        raise ValueError(f"alone nobody acts at the same time as you: use aec, or more seats of {found.title}")
    return Together(found, seats, options, render_mode, viewer)


class Seats:
    """What both kinds of environment share: a table, its seats as agents, and what they are shown."""

    def __init__(self, game: Game, seats: int | None, options: Any, render_mode: str | None, viewer: int) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.game = game
        self.seats = game.checked_seats(seats)
        self.options = game.option_values(options, self.seats)
        self.render_mode = render_mode
        self.viewer = viewer
        self.metadata = {
            "name": f"tetracade_{game.name}_v{game.version}",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": game.together,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observations = {agent: masked_space(game) for agent in self.possible_agents}
        self._actions = {agent: space_of_actions(game) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self.table: Table

    def observation_space(self, agent: str) -> Any:
        """Features and mask."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of actions."""
        return self._actions[agent]

    def lay_out(self, seed: int | None) -> None:
        """Begin a new game; with a seed, always the same one, and the same ones after it."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        dealt = int(self._rng.integers(2**62)) if seed is not None or hasattr(self, "table") else secrets.randbits(62)
        self.table = new_table(self.game, self.seats, dealt, options=self.options)

    def shown(self, agent: str) -> Observation:
        """What the agent's seat knows, and what it may do now."""
        seat = self._seat_of[agent]
        mask = self.table.mask(seat) if seat in self.table.acting else np.zeros(self.game.actions, np.int8)
        return {"observation": self.table.observe(seat), "action_mask": mask}

    def paid(self) -> dict[str, float]:
        """Every agent's reward for what has just happened."""
        payoffs = self.table.payoffs or (0.0,) * self.seats
        return dict(zip(self.possible_agents, payoffs, strict=True))

    def render(self) -> str | None:
        """The board as text: returned, or printed with render_mode="human"."""
        drawn = self.table.drawing(self.viewer)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Nothing is open."""


def space_of_actions(game: Game) -> Any:
    """The numbers of actions as a space."""
    from gymnasium.spaces import Discrete  # noqa: PLC0415

    return Discrete(game.actions)


class Turns(Seats, AECEnv[str, Observation, int]):
    """One seat acts at a time; of several that may, the lowest goes first."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.lay_out(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat knows, and what it may do now."""
        return self.shown(agent)

    def step(self, action: int | None) -> None:
        """Let the selected agent act; IllegalAction says why it may not do this."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action), self._seat_of[agent])  # type: ignore[arg-type]  # None is for the dead
        self.rewards = self.paid()
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        return self.possible_agents[self.table.acting[0] if not self.table.over else 0]


class Together(Seats, ParallelEnv[str, Observation, int]):
    """All seats that may act do so at the same time; what you pass for the others is ignored.

    A seat that waits is offered action 0 alone, because samplers and policies need something to choose from;
    ``infos[agent]["acts"]`` says who really acts.
    """

    def shown(self, agent: str) -> Observation:
        """What the agent's seat knows, and what it may do now."""
        seen = super().shown(agent)
        if self._seat_of[agent] not in self.table.acting:
            seen["action_mask"][0] = 1
        return seen

    def told(self, agents: list[str]) -> dict[str, dict[str, Any]]:
        """Whether each agent acts now."""
        return {agent: {"acts": self._seat_of[agent] in self.table.acting} for agent in agents}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game."""
        self.lay_out(seed)
        self.agents = self.possible_agents[:]
        return {agent: self.shown(agent) for agent in self.agents}, self.told(self.agents)

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Let everybody act who may; IllegalAction says why somebody may not do this."""
        acting = [(seat, int(actions[self.possible_agents[seat]])) for seat in self.table.acting]
        for seat, action in acting:  # all or nothing
            if refusal := self.table.why_not(action, seat):
                raise ValueError(f"{self.possible_agents[seat]}: {refusal.reason}")
        for seat, action in acting:
            self.table.step(seat, action)
        agents, over = self.agents, self.table.over
        if over:
            self.agents = []
        return (
            {agent: self.shown(agent) for agent in agents},
            self.paid(),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self.told(agents),
        )
