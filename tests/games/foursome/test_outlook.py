"""Who is likely to win, as searching bots see it."""

import numpy as np
import pytest

from tests.games.foursome.reading import read
from tetracade import Table
from tetracade.engine.arrays import as_rules_see
from tetracade.games.foursome import hints, outlook
from tetracade.games.foursome.board import CARDS, LINE_NAMES, SPACE_NAMES
from tetracade.games.foursome.state import PICK


def weighed(table: Table) -> list[float]:
    out = np.zeros(8)
    outlook.weigh(as_rules_see(table.state), out)
    return out.tolist()


def stands(line: str, colour: int = 0) -> float:
    return weighed(read(line))[colour]


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
        ("hands=RQ,RT/RB amber=A1,B1", "hands=RQ,RT/BD amber=A1,B1"),  # a rival holds the other gap's
        ("hands=BP,RQ,BD/RB amber=A1", "hands=BP,RQ,BB/RB amber=A1"),  # all three of A1-D1 held, two
        ("hands=BP,RQ,BB/RB amber=A1", "hands=BP,BB,BB/RB amber=A1"),
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


def test_a_foursome_that_leaves_one_to_make_counts_more_than_one_that_leaves_two() -> None:
    made = "hands=RT/RB amber=A1x,B1x,C1x,D1x foursomes={},0"  # three win with two seats
    first, second = (stands(made.format(count)) - stands(made.format(count - 1)) for count in (1, 2))
    assert second - first == pytest.approx(0.001 * outlook.WEIGHTS[outlook.ALL_BUT_ONE, 0])
    assert second > first


def test_special_cards_in_the_hand_count_by_how_many_colours_play() -> None:
    for seats, hands, kind in ((2, "{}/RB", 0), (3, "{}/RB/RC", 1), (4, "{}/RB/RC/RD", 2)):
        plain = stands(f"seats={seats} hands={hands.format('RT')} amber=A1")
        for special, weight in (
            ("WILD", outlook.HAS_WILD),
            ("REMOVE", outlook.HAS_REMOVE),
            ("STEAL", outlook.HAS_STEAL),
            ("SWAP-RED", outlook.HAS_SWAP),
            ("SWAP-BLACK", outlook.HAS_SWAP),
        ):
            with_special = stands(f"seats={seats} hands={hands.format('RT,' + special)} amber=A1")
            assert with_special - plain == pytest.approx(0.001 * outlook.WEIGHTS[weight, kind], abs=0.02), special


def test_a_rival_who_plays_sooner_and_has_the_card_spoils_a_line() -> None:
    free = "hands=RT/BD blue=A1,B1,C1 amber=E1"  # amber plays, blue needs D1, which is BD
    spoiled = "hands=BD/BD blue=A1,B1,C1 amber=E1"
    gone = stands(spoiled, 1) - stands(free, 1)
    assert gone == pytest.approx(0.001 * outlook.WEIGHTS[outlook.SPOILED_SOONER, 0])
    own_turn = "hands=BD/{} amber=A1,B1,C1 blue=E1"
    assert stands(own_turn.format("BD")) == stands(own_turn.format("RT"))


def test_a_space_that_completes_two_lines_counts_once() -> None:
    state = as_rules_see(read("hands=BD/RB amber=A1,B1,C1,D2,D3,D4").state)
    gap = SPACE_NAMES.index("D1")
    across, down = LINE_NAMES.index("A1-D1"), LINE_NAMES.index("D1-D4")
    assert not outlook.is_closed_before(state, across, gap, 0)
    assert outlook.is_closed_before(state, down, gap, 0)
    assert not outlook.is_closed_before(state, down, gap, 1)


def test_a_foursome_counts_more_when_less_of_the_deck_is_left() -> None:
    table = read("seats=4 hands=RT/RB/RC/RD amber=A1x,B1x,C1x,D1x foursomes=1,0,0,0")
    stood = []
    for size in (60, 10):
        table.state.deck_size = size
        amber, blue, *_ = weighed(table)
        stood.append(amber - blue)
    assert stood[1] - stood[0] == pytest.approx(0.001 * outlook.WEIGHTS[outlook.A_FOURSOME_LATE, 2] * 50 / CARDS)


def test_a_line_begun_counts_by_how_many_of_its_cards_are_held() -> None:
    """BP, RQ and BD fill A1-D1 (BP B1, RQ C1, BD D1); BD also lies on A2 and RQ on D4, in two more lines through A1."""
    none, one, three = (
        outlook.WEIGHTS[weight, 0] for weight in (outlook.ONE, outlook.ONE_AND_ONE_HELD, outlook.ONE_AND_ALL_HELD)
    )
    gain = stands("hands=BP,RQ,BD/RB amber=A1") - stands("hands=RC,RC,RE/RB amber=A1")
    assert gain == pytest.approx(0.001 * ((three - none) + 2 * (one - none)))


def test_completing_a_line_counts_more_to_the_one_about_to_play() -> None:
    table = read("seats=4 hands=BD/RB/RC/RD amber=A1,B1,C1")
    stood = []
    for active in (0, 1):
        table.state.active = active
        stood.append(weighed(table)[0])
    now, later = (outlook.WEIGHTS[weight, 2] for weight in (outlook.CLOSES_NOW, outlook.LATER))
    assert stood[0] - stood[1] == pytest.approx(0.001 * (now - 3 * later))
