"""The games pass OpenSpiel's own simulations, with serialisation, and its algorithms run on them."""

import pickle
import random
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import tetracade
from tests.rl.every import HIDDEN, NAMES, TOGETHER, every_game, every_game_with_secrets
from tetracade.rl import openspiel

ALL = [f"tetracade_{name}" for name in NAMES] + [f"tetracade_{name}_turns" for name in TOGETHER]


def in_turns(name: str) -> str:
    return f"tetracade_{name}_turns" if name in TOGETHER else f"tetracade_{name}"


def played(state: pyspiel.State, steps: int, seed: int) -> None:
    """Play at random for so many steps, or to the end."""
    chance = random.Random(seed)
    for _ in range(steps):
        if state.is_terminal():
            return
        if state.is_chance_node():
            ids, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(ids, weights)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(state.num_players())]
            state.apply_actions([chance.choice(actions) if actions else 0 for actions in legal])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("short_name", ALL)
def test_their_random_simulations_with_serialisation(short_name: str) -> None:
    game = pyspiel.load_game(short_name, {"players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("short_name", ALL)
def test_their_simulations_from_python_with_pickles_and_copies(short_name: str) -> None:
    np.random.seed(1)
    game = pyspiel.load_game(short_name)
    simulate = games_sim_test.GamesSimTest().sim_game
    simulate(game)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        simulate(pyspiel.load_game_as_turn_based(short_name))


@pytest.mark.parametrize("short_name", ALL)
def test_their_tests_of_the_python_api(short_name: str) -> None:
    random.seed(1)
    about: dict[str, Any] = {"game_name": short_name, "game": pyspiel.load_game(short_name)}
    case = type("Ours", (api_test.EnforceAPIOnPartialTreeBase,), about)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.skipped
    assert not [said for _, said in result.errors + result.failures]


@every_game
def test_a_pickled_game_keeps_its_parameters(name: str) -> None:
    seats = tetracade.game(name).seats[-1]
    game = pyspiel.load_game(f"tetracade_{name}", {"players": seats})
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert pickle.loads(pickle.dumps(game)).num_players() == seats


@every_game
def test_what_is_private_is_what_spectators_do_not_see(name: str) -> None:
    game = pyspiel.load_game(in_turns(name))
    own = make_observation(game, pyspiel.IIGObservationType(public_info=False, perfect_recall=False))
    state = game.new_initial_state()
    played(state, 30, seed=2)
    told = {own.string_from(state, player) for player in range(game.num_players())}
    assert told == {""} if name not in HIDDEN else len(told) == game.num_players()
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(game, everything) is None


@pytest.mark.parametrize("short_name", ALL)
def test_a_state_comes_back_from_its_text_and_as_a_copy(short_name: str) -> None:
    game = pyspiel.load_game(short_name)
    state = game.new_initial_state()
    played(state, 40, seed=1)
    text = pyspiel.serialize_game_and_state(game, state)
    _, back = pyspiel.deserialize_game_and_state(text)
    other = state.clone()
    for player in range(game.num_players()):
        told = state.information_state_string(player)
        assert back.information_state_string(player) == other.information_state_string(player) == told
        assert back.observation_tensor(player) == state.observation_tensor(player)
    before = state.information_state_string(0)
    played(other, 3, seed=2)
    assert state.information_state_string(0) == before


@every_game
def test_parameters_choose_seats_and_options(name: str) -> None:
    ours = tetracade.game(name)
    option = ours.options[0]
    value = option.written([option.values[-1]] if option.many else option.values[-1])
    seats = (option.seats or ours.seats)[-1]
    game = pyspiel.load_game(f"tetracade_{name}", {"players": seats, "options": f"{option.name}:{value}"})
    assert game.num_players() == seats
    assert pyspiel.load_game(str(game)).num_players() == seats
    with pytest.raises(ValueError, match="has no option"):
        pyspiel.load_game(f"tetracade_{name}", {"options": "colour:blue"})


@every_game
def test_their_rl_environment_plays(name: str) -> None:
    game = pyspiel.load_game(in_turns(name))
    environment = rl_environment.Environment(game)
    environment.seed(3)
    step = environment.reset()
    chance = random.Random(3)
    for _ in range(120):
        if step.last():
            break
        player = step.observations["current_player"]
        legal = step.observations["legal_actions"][player]
        assert len(step.observations["info_state"][player]) == tetracade.game(name).features
        step = environment.step([chance.choice(legal)])
    assert (step.rewards or [0.0] * game.num_players()) == environment.get_state.returns()


@every_game
def test_their_python_observations_and_policies(name: str) -> None:
    ours = tetracade.game(name)
    game = pyspiel.load_game(in_turns(name))
    state = game.new_initial_state()
    played(state, 8, seed=4)
    while state.is_chance_node():
        played(state, 1, seed=4)
    features = make_observation(game)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    public = make_observation(
        game, pyspiel.IIGObservationType(private_info=pyspiel.PrivateInfoType.NONE, perfect_recall=True)
    )
    for player in range(game.num_players()):
        features.set_from(state, player)
        assert list(features.dict) == [part.name for part in ours.feature_table]
        assert features.tensor.tolist() == state.observation_tensor(player)
        assert recall.string_from(state, player) == state.information_state_string(player)
        assert public.string_from(state, player) == public.string_from(state, 0)
    chances = policy.UniformRandomPolicy(game).action_probabilities(state)
    assert sorted(chances) == state.legal_actions()


@every_game_with_secrets
def test_their_ismcts_searches_what_the_seat_cannot_tell_apart(name: str) -> None:
    game = pyspiel.load_game(in_turns(name), {"players": 2})
    state = game.new_initial_state()
    seed = 0
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        played(state, 1, seed)
        seed += 1
    bot = ismcts.ISMCTSBot(
        game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=2,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(openspiel.resample)
    assert bot.step(state) in state.legal_actions()


def test_their_mcts_takes_a_win_it_sees() -> None:
    game = pyspiel.load_game("tetracade_tetratrax", {"options": "rows:10;starter:white"})
    state = game.new_initial_state()
    played(state, 20, seed=6)
    bot = mcts.MCTSBot(
        game, 1.4, 8, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    assert state.is_terminal() or bot.step(state) in state.legal_actions()


def test_only_games_with_secrets_are_of_imperfect_information() -> None:
    for name in NAMES:
        kind = pyspiel.load_game(f"tetracade_{name}").get_type()
        imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
        assert (kind.information == imperfect) == (name in HIDDEN)
        assert (kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS) == (name in TOGETHER)
