"""One SQLite file: every table's log, hashed tokens, seeds. Writes are grouped, and each group is flushed to disk.

``submit`` hands over a write. Once it is on disk, ``done`` is called in the event loop, in order of submission. What
arrives while one group is being written forms the next. A thread runs all statements (``group.py``): even an INSERT may
have to read a page from the disk, and the loop must never wait for that.

SQLite's log of writes is settled (moved into the main file) alongside the commits. Whatever they add meanwhile is
settled in a short pause between two groups, and then the log starts over. Without that pause it would keep growing for
as long as anyone is playing.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from tetracade.server.storage.file import is_busy, open_file
from tetracade.server.storage.group import Part, write_group
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.sql_reading import PARTS, TABLE, SqlReading, stored
from tetracade.server.storage.storage import Done, Lane, Made, Stored, Unreadable
from tetracade.table.dealing import Damaged

GROUP = 2000
"""The most writes in one transaction."""

UNSETTLED = 4000
"""After this many intents, SQLite's log of writes is settled, on a separate connection and thread."""

LONG = 200
"""How many intents a long write counts as."""

PATIENCE = 10.0
"""Seconds to wait for another program that is writing to the file before the whole group fails."""

logger = logging.getLogger("tetracade.store")

Write = tuple[list[Intent], Done, Lane | None]


