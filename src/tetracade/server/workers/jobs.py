"""The other end of ``pool``: reads jobs from standard input and writes answers to standard output, one per line.

While a process works it sends signs of life, so that a stopped process can be told from a busy one.
"""

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from typing import NoReturn

BEAT = b"\n"
"""A sign of life."""
READY = b"ready\n"
"""Sent once everything has been compiled and loaded."""
BEAT_SECONDS = 0.5


class _Answers:
    """Writes answers, with signs of life in between."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        self._writing = threading.Lock()
        self.working = threading.Event()

    def write(self, line: bytes) -> None:
        """Write a line immediately."""
        with self._writing:
            self._out.write(line)
            self._out.flush()

    def beat(self) -> None:
        """Send signs of life while there is work."""
        pause = threading.Event()
        while True:
            self.working.wait()
            self.write(BEAT)
            pause.wait(BEAT_SECONDS)


def _read(jobs: "queue.SimpleQueue[bytes]") -> None:
    """Pass jobs on. When the input ends the server is gone, so end the process, whatever it is doing."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


def answer_jobs(answer: Callable[[bytes], bytes], getting_ready: Iterator[None] | None = None) -> NoReturn:
    """Answer jobs until the input ends, and get ready step by step in between, if there are steps to take."""
    answers = _Answers()
    sys.stdout = sys.stderr  # nothing else that is printed may end up among the answers
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    answers.working.set()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    threading.Thread(target=answers.beat, daemon=True).start()
    if getting_ready is None:
        first = answer(jobs.get())
        answers.write(READY + first + b"\n")
    else:
        for _ in getting_ready:
            while not jobs.empty():
                answers.write(answer(jobs.get()) + b"\n")
        answers.write(READY)
    while True:
        if jobs.empty():
            answers.working.clear()
        job = jobs.get()
        answers.working.set()
        answers.write(answer(job) + b"\n")
