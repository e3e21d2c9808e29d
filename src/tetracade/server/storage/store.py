"""One SQLite file: the logs of all tables, hashes of tokens, seeds. Writes are grouped, each group flushed to disk.

``submit`` hands over a write; ``done`` is called in the event loop, in the order of submission, once it is on disk.
What comes in while one group is being flushed is the next group. Only the flush itself, which waits for the disk,
happens in a thread of its own: a thread that also wrote would fight the loop for the interpreter.

SQLite's log of writes is settled, that is moved into the file, beside the commits; what they added meanwhile is settled
in a short pause between two groups, after which the log begins anew. Without the pause it would grow as long as anybody
plays.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tetracade.server.storage.file import is_busy, open_file

GROUP = 2000
"""The most writes in one transaction."""

UNSETTLED = 4000
"""Statements after which SQLite's log of writes is settled, by a connection and a thread of its own."""

PATIENCE = 10.0
"""Seconds to wait for another program that writes to the file, before a group of writes fails as a whole."""

logger = logging.getLogger("tetracade.store")

Statement = tuple[str, tuple[Any, ...]]
Done = Callable[[Exception | None], None]

ADD_TABLE = "INSERT INTO tables (id, created, touched, game, public, stirs, phase) VALUES (?, ?, ?, ?, ?, ?, ?)"
ADD_LINE = "INSERT INTO log (tab, number, hash, command, line) VALUES (?, ?, ?, ?, ?)"
ADD_HOLDER = "INSERT INTO holders (tab, holder, token) VALUES (?, ?, ?)"
DROP_HOLDER = "DELETE FROM holders WHERE tab = ? AND holder = ?"
ADD_SEED = "INSERT INTO seeds (tab, game, seed) VALUES (?, ?, ?)"
DROP_PLEDGES = "DELETE FROM pledges WHERE tab = ?"
ADD_PLEDGE = "INSERT OR REPLACE INTO pledges (tab, number, seat, action, command) VALUES (?, ?, ?, ?, ?)"
SET_PHASE = "UPDATE tables SET phase = ?, stirs = ?, touched = ? WHERE id = ?"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
TOUCH_AT_MOST = "UPDATE tables SET touched = ? WHERE touched > ?"
SET_VALUE = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
SET_DAMAGED = "UPDATE tables SET damaged = ? WHERE id = ?"


