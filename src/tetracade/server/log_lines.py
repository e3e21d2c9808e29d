"""The server's log: JSON lines on standard error, written by a thread.

Standard error may be a slow disk, or a pipe whose reader has stopped, and the event loop must not wait for either. If
too many lines are waiting, new ones are dropped, and a later line says how many.
"""

import logging
import queue
import sys
import threading
import time
from typing import Any, TextIO

import msgspec

MOST_WAITING = 10_000
"""How many lines may wait to be written."""
LAST_SECONDS = 2.0
"""How long to wait, when the process ends, until all lines are written."""
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class JsonLines(logging.Formatter):
    """One JSON object per line: when, what, where, and what the caller adds. Requests, and so keys, are not logged."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: str(value) for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class Beside(logging.Handler):
    """Hands lines to a thread that writes them."""

    def __init__(self, out: TextIO, most: int = MOST_WAITING) -> None:
        super().__init__()
        self._out = out
        self._lines: queue.Queue[str | threading.Event] = queue.Queue(most)
        self._left_out = 0
        self.setFormatter(JsonLines())
        threading.Thread(target=self._write, name="logging", daemon=True).start()

    def emit(self, record: logging.LogRecord) -> None:
        """Hand the line over, or drop it if too many are waiting."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._left_out += 1
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Wait until every line so far is written, but not for long: that may never happen."""
        written = threading.Event()
        try:
            self._lines.put(written, timeout=LAST_SECONDS)
        except queue.Full:
            return
        written.wait(LAST_SECONDS)

    def _write(self) -> None:
        while True:
            line = self._lines.get()
            if isinstance(line, threading.Event):
                line.set()
                continue
            left_out, self._left_out = self._left_out, 0
            if left_out:
                line += "\n" + _line(f"{left_out} lines were left out")
            try:
                self._out.write(line + "\n")
                self._out.flush()
            except (OSError, ValueError):  # no one is reading; carry on without a log
                continue


def _line(text: str) -> str:
    return JsonLines().format(logging.makeLogRecord({"name": __name__, "levelname": "WARNING", "msg": text}))


def log_json() -> None:
    """Log to standard error as JSON lines."""
    logging.basicConfig(level=logging.INFO, handlers=[Beside(sys.stderr)], force=True)
