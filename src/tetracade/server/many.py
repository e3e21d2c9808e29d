"""Several server processes at one port of this machine, all on the same database.

The system deals out the connections among them. A process that ends by itself is started again; all end with this one.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import FrameType

AGAIN_SECONDS = 1.0
END_SECONDS = 20.0


class Many:
    """The processes."""

    def __init__(self, commands: Sequence[Sequence[str]]) -> None:
        self._commands = commands
        self._ending = threading.Event()
        self._running: list[subprocess.Popen[bytes]] = []

    def run(self) -> int:
        """Run them until this process is told to end; returns its exit code.

        If one can't even begin, all end with its code: the line it has printed says why.
        """
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._end)
        began = time.monotonic()
        self._running = [subprocess.Popen(command) for command in self._commands]
        code = 0
        while not self._ending.wait(0.1):
            for place, process in enumerate(self._running):
                ended = process.poll()
                if ended is None:
                    continue
                if ended == 2 and time.monotonic() - began < END_SECONDS:
                    code = ended
                    self._ending.set()
                    break
                self._ending.wait(AGAIN_SECONDS)
                if not self._ending.is_set():
                    self._running[place] = subprocess.Popen(self._commands[place])
        self._stop()
        return code

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending.set()

    def _stop(self) -> None:
        """Let all hand over their tables and end; kill those that don't within their time."""
        for process in self._running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + END_SECONDS
        for process in self._running:
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def commands_for(words: Sequence[str], count: int) -> list[list[str]]:
    """The commands that start so many processes, each with its number among them."""
    return [[sys.executable, "-m", "tetracade", *words, "--member", str(number)] for number in range(count)]
