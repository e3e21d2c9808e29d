"""What may take long happens beside the event loop, which answers everybody meanwhile."""

import asyncio
import io
import json
import logging
import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import GENEROUS, MovedTime, Running, bearer, running, somewhere
from tests.server.stored import UNSTORABLE, all_written, file_of, first, refusing, say
from tests.server.test_protocol import two
from tetracade.server.log_lines import Beside
from tetracade.server.rooms.calendar import DAY
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.storage.intents import Value
from tetracade.server.workers import child

ECHO = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"


# ---- processes -----------------------------------------------------------------------------------------------------


def test_a_process_starts_while_the_loop_does_other_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forking a large process takes a tenth of a second on a busy machine, and the loop stood still for it."""
    looked_up = threading.Event()
    usual = subprocess.Popen

    def slow(*words: Any, **more: Any) -> "subprocess.Popen[bytes]":
        assert looked_up.wait(GENEROUS), "the loop waits for this process to start"
        return usual(*words, **more)

    async def started() -> bytes:
        starting = asyncio.ensure_future(child.start([sys.executable, "-c", ECHO]))
        await asyncio.sleep(0)
        monkeypatch.setattr(subprocess, "Popen", slow)
        asyncio.get_running_loop().call_later(0.01, looked_up.set)
        process = await starting
        process.writer.write(b"are you there?\n")
        line = await process.reader.readline()
        assert not process.gone.done()
        await process.end()
        return line

    monkeypatch.setattr(subprocess, "Popen", slow)
    assert asyncio.run(asyncio.wait_for(started(), GENEROUS)) == b"ARE YOU THERE?\n"


def test_a_process_that_cannot_be_started_is_told_as_such() -> None:
    with pytest.raises(OSError, match="nothing/of/this/name"):
        asyncio.run(child.start(["/nothing/of/this/name"]))


def test_a_process_nobody_waits_for_any_more_ends_by_itself(tmp_path: Path) -> None:
    said = tmp_path / "said"
    words = [sys.executable, "-c", f"import sys, pathlib\nsys.stdin.read()\npathlib.Path({str(said)!r}).touch()"]

    async def given_up() -> None:
        starting = asyncio.ensure_future(child.start(words))
        await asyncio.sleep(0)
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        async with asyncio.timeout(GENEROUS):
            while not said.exists():
                await asyncio.sleep(0.01)

    asyncio.run(given_up())


def test_who_ends_by_itself_is_gone_and_says_no_more() -> None:
    async def ended() -> bytes:
        process = await child.start([sys.executable, "-c", "print('bye')"])
        await process.gone
        said = await process.reader.read()
        await process.end()
        return said

    assert asyncio.run(asyncio.wait_for(ended(), GENEROUS)) == b"bye\n"


# ---- the log of what happens ---------------------------------------------------------------------------------------


def logged(handler: Beside, text: str) -> None:
    handler.handle(logging.makeLogRecord({"msg": text, "levelname": "INFO", "name": "here"}))


def said(lines: str) -> list[str]:
    return [json.loads(line)["what"] for line in lines.splitlines()]


def test_nobody_waits_for_a_log_that_nobody_reads() -> None:
    """A pipe takes some lines and then no more; these were written in the loop."""
    reading, writing = os.pipe()
    with open(writing, "w") as out, open(reading) as pipe:
        handler = Beside(out, most=10)

        def log_much() -> None:
            for number in range(3001):
                logged(handler, f"line {number}".ljust(100))

        logging_on = threading.Thread(target=log_much, daemon=True)
        logging_on.start()
        logging_on.join(GENEROUS)
        assert not logging_on.is_alive(), "it waits for a reader"
        heard = []
        reader = threading.Thread(target=lambda: heard.extend(pipe.readlines()), daemon=True)
        reader.start()
        handler.flush()
        logged(handler, "later")
        handler.flush()
        out.close()
        reader.join(GENEROUS)
    what = said("".join(heard))
    assert what[0].strip() == "line 0"
    left_out = sum(int(line.split()[0]) for line in what if line.endswith("were left out"))
    assert left_out + sum(not line.endswith("were left out") for line in what) == 3002
    assert left_out > 0


def test_a_log_that_is_closed_stops_nobody() -> None:
    out = io.StringIO()
    handler = Beside(out)
    logged(handler, "one")
    handler.flush()
    assert said(out.getvalue()) == ["one"]
    out.close()
    logged(handler, "two")
    handler.flush()


# ---- the disk ------------------------------------------------------------------------------------------------------


def threads_of(server: Running, name: str) -> dict[str, int]:
    """Notes, from now on, which thread each kind of statement of this connection runs in."""
    found: dict[str, int] = {}
    connection = getattr(server.rooms.store, name)
    connection.set_trace_callback(lambda sql: found.setdefault(" ".join(sql.split()[:3]), threading.get_ident()))
    return found


@pytest.mark.of_the_file
def test_nobody_waits_while_a_line_is_inserted() -> None:
    """The disk was busy, a page had to be read for an INSERT, and the loop stood still for 393 ms."""
    reached, released = threading.Event(), threading.Event()

    def hold() -> None:
        reached.set()
        assert released.wait(GENEROUS), "the loop waits for this line to be inserted"

    with somewhere() as data, running(data) as server, server.connect() as client, server.connect() as elsewhere:
        (table, keys), (other, others) = two(server), two(server)
        client.hello(table["table"], keys[0])
        elsewhere.hello(other["table"], others[0])
        connection = file_of(server)._writing
        connection.create_function("hold", 0, hold)
        connection.execute("CREATE TEMP TRIGGER slow BEFORE INSERT ON main.log BEGIN SELECT hold(); END")
        client.send(do="chat", id="slow", text="slow")
        assert reached.wait(GENEROUS)
        for _ in range(3):
            assert server.http.get("/health").json()["ok"]
            assert server.state(other, others[0])["phase"] == "playing"
            assert elsewhere.ask(do="ping")["ok"]
        assert not released.is_set()
        released.set()
        assert client.until("answer", id="slow")["ok"]


@pytest.mark.of_the_file
def test_no_statement_runs_in_the_loop() -> None:
    with somewhere() as data, running(data) as server:
        loop = server.inside(threading.get_ident)
        found = [threads_of(server, name) for name in ("_writing", "_reading", "_loading", "_settling")]
        table, keys = first(server)
        assert say(server, table, keys[0], "one", "two", "three")[-1].ok
        with refusing(data, "unstored"):
            assert not say(server, table, keys[0], "unstored")[0].ok
        assert server.state(table, keys[0])["phase"] == "playing", "it was read anew"
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
        threads = {statement: thread for each in found for statement, thread in each.items()}
        inserting = {"INSERT OR ROLLBACK", "INSERT OR ABORT"}
        assert threads.keys() >= inserting | {"BEGIN IMMEDIATE", "COMMIT", "ROLLBACK TO apart", "SAVEPOINT apart"}
        assert [statement for statement, thread in threads.items() if thread == loop] == []


@pytest.mark.of_the_file
def test_old_tables_are_found_and_deleted_beside_the_loop() -> None:
    """One of 100,000 lines, or a file of a million tables, would hold everybody up."""
    with somewhere() as data, running(data, moved=MovedTime(), idle_seconds=-1.0) as server:
        first(server)
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
        loop = server.inside(threading.get_ident)
        seeking, writing = threads_of(server, "_reading"), threads_of(server, "_writing")
        server.move(61 * DAY)
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
        assert server.awaited(server.rooms.store.ids()) == []
        assert seeking["SELECT id FROM"] != loop
        assert seeking["SELECT count(*) FROM"] != loop
        assert writing["DELETE FROM log"] != loop


@pytest.mark.of_the_file
def test_each_old_table_is_deleted_by_itself() -> None:
    """Whoever makes a move meanwhile waits for one of them at most."""
    said: list[str] = []
    with somewhere() as data, running(data, moved=MovedTime(), idle_seconds=-1.0) as server:
        for _ in range(2):
            first(server)
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
        file_of(server)._writing.set_trace_callback(said.append)
        server.move(61 * DAY)
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
    deleted = [place for place, statement in enumerate(said) if statement.startswith("DELETE FROM log")]
    assert len(deleted) == 2
    assert "COMMIT" in said[slice(*deleted)]


def test_between_two_long_writes_others_have_a_turn() -> None:
    told: list[str] = []
    with somewhere() as data, running(data) as server:
        kept = server.rooms.store

        def one(name: str, _: Exception | None) -> None:
            told.append(name)
            if len(name) == 1:
                kept.submit([Value(f"after {name}", b"")], lambda _: told.append(f"after {name}"))

        def submit() -> None:
            for name in "abc":
                kept.submit_long([Value(name, b"")], partial(one, name))

        server.inside(submit)
        server.until(lambda: len(told) == 6)
        assert told == ["a", "after a", "b", "after b", "c", "after c"]
        assert [server.awaited(kept.value(name)) for name in ("a", "after c")] == [b"", b""]


def test_a_long_write_that_fails_is_told_and_leaves_nothing() -> None:
    with somewhere() as data, running(data) as server:
        told: list[Exception | None] = []
        server.inside(lambda: server.rooms.store.submit_long([Value("half", b""), UNSTORABLE], told.append))
        server.until(lambda: told)
        assert isinstance(told[0], Exception)
        assert server.awaited(server.rooms.store.value("half")) is None
        first(server)


def test_a_fault_in_telling_one_of_a_write_leaves_nobody_else_waiting() -> None:
    told: list[Exception | None] = []

    def failing(_: Exception | None) -> None:
        raise ValueError("a fault")

    with somewhere() as data, running(data) as server:

        def submit() -> None:
            server.rooms.store.submit([Value("a", b"")], failing)
            server.rooms.store.submit([Value("b", b"")], told.append)

        server.inside(submit)
        server.until(lambda: told == [None])


def test_files_are_read_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data) as server:
        loop = server.inside(threading.get_ident)
        readers: set[int] = set()
        for name in ("read_bytes", "read_text", "stat"):
            usual = getattr(Path, name)

            def noted(path: Path, *more: Any, usual: Any = usual, **named: Any) -> Any:
                readers.add(threading.get_ident())
                return usual(path, *more, **named)

            monkeypatch.setattr(Path, name, noted)
        for path in ("/", "/favicon.ico", "/api/games/magpie/rules", "/nowhere"):
            server.http.get(path)
        assert readers
        assert loop not in readers


# ---- a hello that fails --------------------------------------------------------------------------------------------


def test_a_hello_that_fails_ends_its_connection_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stayed open, and none of its commands was ever answered."""
    with somewhere() as data, running(data) as server:
        table, keys = first(server)
        usual = LiveRoom.attach

        def failing(live: LiveRoom, viewer: Any, since: int = -1) -> None:
            usual(live, viewer, since)
            if since == 0:
                raise ValueError("a fault")

        monkeypatch.setattr(LiveRoom, "attach", failing)
        with server.connect() as good, server.connect() as bad:
            good.hello(table["table"], keys[0])
            bad.send(do="hello", table=table["table"], key=table["watch"], since=0)
            bad.send(do="ping")
            assert bad.ended() == 1011
            assert good.ask(do="ping")["ok"]
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 200
        assert server.rooms.metrics.counts["errors"] == 1
