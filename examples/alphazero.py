"""AlphaZero in small, on TetraTrax: a net guides a tree search, and learns from what the search prefers.

    python examples/alphazero.py 200            # games of its own

Everything is open and nothing is left to chance once somebody has begun, so a state is a table's record.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

import tetracade
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.rl import ppo

GAME = tetracade.game("tetratrax")
KERNEL = kernel_of(GAME)
SCALE = ppo.scale_for(GAME)
EXPLORATION = 1.5
OPTIMISER = optax.adam(1e-3)


@dataclass
class Node:
    """A state of the tree, with the net's priors and what the search has found of its actions."""

    record: Any
    seat: int = -1
    legal: list[int] = field(default_factory=list)
    priors: Any = None
    visits: Any = None
    worth: Any = None
    children: dict[int, "Node"] = field(default_factory=dict)


def logarithms_of(parameters: ppo.Parameters, features: Any, legal: Any) -> tuple[Any, Any]:
    """The logarithm of the net's chance of each action, of which these are legal, and the payoff it expects."""
    second, values = ppo.hidden_of(parameters, SCALE, features)
    logits = second @ parameters["policy"].T + parameters["policy_bias"]
    return jax.nn.log_softmax(jnp.where(legal, logits, -1e9)), values


LOGARITHMS = jax.jit(logarithms_of)


def judged(parameters: ppo.Parameters, features: Any, legal: Sequence[int]) -> tuple[Any, float]:
    """The net's priors over the legal actions, and the payoff it expects."""
    mask = np.zeros((1, GAME.actions), bool)
    mask[0, legal] = True
    logarithms, values = LOGARITHMS(parameters, features[None], mask)
    return np.exp(np.asarray(logarithms)[0, legal]), float(values[0])


def expanded(node: Node, parameters: ppo.Parameters) -> float:
    """Fill the node in; return the payoff of seat 0 that the net, or the end of the game, gives."""
    acting = seats_of(KERNEL.acting(node.record[0]))
    if not acting:
        return KERNEL.payoff(node.record[0])[0]
    node.seat = acting[0]
    node.legal = KERNEL.legal(node.record[0], node.seat)
    node.priors, value = judged(parameters, KERNEL.observe(node.record[0], node.seat), node.legal)
    node.visits, node.worth = np.zeros(len(node.legal)), np.zeros(len(node.legal))
    return value if node.seat == 0 else 1.0 - value


def simulated(node: Node, parameters: ppo.Parameters) -> float:
    """Go down the tree once; return seat 0's payoff."""
    if node.seat < 0:
        return expanded(node, parameters)
    mean = np.where(node.visits > 0, node.worth / np.maximum(node.visits, 1), 0.5)
    best = int((mean + EXPLORATION * node.priors * np.sqrt(node.visits.sum() + 1) / (1 + node.visits)).argmax())
    if best not in node.children:
        record = node.record.copy()
        KERNEL.apply(record[0], node.seat, node.legal[best])
        node.children[best] = Node(record)
    value = simulated(node.children[best], parameters)
    node.visits[best] += 1
    node.worth[best] += value if node.seat == 0 else 1.0 - value
    return value


def own_game(parameters: ppo.Parameters, simulations: int, chance: np.random.Generator) -> list[tuple[Any, ...]]:
    """A game against itself: for each decision the features, the search's preferences, and what the seat got."""
    record = KERNEL.states()
    starter = ("white", "black")[int(chance.integers(2))]
    KERNEL.start(record[0], 2, GAME.option_numbers(GAME.option_values({"starter": starter})))
    met = []
    while seats_of(KERNEL.acting(record[0])):
        root = Node(record.copy())
        for _ in range(simulations + 1):
            simulated(root, parameters)
        wanted = np.zeros(GAME.actions, np.float32)
        wanted[root.legal] = root.visits / root.visits.sum()
        met.append((KERNEL.observe(record[0], root.seat), wanted, root.seat))
        KERNEL.apply(record[0], root.seat, int(chance.choice(root.legal, p=root.visits / root.visits.sum())))
    payoffs = KERNEL.payoff(record[0])
    return [(features, wanted, payoffs[seat]) for features, wanted, seat in met]


def loss(parameters: ppo.Parameters, features: Any, wanted: Any, got: Any) -> Any:
    """How far the net is from the search's preferences and from what was got."""
    logarithms, values = logarithms_of(parameters, features, wanted > 0)
    agreed = jnp.where(wanted > 0, wanted * logarithms, 0.0).sum(1)
    return jnp.square(values - got).mean() - agreed.mean()


@jax.jit
def learned(parameters: ppo.Parameters, memory: Any, features: Any, wanted: Any, got: Any) -> tuple[Any, Any, Any]:
    """The net after one step."""
    error, gradients = jax.value_and_grad(loss)(parameters, features, wanted, got)
    changes, memory = OPTIMISER.update(gradients, memory)
    return optax.apply_updates(parameters, changes), memory, error


def main(games: int, simulations: int = 32, seed: int = 1) -> list[float]:
    """Play and learn in turns; return the error after each game."""
    chance = np.random.default_rng(seed)
    parameters = ppo.new_parameters(GAME, 64, seed)
    memory = OPTIMISER.init(parameters)
    kept: list[tuple[Any, ...]] = []
    errors = []
    for number in range(games):
        kept = (kept + own_game(parameters, simulations, chance))[-4000:]
        for _ in range(4):
            chosen = [kept[place] for place in chance.integers(len(kept), size=64)]
            batch = (jnp.array(np.stack([each[at] for each in chosen])) for at in range(3))
            parameters, memory, error = learned(parameters, memory, *batch)
        errors.append(float(error))
        print(f"game {number + 1}: error {errors[-1]:.3f}")
    return errors


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
