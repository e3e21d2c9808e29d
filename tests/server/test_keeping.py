"""Which tables stay: quiet ones leave the memory and come back, old ones are deleted, none that is in use."""

import asyncio
import threading
import time

import pytest

from tests.server.running import GENEROUS, Json, MovedTime, Running, bearer, running, somewhere
from tests.server.stored import all_written, busy, change, first, never_touched, rows_of
from tetracade.server.rooms.calendar import DAY, HOUR, Calendar, Noted
from tetracade.server.storage.intents import Touched


def test_quiet_tables_leave_the_memory_and_come_back() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        now = server.state(table, keys[0])
        server.inside(server.rooms.keeping.sweep)
        assert table["table"] not in server.rooms.in_memory
        assert server.state(table, keys[0])["view"] == now["view"]


def is_there(server: Running, table: Json, key: str) -> bool:
    """Whether the table is still there, after a sweep that takes it out of the memory and one that finds it old."""
    for _ in range(2):
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
    return server.http.get(f"/api/tables/{table['table']}", headers=bearer(key)).status_code == 200


def test_old_tables_are_deleted() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), idle_seconds=-1.0) as server:
        table, keys = first(server)
        for days, kept in ((0, 1), (59, 1), (2, 0)):
            server.move(days * DAY)
            server.inside(server.rooms.keeping.sweep)
            all_written(server)
            assert rows_of(data, "SELECT count(*) FROM tables") == [(kept,)]
        assert not is_there(server, table, keys[0])


@pytest.mark.parametrize("days", [61.0, -61.0])
def test_a_date_that_is_set_wrong_and_right_again_deletes_nothing(days: float) -> None:
    with somewhere() as data:
        with running(data, idle_seconds=-1.0) as server:
            table, keys = first(server)
        for at_start in (days, 0.0, days, 0.0):
            moved = MovedTime(wall=at_start * DAY)
            with running(data, moved=moved, idle_seconds=-1.0) as server:
                server.inside(server.rooms.keeping.sweep)
                all_written(server)
                for meanwhile in (0.0, days, at_start):
                    moved.wall_ahead = meanwhile * DAY
                    assert is_there(server, table, keys[0])


def test_games_of_a_server_whose_date_was_behind_stay_when_it_is_set_right() -> None:
    with somewhere() as data:
        with running(data, moved=MovedTime(wall=-70 * DAY), idle_seconds=-1.0) as server:
            table, keys = first(server)
        for _ in range(2):
            with running(data, idle_seconds=-1.0) as server:
                server.inside(server.rooms.keeping.sweep)
                assert is_there(server, table, keys[0])


def test_games_of_a_server_whose_date_was_behind_stay_however_long_the_right_date_holds() -> None:
    """A jump that is believed once it has held for a day would delete them then."""
    with somewhere() as data:
        with running(data, moved=MovedTime(wall=-70 * DAY), idle_seconds=-1.0) as server:
            table, keys = first(server)
            server.inside(server.rooms.keeping.sweep)
            all_written(server)
        with running(data, moved=MovedTime(), idle_seconds=-1.0) as server:
            for _ in range(58):
                server.move(DAY)
                server.inside(server.rooms.keeping.sweep)
                all_written(server)
            assert is_there(server, table, keys[0])


@pytest.mark.parametrize("days", [61.0, -70.0])
def test_a_file_of_a_server_without_a_calendar_loses_nothing_to_a_wrong_date(days: float) -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        change(data, "DELETE FROM meta WHERE key = 'time'")
        with running(data, moved=MovedTime(wall=days * DAY), idle_seconds=-1.0) as server:
            server.inside(server.rooms.keeping.sweep)
            assert is_there(server, table, keys[0])


def test_a_table_of_a_wrong_date_in_the_future_grows_old_all_the_same() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
        change(data, "UPDATE tables SET touched = touched + 1e9")
        with running(data, moved=MovedTime(), idle_seconds=-1.0) as server:
            server.inside(server.rooms.keeping.sweep)
            all_written(server)
            server.move(59 * DAY)
            server.inside(server.rooms.keeping.sweep)
            all_written(server)
            assert rows_of(data, "SELECT count(*) FROM tables") == [(1,)]
            server.move(2 * DAY)
            assert not is_there(server, table, keys[0])


def restarted(noted: Noted, wall: float, runs: float) -> Noted:
    """What the file notes of a server that starts at this date and runs for so long."""
    calendar = Calendar(noted, wall, 5.0)
    calendar.time(wall + runs, 5.0 + runs)
    kept = calendar.to_note()
    assert kept is not None
    return Noted.decode(kept)


