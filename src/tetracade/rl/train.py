"""Training a net by masked PPO on ``tetracade.Batch``: rollouts, checkpoints, a log one can plot, and resuming.

Beside ``NET.npz`` it writes ``NET.log.jsonl``, a line for each checkpoint, and ``NET.state.npz``, from which training
goes on. The net that is kept is the best of the checkpoints in games against the greedy bot that it didn't learn from.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from tetracade.bots.net import BadNet, Net, heading_of
from tetracade.engine.batch import Batch
from tetracade.engine.game import Game
from tetracade.rl import ppo
from tetracade.rl.ppo import Sample, Settings

CHECKED_EVERY = 60.0
"""Seconds between checkpoints."""
USUAL = Settings()
EVALUATION_SEED = 1 << 40
"""Seeds from here on are for choosing a checkpoint; training uses those below."""


class Checkpoint(NamedTuple):
    """Where training stood."""

    minutes: float
    updates: int
    decisions: int
    games: int
    paid: float
    """The mean payoff of the learner's seat in the games that ended since the last checkpoint."""
    against_greedy: float
    entropy: float
    value_error: float
    moved: float


class Trainer:
    """Learns a game, one update after the other."""

    def __init__(
        self,
        game: Game,
        out: Path,
        *,
        seats: int | None = None,
        against: str = "greedy",
        seed: int = 0,
        settings: Settings = USUAL,
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game, self.out, self.settings, self.seed = game, out, settings, seed
        self.seats = game.checked_seats(seats)
        self.options = options or {}
        learners = (np.arange(settings.games) % self.seats).astype(np.int8)
        alone = against == "self"
        self.batch = Batch(
            game,
            settings.games,
            seats=self.seats,
            seed=seed,
            options=self.options,
            opponents=against,
            learners=None if alone else learners,
            skip_forced=True,
            dense=False,
        )
        self.parameters = ppo.new_parameters(game, settings.hidden, seed)
        self.memory = ppo.optimiser_of(settings).init(self.parameters)
        self.scale = ppo.scale_for(game)
        self.key = jax.random.key(seed + 1)
        self.shuffle = np.random.default_rng(seed)
        self.width = 8
        self.updates = self.decisions = self.ended = 0
        self.spent = 0.0
        self._paid: list[float] = []
        self._told: list[tuple[float, ...]] = []

    # ---- one update ------------------------------------------------------------------------------------------------

    def update(self, left: float) -> None:
        """Play some steps, and learn from them; ``left`` is the share of the time that is left."""
        sample = self._played()
        rate = self.settings.rate * max(left, 0.05)
        rows = len(sample.place)
        size = rows // self.settings.minibatches
        for _ in range(self.settings.epochs):
            order = self.shuffle.permutation(rows)
            for first in range(0, size * self.settings.minibatches, size):
                part = Sample(*(jnp.array(array[order[first : first + size]]) for array in sample))
                self.parameters, self.memory, told = ppo.improved(
                    self.parameters, self.memory, self.scale, part, rate, self.settings
                )
        self._told.append(tuple(float(number) for number in told))
        self.updates += 1
        self.decisions += rows

    def _legal(self) -> NDArray[np.int32]:
        """The legal actions of all games, as wide as was ever needed, then -1."""
        counts = self.batch.counts
        while self.width < int(counts.max()):
            self.width *= 2
        width = min(self.width, self.game.actions)
        listed = self.batch.legal[:, :width]
        return np.where(np.arange(width) < counts[:, None], listed, -1)

    def _played(self) -> Sample:
        """The decisions of some steps of all games."""
        steps, games = self.settings.steps, self.settings.games
        kept: list[tuple[Any, ...]] = []
        rewards = np.zeros((steps, games, self.seats), np.float32)
        ended = np.zeros((steps, games), np.int8)
        every = np.arange(games)
        last = np.zeros((games, self.seats), np.float32)
        for step in range(steps):
            seats = self.batch.to_act.copy()
            features, legal = self.batch.features.copy(), self._legal()
            self.key, key = jax.random.split(self.key)
            place, logarithm, values = map(np.asarray, ppo.drawn(self.parameters, self.scale, features, legal, key))
            self.batch.step_unchecked(legal[every, place].astype(np.int64))
            rewards[step], ended[step] = self.batch.rewards, self.batch.ended
            last[every, seats] = values
            last[ended[step] > 0] = 0.0
            self._paid += rewards[step][ended[step] > 0, seats[ended[step] > 0]].tolist()
            kept.append((features, legal, place, logarithm, seats, values))
        self.ended += int(ended.sum())
        self.key, key = jax.random.split(self.key)
        _, _, ahead = ppo.drawn(self.parameters, self.scale, self.batch.features.copy(), self._legal(), key)
        last[every, self.batch.to_act] = np.asarray(ahead)
        widest = max(each[1].shape[1] for each in kept)
        legal = np.full((steps, games, widest), -1, np.int32)
        for step, each in enumerate(kept):
            legal[step, :, : each[1].shape[1]] = each[1]
        features, place, logarithm, seats, values = (np.stack([each[at] for each in kept]) for at in (0, 2, 3, 4, 5))
        advantages, outcomes = ppo.advantages_of(seats, rewards, ended, values, last, self.settings)
        flat = (features, legal, place, logarithm, advantages, outcomes)
        return Sample(*(array.reshape(steps * games, *array.shape[2:]) for array in flat))

    # ---- the whole of it -------------------------------------------------------------------------------------------

    def run(self, minutes: float) -> Iterator[Checkpoint]:
        """Train until so many minutes are spent in all, with a checkpoint every minute; the best net is kept."""
        best = self._best_so_far()
        began, earlier = time.monotonic(), self.spent
        checked = earlier
        while self.spent < minutes * 60:
            self.update(1.0 - self.spent / (minutes * 60))
            self.spent = earlier + time.monotonic() - began
            if self.spent - checked > CHECKED_EVERY or self.spent >= minutes * 60:
                checked = self.spent
                found = self.checkpoint()
                if found.against_greedy > best:
                    best = found.against_greedy
                    self.net().save(self.out, {"checkpoint": found._asdict()})
                self.save()
                yield found

    def net(self) -> Net:
        """The network as it is now."""
        return Net(self.game, {name: np.asarray(array) for name, array in self.parameters.items()})

    def checkpoint(self, games: int = 512) -> Checkpoint:
        """Where training stands, with a fresh match against the greedy bot; a line of the log."""
        told = np.mean(self._told, axis=0)
        found = Checkpoint(
            minutes=round(self.spent / 60, 2),
            updates=self.updates,
            decisions=self.decisions,
            games=self.ended,
            paid=round(float(np.mean(self._paid)), 4) if self._paid else 0.0,
            against_greedy=round(share_against(self.net(), "greedy", games, self.seats, self.options), 4),
            entropy=round(float(told[2]), 4),
            value_error=round(float(told[1]), 5),
            moved=round(float(told[3]), 5),
        )
        self._paid, self._told = [], []
        with log_of(self.out).open("a", encoding="utf-8") as file:
            file.write(json.dumps(found._asdict()) + "\n")
        return found

    def _best_so_far(self) -> float:
        log = log_of(self.out)
        if not self.updates or not log.exists():
            return -1.0
        return max((json.loads(line)["against_greedy"] for line in log.read_text().splitlines()), default=-1.0)

    def save(self) -> None:
        """Write everything needed to go on; no pickle."""
        leaves = jax.tree.leaves((self.parameters, self.memory))
        arrays: dict[str, Any] = {f"leaf{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
        arrays["heading"] = np.array(json.dumps({**heading_of(self.game), "settings": self.settings._asdict()}))
        arrays["counts"] = np.array([self.updates, self.decisions, self.ended, self.width])
        arrays["spent"] = np.array(self.spent)
        with state_of(self.out).open("wb") as file:
            np.savez(file, **arrays)

    def resume(self) -> None:
        """Go on from what ``save`` wrote; BadNet if that is of another game or with other settings."""
        with np.load(state_of(self.out), allow_pickle=False) as kept:
            there = json.loads(str(kept["heading"]))
            mine = {**heading_of(self.game), "settings": self.settings._asdict()}
            if there != json.loads(json.dumps(mine)):
                raise BadNet(f"{state_of(self.out)} was written for another game or with other settings")
            tree = jax.tree.structure((self.parameters, self.memory))
            leaves = [jnp.array(kept[f"leaf{number}"]) for number in range(tree.num_leaves)]
            self.parameters, self.memory = jax.tree.unflatten(tree, leaves)
            self.updates, self.decisions, self.ended, self.width = map(int, kept["counts"])
            self.spent = float(kept["spent"])
        self.key = jax.random.fold_in(self.key, self.updates)


def log_of(out: Path) -> Path:
    """The log beside a net."""
    return out.with_suffix(".log.jsonl")


def state_of(out: Path) -> Path:
    """What training goes on from, beside a net."""
    return out.with_suffix(".state.npz")


def share_against(
    net: Net, opponents: str, games: int, seats: int, options: dict[str, Any], seed: int = EVALUATION_SEED
) -> float:
    """The mean payoff of the net, seat by seat in turn, in so many games against a compiled opponent."""
    learners = (np.arange(games) % seats).astype(np.int8)
    batch = Batch(
        net.game,
        games,
        seats=seats,
        seed=seed,
        options=options,
        opponents=opponents,
        learners=learners,
        restart="never",
        skip_forced=True,
        dense=False,
    )
    policy, bias = net.arrays["policy"], net.arrays["policy_bias"]
    paid = np.zeros(games)
    while (batch.counts > 0).any():
        hidden = net.hidden(batch.features)
        actions = np.full(games, -1, np.int64)
        for number in np.flatnonzero(batch.counts):
            legal = batch.legal[number, : batch.counts[number]]
            actions[number] = legal[(policy[legal] @ hidden[number] + bias[legal]).argmax()]
        batch.step_unchecked(actions)
        paid += batch.rewards[np.arange(games), learners]
    return float(paid.mean())
