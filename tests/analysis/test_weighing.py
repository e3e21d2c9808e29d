"""Decisions weighed: each as if it were asked for alone, and nothing looks better than it is."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.playing import played
from tests.suites.every import GAMES
from tetracade.analysis import USUAL, Judge
from tetracade.analysis.analysing import loss_of, weigh, weigh_each
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SMALL = replace(
    USUAL, redeals=4, screened=2, compared=3, known=2, samples=8, playouts=2, to_end=2, exact=32, simulations=50
)


@every_game
def test_several_choices_are_weighed_as_each_would_be_alone(game: Game) -> None:
    kernel, pick, table = kernel_of(game), random.Random(1), played(game, 1, noise=0.5)
    decisions = [index for index, entry in enumerate(table.entries) if entry.seat != SPECTATOR]
    judge = Judge(game, SMALL, 5)
    for index in pick.sample(decisions, min(8, len(decisions))):
        state, seat = table.state_before(index), table.entries[index].seat
        legal = kernel.legal(state, seat)
        chosen = pick.sample(legal, min(3, len(legal)))
        for action, together in zip(chosen, weigh_each(judge, state, seat, chosen), strict=True):
            alone = weigh(judge, state, seat, action)
            assert together.gains.tobytes() == alone.gains.tobytes()
            assert together.variance.tobytes() == alone.variance.tobytes()
            assert together.before.tobytes() == alone.before.tobytes()
            assert together[3:] == alone[3:]


def test_what_looks_best_by_luck_is_not_worth_more() -> None:
    """Among actions that are all worth the same, the best of one half of the deals is as good as any in the other."""
    game, deals = GAMES["foursome"], 24
    judge, rng = Judge(game, SMALL, 1), np.random.default_rng(1)
    state = played(game, 1).state_before(0)
    errors, looks = [], []
    for _ in range(2000):
        after = rng.normal(0.5, 0.1, (deals, 7, 2, 2))
        errors.append(loss_of(judge, state, 0, list(range(7)), after).error)
        means = after[:, :, 0, 0].mean(axis=0)
        looks.append(means.max() - means[0])
    assert abs(np.mean(errors)) < np.mean(looks) / 5


def test_another_tree_values_what_looks_best_in_the_first() -> None:
    game = GAMES["tetratrax"]
    judge, table = Judge(game, SMALL, 3), played(game, 2, noise=0.5)
    tried = 0
    for index, (seat, action) in enumerate(table.entries):
        if seat == SPECTATOR:
            continue
        state = table.state_before(index)
        found = weigh(judge, state, seat, action)
        if found.best < 0:
            continue
        second = judge.after(state, seat, [action, found.best], range(1, 2))[0, :, 0, seat]
        assert found.error == pytest.approx(second[1] - second[0])
        assert found.error > found.error_margin
        tried += 1
    assert tried > 1
