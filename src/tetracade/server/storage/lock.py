"""The lock that lets only one server use a file of tables. It is on the file itself, whatever name it's opened by.

Two servers would each hold tables in memory that the other one changes. If the file goes by two names (a hard link, a
rename), SQLite doesn't notice either, because it looks for its log of writes next to the name. So we lock one byte far
beyond the end of the file, where neither SQLite nor a reader ever looks. Bot processes don't inherit the lock, and it
goes away with this process, even on kill -9.
"""

import os
import struct
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PLACE = 1 << 61
"""The position of the locked byte. SQLite's own locks are at 1 << 30."""
PAUSE = 0.02


class InUse(Exception):
    """Another process holds the lock."""


class FileLock:
    """The lock, held from creation until ``close``.

    On POSIX, closing any handle of a file releases this process's SQLite locks on it, so close this one last.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            self._take(time.monotonic() + seconds)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock."""
        os.close(self._handle)

    def _take(self, end: float) -> None:
        """Acquire the lock as soon as it is free; raise InUse if it isn't by ``end``."""
        while not _locked(self._handle):
            if time.monotonic() > end:
                raise InUse
            time.sleep(PAUSE)


if sys.platform == "win32":

    def _locked(handle: int) -> bool:
        os.lseek(handle, PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

elif sys.platform == "linux":

    def _locked(handle: int) -> bool:
        # The lock belongs to the handle: one of the process would go when SQLite closes a handle of the same file.
        wanted = struct.pack("@hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, PLACE, 1, 0)
        try:
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, wanted)
        except (BlockingIOError, PermissionError):
            return False
        return True

else:

    def _locked(handle: int) -> bool:
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, PLACE)
        except (BlockingIOError, PermissionError):
            return False
        return True