def test_pauses_of_a_day_count_and_longer_ones_do_not() -> None:
    noted = Noted(0.0, 0.0)
    for pause, counted in ((HOUR, HOUR), (DAY, DAY), (DAY + 1, 0.0), (61 * DAY, 0.0), (-HOUR, -HOUR), (-2 * DAY, 0.0)):
        assert restarted(noted, pause, 10.0).time == counted + 10.0


def test_a_server_restarted_every_hour_with_a_date_that_jumps_grows_old_by_the_hour() -> None:
    for wrong in (DAY - HOUR, 61 * DAY):
        noted, wall = Noted(0.0, 0.0), 0.0
        for number in range(100):
            noted = restarted(noted, wall + (number % 2) * wrong, HOUR)
            wall += HOUR
        assert noted.time <= 100 * HOUR + wrong % DAY


def test_the_file_notes_the_time_once_an_hour_and_when_the_date_was_set() -> None:
    calendar = Calendar(Noted(0.0, 0.0), 0.0, 0.0)
    assert calendar.to_note() is not None
    noted = []
    for minute in range(1, 181):
        wall = minute * 60.0 + (5 * DAY if minute > 90 else 0.0)
        calendar.time(wall, minute * 60.0)
        if calendar.to_note() is not None:
            noted.append(minute)
    assert noted == [60, 91, 151]


def aged(server: Running, table: Json, days: float) -> None:
    """Let the file say that nothing happened at the table for so long."""
    touch = Touched(table["table"], time.time() - days * DAY)
    asyncio.run_coroutine_threadsafe(server.rooms.store.write([touch]), server.rooms.loop).result(GENEROUS)


def test_a_table_in_use_a_moment_ago_is_not_deleted_however_old_it_is() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        aged(server, table, 61)

        def sweep_twice() -> None:  # it leaves the memory; that it was in use is not in the file yet
            server.rooms.keeping.sweep()
            assert table["table"] not in server.rooms.in_memory
            server.rooms.keeping.sweep()

        server.inside(sweep_twice)
        assert server.state(table, keys[0])["phase"] == "playing"
        server.inside(server.rooms.keeping.sweep)
        assert server.state(table, keys[0])["phase"] == "playing"


def test_a_table_that_stays_in_the_memory_does_not_look_old_after_a_crash() -> None:
    with (
        somewhere() as data,
        running(data, moved=MovedTime(), ping_seconds=100 * DAY) as server,
        server.connect() as client,
    ):
        table, keys = first(server)
        client.hello(table["table"], keys[0])
        aged(server, table, 61)
        server.move(2 * DAY)
        server.inside(server.rooms.keeping.sweep)
        all_written(server)
        assert table["table"] in server.rooms.in_memory
        ((touched,),) = rows_of(data, "SELECT touched FROM tables")
        assert touched > time.time()


def test_a_table_whose_use_could_not_be_noted_is_noted_later_and_not_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        aged(server, table, 61)
        with never_touched(data):
            for _ in range(2):
                server.inside(server.rooms.keeping.sweep)
                all_written(server)
        for _ in range(2):
            server.inside(server.rooms.keeping.sweep)
            all_written(server)
        assert server.state(table, keys[0])["phase"] == "playing"


def test_a_table_that_is_used_while_old_ones_are_looked_for_is_not_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))
        aged(server, table, 61)
        found, go_on = threading.Event(), threading.Event()
        usual = server.rooms.store.old

        async def slow(waiting_before: float, any_before: float) -> list[str]:
            old = await usual(waiting_before, any_before)
            found.set()
            assert await asyncio.to_thread(go_on.wait, GENEROUS)
            return old

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.rooms.store, "old", slow)
            server.inside(server.rooms.keeping.sweep)
            assert found.wait(GENEROUS)
            assert server.state(table, keys[0])["phase"] == "playing"
            server.inside(server.rooms.keeping.sweep)  # it leaves the memory again
            server.awaited(server.rooms.store.write([]))
            assert server.inside(lambda: not server.rooms.in_memory and not server.rooms.keeping._touches)
            go_on.set()
            looking = server.rooms.keeping._looking
            assert looking is not None
            server.until(looking.done)
            all_written(server)
        assert server.state(table, keys[0])["phase"] == "playing"


def test_nobody_opens_a_table_while_it_is_being_deleted() -> None:
    with somewhere() as data, running(data, idle_seconds=-1.0) as server:
        table, keys = first(server)
        server.inside(lambda: server.rooms.drop(server.rooms.in_memory[table["table"]]))
        aged(server, table, 61)
        all_written(server)
        with busy(data):
            server.inside(server.rooms.keeping.sweep)
            server.until(lambda: server.rooms.keeping.is_going(table["table"]))
            answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_table")
        all_written(server)
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0])).status_code == 404
        assert rows_of(data, "SELECT count(*) FROM log") == [(0,)]
