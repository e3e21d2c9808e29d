"""Writes: stored before anybody hears of them, in order, each table for itself when one fails."""

import asyncio
import sqlite3
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import GENEROUS, Running, bearer, running, somewhere
from tests.server.stored import (
    UNSTORABLE,
    FailingCommit,
    Held,
    all_written,
    busy,
    file_of,
    open_store,
    refusing,
    rows_of,
    say,
    waiter,
)
from tests.server.test_protocol import two
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.commands import do
from tetracade.server.rooms.viewer import Viewer
from tetracade.server.storage import store
from tetracade.server.storage.group import write_group
from tetracade.server.storage.intents import Intent, NewLine, Value
from tetracade.server.storage.storage import Done, Lane
from tetracade.server.storage.store import Store


def test_a_write_that_fails_is_not_acknowledged_and_the_table_is_read_anew(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    original = server.rooms.store.submit

    def failing(wanted: Iterable[Intent], done: Done, lane: Lane | None = None) -> None:
        original([UNSTORABLE], done, lane)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.rooms.store, "submit", failing)
        answer = server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    assert answer["error"]["code"] == "storage"
    assert server.state(table, keys[0])["number"] == now["number"]
    assert server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")["ok"]


def test_after_a_failed_write_nothing_more_of_its_table_is_written_until_it_is_read_anew() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        other, others = two(server)
        before = server.state(table, keys[0])["number"]
        with refusing(data, "second"):
            answers = say(server, table, keys[0], "first", "second", "third")
            assert say(server, other, others[0], "elsewhere")[0].ok
        assert [(answer.id, answer.ok) for answer in answers] == [("first", True), ("second", False), ("third", False)]
        assert server.state_once_there(table, keys[0])["number"] == before + 1
        assert [answer.ok for answer in say(server, table, keys[0], "second", "third")] == [True, True]
        rows = rows_of(data, "SELECT number FROM log WHERE tab = ?", table["table"])
        assert sorted(number for (number,) in rows) == list(range(1, before + 4))


@pytest.mark.of_the_file
def test_what_waits_behind_a_flush_that_fails_fails_with_it(tmp_path: Path) -> None:
    async def write() -> list[bool]:
        kept, held = open_store(tmp_path / "t.sqlite"), Held()
        lane = Lane()
        results: dict[str, Exception | None] = {}

        def add(name: str, lane: Lane | None, *wanted: Intent) -> None:
            kept.submit(wanted, partial(results.__setitem__, name), lane)

        def line(number: int) -> Intent:
            return NewLine("t", number, b"", None, b"")

        flusher, kept._flusher = kept._flusher, held  # type: ignore[assignment]
        add("flushed", lane, line(1))
        await asyncio.to_thread(held.asked.wait, GENEROUS)
        add("waits", lane, line(2))
        add("only waits to be told", lane)
        add("of another", None, Value("a", b""))
        kept._flusher = flusher
        held.fail()
        await kept.write([])
        add("later", lane, line(3))
        add("read anew", Lane(), line(1))
        await kept.close()
        assert list(results) == ["flushed", "waits", "only waits to be told", "of another", "later", "read anew"]
        return [error is None for error in results.values()]

    assert asyncio.run(write()) == [False, False, False, True, False, True]
    assert sqlite3.connect(tmp_path / "t.sqlite").execute("SELECT number FROM log").fetchall() == [(1,)]


@pytest.mark.of_the_file
@pytest.mark.parametrize("wanted", [[], [Value("a", b"")]], ids=["lines alone", "lines and more"])
def test_a_flush_that_fails_is_not_tried_again(tmp_path: Path, wanted: list[Intent]) -> None:
    """The disk may have lost what it was given before: a second flush that succeeds says nothing about that."""
    kept = Store(tmp_path / "t.sqlite")
    failing: Any = FailingCommit(kept._writing, times=1)
    failed = write_group(failing, [(0, [*wanted, NewLine("t", 1, b"", None, b"")], Lane()), (1, [], None)])
    assert {place: str(error) for place, error in failed.items()} == {0: "disk I/O error"}
    assert kept._writing.execute("SELECT number FROM log").fetchall() == []
    kept._end()


