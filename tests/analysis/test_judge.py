"""What a state is worth: the payoff at the end, the mean over outcomes, the value after the only action."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import CHEAPEST, Judge
from tetracade.analysis.judge import looks_ahead
from tetracade.engine.contract import CHANCE, OVER, SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
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


@every_game
def test_looking_further_is_looking_again_after_every_action(game: Game) -> None:
    """With all replies tried, each ply takes what is best for its seat by the plies that are left."""
    if not looks_ahead(game):
        return
    kernel, table = kernel_of(game), played(game, 5)
    judges = [Judge(game, replace(CHEAPEST, plies=plies, replies=1000)) for plies in range(3)]
    tried = 0
    for index in range(len(table.entries) * 2 // 3, len(table.entries)):
        state = table.state_before(index)
        seat = table.entries[index].seat
        if seat == SPECTATOR or len(legal := kernel.legal(state, seat)) == 1 or len(legal) > 24:
            continue
        after = kernel.states(len(legal))
        for place, action in enumerate(legal):
            after[place] = state
            kernel.apply(after[place], seat, action)
        if any(kernel.acting(each) == CHANCE for each in after):
            continue
        for fewer, more in pairwise(judges):
            best = max((fewer.value(each)[0][0] for each in after), key=lambda shares: float(shares[seat]))
            assert more.value(state)[0][0] == pytest.approx(best, abs=1e-12)
        tried += 1
    assert tried or game.outcomes > 2


@every_game
def test_values_are_shares_and_follow_from_the_seed(game: Game) -> None:
    table = played(game, 4)
    states = [table.state_before(index) for index in range(0, len(table.entries), 5)]
    first = [Judge(game, CHEAPEST, 9).value(state)[0] for state in states]
    again = [Judge(game, CHEAPEST, 9).value(state)[0] for state in reversed(states)][::-1]
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
