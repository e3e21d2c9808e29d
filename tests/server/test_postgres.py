"""The PostgreSQL store: what it writes, who may write it, and what it does where the answer is lost."""

import asyncio
import gc
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.server.database import Database, asked, database, held_up
from tests.server.running import GENEROUS, running, somewhere
from tests.server.stored import first
from tests.server.test_protocol import COMPARED
from tetracade.server.storage import postgres_schema
from tetracade.server.storage.copying import copy_file
from tetracade.server.storage.intents import (
    Deletion,
    GoneHolder,
    Intent,
    Left,
    NewHolder,
    NewLine,
    NewPledge,
    NewSeed,
    NewTable,
    NoPledges,
    PhaseIs,
    Touched,
    TouchedAtMost,
    Value,
)
from tetracade.server.storage.postgres import PostgresStore
from tetracade.server.storage.storage import Elsewhere, Lane, Stored, Unknown, Unusable

LEASE = 3600.0
"""Longer than any test, however busy the machine is."""


def line(number: int, text: bytes = b"", table: str = "t", command: str | None = None) -> NewLine:
    return NewLine(table, number, b"hash", command, text)


def new(table: str = "t") -> list[Intent]:
    return [NewTable(table, 1.0, 1.0, "magpie", 1, 1, "waiting"), NewHolder(table, 0, b"token")]


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url, LEASE)
    store.run_in(asyncio.get_running_loop())
    await store.beat("somewhere:1")
    try:
        yield store
    finally:
        await store.close()


async def written(store: PostgresStore, lane: Lane, *wanted: list[Intent]) -> list[str]:
    """Hand all of these over at once; returns what became of each."""
    told: list[Exception | None] = []
    for intents in wanted:
        store.submit(intents, told.append, lane)
    await store.write([])
    return ["" if error is None else type(error).__name__ for error in told]


def tried(test: Callable[[str], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(database().create()), GENEROUS))


async def read(store: PostgresStore, table: str = "t") -> Stored:
    found = await store.load(table, lambda stored: stored)
    assert found is not None
    return found


def end_lease(url: str, store: PostgresStore) -> None:
    """Let the time be over within which the process had to say that it is alive."""
    asked(url, "UPDATE processes SET until = clock_timestamp() WHERE id = $1", store.id)


def test_everything_about_a_table_is_stored_and_read() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lane = store.lane_of_new("t")
            pledge = NewPledge("t", 2, 0, 7, "0:c")
            assert await written(
                store,
                lane,
                [*new(), line(1, b"one")],
                [line(2, b"two", command="0:c"), NewSeed("t", 1, b"seed"), PhaseIs("t", "playing", 1, 5.0)],
                [NewHolder("t", 1, b"other"), pledge],
                [NewPledge("t", 2, 0, 8, "0:d")],
            ) == ["", "", "", ""]
            assert await read(store) == Stored(
                "t",
                1.0,
                True,
                "",
                [(1, b"hash", None, b"one"), (2, b"hash", "0:c", b"two")],
                {0: b"token", 1: b"other"},
                {1: b"seed"},
                [(2, 0, 8, "0:d")],
            )
            assert await written(store, lane, [NoPledges("t")], [pledge], [GoneHolder("t", 1), line(3)]) == ["", "", ""]
            found = await read(store)
            assert (found.pledges, found.holders) == ([(2, 0, 7, "0:c")], {0: b"token"})
            assert asked(url, "SELECT phase, stirs, touched, next FROM tables") == [("playing", 1, 5.0, 4)]
            assert await store.public_tables(5) == await store.playing() == await store.ids() == ["t"]

    tried(test)


def test_who_has_lost_a_table_writes_nothing_about_it_and_is_told() -> None:
    async def test(url: str) -> None:
        async with opened(url) as one, opened(url) as other:
            lane = one.lane_of_new("t")
            assert await written(one, lane, [*new(), line(1)]) == [""]
            with pytest.raises(Elsewhere) as where:
                await other.take("t")
            assert where.value.address == "somewhere:1"
            end_lease(url, one)
            taken = await other.take("t")
            stale: list[Intent] = [NewHolder("t", 5, b""), NewSeed("t", 9, b""), NewPledge("t", 1, 0, 0, "")]
            stale += [PhaseIs("t", "over", 0, 9.0), NoPledges("t"), GoneHolder("t", 0), Left("t"), line(2)]
            for intent in stale:
                assert await written(one, lane, [intent], []) == ["Deposed", "Deposed"]
                lane.error = None
            assert await one.lost([lane]) == [lane]
            assert await other.lost([taken]) == []
            assert await written(other, taken, [line(2, b"theirs")]) == [""]
            found = await read(one)
            assert [text for _, _, _, text in found.lines] == [b"", b"theirs"]
            assert (found.holders, found.seeds, found.pledges) == ({0: b"token"}, {}, [])
            assert asked(url, "SELECT phase, owner FROM tables") == [("waiting", other.id)]

    tried(test)


