"""Dealt luck has mean 0: before every outcome, weighed over all that might have come, for any judge."""

from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES, some
from tetracade.analysis import CHEAPEST, Judge
from tetracade.analysis.judge import Values
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import CHANCE, SPECTATOR, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import new_table

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
either_judge = pytest.mark.parametrize("silly", [False, True], ids=["real", "silly"])
PLAIN = replace(CHEAPEST, samples=4, exact=128)


def mean_luck(judge: Judge, state: State, before: Values) -> Values:
    """What the outcomes after this state bring, by their weights: each in the very value that an analysis gives it."""
    kernel = kernel_of(judge.game)
    ids, weights = kernel.outcomes(state)
    total, after = np.zeros_like(before), kernel.states()
    for outcome, weight in zip(ids, weights, strict=True):
        after[0] = state
        kernel.resolve(after[0], outcome)
        total += weight * (judge.value(after[0])[0] - before)
    return total / sum(weights)


@every_game
@either_judge
def test_what_an_outcome_brings_is_0_over_all_that_might_have_come(game: Game, silly: bool) -> None:
    """No games have to be counted for this: it is a sum over the outcomes of each of them."""
    largest, tried = 0.0, 0
    games = some(40 if silly else 200)
    for number in range(games):
        table = played(game, number, game.seats[number % len(game.seats)])
        judge = Judge(game, PLAIN, number, silly=silly)
        for index, entry in enumerate(table.entries):
            if entry.seat != SPECTATOR:
                continue
            state = table.state_before(index)
            before, exact = judge.value(state)
            if exact:
                largest = max(largest, float(abs(mean_luck(judge, state, before)[0]).max()))
                tried += 1
    assert largest < 1e-12
    assert tried >= games or not game.outcomes


@every_game
@either_judge
def test_a_long_deal_is_measured_by_deals_that_have_its_mean(game: Game, silly: bool) -> None:
    """Over many seeds of the analysis, what the deals drawn for it promise is what deals of the dealer's bring."""
    kernel, gains = kernel_of(game), []
    for number in range(some(1000)):
        state = kernel.states()
        state[0] = new_table(game, game.seats[-1], 1).state_before(0)
        judge, deal = Judge(game, PLAIN, number, silly=silly), SeededDealer(10_000 + number)
        before, exact = judge.value(state[0])
        if exact:
            return  # nothing is drawn where it can be weighed
        while kernel.acting(state[0]) == CHANCE:
            kernel.resolve(state[0], deal(*kernel.outcomes(state[0])))
        gains.append(judge.value(state[0])[0][0] - before[0])
    found = np.array(gains)
    assert abs(found.mean(axis=0) / (found.std(axis=0) / np.sqrt(len(found)) + 1e-12)).max() < 4
