"""Hints for bots: distances, what others are known to hold, what to block, what to do."""

from typing import Any

import pytest

from tests.games.tetrad.tables import GAME, KERNEL
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import State
from tetracade.games.tetrad import hints, nearness
from tetracade.games.tetrad.board import NO_CARD, POCKETS, pocket_name
from tetracade.games.tetrad.claims import matched
from tetracade.games.tetrad.state import USE_BLOCKER


def position(line: str) -> Any:
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    return as_rules_see(state[0])


def lacking(state: Any) -> int:
    """How many cards seat 0's whole hand lacks."""
    return int(nearness.lacking(state, 0, nearness.hand_without(state, 0, NO_CARD)))


def best(line: str) -> str:
    """What looks best to the seat to act."""
    state = position(line)
    seat = int(state.turn)
    legal = KERNEL.legal(state, seat)
    ratings = KERNEL.rate(state, seat, legal)
    return GAME.words.notation(legal[ratings.index(max(ratings))])


@pytest.mark.parametrize(
    ("line", "lacks"),
    [
        ("hands=1,2,3,4", 0),
        ("hands=1,2,3,30 patterns=1", 1),
        ("hands=1,2,29,30 patterns=1", 2),
        ("hands=1,6,11,16 patterns=1", 3),
        ("hands=17,18,29,30", 4),
        ("hands=2,3,4,free-space patterns=1", 0),
        ("hands=1,2,3,free-space patterns=1", 1),
        ("board=1,2b,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,4 patterns=1", 3),
        ("board=1b,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=2,3,4,free-space patterns=1", 0),
        ("board=1b,2,3,4/5,6,7,8/9,10,11b,12/13,14,15,16 hands=3,4,29,30 patterns=1", 3),
    ],
)
def test_the_distance_is_what_the_nearest_placement_that_counts_lacks(line: str, lacks: int) -> None:
    assert lacking(position(line)) == lacks


def test_what_an_opponent_is_known_to_hold_gives_a_distance_too() -> None:
    state = position("hands=1,2,3,30/5,6,29,30 known=-/5,6 patterns=1")
    assert nearness.known_cards(state, 1) == 1 << 5 | 1 << 6
    assert nearness.lacking(state, 1, nearness.known_cards(state, 1)) == 2
    assert nearness.lacking(state, 0, nearness.known_cards(state, 0)) == 4


def test_no_placement_can_be_completed_when_its_pockets_are_blocked() -> None:
    state = position("board=1b,2b,3,4/5,6,7,8/9,10,11,12/13,14,15,16 hands=1,2,3,30 patterns=1")
    state.blocked = sum(1 << card for card in range(1, 17))
    assert lacking(state) == nearness.FAR


def test_the_pocket_to_block_is_where_it_hurts_an_opponent_and_not_oneself() -> None:
    state = position("hands=blocker,17,18,19,20/5,6,7,30 known=-/5,6,7 patterns=1")
    assert best_block(state) in ("A2", "B2", "C2", "D2")
    mine = position("hands=blocker,1,2,5,20/6,7,8,30 known=-/6,7,8 patterns=1")
    assert best_block(mine) in ("B2", "C2", "D2")


def best_block(state: State) -> str:
    """The pocket for which seat 0's BLOCKER rates best."""
    actions = [USE_BLOCKER + pocket for pocket in range(POCKETS)]
    ratings = KERNEL.rate(state, 0, actions)
    return pocket_name(ratings.index(max(ratings)))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("hands=1,2,3,4,30/-", "claim A1 B1 C1 D1"),
        ("hands=1,2,3,30,29/- discard=21 patterns=1 known=-", "discard 29"),
        ("phase=taking hands=1,2,3,30/- discard=4 patterns=1", "take"),
        ("phase=taking hands=1,2,3,30/- discard=29 patterns=1", "draw"),
        ("hands=1,2,3,8,swap-two/- patterns=1", "use swap-two D1 D2"),
        ("hands=4,2,3,16,corner-rotation/- patterns=1", "use corner-rotation"),
        ("claims=strict hands=1,2,3,8,30/- patterns=1", "discard 30"),
        ("phase=placing used=new-gameboard-card up=20 hands=1,2,3,20/- patterns=1", "place D1"),
        ("hands=1,2,3,blocker,30/5,6,7,29 known=-/5,6,7 patterns=1", "use blocker D2"),
        ("phase=used used=panel-swap hands=1,2,3,4/-", "claim A1 B1 C1 D1"),
        ("phase=choosing patterns=- hands=-/-/-/-/-/-/-", "choose 1+2+3+4+5"),
    ],
)
def test_what_looks_best_is_sensible(line: str, action: str) -> None:
    assert best(line) == action


def test_moving_stacks_moves_bits_as_the_rules_move_stacks() -> None:
    names = ("use corner-rotation", "use panel-swap", "use swap-two B2 D4")
    for name in names:
        card = name.split()[1]
        state = position(f"hands=1,6,7,16,{card}/-")
        action = GAME.words.action_of(name)
        cards = sum(1 << number for number in (1, 6, 7, 16))
        moved = nearness.moved(matched(state, cards), action)
        KERNEL.apply(state, 0, action)
        assert matched(state, cards) == moved


def test_a_hand_one_short_promises_more_than_one_two_short() -> None:
    worth = [
        hints.hand_worth(state, 0, nearness.hand_without(state, 0, 0))
        for state in (
            position("hands=1,2,3,4 patterns=1"),
            position("hands=1,2,3,30 patterns=1"),
            position("hands=1,2,30,29 patterns=1"),
            position("hands=1,30,29,28 patterns=1"),
        )
    ]
    assert worth == sorted(worth, reverse=True)
    gone = position("hands=1,2,3,30 patterns=1 discard=4")
    both = position("hands=1,2,3,30 patterns=1 discard=4,4")
    rarer = [hints.hand_worth(state, 0, nearness.hand_without(state, 0, 0)) for state in (gone, both)]
    assert worth[1] > rarer[0] > rarer[1]
