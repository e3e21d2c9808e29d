"""Paired luck, comparisons on it, and the worth of cards."""

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.lab.made_up import games
from tetracade.lab.arena import Contest, played_table
from tetracade.lab.cards import Card, draws_of, names_in, worths
from tetracade.lab.collecting import collect
from tetracade.lab.comparing import Arm, compare, difference, differences, values_of
from tetracade.lab.figures import mean
from tetracade.lab.paired import KeyedDealer, bot_seed, mixed, uniforms
from tetracade.lab.rows import made

BOXES = Path(__file__).parents[1] / "boxes"


def kind(outcome: int) -> str:
    return "card" if outcome < 10 else "roll"


def test_a_draw_depends_on_its_kind_and_count_and_on_nothing_else() -> None:
    cards, rolls = ([0, 1, 2, 3], [1, 1, 1, 1]), ([10, 11, 12], [1, 1, 1])
    one, other = KeyedDealer(5, kind), KeyedDealer(5, kind)
    straight = [one(*cards) for _ in range(20)]
    mingled = []
    for _ in range(20):
        other(*rolls)
        other(*rolls)
        mingled.append(other(*cards))
    assert mingled == straight
    third = KeyedDealer(6, kind)
    assert straight != [third(*cards) for _ in range(20)]


def test_odds_are_the_weights() -> None:
    drawn = Counter(KeyedDealer(seed, kind)([0, 1, 2], [1, 2, 5]) for seed in range(8000))
    for outcome, weight in enumerate((1, 2, 5)):
        exact = weight / 8
        assert abs(drawn[outcome] / 8000 - exact) < 3 * (exact * (1 - exact) / 8000) ** 0.5


def test_a_little_less_weight_seldom_changes_the_draw() -> None:
    """Of ten equal cards one is gone: only draws of that one change, as in a deck from which it was taken."""
    full, less = list(range(10)), list(range(9))
    changed = 0
    for seed in range(2000):
        before = KeyedDealer(seed, lambda outcome: "card")(full, [1] * 10)
        after = KeyedDealer(seed, lambda outcome: "card")(less, [1] * 9)
        assert before == after or before == 9
        changed += before != after
    assert 140 < changed < 260


def test_keys_are_spread_evenly_and_bots_have_their_own() -> None:
    values = np.concatenate([uniforms(mixed(seed), range(8)) for seed in range(1000)])
    assert abs(values.mean() - 0.5) < 3 * (1 / 12 / len(values)) ** 0.5
    assert values.min() > 0
    assert values.max() < 1
    assert len({bot_seed(1, seat, decision) for seat in range(4) for decision in range(100)}) == 400


def test_a_paired_game_plays_the_same_again_and_differs_from_the_next() -> None:
    contest = Contest("tetratrax", ("random", "random"), 4, 2, paired=True)
    one, again = (played_table(contest, 2)[0].entries for _ in range(2))
    assert list(one) == list(again)
    assert list(played_table(contest, 3)[0].entries) != list(one)


def test_differences_are_game_by_game() -> None:
    same = difference("turns", np.array([1.0, 5.0, 9.0]), np.array([2.0, 6.0, 10.0]))
    assert same.difference.value == 1
    assert same.difference.margin == 0
    assert same.unpaired.value == 1
    assert same.unpaired.margin == pytest.approx(1.95996 * (2 * 16 / 3) ** 0.5, rel=1e-4)
    assert same.saved == math.inf
    assert difference("turns", np.array([2.0, 2.0]), np.array([3.0, 3.0])).saved == 1, "nothing varies in either"
    half = difference("turns", np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 2.0, 2.0, 4.0]))
    assert half.difference.value == 0.5
    apart, together = np.var([0, 1, 2, 3], ddof=1) + np.var([0, 2, 2, 4], ddof=1), np.var([0, 1, 0, 1], ddof=1)
    assert half.saved == pytest.approx(apart / together)
    assert half.unpaired.margin == pytest.approx(1.95996 * (apart / 4) ** 0.5, rel=1e-4)
    assert half.needed(0.5) == 11  # ((1.96 + 0.84) * 0.577 / 0.5)² = 10.5


