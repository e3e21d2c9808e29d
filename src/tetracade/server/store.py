"""One SQLite file: the logs of all tables, hashes of tokens, seeds. One thread writes, in groups, each flushed.

``submit`` hands over a write; ``done`` is called in the event loop, in the order of submission, once it is on disk.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tetracade.server.schema import migrate

GROUP = 2000
"""The most writes in one transaction."""

Statement = tuple[str, tuple[Any, ...]]
Done = Callable[[Exception | None], None]

ADD_TABLE = "INSERT INTO tables (id, created, touched, game, public, stirs, phase) VALUES (?, ?, ?, ?, ?, ?, ?)"
ADD_LINE = "INSERT INTO log (tab, number, hash, command, line) VALUES (?, ?, ?, ?, ?)"
ADD_HOLDER = "INSERT INTO holders (tab, holder, token) VALUES (?, ?, ?)"
ADD_SEED = "INSERT INTO seeds (tab, game, seed) VALUES (?, ?, ?)"
ADD_PLEDGE = "INSERT OR REPLACE INTO pledges (tab, number, seat, action, command) VALUES (?, ?, ?, ?, ?)"
SET_PHASE = "UPDATE tables SET phase = ?, stirs = ?, touched = ? WHERE id = ?"
TOUCH = "UPDATE tables SET touched = ? WHERE id = ?"
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


class Store:
    """The file. Reads are quick and happen where they are asked for; writes happen in the writer's thread."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._loop = loop
        self._path = path
        writing = self._open()
        migrate(writing)
        self._reading = self._open()
        self._queue: queue.SimpleQueue[tuple[Iterable[Statement], Done] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, args=(writing,), name="writer", daemon=True)
        self._thread.start()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False, timeout=10)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        return connection

    # ---- writing ---------------------------------------------------------------------------------------------------

    def submit(self, statements: Iterable[Statement], done: Done) -> None:
        """Write these in one transaction; ``done`` gets None, or why it could not be."""
        self._queue.put((statements, done))

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

    def _write(self, connection: sqlite3.Connection) -> None:
        while (first := self._queue.get()) is not None:
            group = [first]
            ending = False
            while len(group) < GROUP and not ending:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ending = True
                else:
                    group.append(more)
            self._report(self._written(connection, group))
            if ending:
                break
        connection.close()

    def _written(
        self, connection: sqlite3.Connection, group: list[tuple[Iterable[Statement], Done]]
    ) -> list[tuple[Done, Exception | None]]:
        """Write the group; if it fails as a whole, each on its own, so that one bad write harms no other."""
        try:
            _commit(connection, [statement for statements, _ in group for statement in statements])
        except sqlite3.Error as error:
            if len(group) == 1:
                return [(group[0][1], error)]
            return [result for one in group for result in self._written(connection, [one])]
        return [(done, None) for _, done in group]

    def _report(self, results: list[tuple[Done, Exception | None]]) -> None:
        def report() -> None:
            for done, error in results:
                done(error)

        try:
            self._loop.call_soon_threadsafe(report)
        except RuntimeError:  # the loop has ended: nobody is left to be told
            return

    def close(self) -> None:
        """Write what is waiting and close the file."""
        self._queue.put(None)
        self._thread.join()
        self._reading.close()

    # ---- reading ---------------------------------------------------------------------------------------------------

    def load(self, table: str) -> Stored | None:
        """All there is of a table."""
        ask = self._reading.execute
        row = ask("SELECT created, public, damaged FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        return Stored(
            id=table,
            created=row[0],
            public=bool(row[1]),
            damaged=row[2] or "",
            lines=ask("SELECT number, hash, command, line FROM log WHERE tab = ? ORDER BY number", (table,)).fetchall(),
            holders=dict(ask("SELECT holder, token FROM holders WHERE tab = ?", (table,)).fetchall()),
            seeds=dict(ask("SELECT game, seed FROM seeds WHERE tab = ?", (table,)).fetchall()),
            pledges=ask("SELECT number, seat, action, command FROM pledges WHERE tab = ?", (table,)).fetchall(),
        )

    def public_tables(self, most: int) -> list[str]:
        """Public tables that are not over, newest first."""
        sql = (
            "SELECT id FROM tables WHERE public = 1 AND phase <> 'over' AND damaged IS NULL"
            " ORDER BY created DESC LIMIT ?"
        )
        return [row[0] for row in self._reading.execute(sql, (most,))]

    def stirring(self) -> list[str]:
        """Tables in play at which something goes on by itself: bots, clocks."""
        sql = "SELECT id FROM tables WHERE phase = 'playing' AND stirs = 1 AND damaged IS NULL"
        return [row[0] for row in self._reading.execute(sql)]

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

    def value(self, key: str) -> bytes | None:
        """A value of the server's own."""
        row = self._reading.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return None if row is None else bytes(row[0])


def deletion(table: str) -> list[Statement]:
    """What deletes all there is of a table."""
    parts = [("log", "tab"), ("holders", "tab"), ("seeds", "tab"), ("pledges", "tab"), ("tables", "id")]
    return [(f"DELETE FROM {name} WHERE {column} = ?", (table,)) for name, column in parts]


def _commit(connection: sqlite3.Connection, statements: list[Statement]) -> None:
    if not statements:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
