"""Who is likely to win, as searching bots see it."""

import numpy as np
import pytest

from tests.games.tetrad.test_hints import position
from tetracade.games.tetrad import hints, outlook


def chances(line: str) -> list[float]:
    state = position(line)
    out = np.zeros(8)
    assert hints.estimate(state, out)
    return [float(chance) for chance in out[: int(state.seats)]]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("hands=1,2,3,30", "hands=1,2,29,30"),  # one short, two short
        ("hands=1,2,29,30", "hands=1,28,29,30"),
        ("hands=1,28,29,30", "hands=27,28,29,30"),
        ("hands=1,2,3,swap-two", "hands=1,2,3,30"),  # any stack may come to the gap
        ("hands=1,2,29,free-space", "hands=1,2,29,30"),
        ("hands=4,2,3,corner-rotation", "hands=4,2,3,30"),  # D1 goes to A1, and D1 or D4 completes
    ],
)
def test_a_nearer_hand_stands_better(better: str, worse: str) -> None:
    stands = [outlook.outlook(position(f"phase=taking {line}/- patterns=1"), 0) for line in (better, worse)]
    assert stands[0] > stands[1]


def test_a_panel_swap_brings_the_edges_together() -> None:
    lines = ("hands=1,4,5,panel-swap", "hands=1,4,5,30")  # A1 D1 A2 become C1 B1 C2, and lack B2 of a block
    stands = [outlook.outlook(position(f"phase=taking {line}/- patterns=2"), 0) for line in lines]
    assert stands[0] > stands[1]


def test_a_gap_whose_cards_are_gone_is_worth_less() -> None:
    state = position("phase=taking hands=1,2,3,30/- patterns=1")
    before = outlook.outlook(state, 0)
    state.pile[4] = 0
    assert outlook.outlook(state, 0) < before


def test_chances_add_up_and_favour_the_nearer_hand_and_the_earlier_turn() -> None:
    one, other, third = chances("phase=taking hands=1,2,3,30/5,6,28,29/9,26,27,25 patterns=1")
    assert one + other + third == pytest.approx(1.0)
    assert one > other > third
    same = chances("phase=taking hands=27,28,29,30/27,28,29,30 patterns=1")
    assert same[0] > same[1]


def test_who_is_to_move_and_can_take_the_winning_card_wins() -> None:
    assert chances("phase=taking hands=1,2,3,30/5,6,7,29 discard=4 patterns=1") == [1.0, 0.0]


def test_a_turn_is_not_judged_midway() -> None:
    assert not hints.estimate(position("hands=1,2,3,29,30/- patterns=1"), np.zeros(8))


def test_alone_a_nearer_hand_needs_fewer_turns() -> None:
    near, far = (chances(f"phase=taking {hands} patterns=1")[0] for hands in ("hands=1,2,3,30", "hands=27,28,29,30"))
    assert 0.0 < far < near < 1.0
