"""Measures against games made by hand, whose answers are known."""

import math

import numpy as np
import pytest

from tests.lab.made_up import course, games
from tetracade.lab import metrics
from tetracade.lab.figures import games_needed, jackknife, mean, ratio, share, sure
from tetracade.lab.metrics import Pace, courses
from tetracade.lab.rows import DECISION, joined, made


def named(found: list[metrics.Measure]) -> dict[str, float]:
    return {each.name: each.figure.value for each in found}


def test_the_place_in_turn_order_counts_from_whoever_acts_first() -> None:
    rows = games(
        {"first": 0, "payoffs": [1.0, 0.0, 0.0]},
        {"first": 1, "payoffs": [0.0, 1.0, 0.0]},
        {"first": 2, "payoffs": [0.0, 1.0, 0.0]},
    )
    assert [figure.value for figure in metrics.places(rows)] == pytest.approx([2 / 3, 0, 1 / 3])
    assert [figure.value for figure in metrics.seats_of(rows)] == pytest.approx([1 / 3, 2 / 3, 0])
    assert metrics.seat_advantage(rows).value == pytest.approx(2 / 3 - 1 / 3)


def test_an_even_game_has_no_advantage_and_says_how_sure_that_is() -> None:
    rows = games(*({"payoffs": [1.0, 0.0] if number % 2 else [0.0, 1.0]} for number in range(100)))
    figure = metrics.seat_advantage(rows)
    assert figure.value == 0
    assert figure.margin == pytest.approx(1.96 * 0.5 * math.sqrt(100 / 99) / 10, rel=1e-3)


def test_lengths_decisions_and_minutes_are_counted() -> None:
    rows = games(
        {"payoffs": [1.0, 0.0], "turns": 4, "actions": 6, "forced": 2, "choices": 12},
        {"payoffs": [0.0, 1.0], "turns": 8, "actions": 10, "forced": 0, "choices": 30},
    )
    found = named(metrics.of_games(rows, Pace(decision=30, forced=6)))
    assert found["length in turns"] == 6
    assert found["length in actions"] == 8
    assert found["decisions"] == 7
    assert found["forced actions"] == 2 / 16
    assert found["branching"] == 42 / 14  # over decisions with a choice
    assert found["estimated minutes"] == pytest.approx(((4 * 30 + 2 * 6) + 10 * 30) / 60 / 2)


def test_draws_ties_and_games_without_a_winner_are_told_apart() -> None:
    rows = games(
        {"payoffs": [1.0, 0.0, 0.0]},
        {"payoffs": [0.5, 0.5, 0.0]},
        {"payoffs": [0.0, 0.0, 0.0], "winners": []},
        {"payoffs": [1 / 3, 1 / 3, 1 / 3], "winners": []},  # nobody won, and all are paid
    )
    found = named(metrics.of_games(rows))
    assert (found["clear wins"], found["shared wins"], found["nobody wins"]) == (0.25, 0.25, 0.5)


def test_a_team_s_win_is_clear() -> None:
    found = named(metrics.of_games(games({"payoffs": [1.0, 0.0, 1.0, 0.0]})))
    assert found["clear wins"] == 1


def test_the_lead_and_the_spread_of_points() -> None:
    found = named(metrics.of_games(games({"payoffs": [1.0, 0.0, 0.0], "points": [9, 3, 6]})))
    assert found["winner's lead"] == 3
    assert found["score spread"] == pytest.approx(math.sqrt(6))
    assert found["points"] == 6


def test_endings_are_counted_the_most_frequent_first() -> None:
    rows = games(*({"payoffs": [1.0, 0.0], "ending": "full" if number % 4 else "blocked"} for number in range(8)))
    assert [(ending, figure.value) for ending, figure in metrics.endings(rows)] == [("full", 0.75), ("blocked", 0.25)]


def test_own_measures_are_averaged() -> None:
    rows = games(
        {"payoffs": [1.0, 0.0], "measures": [("holes", 2.0)]}, {"payoffs": [1.0, 0.0], "measures": [("holes", 5.0)]}
    )
    assert metrics.own_measures(rows)["holes"].value == 3.5


def test_alone_there_is_no_seat_to_compare() -> None:
    found = named(metrics.of_games(games({"payoffs": [0.4]}, {"payoffs": [0.6]})))
    assert "advantage of going first" not in found
    assert "clear wins" not in found


TURNED = course(0, (0.5, 0.5), (0.25, 0.75), (0.75, 0.25), (0.95, 0.05), (1.0, 0.0))
"""Seat 0 falls behind, takes the lead, and settles it with the last action."""


def test_drama_is_the_winner_s_shortfall() -> None:
    games = courses(TURNED)
    assert metrics.drama(games).value == pytest.approx(0.5 / 4)
    assert metrics.deepest(games).value == pytest.approx(0.5)


