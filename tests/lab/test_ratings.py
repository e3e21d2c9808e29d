"""Ratings in contests that tell much, little or nothing: right figures, or none and a word why."""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest

from tetracade.lab.arena import Played
from tetracade.lab.standings import Standing, standings_of


def results(*pairs: tuple[str, str, int, int]) -> list[Played]:
    """Games of two: who met whom, how often the first won and how often the second."""
    found: list[Played] = []
    for one, other, won, lost in pairs:
        for payoffs in [(1.0, 0.0)] * won + [(0.0, 1.0)] * lost:
            found.append(Played(len(found), (one, other), (0, 0), payoffs, 1, (0.0, 0.0)))
    return found


def by_name(played: Sequence[Played]) -> dict[str, Standing]:
    """The standings by bot, all of them fit to be printed as JSON."""
    standings = standings_of(played)
    json.dumps([asdict(standing) for standing in standings], allow_nan=False)
    return {standing.bot: standing for standing in standings}


def test_a_contest_that_one_side_won_altogether_has_no_margins_and_says_why() -> None:
    for games in (1, 100, 10_000):
        found = by_name(results(("strong", "weak", games, 0)))
        gap = found["strong"].rating - found["weak"].rating
        assert gap == pytest.approx(400 * math.log10((games + 0.5) / 0.5))  # half a win each way
        assert [found[bot].rating_margin for bot in ("strong", "weak")] == [None, None]
        assert "won every game" in found["strong"].rating_note
        assert "lost every game" in found["weak"].rating_note


def test_bots_that_tie_keep_their_margin_when_a_third_loses_everything() -> None:
    found = by_name(results(("a", "b", 60, 40), ("a", "c", 1000, 0), ("b", "c", 1000, 0)))
    margin = found["a"].rating_margin
    # 101 meetings with half a win each way; each of two ratings moves half of the difference
    assert margin == pytest.approx(1.96 * 400 / math.log(10) / 2 / (101 * 0.599 * 0.401) ** 0.5, rel=0.01)
    assert found["b"].rating_margin == pytest.approx(margin)
    assert found["c"].rating_margin is None
    assert "among a, b" in found["a"].rating_note


def test_bots_that_no_games_link_compare_only_among_themselves() -> None:
    found = by_name(results(("a", "b", 300, 100), ("c", "d", 5000, 5000)))
    for bot in "abcd":
        assert "link" in found[bot].rating_note
    assert found["a"].rating - found["b"].rating == pytest.approx(190.8, abs=3)
    assert found["c"].rating - found["d"].rating == pytest.approx(0, abs=1)
    for one, other in ("ab", "cd"):
        assert found[one].rating_margin == pytest.approx(found[other].rating_margin)
    assert (found["c"].rating_margin or 0) < 5 < (found["a"].rating_margin or 0) < 30


def test_a_ladder_of_lopsided_pairs_has_sane_figures() -> None:
    ladder = "abcdefgh"
    games = [(high, low, 9999, 1) for high, low in pairwise(ladder)]
    found = by_name(results(*games))
    for standing in found.values():
        assert standing.rating_note == ""
        assert 0 < (standing.rating_margin or 0) < 2000
    assert found["a"].rating > found["d"].rating > found["h"].rating


def test_margins_agree_with_how_much_ratings_vary_over_repeated_contests() -> None:
    rng = np.random.default_rng(5)
    ratings, margins = [], []
    for _ in range(150):
        wins = rng.binomial(200, [0.6, 0.7, 0.8])
        pairs = (("a", "b"), ("b", "c"), ("a", "c"))
        found = by_name(results(*((*pair, int(won), 200 - int(won)) for pair, won in zip(pairs, wins, strict=True))))
        ratings.append(found["a"].rating)
        margins.append(found["a"].rating_margin or 0.0)
    assert np.mean(margins) == pytest.approx(1.96 * np.std(ratings), rel=0.25)
