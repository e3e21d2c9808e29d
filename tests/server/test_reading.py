"""The log is the truth: it survives restarts, it is chained, damage is found and set aside."""

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.running import bearer, running, somewhere
from tests.server.stored import change, first, rows_of
from tests.server.test_protocol import COMPARED, two
from tests.server.test_tables import BOT, HERE, QUIET, finished
from tetracade.server.storage.postgres import PostgresStore
from tetracade.server.storage.store import Store
from tetracade.table.log import GENESIS, linked


def hullo(data: Path, table: str) -> None:
    for number, line in rows_of(data, "SELECT number, line FROM log WHERE tab = ?", table):
        changed = line.replace(b"hello", b"hullo")
        change(data, "UPDATE log SET line = ? WHERE tab = ? AND number = ?", changed, table, number)


def other_hash(data: Path, table: str, number: int = 3) -> None:
    change(data, "UPDATE log SET hash = ? WHERE tab = ? AND number = ?", bytes(32), table, number)


DAMAGES: dict[str, Callable[[Path, str], None]] = {
    "a line changed": hullo,
    "a line missing": lambda data, table: change(data, "DELETE FROM log WHERE number = 4 AND tab = ?", table),
    "a hash changed": other_hash,
    "no lines": lambda data, table: change(data, "DELETE FROM log WHERE tab = ?", table),
    "rubbish": lambda data, table: change(
        data, "UPDATE log SET line = ? WHERE number = 2 AND tab = ?", b"\0\xff", table
    ),
}
LEAF = 0x0A
"""The first byte of a page with rows of a table without rowid."""


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
        rows = rows_of(data, "SELECT number, hash, line FROM log ORDER BY number")
        head = GENESIS
        for _, digest, line in rows:
            head = linked(head, line)
            assert digest == head
        assert [int(line.split()[0]) for line in shown.splitlines()] == [number for number, _, _ in rows]


def test_a_damaged_table_is_set_aside_and_the_others_go_on() -> None:
    with somewhere() as data:
        with running(data) as server:
            tables = {name: first(server) for name in DAMAGES}
            whole = first(server)
        for name, (table, _) in tables.items():
            DAMAGES[name](data, table["table"])
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


@pytest.mark.of_the_file
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
        for store in (Store, PostgresStore):
            usual: Any = store.load

            async def failing(kept: Any, table: str, make: Any, usual: Any = usual) -> Any:
                if table == tables[0]["table"]:
                    raise OSError("the disk fails")
                return await usual(kept, table, make)

            monkeypatch.setattr(store, "load", failing)
        with running(data) as server:
            while server.inside(lambda: len(server.rooms.in_memory)) < 2:
                assert server.http.get("/health").json()["ok"]
            server.until(lambda: server.rooms.damaged)
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
        for table in tables[2:]:  # the newest
            other_hash(data, table, number=1)
        for _ in range(2):  # found damaged by the lobby itself, then known to be from the start
            with running(data) as server:
                server.http.get("/api/tables")
                listed = [table["table"] for table in server.http.get("/api/tables").json()["tables"]]
                assert listed == [tables[1], tables[0]]


def test_outcomes_that_the_seed_does_not_give_are_damage_too() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        change(data, "UPDATE seeds SET seed = ? WHERE game = 1", bytes(32))
        with running(data) as server:
            assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 410