def test_lead_changes_begin_with_the_first_leader() -> None:
    assert metrics.lead_changes(courses(TURNED)).value == 1
    back = course(1, (0.6, 0.4), (0.4, 0.6), (0.5, 0.5), (0.7, 0.3), (0.0, 1.0))
    assert metrics.lead_changes(courses(back)).value == 3  # being level again is no change


def test_a_game_is_settled_when_the_winner_stays_above() -> None:
    assert metrics.settled(courses(TURNED)).tolist() == [3 / 4]
    slipped = course(0, (0.95, 0.05), (0.8, 0.2), (0.99, 0.01), (1.0, 0.0))
    assert metrics.settled(courses(slipped)).tolist() == [2 / 3]
    decided = course(0, (0.95, 0.05), (0.97, 0.03), (1.0, 0.0))
    assert metrics.settled(courses(decided)).tolist() == [0]


def test_a_shared_game_has_no_winner_and_no_drama() -> None:
    shared = courses(course(0, (0.5, 0.5), (0.9, 0.1), (0.5, 0.5)))
    assert shared[0].winner == -1
    assert math.isnan(metrics.drama(shared).value)
    assert len(metrics.settled(shared)) == 0


def test_uncertainty_falls_from_one_to_nothing() -> None:
    even = course(0, *[(0.5, 0.5)] * 5, *[(0.25, 0.75)] * 5, (0.0, 1.0))
    curve = [figure.value for figure in metrics.uncertainty(courses(even))]
    quarter = -(0.25 * math.log(0.25) + 0.75 * math.log(0.75)) / math.log(2)
    assert curve == pytest.approx([1.0] * 5 + [quarter] * 5 + [0.0])


def test_luck_share_is_all_where_everything_is_dealt_and_nothing_where_nothing_is() -> None:
    lucky = [
        course(number, (won, 1 - won), (won, 1 - won), dealt={0: (won - 0.5, 0.5 - won)})
        for number, won in enumerate([1.0, 0.0] * 20)
    ]
    assert metrics.luck_share(courses(joined(DECISION, lucky))).value == pytest.approx(1.0)
    skilled = [course(number, (0.5, 0.5), (won, 1 - won)) for number, won in enumerate([1.0, 0.0] * 20)]
    assert metrics.luck_share(courses(joined(DECISION, skilled))).value == 0
    half = [
        course(number, (0.5, 0.5), (won, 1 - won), dealt={0: ((won - 0.5) / 2, (0.5 - won) / 2)})
        for number, won in enumerate([1.0, 0.0] * 20)
    ]
    figure = metrics.luck_share(courses(joined(DECISION, half)))
    assert figure.value == pytest.approx(0.5)
    assert figure.margin < 1e-9  # it is the same whichever game is left out


def test_weights_hidden_share_coverage_and_branching_over_time() -> None:
    rows = made(
        DECISION,
        [
            {"number": 0, "decision": 0, "actions": 2, "action": 3, "legal": 8, "weight": 0.2, "hidden": 0.5},
            {"number": 0, "decision": 1, "actions": 2, "action": 4, "legal": 1, "weight": None, "hidden": None},
            {"number": 1, "decision": 0, "actions": 2, "action": 3, "legal": 4, "weight": 0.0, "hidden": 0.1},
            {"number": 1, "decision": 1, "actions": 2, "action": 3, "legal": 3, "weight": 0.02, "hidden": 0.2},
        ],
    )
    assert metrics.weights(rows).tolist() == [0.2, 0.0, 0.02]
    assert metrics.per_game(rows, "weight").tolist() == pytest.approx([0.2, 0.01])
    assert metrics.per_game(rows, "hidden").tolist() == pytest.approx([0.5, 0.15])
    assert metrics.coverage(rows, 10) == 0.2
    curve = metrics.branching(rows)
    assert [curve[0].value, curve[5].value] == [6, 2]
    assert all(math.isnan(figure.value) for step, figure in enumerate(curve) if step not in (0, 5))


def test_figures_have_the_intervals_of_the_textbook() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    assert mean(values).margin == pytest.approx(1.95996 * np.std(values, ddof=1) / 2, rel=1e-4)
    assert mean([1.0, math.nan, 3.0]).games == 2
    assert (share(50, 100).low, share(50, 100).high) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    left_out = jackknife(4, lambda chosen: float(np.array(values)[chosen].mean()))
    assert left_out.margin == pytest.approx(mean(values).margin)
    assert ratio([1, 2], [2, 4]).margin == 0
    assert sure(10) == pytest.approx(2.807, abs=1e-3)  # one in twenty of ten comparisons: 0.25 % on each side


def test_games_needed_is_the_textbook_s_number() -> None:
    assert games_needed(1.0, 0.1) == 785  # ((1.96 + 0.84) / 0.1)² = 784.9
    assert games_needed(0.5, 0.1) == 197
    with pytest.raises(ValueError, match="above 0"):
        games_needed(1.0, 0.0)
