"""Many games at once give what one game gives."""

import numpy as np
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from tests.suites.every import GAMES
from tetracade.engine.batch import Batch
from tetracade.engine.contract import OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@every_game
def test_masks_features_and_seats_are_those_of_each_game(game: Game) -> None:
    kernel = kernel_of(game)
    batch = Batch(game, 5, seed=3)
    for _ in range(30):
        for number in range(5):
            state = batch.states[number]
            seat = seats_of(kernel.acting(state))[0]
            assert batch.to_act[number] == seat
            assert batch.masks[number].nonzero()[0].tolist() == sorted(kernel.legal(state, seat))
            assert (batch.features[number] == kernel.observe(state, seat)).all()
        batch.step_randomly()


@every_game
def test_several_cores_play_the_same_games_as_one(game: Game) -> None:
    one, two = Batch(game, 7, seed=4), Batch(game, 7, seed=4, cores=2)
    for _ in range(25):
        actions = one.masks.argmax(axis=1)
        one.step(actions)
        two.step(actions)
        assert one.states.tobytes() == two.states.tobytes()
        assert (one.rewards == two.rewards).all()


def test_a_game_that_ends_pays_and_begins_anew() -> None:
    batch = Batch(CONNECT_FOUR, 1)
    for column in (0, 1, 0, 1, 0, 1):
        batch.step(np.array([column]))
        assert not batch.ended[0]
    batch.step(np.array([0]))
    assert batch.ended[0]
    assert batch.rewards[0, :2].tolist() == [1.0, 0.0]
    assert kernel_of(CONNECT_FOUR).acting(batch.states[0]) != OVER
    assert not batch.features[0].any()
    batch.step(np.array([3]))
    assert not batch.ended[0]
    assert not batch.rewards.any()


def test_arrays_of_the_callers_are_written_into() -> None:
    masks, features = np.zeros((3, 7), np.int8), np.zeros((3, 84), np.int8)
    batch = Batch(CONNECT_FOUR, 3, masks=masks, features=features)
    assert masks.all()
    batch.step(np.array([0, 1, 2]))
    assert features.sum() == 3


def test_what_does_not_fit_is_refused_clearly() -> None:
    with pytest.raises(ValueError, match=r"int8 array of shape \(3, 7\)"):
        Batch(CONNECT_FOUR, 3, masks=np.zeros((3, 8), np.int8))
    with pytest.raises(ValueError, match="at least one game"):
        Batch(CONNECT_FOUR, 0)
    batch = Batch(CONNECT_FOUR, 2)
    with pytest.raises(ValueError, match="one action per game"):
        batch.step(np.array([1]))
    for wrong in (7, -1):
        with pytest.raises(ValueError, match="isn't legal"):
            batch.step(np.array([0, wrong]))


def test_random_steps_are_the_same_for_the_same_seed() -> None:
    ends = []
    for seed in (1, 1, 2):
        batch = Batch(CONNECT_FOUR, 4, seed=seed)
        for _ in range(6):
            batch.step_randomly()
        ends.append(batch.states.tobytes())
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_random_games_are_not_always_the_same_game() -> None:
    batch = Batch(CONNECT_FOUR, 1, seed=1)
    games: set[int] = set()
    steps = 0
    while len(games) < 2 and steps < 2000:
        batch.step_randomly()
        steps += 1
        if batch.ended[0]:
            games.add(steps)
            steps = 0
    assert len(games) == 2, "every game took the same number of steps"
