"""The lab against exact enumeration of two small games: every way one can go, and a card hidden in the other."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tests.lab.race.rules import GOAL, chance
from tetracade.lab import metrics
from tetracade.lab.cards import worths
from tetracade.lab.figures import Figure, mean
from tetracade.lab.metrics import Course, courses
from tetracade.lab.rows import Rows, read


class Way(NamedTuple):
    """One way the game can go, and how likely it is when all play at random."""

    odds: float
    actions: int
    forced: int
    course: Course


@cache
def worth(at: tuple[int, int], turn: int, thrown: int) -> float:
    """Seat 0's chances as the judge must see them: the better action by the chances after it, outcomes by weight."""
    if max(at) >= GOAL:
        return float(at[0] >= GOAL)
    if thrown == 0:
        return 2 / 3 * worth(at, turn, 1) + 1 / 3 * worth(at, turn, 2)
    if thrown == 1:
        return worth(moved(at, turn, 1), 1 - turn, 0)
    after = [moved(at, turn, steps) for steps in (1, 2)]
    mine = max(1.0 if each[turn] >= GOAL else 1 - chance(each[1 - turn], each[turn]) for each in after)
    return mine if turn == 0 else 1 - mine


def moved(at: tuple[int, int], turn: int, steps: int) -> tuple[int, int]:
    return (at[0] + steps, at[1]) if turn == 0 else (at[0], at[1] + steps)


def ways(
    at: tuple[int, int] = (0, 0),
    turn: int = 0,
    odds: float = 1.0,
    forced: int = 0,
    seen: tuple[float, ...] = (),
    dealt: float = 0.0,
) -> Iterator[Way]:
    """Every way to go on."""
    if max(at) >= GOAL:
        chances = np.array([[each, 1 - each] for each in (*seen, float(at[0] >= GOAL))])
        yield Way(odds, len(seen), forced, Course(chances, np.array([dealt, -dealt])))
        return
    before = worth(at, turn, 0)
    for thrown, likely in ((1, 2 / 3), (2, 1 / 3)):
        here = worth(at, turn, thrown)
        for steps in range(1, thrown + 1):
            more = (odds * likely / thrown, forced + (thrown == 1), (*seen, here), dealt + here - before)
            yield from ways(moved(at, turn, steps), 1 - turn, *more)


ALL = list(ways())


def expected(value: "list[float]") -> float:
    return sum(way.odds * each for way, each in zip(ALL, value, strict=True))


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, Rows]:
    folder = tmp_path_factory.mktemp("race")
    collect_in("race", folder)
    return read(folder / "games.parquet"), read(folder / "judged.parquet")


def collect_in(game: str, folder: Path) -> None:
    """Let the game's own process write its rows."""
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-m", f"tests.lab.{game}.collected", str(folder)], env=plain, cwd=root, check=True)


@pytest.fixture(scope="module")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> tuple[Rows, Rows]:
    folder = tmp_path_factory.mktemp("pocket")
    collect_in("pocket", folder)
    return read(folder / "judged.parquet"), read(folder / "cards.parquet")


def close(figure: Figure, exact: float) -> None:
    """The exact value lies in the interval, or just outside, and the interval is narrow."""
    assert abs(figure.value - exact) <= 1.6 * figure.margin + 1e-9, (figure, exact)
    assert figure.margin < 0.1


def test_the_ways_are_all_there() -> None:
    assert sum(way.odds for way in ALL) == pytest.approx(1.0)
    assert expected([way.course.chances[-1, 0] for way in ALL]) == pytest.approx(chance(0, 0))


def test_seat_advantage_and_lengths(rows: tuple[Rows, Rows]) -> None:
    found = {each.name: each.figure for each in metrics.of_games(rows[0])}
    close(found["advantage of going first"], chance(0, 0) - 0.5)
    close(found["length in actions"], expected([way.actions for way in ALL]))
    close(found["length in turns"], expected([way.actions for way in ALL]))
    forced, actions = expected([way.forced for way in ALL]), expected([way.actions for way in ALL])
    close(found["forced actions"], forced / actions)
    close(found["outcomes"], actions)
    assert found["branching"].value == 2  # a choice is always one of two
    assert found["clear wins"].value == 1


