"""The log is the truth: it survives restarts, it is chained, damage is found and set aside."""

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import GENEROUS, Json, Running, bearer, running, somewhere
from tests.server.test_protocol import COMPARED, two
from tests.server.test_tables import BOT, HERE, QUIET, finished
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.commands import do
from tetracade.server.storage import store
from tetracade.server.storage.file import Unusable
from tetracade.server.storage.migrations import STEPS, NewerFile, migrate
from tetracade.server.storage.store import Done, Statement, Store
from tetracade.table.log import GENESIS, linked

PIPES: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}


def open_store(data: Path) -> Store:
    """A store on this file, in the loop that runs."""
    kept = Store(data)
    kept.run_in(asyncio.get_running_loop())
    return kept


def all_written(server: Running) -> None:
    """Wait until all that was handed over is on disk, or has failed."""
    asyncio.run_coroutine_threadsafe(server.rooms.store.write([]), server.rooms.loop).result(GENEROUS)


def first(server: Running) -> tuple[Json, list[str]]:
    """A table with a wink, a chat and a shown card."""
    table, keys = two(server)
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    server.do(table, keys[1], do="chat", id="2", text="hello")
    show = next(offer for offer in now["offers"] if offer["notation"].startswith("show"))
    server.do(table, keys[0], do="act", id="3", number=now["number"] + 1, action=show["action"])
    return table, keys


def test_after_a_restart_every_viewer_sees_the_same_and_plays_on() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
            before = [server.state(table, key) for key in (*keys, table["watch"])]
        with running(data) as server:
            after = [server.state(table, key) for key in (*keys, table["watch"])]
            for old, new in zip(before, after, strict=True):
                assert {name: old[name] for name in COMPARED} == {name: new[name] for name in COMPARED}
                assert (old["you"], old["table"]) == (new["you"], new["table"])
            again = server.do(table, keys[0], do="act", id="3", number=1, action="wink")
            assert again["ok"]
            assert server.state(table, keys[0])["number"] == before[0]["number"]
            finished(server, table, dict(enumerate(keys)))


def test_nobody_pays_for_the_time_in_which_the_server_is_down() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = two(server, clock={"bank": 600})
            before = server.state(table, keys[0])["clock"]
        down = time.monotonic()
        with running(data) as server:
            assert server.state(table, keys[0])["clock"] == before
            clock = server.rooms.in_memory[table["table"]].room.clock
            assert clock is not None
            assert min(clock.since.values()) >= down - 0.01, "the turn began anew when the server was back"


def test_bots_go_on_after_a_restart() -> None:
    with somewhere() as data:
        with running(data, workers=1, bot="tests.server.stand_in:hanging") as server:
            table = server.create([BOT, HERE], options=QUIET)
            assert server.state(table, table["token"])["acting"] == [0]
        with running(data) as server, server.connect() as client:
            now = client.hello(table["table"], table["token"])
            while now["acting"] != [1]:
                now = client.until("update")


def test_each_line_is_chained_to_the_one_before() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
            shown = server.http.get(f"/api/tables/{table['table']}/log", headers=bearer(keys[0])).text
        rows = sqlite3.connect(data).execute("SELECT number, hash, line FROM log ORDER BY number").fetchall()
        head = GENESIS
        for _, digest, line in rows:
            head = linked(head, line)
            assert digest == head
        assert [int(line.split()[0]) for line in shown.splitlines()] == [number for number, _, _ in rows]


DAMAGES = {
    "a line changed": "UPDATE log SET line = replace(line, 'hello', 'hullo') WHERE tab = ?",
    "a line missing": "DELETE FROM log WHERE number = 4 AND tab = ?",
    "a hash changed": "UPDATE log SET hash = zeroblob(32) WHERE number = 3 AND tab = ?",
    "no lines": "DELETE FROM log WHERE tab = ?",
    "rubbish": "UPDATE log SET line = x'00ff' WHERE number = 2 AND tab = ?",
}


