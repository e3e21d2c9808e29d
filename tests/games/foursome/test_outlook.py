"""Who is likely to win, as searching bots see it."""

import numpy as np
import pytest

from tests.games.foursome.reading import read
from tetracade.engine.arrays import as_rules_see
from tetracade.games.foursome import hints, outlook
from tetracade.games.foursome.rules import PICK


def stands(line: str, colour: int = 0) -> float:
    return float(outlook.outlook(as_rules_see(read(line).state), colour))


def chances(line: str) -> list[float]:
    table = read(line)
    out = np.zeros(8)
    assert hints.estimate(as_rules_see(table.state), out)
    return [float(chance) for chance in out[: table.seats]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("hands=BD/RB amber=A1,B1,C1", "hands=WILD/RB amber=A1,B1,C1"),  # D1 is BD
        ("hands=WILD/RB amber=A1,B1,C1", "hands=RT/RB amber=A1,B1,C1"),
        ("hands=RT/RB amber=A1,B1,C1", "hands=RT/RB amber=A1,B1,C1 blue=D1"),
        ("hands=RT/RB amber=A1,B1,C1", "hands=RT/RB amber=A1,B1,H8"),
        ("hands=RQ,BD/RB amber=A1,B1", "hands=RQ,RT/RB amber=A1,B1"),  # both gaps held, one
        ("hands=RQ,RT/RB amber=A1,B1", "hands=RT,RT/RB amber=A1,B1"),
        ("hands=RT/RB amber=A1", "hands=RT/RB"),
        ("hands=RT/RB amber=A1x,B1x,C1x,D1x foursomes=1,0", "hands=RT/RB amber=A1,C2,E5,G8"),
    ],
)
def test_more_within_reach_stands_better(better: str, worse: str) -> None:
    assert stands(better) > stands(worse)


def test_chances_add_up_and_a_win_at_hand_is_all_but_sure() -> None:
    even = chances("hands=RT/RB")
    assert sum(even) == pytest.approx(1.0)
    assert even[0] > even[1]  # the turn
    sure = chances("seats=3 hands=BD/RB/RC amber=A1,B1,C1,A8x,B8x,C8x,D8x foursomes=1,0,0")
    assert sure[0] > 0.99


def test_teammates_share_their_colours_chance() -> None:
    six = chances("seats=6 hands=BD/RB/RC/RD/RE/RF amber=A1,B1,C1")
    assert six[:3] == six[3:]
    assert sum(six[:3]) == pytest.approx(1.0)


def test_a_turn_is_judged_when_its_seat_is_about_to_play() -> None:
    table = read("hands=RT/RB")
    table.state.phase = PICK
    assert not hints.estimate(as_rules_see(table.state), np.zeros(8))


def test_the_foursome_before_the_last_counts_more_than_one_that_leaves_more_to_make() -> None:
    made = "hands=RT/RB amber=A1x,B1x,C1x,D1x foursomes={},0"
    first, second = (stands(made.format(count)) - stands(made.format(count - 1)) for count in (1, 2))
    assert second == pytest.approx(outlook.A_FOURSOME + outlook.THE_LAST_BUT_ONE)  # three win with two seats
    assert first == pytest.approx(outlook.A_FOURSOME)
