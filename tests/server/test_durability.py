"""What people are told is on disk, tables in use stay in the memory, and what is deleted is gone."""

import asyncio
import math
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.running import GENEROUS, Client, Json, MovedTime, Running, bearer, running, somewhere
from tests.server.stored import all_rows, all_written, busy, first, open_store, rows_of
from tests.server.test_protocol import two
from tests.server.test_sealed_answers import asked_table
from tests.server.test_tables import HERE, OPEN
from tetracade.server.storage.intents import Deletion, Value


def winked(server: Running, table: Json, client: Client, number: int) -> None:
    """Act, and wait until that has happened in the server, but not on disk."""
    client.send(do="act", id="wink", number=number, action="wink")
    live = server.rooms.in_memory[table["table"]]
    server.until(lambda: live.room.number == number + 1)


def test_who_comes_while_a_move_is_being_written_is_shown_it_when_it_is_on_disk() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        with server.connect() as mine, server.connect() as late:
            number = mine.hello(table["table"], keys[0])["number"]
            with busy(data):
                winked(server, table, mine, number)
                late.until("answer", id=late.send(do="hello", table=table["table"], key=keys[1]))
                assert late.socket.ping().wait(GENEROUS), "all that was sent before the pong is here"
                with pytest.raises(TimeoutError):
                    late.socket.recv(0)
            assert late.until("snapshot")["number"] == number + 1
            assert mine.until("answer", id="wink")["ok"]


@pytest.mark.parametrize("door", ["", "/record"])
def test_nobody_is_shown_over_http_what_could_not_be_stored(door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for store in ("store", "postgres"):
        monkeypatch.setattr(f"tetracade.server.storage.{store}.PATIENCE", 2.0)
    with somewhere() as data, running(data) as server, ThreadPoolExecutor(1) as pool:
        table, keys = two(server)
        with server.connect() as client:
            number = client.hello(table["table"], keys[0])["number"]
            with busy(data):
                winked(server, table, client, number)
                url = f"/api/tables/{table['table']}{door}"
                answer = pool.submit(server.http.get, url, headers=bearer(keys[0])).result(GENEROUS)
                assert "wink" not in answer.text or '"winked":0' in answer.text
        now = server.state_once_there(table, keys[0])
        stored = rows_of(data, "SELECT count(*) FROM log WHERE tab = ?", table["table"])[0][0] - number
        assert (now["number"], now["view"]["winked"]) == (number + stored, stored)
        assert stored == 0 or server.rooms.store.shared, "a database may have done what it did not answer"


@pytest.mark.of_the_file
def test_however_many_write_at_once_all_is_written_and_all_are_told(tmp_path: Path) -> None:
    many = 5000
    told: list[int] = []

    async def rush() -> None:
        kept = open_store(tmp_path / "t.sqlite")
        for number in range(many):

            def done(error: Exception | None, number: int = number) -> None:
                assert error is None
                told.append(number)

            kept.submit([Value(f"k{number}", b"")], done)
        await kept.close()

    asyncio.run(asyncio.wait_for(rush(), GENEROUS))
    assert told == list(range(many))
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM meta").fetchone() == (many,)


def test_of_a_table_that_is_deleted_the_file_keeps_nothing() -> None:
    def rows(data: Path, table: str) -> dict[str, int]:
        """By name of what the file holds: how many rows are about this table."""
        return {name: sum(table in row for row in found) for name, found in all_rows(data).items()}

    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        table, keys, number = asked_table(server, 3)
        assert server.do(table, keys[1], do="act", id="1", number=number, action="pass")["ok"]
        all_written(server)
        before = rows(data, table["table"])
        assert all(before[name] for name in ("tables", "log", "holders", "seeds", "pledges"))
        server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))
        all_written(server)
        deletion = server.rooms.store.write([Deletion(table["table"], math.inf, math.inf)])
        asyncio.run_coroutine_threadsafe(deletion, server.rooms.loop).result(GENEROUS)
        assert not any(rows(data, table["table"]).values())


def test_who_thinks_for_an_hour_finds_the_table_as_it_was() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=1e6) as server:
        table, keys = two(server)
        with server.connect() as client:
            number = client.hello(table["table"], keys[0])["number"]
            for _ in range(60):
                server.move(60)
            assert client.ask(do="act", number=number, action="wink")["ok"]


def test_a_clock_runs_out_also_where_nobody_looks() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server:
        table, keys = two(server, clock={"turn": 600})
        number = server.state(table, keys[1])["number"]
        for _ in range(11):
            server.move(60)
        assert server.state(table, keys[1])["number"] > number


def test_a_game_is_kept_for_weeks_and_a_table_that_never_started_for_days() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server:

        def days(count: int) -> None:
            for _ in range(4 * count):
                server.move(6 * 3600)
                all_written(server)

        def there(table: Json) -> bool:
            found = server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["token"]))
            assert found.status_code in (200, 404)
            return found.status_code == 200

        played, waiting = first(server)[0], server.create([HERE, OPEN])
        days(1)
        assert (there(played), there(waiting)) == (True, True)
        days(5)
        assert (there(played), there(waiting)) == (True, False)
        days(50)
        assert there(played)
        days(65)
        assert not there(played)
