"""What a room does with its people: who is asked, what ends a game, what clocks and series count."""

import pytest

from tests.server.magpie import GAME
from tests.server.test_secrecy import SETTINGS, room_of
from tests.server.test_series import BestOf
from tetracade.table.clock import LAG
from tetracade.table.log import Chair
from tetracade.table.opening import folded, opened
from tetracade.table.room import Room

QUIET = {"quiet": True}
FREE_TURNS = {"turn": 0, "bank": 60, "gain": 0}


def test_one_whom_a_bot_stands_in_for_is_not_asked_about_an_undo() -> None:
    room = room_of(GAME, 3, bytes(32), QUIET, undo="ask")
    room.stand_in(2, 1)
    room.act(0, "wink", room.number, 0.0)
    room.ask_undo(0, 0.0)
    assert room.question.waiting == [1]


def test_a_game_goes_on_while_a_person_is_left_among_bots() -> None:
    chairs = [Chair(name="A", holder=0), Chair(name="B", holder=1), Chair(level=1)]
    room = opened(GAME, QUIET, chairs, SETTINGS, lambda: bytes(32))
    room.start_if_full(0.0)
    room.resign(0, 0.0)
    assert room.phase == "playing", "one person and one bot are a game"
    room.resign(1, 0.0)
    assert room.phase == "over"


def test_a_game_that_was_broken_off_does_not_count_for_its_series(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.__dict__, "series", BestOf())
    for bots, stands in ((2, "magpie 0/3"), (1, "magpie 1/3")):  # one seat that is left has won
        chairs = [Chair(name="A", holder=0), *[Chair(level=1)] * bots]
        room = opened(GAME, {}, chairs, {**SETTINGS, "games": 3}, lambda: bytes(32))
        room.start_if_full(0.0)
        assert room.series == "magpie 0/3"
        room.resign(0, 0.0)
        assert (room.phase, room.series) == ("over", stands)


def acted_twice() -> Room:
    """A turn of two actions: the first after 0.3 s, the second 0.4 s later."""
    room = room_of(GAME, 2, bytes(32), QUIET, clock=FREE_TURNS)
    room.act(0, "wink", room.number, 0.3)
    room.act(0, room.turns.offered[0][0], room.number, 0.7)
    return room


def test_what_an_action_uses_of_the_allowance_is_gone_for_the_rest_of_its_turn() -> None:
    room = acted_twice()
    assert room.clock is not None
    assert LAG == 0.5
    assert room.clock.left[0] == pytest.approx(60 - 0.2)


def test_the_log_gives_the_same_clocks_with_the_allowance_in_it() -> None:
    room = acted_twice()
    other = folded(room.log.lines, lambda _: GAME, dict(room.seeds), 0.7)
    assert room.clock is not None
    assert other.clock is not None
    assert (other.clock.left, other.clock.lag) == (room.clock.left, room.clock.lag)
    assert other.clock.lag == [0.0, 0.0], "the next turn has an allowance of its own"


def test_an_action_within_the_allowance_costs_nothing_and_is_noted() -> None:
    room = room_of(GAME, 2, bytes(32), QUIET, clock=FREE_TURNS)
    room.act(0, "wink", room.number, 0.3)
    assert room.clock is not None
    assert (room.clock.left[0], room.clock.lag[0]) == (60.0, 0.3)
