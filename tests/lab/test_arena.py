"""Contests and what they tell."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest, Played, hold, load, play_one, save
from tetracade.lab.ratings import ratings_of
from tetracade.lab.standings import interval, standings_of


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
    assert ratings["a"].value - ratings["b"].value == pytest.approx(190.8, abs=1.0)


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


def test_ratings_have_intervals_that_shrink_with_games() -> None:
    margins = []
    for games in (40, 4000):
        first = standings_of([game(n, ("a", "b"), (1.0, 0.0) if n % 4 else (0.0, 1.0)) for n in range(games)])[0]
        assert first.rating_margin is not None
        margins.append(first.rating_margin)
    # a difference of log odds has the variance 1 / (n p q); each of two ratings moves half of it
    assert margins[1] == pytest.approx(1.96 * 400 / 2.302585 / 2 / (4000 * 0.75 * 0.25) ** 0.5, rel=0.01)
    assert margins[0] > 8 * margins[1]


def test_one_game_tells_no_margin_of_points_and_one_bot_none_of_its_rating() -> None:
    assert [each.points_margin for each in standings_of([game(0, ("a", "b"), (1.0, 0.0))])] == [None, None]
    assert standings_of([game(0, ("a",), (1.0,))])[0].rating_margin is None


CONTEST = Contest("tetratrax", ("greedy", "random"), 4, 2)
DONE = [game(0, ("greedy", "random"), (1.0, 0.0)), game(1, ("random", "greedy"), (0.0, 1.0))]


def test_a_saved_contest_is_gone_on_with(tmp_path: Path) -> None:
    save(tmp_path / "file", CONTEST, DONE, [])
    assert load(tmp_path / "file", CONTEST) == DONE


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("played_by", "version"), 77, "with other rules or bots .*; to start over, choose another file or remove"),
        (("played_by", "sources"), "0", "with other rules or bots"),
        (("played_by",), None, "with other rules or bots"),
        (("games", 1, "number"), 0, "game 0 is there twice"),
        (("games", 1, "number"), 4, "there is no game 4; the games are 0 to 3"),
        (("games", 1, "number"), 1.0, "there is no game 1.0; the games are 0 to 3"),
        (("games", 1, "seating"), ["greedy", "random"], "game 1 has the wrong bots"),
        (("games", 1, "points"), [1], "game 1 has missing numbers"),
        (("games", 1, "payoffs"), [7.0, 0.0], "game 1 has impossible numbers"),
    ],
)
def test_a_file_of_other_rules_or_odd_games_is_refused(
    tmp_path: Path, place: tuple[Any, ...], value: Any, says: str
) -> None:
    path = tmp_path / "file"
    save(path, CONTEST, DONE, [])
    held = json.loads(path.read_text())
    inner = held
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    path.write_text(json.dumps(held))
    with pytest.raises(BadOption, match=says):
        load(path, CONTEST)


ARENA = """
import multiprocessing, sys
from tetracade.lab.arena import Contest, hold
for _ in hold(Contest("tetratrax", ("random", "greedy"), 4, 2), [], jobs=2):
    print(*(child.pid for child in multiprocessing.active_children()), flush=True)
    sys.stdin.read()
"""


def test_workers_end_when_the_arena_is_killed() -> None:
    arena = subprocess.Popen([sys.executable, "-c", ARENA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert arena.stdin is not None
    assert arena.stdout is not None
    workers = [int(word) for word in arena.stdout.readline().split()]
    assert len(workers) == 2
    arena.send_signal(signal.SIGKILL)
    arena.wait()
    arena.stdin.close()
    arena.stdout.close()
    end = time.monotonic() + 60
    try:
        while left := [worker for worker in workers if runs(worker)]:
            assert time.monotonic() < end, f"{left} still wait"
            time.sleep(0.05)
    finally:
        for worker in workers:
            if runs(worker):
                os.kill(worker, signal.SIGKILL)


def runs(process: int) -> bool:
    """Whether the process exists and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
