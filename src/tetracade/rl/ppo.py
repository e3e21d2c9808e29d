"""Masked PPO in CleanRL's way, in JAX: the network, its losses, and advantages by seat.

Few of a game's actions are legal at a time. So decisions come with *pairs*: a row of the batch and one of its legal
actions, row by row. Where a game has few actions, a product with all of them is quicker and illegal ones are masked;
where it has thousands, only the pairs are looked at.
"""

from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from tetracade.bots.net import scale_of
from tetracade.engine.game import Game

Parameters = dict[str, Any]
Array = NDArray[Any]

NARROW = 512
"""With at most so many actions, logits are computed for all of them."""


class Settings(NamedTuple):
    """What one trains with; the usual values are CleanRL's, but for the sizes."""

    games: int = 256
    steps: int = 64
    hidden: int = 128
    epochs: int = 3
    minibatches: int = 8
    rate: float = 1e-3
    discount: float = 1.0
    decay: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    gradient: float = 0.5
    noise: float = 0.05
    """The least share of random actions among the opponents', so that no two games are the same."""
    goal: float = 1.2
    """How many times its fair share the net wins before its opponents get stronger."""


class Sample(NamedTuple):
    """Decisions to learn from, one row each, with their pairs one after the other."""

    features: Any
    rows: Any
    """The row of each pair; after the last one, the number of rows."""
    actions: Any
    """The action of each pair."""
    taken: Any
    """By row, the number of the pair that was taken."""
    logarithm: Any
    """By row, the logarithm of the chance with which it was taken."""
    advantage: Any
    outcome: Any
    """What the value should have been."""


def new_parameters(game: Game, hidden: int, seed: int) -> Parameters:
    """A fresh network: orthogonal layers, a policy that is nearly even."""
    keys = jax.random.split(jax.random.key(seed), 3)
    wide = jax.nn.initializers.orthogonal(2.0**0.5)
    return {
        "first": wide(keys[0], (game.features, hidden)),
        "first_bias": jnp.zeros(hidden),
        "second": wide(keys[1], (hidden, hidden)),
        "second_bias": jnp.zeros(hidden),
        "policy": 0.01 * jax.random.normal(keys[2], (game.actions, hidden)),
        "policy_bias": jnp.zeros(game.actions),
        "value": jnp.zeros(hidden),
        "value_bias": jnp.zeros(()),
    }


def hidden_of(parameters: Parameters, scale: Any, features: Any) -> tuple[Any, Any]:
    """The second hidden layer, and the value."""
    row = features.astype(jnp.float32) / scale
    first = jax.nn.relu(row @ parameters["first"] + parameters["first_bias"])
    second = jax.nn.relu(first @ parameters["second"] + parameters["second_bias"])
    return second, second @ parameters["value"] + parameters["value_bias"]


def logarithms_of(parameters: Parameters, second: Any, rows: Any, actions: Any) -> Any:
    """The logarithm of each pair's chance; what stands after the last pair means nothing."""
    count = second.shape[0]
    known = jnp.minimum(rows, count - 1)
    if parameters["policy"].shape[0] <= NARROW:
        every = second @ parameters["policy"].T + parameters["policy_bias"]
        legal = jnp.zeros((count + 1, every.shape[1]), bool).at[rows, actions].set(True)[:count]
        return jax.nn.log_softmax(jnp.where(legal, every, -1e9))[known, actions]
    logits = (second[known] * parameters["policy"][actions]).sum(-1) + parameters["policy_bias"][actions]
    by_row = partial(jax.ops.segment_sum, segment_ids=rows, num_segments=count + 1, indices_are_sorted=True)
    highest = jax.ops.segment_max(jax.lax.stop_gradient(logits), rows, count + 1, indices_are_sorted=True)
    lowered = logits - highest[rows]
    return lowered - jnp.log(by_row(jnp.exp(lowered)))[rows]


def loss_of(parameters: Parameters, scale: Any, sample: Sample, settings: Settings) -> tuple[Any, tuple[Any, ...]]:
    """PPO's clipped loss; beside it the entropy and how far the policy has moved."""
    second, values = hidden_of(parameters, scale, sample.features)
    logarithms = logarithms_of(parameters, second, sample.rows, sample.actions)
    taken = logarithms[sample.taken]
    ratio = jnp.exp(taken - sample.logarithm)
    gain = (sample.advantage - sample.advantage.mean()) / (sample.advantage.std() + 1e-8)
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = -jnp.minimum(ratio * gain, clipped * gain).mean()
    error = 0.5 * jnp.square(values - sample.outcome).mean()
    meant = sample.rows < len(values)
    entropy = -jnp.where(meant, jnp.exp(logarithms) * logarithms, 0.0).sum() / len(values)
    moved = (sample.logarithm - taken).mean()
    return policy + settings.value * error - settings.entropy * entropy, (policy, error, entropy, moved)


def optimiser_of(settings: Settings) -> optax.GradientTransformation:
    """Adam with clipped gradients; the rate is set at each step."""
    adam = optax.inject_hyperparams(optax.adam)(learning_rate=settings.rate, eps=1e-5)
    return optax.chain(optax.clip_by_global_norm(settings.gradient), adam)


@partial(jax.jit, static_argnames=("settings",), donate_argnums=(0, 1))
def improved(
    parameters: Parameters, memory: Any, scale: Any, sample: Sample, rate: Any, settings: Settings
) -> tuple[Parameters, Any, Any]:
    """The network after one step of learning."""
    (_, told), gradients = jax.value_and_grad(loss_of, has_aux=True)(parameters, scale, sample, settings)
    memory[1].hyperparams["learning_rate"] = rate
    changes, memory = optimiser_of(settings).update(gradients, memory, parameters)
    return optax.apply_updates(parameters, changes), memory, told


def advantages_of(
    seats: Array, rewards: Array, ended: Array, values: Array, last: Array, settings: Settings
) -> tuple[Array, Array]:
    """Advantages and outcomes of all decisions, each from what its own seat got until its next decision.

    ``seats``, ``ended`` and ``values`` are by step and game, ``rewards`` also by seat; ``last`` is what each seat may
    expect after the last step.
    """
    steps, games = seats.shape
    every = np.arange(games)
    following, gain = last.astype(np.float32).copy(), np.zeros_like(last, np.float32)
    owed = np.zeros_like(following)
    advantages = np.zeros((steps, games), np.float32)
    for step in reversed(range(steps)):
        over = ended[step].astype(bool)
        for kept in (following, gain, owed):
            kept[over] = 0.0
        owed += rewards[step]
        seat = seats[step]
        error = owed[every, seat] + settings.discount * following[every, seat] - values[step]
        gain[every, seat] = error + settings.discount * settings.decay * gain[every, seat]
        advantages[step] = gain[every, seat]
        following[every, seat] = values[step]
        owed[every, seat] = 0.0
    return advantages, advantages + values


def scale_for(game: Game) -> Any:
    """What features are divided by."""
    return jnp.asarray(scale_of(game))
