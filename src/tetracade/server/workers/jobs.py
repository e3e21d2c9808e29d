"""The other end of ``pool``: a process that reads jobs from its standard input and writes the answers to its standard
output, one a line. While it works it gives signs of life, so that one that was stopped can be told from a busy one.
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
"""Said once all is compiled and loaded."""
BEAT_SECONDS = 0.5


class _Answers:
    """Where answers are written, and signs of life between them."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        self._writing = threading.Lock()
        self.working = threading.Event()

    def write(self, line: bytes) -> None:
        """Write a line at once."""
        with self._writing:
            self._out.write(line)
            self._out.flush()

    def beat(self) -> None:
        """Give signs of life while there is work."""
        pause = threading.Event()
        while True:
            self.working.wait()
            self.write(BEAT)
            pause.wait(BEAT_SECONDS)


def _read(jobs: "queue.SimpleQueue[bytes]") -> None:
    """Pass jobs on; end the process with its input, whatever it is doing, because then the server is gone."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


def answer_jobs(answer: Callable[[bytes], bytes], getting_ready: Iterator[None] | None = None) -> NoReturn:
    """Answer jobs until the input ends; before and between the first, get ready step by step, or else by the first."""
    answers = _Answers()
    sys.stdout = sys.stderr  # what else is printed must not stand between the answers
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
