"""What updates tell of a view, put together, is the view: for every game, every viewer and every step."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.running import Json, merge
from tests.server.test_secrecy import room_of
from tetracade import games
from tetracade.engine.contract import SPECTATOR
from tetracade.server.api import messages as m
from tetracade.server.rooms.presenter import Presenter
from tetracade.table.room import Room

MOST_BYTES = 1000
"""What an action may bring one viewer on average, with numbers as offers."""


def in_json(view: Json) -> Json:
    return dict(msgspec.json.decode(m.encode(view)))


def view_now(room: Room, eye: int) -> Json:
    assert room.table is not None
    return in_json(room.table.view_at(eye, room.turns.played_out).as_dict())


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=4)
@given(chosen=st.integers(0, 1 << 32))
def test_a_view_and_its_updates_give_the_next_view(name: str, chosen: int) -> None:
    choose = random.Random(chosen)
    game = games.find(name)
    seats = choose.choice(game.seats)
    room = room_of(game, seats, choose.randbytes(32))
    eyes = (SPECTATOR, *range(seats))
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    copies: dict[int, Json] = {}
    for eye in eyes:
        (update,) = frames.update(eye, "none", 0.0, room.number)
        copies[eye] = in_json(update.view)
        assert copies[eye] == view_now(room, eye)
    while room.phase == "playing" and room.number < 150:
        first = room.number + 1
        seat = choose.choice(room.acting)
        if choose.random() < 0.1 and room.may_undo(seat):
            room.ask_undo(seat, 0.0)
        else:
            room.act(seat, choose.choice(room.turns.offered[seat]), room.number, 0.0)
        for eye in eyes:
            for update in frames.update(eye, "none", 0.0, first):
                merge(copies[eye], in_json(update.view))
            assert copies[eye] == view_now(room, eye)


@pytest.mark.parametrize("name", games.names())
def test_an_action_brings_a_viewer_no_more_than_a_thousand_bytes(name: str) -> None:
    choose = random.Random(4)
    game = games.find(name)
    seats = min(game.seats, key=lambda count: abs(count - 2))
    room = room_of(game, seats, bytes(32))
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    for eye in range(seats):
        frames.update(eye, "numbers", 0.0, room.number)
    sizes: list[int] = []
    while room.phase == "playing" and len(sizes) < 400:
        first = room.number + 1
        seat = choose.choice(room.acting)
        room.act(seat, choose.choice(room.turns.offered[seat]), room.number, 0.0)
        for eye in range(seats):
            sizes.append(sum(len(m.encode(update)) for update in frames.update(eye, "numbers", 0.0, first)))
    assert sum(sizes) / len(sizes) <= MOST_BYTES


def test_a_changed_cell_is_told_alone() -> None:
    room = room_of(games.find("retro_tetro"), 2, bytes(32))
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    frames.update(0, "none", 0.0, room.number)
    told: set[str] = set()
    while room.phase == "playing" and "dropped" not in told:
        first = room.number + 1
        room.act(room.acting[0], room.turns.offered[room.acting[0]][0], room.number, 0.0)
        told |= {path for update in frames.update(0, "none", 0.0, first) for path in update.view}
    assert any(path.startswith("board.") for path in told)
    assert "board" not in told
