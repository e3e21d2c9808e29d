"""What a seat knows, and redeals that respect it exactly."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.games.tetrad.invariants import FAULTS, fault
from tests.games.tetrad.tables import GAME, KERNEL
from tests.suites.every import begun, set_ups, walk
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.chance import generator
from tetracade.games.tetrad.board import CARDS, FULL
from tetracade.games.tetrad.notation import card_notation, card_of
from tetracade.games.tetrad.state import LAYING

SURE = 1e-4
"""How unlikely a sample must be to fail; the seeds are fixed, so a pass stays a pass."""


def position(line: str) -> Any:
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    return state[0]


def redealt(state: Any, seat: int, seed: int) -> Any:
    other = KERNEL.states()
    other[0] = state
    KERNEL.redeal(other[0], seat, generator(seed))
    return other[0]


def cards(row: Any) -> list[int]:
    return [int(card) for card in row if card]


PUBLIC = {field.name for field in GAME.fields} - {"hand", "pile"}


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25)
@pytest.mark.rule("TD13", "TD26")
def test_every_sample_agrees_with_all_the_seat_knows(seed: int) -> None:
    pick = random.Random(seed)
    kernel, state = begun(GAME, pick.choice(set_ups(GAME)))
    for _ in walk(kernel, state, pick, 300):
        if pick.random() > 0.05:
            continue
        for seat in range(-1, int(state.seats)):
            other = redealt(state, seat, seed)
            for name in PUBLIC:
                assert (np.asarray(other[name]) == np.asarray(state[name])).all(), name
            if seat >= 0:
                assert cards(other.hand[seat]) == cards(state.hand[seat])
            for held in range(int(state.seats)):
                assert not Counter(cards(state.known[held])) - Counter(cards(other.hand[held]))
            found = int(fault(as_rules_see(other), np.zeros(CARDS, np.int64)))
            assert found == 0 or (found == 2 and state.phase == LAYING), FAULTS[found]


def ways_of_dealing(unseen: list[str], places: list[int], known: list[list[str]]) -> Counter[tuple[str, ...]]:
    """Every way to deal the unseen cards, each copy apart, to so many places a hand; the rest is the pile."""
    found: Counter[tuple[str, ...]] = Counter()
    for order in permutations(unseen):
        left = list(order)
        hands = []
        for place, fixed in zip(places, known, strict=True):
            mine = sorted([*fixed, *(left.pop() for _ in range(place))], key=card_of)
            hands.append(",".join(mine))
        found[tuple(hands)] += 1
    return found


SMALL: list[tuple[str, int, list[str], list[int], list[list[str]]]] = [
    # Red sees its own hand; Blue has 2 unknown cards, 5 cards are unseen, two of them alike
    ("hands=1,2/20,21 pile=20,22,skip", 0, ["20", "21", "20", "22", "skip"], [2], [[]]),
    # Blue is known to hold a 20; the other 20 is unseen
    ("hands=1,2/20,21,30 known=-/20 pile=20,22,skip", 0, ["21", "30", "20", "22", "skip"], [2], [["20"]]),
    # two others, one of them fully known
    (
        "hands=1,2/20,21/5,5 known=-/-/5,5 pile=22,22,the-bomb",
        0,
        ["20", "21", "22", "22", "the-bomb"],
        [2, 0],
        [[], ["5", "5"]],
    ),
    # two others with one unknown card each, seen from the last seat
    ("hands=1,2/20,21/5,6 known=1/21 pile=2,20,22,22", 2, ["2", "20", "2", "20", "22", "22"], [1, 1], [["1"], ["21"]]),
    # after a reshuffle cards are unseen again: the pile alone says what there is, not what was discarded once
    (
        "hands=1/20,21 discard=22 pile=22,blocker,blocker,23",
        0,
        ["20", "21", "22", "blocker", "blocker", "23"],
        [2],
        [[]],
    ),
]


@pytest.mark.rule("TD16", "TD25")
@pytest.mark.parametrize("case", SMALL, ids=[str(number) for number in range(len(SMALL))])
def test_a_redeal_is_uniform_over_all_ways_to_deal_every_physical_card(
    case: tuple[str, int, list[str], list[int], list[list[str]]],
) -> None:
    line, seat, unseen, places, known = case
    expected = ways_of_dealing(unseen, places, known)
    state = position(line)
    others = [other for other in range(int(state.seats)) if other != seat]
    samples = 12_000
    states = KERNEL.states()
    rng = generator(5)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(samples):
        states[0] = state
        KERNEL.redeal(states[0], seat, rng)
        found[tuple(",".join(card_notation(card) for card in cards(states[0].hand[other])) for other in others)] += 1
    assert set(found) <= set(expected)
    total = sum(expected.values())
    deals = sorted(expected)
    result = chisquare([found[deal] for deal in deals], [expected[deal] * samples / total for deal in deals])
    assert result.pvalue > SURE


def test_the_chi_square_would_notice_a_wrong_weight() -> None:
    """The same test against deals that treat copies as one card fails."""
    line, seat, unseen, places, known = SMALL[0]
    naive = dict.fromkeys(ways_of_dealing(unseen, places, known), 1)
    state = position(line)
    found: Counter[tuple[int, ...]] = Counter()
    states, rng = KERNEL.states(), generator(5)
    for _ in range(12_000):
        states[0] = state
        KERNEL.redeal(states[0], seat, rng)
        found[tuple(cards(states[0].hand[1]))] += 1
    assert len(found) == len(naive)
    assert chisquare(list(found.values())).pvalue < SURE


def test_redeals_depend_on_nothing_the_seat_cannot_know() -> None:
    one = position("hands=1,2,3,4/20,21,22,23 known=-/20 discard=9")
    two = position("hands=1,2,3,4/20,24,25,skip known=-/20 discard=9")
    for seed in range(20):
        assert redealt(one, 0, seed).tobytes() == redealt(two, 0, seed).tobytes()
    assert redealt(one, 1, 1).tobytes() != redealt(two, 1, 1).tobytes()


def test_the_own_view_shows_the_own_hand_alone_and_no_pile() -> None:
    state = position("hands=1,2,3,4/20,21,22,23 known=-/20")
    view = KERNEL.view(state, 0)
    assert view.as_dict()["hand"] == [1, 2, 3, 4, 0]
    assert cards(view.record.hand[1]) == []
    assert "pile" not in view.as_dict()
    assert view.as_dict()["known"][1] == [20, 0, 0, 0, 0]
    assert len(view.as_dict()["hand"]) == FULL
