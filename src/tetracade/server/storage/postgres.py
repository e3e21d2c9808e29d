"""A PostgreSQL database of tables, which any number of servers may use at the same time.

Writes are grouped as in the file's store: what arrives while one group is under way forms the next. A group is one
statement (``postgres_group``), and so one transaction. Each table has one owner at a time, and everything written about
it names the epoch of that ownership. docs/scaling.md has the argument why that is enough.
"""

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import asyncpg

from tetracade.server.storage import intents
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.postgres_group import OWNED, Group, OwnedLane
from tetracade.server.storage.postgres_schema import OtherDatabase, migrate
from tetracade.server.storage.sql_reading import PARTS, TABLE, SqlReading, stored
from tetracade.server.storage.storage import (
    Deposed,
    Done,
    Elsewhere,
    Lane,
    Made,
    Peer,
    Stored,
    Unknown,
    Unreadable,
    Unusable,
)

GROUP = 500
"""The most writes in one statement."""
PATIENCE = 10.0
"""Seconds for which writes wait for a database that is being restarted; and for an answer."""
RETRY = 0.1
SWEEP_LOCK = 0x7E7AC0DF
"""The number of the advisory lock of the process that looks for old tables."""
READERS = 4
UNCERTAIN = ("08", "57", "XX")
"""Classes of errors after which a connection may be gone, and a write done or not."""

ALIVE = "EXISTS (SELECT FROM processes p WHERE p.id = t.owner AND p.until > clock_timestamp())"
TAKE = f"""UPDATE tables t SET owner = $2, epoch = t.epoch + 1
    WHERE t.id = $1 AND (t.owner IS NULL OR t.owner = $2 OR NOT {ALIVE}) RETURNING t.epoch, t.next"""
WHERE = "SELECT t.owner, p.address FROM tables t LEFT JOIN processes p ON p.id = t.owner WHERE t.id = $1"
LOST = """SELECT w.id FROM unnest($1::text[], $2::bigint[]) AS w(id, epoch) LEFT JOIN tables t ON t.id = w.id
    WHERE t.epoch IS DISTINCT FROM w.epoch"""
BEAT = """INSERT INTO processes (id, address, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
    ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, until = EXCLUDED.until"""
END = """UPDATE processes SET until = clock_timestamp() WHERE address = $1 AND until > clock_timestamp()
    RETURNING id"""
TOUCH = f"""UPDATE tables t SET touched = $2,
        epoch = CASE WHEN t.owner = $3 THEN t.epoch ELSE t.epoch + 1 END,
        owner = CASE WHEN t.owner = $3 THEN t.owner END
    WHERE t.id = $1 AND (t.owner = $3 OR NOT {ALIVE})"""
TOUCH_AT_MOST = (
    f"UPDATE tables t SET touched = $1, epoch = t.epoch + 1, owner = NULL WHERE t.touched > $1 AND NOT {ALIVE}"
)
ADMIT = """INSERT INTO rates AS r (address, level, at) VALUES ($1, $3::float8 - 1, clock_timestamp())
    ON CONFLICT (address) DO UPDATE SET
        level = least($3, r.level + extract(epoch FROM clock_timestamp() - r.at) * $2::float8) - 1,
        at = clock_timestamp()
        WHERE least($3, r.level + extract(epoch FROM clock_timestamp() - r.at) * $2::float8) >= 1
    RETURNING true"""

DURABLE = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
"""What is acknowledged is on disk, however the database is set up."""
SWEEPING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND pid = pg_backend_pid()"
FORGET = """DELETE FROM processes WHERE until < clock_timestamp() - interval '1 hour';
    DELETE FROM rates WHERE at < clock_timestamp() - interval '1 hour'"""
"""Processes that are long gone, and addresses whose tables no longer count."""

COLUMNS = [f"ARRAY(SELECT {column} FROM {source})" for columns, source in PARTS for column in columns]
READ = f"SELECT r.*, {', '.join(COLUMNS)} FROM ({TABLE}) AS r"
"""Everything about a table, at one moment and in one exchange: there are many such reads when a process has died."""

logger = logging.getLogger("tetracade.store")

Write = tuple[list[Intent], Done, OwnedLane | None]


class CannotBeStored(Exception):
    """The database refuses something among what it was given; its cause says what. Nothing was stored."""


