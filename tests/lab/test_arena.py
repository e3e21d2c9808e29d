"""Contests and what they tell."""

import pytest

from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest, Played, hold, play_one
from tetracade.lab.standings import interval, ratings_of, standings_of


def game(number: int, seating: tuple[str, ...], payoffs: tuple[float, ...]) -> Played:
    return Played(number, seating, tuple(int(10 * each) for each in payoffs), payoffs, 5, (0.1,) * len(seating))


def test_every_bot_sits_in_every_seat_in_turn() -> None:
    contest = Contest("tetratrax", ("greedy", "random"), 4, 2)
    assert [contest.seating(number) for number in range(4)] == [("greedy", "random"), ("random", "greedy")] * 2


def test_more_bots_than_seats_meet_in_every_choice() -> None:
    contest = Contest("tetratrax", ("1", "2", "greedy"), 2, 2)
    assert contest.line_ups == [("1", "2"), ("1", "greedy"), ("2", "greedy")]
    assert contest.total == 6


def test_a_game_of_a_contest_plays_the_same_again() -> None:
    contest = Contest("tetratrax", ("greedy", "random"), 4, 2, seed=9)
    one, two = play_one(contest, 3), play_one(contest, 3)
    assert (one.points, one.payoffs, one.actions) == (two.points, two.payoffs, two.actions)


def test_only_what_is_missing_is_played() -> None:
    contest = Contest("tetratrax", ("greedy", "random"), 4, 2)
    done = [game(0, ("greedy", "random"), (1.0, 0.0)), game(2, ("greedy", "random"), (1.0, 0.0))]
    assert [played.number for played in hold(contest, done, jobs=1)] == [1, 3]


def test_greedy_beats_random() -> None:
    contest = Contest("tetratrax", ("greedy", "random"), 20, 2)
    standings = standings_of(list(hold(contest, [], jobs=1)))
    assert standings[0].bot == "greedy"
    assert standings[0].share > 0.9
    assert standings[0].rating > standings[1].rating + 200


def test_intervals_are_wilsons() -> None:
    low, high = interval(0.5, 100)
    assert low == pytest.approx(0.4038, abs=1e-4)
    assert high == pytest.approx(0.5962, abs=1e-4)
    assert interval(1.0, 10)[1] == 1.0
    assert interval(0.0, 0) == (0.0, 1.0)


def test_ratings_put_three_to_one_191_points_apart() -> None:
    played = [game(n, ("a", "b"), (1.0, 0.0) if n % 4 else (0.0, 1.0)) for n in range(4000)]
    ratings = ratings_of(played, ["a", "b"])
    assert ratings["a"] - ratings["b"] == pytest.approx(190.8, abs=1.0)


def test_standings_count_shares_points_and_who_was_ahead() -> None:
    played = [game(0, ("a", "b"), (1.0, 0.0)), game(1, ("b", "a"), (0.5, 0.5))]
    first = standings_of(played)[0]
    assert (first.bot, first.games, first.share, first.ahead, first.points) == ("a", 2, 0.75, 0.75, 7.5)
    assert first.wins == 1  # the other game was shared


def test_alone_a_game_is_won_by_the_whole_payoff() -> None:
    played = [Played(number, ("a",), (40,), (payoff,), 9, (0.0,)) for number, payoff in enumerate((1.0, 0.4, 1.0))]
    assert standings_of(played)[0].wins == 2


def test_a_contest_that_cannot_be_is_refused() -> None:
    with pytest.raises(BadOption, match="2 seats need 2 bots"):
        Contest("tetratrax", ("greedy",), 4, 2)
    with pytest.raises(BadOption, match="no bot 'x'"):
        Contest("tetratrax", ("x", "greedy"), 4, 2)
