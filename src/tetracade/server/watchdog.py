"""A watchdog for the event loop: how long it has paused at most, and what it was doing then.

The loop notes the time every so often. If a note is late, a thread looks at what the loop is doing. So we know the
cause of every pause: a command, a write, the garbage collector, or a machine that is too busy.
"""

import gc
import logging
import sys
import threading
import time
from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from pathlib import Path
from types import FrameType
from typing import NamedTuple

BEAT = 0.02
"""Seconds between the loop's notes."""
LATE = 0.03
"""Seconds of delay after which the thread looks at what is holding up the loop."""
WORTH_TELLING = 0.1
"""Pauses of this many seconds or more are logged."""
WINDOW = 3600.0
"""Only pauses of the last hour are reported: a long one at the start must not hide all later ones."""
PACKAGE = Path(__file__).parents[1]

logger = logging.getLogger("tetracade.watchdog")


class Pause(NamedTuple):
    """One pause of the loop."""

    at: float
    seconds: float
    computing: float
    """How many of these seconds the loop's thread ran; the rest it waited for a disk, a lock or a processor."""
    cause: str


class Watchdog:
    """Watches the loop it was started in, until it is stopped."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._thread = threading.get_ident()
        self._beat = time.perf_counter()
        self._ran = time.thread_time()
        self._cause = ""
        self._collecting_since = 0.0
        self._collected = 0.0
        """Seconds spent on garbage collection since the last note."""
        self._over = threading.Event()
        self._pauses: deque[Pause] = deque()
        """The longest first; each is later than the one before it."""
        gc.callbacks.append(self._collector)
        self._timer: TimerHandle = loop.call_later(BEAT, self._note)
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    @property
    def longest(self) -> Pause:
        """The longest pause of the last hour; a pause of 0 seconds if there was none."""
        while self._pauses and time.perf_counter() - self._pauses[0].at > WINDOW:
            self._pauses.popleft()
        return self._pauses[0] if self._pauses else Pause(0.0, 0.0, 0.0, "")

    def stop(self) -> None:
        """Stop watching."""
        self._timer.cancel()
        self._over.set()
        gc.callbacks.remove(self._collector)

    def _note(self) -> None:
        """Note the time, and the pause if there was one. Runs in the loop."""
        now, ran = time.perf_counter(), time.thread_time()
        late = now - self._beat - BEAT
        if late >= LATE:
            cause = "collecting garbage" if self._collected > late / 2 else self._cause or "not seen"
            self._keep(Pause(now, late, ran - self._ran, cause))
        self._beat, self._ran, self._cause, self._collected = now, ran, "", 0.0
        self._timer = self._loop.call_later(BEAT, self._note)

    def _keep(self, pause: Pause) -> None:
        while self._pauses and self._pauses[-1].seconds <= pause.seconds:
            self._pauses.pop()
        self._pauses.append(pause)
        if pause.seconds >= WORTH_TELLING:
            extra = {"seconds": f"{pause.seconds:.3f}", "computing": f"{pause.computing:.3f}", "cause": pause.cause}
            logger.warning("the loop paused", extra=extra)

    def _watch(self) -> None:
        """Look at what the loop is doing when its note is late, and again while a pause goes on. Runs in a thread."""
        while not self._over.wait(BEAT):
            beat = self._beat
            if time.perf_counter() - beat < BEAT + LATE:
                continue
            seen = _place(sys._current_frames().get(self._thread))
            if self._beat == beat:  # otherwise the pause is over, and this is something else
                self._cause = self._cause or seen

    def _collector(self, phase: str, _: dict[str, int]) -> None:
        """Called by the garbage collector, in whichever thread it runs; while it does, no other thread can look."""
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._collecting_since = time.perf_counter()
        else:
            self._collected += time.perf_counter() - self._collecting_since


def _place(frame: FrameType | None) -> str:
    """Return where in the package this is, innermost function first, preceded by what it called outside."""
    names: list[str] = []
    outside = ""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if PACKAGE in path.parents:
            names.append(
                f"{path.relative_to(PACKAGE).with_suffix('').as_posix().replace('/', '.')}.{frame.f_code.co_name}"
            )
        elif not names and not outside:
            outside = f"{path.stem}.{frame.f_code.co_name}"
        frame = frame.f_back
    if not names:
        return outside or "not seen"
    return " in ".join(([outside] if outside else []) + names[:3])
