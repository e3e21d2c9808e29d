"""A room is made of its log: every game, played by its people, is the same again from the lines alone."""

import random
from typing import Any

import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.running import Running
from tests.server.test_protocol import two
from tests.server.test_secrecy import frames_of, room_of
from tetracade import games
from tetracade.server import catalogue
from tetracade.table import log
from tetracade.table.clock import LAG, Clock
from tetracade.table.dealing import Damaged
from tetracade.table.fair import proof_lines, verified
from tetracade.table.opening import folded
from tetracade.table.room import Room

MOST_ACTIONS = 150


def played(room: Room, pick: random.Random) -> None:
    """Let the seats act at random until the game is over, or long enough, and show all viewers every step."""
    frames = frames_of(room)
    for _ in range(MOST_ACTIONS):
        if room.phase != "playing":
            break
        seat = pick.choice(room.acting)
        room.act(seat, pick.choice(room.turns.offered[seat]), room.number, 0.0)
        first = room.number - len(room.log.fresh) + 1
        room.log.fresh = []
        for eye in (-1, *range(len(room.seating))):
            assert frames.update(eye, "brief", 0.0, max(first, room.number))

    while room.phase == "playing":
        room.resign(next(seat for seat, place in enumerate(room.seating.places) if not place.resigned), 0.0)


def again(room: Room) -> Room:
    lines = [log.decoded(log.encoded(line)) for line in room.log.lines]
    return folded(lines, lambda _: room.game, dict(room.seeds), 0.0)


@pytest.mark.parametrize("name", ["magpie", *games.names()])
def test_any_game_played_in_a_room_is_the_same_from_its_log_and_verifies(name: str) -> None:
    game = MAGPIE if name == "magpie" else games.find(name)
    room = room_of(game, game.checked_seats(None), bytes(range(32)))
    played(room, random.Random(5))
    other = again(room)
    assert room.table is not None
    assert other.table is not None
    assert other.table.state.tobytes() == room.table.state.tobytes()
    assert (other.phase, other.current.ended, other.log.spans) == (room.phase, room.current.ended, room.log.spans)
    catalogue.add("tests.server.magpie:GAME")
    record = room.table.record() + proof_lines(room.current.commitment, room.current.words, room.current.seed_shown)
    assert verified(record, catalogue.find).fair is True


def test_undo_rematch_and_resigning_are_the_same_from_the_log() -> None:
    room = room_of(MAGPIE, 2, bytes(32), {"quiet": True})
    room.act(0, "wink", room.number, 0.0)
    room.ask_undo(0, 0.0)
    room.act(0, "wink", room.number, 0.0)
    room.say(1, "well")
    room.resign(1, 0.0)
    room.ask_rematch(0, "word", 0.0)
    room.ask_rematch(1, "other", 0.0)
    other = again(room)
    assert room.table is not None
    assert other.table is not None
    assert other.table.state.tobytes() == room.table.state.tobytes()
    assert [place.name for place in other.seating.places] == ["P1", "P0"]
    assert (other.current.words, other.current.game_number, other.log.undone) == (["other", "word"], 2, room.log.undone)


def test_who_is_left_when_the_other_resigns_has_won_a_game_of_the_match() -> None:
    room = room_of(games.find("tetrad"), 2, bytes(32), games=3)
    assert room.table is not None
    room.resign(0, 0.0)
    assert room.current.ended is not None
    assert room.current.ended.winners == [1]
    assert room.game.series is not None
    assert room.game.series.told(room.series) == "1 of 3 games played: Red 0, Blue 1"
    assert again(room).series == room.series


def changed(lines: list[log.Line], place: int, **values: Any) -> list[log.Line]:
    line = log.decoded(log.encoded(lines[place]))
    for name, value in values.items():
        setattr(line, name, value)
    return [*lines[:place], line, *lines[place + 1 :]]


def test_lines_that_make_no_room_are_damage() -> None:
    room = room_of(MAGPIE, 2, bytes(32), {"quiet": True})
    room.act(0, "wink", room.number, 0.0)
    lines = room.log.lines
    wrong = {
        "an action that is not allowed": changed(lines, 2, action=10),
        "another seat's action": changed(lines, 2, seat=1),
        "an outcome too many": changed(lines, 2, outcomes=[1]),
        "another deal": changed(lines, 1, outcomes=[0] * 6),
        "other words": changed(lines, 1, words=["x", "y"]),
        "twice opened": [lines[0], lines[0]],
        "twice started": [*lines[:2], lines[1]],
        "not opened": lines[1:],
        "an action without a game": [lines[0], lines[2]],
    }
    assert folded(lines, lambda _: MAGPIE, {1: bytes(32)}, 0.0).number == 3
    for told in wrong.values():
        with pytest.raises(Damaged):
            folded(told, lambda _: MAGPIE, {1: bytes(32)}, 0.0)


def test_a_bank_is_charged_for_turns_less_the_allowance_and_gains() -> None:
    clock = Clock(2, bank=60, gain=2)
    clock.run([0], 100.0)
    assert clock.next_end() == 100 + LAG + 60
    spent = clock.spent(0, 110.0)
    assert spent == 10 - LAG
    assert clock.left_at(110.0) == [60 - spent, 60]
    clock.acted(0, spent, ends=True)
    clock.run([1], 110.0)
    assert clock.left == [60 - spent + 2, 60]
    assert clock.late(110.0 + LAG + 59) == []
    assert clock.late(110.0 + LAG + 60) == [1]


def test_a_turn_s_time_begins_anew_with_each_turn() -> None:
    clock = Clock(2, turn=5)
    clock.run([0, 1], 0.0)
    clock.acted(0, clock.spent(0, 4.0), ends=True)
    clock.run([0, 1], 4.0)  # seat 1 goes on, seat 0 is asked again
    assert clock.since == {0: 4.0, 1: 0.0}
    assert clock.late(5 + LAG) == [1]
    assert clock.left == [5, 5]


def test_nobody_pays_for_the_time_the_server_was_down() -> None:
    room = room_of(MAGPIE, 2, bytes(32), {"quiet": True})
    room.log.lines[0].settings = {**room.settings, "clock": {"turn": 0, "bank": 60, "gain": 0}}  # type: ignore[union-attr]
    lines = [*room.log.lines, log.Acted(seat=0, action=0, spent=12.0)]
    other = folded(lines, lambda _: MAGPIE, {1: bytes(32)}, 5000.0)
    assert other.clock is not None
    assert other.clock.left_at(5000.0) == [48, 60]


def test_a_fault_of_a_game_harms_its_table_alone(server: Running) -> None:
    table, keys = two(server)
    other, others = two(server)
    now = server.state(table, keys[0])
    with server.connect() as client, pytest.MonkeyPatch.context() as patch:
        client.hello(table["table"], keys[0])
        patch.setattr(MAGPIE.words, "text", lambda *_: 1 / 0)
        answer = server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
        assert answer["error"]["code"] == "internal"
    assert server.state(table, keys[0])["number"] == now["number"]
    assert server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")["ok"]
    assert server.state(other, others[0])["phase"] == "playing"
