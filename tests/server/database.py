"""A PostgreSQL server for tests: Debian's binaries, in a folder of its own, as a plain user, ended with the tests."""

import asyncio
import atexit
import functools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from tests.server.running import free_port

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
MISSING = "There is no PostgreSQL here. Install it: apt-get install postgresql (as scripts/test does where it may)."
QUICK = "-c shared_buffers=64MB -c max_connections=60 -c logging_collector=off"


class Database:
    """One PostgreSQL server."""

    def __init__(self, durable: bool = False) -> None:
        on_path = shutil.which("initdb")
        found = BINARIES[-1] if BINARIES else Path(on_path).parent if on_path else None
        assert found is not None, MISSING
        self._binaries = found
        self.folder = Path(tempfile.mkdtemp(prefix="tetracade-postgres-"))
        self.port = free_port()
        self._plain = {"user": "nobody"} if os.getuid() == 0 else {}
        if self._plain:
            nobody = pwd.getpwnam("nobody")
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
        self._options = QUICK if durable else f"{QUICK} -c fsync=off"
        self._numbers = count(1)
        self._watch: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", "tests", "-E", "UTF8", "--no-sync")
        self.start()

    def _run(self, name: str, *words: str) -> str:
        done = subprocess.run(
            [self._binaries / name, *words],
            cwd="/",
            check=False,
            capture_output=True,
            text=True,
            **self._plain,  # type: ignore[call-overload]  # PostgreSQL refuses to run as root
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return str(done.stdout)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = f"-c port={self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
        options = f"{self._options} {where}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", log, "-w", "-t", "120", "start")
        if self._watch is None:  # it ends the server when our end of its input closes, even by kill -9
            stop = f"read _; {self._binaries}/pg_ctl -D {self.folder}/data -m immediate stop; rm -rf {self.folder}"
            self._watch = subprocess.Popen(
                ["/bin/sh", "-c", stop],
                cwd="/",
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                **self._plain,  # type: ignore[call-overload]
            )

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: ``immediate`` is like a loss of power."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def create(self) -> str:
        """A new, empty database; returns its URL."""
        name = f"t{os.getpid()}_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name}", "postgres")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever still uses it."""
        self.sql(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)", "postgres")

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://tests@127.0.0.1:{self.port}/{name}"

    def sql(self, statement: str, name: str) -> list[tuple[Any, ...]]:
        """The rows that a statement returns in one of its databases."""
        return asked(self.url(name), statement)

    def end(self) -> None:
        """Stop it, and remove its folder."""
        if self._watch is not None:
            self._watch.communicate(b"\n")
        shutil.rmtree(self.folder, ignore_errors=True)


def asked(url: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """The rows that a statement returns, asked in a thread of its own."""

    async def ask() -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(statement, *values)]
        finally:
            await connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(ask())).result()


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """Somebody holds on to the logs and all that goes with them, so that writes wait; they can be read meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        here = asyncio.Runner()  # another loop may be running in this thread
        connection = pool.submit(here.run, asyncpg.connect(url)).result()
        lock = "BEGIN; LOCK TABLE log, holders, seeds, pledges, meta IN EXCLUSIVE MODE"
        pool.submit(here.run, connection.execute(lock)).result()
        try:
            yield
        finally:
            pool.submit(here.run, connection.close()).result()
            pool.submit(here.close).result()


@functools.cache
def database() -> Database:
    """The server that all tests of this process share."""
    here = Database()
    atexit.register(here.end)
    return here