class PostgresStore(SqlReading):
    """The database, as one process uses it."""

    shared = True

    def __init__(self, url: str, lease_seconds: float = 1.2) -> None:
        self._url = url
        self._lease = lease_seconds
        self.id = secrets.token_hex(8)
        self._waiting: list[Write] = []
        self._group: list[Write] = []
        self._closed: dict[int, Exception] = {}
        """Why writes of the group fail that aren't even tried, by place: their lane was closed before."""
        self._long: set[asyncio.Task[None]] = set()
        self._one_long = asyncio.Lock()
        self._arrived = asyncio.Event()
        self._closing = False
        self._writer: asyncio.Task[None] | None = None
        self._writing: Any = None
        self._beating: Any = None
        self._one_beat = asyncio.Lock()
        """A connection does one thing at a time."""
        self._pool: Any = None
        self._making = asyncio.Lock()
        self._loader = ThreadPoolExecutor(1, "loader")
        self._valid_until = 0.0
        self._idle = asyncio.Event()
        _run_apart(self._prepare)

    async def _prepare(self) -> None:
        """Bring the schema up to date; Unusable says what is wrong."""
        try:
            connection = await asyncpg.connect(self._url, timeout=PATIENCE)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise Unusable(f"the database can't be reached ({_told(error)})") from None
        try:
            await migrate(connection)
        except (OtherDatabase, asyncpg.PostgresError) as error:
            raise Unusable(f"the database can't be used to store tables ({_told(error)})") from None
        finally:
            await connection.close()

    # ---- writing ---------------------------------------------------------------------------------------------------

    def submit(self, intents: Iterable[Intent], done: Done, lane: Lane | None = None) -> None:
        """Write these in one transaction; ``done`` is called with None, or with the error."""
        assert lane is None or isinstance(lane, OwnedLane)
        self._waiting.append((list(intents), done, lane))
        self._start()

    def submit_long(self, intents: Iterable[Intent], done: Done) -> None:
        """Write these alone, on a connection of the readers."""
        task = self._loop.create_task(self._write_long(list(intents), done))
        self._long.add(task)
        task.add_done_callback(self._long.discard)

    async def _write_long(self, wanted: list[Intent], done: Done) -> None:
        async with self._one_long:
            try:
                await self._write_alone(wanted)
            except Exception as error:
                done(error)
            else:
                done(None)
            await self.write([])  # what was handed over meanwhile has its turn first

    def flying(self, lane: Lane) -> bool:
        """Whether one of the lane's writes is still under way."""
        return any(other is lane for _, _, other in self._group)

    def _start(self) -> None:
        self._arrived.set()
        if self._writer is None:
            self._writer = self._loop.create_task(self._write_on())

    async def _write_on(self) -> None:
        """Write one group after another, for as long as the store is open."""
        while True:
            self._arrived.clear()
            if not self._waiting:
                self._idle.set()
                await self._arrived.wait()
                self._idle.clear()
                continue
            await self._write_group()
            if not self._waiting:
                await asyncio.sleep(0)  # what people have just been told may bring the next ones

    async def _write_group(self) -> None:
        """Write what goes together of what is waiting, and call everyone back."""
        group = self._next_group()
        try:
            failed = await self._written(group)
        except Exception as error:  # our own failure: what became of the group isn't known
            logger.exception("a group of writes failed")
            lost = Unknown(str(error))
            failed = self._failures(dict.fromkeys(group.tables if group is not None else (), lost)) or {0: lost}
        writes, self._group, self._closed = self._group, [], {}
        for place, (_, done, _) in enumerate(writes):
            try:
                done(failed.get(place))
            except Exception:  # the rest of the group must still get their answers
                logger.exception("a callback of a write failed")

    def _next_group(self) -> Group | None:
        """Move the writes that go together from those waiting to the group; None if they are no table's."""
        group = Group(self.id)
        for wanted, done, lane in self._waiting[:GROUP]:
            if lane is None:
                if self._group:
                    break
                self._group.append((wanted, done, lane))
                self._waiting = self._waiting[1:]
                return None
            if lane.error is None and not all(isinstance(intent, OWNED) for intent in wanted):
                lane.error = TypeError("there is something among this that is no table's")
            if lane.error is not None:
                self._closed[len(self._group)] = lane.error
            elif not group.takes(lane, wanted):
                break
            elif wanted:
                group.add(lane, wanted)
            self._group.append((wanted, done, lane))
        self._waiting = self._waiting[len(self._group) :]
        return group

    async def _written(self, group: Group | None) -> dict[int, Exception]:
        """Write the group; return the errors of the writes that failed, by their place in it."""
        if group is None:
            ((wanted, _, _),) = self._group
            try:
                await self._write_alone(wanted)
            except Exception as error:
                return {0: error}
            return {}
        if not group.tables:
            return self._failures({})
        try:
            return self._failures(await self._written_lanes(group))
        except CannotBeStored:
            return await self._written_apart()

    async def _written_lanes(self, group: Group) -> dict[str, Exception]:
        """Write the group; return the errors of the tables whose writes failed.

        CannotBeStored if the database refused it all for something in it.
        """
        try:
            connection = await self._writing_connection()
        except Exception as error:  # nothing was sent
            return dict.fromkeys(group.tables, error)
        sql, values = group.statement()
        try:
            rows = await connection.fetch(sql, *values, timeout=PATIENCE)
        except Exception as error:
            if _is_uncertain(error):
                await self._drop_writing()
                unknown = Unknown(f"the database didn't answer ({_told(error)})")
                return dict.fromkeys(group.tables, unknown)
            raise CannotBeStored from error
        stored = {row[0] for row in rows}
        return {table_id: Deposed(table_id) for table_id in group.tables if table_id not in stored}

    async def _written_apart(self) -> dict[int, Exception]:
        """Write the group again one by one, so that each can fail alone; what follows it in its lane fails, too."""
        for place, (wanted, _, lane) in enumerate(self._group):
            if lane is not None and place not in self._closed:
                lane.next -= sum(isinstance(intent, intents.NewLine) for intent in wanted)
        failed = dict(self._closed)
        down: dict[OwnedLane, Exception] = {}
        for place, (wanted, _, lane) in enumerate(self._group):
            if lane is None or place in failed:
                continue
            error = down.get(lane)
            if error is None and wanted:
                error = await self._written_alone(lane, wanted)
            self._note(place, lane, wanted, error, failed)
            if error is not None:
                down[lane] = error
        return failed

    async def _written_alone(self, lane: OwnedLane, wanted: list[Intent]) -> Exception | None:
        """Write what one write of the lane wants; return the error, or None."""
        alone = Group(self.id)
        alone.add(lane, wanted)
        try:
            return (await self._written_lanes(alone)).get(lane.table_id)
        except CannotBeStored as error:
            return error.__cause__ if isinstance(error.__cause__, Exception) else error

    def _failures(self, failed_tables: dict[str, Exception]) -> dict[int, Exception]:
        """Close the lanes of tables whose writes failed; return the errors by place in the group.

        A lane that was closed meanwhile for another reason doesn't change what is stored.
        """
        failed = dict(self._closed)
        down: set[OwnedLane] = set()
        for place, (wanted, _, lane) in enumerate(self._group):
            if lane is None or place in failed:
                continue
            if wanted and lane.table_id in failed_tables:
                down.add(lane)
            self._note(place, lane, wanted, failed_tables[lane.table_id] if lane in down else None, failed)
        return failed

    def _note(
        self, place: int, lane: OwnedLane, wanted: list[Intent], error: Exception | None, failed: dict[int, Exception]
    ) -> None:
        """Note what became of a write of the group."""
        if error is not None:
            failed[place] = error
            lane.error = lane.error or error
        elif wanted:
            lane.new = False

    async def _write_alone(self, wanted: list[Intent]) -> None:
        """Write what doesn't need an owner, all or nothing: settings, marks and deletions of tables nobody owns."""
        if not wanted:
            return
        try:
            async with self._reading() as connection, connection.transaction():
                for intent in wanted:
                    await _write_one(connection, intent, self.id)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unreadable(_told(error)) from error

    async def _writing_connection(self) -> Any:
        """The connection for groups, opened again if it is gone. If the database is restarting, wait for it."""
        end = self._loop.time() + PATIENCE
        while self._writing is None or self._writing.is_closed():
            try:
                self._writing = await _durable_connection(self._url)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                if self._loop.time() > end:
                    raise Unreadable(_told(error)) from error
                await asyncio.sleep(RETRY)
        return self._writing

    async def _drop_writing(self) -> None:
        if self._writing is not None:
            self._writing.terminate()
            self._writing = None

    async def close(self) -> None:
        """Write everything that is waiting, leave all tables to the others, and close."""
        while self._waiting or self._group:
            await self.write([])
        await asyncio.gather(*self._long)
        with contextlib.suppress(Unreadable):
            await self._execute("UPDATE tables SET owner = NULL WHERE owner = $1", self.id)
            await self._execute("DELETE FROM processes WHERE id = $1", self.id)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        for connection in (self._writing, self._beating):
            if connection is not None:
                connection.terminate()
        if self._pool is not None:
            self._pool.terminate()
        await asyncio.to_thread(self._loader.shutdown)

    # ---- owning tables ---------------------------------------------------------------------------------------------

    def lane_of_new(self, table_id: str) -> Lane:
        """The lane for a table that is set up here."""
        return OwnedLane(table_id, 1, 1, new=True)

    async def take(self, table_id: str) -> Lane:
        """Become the table's owner: one statement that raises the epoch if it has no owner with a running lease."""
        rows = await self._ask(TAKE, table_id, self.id)
        if rows:
            return OwnedLane(table_id, rows[0]["epoch"], rows[0]["next"])
        found = await self._ask(WHERE, table_id)
        if found and found[0]["owner"] is not None:
            raise Elsewhere(table_id, found[0]["address"] or "")
        return OwnedLane(table_id, 0, 0)  # there is no such table, as whoever reads it will see

    async def lost(self, lanes: Iterable[Lane]) -> list[Lane]:
        """Those of these lanes whose tables have been taken by other processes."""
        ours = {lane.table_id: lane for lane in lanes if isinstance(lane, OwnedLane) and not lane.new}
        rows = await self._ask(LOST, list(ours), [lane.epoch for lane in ours.values()])
        return [ours[row[0]] for row in rows]

    async def beat(self, address: str) -> bool:
        """Renew the lease; return whether the last one was over by then."""
        began = self._loop.time()
        late = self._valid_until < began and self._valid_until > 0
        try:
            async with self._one_beat:
                if self._beating is None or self._beating.is_closed():
                    self._beating = await asyncpg.connect(
                        self._url, timeout=PATIENCE, server_settings={"synchronous_commit": "off"}
                    )
                await self._beating.execute(BEAT, self.id, address, self._lease, timeout=PATIENCE)
        except Exception as error:
            if self._beating is not None:
                self._beating.terminate()
                self._beating = None
            raise Unreadable(_told(error)) from error
        self._valid_until = began + self._lease
        return late

    async def peers(self) -> list[Peer]:
        """The other processes that are alive."""
        sql = "SELECT id, address FROM processes WHERE until > clock_timestamp() AND id <> $1"
        return [Peer(*row) for row in await self._ask(sql, self.id)]

    async def end_lease(self, address: str) -> bool:
        """End the lease of the process at the address, so that its tables can be taken; return whether it had one."""
        return bool(await self._ask(END, address))

    async def adoptable(self, most: int) -> list[str]:
        """Tables without a living owner where something goes on by itself, in any order."""
        sql = f"""SELECT t.id FROM tables t WHERE t.phase = 'playing' AND t.stirs = 1 AND t.damaged IS NULL
            AND NOT {ALIVE} ORDER BY random() LIMIT $1"""
        return [row[0] for row in await self._ask(sql, most)]

    async def admit(self, creator: str, per_second: float, at_once: float) -> bool | None:
        """Whether the address may set up another table, by a count that all processes share."""
        return bool(await self._ask(ADMIT, creator, per_second, at_once))

    async def agreed(self, key: str, otherwise: bytes) -> bytes:
        """One of the server's settings; the first to ask decides what it is."""
        await self._execute("INSERT INTO meta VALUES ($1, $2) ON CONFLICT DO NOTHING", key, otherwise)
        found = await self.value(key)
        assert found is not None
        return found

    async def sweeps(self) -> bool:
        """Whether this process holds the lock of the one that looks for old tables."""
        try:
            async with self._one_beat:
                if self._beating is None:
                    return False
                ours = await self._beating.fetchval(SWEEPING, SWEEP_LOCK)
                ours = ours or await self._beating.fetchval("SELECT pg_try_advisory_lock($1)", SWEEP_LOCK)
                if ours:
                    await self._beating.execute(FORGET)
                return bool(ours)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False

    # ---- reading ---------------------------------------------------------------------------------------------------

    async def load(self, table_id: str, make: Callable[[Stored | None], Made]) -> Made:
        """Return what ``make`` makes of a stored table; it runs in the loader's thread."""
        try:
            async with self._reading() as connection:
                found = await _read(connection, table_id)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unreadable(_told(error)) from error
        return await self._loop.run_in_executor(self._loader, partial(make, found))

    @contextlib.asynccontextmanager
    async def _reading(self) -> Any:
        """A connection of the pool."""
        async with self._making:  # one pool, however many ask for it at the beginning
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self._url,
                    min_size=0,
                    max_size=READERS,
                    timeout=PATIENCE,
                    command_timeout=PATIENCE,
                    reset=_as_it_is,
                )
        async with self._pool.acquire(timeout=PATIENCE) as connection:
            yield connection

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """The rows that a statement returns; Unreadable if there is no answer."""
        try:
            async with self._reading() as connection:
                return list(await connection.fetch(sql, *values))
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unreadable(_told(error)) from error

    async def _execute(self, sql: str, *values: Any) -> None:
        await self._ask(sql, *values)