@dataclass
class Stored:
    """What the file holds of one table."""

    id: str
    created: float
    public: bool
    damaged: str
    lines: list[tuple[int, bytes, str | None, bytes]]
    """Number, hash, command, line."""
    holders: dict[int, bytes]
    seeds: dict[int, bytes]
    pledges: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Number, seat, action, command."""


class Lane:
    """The writes of one table as it is in memory: once one fails, so do all after it, or the log would have a hole.

    A table that is read anew gets a lane of its own.
    """

    def __init__(self) -> None:
        self.error: Exception | None = None
        """Why nothing more is written."""


Made = TypeVar("Made")
Write = tuple[list[Statement], Done, Lane | None]


class Store:
    """The file."""

    def __init__(self, path: Path) -> None:
        self._file = open_file(path)
        _, self._writing, self._reading, self._loading, self._settling = self._file
        self._writing.execute("PRAGMA wal_autocheckpoint=0")  # it would happen within a COMMIT that somebody waits for
        self._waiting: list[Write] = []
        self._group: list[Write] = []
        self._failed: dict[int, Exception] = {}
        """By place in the group: why that write failed alone."""
        self._due = False
        self._flusher = ThreadPoolExecutor(1, "flusher")
        self._settler = ThreadPoolExecutor(1, "settler")
        self._loader = ThreadPoolExecutor(1, "loader")
        self._unsettled = 0
        self._pause_wanted = False
        self._paused = False
        self._closing = False

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let this loop do the writing, and hear of it; the file is opened before there is one."""
        self._loop = loop

    # ---- writing ---------------------------------------------------------------------------------------------------

    def submit(self, statements: Iterable[Statement], done: Done, lane: Lane | None = None) -> None:
        """Write these in one transaction; ``done`` gets None, or why it could not be."""
        self._waiting.append((list(statements), done, lane))
        if not self._due and not self._group:
            self._due = True
            self._loop.call_soon(self._write)

    async def write(self, statements: Iterable[Statement]) -> None:
        """Write these and wait until they are on disk."""
        waiting: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if waiting.done():
                return
            if error is None:
                waiting.set_result(None)
            else:
                waiting.set_exception(error)

        self.submit(statements, done)
        await waiting

    def flying(self, lane: Lane) -> bool:
        """Whether a write of the lane is on its way to the disk, so that what is read now may be less than is kept."""
        return any(other is lane for _, _, other in self._group)

    def _write(self) -> None:
        """Write what is waiting, and let it be flushed."""
        self._due = False
        if self._group or self._paused or not self._waiting:
            return
        self._group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
        statements: list[Statement] = []
        for place, (part, _, lane) in enumerate(self._group):
            if lane is not None and lane.error is not None:
                self._failed[place] = lane.error
            else:
                statements += part
        if not statements:
            self._written(None)
            return
        self._begin(partial(self._fill, statements))

    def _begin(self, then: Callable[[], None]) -> None:
        """Begin a transaction, then do this. While another program writes, the flusher's thread waits, not the loop."""
        _roll_back(self._writing)
        try:
            self._writing.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            if not is_busy(error):
                self._written(error)
                return
            beginning = self._flusher.submit(_begin_patiently, self._writing)
            beginning.add_done_callback(lambda _: self._tell(partial(self._begun, then, _error_of(beginning))))
            return
        then()

    def _begun(self, then: Callable[[], None], error: Exception | None) -> None:
        if error is None:
            then()
        else:
            self._written(error)

    def _fill(self, statements: list[Statement]) -> None:
        """Write these as the group, and let it be flushed."""
        try:
            for sql, values in statements:
                self._writing.execute(sql, values)
        except Exception:  # also a value that SQLite cannot take: whatever it is, the others must be written
            self._begin(self._fill_apart)
        else:
            self._flush(len(statements))

    def _fill_apart(self) -> None:
        """Write the group again, each part so that it can fail alone, and let it be flushed."""
        try:
            for place, (part, _, lane) in enumerate(self._group):
                error = _apart(self._writing, part) if lane is None or lane.error is None else lane.error
                if error is not None:
                    self._fail(place, error)
        except Exception as error:
            self._written(error)
        else:
            self._flush(len(self._group))

    def _flush(self, size: int) -> None:
        flushing = self._flusher.submit(self._writing.execute, "COMMIT")
        flushing.add_done_callback(self._flushed)
        self._unsettled += size
        if self._unsettled > UNSETTLED:
            self._unsettled = 0
            self._settle(self._want_pause)

    def _fail(self, place: int, error: Exception) -> None:
        """Note that the write at this place of the group failed, and all that would follow it with it."""
        self._failed[place] = error
        lane = self._group[place][2]
        if lane is not None and lane.error is None:
            lane.error = error

    def _settle(self, then: Callable[[], None]) -> None:
        """Move what was written from the log of writes to its place in the file, in the settler's thread."""

        def settle() -> None:
            try:
                self._settling.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error:
                logger.exception("the log of writes could not be settled; it is kept and tried again")
            finally:
                self._tell(then)

        if not self._closing:  # when the file is closed all is settled anyway
            self._settler.submit(settle)

    def _want_pause(self) -> None:
        """Nearly all is settled; the rest will be after the group that is being flushed."""
        self._pause_wanted = True
        if not self._group:
            self._pause()

    def _pause(self) -> None:
        self._pause_wanted, self._paused = False, True
        self._settle(self._go_on)

    def _go_on(self) -> None:
        self._paused = False
        self._write()

    def _flushed(self, flushing: "Future[Any]") -> None:
        """Called in the flusher's thread."""
        self._tell(partial(self._written, _error_of(flushing)))

    def _tell(self, call: Callable[[], None]) -> None:
        """Let the loop call this; called in other threads."""
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:  # the loop has ended: nobody is left to be told
            return

    def _written(self, error: Exception | None) -> None:
        """Tell those of the group. A flush that failed is not tried again: the disk may have lost what it was given."""
        if error is not None:
            _roll_back(self._writing)
            for place, (part, _, lane) in enumerate(self._group):
                cause = error if part else lane.error if lane is not None else None
                if cause is not None and place not in self._failed:
                    self._fail(place, cause)
        group, self._group = self._group, []
        failed, self._failed = self._failed, {}
        if self._pause_wanted:
            self._pause()
        if self._waiting and not self._due:
            self._due = True
            self._loop.call_soon(self._write)
        for place, (_, done, _) in enumerate(group):
            done(failed.get(place))

    async def close(self) -> None:
        """Write what is waiting, tell those who wait for it, and close the file."""
        while self._waiting or self._group:
            await self.write([])
        self._closing = True
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._flusher.shutdown(wait=True)
        self._settler.shutdown(wait=True)
        self._loader.shutdown(wait=True)
        self._file.close()

    # ---- reading ---------------------------------------------------------------------------------------------------

    async def load(self, table_id: str, make: Callable[["Stored | None"], Made]) -> Made:
        """What ``make`` makes of all there is of a table. Both happen in a thread: a log may have 100,000 lines."""
        return await self._loop.run_in_executor(self._loader, lambda: make(self.read(table_id)))

    def read(self, table_id: str) -> Stored | None:
        """All there is of a table; called in the loader's thread."""
        ask = self._loading.execute
        row = ask("SELECT created, public, damaged FROM tables WHERE id = ?", (table_id,)).fetchone()
        if row is None:
            return None
        return Stored(
            id=table_id,
            created=row[0],
            public=bool(row[1]),
            damaged=row[2] or "",
            lines=ask(
                "SELECT number, hash, command, line FROM log WHERE tab = ? ORDER BY number", (table_id,)
            ).fetchall(),
            holders=dict(ask("SELECT holder, token FROM holders WHERE tab = ?", (table_id,)).fetchall()),
            seeds=dict(ask("SELECT game, seed FROM seeds WHERE tab = ?", (table_id,)).fetchall()),
            pledges=ask("SELECT number, seat, action, command FROM pledges WHERE tab = ?", (table_id,)).fetchall(),
        )

    def public_tables(self, most: int) -> list[str]:
        """Public tables that are not over, newest first. The index alone is read: one bad page hides no other table."""
        sql = (
            "SELECT id FROM tables INDEXED BY tables_lobby WHERE public = 1 AND phase <> 'over'"
            " ORDER BY created DESC LIMIT ?"
        )
        return [row[0] for row in self._reading.execute(sql, (most,))]

    def playing(self) -> list[str]:
        """Tables in play, from the index alone."""
        sql = "SELECT id FROM tables INDEXED BY tables_lobby WHERE phase = 'playing'"
        return [row[0] for row in self._reading.execute(sql)]

    def about(self, table_id: str) -> tuple[str, bool]:
        """Which game the table plays, and whether something goes on there by itself: bots, clocks."""
        row = self._reading.execute("SELECT game, stirs FROM tables WHERE id = ?", (table_id,)).fetchone()
        return ("", False) if row is None else (row[0], bool(row[1]))

    def count(self) -> int:
        """How many tables are not over."""
        return int(self._reading.execute("SELECT count(*) FROM tables WHERE phase <> 'over'").fetchone()[0])

    def damaged(self) -> list[tuple[str, str]]:
        """The tables set aside, and why."""
        return self._reading.execute("SELECT id, damaged FROM tables WHERE damaged IS NOT NULL").fetchall()

    def ids(self) -> list[str]:
        """All tables."""
        return [row[0] for row in self._reading.execute("SELECT id FROM tables ORDER BY id")]

    def old(self, waiting_before: float, any_before: float) -> list[str]:
        """Tables that never started and those nothing happens at, since these times."""
        sql = "SELECT id FROM tables WHERE (phase = 'waiting' AND touched < ?) OR touched < ?"
        return [row[0] for row in self._reading.execute(sql, (waiting_before, any_before))]

    def latest_use(self) -> float | None:
        """When a table was last in use, as far as the file knows; None without tables."""
        found: float | None = self._reading.execute("SELECT max(touched) FROM tables").fetchone()[0]
        return found

    def value(self, key: str) -> bytes | None:
        """A value of the server's own."""
        row = self._reading.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])


