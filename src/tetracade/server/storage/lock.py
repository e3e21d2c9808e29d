"""The lock that makes a file of tables one server's. It is on the file itself, by whatever name that is opened.

Two servers would each keep tables in memory that the other changes. Under two names, by a hard link or after a rename,
SQLite would not notice either: it keeps its log of writes beside the name. So one byte of the file is locked, far
behind its end, where neither SQLite nor anybody who reads the file looks. The lock is not inherited by bot processes
and vanishes with this one, also by kill -9.
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
"""The byte that is locked. SQLite's own locks are at 1 << 30."""
PAUSE = 0.02


class InUse(Exception):
    """Another process has the lock."""


class FileLock:
    """The lock, from its making until ``close``.

    On POSIX, closing any handle of a file undoes SQLite's locks on it in this process: close this after SQLite's.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        self._handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            self._take(time.monotonic() + seconds)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._handle)

    def _take(self, end: float) -> None:
        """Take the lock, as soon as another lets go of it; InUse if none does until ``end``."""
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
        # A lock of the handle, not of the process: SQLite closes handles of the same file, which would undo the latter.
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