@pytest.mark.of_the_file
def test_of_lines_written_together_all_are_stored_but_those_that_cannot_be(tmp_path: Path) -> None:
    kept = Store(tmp_path / "t.sqlite")
    lanes = {name: Lane(name) for name in "abc"}

    def lines(name: str, *numbers: int) -> tuple[int, list[Intent], Lane]:
        return "abc".index(name), [NewLine(name, number, b"", None, b"") for number in numbers], lanes[name]

    assert write_group(kept._writing, [lines("b", 1)]) == {}
    failed = write_group(kept._writing, [lines("a", 1), lines("b", 2, 1), lines("c", 1)])
    assert list(failed) == [1]
    stored = kept._writing.execute("SELECT tab, number FROM log ORDER BY tab, number").fetchall()
    assert stored == [("a", 1), ("b", 1), ("c", 1)]
    kept._end()


def test_a_table_that_fails_is_not_read_anew_before_what_it_has_handed_over_is_on_disk() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        before = server.state(table, keys[0])["number"]
        live, store = server.rooms.in_memory[table["table"]], server.rooms.store
        answers: list[m.Answer] = []
        with busy(data):
            for text in ("on its way", "waiting"):
                chat = p.Chat(id=text, text=text)
                server.inside(partial(do, live, live.who(keys[0]), None, None, chat, answers.append))
                server.until(lambda: store.flying(live.writer.lane))
            server.inside(lambda: live.fail(RuntimeError("a fault of our own")))
            answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
            assert (answer.status_code, answer.json()["error"]["code"]) == (507, "storage")
        all_written(server)
        assert server.state(table, keys[0])["number"] == before + 1
        assert [(answer.id, answer.ok) for answer in answers] == [("on its way", True), ("waiting", False)]


def test_a_fault_in_telling_the_others_leaves_nobody_without_an_answer(server: Running) -> None:
    """Over HTTP the request would have waited for ever."""
    table, keys = two(server)

    def fail(_: bytes) -> None:
        raise RuntimeError("a fault of our own")

    live = server.rooms.in_memory[table["table"]]
    watching = Viewer(live.who(keys[1]), "none", None, fail, lambda: None)
    server.inside(lambda: live.here.viewers.add(watching))
    before = live.room.number
    answer = server.do(table, keys[0], do="chat", text="hello")
    assert (answer["ok"], answer["number"]) == (True, before + 1)
    assert server.state(table, keys[0])["number"] == before + 1
    assert server.rooms.in_memory[table["table"]] is not live, "the table is loaded anew"


