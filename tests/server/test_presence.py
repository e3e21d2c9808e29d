"""Who is here, and who is told of it."""

import gc
import logging
import weakref
from typing import Any

import pytest

from tests.server.running import Json, MovedTime, Running, bearer, running, somewhere
from tests.server.stored import all_written, waiter
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN, QUIET
from tetracade.server.rooms.audience import Roll

AWAY = ("wrong_phase", "That player hasn't been away long enough.")


def stood_in(server: Running, table: Json, key: str, command: str) -> bool:
    """Whether a bot may play for seat 0; refused, because its person is not away."""
    answer = server.do(table, key, do="stand_in", id=command, seat=0)
    assert answer["ok"] or (answer["error"]["code"], answer["error"]["reason"]) == AWAY
    return bool(answer["ok"])


def test_no_bot_plays_for_one_who_asked_a_moment_ago_however_short_a_table_s_patience_is() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=20.0) as server:
        table, keys = two(server, away_after=0)
        server.state(table, keys[0])
        assert not stood_in(server, table, keys[1], "1")
        server.move(19)
        assert not stood_in(server, table, keys[1], "2")
        server.move(2)
        assert stood_in(server, table, keys[1], "3")


def test_no_bot_plays_for_one_who_waits_over_http() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=20.0) as server:
        table, keys = two(server, away_after=0)
        told = waiter(server, table, keys[0], server.state(table, keys[0])["number"])
        server.move(21)
        assert not stood_in(server, table, keys[1], "1"), "the request waits still"
        assert server.state(table, keys[1])["seats"][0]["here"]
        assert server.do(table, keys[1], do="chat", id="c", text="hello")["ok"]
        assert told.result(60)["updates"]
        server.move(19)
        assert not stood_in(server, table, keys[1], "2"), "it was answered a moment ago"
        server.move(2)
        assert stood_in(server, table, keys[1], "3")


def test_who_says_they_leave_is_away_at_once() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        assert server.do(table, keys[0], do="leave", id="l")["ok"]
        assert stood_in(server, table, keys[1], "1")


def test_who_said_they_leave_and_comes_back_is_here() -> None:
    with somewhere() as data, running(data) as server, server.connect() as client:
        table, keys = two(server)

        def leave(command: str) -> None:
            assert server.do(table, keys[0], do="leave", id=command)["ok"]
            seat = server.state(table, keys[1])["seats"][0]
            assert (seat.get("here", False), seat.get("away", False)) == (False, True)

        def is_here(command: str) -> bool:
            seat = server.state(table, keys[1])["seats"][0]
            return (seat.get("here", False), seat.get("away", False)) == (True, False) and not stood_in(
                server, table, keys[1], command
            )

        leave("once")
        server.state(table, keys[0])
        assert is_here("asked")
        leave("again")
        client.hello(table["table"], keys[0])
        assert is_here("connected")


def frames_sent(server: Running) -> int:
    return int(server.inside(lambda: server.rooms.metrics.counts["frames_sent"]))


def test_many_who_come_to_watch_bring_each_of_them_a_few_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roll, "WATCHING_SECONDS", 3600.0)
    many = 60
    with somewhere() as data, running(data, moved=MovedTime(), sockets_per_address=1000) as server:
        table, _ = two(server)
        before = frames_sent(server)
        clients = [server.connect() for _ in range(many)]
        for number, client in enumerate(clients, 1):
            client.hello(table["table"], table["watch"])
            assert client.until("presence")["watching"] == number, "who comes is told how many watch"
        assert frames_sent(server) - before <= 3 * many + 1, "an answer, a snapshot and a presence for each"
        server.move(3600)
        assert clients[0].until("presence")["watching"] == many, "the others are told later"
        assert frames_sent(server) - before <= 4 * many + 1
        for client in clients:
            client.close()


def test_a_change_at_a_seat_is_told_to_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roll, "WATCHING_SECONDS", 3600.0)
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        with server.connect() as watching:
            watching.hello(table["table"], table["watch"])
            with server.connect() as client:
                client.hello(table["table"], keys[0])
                while not watching.until("presence")["seats"][0].get("here"):
                    pass