def test_a_damaged_table_is_set_aside_and_the_others_go_on() -> None:
    with somewhere() as data:
        with running(data) as server:
            tables = {name: first(server) for name in DAMAGES}
            whole = first(server)
        connection = sqlite3.connect(data)
        for name, (table, _) in tables.items():
            connection.execute(DAMAGES[name], (table["table"],))
        connection.commit()
        connection.close()
        with running(data) as server:
            for table, keys in tables.values():
                for _ in range(2):
                    answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
                    assert answer.status_code == 410
                    assert answer.json()["error"]["code"] == "damaged"
            finished(server, whole[0], dict(enumerate(whole[1])))
            assert server.http.get("/health").json()["ok"]
            assert server.rooms.damaged == len(DAMAGES)
            assert "tetracade_damaged_total 5" in server.inside(server.rooms.metrics.text)


def overwrite_a_page(data: Path, table: str) -> None:
    """Spoil a page of the file that holds lines of this table, among others that do: no other table needs it."""
    connection = sqlite3.connect(data)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    others = [row[0].encode() for row in connection.execute("SELECT id FROM tables WHERE id <> ?", (table,))]
    connection.close()
    spoilt = bytearray(data.read_bytes())
    found = []
    for start in range(0, len(spoilt), size):
        page = spoilt[start : start + size]
        if page[0] == LEAF and page.count(table.encode()) > 5 and not any(other in page for other in others):
            found.append((page[page.index(b"said ") :][:8], start))
    assert len(found) >= 3
    start = sorted(found)[len(found) // 2][1]
    spoilt[start + 8 : start + size] = b"\xa5" * (size - 8)
    data.write_bytes(spoilt)


LEAF = 0x0A
"""The first byte of a page with rows of a table without rowid."""


def test_a_table_that_cannot_be_read_is_set_aside_and_the_others_go_on() -> None:
    with somewhere() as data:
        with running(data, workers=1, bot="tests.server.stand_in:hanging") as server:
            bad, keys = two(server, public=True, clock={"turn": 600})
            for number in range(80):
                server.do(bad, keys[0], do="chat", id=f"{number}", text=f"said {number:03} " + "x" * 250)
            whole, others = two(server, public=True)
            bots = server.create([BOT, HERE], options=QUIET, public=True)
        overwrite_a_page(data, bad["table"])
        with running(data) as server:
            with (
                server.connect() as client
            ):  # the bots' table goes on by itself, though it was to be woken after the bad one
                now = client.hello(bots["table"], bots["token"])
                while now["acting"] != [1]:
                    now = client.until("update")
            lobby = server.http.get("/api/tables")
            assert {table["table"] for table in lobby.json()["tables"]} == {whole["table"], bots["table"]}
            answer = server.http.get(f"/api/tables/{bad['table']}", headers=bearer(keys[0]))
            assert (answer.status_code, answer.json()["error"]["code"]) == (410, "damaged")
            assert server.rooms.damaged == 1
            finished(server, whole, dict(enumerate(others)))
            server.inside(server.rooms.keeping.sweep)
        with running(data) as server:
            assert server.rooms.damaged == 1


def test_after_a_restart_one_table_that_fails_keeps_no_other_from_waking(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data:
        with running(data, workers=1, bot="tests.server.stand_in:hanging") as server:
            tables = [server.create([BOT, HERE], options=QUIET, public=True) for _ in range(3)]
        read = Store.read

        def failing(kept: Store, table: str) -> store.Stored | None:
            if table == tables[0]["table"]:
                raise sqlite3.OperationalError("disk I/O error")
            return read(kept, table)

        monkeypatch.setattr(Store, "read", failing)
        with running(data) as server:
            while server.inside(lambda: len(server.rooms.in_memory)) < 2:
                assert not server.rooms._tasks[0].done() or len(server.rooms.in_memory) == 2
            assert server.rooms.damaged == 1
            assert len(server.http.get("/api/tables").json()["tables"]) == 2
        monkeypatch.undo()
        with running(data) as server:  # the disk answers again: nothing was marked for good
            assert server.state(tables[0], tables[0]["token"])["phase"] == "playing"


def test_damaged_tables_keep_no_other_out_of_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.rooms.rooms.LOBBY", 2)
    with somewhere() as data:
        with running(data) as server:
            tables = [two(server, public=True)[0]["table"] for _ in range(4)]
        connection = sqlite3.connect(data)
        for table in tables[2:]:  # the newest
            connection.execute(DAMAGES["a hash changed"].replace("number = 3", "number = 1"), (table,))
        connection.commit()
        connection.close()
        for _ in range(2):  # found damaged by the lobby itself, then known to be from the start
            with running(data) as server:
                server.http.get("/api/tables")
                listed = [table["table"] for table in server.http.get("/api/tables").json()["tables"]]
                assert listed == [tables[1], tables[0]]


def test_outcomes_that_the_seed_does_not_give_are_damage_too() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        connection = sqlite3.connect(data)
        connection.execute("UPDATE seeds SET seed = zeroblob(32) WHERE game = 1")
        connection.commit()
        connection.close()
        with running(data) as server:
            assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 410


def test_a_write_that_fails_is_not_acknowledged_and_the_table_is_read_anew(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    original = server.rooms.store.submit

    def failing(statements: Iterable[Statement], done: Done, lane: store.Lane | None = None) -> None:
        original([("INSERT INTO nowhere VALUES (1)", ())], done, lane)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.rooms.store, "submit", failing)
        answer = server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    assert answer["error"]["code"] == "storage"
    assert server.state(table, keys[0])["number"] == now["number"]
    assert server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")["ok"]


@contextmanager
def refusing(data: Path, text: str) -> Iterator[None]:
    """Let the file take no line that says this."""
    connection = sqlite3.connect(data, isolation_level=None, timeout=GENEROUS)
    connection.execute(
        "CREATE TRIGGER refusing BEFORE INSERT ON log WHEN instr(CAST(NEW.line AS TEXT), '" + text + "')"
        " BEGIN SELECT RAISE(ABORT, 'not this line'); END"
    )
    yield
    connection.execute("DROP TRIGGER refusing")
    connection.close()


def say(server: Running, table: Json, key: str, *texts: str) -> list[m.Answer]:
    """Say these before the loop does anything else; returns the answers, in the order in which they came."""
    answers: list[m.Answer] = []
    live = server.awaited(server.rooms.live(table["table"]))

    def all_at_once() -> None:
        for text in texts:
            do(live, live.who(key), None, None, p.Chat(id=text, text=text), answers.append)

    server.inside(all_at_once)
    all_written(server)
    return answers


def test_after_a_failed_write_nothing_more_of_its_table_is_written_until_it_is_read_anew() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        other, others = two(server)
        before = server.state(table, keys[0])["number"]
        with refusing(data, "second"):
            answers = say(server, table, keys[0], "first", "second", "third")
            assert say(server, other, others[0], "elsewhere")[0].ok
        assert [(answer.id, answer.ok) for answer in answers] == [("first", True), ("second", False), ("third", False)]
        assert server.state(table, keys[0])["number"] == before + 1
        assert [answer.ok for answer in say(server, table, keys[0], "second", "third")] == [True, True]
        rows = sqlite3.connect(data).execute("SELECT number FROM log WHERE tab = ?", (table["table"],)).fetchall()
        assert sorted(number for (number,) in rows) == list(range(1, before + 4))


def test_what_waits_behind_a_flush_that_fails_fails_with_it(tmp_path: Path) -> None:
    async def write() -> list[bool]:
        kept, held = open_store(tmp_path / "t.sqlite"), Held()
        lane = store.Lane()
        results: dict[str, Exception | None] = {}

        def add(name: str, lane: store.Lane | None, *statements: Statement) -> None:
            kept.submit(statements, partial(results.__setitem__, name), lane)

        def line(number: int) -> Statement:
            return store.ADD_LINE, ("t", number, b"", None, b"")

        flusher, kept._flusher = kept._flusher, held  # type: ignore[assignment]
        add("flushed", lane, line(1))
        await asyncio.to_thread(held.asked.wait, GENEROUS)
        add("waits", lane, line(2))
        add("only waits to be told", lane)
        add("of another", None, ("INSERT INTO meta VALUES ('a', x'00')", ()))
        kept._flusher = flusher
        held.flushing.set_exception(sqlite3.OperationalError("disk I/O error"))
        await kept.write([])
        add("later", lane, line(3))
        add("read anew", store.Lane(), line(1))
        await kept.close()
        assert list(results) == ["flushed", "waits", "only waits to be told", "of another", "later", "read anew"]
        return [error is None for error in results.values()]

    assert asyncio.run(write()) == [False, False, False, True, False, True]
    assert sqlite3.connect(tmp_path / "t.sqlite").execute("SELECT number FROM log").fetchall() == [(1,)]


def test_a_table_that_fails_is_not_read_anew_before_what_it_has_handed_over_is_on_disk(server: Running) -> None:
    table, keys = two(server)
    before = server.state(table, keys[0])["number"]
    kept, held = server.rooms.store, Held()
    live = server.rooms.in_memory[table["table"]]
    answers: list[m.Answer] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "_flusher", held)
        for text in ("on its way", "waiting"):
            chat = p.Chat(id=text, text=text)
            server.inside(partial(do, live, live.who(keys[0]), None, None, chat, answers.append))
            assert held.asked.wait(GENEROUS)
    server.inside(lambda: live.fail(RuntimeError("a fault of our own")))
    answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
    assert (answer.status_code, answer.json()["error"]["code"]) == (507, "storage")
    server.inside(held.flush)
    assert server.state(table, keys[0])["number"] == before + 1
    all_written(server)
    assert [(answer.id, answer.ok) for answer in answers] == [("on its way", True), ("waiting", False)]


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


def test_what_is_waiting_when_the_server_stops_is_written_in_order_and_told(tmp_path: Path) -> None:
    async def write() -> list[str]:
        kept = open_store(tmp_path / "t.sqlite")
        told: list[str] = []
        for number in range(1, 6):
            line = store.ADD_LINE, ("t", number, b"", None, b"")
            kept.submit([line], lambda error, number=number: told.append(f"{number} {error}"), None)  # type: ignore[misc]
            await asyncio.sleep(0)
        await kept.close()
        return told

    assert asyncio.run(write()) == [f"{number} None" for number in range(1, 6)]


def waiter(server: Running, table: Json, key: str, since: int) -> "Future[Json]":
    """What one who waits over HTTP will be told; they are waiting when this returns."""
    url = f"http://127.0.0.1:{server.port}/api/tables/{table['table']}/wait"
    ask = partial(httpx.get, params={"since": since, "seconds": 60}, headers=bearer(key), timeout=2 * GENEROUS)
    pool = ThreadPoolExecutor(1)
    told = pool.submit(lambda: dict(ask(url).json()))
    pool.shutdown(wait=False)
    live = server.rooms.in_memory[table["table"]]
    while not server.inside(lambda: live.changed._waiters):
        assert not told.done(), told.result()
    return told


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


class Held:
    """A flusher that flushes when it is told to, not before."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.flushing: Future[Any] = Future()

    def submit(self, call: Callable[..., Any], *given: Any) -> "Future[Any]":
        self.call, self.given = call, given
        self.asked.set()
        return self.flushing

    def flush(self) -> None:
        self.flushing.set_result(self.call(*self.given))


def test_nobody_hears_of_an_action_before_it_is_on_disk(server: Running) -> None:
    table, keys = two(server)
    store, held = server.rooms.store, Held()
    with server.connect() as mine, server.connect() as other:
        now = mine.hello(table["table"], keys[0])
        other.hello(table["table"], keys[1])
        live = server.rooms.in_memory[table["table"]]
        mine.until("presence")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "_flusher", held)
            mine.send(do="act", id="mine", number=now["number"], action="wink")
            assert held.asked.wait(GENEROUS)
            sent = server.inside(lambda: server.rooms.metrics.counts["frames_sent"])
            for _ in range(5):  # whatever was due in the loop has happened by then
                assert server.inside(lambda: server.rooms.metrics.counts["frames_sent"]) == sent
            assert live.writer.pending == 1
        server.inside(held.flush)
        assert mine.until("update")["number"] == now["number"] + 1
        assert mine.until("answer", id="mine")["ok"]
        assert other.until("update")["number"] == now["number"] + 1


def test_the_disk_is_waited_for(server: Running) -> None:
    asked = server.inside(lambda: server.rooms.store._writing.execute("PRAGMA synchronous").fetchone())
    assert asked == (2,)  # FULL
    kept = server.inside(lambda: server.rooms.store._writing.execute("PRAGMA journal_mode").fetchone())
    assert kept == ("wal",)


def test_one_bad_write_does_not_harm_the_others_of_its_group(tmp_path: Path) -> None:
    async def write() -> tuple[list[bool], int]:
        kept = open_store(tmp_path / "t.sqlite")
        good = ("INSERT INTO meta VALUES (?, x'00')", ("a",))
        bad = ("INSERT INTO meta VALUES (?, NULL)", ("b",))
        worse = ("INSERT INTO meta VALUES (?, x'00')", (1 << 70,))
        last = ("INSERT INTO meta VALUES (?, x'00')", ("c",))
        results = await asyncio.gather(
            *(kept.write([statement]) for statement in (good, bad, worse, last)), return_exceptions=True
        )
        found = sum(kept.value(key) is not None for key in "abc")
        await kept.close()
        return [isinstance(result, Exception) for result in results], found

    assert asyncio.run(write()) == ([False, True, True, False], 2)


@contextmanager
def writing_elsewhere(data: Path) -> Iterator[None]:
    """Another program is in the middle of a write."""
    connection = sqlite3.connect(data, isolation_level=None, timeout=GENEROUS)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.execute("ROLLBACK")
    connection.close()


def test_while_another_program_writes_to_the_file_the_server_answers_all_that_needs_no_write() -> None:
    with somewhere() as data, running(data) as server, server.connect() as client:
        table, keys = two(server)
        client.hello(table["table"], keys[0])
        with writing_elsewhere(data):
            client.send(do="chat", id="held", text="held")
            while not server.inside(lambda: server.rooms.store._group):
                pass
            assert server.http.get("/health").json()["ok"]
            assert server.http.get("/api/tables").status_code == 200
        assert client.until("answer", id="held")["ok"], "it waited, and was written when it could be"


def test_a_group_waits_for_another_program_once_and_fails_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE", 0.05)
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        other, others = two(server)
        before = server.state(table, keys[0])["number"]
        with writing_elsewhere(data):
            answers = [*say(server, table, keys[0], "one", "two"), *say(server, other, others[0], "three")]
            assert [answer.error and answer.error.code for answer in answers] == ["storage"] * 3
        assert server.state(table, keys[0])["number"] == before
        assert say(server, table, keys[0], "one")[0].ok


def test_a_file_is_one_server_s_at_a_time_and_others_may_read_it(tmp_path: Path) -> None:
    async def open_twice() -> None:
        kept = open_store(tmp_path / "t.sqlite")
        with pytest.raises(Unusable, match="in use by another server"):
            open_store(tmp_path / "t.sqlite")
        await kept.write([("INSERT INTO meta VALUES ('a', x'00')", ())])
        reader = sqlite3.connect(tmp_path / "t.sqlite")
        assert reader.execute("SELECT count(*) FROM meta").fetchone() == (1,)
        reader.close()
        await kept.close()
        await open_store(tmp_path / "t.sqlite").close()

    asyncio.run(open_twice())


def test_a_second_server_is_refused_by_whatever_name_it_opens_the_file(tmp_path: Path) -> None:
    async def open_by_other_names() -> None:
        file = tmp_path / "t.sqlite"
        kept = open_store(file)
        (tmp_path / "symbolic.sqlite").symlink_to(file)
        (tmp_path / "hard.sqlite").hardlink_to(file)
        file.rename(tmp_path / "renamed.sqlite")
        for name in ("hard", "renamed"):
            with pytest.raises(Unusable, match="in use by another server"):
                open_store(tmp_path / f"{name}.sqlite")
            assert not (tmp_path / f"{name}.sqlite-wal").exists(), "nothing is put beside it"
        (tmp_path / "renamed.sqlite").rename(file)
        with pytest.raises(Unusable, match="in use by another server"):
            open_store(tmp_path / "symbolic.sqlite")
        await kept.close()
        await open_store(file).close()

    asyncio.run(open_by_other_names())


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    code = f"from pathlib import Path; from tetracade.server.storage.store import Store; Store(Path({str(file)!r}));"
    held = subprocess.Popen([sys.executable, "-c", f"{code} print('held', flush=True); input()"], **PIPES)
    try:
        assert held.stdout is not None
        assert held.stdout.readline() == b"held\n"
        with pytest.raises(Unusable, match="in use by another server"):
            Store(file)
    finally:
        held.kill()
        held.communicate()

    async def open_and_close() -> None:
        await open_store(file).close()

    asyncio.run(open_and_close())


def test_the_log_of_writes_does_not_grow_while_all_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    never = largest_log(tmp_path / "never.sqlite")
    monkeypatch.setattr(store, "UNSETTLED", 100)
    assert largest_log(tmp_path / "often.sqlite") < never / 2, "settled some thirty times, it begins anew each time"


def largest_log(data: Path) -> int:
    """The most that SQLite's log of writes grew to while eight wrote 400 lines each."""
    sizes: list[int] = []

    async def write_on(kept: Store, who: str) -> None:
        for number in range(400):
            await kept.write([(store.ADD_LINE, (f"{who}{number % 40}", number, b"", None, bytes(60)))])
            sizes.append(data.with_name(f"{data.name}-wal").stat().st_size)

    async def all_write() -> None:
        kept = open_store(data)
        await asyncio.gather(*(write_on(kept, who) for who in "abcdefgh"))
        await kept.close()

    asyncio.run(all_write())
    assert sqlite3.connect(data).execute("SELECT count(*) FROM log").fetchone() == (8 * 400,)
    return max(sizes)


def test_a_file_of_any_earlier_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    for known in range(len(STEPS) + 1):
        connection = sqlite3.connect(tmp_path / f"{known}.sqlite", isolation_level=None)
        for number, step in enumerate(STEPS[:known], 1):
            connection.executescript(f"{step}; PRAGMA user_version = {number};")
        assert migrate(connection) == len(STEPS) - known
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {"meta", "tables", "log", "holders", "seeds", "pledges"} <= names
        assert migrate(connection) == 0
        connection.execute("PRAGMA user_version = 1000")
        with pytest.raises(NewerFile):
            migrate(connection)
        connection.close()


def test_a_new_file_and_what_sqlite_keeps_beside_it_are_for_their_owner_alone() -> None:
    with somewhere() as data, running(data) as server:
        two(server)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.parent.iterdir()}
        assert {data.name, f"{data.name}-wal", f"{data.name}-shm"} <= modes.keys()
        assert set(modes.values()) == {0o600}


def test_a_copy_of_the_file_is_a_whole_backup() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        copy = data.parent / "copy.sqlite"
        shutil.copy(data, copy)
        with running(copy) as server:
            assert server.state(table, keys[0])["phase"] == "playing"
