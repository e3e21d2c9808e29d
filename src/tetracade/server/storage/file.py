"""The SQLite file that holds all tables. It is opened before anything else starts, so a problem with it is one line.

The file contains the seeds of running games and the key that invitations are made from. A new file is therefore
readable by its owner only; the files SQLite puts next to it (``-wal``, ``-shm``) inherit its mode.
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
from tetracade.server.storage.storage import Unusable

OPEN_SECONDS = 5.0
"""How long to wait for another program that has the file locked while we open it."""
LOCK_SECONDS = 1.0
"""How long to wait for a server that is just shutting down to release the file."""
PRIVATE = 0o600

logger = logging.getLogger("tetracade.store")


class Connections(NamedTuple):
    """The lock, and a separate connection for each kind of work, so that none has to wait for another."""

    lock: FileLock
    writing: sqlite3.Connection
    reading: sqlite3.Connection
    """For quick queries, in a thread."""
    loading: sqlite3.Connection
    """For reading whole tables in a thread."""
    settling: sqlite3.Connection

    def close(self) -> None:
        """Close the connections, then release the lock."""
        for part in reversed(self):
            part.close()


def open_file(path: Path) -> Connections:
    """Return connections to the file, creating it if necessary; raise Unusable if it can't hold tables."""
    with ExitStack() as until_all_is_well:

        def connected() -> sqlite3.Connection:
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=OPEN_SECONDS)
            return until_all_is_well.enter_context(closing(connection))

        try:
            path = path.resolve()
            _make_private(path)
            lock = until_all_is_well.enter_context(closing(FileLock(path, LOCK_SECONDS)))
            writing = connected()
            steps_taken(writing)  # before we change the file or create others next to it: is it ours at all?
            connections = writing, connected(), connected(), connected()
            for connection in connections:
                _prepare(connection, path)
            migrate(writing)
            for connection in connections:
                connection.execute("PRAGMA busy_timeout=0")  # from here on each use says how long it can wait
        except (NewerFile, OtherFile) as error:
            raise Unusable(f"{path} can't be used: {error}") from error
        except InUse:
            raise Unusable(f"{path} is in use by another server") from None
        except (OSError, RuntimeError) as error:  # RuntimeError: symbolic links that form a loop
            raise Unusable(f"{path} can't be created ({getattr(error, 'strerror', None) or error})") from error
        except sqlite3.Error as error:
            raise Unusable(f"{path} can't be used to store tables ({error})") from error
        if os.name == "posix" and path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
            logger.warning("anyone can read this file, including the seeds of running games", extra={"file": path})
        until_all_is_well.pop_all()
        return Connections(lock, *connections)


def is_busy(error: BaseException) -> bool:
    """Whether the error means that another program has the file locked."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def _make_private(path: Path) -> None:
    """Create the file for its owner only. An existing file keeps its mode: someone may have chosen it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        if not path.is_file():
            raise Unusable(f"{path} is {'a folder' if path.is_dir() else 'a device'}, not a file")
        return
    # Only ever a new file: closing one that SQLite has open elsewhere in this process would release SQLite's locks.
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").fetchall()
    (kept,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if kept != "wal":
        raise Unusable(f"{path} is on a file system without write-ahead logging; use a local disk")
