"""Many games at once give what one game gives."""

from pathlib import Path

import numpy as np
import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from tests.suites.every import GAMES
from tetracade.engine.batch import Batch
from tetracade.engine.contract import OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of

SIMULTANEOUS = {name for name, game in GAMES.items() if game.together}

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
    assert batch.rewards[0].tolist() == [1.0, 0.0]
    assert batch.final_features[0].sum() == 7
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
    with pytest.raises(ValueError, match="one action per decision"):
        batch.step(np.array([1]))
    for wrong in (7, -2):
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


@every_game
def test_lists_of_legal_actions_agree_with_the_masks_with_one_buffer_and_two(game: Game) -> None:
    for buffers in (1, 2):
        batch = Batch(game, 4, seed=6, buffers=buffers)
        for _ in range(40):
            for number in range(4):
                listed = batch.legal[number, : batch.counts[number]]
                assert sorted(listed.tolist()) == batch.masks[number].nonzero()[0].tolist()
            batch.step_randomly()


def test_of_two_buffers_the_one_before_lasts_for_one_more_step() -> None:
    batch = Batch(CONNECT_FOUR, 2, buffers=2)
    features = batch.features
    before = features.copy()
    batch.step(np.array([1, 2]))
    assert batch.features is not features
    assert (features == before).all()
    for array in (batch.features, batch.masks, batch.rewards, batch.legal):
        assert array.ctypes.data % 64 == 0


@every_game
def test_nothing_forced_is_asked_where_it_is_skipped(game: Game) -> None:
    batch = Batch(game, 6, seed=7, skip_forced=True)
    ended = 0
    for _ in range(60):
        assert (batch.counts > 1).all()
        batch.step_randomly()
        ended += int(batch.ended.sum())
    without = Batch(game, 6, seed=7, dense=False)
    assert without.masks.size == 0


@every_game
def test_points_paid_midway_add_up_to_those_of_the_end(game: Game) -> None:
    if not game.scored:
        with pytest.raises(ValueError, match="no points midway"):
            Batch(game, 1, points=True)
        return
    kernel = kernel_of(game)
    batch = Batch(game, 5, seed=8, points=True, restart="never")
    total = np.array([kernel.score(state) for state in batch.states], np.float64)
    steps_paid = 0
    while (batch.counts > 0).any():
        batch.step_randomly()
        total += batch.rewards
        steps_paid += int(batch.rewards.any(axis=1).sum())
    assert total.tolist() == [list(kernel.score(state)) for state in batch.states]
    assert steps_paid > 5


@every_game
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_only_learners_are_asked_where_the_loop_plays_the_others(game: Game, opponents: str) -> None:
    seats = game.checked_seats(None)
    learners = (np.arange(6) % seats).astype(np.int8)
    batch = Batch(game, 6, seed=9, opponents=opponents, learners=learners)
    ended = paid = 0
    for _ in range(game.longest):
        assert (batch.to_act == learners).all()
        batch.step_randomly()
        ended += int(batch.ended.sum())
        paid += int(batch.rewards[batch.ended > 0].any(axis=1).sum())
        assert (batch.final_seats[batch.ended > 0] == learners[batch.ended > 0]).all()
        if ended:
            break
    assert ended
    assert paid


def test_a_greedy_opponent_takes_what_rates_best() -> None:
    game = GAMES["tetratrax"]
    kernel = kernel_of(game)
    batch = Batch(game, 1, seed=3, opponents="greedy", learners=np.zeros(1, np.int8), options={"starter": "white"})
    states = kernel.states()
    states[0] = batch.states[0]
    action = int(batch.legal[0, 0])
    kernel.apply(states[0], 0, action)
    legal = kernel.legal(states[0], 1)
    ratings = kernel.rate(states[0], 1, legal)
    kernel.apply(states[0], 1, legal[ratings.index(max(ratings))])
    batch.step(np.array([action]))
    assert batch.states[0].tobytes() == states[0].tobytes()


def test_noise_is_the_share_of_random_actions_among_an_opponents() -> None:
    game, learners = GAMES["tetratrax"], np.zeros(2000, np.int8)
    batches = {
        noise: Batch(
            game, 2000, seed=3, opponents="greedy", learners=learners, noise=noise, options={"starter": "white"}
        )
        for noise in (0.0, 0.25, 1.0)
    }
    for batch in batches.values():
        batch.step(batch.legal[:, 0])
    greedy = batches[0.0].states[0].tobytes()
    assert all(state.tobytes() == greedy for state in batches[0.0].states)
    shares = [np.mean([state.tobytes() != greedy for state in batches[noise].states]) for noise in (0.25, 1.0)]
    assert shares[1] > 0.95  # at random it may take the best one, too
    assert shares[0] == pytest.approx(0.25 * shares[1], abs=0.04)
    batches[1.0].noise = 0.0
    assert batches[1.0].noise == 0.0
    with pytest.raises(ValueError, match="noise is a share"):
        batches[1.0].noise = 1.5


