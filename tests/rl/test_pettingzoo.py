"""The games pass PettingZoo's own suites, with its warnings as errors."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tetracade
from tests.rl.every import NAMES, TOGETHER, every_game, every_game_together
from tetracade.rl.pettingzoo import aec, parallel
from tetracade.table.table import IllegalAction

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # with pygame, their tests import an old environment of theirs
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

ON_PURPOSE = (
    "Observation is not a NumPy array",  # it is a dictionary with a mask, as PettingZoo's own board games have it
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@pytest.fixture(autouse=True)
def only_named_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for said in ON_PURPOSE:
            warnings.filterwarnings("ignore", said)
        yield


@every_game
def test_their_api_test(name: str) -> None:
    for seats in {tetracade.game(name).seats[0], tetracade.game(name).seats[-1]}:
        api_test(aec(name, seats=seats), num_cycles=30)


@every_game
def test_their_seed_test(name: str) -> None:
    seed_test(lambda: aec(name), num_cycles=20)


@every_game
def test_their_render_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec(name, render_mode=render_mode))
    assert capsys.readouterr().out.strip()


@every_game_together
def test_their_parallel_tests(name: str) -> None:
    for seats in tetracade.game(name).seats[1:]:
        parallel_api_test(parallel(name, seats=seats), num_cycles=60)


def test_parallel_is_refused_where_nobody_acts_at_the_same_time() -> None:
    for name in set(NAMES) - set(TOGETHER):
        with pytest.raises(ValueError, match="one seat acts at a time: use aec"):
            parallel(name)
    with pytest.raises(ValueError, match="alone nobody acts at the same time"):
        parallel(TOGETHER[0], seats=1)


@every_game
def test_a_whole_game_pays_what_the_table_says(name: str) -> None:
    env = aec(name)
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        total[agent] += reward
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        assert over == (legal.size == 0)
        env.step(None if over else int(chance.choice(legal)))
    assert tuple(total.values()) == env.table.payoffs


@every_game
def test_an_illegal_action_is_refused_with_its_reason(name: str) -> None:
    env = aec(name)
    env.reset(seed=1)
    observation = env.observe(env.agent_selection)
    before = env.table.state.tobytes()
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction):
        env.step(wrong)
    assert env.table.state.tobytes() == before


@every_game_together
def test_a_seeded_parallel_game_is_the_same_again(name: str) -> None:
    """As their seed test has it; theirs samples without a mask."""
    ends = []
    for seed in (1, 1, 2):
        env = parallel(name, seats=2)
        observations, _ = env.reset(seed=seed)
        for _ in range(10):
            actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
            observations, *_ = env.step(actions)
        ends.append(env.table.state.tobytes())
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


@every_game_together
def test_together_means_from_the_same_state(name: str) -> None:
    env = parallel(name, seats=2)
    observations, infos = env.reset(seed=1)
    chance = np.random.default_rng(1)
    both = waited = 0
    while env.agents:
        actions: dict[str, Any] = {}
        for seat, agent in enumerate(env.agents):
            legal = np.flatnonzero(observations[agent]["action_mask"])
            actions[agent] = int(chance.choice(legal))
            assert infos[agent]["acts"] == (seat in env.table.acting)
            if not infos[agent]["acts"]:
                assert legal.tolist() == [0]
                waited += 1
        both += all(info["acts"] for info in infos.values())
        observations, rewards, terminated, _, infos = env.step(actions)
    assert both > 5
    assert waited
    assert all(terminated.values())
    assert tuple(rewards.values()) == env.table.payoffs