def test_endings(rows: tuple[Rows, Rows]) -> None:
    found = dict(metrics.endings(rows[0]))
    assert set(found) == {"seat 0 is there", "seat 1 is there"}
    close(found["seat 0 is there"], chance(0, 0))


def test_chances_are_the_exact_ones(rows: tuple[Rows, Rows]) -> None:
    known: dict[tuple[float, ...], list[float]] = {}
    for way in ALL:
        known.setdefault(tuple(way.course.chances[:, 0].round(6)), []).append(float(way.course.dealt[0]))
    for course in courses(rows[1]):
        assert any(abs(course.dealt[0] - dealt) < 1e-6 for dealt in known[tuple(course.chances[:, 0].round(6))])
        assert course.dealt.sum() == pytest.approx(0)


def test_drama_settling_and_lead_changes(rows: tuple[Rows, Rows]) -> None:
    played = courses(rows[1])
    each = [[way.course] for way in ALL]
    close(metrics.drama(played), expected([metrics.drama(one).value for one in each]))
    close(metrics.deepest(played), expected([metrics.deepest(one).value for one in each]))
    close(metrics.lead_changes(played), expected([metrics.lead_changes(one).value for one in each]))
    close(mean(metrics.settled(played)), expected([float(metrics.settled(one)[0]) for one in each]))
    for step, figure in enumerate(metrics.uncertainty(played)):
        close(figure, expected([metrics.uncertainty(one)[step].value for one in each]))


def test_the_luck_share_of_the_variance(rows: tuple[Rows, Rows]) -> None:
    result, luck = [way.course.chances[-1, 0] for way in ALL], [float(way.course.dealt[0]) for way in ALL]
    middle, lucky = expected(result), expected(luck)
    both = expected([(one - middle) * (other - lucky) for one, other in zip(result, luck, strict=True)])
    close(metrics.luck_share(courses(rows[1])), both / (middle * (1 - middle)))


def test_weights_are_the_exact_differences(rows: tuple[Rows, Rows]) -> None:
    weighed = [row for row in rows[1].to_pylist() if row["weight"] is not None]
    assert weighed
    assert all(row["legal"] == 2 for row in weighed)
    assert all(row["hidden"] == 0 for row in weighed)
    gaps = set()
    for mine in range(GOAL):
        for theirs in range(GOAL):
            step, jump = (worth(moved((mine, theirs), 0, by), 1, 0) for by in (1, 2))
            gaps.add(round(abs(jump - step), 4))
    assert {round(row["weight"], 4) for row in weighed} <= gaps


def test_the_hidden_share_is_the_variance_that_the_card_makes(pocket: tuple[Rows, Rows]) -> None:
    """Seat 0's chances are 1/4 or 3/4, as the card is; the rest of the variance is the coin's."""
    odds, chances = np.array([2 / 3, 1 / 3]), np.array([1 / 4, 3 / 4])
    middle = float(odds @ chances)
    exact = float(odds @ (chances - middle) ** 2) / (middle * (1 - middle))
    close(mean(metrics.per_game(pocket[0], "hidden")), exact)
    assert set(metrics.weights(pocket[0])) == {0.0}, "nothing depends on what is said"


def test_where_all_is_dealt_luck_is_everything(pocket: tuple[Rows, Rows]) -> None:
    figure = metrics.luck_share(courses(pocket[0]))
    assert figure.value == pytest.approx(1)
    assert figure.margin < 1e-6


def test_a_card_is_worth_what_it_changes(pocket: tuple[Rows, Rows]) -> None:
    """Seat 1 wins 3 of 4 with the low card, 1 of 4 with the high one, and 7 of 12 as cards are drawn."""
    found = {card.name: card.worth for card in worths(pocket[1])}
    assert set(found) == {"low", "high"}
    close(found["low"], 3 / 4 - 7 / 12)
    close(found["high"], 1 / 4 - 7 / 12)