def deletion(table_id: str) -> list[Statement]:
    """What deletes all there is of a table."""
    parts = [("log", "tab"), ("holders", "tab"), ("seeds", "tab"), ("pledges", "tab"), ("tables", "id")]
    return [(f"DELETE FROM {name} WHERE {column} = ?", (table_id,)) for name, column in parts]


def _error_of(done: "Future[Any]") -> Exception | None:
    """Why it failed, if it did."""
    error = done.exception()
    return error if error is None or isinstance(error, Exception) else RuntimeError(repr(error))


def _begin_patiently(connection: sqlite3.Connection) -> None:
    """Begin a transaction, waiting for others; called in the flusher's thread."""
    connection.execute(f"PRAGMA busy_timeout={round(PATIENCE * 1000)}")
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        connection.execute("PRAGMA busy_timeout=0")


def _roll_back(connection: sqlite3.Connection) -> None:
    """End a transaction that failed, if there is one."""
    try:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    except sqlite3.Error:
        logger.exception("a transaction could not be rolled back; it is tried again before the next")


def _apart(connection: sqlite3.Connection, statements: list[Statement]) -> Exception | None:
    """Write these within the transaction, all or nothing; returns why it could not be."""
    connection.execute("SAVEPOINT apart")
    found: Exception | None = None
    try:
        for sql, values in statements:
            connection.execute(sql, values)
    except Exception as error:
        if not connection.in_transaction:  # a full disk, for one, undoes the whole transaction
            raise
        connection.execute("ROLLBACK TO apart")
        found = error
    connection.execute("RELEASE apart")
    return found
