"""Lessons over a WebSocket: rooms in memory, one a connection, freed on leaving."""

import gc
import weakref

import pytest

from tests.server.running import Running, running, somewhere
from tetracade.games import find, names
from tetracade.server.rooms.lesson_room import LessonRoom
from tetracade.table.lessons import course_of


def test_a_lesson_is_played_to_its_end(server: Running) -> None:
    with server.connect() as client:
        client.send(do="lesson", game="tetratrax", lesson=0)
        shown = client.until("snapshot")
        assert shown["lesson"]["text"].startswith("You and Black share one tower.")
        assert (shown["lesson"]["step"], shown["lesson"]["steps"]) == (0, 2)
        assert shown["table"]["beginning"] == "position"
        assert shown["you"]["eye"] == 0
        wrong = client.ask(do="act", number=shown["number"], action="I1@A")
        assert wrong["error"]["code"] == "lesson"
        assert wrong["error"]["reason"].startswith("Any tile would do")
        illegal = client.ask(do="act", number=shown["number"], action="O1@H")
        assert illegal["error"]["code"] == "illegal"
        assert illegal["error"]["rule"].startswith("TX")
        client.send(do="act", number=shown["number"], action="O1@A")
        update = client.until("update", number=shown["number"] + 2)
        assert update["lesson"]["step"] == 1
        assert update["lesson"]["praise"].startswith("It fell straight down.")
        client.send(do="act", number=update["number"], action="O1@F")
        done = client.until("update", number=update["number"] + 1)
        assert done["lesson"]["step"] == done["lesson"]["steps"]
        after = client.ask(do="act", number=done["number"], action="O1@A")
        assert after["error"]["reason"] == "This lesson is done."


@pytest.mark.parametrize("game", names())
def test_every_lesson_of_every_game_can_be_begun_one_after_the_other(server: Running, game: str) -> None:
    with server.connect() as client:
        for number, lesson in enumerate(course_of(find(game))):
            client.send(do="lesson", game=game, lesson=number)
            shown = client.until("snapshot")
            assert shown["lesson"]["title"] == lesson.title
            assert shown["offers"]
            assert shown["phase"] == "playing"
            assert shown["lesson"].get("last", False) == (number == len(course_of(find(game))) - 1)


def test_what_is_no_lesson_is_refused_in_a_sentence(server: Running) -> None:
    with server.connect() as client:
        assert client.ask(do="lesson", game="chess", lesson=0)["error"]["reason"] == "There is no game 'chess'."
        assert "There is no lesson 90" in client.ask(do="lesson", game="tetrad", lesson=90)["error"]["reason"]


def test_a_table_is_not_left_for_a_lesson(server: Running) -> None:
    table = server.create([{"kind": "here", "name": "Ann"}, {"kind": "bot"}], "tetratrax")
    with server.connect() as client:
        client.hello(table["table"], table["token"])
        assert client.ask(do="lesson", game="tetratrax", lesson=0)["error"]["code"] == "malformed"


def test_a_lesson_leaves_no_row_and_no_room_behind() -> None:
    with somewhere() as data, running(data) as server:
        rooms = server.rooms
        with server.connect() as client:
            client.send(do="lesson", game="tetratrax", lesson=0)
            client.until("snapshot")
            client.send(do="lesson", game="tetratrax", lesson=1)
            client.until("snapshot")
            assert server.inside(lambda: len(rooms.in_memory)) == 0
            assert server.awaited(rooms.store.ids()) == []
            alive = server.inside(lambda: [weakref.ref(thing) for thing in _lesson_rooms()])
            assert len(alive) == 1, "the lesson before was freed"
        server.until(lambda: not rooms.sockets)
        assert server.inside(lambda: len(_lesson_rooms())) == 0
        assert server.http.get("/api/tables").json() == {"tables": []}


def _lesson_rooms() -> list[LessonRoom]:
    gc.collect()
    return [thing for thing in gc.get_objects() if isinstance(thing, LessonRoom)]


def test_nobody_else_opens_a_lesson_and_beginning_one_is_charged() -> None:
    few = {"commands_per_second": 0.001, "commands_at_once": 12}
    with somewhere() as data, running(data, **few) as server, server.connect() as client:
        client.send(do="lesson", game="tetratrax", lesson=0)
        shown = client.until("snapshot")
        with server.connect() as other:
            other.send(do="hello", table=shown["table"]["id"])
            assert other.until("answer")["error"]["code"] == "unknown_table"
        client.send(do="lesson", game="tetratrax", lesson=0)
        client.until("snapshot")
        assert client.ask(do="lesson", game="tetratrax", lesson=0)["error"]["code"] == "too_many"