def test_a_sign_of_life_keeps_the_tables_and_without_one_they_can_be_taken() -> None:
    async def test(url: str) -> None:
        async with opened(url) as one, opened(url) as other:
            await written(one, one.lane_of_new("t"), new())
            end_lease(url, one)
            await one.beat("somewhere:1")
            with pytest.raises(Elsewhere):
                await other.take("t")
            assert [peer.id for peer in await other.peers()] == [one.id]
            end_lease(url, one)
            assert await other.peers() == []
            await other.take("t")
            assert asked(url, "SELECT owner, epoch FROM tables") == [(other.id, 2)]

    tried(test)


def test_a_line_that_does_not_follow_is_refused_even_by_the_owner() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lane: Any = store.lane_of_new("t")
            await written(store, lane, [*new(), line(1)])
            lane.next = 5
            assert await written(store, lane, [line(5)]) == ["Deposed"]
            assert [number for number, _, _, _ in (await read(store)).lines] == [1]

    tried(test)


def test_in_one_group_each_write_fails_alone_with_those_that_follow_it() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lanes = {name: store.lane_of_new(name) for name in "abcd"}
            for name, lane in lanes.items():
                await written(store, lane, new(name))
            asked(url, "INSERT INTO log VALUES ('b', 1, '', NULL, ''), ('d', 2, '', NULL, '')")
            told: dict[str, str] = {}
            for name, lane in lanes.items():
                for number in (1, 2, 3):

                    def done(error: Exception | None, place: str = f"{name}{number}") -> None:
                        told[place] = "" if error is None else type(error).__name__

                    store.submit([line(number, table=name)], done, lane)
            await store.write([])
            wrong = "UniqueViolationError"
            fails = {f"b{number}": wrong for number in (1, 2, 3)} | {"d2": wrong, "d3": wrong}
            assert told == {f"{name}{number}": "" for name in "abcd" for number in (1, 2, 3)} | fails
            assert [number for number, *_ in (await read(store, "c")).lines] == [1, 2, 3]
            assert asked(url, "SELECT next FROM tables ORDER BY id") == [(4,), (1,), (4,), (2,)]

    tried(test)


def test_what_is_stored_is_told_so_though_its_table_has_failed_meanwhile() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lane = store.lane_of_new("t")
            assert await written(store, lane, new()) == [""]
            told: list[Exception | None] = []
            with held_up(url):
                store.submit([line(1)], told.append, lane)
                while not store.flying(lane):
                    await asyncio.sleep(0)
                lane.error = RuntimeError("a fault of our own")
                store.submit([line(2)], told.append, lane)
            await store.write([])
            assert told == [None, lane.error]
            assert [number for number, *_ in (await read(store)).lines] == [1]

    tried(test)


def test_after_a_lost_answer_the_table_is_taken_anew_and_the_log_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lane = store.lane_of_new("t")
            await written(store, lane, [*new(), line(1)])
            connection = await store._writing_connection()

            class Deaf:
                """Hands the statement over, and hears nothing."""

                async def fetch(self, *words: Any, timeout: float) -> None:
                    await connection.fetch(*words, timeout=timeout)
                    raise ConnectionResetError("cut")

                def is_closed(self) -> bool:
                    return False

                def terminate(self) -> None:
                    connection.terminate()

            monkeypatch.setattr(store, "_writing", Deaf())
            assert await written(store, lane, [line(2, b"heard")], [line(3)]) == ["Unknown", "Unknown"]
            assert isinstance(lane.error, Unknown)
            anew = await store.take("t")
            assert [text for *_, text in (await read(store)).lines] == [b"", b"heard", b""]
            assert await written(store, anew, [line(4)]) == [""]
            lane.error = None
            assert await written(store, lane, [line(5)]) == ["Deposed"]

    tried(test)


def test_a_commit_is_waited_for_however_the_database_is_set_up() -> None:
    async def test(url: str) -> None:
        asked(url, f"ALTER DATABASE {url.rpartition('/')[2]} SET synchronous_commit = off")
        async with opened(url) as store:
            connection = await store._writing_connection()
            assert await connection.fetchval("SHOW synchronous_commit") == "on"

    tried(test)


def test_a_database_that_restarts_is_waited_for() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store:
            lane = store.lane_of_new("t")
            await written(store, lane, [*new(), line(1)])
            await asyncio.to_thread(database().stop)
            waiting = asyncio.create_task(written(store, lane, [line(2)]))
            await asyncio.to_thread(database().start)
            said = await waiting
            again = lane if said == [""] else await store.take("t")
            held = len((await read(store)).lines)
            assert held == 2 or said == ["Unknown"], "what was acknowledged is there"
            assert await written(store, again, [line(held + 1)]) == [""]

    tried(test)


