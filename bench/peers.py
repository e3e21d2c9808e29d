"""The other side: OpenSpiel and pgx, from the extra ``bench``."""

import random
import time
from collections.abc import Callable
from typing import Any

from bench.ours import best_rate


def spiel_random_games(seconds: float, name: str = "connect_four") -> float:
    """Random games a second of OpenSpiel, all in C++.

    A search of one simulation whose leaf, the first decision, is judged by 500 rollouts: the one way in from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    bot = spiel_bot(game, 1, rollouts=500)

    def work() -> float:
        bot.mcts_search(state)
        return 500

    return best_rate(work, seconds)


def spiel_python_games(seconds: float) -> float:
    """Random games of connect four a second of OpenSpiel, stepped from Python."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    pick = random.Random(1)

    def work() -> float:
        for _ in range(500):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(pick.choice(state.legal_actions()))
        return 500

    return best_rate(work, seconds)


def spiel_steps(seconds: float, name: str = "backgammon") -> float:
    """Players' actions a second in random games of OpenSpiel, all in C++."""
    import pyspiel

    game = pyspiel.load_game(name)
    pick = random.Random(1)
    actions = 0
    for _ in range(100):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(outcomes, weights)[0])
            else:
                actions += 1
                state.apply_action(pick.choice(state.legal_actions()))
    return spiel_random_games(seconds, name) * actions / 100


def spiel_simulations(seconds: float, each: int = 1000) -> float:
    """Simulations a second of OpenSpiel's C++ search on connect four."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()
    bot = spiel_bot(game, each)

    def work() -> float:
        bot.mcts_search(state)
        return each

    return best_rate(work, seconds)


def spiel_bot(game: Any, simulations: int, rollouts: int = 1) -> Any:
    """OpenSpiel's C++ search as its own examples set it up: exploration 2, a gigabyte of memory."""
    import pyspiel

    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, simulations, 1000, False, 1, False)


def pgx_batch_steps(seconds: float, games: int = 4096, clock: Callable[[], float] = time.perf_counter) -> float:
    """Steps a second of a batch of connect four in pgx, compiled, with masks and observations."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, chosen, stepped = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, logits, axis=1)
        state = step(state, actions, jax.random.split(stepped, games))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, 20)[0])
    start = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(1), games))
    carry = [(start, jax.random.PRNGKey(2))]

    def work() -> float:
        carry[0] = run(carry[0])
        jax.block_until_ready(carry[0])
        return 20.0 * games

    return best_rate(work, seconds, clock)
