"""Which tables stay: quiet ones leave the memory and come back, old ones are deleted, none that is in use."""

import asyncio
import sqlite3
import time

import pytest

from tests.server.running import GENEROUS, Json, Running, bearer, running, somewhere
from tests.server.test_storage import Held, all_written, first
from tetracade.server.storage import store


def test_quiet_tables_leave_the_memory_and_come_back() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        now = server.state(table, keys[0])
        server.inside(lambda: server.rooms.sweep(0.0))
        assert table["table"] not in server.rooms.in_memory
        assert server.state(table, keys[0])["view"] == now["view"]


def test_old_tables_are_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        far = 4e9
        server.inside(lambda: server.rooms.sweep(0.0))
        all_written(server)
        server.inside(lambda: server.rooms.sweep(far))
        all_written(server)
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 404


def aged(server: Running, table: Json, days: float) -> None:
    """Let the file say that nothing happened at the table for so long."""
    touch = (store.TOUCH, (time.time() - days * 86400, table["table"]))
    asyncio.run_coroutine_threadsafe(server.rooms.store.write([touch]), server.rooms.loop).result(GENEROUS)


def test_a_table_in_use_a_moment_ago_is_not_deleted_however_old_it_is() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        aged(server, table, 61)

        def sweep_twice() -> None:  # it leaves the memory; that it was in use is not in the file yet
            server.rooms.sweep(time.time())
            assert table["table"] not in server.rooms.in_memory
            server.rooms.sweep(time.time())

        server.inside(sweep_twice)
        assert server.state(table, keys[0])["phase"] == "playing"
        server.inside(lambda: server.rooms.sweep(time.time()))
        assert server.state(table, keys[0])["phase"] == "playing"


def test_a_table_that_stays_in_the_memory_does_not_look_old_after_a_crash() -> None:
    with somewhere() as data, running(data) as server:
        table, _ = first(server)
        aged(server, table, 61)
        server.inside(lambda: server.rooms.sweep(time.time() + 2 * 86400))
        all_written(server)
        (touched,) = sqlite3.connect(data).execute("SELECT touched FROM tables").fetchone()
        assert touched > time.time()


def test_a_table_whose_use_could_not_be_noted_is_noted_later_and_not_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        aged(server, table, 61)
        full = sqlite3.connect(data, isolation_level=None, timeout=GENEROUS)
        full.execute("CREATE TRIGGER full BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'no'); END")
        for _ in range(2):
            server.inside(lambda: server.rooms.sweep(time.time()))
            all_written(server)
        full.execute("DROP TRIGGER full")
        full.close()
        for _ in range(2):
            server.inside(lambda: server.rooms.sweep(time.time()))
            all_written(server)
        assert server.state(table, keys[0])["phase"] == "playing"


def test_nobody_opens_a_table_while_it_is_being_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))
        aged(server, table, 61)
        held = Held()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.rooms.store, "_flusher", held)
            server.inside(lambda: server.rooms.sweep(time.time()))
            assert held.asked.wait(GENEROUS)
        answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_table")
        server.inside(held.flush)
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 404
        assert sqlite3.connect(data).execute("SELECT count(*) FROM log").fetchone() == (0,)
