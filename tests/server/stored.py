"""Tables with something stored, and stores that can be made to wait or to fail."""

import asyncio
import math
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from tests.server.database import asked, held_up
from tests.server.running import DATABASES, GENEROUS, Json, Running, bearer
from tests.server.test_protocol import two
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.commands import do
from tetracade.server.storage.copying import copy_file
from tetracade.server.storage.intents import Value
from tetracade.server.storage.store import Store


def open_store(data: Path) -> Store:
    """A store on this file, in the loop that runs."""
    kept = Store(data)
    kept.run_in(asyncio.get_running_loop())
    return kept


def file_of(server: Running) -> Store:
    """The server's SQLite store, for tests that look into it."""
    assert isinstance(server.rooms.store, Store)
    return server.rooms.store


UNSTORABLE: Any = Value("unstorable", None)  # type: ignore[arg-type]  # which no store takes
"""A write that fails."""


def all_written(server: Running) -> None:
    """Wait until all that was looked for is found, and all that was handed over is on disk, or has failed.

    The sweep that was due has begun by then, so that time can be moved on without leaving one out.
    """
    store: Any = server.rooms.store
    sweeper: Any = server.rooms._tasks[1]
    server.until(lambda: sweeper.get_coro().cr_await.__name__ == "sleep")
    server.awaited(store.count())
    server.until(lambda: server.rooms.keeping._looking is None or server.rooms.keeping._looking.done())
    server.until(lambda: not store._long)
    server.awaited(store.write([]))


def rows_of(data: Path, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """The rows that a question to the file returns, or to the database that stands for it."""
    if data in DATABASES:
        return asked(DATABASES[data], _numbered(sql), *values)
    with closing(sqlite3.connect(data)) as connection:
        return connection.execute(sql, values).fetchall()


def all_rows(data: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that the file holds, or the database that stands for it, by name."""
    in_file = "SELECT name FROM sqlite_master WHERE type = 'table'"
    in_database = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    names = rows_of(data, in_database if data in DATABASES else in_file)
    return {name: rows_of(data, f"SELECT * FROM {name}") for (name,) in names}


def change(data: Path, sql: str, *values: Any) -> None:
    """Change something in the file behind its server's back, or in the database that stands for it."""
    if data in DATABASES:
        asked(DATABASES[data], _numbered(sql), *values)
        return
    with closing(sqlite3.connect(data, isolation_level=None, timeout=GENEROUS)) as connection:
        connection.execute(sql, values)


def _numbered(sql: str) -> str:
    """The statement as PostgreSQL numbers its values: ``$1`` for the first question mark."""
    places = count(1)
    return re.sub(r"\?", lambda _: f"${next(places)}", sql)


def moved_in(data: Path) -> None:
    """Copy the file that is there into the database that stands for it, if one does."""
    if data in DATABASES:
        copy_file(data, DATABASES[data])


@contextmanager
def busy(data: Path) -> Iterator[None]:
    """Let another program hold the file, or the database that stands for it, so that the server's writes wait."""
    if data in DATABASES:
        with held_up(DATABASES[data]):
            yield
        return
    with closing(sqlite3.connect(data, isolation_level=None, timeout=GENEROUS)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def first(server: Running) -> tuple[Json, list[str]]:
    """A table with a wink, a chat and a shown card."""
    table, keys = two(server)
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    server.do(table, keys[1], do="chat", id="2", text="hello")
    show = next(offer for offer in now["offers"] if offer["notation"].startswith("show"))
    server.do(table, keys[0], do="act", id="3", number=now["number"] + 1, action=show["action"])
    return table, keys


@contextmanager
def refusing(data: Path, text: str) -> Iterator[None]:
    """Let the file take no line that says this."""
    with _trigger(data, "INSERT ON log", text):
        yield


@contextmanager
def never_touched(data: Path) -> Iterator[None]:
    """Let the file take nothing about a table itself."""
    with _trigger(data, "UPDATE ON tables"):
        yield


@contextmanager
def _trigger(data: Path, before: str, text: str = "") -> Iterator[None]:
    """Let the file, or the database that stands for it, refuse such a change, or those whose line says this."""
    if data in DATABASES:
        when = f"position('{text}' in convert_from(NEW.line, 'utf8')) > 0" if text else "true"
        body = f"BEGIN IF {when} THEN RAISE 'not this'; END IF; RETURN NEW; END"
        change(data, f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
        change(data, f"CREATE TRIGGER refusing BEFORE {before} FOR EACH ROW EXECUTE FUNCTION refuse()")
        yield
        change(data, "DROP FUNCTION refuse CASCADE")
        return
    when = f"instr(CAST(NEW.line AS TEXT), '{text}')" if text else "true"
    change(data, f"CREATE TRIGGER refusing BEFORE {before} WHEN {when} BEGIN SELECT RAISE(ABORT, 'not this'); END")
    yield
    change(data, "DROP TRIGGER refusing")


def say(server: Running, table: Json, key: str, *texts: str) -> list[m.Answer]:
    """Say these before the loop does anything else; returns the answers, in the order in which they came."""
    answers: list[m.Answer] = []
    live = server.awaited(server.rooms.live(table["table"]))

    def all_at_once() -> None:
        for text in texts:
            do(live, live.who(key), None, None, p.Chat(id=text, text=text), answers.append)

    server.inside(all_at_once)
    all_written(server)
    return answers


def waiter(server: Running, table: Json, key: str, since: int) -> "Future[Json]":
    """What one who waits over HTTP will be told; they are waiting when this returns."""
    url = f"http://127.0.0.1:{server.port}/api/tables/{table['table']}/wait"
    ask = partial(httpx.get, params={"since": since, "seconds": 60}, headers=bearer(key), timeout=2 * GENEROUS)
    pool = ThreadPoolExecutor(1)
    told = pool.submit(lambda: dict(ask(url).json()))
    pool.shutdown(wait=False)
    live = server.rooms.in_memory[table["table"]]
    while not server.inside(lambda: live.changed._waiters):
        assert not told.done(), told.result()
    return told


class Held:
    """A flusher that flushes when it is told to, not before."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.flushing: Future[Any] = Future()

    def submit(self, call: Callable[..., Any], *given: Any) -> "Future[Any]":
        self.call, self.given = call, given
        self.asked.set()
        return self.flushing

    def flush(self) -> None:
        self.flushing.set_result(self.call(*self.given))

    def fail(self) -> None:
        """Flush to a disk that fails when everything is written."""
        connection, *more = self.given
        self.flushing.set_result(self.call(FailingCommit(connection), *more))


class FailingCommit:
    """A connection to the file whose flushes fail, all or so many."""

    def __init__(self, connection: sqlite3.Connection, times: float = math.inf) -> None:
        self._connection = connection
        self._times = times

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        alone = sql.startswith("INSERT") and not self.in_transaction  # such a statement is flushed when it ends
        if (alone or sql == "COMMIT") and self._times > 0:
            self._times -= 1
            raise sqlite3.OperationalError("disk I/O error")
        return self._connection.execute(sql, *values)