def test_what_all_processes_share() -> None:
    async def test(url: str) -> None:
        async with opened(url) as one, opened(url) as other:
            assert [await store.agreed("key", key) for store, key in ((one, b"1"), (other, b"2"))] == [b"1", b"1"]
            assert [await store.admit("here", 1e-9, 2) for store in (one, other, one)] == [True, True, False]
            assert await other.admit("elsewhere", 1e-9, 2)
            assert [await other.admit("a lively place", 1e-9, at_once) for at_once in (2.5, 1e12)] == [True, True]
            assert [await one.sweeps(), await other.sweeps(), await one.sweeps()] == [True, False, True]
            assert [peer.id for peer in await one.peers()] == [other.id]
            await one.write([Value("note", b"a")])
            assert await other.value("note") == b"a"

    tried(test)


def test_a_table_is_deleted_only_if_it_is_old_and_nobody_s() -> None:
    async def test(url: str) -> None:
        async with opened(url) as store, opened(url) as other:
            lane = store.lane_of_new("t")
            await written(store, lane, [*new(), line(1)])

            async def deleted(*before: float) -> bool:
                told: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
                other.submit_long([Deletion("t", *before)], told.set_result)
                assert await told is None
                return await other.ids() == []

            assert await other.old(2.0, 0.0) == ["t"]
            await store.beat("somewhere:1")
            assert not await deleted(2.0, 0.0), "somebody has it"
            for one, noted in ((other, 1.0), (store, 1.7)):  # another's use is for its owner to note
                await one.write([Touched("t", 1.7)])
                assert asked(url, "SELECT touched FROM tables") == [(noted,)]
            assert await written(store, lane, [Touched("t", 3.0), Left("t")]) == [""]
            assert not await deleted(2.0, 2.0), "it has been in use since"
            await other.write([TouchedAtMost(1.5)])
            assert await deleted(2.0, 0.0)
            assert asked(url, "SELECT count(*) FROM log") == asked(url, "SELECT count(*) FROM holders") == [(0,)]

    tried(test)


def test_each_old_table_is_deleted_by_itself() -> None:
    """Whoever makes a move meanwhile waits for one of them at most."""

    async def test(url: str) -> None:
        async with opened(url) as store:
            for name in ("t", "u"):
                assert await written(store, store.lane_of_new(name), new(name), [Left(name)]) == ["", ""]
            told: list[Exception | None] = []
            other = await asyncpg.connect(url)
            async with other.transaction():
                await other.execute("SELECT FROM tables WHERE id = 'u' FOR UPDATE")
                for name in ("t", "u"):
                    store.submit_long([Deletion(name, 9.0, 9.0)], told.append)
                while told != [None]:
                    assert await store.ids() in (["t", "u"], ["u"])
                assert await store.ids() == ["u"]
            await other.close()
            while told != [None, None]:
                await store.write([])
            assert await store.ids() == []

    tried(test)


def test_tables_that_go_on_by_themselves_are_found_once_their_owner_is_gone() -> None:
    async def test(url: str) -> None:
        async with opened(url) as one, opened(url) as other:
            lane = one.lane_of_new("t")
            await written(one, lane, [*new(), PhaseIs("t", "playing", 1, 1.0)])
            await one.beat("somewhere:1")
            assert await other.adoptable(5) == []
            await written(one, lane, [Left("t")])
            assert await other.adoptable(5) == ["t"]

    tried(test)


def test_however_many_open_a_new_database_its_schema_is_made_once() -> None:
    url = database().create()

    async def open_all() -> None:
        await asyncio.gather(*(asyncio.to_thread(PostgresStore, url) for _ in range(5)))

    asyncio.run(open_all())
    assert asked(url, "SELECT number FROM tetracade_steps") == [(1,)]


def test_steps_of_the_schema_are_taken_while_older_servers_write_and_those_start_again_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(url: str) -> None:
        async with opened(url) as older:
            lane = older.lane_of_new("t")
            assert await written(older, lane, [*new(), line(1)]) == [""]
            with monkeypatch.context() as upgraded:
                step = "ALTER TABLE tables ADD COLUMN note text NOT NULL DEFAULT ''"
                upgraded.setattr(postgres_schema, "STEPS", (*postgres_schema.STEPS, step))
                async with opened(url) as newer:
                    assert asked(url, "SELECT number FROM tetracade_steps ORDER BY number") == [(1,), (2,)]
                    assert await written(older, lane, [line(2)], [Left("t")]) == ["", ""]
                    assert await written(older, older.lane_of_new("u"), new("u")) == [""]
                    assert await written(newer, await newer.take("t"), [line(3)], [Left("t")]) == ["", ""]
            async with opened(url) as again:
                assert await written(again, await again.take("t"), [line(4)]) == [""]
                assert [number for number, *_ in (await read(again)).lines] == [1, 2, 3, 4]
            assert asked(url, "SELECT note FROM tables") == [("",), ("",)]

    tried(test)


