"""The games pass Gymnasium's own checks, one at a time and side by side."""

import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import tetracade
from tests.rl.every import every_game
from tetracade.engine.features import FeatureTable
from tetracade.rl.gymnasium import Seat, name_of
from tetracade.rl.spaces import features_space
from tetracade.rl.vector import Games
from tetracade.table.table import IllegalAction

ON_PURPOSE = (
    ".*A Box observation space has an unconventional shape.*",  # a row of features, not an image
)

every_mode = pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
every_opponent = pytest.mark.parametrize("opponents", ["self", "random", "greedy", "beginner"])


@pytest.fixture(autouse=True)
def only_named_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for said in ON_PURPOSE:
            warnings.filterwarnings("ignore", said)
        yield


def made(name: str, **ways: Any) -> Any:
    return gymnasium.make(f"tetracade.rl.gymnasium:{name_of(tetracade.game(name))}", **ways)


@every_game
def test_their_check_env(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(made(name, opponents="random").unwrapped)
    assert capsys.readouterr().out.strip(), "render_mode human prints"


@every_game
def test_a_seeded_game_against_a_level_is_the_same_again(name: str) -> None:
    first, second = made(name), made(name)
    for env in (first, second):
        env.reset(seed=4)
    chance = np.random.default_rng(4)
    for _ in range(12):
        mask = first.unwrapped.action_masks()
        action = int(chance.choice(np.flatnonzero(mask)))
        here, there = first.step(action), second.step(action)
        assert data_equivalence(here, there, exact=True)
        assert (here[4]["action_mask"].astype(bool) == first.unwrapped.action_masks()).all()
        if here[2]:
            break


def test_an_illegal_action_ends_the_episode_or_raises() -> None:
    for strict in (False, True):
        env: Seat = made("tetratrax", strict=strict).unwrapped
        env.reset(seed=1)
        wrong = np.int64(np.flatnonzero(~env.action_masks())[0])
        if strict:
            with pytest.raises(IllegalAction):
                env.step(wrong)
        else:
            _, reward, terminated, _, info = env.step(wrong)
            assert (reward, terminated) == (0.0, True)
            assert info["illegal"]


def random_actions(infos: dict[str, Any], chance: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
    masks = infos["action_mask"]
    return np.array([chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])


def keeps_the_contract(env: Any, mode: AutoresetMode) -> None:
    """Play three games at random until some have ended, and check what every step returns."""
    assert env.metadata["autoreset_mode"] is mode
    chance = np.random.default_rng(2)
    observed, infos = env.reset(seed=2)
    ended_before = np.zeros(3, bool)
    ends = 0
    for _ in range(20_000):  # random games of Tetrathedral are long
        assert observed in env.observation_space
        observed, rewards, terminated, truncated, infos = env.step(random_actions(infos, chance))
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert not truncated.any()
        assert ((rewards == 0) | terminated).all()
        playing = infos["action_mask"].any(axis=1)
        if mode is AutoresetMode.SAME_STEP:
            assert playing.all()
            assert ("final_obs" in infos) == terminated.any()
            for number in np.flatnonzero(terminated):
                assert infos["final_obs"][number] in env.single_observation_space
        else:
            assert (playing == ~(terminated | (ended_before & (mode is AutoresetMode.DISABLED)))).all()
        ended_before |= terminated
        ends += int(terminated.sum())
        if mode is AutoresetMode.DISABLED and ended_before.all():
            observed, infos = env.reset(options={"reset_mask": np.array([True, False, True])})
            assert infos["action_mask"].any(axis=1).tolist() == [True, False, True]
            ends = 9
        if ends >= 4:
            return
    pytest.fail("no game ended")


@every_game
@every_mode
def test_vectors_keep_gymnasiums_contract_in_every_mode(name: str, mode: AutoresetMode) -> None:
    env = gymnasium.make_vec(
        f"tetracade.rl.gymnasium:{name_of(tetracade.game(name))}",
        num_envs=3,
        autoreset_mode=mode,
        opponents="random",
        seats=tetracade.game(name).seats[-1],
    )
    keeps_the_contract(env, mode)


@every_opponent
@every_mode
def test_vectors_keep_it_with_every_opponent(opponents: str, mode: AutoresetMode) -> None:
    keeps_the_contract(Games("tetratrax", 3, opponents=opponents, autoreset_mode=mode, rows=10), mode)


@every_opponent
def test_every_opponent_leaves_each_step_to_the_learner(opponents: str) -> None:
    env = Games("tetratrax", 3, opponents=opponents, seat=[0, 1, 0], autoreset_mode="SameStep", rows=10)
    chance = np.random.default_rng(3)
    _, infos = env.reset(seed=3)
    while True:
        if opponents != "self":
            assert infos["to_act"].tolist() == [0, 1, 0]
        acted = infos["to_act"].copy()
        _, rewards, terminated, _, infos = env.step(random_actions(infos, chance))
        if terminated.any():
            break
    for number in np.flatnonzero(terminated):
        paid = infos["final_info"]["rewards"][number]
        assert paid.sum() == 1
        assert rewards[number] == paid[acted[number]]


def test_a_seeded_vector_is_the_same_again() -> None:
    ends = []
    for opponents in ("greedy", "greedy", "casual", "casual"):
        env = Games("tetratrax", 2, opponents=opponents)
        observed, infos = env.reset(seed=8)
        chance = np.random.default_rng(8)
        for _ in range(8):
            observed, _, _, _, infos = env.step(random_actions(infos, chance))
        ends.append(observed.tobytes())
    assert ends[0] == ends[1]
    assert ends[2] == ends[3]
    assert ends[0] != ends[2]


def test_their_wrapper_of_statistics_counts_our_episodes() -> None:
    env = RecordEpisodeStatistics(Games("tetratrax", 4, opponents="random", autoreset_mode="NextStep"))
    _, infos = env.reset(seed=5)
    chance = np.random.default_rng(5)
    while "episode" not in infos:
        _, _, terminated, _, infos = env.step(random_actions(infos, chance))
    lengths = infos["episode"]["l"][terminated]
    assert ((lengths >= 5) & (lengths <= 12)).all()


def test_what_does_not_fit_is_refused() -> None:
    env = Games("tetratrax", 2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0])
    with pytest.raises(TypeError, match="one seed is for all games"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.batch.masks[0] == 0)[0])
    with pytest.raises(ValueError, match="isn't legal"):
        env.step([wrong, wrong])
    with pytest.raises(ValueError, match="skip_forced goes with"):
        Games("tetratrax", 2, opponents="beginner", skip_forced=True)
    with pytest.raises(ValueError, match="there is no seat 2"):
        Seat("tetratrax", seat=2)
    with pytest.raises(ValueError, match="TetraTrax has no features"):
        features_space(replace(tetracade.game("tetratrax"), feature_table=FeatureTable()))
