"""Training a net by masked PPO on ``tetracade.Batch``: rollouts, checkpoints, a log one can plot, and resuming.

Beside ``NET.npz`` it writes ``NET.log.jsonl``, a line for each checkpoint, and ``NET.state.npz``, from which training
goes on. The net that is kept is the best of the checkpoints in games against the greedy bot that it didn't learn from.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from tetracade.bots.layers import LANES, pick_pairs
from tetracade.bots.net import BadNet, Net, heading_of
from tetracade.engine.batch import Batch
from tetracade.engine.game import Game
from tetracade.rl import ppo
from tetracade.rl.ppo import Sample, Settings
from tetracade.rl.rollout import Drawn

CHECKED_EVERY = 60.0
"""Seconds between checkpoints."""
USUAL = Settings()
NOISE_STEP = 0.01
OPENING = 3
"""Decisions at the beginning of a game that a net draws by its weights when it is evaluated."""
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
    noise: float
    """The share of random actions among the opponents' in training."""
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
        if settings.hidden % LANES:
            raise ValueError(f"the width of a hidden layer is a multiple of {LANES}, not {settings.hidden}")
        self.game, self.out, self.settings, self.seed = game, out, settings, seed
        self.seats = game.checked_seats(seats)
        self.options = options or {}
        learners = (np.arange(settings.games) % self.seats).astype(np.int8)
        alone = self.alone = against == "self"
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
            noise=0.0 if alone else 1.0,
        )
        self.parameters = ppo.new_parameters(game, settings.hidden, seed)
        self.memory = ppo.optimiser_of(settings).init(self.parameters)
        self.scale = ppo.scale_for(game)
        self.shuffle = np.random.default_rng(seed)
        self.width = settings.games
        """Pairs that a minibatch has room for."""
        self.updates = self.decisions = self.ended = 0
        self.spent = 0.0
        self._paid: list[float] = []
        self._lately: list[float] = []
        self._told: list[tuple[float, ...]] = []

    # ---- one update ------------------------------------------------------------------------------------------------

    def update(self, left: float) -> None:
        """Play some steps, and learn from them; ``left`` is the share of the time that is left."""
        kept = self._played()
        rate = self.settings.rate * max(left, 0.05)
        rows = len(kept.taken)
        size = rows // self.settings.minibatches
        edges = edges_of(kept)
        for _ in range(self.settings.epochs):
            order = self.shuffle.permutation(rows)
            for first in range(0, size * self.settings.minibatches, size):
                part = self._part(kept, edges, order[first : first + size])
                self.parameters, self.memory, told = ppo.improved(
                    self.parameters, self.memory, self.scale, part, rate, self.settings
                )
        self._told.append(tuple(float(number) for number in told))
        self._adjust_opponents()
        self.updates += 1
        self.decisions += rows

    def _adjust_opponents(self) -> None:
        """Let opponents play fewer random actions if the net has won enough, else more: then there is most to learn."""
        if self._lately and not self.alone:
            enough = np.mean(self._lately) * self.seats >= self.settings.goal
            noise = self.batch.noise + (-NOISE_STEP if enough else NOISE_STEP)
            self.batch.noise = min(1.0, max(self.settings.noise, noise))
        self._paid += self._lately
        self._lately = []

    def _part(self, kept: Sample, edges: NDArray[np.int64], chosen: NDArray[np.int64]) -> Sample:
        """Some rows of all, with their pairs; room for pairs grows by a quarter at a time, as JAX compiles for it."""
        pairs = int((edges[chosen + 1] - edges[chosen]).sum())
        while self.width < pairs:
            self.width += self.width // 4
        rows = np.full(self.width, len(chosen), np.int32)
        actions = np.zeros(self.width, np.int32)
        taken = np.zeros(len(chosen), np.int32)
        pick_pairs(chosen, edges, kept.actions, kept.taken, rows, actions, taken)
        by_row = (kept.logarithm[chosen], kept.advantage[chosen], kept.outcome[chosen])
        return Sample(kept.features[chosen], rows, actions, taken, *by_row)

    def _played(self) -> Sample:
        """The decisions of some steps of all games, with all pairs one after the other."""
        steps, games = self.settings.steps, self.settings.games
        net, batch = self.net(), self.batch
        features = np.zeros((steps, games, self.game.features), np.int8)
        seats = np.zeros((steps, games), np.int64)
        rewards = np.zeros((steps, games, self.seats), np.float32)
        ended = np.zeros((steps, games), np.int8)
        last = np.zeros((games, self.seats), np.float32)
        every = np.arange(games)
        met: list[Drawn] = []
        for step in range(steps):
            features[step], seats[step] = batch.features, batch.to_act
            met.append(Drawn(net, batch, self.shuffle))
            batch.step_unchecked(met[-1].chosen)
            rewards[step], ended[step] = batch.rewards, batch.ended
            over = ended[step] > 0
            last[every, seats[step]] = met[-1].values
            last[over] = 0.0
            self._lately += rewards[step][over, seats[step][over]].tolist()
        self.ended += int(ended.sum())
        last[every, batch.to_act] = net.values(net.hidden(batch.features))
        values = np.stack([each.values for each in met])
        advantages, outcomes = ppo.advantages_of(seats, rewards, ended, values, last, self.settings)
        counts = np.concatenate([each.counts for each in met])
        first = np.cumsum(counts) - counts
        return Sample(
            features=features.reshape(steps * games, -1),
            rows=np.repeat(np.arange(steps * games), counts),
            actions=np.concatenate([each.actions for each in met]),
            taken=first + np.concatenate([each.place for each in met]),
            logarithm=np.concatenate([each.logarithm for each in met]),
            advantage=advantages.reshape(-1),
            outcome=outcomes.reshape(-1),
        )

    # ---- the whole of it -------------------------------------------------------------------------------------------

    def run(self, minutes: float, clock: Callable[[], float] = time.monotonic) -> Iterator[Checkpoint]:
        """Train until so many minutes are spent in all, with a checkpoint every minute; the best net is kept."""
        if not self.updates:
            log_of(self.out).unlink(missing_ok=True)
        best = self._best_so_far()
        began, earlier = clock(), self.spent
        checked = earlier
        while self.spent < minutes * 60:
            self.update(1.0 - self.spent / (minutes * 60))
            self.spent = earlier + clock() - began
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
            noise=round(self.batch.noise, 3),
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
        arrays["spent"] = np.array([self.spent, self.batch.noise])
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
            self.spent, noise = map(float, kept["spent"])
        if not self.alone:
            self.batch.noise = noise
        self.shuffle = np.random.default_rng((self.seed, self.updates))


