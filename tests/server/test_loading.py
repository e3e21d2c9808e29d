"""A table that is not in memory is read beside the loop, once, and nobody else waits for it."""

import asyncio
import gc
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.running import GENEROUS, Json, Running, bearer, complaints, running, somewhere
from tests.server.stored import first
from tests.server.test_protocol import two
from tetracade.server.rooms import rooms as rooms_module
from tetracade.server.rooms.loading import Loaded, loaded
from tetracade.server.storage.storage import Stored


class HeldBack:
    """Loading that goes on when it is told to."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.times = 0
        patch.setattr(rooms_module, "loaded", self)

    def __call__(self, stored: Stored) -> Loaded:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(GENEROUS)
        return loaded(stored)


def put_away(server: Running, table: Json) -> None:
    """Take the table out of the memory."""
    server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))


def test_while_a_table_is_read_others_are_served_and_it_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data) as server:
        table, keys = first(server)
        other, others = two(server)
        put_away(server, table)
        held = HeldBack(monkeypatch)
        with ThreadPoolExecutor(3) as people:
            asked = [people.submit(server.state, table, key) for key in (*keys, table["watch"])]
            assert held.begun.wait(GENEROUS)
            now = server.state(other, others[0])
            assert server.do(other, others[0], do="act", id="1", number=now["number"], action="wink")["ok"]
            assert not any(each.done() for each in asked)
            held.go_on.set()
            assert {each.result(GENEROUS)["phase"] for each in asked} == {"playing"}
        assert held.times == 1


def test_what_is_sent_while_the_table_is_read_follows_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        now = server.state(table, keys[0])
        put_away(server, table)
        held = HeldBack(monkeypatch)
        with server.connect() as client:
            client.send(do="hello", id="h", table=table["table"], key=keys[0])
            client.send(do="act", id="a", number=now["number"], action="wink")
            client.send(do="chat", id="c", text="hello")
            client.send(do="nonsense", id="n")
            assert held.begun.wait(GENEROUS)
            held.go_on.set()
            answers = [client.until("answer") for _ in range(4)]
        assert sorted(answer["id"] for answer in answers) == ["a", "c", "h", "n"]
        assert [answer["id"] for answer in answers if answer["ok"]] == ["h", "a", "c"]


def test_who_hangs_up_while_the_table_is_read_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        put_away(server, table)
        held = HeldBack(monkeypatch)
        with server.connect() as client:
            client.send(do="hello", table=table["table"], key=keys[0])
            assert held.begun.wait(GENEROUS)
        server.until(lambda: not server.rooms.sockets)
        held.go_on.set()
        assert server.state(table, keys[1])["phase"] == "playing"
        assert not server.inside(lambda: server.rooms.in_memory[table["table"]].here.viewers)


def test_a_server_stops_while_a_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = two(server)
            put_away(server, table)
            held = HeldBack(monkeypatch)
            asked = asyncio.run_coroutine_threadsafe(server.rooms.live(table["table"]), server.rooms.loop)
            assert held.begun.wait(GENEROUS)
            held.go_on.set()
        assert asked.done()
        with running(data) as server:
            assert server.state(table, keys[0])["phase"] == "playing"


def test_a_table_that_is_being_read_is_not_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data, keep_days=0.0, keep_waiting_days=0.0) as server:
        table, keys = two(server)
        put_away(server, table)
        held = HeldBack(monkeypatch)
        with ThreadPoolExecutor(1) as people:
            asked = people.submit(server.state, table, keys[0])
            assert held.begun.wait(GENEROUS)
            server.inside(server.rooms.keeping.sweep)
            held.go_on.set()
            assert asked.result(GENEROUS)["phase"] == "playing"
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 200


def test_the_newest_answers_are_those_that_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.rooms.loading.REMEMBERED", 3)
    monkeypatch.setattr("tetracade.server.rooms.commands.REMEMBERED", 3)
    with somewhere() as data, running(data) as server:
        table, keys = two(server)

        def say(number: int) -> int:
            return int(server.do(table, keys[0], do="chat", id=f"c{number}", text="hello")["number"])

        numbers = {number: say(number) for number in range(6)}
        for _ in range(2):
            assert [say(number) for number in (3, 4, 5)] == [numbers[number] for number in (3, 4, 5)]
            put_away(server, table)
        assert say(0) > numbers[5], "forgotten, it is said again"


def test_nobody_complains_of_a_table_that_cannot_be_opened_when_nobody_waits_for_it_any_more(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async def given_up() -> None:
        asked = asyncio.create_task(server.rooms.live("nowhere"))
        while "nowhere" not in server.rooms._opening:
            await asyncio.sleep(0)
        opening = server.rooms._opening["nowhere"]
        asked.cancel()
        await asyncio.wait([asked, opening])

    server.awaited(given_up())
    server.inside(gc.collect)
    assert complaints(caplog.records) == []
