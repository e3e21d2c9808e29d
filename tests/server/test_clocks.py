"""Clocks of a room: by turns, whatever a turn is made of, and the same again from the log."""

import random

import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.test_rooms import again
from tests.server.test_secrecy import room_of
from tetracade import games
from tetracade.engine.kernel import kernel_of
from tetracade.table import log
from tetracade.table.clock import LAG, Clock
from tetracade.table.log import Chair
from tetracade.table.opening import folded
from tetracade.table.room import Room
from tetracade.table.table import new_table

QUIET = {"quiet": True}
BANK = {"turn": 0, "bank": 60, "gain": 30}
TURN = {"turn": 5, "bank": 0, "gain": 0}


def clock_of(room: Room) -> Clock:
    assert room.clock is not None
    return room.clock


def act(room: Room, notation: str, now: float) -> None:
    """Let the seat whose turn it is do the first thing whose notation begins so."""
    seat = room.acting[0]
    found = next(action for action in room.turns.offered[seat] if room.game.words.notation(action).startswith(notation))
    room.act(seat, found, room.number, now)


def same_from_the_log(room: Room) -> None:
    one, other = clock_of(room), clock_of(again(room))
    assert (one.left, one.lag, set(one.since)) == (other.left, other.lag, set(other.since))


def test_acting_and_undoing_brings_no_time() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=BANK)
    for turn in range(5):
        act(room, "wink", turn * 0.1)
        room.ask_undo(0, turn * 0.1)
        assert clock_of(room).left_at(turn * 0.1)[0] <= 60
    same_from_the_log(room)


def test_an_undo_gives_back_no_time_that_was_used() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=BANK)
    act(room, "wink", 10 + LAG)
    room.ask_undo(0, 14 + LAG)
    assert clock_of(room).left_at(14 + LAG) == [46, 60]
    act(room, "wink", 15 + LAG)
    room.ask_undo(0, 15 + LAG)
    assert clock_of(room).left_at(15 + LAG) == [45, 60]
    same_from_the_log(room)


def test_quick_undoing_does_not_stop_the_clock() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=TURN)
    now = 0.0
    while not room.late(now) and now < 100:
        now += LAG / 2
        act(room, "wink", now)
        room.ask_undo(0, now)
    assert now == 5 + LAG


def test_the_gain_is_for_the_turn_and_paid_when_it_passes() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=BANK)
    act(room, "wink", 2.0)
    assert room.acting == (0,)
    assert clock_of(room).left[0] == 58 + LAG
    same_from_the_log(room)
    act(room, "show", 3.0)
    assert room.acting == (1,)
    assert clock_of(room).left == [57 + LAG + 30, 60]
    same_from_the_log(room)


def test_a_turn_s_time_runs_on_through_all_that_the_seat_does_in_it() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=TURN)
    act(room, "wink", 2.0)
    assert clock_of(room).left_at(2.0) == [3 + LAG, 5]
    assert clock_of(room).left_at(4.0) == [1 + LAG, 5]
    same_from_the_log(room)
    assert room.late(4.9 + LAG) == []
    assert room.late(5 + LAG) == [0], "the allowance is for the turn, not for each action"
    act(room, "show", 5.0)
    assert clock_of(room).left_at(5.0) == [5, 5]
    assert clock_of(room).next_end() == 5 + LAG + 5
    same_from_the_log(room)


def test_the_draw_and_the_discard_of_tetrad_are_one_turn() -> None:
    room = room_of(games.find("tetrad"), 2, bytes(32), {"patterns": [1]}, clock={**BANK, "gain": 1})
    seat, now = room.acting[0], 0.0
    while room.acting == (seat,):
        assert clock_of(room).left[seat] <= 60
        now += 1.0
        act(room, "", now)
    assert now > 1
    assert clock_of(room).left[seat] == 60 - (now - LAG) + 1
    same_from_the_log(room)


def test_who_has_acted_for_a_late_seat_finishes_its_turn_at_once() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=TURN)
    room.act(0, room.game.words.action_of("wink"), room.number, 5 + LAG, auto=True)
    assert room.late(5 + LAG) == [0]
    assert clock_of(again(room)).left[0] == 0


def test_seats_that_act_at_once_have_each_their_own_turn() -> None:
    room = room_of(games.find("retro_tetro"), 3, bytes(32), clock={**BANK, "gain": 1})
    assert list(room.acting) == [0, 1, 2]
    room.act(1, room.turns.offered[1][0], room.number, 10 + LAG)
    assert list(room.acting) == [0, 2]
    assert clock_of(room).left_at(20 + LAG) == [40, 51, 40]
    room.act(0, room.turns.offered[0][0], room.number, 20 + LAG)
    assert clock_of(room).left == [41, 51, 60]
    same_from_the_log(room)