@every_game
@pytest.mark.parametrize("restart", ["at once", "next step", "never"])
@pytest.mark.parametrize("buffers", [1, 2])
def test_a_random_step_is_a_step_with_random_actions(game: Game, restart: str, buffers: int) -> None:
    one, other = (Batch(game, 4, seed=5, restart=restart, buffers=buffers) for _ in range(2))
    for _ in range(60):
        one.step_randomly()
        actions = other.random_actions()
        other.step(np.maximum(actions, 0) if restart == "next step" else actions)
        assert one.states.tobytes() == other.states.tobytes()
        assert (one.features == other.features).all()
        assert (one.masks == other.masks).all()


def test_an_ended_game_begins_in_the_next_step_or_when_told() -> None:
    win = (0, 1, 0, 1, 0, 1, 0)
    later, never = Batch(CONNECT_FOUR, 2, restart="next step"), Batch(CONNECT_FOUR, 2, restart="never")
    for batch in (later, never):
        for column in win:
            batch.step(np.array([column, 6 if column else 5]))
        assert batch.ended.tolist() == [1, 1]
        assert batch.to_act.tolist() == [-1, -1]
        assert not batch.masks.any()
        assert batch.features[0].sum() == 7
        batch.step(np.array([3, 3]))
        assert not batch.ended.any()
        assert not batch.rewards.any()
    assert later.to_act.tolist() == [0, 0]
    assert later.features.sum() == 0
    assert never.to_act.tolist() == [-1, -1]
    never.begin(np.array([False, True]))
    assert never.to_act.tolist() == [-1, 0]
    never.step(np.array([-1, 2]))
    assert never.features.sum(axis=1).tolist() == [7, 1]


@every_game
def test_a_saved_batch_goes_on_where_it_was(game: Game, tmp_path: Path) -> None:
    batch, other = Batch(game, 3, seed=1), Batch(game, 3, seed=2)
    for _ in range(15):
        batch.step_randomly()
    batch.save(tmp_path / "batch.npz")
    other.load(tmp_path / "batch.npz")
    for _ in range(30):
        assert (batch.features == other.features).all()
        assert (batch.masks == other.masks).all()
        assert (batch.rewards == other.rewards).all()
        batch.step_randomly()
        other.step_randomly()
    assert batch.states.tobytes() == other.states.tobytes()
    with pytest.raises(ValueError, match="has games 3, this one 4"):
        Batch(game, 4).load(tmp_path / "batch.npz")


@every_game
def test_seats_that_act_together_see_the_same_state(game: Game) -> None:
    kernel = kernel_of(game)
    batch = Batch(game, 3, seed=4, together=True)
    both = 0
    for _ in range(40):
        for number, state in enumerate(batch.states):
            acting = seats_of(kernel.acting(state))
            assert batch.to_act[number].nonzero()[0].tolist() == list(acting)
            both = max(both, len(acting))
            for seat in range(batch.seats):
                assert (batch.features[number, seat] == kernel.observe(state, seat)).all()
                legal = sorted(kernel.legal(state, seat)) if seat in acting else []
                assert batch.masks[number, seat].nonzero()[0].tolist() == legal
        batch.step_randomly()
    assert (both > 1) == (game.name in SIMULTANEOUS)


def test_ways_that_do_not_go_together_are_refused() -> None:
    for wrong, said in (
        ({"restart": "soon"}, "restart is one of 'at once', 'next step', 'never'"),
        ({"opponents": "greedy"}, "give learners"),
        ({"learners": np.zeros(2, np.int8)}, "give learners"),
        ({"opponents": "random", "learners": np.full(2, 2, np.int8)}, "a learner has a higher one"),
        ({"noise": 0.5}, "noise is a share from 0 to 1, of the actions of opponents"),
        ({"buffers": 3}, "one or two buffers"),
        ({"together": True, "skip_forced": True}, "nothing is skipped"),
        ({"buffers": 2, "masks": np.zeros((2, 7), np.int8)}, "arrays of your own"),
    ):
        with pytest.raises(ValueError, match=said):
            Batch(CONNECT_FOUR, 2, **wrong)
