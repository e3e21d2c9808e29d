"""The file that keeps the tables: opened before anything else runs, so that what is wrong with it is said in one line.

It holds the seeds of games that are being played and the key from which invitations are made, so a new one can be read
by its owner alone; what SQLite keeps beside it (``-wal``, ``-shm``) takes over its mode.
"""

import logging
import os
import sqlite3
import stat
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

from tetracade.server.storage.lock import FileLock, InUse
from tetracade.server.storage.migrations import NewerFile, OtherFile, migrate, steps_taken

OPEN_SECONDS = 5.0
"""How long another program may hold the file while it is being opened."""
LOCK_SECONDS = 1.0
"""How long a server that has just been ended may take to let go of it."""
PRIVATE = 0o600

logger = logging.getLogger("tetracade.store")


class Unusable(Exception):
    """The tables cannot be kept there; the message says why, in one line."""


class Connections(NamedTuple):
    """What the store works with: the lock, and one connection for each kind of work. None of them waits for another."""

    lock: FileLock
    writing: sqlite3.Connection
    reading: sqlite3.Connection
    """For short questions, in the event loop."""
    loading: sqlite3.Connection
    """For whole tables, in a thread."""
    settling: sqlite3.Connection

    def close(self) -> None:
        """Let go of the file, last of the lock."""
        for part in reversed(self):
            part.close()


def open_file(path: Path) -> Connections:
    """Connections to the file, which is made if it is not there; Unusable if tables cannot be kept in it."""
    with ExitStack() as until_all_is_well:

        def connected() -> sqlite3.Connection:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=OPEN_SECONDS)
            return until_all_is_well.enter_context(closing(connection))

        try:
            path = path.resolve()
            _make_private(path)
            lock = until_all_is_well.enter_context(closing(FileLock(path, LOCK_SECONDS)))
            writing = connected()
            steps_taken(writing)  # nothing is changed, nor put beside it, before we know that the file is ours
            connections = writing, connected(), connected(), connected()
            for connection in connections:
                _prepare(connection, path)
            migrate(writing)
            for connection in connections:
                connection.execute("PRAGMA busy_timeout=0")  # from now on the event loop uses them: it must not wait
        except (NewerFile, OtherFile) as error:
            raise Unusable(f"{path} cannot be used: {error}") from error
        except InUse:
            raise Unusable(f"{path} is in use by another server") from None
        except (OSError, RuntimeError) as error:  # a RuntimeError where links lead in a circle
            raise Unusable(f"{path} cannot be made ({getattr(error, 'strerror', None) or error})") from error
        except sqlite3.Error as error:
            raise Unusable(f"{path} cannot be used as a file of tables ({error})") from error
        if os.name == "posix" and path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
            logger.warning("anybody may read the file, and with it the seeds of running games", extra={"file": path})
        until_all_is_well.pop_all()
        return Connections(lock, *connections)


def is_busy(error: BaseException) -> bool:
    """Whether another program held what was wanted."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _make_private(path: Path) -> None:
    """Make the file, for its owner alone; one that is there keeps its mode, which somebody may have meant."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        if not path.is_file():
            raise Unusable(f"{path} is {'a folder' if path.is_dir() else 'a device'}, not a file")
        return
    # Opened only to be made: to close a file that SQLite has open elsewhere in this process would undo SQLite's locks.
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    (kept,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if kept != "wal":
        raise Unusable(f"{path} is where SQLite cannot keep a log of writes; a local disk would do")
