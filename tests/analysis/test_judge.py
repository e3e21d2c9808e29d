"""What a state is worth: the payoff at the end, the mean over outcomes, the value after the only action."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import CHEAPEST, Judge
from tetracade.analysis.judge import searches
from tetracade.engine.contract import CHANCE, OVER, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, kernel_of, seats_of
from tetracade.table.table import Table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@every_game
def test_the_value_of_the_end_is_the_payoff_and_the_points(game: Game) -> None:
    table = played(game, 1)
    value, exact = Judge(game, CHEAPEST).value(table.state)
    assert exact
    assert tuple(value[0]) == table.payoffs
    assert tuple(value[1]) == kernel_of(game).score(table.state)


def entries_like(table: Table, wanted: int, most: int) -> list[int]:
    """Some entries before which ``acting`` says this (1 for a seat's turn)."""
    kernel = kernel_of(table.game)
    found = [index for index in range(len(table.entries)) if min(kernel.acting(table.state_before(index)), 1) == wanted]
    return random.Random(3).sample(found, min(most, len(found)))


@every_game
def test_the_value_before_an_outcome_is_the_mean_over_all_outcomes(game: Game) -> None:
    kernel, judge, table = kernel_of(game), Judge(game, CHEAPEST), played(game, 2)
    tried = 0
    for index in entries_like(table, CHANCE, 12):
        state = table.state_before(index)
        value, exact = judge.value(state)
        if not exact:
            continue
        ids, weights = kernel.outcomes(state)
        total = np.zeros_like(value)
        for outcome, weight in zip(ids, weights, strict=True):
            after = kernel.states()
            after[0] = state
            kernel.resolve(after[0], outcome)
            total += weight * judge.value(after[0])[0]
        assert value == pytest.approx(total / sum(weights), abs=1e-12)
        tried += 1
    assert tried or game.outcomes <= 2


@every_game
def test_the_value_before_the_only_action_is_the_value_after_it(game: Game) -> None:
    kernel, judge, table = kernel_of(game), Judge(game, CHEAPEST), played(game, 2)
    for index in entries_like(table, 1, 200):
        state = table.state_before(index)
        seats = seats_of(kernel.acting(state))
        if len(seats) == 1 and len(legal := kernel.legal(state, seats[0])) == 1:
            after = kernel.states()
            after[0] = state
            kernel.apply(after[0], seats[0], legal[0])
            assert judge.value(state)[0] == pytest.approx(judge.value(after[0])[0], abs=1e-12)


def searched_games() -> list[Game]:
    """The games in which a search judges."""
    return [game for game in GAMES.values() if searches(game)]


def best_end(kernel: Kernel, state: State, seat: int) -> float:
    """What the seat wins if everybody plays the best there is, by looking at all ways to go on."""
    acting = kernel.acting(state)
    if acting == OVER:
        return float(kernel.payoff(state)[seat])
    (mover,) = seats_of(acting)
    found = []
    for action in kernel.legal(state, mover):
        after = kernel.states()
        after[0] = state
        kernel.apply(after[0], mover, action)
        found.append(best_end(kernel, after[0], seat))
    return max(found) if mover == seat else min(found)


def late_states(game: Game, most: int = 400) -> list[State]:
    """States with a choice, so late that all ways to go on can be looked at."""
    kernel, found = kernel_of(game), []
    for seed in range(8):
        table = played(game, seed, noise=0.5)
        states = [table.state_before(index) for index in range(len(table.entries))]
        ways = [len(kernel.legal(state, table.entries[index].seat)) for index, state in enumerate(states) if index]
        for left in range(2, 5):
            if np.prod(ways[-left:]) <= most and ways[-left] > 1:
                found.append(states[-left])
    return found


def test_near_the_end_who_wins_is_proved() -> None:
    for game in searched_games():
        kernel, states = kernel_of(game), late_states(game)
        judge = Judge(game, replace(CHEAPEST, simulations=1, proof=1_000_000))
        for state in states:
            value, _ = judge.value(state)
            assert value[0, 0] == best_end(kernel, state, 0)
            assert value[0].sum() == 1
        assert len(states) > 8


def test_a_tree_is_nearer_to_the_truth_than_a_glance() -> None:
    for game in searched_games():
        kernel, states = kernel_of(game), late_states(game, 20_000)
        truth = np.array([best_end(kernel, state, 0) for state in states])
        apart = [
            float(abs(np.array([judge.value(state)[0][0, 0] for state in states]) - truth).mean())
            for judge in (Judge(game, replace(CHEAPEST, simulations=simulations)) for simulations in (0, 1000))
        ]
        assert apart[1] < apart[0] / 2


@every_game
def test_each_deal_has_luck_of_its_own(game: Game) -> None:
    """Where the reference player goes on, deals that differ in nothing that counts still tell how sure a value is."""
    kernel, judge = kernel_of(game), Judge(game, replace(CHEAPEST, simulations=20))
    table = played(game, 6, game.seats[0])
    for index in entries_like(table, 1, 40):
        state, seat = table.state_before(index), table.entries[index].seat
        legal = kernel.legal(state, seat)
        both = judge.after(state, seat, legal[:1] * 2, range(1, 9))[:, :, 0, seat]
        assert (both[:, 0] == both[:, 1]).all()  # the same luck for all actions
        if len(set(both[:, 0].tolist())) > 1:
            return
    assert game.layout.nothing_hidden
    assert not judge.searching


@every_game
def test_values_are_shares_and_follow_from_the_seed(game: Game) -> None:
    table = played(game, 4)
    states = [table.state_before(index) for index in range(0, len(table.entries), 5)]
    one_judge, other_judge = (Judge(game, replace(CHEAPEST, simulations=50, proof=500), 9) for _ in range(2))
    first = [one_judge.value(state)[0] for state in states]
    again = [other_judge.value(state)[0] for state in reversed(states)][::-1]
    for one, other in zip(first, again, strict=True):
        assert one.tobytes() == other.tobytes()
        assert (one[0] >= -1e-12).all()
        assert (one[0] <= 1 + 1e-12).all()


@every_game
def test_the_judge_sees_who_is_ahead(game: Game) -> None:
    """Late in the game, winners were given more than losers."""
    won: list[float] = []
    lost: list[float] = []
    for seed in range(12):
        table = played(game, seed, game.seats[-1] if game.seats[0] == 1 else None, noise=0.1)
        assert kernel_of(game).acting(table.state) == OVER
        value, _ = Judge(game, CHEAPEST, seed).value(table.state_before(len(table.entries) * 3 // 4))
        for seat, payoff in enumerate(table.payoffs or ()):
            (won if payoff > 0.5 else lost).append(float(value[0, seat]))
    assert np.mean(won) > np.mean(lost) + 0.05
