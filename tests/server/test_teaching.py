"""What the server says to those who learn: the goal and how far everyone is, reasons for hints, what things are."""

import pytest

from tests.server.test_secrecy import room_of
from tetracade import games
from tetracade.engine.contract import SPECTATOR
from tetracade.server.rooms.commands import OTHERS, next_best
from tetracade.server.rooms.presenter import Presenter
from tetracade.table.lessons import course_of
from tetracade.table.room import Room
from tetracade.table.seating import Denied

SEED = bytes(range(32))


def shown(room: Room) -> Presenter:
    return Presenter(room, "t", False, lambda seat: (True, False))


def acted(room: Room) -> int:
    """Let the first seat that may act do the first thing it may, and return the seat."""
    seat = room.acting[0]
    room.act(seat, room.turns.offered[seat][0], room.number, 0.0)
    return seat


@pytest.mark.parametrize("name", games.names())
def test_goal_and_progress_go_to_those_who_show_words(name: str) -> None:
    room = room_of(games.find(name), 2, SEED)
    frames = shown(room)
    for eye in (SPECTATOR, 0, 1):
        assert frames.goal(eye, "full") == frames.goal(eye, "drawn") != ""
        told = frames.progress(eye, "full")
        assert len(told) == 2 or (not told and not course_of(games.find(name))), "a game that is taught tells progress"
        for detail in ("brief", "numbers", "none"):
            assert frames.goal(eye, detail) == ""
            assert frames.progress(eye, detail) == []
    first = room.number + 1
    acted(room)
    assert frames.update(0, "full", 0.0, first)[-1].progress == frames.progress(0, "full")


def test_a_place_a_number_and_the_legend_are_asked_about() -> None:
    room = room_of(games.find("tetratrax"), 2, SEED)
    frames = shown(room)
    assert [note.rule for note in frames.about(0, "tile:D", None)] == ["TX4"]
    assert frames.about(0, "nothing:here", None) == []
    assert {note.title for note in frames.about(SPECTATOR, "", None)} == {"Column"}
    acted(room)
    assert "TX5" in {note.rule for note in frames.about(1, "", room.number)}
    with pytest.raises(Denied, match="within this game"):
        frames.about(0, "", room.number + 1)


@pytest.mark.parametrize("name", games.names())
def test_other_ideas_are_legal_and_not_the_hint_itself(name: str) -> None:
    room = room_of(games.find(name), 2, SEED)
    seat, table = room.acting[0], room.table
    assert table is not None
    legal = table.legal_ids(seat)
    others = next_best(table, seat, legal[0])
    assert len(others) == min(OTHERS, len(legal) - 1)
    assert legal[0] not in others
    assert set(others) <= set(legal)