PASSWORD = "kept to ourselves"


def certify(key: Path, certificate: Path) -> None:
    """Make a key, and a certificate with which it is this machine's."""
    make = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=here -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(["openssl", *make.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)


@contextmanager
def guarded_database(certificate: Path) -> Iterator[tuple[Database, str]]:
    """A PostgreSQL that lets nobody in without TLS and the password; gives it and the URL of a database."""
    guarded = Database()
    try:
        url = guarded.create()
        guarded.sql(f"ALTER ROLE tests PASSWORD '{PASSWORD}'", "postgres")
        data = guarded.folder / "data"
        certify(data / "server.key", certificate)
        (data / "server.crt").write_bytes(certificate.read_bytes())
        for name in ("server.key", "server.crt"):
            os.chown(data / name, data.stat().st_uid, data.stat().st_gid)
            (data / name).chmod(0o600)
        guarded.sql("ALTER SYSTEM SET ssl = on", "postgres")
        (data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 scram-sha-256\n")
        guarded.stop("fast")
        guarded.start()
        yield guarded, url
    finally:
        guarded.end()


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")  # asyncpg leaves what was refused to the collector
def test_the_password_comes_from_the_environment_or_a_passfile_and_tls_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = tmp_path / "ours.crt"
    with guarded_database(certificate) as (guarded, url):
        checked = f"{url}?sslmode=verify-full&sslrootcert={certificate}"

        def refused(where: str) -> str:
            with pytest.raises(Unusable, match=r"^the database can't be reached \([^\n]*\)$") as told:
                PostgresStore(where)
            assert PASSWORD not in str(told.value)
            return str(told.value)

        async def stored() -> None:
            async with opened(checked) as store:
                assert await written(store, store.lane_of_new("t"), new()) == [""]
                assert await store.ids() == ["t"]
                ssl = await store._ask("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                assert [tuple(row) for row in ssl] == [(True,)]
                await store._execute("TRUNCATE tables, holders")

        monkeypatch.delenv("PGPASSWORD", raising=False)
        monkeypatch.setenv("PGPASSFILE", str(tmp_path / "nowhere"))
        refused(checked)
        monkeypatch.setenv("PGPASSWORD", "another")
        refused(checked)
        monkeypatch.setenv("PGPASSWORD", PASSWORD)
        asyncio.run(stored())
        refused(f"{url}?sslmode=disable")
        other = tmp_path / "other.crt"
        certify(tmp_path / "other.key", other)
        refused(f"{url}?sslmode=verify-full&sslrootcert={other}")
        monkeypatch.delenv("PGPASSWORD")
        passfile = tmp_path / "passfile"
        passfile.touch(0o600)
        passfile.write_text(f"127.0.0.1:{guarded.port}:*:tests:{PASSWORD}\n")
        monkeypatch.setenv("PGPASSFILE", str(passfile))
        asyncio.run(stored())
        gc.collect()


def test_a_database_that_cannot_be_used_is_told_in_one_line() -> None:
    url = database().create()
    asked(url, "CREATE TABLE tables (whatever integer)")
    with pytest.raises(Unusable, match=r"store tables \(it belongs to another program\)$"):
        PostgresStore(url)
    with pytest.raises(Unusable, match=r"^the database can't be reached \([^\n]*\)$"):
        PostgresStore(f"{url}_nowhere")
    with pytest.raises(Unusable, match=r"^the database can't be reached \([^\n]*\)$"):
        PostgresStore("postgresql://tests@127.0.0.1:1/t")


def test_a_host_moves_from_its_file_to_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TETRACADE_TEST_STORE", raising=False)
    url = database().create()
    with somewhere() as data:
        with running(data) as server:
            table, keys = first(server)
            before = [server.state(table, key) for key in (*keys, table["watch"])]
        found = copy_file(data, url)
        assert (found.tables, found.unsound) == (1, [])
        assert found.lines == before[0]["number"]
        with running(data, store=url) as server:
            for key, old in zip((*keys, table["watch"]), before, strict=True):
                now = server.state(table, key)
                assert {name: now[name] for name in COMPARED} == {name: old[name] for name in COMPARED}
            assert server.do(table, keys[1], do="chat", id="new", text="moved")["ok"]
        with pytest.raises(Unusable, match="has tables already"):
            copy_file(data, url)
    with pytest.raises(Unusable, match="there is no file"):
        copy_file(tmp_path / "nowhere", url)