def test_whoever_closes_the_page_is_seen_to_be_gone_within_seconds() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=20.0) as server:
        table, keys = two(server)
        with server.connect() as stays:
            stays.hello(table["table"], keys[0])
            with server.connect() as goes:
                goes.hello(table["table"], keys[1])
                while not stays.until("presence")["seats"][1].get("here"):
                    pass
            server.until(lambda: len(server.rooms.in_memory[table["table"]].here.viewers) == 1)
            assert server.state(table, keys[0])["seats"][1]["here"], "a page that is loaded again was never gone"
            server.move(4)
            while stays.until("presence")["seats"][1].get("here"):
                pass


class Followed:
    """Weak references to all that a table is made of."""

    def __init__(self, live: Any) -> None:
        parts = [live, live.room, live.room.table, live.room.seating, live.presenter, live.here, live.audience]
        parts += [live.roll, live.keys, live.writer, live.sealed, *live.here.viewers]
        self._all = {type(part).__name__: weakref.ref(part) for part in parts if part is not None}

    @property
    def alive(self) -> list[str]:
        """What of it is still in the memory."""
        return [name for name, each in self._all.items() if each() is not None]


def dropped(server: Running, table: Json) -> list[str]:
    """What is alive of a table after it has left the memory, without a collection of cycles."""
    followed = server.inside(lambda: Followed(server.rooms.in_memory[table["table"]]))
    server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))
    all_written(server)
    server.until(lambda: not followed.alive or not server.rooms.in_memory)
    for _ in range(20):  # what was due in the loop lets go of it
        if not server.inside(lambda: followed.alive):
            break
    return list(server.inside(lambda: followed.alive))


@pytest.fixture
def _no_collection() -> Any:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
def test_a_table_is_freed_as_soon_as_it_leaves_the_memory() -> None:
    with somewhere() as data, running(data) as server:
        quiet, keys = two(server)
        now = server.state(quiet, keys[0])
        server.do(quiet, keys[0], do="act", id="1", number=now["number"], action="wink")
        server.do(quiet, keys[0], do="undo", id="2", number=now["number"] + 1)
        server.do(quiet, keys[0], do="chat", id="3", text="hello")
        server.do(quiet, keys[0], do="act", id="4", number=10**6, action="wink")
        assert dropped(server, quiet) == []
        waiting = server.create([HERE, OPEN], options=QUIET)
        assert dropped(server, waiting) == []
        timed, _ = two(server, clock={"turn": 600})
        assert dropped(server, timed) == []


@pytest.mark.usefixtures("_no_collection")
def test_a_table_that_somebody_looked_at_is_freed() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        with server.connect() as client, server.connect() as watching:
            now = client.hello(table["table"], keys[0])
            watching.hello(table["table"], table["watch"])
            assert client.ask(do="act", number=now["number"], action="wink")["ok"]
        server.until(lambda: not server.rooms.in_memory[table["table"]].here.viewers)
        assert dropped(server, table) == []


@pytest.mark.usefixtures("_no_collection")
def test_a_table_is_freed_that_is_dropped_while_somebody_looks_and_all_are_asked() -> None:
    with somewhere() as data, running(data, reaction_seconds=600.0) as server:
        table = server.create([HERE, {"kind": "here", "name": "Bob"}])
        seen = server.state(table, table["token"], eye=0)
        show = next(offer for offer in seen["offers"] if offer["notation"].startswith("show"))
        with server.connect() as client:
            client.hello(table["table"], table["token"])
            assert client.ask(do="act", seat=0, number=seen["number"], action=show["action"])["ok"]
            assert dropped(server, table) == []
            assert client.ended() == 1012


@pytest.mark.usefixtures("_no_collection")
def test_a_table_that_failed_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("tetracade.table"), "disabled", True)  # pytest keeps all that is logged
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        followed = server.inside(lambda: Followed(server.rooms.in_memory[table["table"]]))
        server.inside(server.rooms.in_memory[table["table"]].guarded(lambda: 1 / 0))
        assert server.state(table, keys[0])["phase"] == "playing"
        assert server.inside(lambda: followed.alive) == []


def test_one_who_polls_is_listed_as_here(server: Running) -> None:
    table, keys = two(server)
    shown = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).json()
    assert shown["seats"][0]["here"]