async def _durable_connection(url: str) -> Any:
    """A new connection whose commits are waited for."""
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    try:
        await connection.execute(DURABLE, timeout=PATIENCE)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _as_it_is(connection: Any) -> None:
    """Reset nothing: no use of a connection leaves anything behind, and each would take one exchange more."""


async def _write_one(connection: Any, intent: Intent, me: str) -> None:
    """Write something that doesn't need an owner, within the connection's transaction."""
    if isinstance(intent, intents.Deletion):
        await _delete(connection, intent)
    elif isinstance(intent, intents.Value):
        sql = "INSERT INTO meta VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value"
        await connection.execute(sql, *intent)
    elif isinstance(intent, intents.Touched):  # taken, marked and left in one; another owner notes its use itself
        await connection.execute(TOUCH, *intent, me)
    elif isinstance(intent, intents.TouchedAtMost):
        await connection.execute(TOUCH_AT_MOST, *intent)
    else:
        raise TypeError(f"{type(intent).__name__} must be written by the table's owner")


async def _delete(connection: Any, old: intents.Deletion) -> None:
    """Take the table, check again that it is old, and delete it with everything about it."""
    sql = f"""SELECT t.id FROM tables t WHERE t.id = $1 AND NOT {ALIVE}
        AND ((t.phase = 'waiting' AND t.touched < $2) OR t.touched < $3) FOR UPDATE"""
    if not await connection.fetch(sql, *old):
        return
    for name in ("log", "holders", "seeds", "pledges"):
        await connection.execute(f"DELETE FROM {name} WHERE tab = $1", old.table_id)
    await connection.execute("DELETE FROM tables WHERE id = $1", old.table_id)


async def _read(connection: Any, table_id: str) -> Stored | None:
    """Everything stored about a table, if it exists."""
    found = await connection.fetchrow(READ, table_id)
    if found is None:
        return None
    row, read = tuple(found)[: -len(COLUMNS)], iter(tuple(found)[-len(COLUMNS) :])
    return stored(table_id, row, *(list(zip(*islice(read, len(columns)), strict=True)) for columns, _ in PARTS))


def _is_uncertain(error: Exception) -> bool:
    """Whether a write that ended like this may have been stored all the same."""
    if isinstance(error, asyncpg.PostgresError):
        return (error.sqlstate or "XX")[:2] in UNCERTAIN
    return not isinstance(error, ValueError)  # of which none was sent


def _told(error: Exception) -> str:
    """The error in one line, without anything that a password may be part of."""
    return (str(error) or type(error).__name__).splitlines()[0]


def _run_apart(make: Callable[[], Any]) -> None:
    """Run a coroutine to its end in a loop and a thread of its own, as another loop may be running here."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(make())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
