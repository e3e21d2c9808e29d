"""No adapter tells what its seat cannot know: hidden cards are dealt anew, and everything stays the same."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest

import tetracade
from tests.rl.every import every_game_together, every_game_with_secrets
from tests.rl.test_openspiel import in_turns, played
from tetracade.engine.chance import SeededDealer, generator
from tetracade.engine.kernel import kernel_of
from tetracade.rl.gymnasium import Seat
from tetracade.rl.openspiel import resample
from tetracade.rl.pettingzoo import Seats, Together, aec, parallel
from tetracade.rl.vector import Games
from tetracade.table.table import Table


def redealt(table: Table, seat: int, seed: int) -> Table:
    """The table as it might be for all the seat knows."""
    other = Table.at(table.game, table.seats, table.options, table.state.tobytes(), SeededDealer(seed))
    kernel_of(table.game).redeal(other.state, seat, generator(seed))
    return other


def some_way(table: Table, seed: int) -> None:
    """Play on at random for a while."""
    chance = random.Random(seed)
    for _ in range(chance.randrange(60)):
        if table.over:
            return
        seat = chance.choice(table.acting)
        table.step(seat, chance.choice(table.legal_ids(seat)))


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(np.array_equal(one, other))


def infos_of(env: Seats) -> Any:
    return env.told(env.possible_agents) if isinstance(env, Together) else env.infos  # type: ignore[attr-defined]  # of Turns


def compare_seats(env: Seats, seed: int) -> bool:
    """Check every seat of an environment; return whether anything hidden was different."""
    env.reset(seed=seed)  # type: ignore[attr-defined]  # both kinds have it
    some_way(env.table, seed)
    truth, changed = env.table, False
    for seat, agent in enumerate(env.possible_agents):
        env.viewer = seat
        env.table = truth
        shown, drawn, told = env.shown(agent), env.render(), infos_of(env)
        env.table = redealt(truth, seat, seed + 1)
        changed |= env.table.state.tobytes() != truth.state.tobytes()
        assert same(env.shown(agent), shown)
        assert env.render() == drawn
        assert infos_of(env) == told
    env.viewer = -1
    spectator = env.render()
    env.table = truth
    assert env.render() == spectator
    return changed


@every_game_with_secrets
def test_pettingzoo(name: str) -> None:
    changed = [compare_seats(aec(name, render_mode="ansi"), seed) for seed in range(6)]
    assert any(changed)


@every_game_together
def test_pettingzoo_parallel(name: str) -> None:
    changed = [compare_seats(parallel(name, seats=3, render_mode="ansi"), seed) for seed in range(6)]
    assert any(changed)


@every_game_with_secrets
def test_gymnasium(name: str) -> None:
    changed = False
    for seed in range(4):
        env = Seat(name, opponents="random", seat=seed % 2, render_mode="ansi")
        env.reset(seed=seed)
        chance = random.Random(seed)
        for _ in range(8):
            if env.table.over:
                break
            truth = env.table
            shown, masks, drawn = env._shown(), env.action_masks(), env.render()
            env.table = redealt(truth, env.seat, seed)
            changed |= env.table.state.tobytes() != truth.state.tobytes()
            again = env._shown()
            assert same(again[0], shown[0])
            assert same(again[1], shown[1])
            assert same(env.action_masks(), masks)
            assert env.render() == drawn
            env.table = truth
            env.step(np.int64(chance.choice(np.flatnonzero(masks))))
    assert changed


@every_game_with_secrets
@pytest.mark.parametrize("opponents", ["self", "greedy", "beginner"])
def test_vectors(name: str, opponents: str) -> None:
    """Hidden cards are dealt anew in the batch itself, and what it shows is written again."""
    env = Games(name, 3, opponents=opponents, autoreset_mode="Disabled", render_mode="ansi")
    _, infos = env.reset(seed=3)
    chance = np.random.default_rng(3)
    kernel = kernel_of(env.game)
    changed = False
    for step in range(6):
        actions = [chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in infos["action_mask"]]
        observed, _, _, _, infos = env.step(actions)
        observed, masks, to_act = observed.copy(), infos["action_mask"].copy(), infos["to_act"].copy()
        drawn, truth = env.render(), env.batch.states.copy()
        for number in range(3):
            looking = int(to_act[number]) if opponents == "self" else int(env.learners[number])
            if to_act[number] >= 0:
                kernel.redeal(env.batch.states[number], looking, generator(step, number))
        changed |= truth.tobytes() != env.batch.states.tobytes()
        env.batch.step(np.full(3, -1))
        assert same(env._observed()[to_act >= 0], observed[to_act >= 0])
        assert same(env._infos()["action_mask"], masks)
        assert same(env._infos()["to_act"], to_act)
        assert env.render() == drawn
        env.batch.states[:] = truth
        env.batch.step(np.full(3, -1))
        infos = env._infos()
    assert changed


@every_game_with_secrets
def test_openspiel(name: str) -> None:
    changed = False
    for short_name in {f"tetracade_{name}", in_turns(name)}:
        game = pyspiel.load_game(short_name)
        for seed in range(4):
            state = game.new_initial_state()
            played(state, 30 + 10 * seed, seed)
            if state.is_terminal():
                continue
            for player in range(game.num_players()):
                other = resample(state, player)
                changed |= other.play.state.tobytes() != state.play.state.tobytes()
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                for rival in set(range(game.num_players())) - {player}:
                    assert "redealt" in other.information_state_string(rival)
    assert changed


@every_game_with_secrets
def test_an_information_state_is_told_not_read_from_the_record(name: str) -> None:
    """With the record wiped, what a player was told stays as it is."""
    state = pyspiel.load_game(in_turns(name)).new_initial_state()
    played(state, 40, seed=1)
    told = [state.information_state_string(player) for player in range(state.num_players())]
    state.play.record[:] = kernel_of(tetracade.game(name)).states()
    assert [state.information_state_string(player) for player in range(state.num_players())] == told
    assert len(set(told)) == len(told)
