"""The other end of ``processes``: a process that reads jobs from its standard input and writes the answers to its
standard output, one a line.
"""

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import NoReturn


def _read(jobs: "queue.SimpleQueue[bytes]") -> None:
    """Pass jobs on; end the process with its input, whatever it is doing: the server is gone then."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


def answer_jobs(answer: Callable[[bytes], bytes]) -> NoReturn:
    """Answer jobs until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr  # what else is printed must not stand between the answers
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    while True:
        answers.write(answer(jobs.get()) + b"\n")
        answers.flush()