def edges_of(sample: Sample) -> NDArray[np.int64]:
    """Where each row's pairs begin, and after the last one where they end."""
    return np.append(np.searchsorted(sample.rows, np.arange(len(sample.taken))), len(sample.rows))


def log_of(out: Path) -> Path:
    """The log beside a net."""
    return out.with_suffix(".log.jsonl")


def state_of(out: Path) -> Path:
    """What training goes on from, beside a net."""
    return out.with_suffix(".state.npz")


def share_against(
    net: Net, opponents: str, games: int, seats: int, options: dict[str, Any], seed: int = EVALUATION_SEED
) -> float:
    """The mean payoff of the net, seat by seat in turn, in so many games against a compiled opponent.

    The net draws its first few actions by its own weights and then plays the best, so that games differ even where
    nothing is left to chance.
    """
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
    chance = np.random.default_rng(seed)
    policy, bias = net.arrays["policy"], net.arrays["policy_bias"]
    paid = np.zeros(games)
    decisions = 0
    while (batch.counts > 0).any():
        if decisions < OPENING:
            actions = Drawn(net, batch, chance).chosen
        else:
            hidden = net.hidden(batch.features)
            actions = np.full(games, -1, np.int64)
            for number in np.flatnonzero(batch.counts):
                legal = batch.legal[number, : batch.counts[number]]
                actions[number] = legal[(policy[legal] @ hidden[number] + bias[legal]).argmax()]
        batch.step_unchecked(actions)
        paid += batch.rewards[np.arange(games), learners]
        decisions += 1
    return float(paid.mean())
