"""The libraries that need PyTorch: ``scripts/test --torch``. Their warnings are errors, but for those named here."""

from typing import Any

import numpy as np
import pytest
import torch
from torchrl.envs import GymWrapper, MarlGroupMapType, PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import tetracade
from tests.rl.every import every_game, every_game_together
from tests.rl.scripts import example
from tetracade.rl.gymnasium import Seat
from tetracade.rl.pettingzoo import aec, parallel

pytestmark = [
    # TorchRL says so for every PettingZoo but one old version; check_env_specs below is what it asks for.
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested using version:UserWarning"),
]


@every_game
def test_torchrls_checks_of_the_game_in_turns(name: str) -> None:
    check_env_specs(PettingZooWrapper(aec(name), use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP))


@every_game_together
def test_torchrls_checks_of_the_game_together(name: str) -> None:
    env = parallel(name, seats=2)
    check_env_specs(PettingZooWrapper(env, use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP))


@every_game
def test_torchrls_checks_of_one_seat(name: str) -> None:
    check_env_specs(GymWrapper(Seat(name, opponents="random")))


def test_a_policy_of_torchrl_takes_legal_actions_only() -> None:
    played = example("torchrl_rollout").main("tetratrax", 8)
    agents = played["agents"]
    for step in range(len(played)):
        seat = int(agents["mask"][step].nonzero()[0])
        assert agents["action_mask"][step, seat, agents["action"][step, seat]]


def test_maskable_ppo_learns_without_an_illegal_action() -> None:
    """The environment is strict, so one would raise."""
    paid = example("maskable_ppo").main("tetratrax", 64, n_steps=32, batch_size=16, n_epochs=1)
    assert 0.0 <= paid <= 1.0


@every_game
def test_maskable_ppo_on_every_game(name: str) -> None:
    from sb3_contrib import MaskablePPO

    env = Seat(name, opponents="random", strict=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, n_epochs=1, seed=1, device="cpu")
    before = [tensor.clone() for tensor in model.policy.parameters()]
    model.learn(16)
    after: Any = model.policy.parameters()
    assert any((one != other).any() for one, other in zip(before, after, strict=True))


@pytest.mark.filterwarnings(
    # Ray forgets the handles of the processes that it has started and ended.
    "ignore:Exception ignored in. <function Popen.__del__:pytest.PytestUnraisableExceptionWarning",
    "ignore:subprocess .* is still running:ResourceWarning",
)
def test_rllib_learns_without_an_illegal_action() -> None:
    paid = example("rllib_ppo").main("tetratrax", rounds=1, decisions=64)
    assert len(paid) == 1
    assert 0.0 <= paid[0] <= 1.0


def test_torch_shares_the_arrays_of_a_batch() -> None:
    batch = tetracade.Batch("tetratrax", 4, seed=1)
    seen = torch.from_numpy(batch.features)
    assert seen.data_ptr() == batch.features.ctypes.data
    assert seen.data_ptr() % 64 == 0
    before = seen.clone()
    batch.step_randomly()
    assert (seen != before).any()
    assert np.array_equal(seen.numpy(), batch.features)
