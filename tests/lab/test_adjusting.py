"""Dealt luck taken off results: the mean stays, the interval narrows, and no game corrects itself."""

import random

import pytest

from tetracade.lab.adjusting import adjust, adjusted_of, best_factor, margin_of
from tetracade.lab.arena import Contest, Played, play_one


def results(games: int, skill: float, seed: int = 1) -> tuple[list[float], list[float]]:
    """Shares that are mostly luck, and that luck as an inaccurate judge sees it."""
    pick = random.Random(seed)
    luck = [pick.gauss(0, 0.4) for _ in range(games)]
    shares = [skill + each + pick.gauss(0, 0.1) for each in luck]
    return shares, [2 * each + pick.gauss(0, 0.1) for each in luck]


def test_taking_luck_off_narrows_the_interval_and_keeps_the_mean() -> None:
    shares, luck = results(400, 0.6)
    found = adjust("bot", shares, luck)
    assert found.factor == pytest.approx(0.5, abs=0.02)
    assert found.narrower > 3
    assert found.adjusted == pytest.approx(0.6, abs=found.adjusted_margin * 1.5)
    assert found.share == pytest.approx(sum(shares) / 400)
    assert found.margin == margin_of(shares)


def test_a_game_does_not_correct_itself() -> None:
    """One game with absurd luck changes the factor of the other half alone."""
    shares, luck = results(40, 0.5)
    plain = adjust("bot", shares, luck)
    luck[0] = 1000.0
    odd = adjust("bot", [shares[0], *shares[1:]], luck)
    even_factor = best_factor(shares[1::2], luck[1::2])
    odd_factor = best_factor(shares[0::2], luck[0::2])
    assert odd.factor == pytest.approx((even_factor + odd_factor) / 2)
    assert abs(odd_factor) < 0.01 < even_factor
    assert plain.games == odd.games == 40


def test_luck_that_never_varies_takes_nothing_off() -> None:
    found = adjust("bot", [1.0, 0.0, 1.0, 0.0], [0.0] * 4)
    assert (found.share, found.adjusted, found.factor, found.narrower) == (0.5, 0.5, 0.0, 1.0)


def test_a_bot_in_several_seats_counts_once_a_game() -> None:
    played = [
        Played(number, ("a", "a", "b"), (1, 0, 0), (1.0, 0.0, 0.0), 9, (0.0,) * 3, (0.3, 0.1, -0.4))
        for number in range(4)
    ]
    found = {each.bot: each for each in adjusted_of(played)}
    assert (found["a"].share, found["b"].share) == (0.5, 0.0)
    assert found["a"].games == 4


def test_a_game_of_the_arena_tells_dealt_luck_if_asked() -> None:
    contest = Contest("tetratrax", ("greedy", "random"), 2, 2)
    assert play_one(contest, 0).luck == ()
    luck = play_one(contest, 0, luck=True).luck
    assert len(luck) == 2
    assert sum(luck) == pytest.approx(0.0, abs=1e-9)
    assert luck[0] != 0
