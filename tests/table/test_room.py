"""What a room does with its people: who is asked, what ends a game, what clocks and series count."""

import pytest

from bench.connect_four import GAME as CONNECT_FOUR
from tests.server.magpie import GAME
from tests.server.test_secrecy import SETTINGS, room_of
from tests.server.test_series import BestOf
from tetracade.table import log
from tetracade.table.clock import LAG
from tetracade.table.dealing import Damaged
from tetracade.table.log import Chair, Ended
from tetracade.table.opening import folded, opened
from tetracade.table.room import Room
from tetracade.table.seating import Denied

QUIET = {"quiet": True}
FREE_TURNS = {"turn": 0, "bank": 60, "gain": 0}


def test_one_whom_a_bot_stands_in_for_is_not_asked_about_an_undo() -> None:
    room = room_of(GAME, 3, bytes(32), QUIET, undo="ask")
    room.stand_in(2, 1)
    room.act(0, "wink", room.number, 0.0)
    room.ask_undo(0, 0.0)
    assert room.question.waiting == [1]


def four_in_a_row(*chairs: Chair, **settings: object) -> Room:
    """A room for connect four, in which nothing is hidden or drawn."""
    room = opened(CONNECT_FOUR, {}, list(chairs), {**SETTINGS, "undo": "ask", **settings}, lambda: bytes(32))
    room.start_if_full(0.0)
    return room


def again(room: Room) -> Room:
    """The same room, made from its lines."""
    return folded(room.log.lines, lambda _: CONNECT_FOUR, dict(room.seeds), 0.0)


def test_against_a_bot_one_line_takes_back_the_last_decision_with_the_answer() -> None:
    room = four_in_a_row(Chair(name="A", holder=0), Chair(level=1))
    begin = room.table.position() if room.table else ""
    room.act(0, "D", room.number, 0.0)
    assert room.may_undo(0), "also while the bot is thinking"
    assert room.acting == (1,)
    room.act(1, "C", room.number, 0.0)
    room.ask_undo(0, 0.0)
    assert room.log.lines[-1] == log.Undone(seat=0, count=2)
    assert room.log.undone == {room.number - 2, room.number - 1}
    assert (room.table and room.table.position(), room.acting) == (begin, (0,))
    assert not room.may_undo(0)
    room.act(0, "A", room.number, 0.0)
    assert again(room).table == room.table


def test_a_count_of_one_is_left_out_of_the_log_so_that_old_hashes_hold() -> None:
    assert log.encoded(log.Undone(seat=0)) == b'{"line":"undone","seat":0}'
    assert log.encoded(log.Undone(seat=0, count=2)) == b'{"line":"undone","seat":0,"count":2}'


@pytest.mark.parametrize("line", [log.Undone(seat=0), log.Undone(seat=1, count=2), log.Undone(seat=0, count=9)])
def test_a_log_that_takes_back_something_else_is_damaged(line: log.Undone) -> None:
    room = four_in_a_row(Chair(name="A", holder=0), Chair(level=1))
    room.act(0, "D", room.number, 0.0)
    room.act(1, "C", room.number, 0.0)
    with pytest.raises(Damaged):
        again(room).fold(line, 0.0)


def test_who_holds_all_seats_takes_back_one_move_after_the_other_from_either_seat() -> None:
    room = four_in_a_row(Chair(name="A", holder=0), Chair(name="B", holder=0))
    for column in "DCB":
        room.act(room.acting[0], column, room.number, 0.0)
    for seat, undone in ((1, 0), (1, 1), (0, 0)):
        room.ask_undo(seat, 0.0)
        assert room.log.lines[-1] == log.Undone(seat=undone)
    with pytest.raises(Denied, match="There is nothing to undo"):
        room.ask_undo(0, 0.0)


def test_another_person_s_turn_is_not_taken_back_and_neither_is_a_stand_in_s_answer() -> None:
    room = four_in_a_row(Chair(name="A", holder=0), Chair(name="B", holder=1), undo="free")
    room.act(0, "D", room.number, 0.0)
    with pytest.raises(Denied, match="another player's turn"):
        room.ask_undo(0, 0.0)
    room.stand_in(1, 1)
    assert not room.may_undo(0), "the one who is away may come back, and it is their turn"
    room.act(1, "C", room.number, 0.0)
    with pytest.raises(Denied, match="someone else has moved"):
        room.ask_undo(0, 0.0)


def test_an_undo_is_stale_once_one_has_decided_something_else_or_something_was_taken_back() -> None:
    room = four_in_a_row(Chair(name="A", holder=0), Chair(level=1))
    room.act(0, "D", room.number, 0.0)
    number = room.number
    room.act(1, "C", room.number, 0.0)
    assert not room.undo_is_stale(0, number), "the answer changes nothing about what is meant"
    assert room.undo_is_stale(0, number - 1)
    room.ask_undo(0, 0.0)
    assert room.undo_is_stale(0, number), "a double click takes back one decision"


def test_a_game_goes_on_while_a_person_is_left_among_bots() -> None:
    chairs = [Chair(name="A", holder=0), Chair(name="B", holder=1), Chair(level=1)]
    room = opened(GAME, QUIET, chairs, SETTINGS, lambda: bytes(32))
    room.start_if_full(0.0)
    room.resign(0, 0.0)
    assert room.phase == "playing", "one person and one bot are a game"
    room.resign(1, 0.0)
    assert room.phase == "over"


@pytest.mark.parametrize(("winners", "wins"), [([0, 1, 2], [0, 0, 0]), ([0, 2], [1, 0, 1]), ([1], [0, 1, 0])])
def test_a_draw_counts_as_no_win(winners: list[int], wins: list[int]) -> None:
    room = room_of(GAME, 3, bytes(32), QUIET)
    room._add(
        Ended(seed="", points=[1, 1, 1], winners=winners, reason="over", breakdown=[{}, {}, {}], next="", series=""),
        0.0,
    )
    assert [place.wins for place in room.seating.places] == wins


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