def test_a_fault_in_telling_harms_no_other_table_of_the_group(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    (table, keys), (other, others) = two(server), two(server)
    answers: list[m.Answer] = []

    def fail(*_: object) -> bytes:
        raise RuntimeError("a fault of our own")

    with server.connect() as client:
        client.hello(table["table"], keys[0])
        live, neighbour = (server.rooms.in_memory[each["table"]] for each in (table, other))
        (viewer,) = live.here.viewers
        stale = p.Act(id="stale", number=10**6, action="wink")  # after its answer a snapshot is made

        def all_at_once() -> None:
            monkeypatch.setattr(live.audience, "snapshot_frame", fail)
            do(live, live.who(keys[0]), viewer, 0, p.Chat(id="said", text="said"), answers.append)
            do(live, live.who(keys[0]), viewer, 0, stale, answers.append)
            do(
                neighbour,
                neighbour.who(others[0]),
                None,
                None,
                p.Chat(id="elsewhere", text="elsewhere"),
                answers.append,
            )

        server.inside(all_at_once)
        all_written(server)
        assert client.ended() == 1012, "who looks at the table is to come again"
    assert [(answer.id, answer.ok) for answer in answers] == [("said", True), ("stale", False), ("elsewhere", True)]
    assert server.state(table, keys[0])["phase"] == "playing"


@pytest.mark.of_the_file
def test_what_is_waiting_when_the_server_stops_is_written_in_order_and_told(tmp_path: Path) -> None:
    async def write() -> list[str]:
        kept = open_store(tmp_path / "t.sqlite")
        told: list[str] = []
        for number in range(1, 6):
            line = NewLine("t", number, b"", None, b"")
            kept.submit([line], lambda error, number=number: told.append(f"{number} {error}"), None)  # type: ignore[misc]
            await asyncio.sleep(0)
        await kept.close()
        return told

    assert asyncio.run(write()) == [f"{number} None" for number in range(1, 6)]


def test_one_who_waits_over_http_is_never_shown_what_was_not_stored() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        before = server.state(table, keys[0])["number"]
        told = waiter(server, table, keys[1], before)
        with refusing(data, "unstored"):
            assert not say(server, table, keys[0], "unstored")[0].ok
        assert say(server, table, keys[0], "stored")[0].ok
        changes = told.result(GENEROUS)
        assert changes["number"] == before + 1
        assert [update["happened"][0]["text"] for update in changes["updates"]] == ["stored"]


def test_one_who_waits_over_http_goes_on_waiting_when_the_table_leaves_the_memory() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = two(server)
        before = server.state(table, keys[0])["number"]
        told = waiter(server, table, keys[1], before)
        server.inside(server.rooms.keeping.sweep)
        assert say(server, table, keys[0], "later")[0].ok
        assert told.result(GENEROUS)["number"] == before + 1


def test_nobody_hears_of_an_action_before_it_is_on_disk() -> None:
    with somewhere() as data, running(data) as server, server.connect() as mine, server.connect() as other:
        table, keys = two(server)
        now = mine.hello(table["table"], keys[0])
        other.hello(table["table"], keys[1])
        live = server.rooms.in_memory[table["table"]]
        mine.until("presence")
        with busy(data):
            mine.send(do="act", id="mine", number=now["number"], action="wink")
            server.until(lambda: server.rooms.store.flying(live.writer.lane))
            sent = server.inside(lambda: server.rooms.metrics.counts["frames_sent"])
            for _ in range(5):  # whatever was due in the loop has happened by then
                assert server.inside(lambda: server.rooms.metrics.counts["frames_sent"]) == sent
            assert live.writer.pending == 1
        assert mine.until("update")["number"] == now["number"] + 1
        assert mine.until("answer", id="mine")["ok"]
        assert other.until("update")["number"] == now["number"] + 1


@pytest.mark.of_the_file
def test_the_disk_is_waited_for(server: Running) -> None:
    asked = server.inside(lambda: file_of(server)._writing.execute("PRAGMA synchronous").fetchone())
    assert asked == (2,)  # FULL
    kept = server.inside(lambda: file_of(server)._writing.execute("PRAGMA journal_mode").fetchone())
    assert kept == ("wal",)


@pytest.mark.of_the_file
def test_one_bad_write_does_not_harm_the_others_of_its_group(tmp_path: Path) -> None:
    async def write() -> tuple[list[bool], int]:
        kept = open_store(tmp_path / "t.sqlite")
        worse: Any = Value("b", 1 << 70)  # type: ignore[arg-type]  # too large for the file
        results = await asyncio.gather(
            *(kept.write([intent]) for intent in (Value("a", b""), UNSTORABLE, worse, Value("c", b""))),
            return_exceptions=True,
        )
        found = sum([await kept.value(key) is not None for key in "abc"])
        await kept.close()
        return [isinstance(result, Exception) for result in results], found

    assert asyncio.run(write()) == ([False, True, True, False], 2)


def test_while_another_program_writes_to_the_file_the_server_answers_all_that_needs_no_write() -> None:
    with somewhere() as data, running(data) as server, server.connect() as client:
        table, keys = two(server)
        client.hello(table["table"], keys[0])
        lane = server.rooms.in_memory[table["table"]].writer.lane
        with busy(data):
            client.send(do="chat", id="held", text="held")
            server.until(lambda: server.rooms.store.flying(lane))
            assert server.http.get("/health").json()["ok"]
            assert server.http.get("/api/tables").status_code == 200
        assert client.until("answer", id="held")["ok"], "it waited, and was written when it could be"


@pytest.mark.of_the_file
def test_a_group_waits_for_another_program_once_and_fails_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        other, others = two(server)
        before = server.state(table, keys[0])["number"]
        with busy(data):
            answers = [*say(server, table, keys[0], "one", "two"), *say(server, other, others[0], "three")]
            assert [answer.error and answer.error.code for answer in answers] == ["storage"] * 3
        assert server.state(table, keys[0])["number"] == before
        assert say(server, table, keys[0], "one")[0].ok