def test_an_answer_out_of_turn_that_costs_no_time_brings_none() -> None:
    room = room_of(MAGPIE, 2, bytes(32), clock=BANK)
    act(room, "show", 1.0)
    assert room.turns.timing_secret
    act(room, "pass", 2.0)
    assert clock_of(room).left == [59 + LAG + 30, 60]
    same_from_the_log(room)


@pytest.mark.parametrize("name", ["tetratrax", "tetrathedral"])
def test_where_each_action_is_a_turn_it_is_one_also_if_the_other_cannot_act(name: str) -> None:
    room = room_of(games.find(name), 2, bytes(32), clock=TURN)
    assert room.table is not None
    assert kernel_of(room.game).ends_turn(room.table.state, room.acting[0], room.turns.offered[room.acting[0]][0])


@pytest.mark.parametrize(("name", "counter"), [("tetrad", "turns"), ("retro_tetro", "turn")])
def test_alone_a_turn_ends_when_the_game_counts_one(name: str, counter: str) -> None:
    game, pick = games.find(name), random.Random(3)
    table = new_table(game, 1, seed=4)
    while not table.over and len(table.entries) < 150:
        turns = int(getattr(table.state, counter))
        action = pick.choice(table.legal(0))
        ends = kernel_of(game).ends_turn(table.state, 0, action.id)
        table.play(action)
        before_the_first = action.notation.startswith(("choose", "keep"))
        assert ends == (int(getattr(table.state, counter)) > turns or before_the_first), action


def test_alone_one_has_turns_too() -> None:
    room = room_of(games.find("retro_tetro"), 1, bytes(32), {"objectives": False}, clock=TURN)
    now = 0.0
    for _ in range(4):
        act(room, "play", now + 2)
        assert clock_of(room).left_at(now + 2) == [3 + LAG]
        act(room, "", now + 3)
        assert clock_of(room).left_at(now + 3) == [5], "the card is played and its shape is placed"
        now += 3
    same_from_the_log(room)


def test_what_the_end_of_a_turn_gave_is_taken_back_with_it() -> None:
    clock = Clock(1, bank=10, gain=4)
    clock.run([0], 0.0)
    clock.acted(0, 3.0, LAG, ends=True)
    clock.run([0], 3.0 + LAG)
    assert clock.left_at(3.0 + 2 * LAG) == [11]
    clock.take_back()
    assert clock.left_at(3.0 + 2 * LAG) == [7 - LAG], "the allowance of the first turn is used up again"
    clock = Clock(1, turn=10)
    clock.run([0], 0.0)
    clock.acted(0, 3.0, LAG, ends=True)
    clock.run([0], 3.0 + LAG)
    clock.take_back()
    assert clock.left_at(4.0 + LAG) == [6]


def test_a_game_begun_when_clocks_went_by_actions_goes_on_so() -> None:
    settings = {**room_of(MAGPIE, 2, bytes(32), QUIET).settings, "clock": BANK}
    lines: list[log.Line] = list(room_of(MAGPIE, 2, bytes(32), QUIET).log.lines)
    opened, started = lines
    assert isinstance(opened, log.Opened)
    assert isinstance(started, log.Started)
    opened.settings, started.by_turns = settings, False
    assert b"by_turns" not in log.encoded(started)
    wink = MAGPIE.words.action_of("wink")
    stored = [*lines, log.Acted(seat=0, action=wink, spent=12.0), log.Undone(seat=0), log.Acted(seat=0, action=wink)]
    room = folded(stored, lambda _: MAGPIE, {1: bytes(32)}, 0.0)
    assert clock_of(room).left == [60 - 12 + 30 + 30, 60]
    act(room, "bury", 2.0)
    assert clock_of(room).left == [60 - 12 + 30 + 30 - (2 - LAG) + 30, 60]
    same_from_the_log(room)


@pytest.mark.parametrize("name", ["magpie", *games.names()])
def test_in_any_game_the_clocks_are_the_same_from_the_log(name: str) -> None:
    game = MAGPIE if name == "magpie" else games.find(name)
    room = room_of(game, game.checked_seats(None), bytes(32), clock={"turn": 0, "bank": 500, "gain": 1})
    pick, now = random.Random(7), 0.0
    for _ in range(60):
        if room.phase != "playing":
            break
        now += pick.choice([0.1, 0.3, 2.0])
        seat = pick.choice(room.acting)
        room.act(seat, pick.choice(room.turns.offered[seat]), room.number, now)
        if room.phase == "playing" and room.may_undo(seat) and pick.random() < 0.5:
            room.ask_undo(seat, now)
        if room.phase == "playing":
            same_from_the_log(room)


def test_a_bot_among_people_has_no_clock_to_gain_from() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET, clock=BANK)
    room.log.lines[0].chairs[0] = Chair(level=1)  # type: ignore[union-attr]
    other = again(room)
    act(other, "show", 7.0)
    assert clock_of(other).left == [60, 60]