class Store(SqlReading):
    """The file."""

    def __init__(self, path: Path) -> None:
        self._file = open_file(path)
        _, self._writing, self._reading, self._loading, self._settling = self._file
        self._writing.execute("PRAGMA wal_autocheckpoint=0")  # it would run inside a COMMIT that someone is waiting for
        self._writing.execute(f"PRAGMA busy_timeout={round(PATIENCE * 1000)}")
        self._waiting: list[Write] = []
        self._long: list[Write] = []
        """Writes that may take a while, such as deleting a table of 100,000 lines."""
        self._long_next = False
        """Whether a long write goes next, if both kinds are waiting."""
        self._group: list[Write] = []
        self._failed: dict[int, Exception] = {}
        """Why writes of the group fail that aren't even tried, by position: their lane was closed before."""
        self._due = False
        self._flusher = ThreadPoolExecutor(1, "flusher")
        self._settler = ThreadPoolExecutor(1, "settler")
        self._loader = ThreadPoolExecutor(1, "loader")
        self._reader = ThreadPoolExecutor(1, "reader")
        self._unsettled = 0
        self._pause_wanted = False
        self._paused = False
        self._closing = False

    # ---- writing ---------------------------------------------------------------------------------------------------

    def submit(self, intents: Iterable[Intent], done: Done, lane: Lane | None = None) -> None:
        """Write these in one transaction; ``done`` is called with None, or with the error."""
        self._waiting.append((list(intents), done, lane))
        if not self._due and not self._group:
            self._due = True
            self._loop.call_soon(self._write)

    def submit_long(self, intents: Iterable[Intent], done: Done) -> None:
        """Like ``submit``, for writes that may take a while: each is a group of its own, in turns with the others."""
        self._long.append((list(intents), done, None))
        if not self._due and not self._group:
            self._due = True
            self._loop.call_soon(self._write)

    def flying(self, lane: Lane) -> bool:
        """Whether one of the lane's writes is still being written, so that reading now might miss it."""
        return any(other is lane for _, _, other in self._group)

    def _write(self) -> None:
        """Have the flusher write the next group."""
        self._due = False
        if self._group or self._paused or not (self._waiting or self._long):
            return
        if self._long and (self._long_next or not self._waiting):
            self._long_next = False
            self._group = [self._long.pop(0)]
            least = LONG
        else:
            self._long_next = True
            self._group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
            least = 0
        parts: list[Part] = []
        for place, (intents, _, lane) in enumerate(self._group):
            if lane is not None and lane.error is not None:
                self._failed[place] = lane.error
            else:
                parts.append((place, intents, lane))
        size = sum(len(intents) for _, intents, _ in parts)
        if size:
            self._flusher.submit(write_group, self._writing, parts).add_done_callback(self._flushed)
            self._count_unsettled(max(size, least))
        else:
            self._written({})

    def _count_unsettled(self, size: int) -> None:
        self._unsettled += size
        if self._unsettled > UNSETTLED:
            self._unsettled = 0
            self._settle(self._want_pause)

    def _settle(self, then: Callable[[], None]) -> None:
        """Settle SQLite's log of writes, in the settler thread."""

        def settle() -> None:
            try:
                self._settling.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error:
                logger.exception("couldn't settle the log of writes; it is kept, and will be tried again")
            finally:
                self._tell(then)

        if not self._closing:  # closing the file settles everything anyway
            self._settler.submit(settle)

    def _want_pause(self) -> None:
        """Ask for a pause after the current group, to settle the little that is left."""
        self._pause_wanted = True
        if not self._group:
            self._pause()

    def _pause(self) -> None:
        self._pause_wanted, self._paused = False, True
        self._settle(self._go_on)

    def _go_on(self) -> None:
        self._paused = False
        self._write()

    def _flushed(self, flushing: "Future[dict[int, Exception]]") -> None:
        """Run in the flusher thread."""
        self._tell(partial(self._written, flushing.result()))

    def _tell(self, call: Callable[[], None]) -> None:
        """Have the loop call this; used by the other threads."""
        try:
            self._loop.call_soon_threadsafe(call)
        except RuntimeError:  # the loop has ended, so there is no one left to tell
            return

    def _written(self, failed: dict[int, Exception]) -> None:
        """Call back everyone in the group, and close the lanes of the writes that failed."""
        group, self._group = self._group, []
        for place, error in failed.items():
            lane = group[place][2]
            if lane is not None and lane.error is None:
                lane.error = error
        failed |= self._failed
        self._failed = {}
        if self._pause_wanted:
            self._pause()
        if (self._waiting or self._long) and not self._due:
            self._due = True
            self._loop.call_soon(self._write)
        for place, (_, done, _) in enumerate(group):
            try:
                done(failed.get(place))
            except Exception:  # the rest of the group must still get their answers
                logger.exception("a callback of a write failed")

    async def close(self) -> None:
        """Write everything that is waiting, call everyone back, and close the file."""
        while self._waiting or self._long or self._group:
            await self.write([])
        self._closing = True
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._flusher.shutdown(wait=True)
        self._settler.shutdown(wait=True)
        self._loader.shutdown(wait=True)
        self._reader.shutdown(wait=True)
        self._file.close()

    # ---- reading ---------------------------------------------------------------------------------------------------

    async def load(self, table_id: str, make: Callable[[Stored | None], Made]) -> Made:
        """Return what ``make`` makes of a stored table, in the loader's thread."""
        try:
            return await self._loop.run_in_executor(self._loader, lambda: make(self.read(table_id)))
        except sqlite3.Error as error:
            if is_busy(error):
                raise Unreadable(str(error)) from error
            if isinstance(error, sqlite3.OperationalError):  # the disk may recover
                raise
            raise Damaged(str(error)) from error

    def read(self, table_id: str) -> Stored | None:
        """Return everything stored about a table, if it exists. Runs in the loader thread."""
        row = self._loading.execute(_numbered(TABLE), (table_id,)).fetchone()
        if row is None:
            return None
        parts = [
            self._loading.execute(_numbered(f"SELECT {', '.join(columns)} FROM {source}"), (table_id,)).fetchall()
            for columns, source in PARTS
        ]
        return stored(table_id, row, *parts)

    async def public_tables(self, most: int) -> list[str]:
        """Public tables that aren't over, newest first. Only the index is read, so a bad page can't hide the others."""
        sql = (
            "SELECT id FROM tables INDEXED BY tables_lobby WHERE public = 1 AND phase <> 'over'"
            " ORDER BY created DESC LIMIT $1"
        )
        return await self._ids(sql, most)

    async def playing(self) -> list[str]:
        """Tables with a running game, from the index only."""
        sql = "SELECT id FROM tables INDEXED BY tables_lobby WHERE phase = 'playing'"
        return await self._ids(sql)

    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows, read in a thread of their own: no one waits for a long table that is being loaded."""
        numbered = _numbered(sql)
        try:
            return await self._loop.run_in_executor(
                self._reader, lambda: self._reading.execute(numbered, values).fetchall()
            )
        except sqlite3.Error as error:
            raise Unreadable(str(error)) from error


def _numbered(sql: str) -> str:
    """The statement as SQLite numbers its values: ``?1`` for ``$1``."""
    return sql.replace("$", "?")