def test_own_measures_are_compared_too() -> None:
    one = games(
        {"payoffs": [1.0, 0.0], "measures": [("holes", 1.0)]}, {"payoffs": [1.0, 0.0], "measures": [("holes", 3.0)]}
    )
    other = games(
        {"payoffs": [0.0, 1.0], "measures": [("holes", 2.0)]}, {"payoffs": [1.0, 0.0], "measures": [("holes", 6.0)]}
    )
    found = {each.measure: each for each in differences(one, other)}
    assert found["holes"].difference.value == 2
    assert found["first seat's share"].difference.value == -0.5


def test_games_count_where_both_sides_have_the_measure() -> None:
    one, other = np.array([1.0, np.nan, 3.0, 5.0]), np.array([2.0, 4.0, np.nan, 8.0])
    found = difference("holes", one, other)
    assert (found.one.value, found.other.value, found.difference.value) == (3, 5, 2)
    assert found.difference.games == found.unpaired.games == 2
    rows = games({"payoffs": [1.0, 0.0]}, {"payoffs": [1.0, 0.0], "measures": [("holes", 3.0)]})
    assert np.isnan(values_of(rows)["holes"]).tolist() == [True, False], "the first game needn't have it"


def test_options_are_compared_on_the_same_luck(tmp_path: Path) -> None:
    contest = Contest("tetratrax", ("greedy", "greedy"), 30, 2, seed=2)
    found = {
        each.measure: each
        for each in compare(contest, Arm("low", {"rows": 10}), Arm("high", {"rows": 14}), folder=tmp_path, jobs=1)
    }
    assert found["turns"].difference.low > 0, "a higher tower takes more tiles"
    nothing = compare(contest, Arm("a", {"rows": 10}), Arm("b", {"rows": 10}), jobs=1)
    assert all(each.difference.value == 0 == each.difference.margin for each in nothing), "the same luck, the same game"


def test_boxes_are_compared_in_processes_of_their_own() -> None:
    contest = Contest("tetratrax", ("random", "random"), 6, 2, seed=2)
    one, other = Arm("standard", {}), Arm("other", {}, str(BOXES / "tetratrax.toml"))
    found = {each.measure: each for each in compare(contest, one, other, jobs=1)}
    assert found["turns"].difference.value != 0
    assert found["turns"].one.value == compare(contest, one, one, jobs=1)[1].one.value


def test_draws_give_cards_to_seats() -> None:
    contest = Contest("tetratrax", ("random", "random"), 4, 2, paired=True)
    table, _ = played_table(contest, 0)
    (draw,) = draws_of(table)
    assert (draw.kind, draw.count, draw.ids) == ("lot", 0, (0, 1))
    assert draw.seat == table.entries[0].id
    assert names_in(table.game) == {"white": [0], "black": [1]}
    for seat in (0, 1):
        forced, _ = played_table(contest, 0, forced=("lot", 0, seat))
        assert forced.entries[0].id == seat


def test_a_forced_card_changes_nothing_where_it_was_drawn_anyway() -> None:
    rows = collect(Contest("tetratrax", ("greedy", "greedy"), 40, 2, seed=3), "card", jobs=1)
    assert rows.num_rows == 80
    by_game = {number: [row for row in rows.to_pylist() if row["number"] == number] for number in range(40)}
    assert all(0 in [row["gain"] for row in mine] for mine in by_game.values())


def test_worths_are_means_with_intervals_for_all_together() -> None:
    gains = {"ace": [0.5, 0.0, 0.5, 0.0], "two": [0.0, -0.5, 0.0, -0.5]}
    rows = made(
        "card",
        [
            {"number": number, "card": card, "gain": gain, "points_gain": 2 * gain, "in_use": number == 0}
            for card, mine in gains.items()
            for number, gain in enumerate(mine)
        ],
    )
    ace, two = worths(rows)
    assert isinstance(ace, Card)
    assert (ace.name, ace.worth.value, ace.points.value, ace.used.value) == ("ace", 0.25, 0.5, 0.25)
    assert (two.name, two.worth.value) == ("two", -0.25)
    assert ace.worth.margin == pytest.approx(mean(gains["ace"], comparisons=2).margin)
    assert ace.worth.margin > mean(gains["ace"]).margin
