"""A Gymnasium vector environment over ``tetracade.Batch``, with all three ways to begin an ended game anew.

Observations, masks and rewards are the batch's own arrays, without a copy. There are two sets of them in turn, so what
``step`` returns stays as it is until the step after the next; copy what you keep for longer.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from tetracade import games
from tetracade.bots.levels import bot_named
from tetracade.engine.batch import OPPONENTS, Batch
from tetracade.engine.chance import SeededDealer
from tetracade.engine.kernel import kernel_of
from tetracade.rl.gymnasium import SEEDS, Seat
from tetracade.rl.spaces import features_space
from tetracade.table.table import Table

RESTARTS = {AutoresetMode.SAME_STEP: "at once", AutoresetMode.NEXT_STEP: "next step", AutoresetMode.DISABLED: "never"}
Stepped = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class Games(VectorEnv[Any, Any, Any]):
    """Games side by side.

    With ``opponents="self"`` a step is one decision of whoever acts: ``info["to_act"]`` says who is next, the reward is
    that of the seat that acted, ``info["rewards"]`` has everybody's. With any other opponents (random and greedy run
    compiled; a level or your own bot takes its time) you play ``seat``, one for all games or one for each, and a step
    runs to your next decision or the end. ``info["action_mask"]`` has a row for each game; where a game has ended and
    not begun anew, nothing is legal and whatever you pass is ignored. ``points``, ``skip_forced`` and ``cores`` are
    those of ``tetracade.Batch``.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        opponents: str = "self",
        seat: ArrayLike = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        skip_forced: bool = False,
        points: bool = False,
        cores: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = games.find(game)
        self.num_envs = num_envs
        self.seats = self.game.checked_seats(seats)
        self.render_mode = render_mode
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {**Seat.metadata, "autoreset_mode": self.mode}
        self.single_observation_space = features_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.opponents = opponents.strip().lower()
        self.bots_between = self.opponents not in OPPONENTS
        if self.bots_between and skip_forced:
            raise ValueError("skip_forced goes with the opponents self, random and greedy")
        self.learners = np.broadcast_to(np.asarray(seat, np.int8), (num_envs,))
        alone = self.bots_between or self.opponents == "self"
        self._ways: dict[str, Any] = {
            "restart": "never" if self.bots_between else RESTARTS[self.mode],
            "opponents": "self" if alone else self.opponents,
            "learners": None if alone else self.learners,
            "options": options,
            "skip_forced": skip_forced,
            "points": points,
            "cores": cores,
        }
        self._bots: list[Any] = []
        self._batch: Batch | None = None

    @property
    def batch(self) -> Batch:
        """The games; ``reset`` begins them."""
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("call reset first")
        return self._batch

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew, or those that ``options={"reset_mask": …}`` names; a seed gives the same ones again."""
        which = (options or {}).get("reset_mask")
        if seed is not None and not isinstance(seed, int | np.integer):
            raise TypeError(f"one seed is for all games, each of which has its own stream of it; not {seed!r}")
        if seed is not None or self._batch is None:
            super().reset(seed=None if seed is None else int(seed))
            self._batch = Batch(
                self.game,
                self.num_envs,
                seats=self.seats,
                seed=int(self.np_random.integers(SEEDS)),
                buffers=2,
                **self._ways,
            )
            if self.bots_between:
                self._bots = [bot_named(self.game, self.opponents, self._drawn()) for _ in range(self.seats)]
        else:
            self._batch.begin(which)
        if self.bots_between:
            self._begin_again(np.zeros(self.num_envs, bool))
        return self._observed(), self._infos()

    def step(self, actions: Any) -> Stepped:
        """Take an action in each game; ValueError if one isn't legal."""
        batch = self.batch
        idle = batch.counts == 0
        actions = np.where(idle, 0, np.asarray(actions))
        if self.bots_between:
            return self._step_between(np.where(idle, -1, actions), idle)
        acted = batch.to_act.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), np.maximum(acted, 0)]
        return self._stepped(rewards, batch.ended.astype(bool), batch.final_features, batch.rewards)

    def render(self) -> tuple[str, ...] | None:
        """Each game's board as the seat that acts, or the learner, sees it."""
        drawn = tuple(self._table(number).drawing(self._looking(number)) for number in range(self.num_envs))
        if self.render_mode == "human":
            print("\n\n".join(drawn))
            return None
        return drawn

    def _looking(self, number: int) -> int:
        alone = self.opponents == "self"
        return max(int(self.batch.to_act[number]), 0) if alone else int(self.learners[number])

    def _stepped(self, rewards: Any, ended: NDArray[np.bool_], final: NDArray[Any], paid: NDArray[Any]) -> Stepped:
        infos = self._infos()
        infos["rewards"] = paid
        if self.mode is AutoresetMode.SAME_STEP and ended.any():
            infos["final_obs"] = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(ended):
                infos["final_obs"][number] = final[number].copy()
            infos["_final_obs"] = ended
            infos["final_info"] = {"rewards": paid.copy(), "_rewards": ended}
            infos["_final_info"] = ended
        return self._observed(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def _observed(self) -> NDArray[np.int8]:
        return self.batch.features.copy() if self.bots_between else self.batch.features

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.masks, "to_act": batch.to_act, "rewards": batch.rewards}

    # ---- bots that take their time ---------------------------------------------------------------------------------

    def _drawn(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _table(self, number: int) -> Table:
        state = self.batch.states[number].tobytes()
        return Table.at(self.game, self.seats, self.batch.options, state, SeededDealer(0))

    def _play_on(self, paid: NDArray[Any], ended: NDArray[np.bool_]) -> None:
        """Let bots act until every game is at its learner's decision or over; add up what is paid on the way."""
        batch = self.batch
        while True:
            waiting = (batch.counts > 0) & (batch.to_act != self.learners)
            if not waiting.any():
                return
            actions = np.full(self.num_envs, -1, np.int64)
            for number in np.flatnonzero(waiting):
                seat = int(batch.to_act[number])
                actions[number] = self._bots[seat].choose_number(self._table(int(number)), seat)
            batch.step(actions)
            paid += batch.rewards
            ended |= batch.ended.astype(bool)

    def _begin_again(self, which: NDArray[np.bool_]) -> None:
        """Begin these games anew and play to the learners' first decisions; games that end before are begun again."""
        if which.any():
            self.batch.begin(which)
        while True:
            ended = np.zeros(self.num_envs, bool)
            self._play_on(np.zeros((self.num_envs, self.seats), np.float32), ended)
            if not ended.any():
                return
            self.batch.begin(ended)

    def _step_between(self, actions: NDArray[np.int64], idle: NDArray[np.bool_]) -> Stepped:
        batch = self.batch
        batch.step(actions)
        paid, ended = batch.rewards.copy(), batch.ended.astype(bool)
        self._play_on(paid, ended)
        kernel = kernel_of(self.game)
        final = np.zeros((self.num_envs, self.game.features), np.int8)
        for number in np.flatnonzero(batch.counts == 0):
            final[number] = kernel.observe(batch.states[number], int(self.learners[number]))
        if self.mode is AutoresetMode.SAME_STEP:
            self._begin_again(ended)
        elif self.mode is AutoresetMode.NEXT_STEP:
            self._begin_again(idle)
        rewards = paid[np.arange(self.num_envs), self.learners]
        stepped = self._stepped(rewards, ended, final, paid)
        stepped[0][batch.counts == 0] = final[batch.counts == 0]
        return stepped
