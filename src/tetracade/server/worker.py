"""A bot process: reads jobs from its standard input, writes the chosen actions to its standard output, one a line.

It gets a record in which all the seat cannot know is drawn anew, so there is nothing to peek at.
"""

import importlib
import os
import queue
import sys
import threading
from typing import Any

import msgspec
from msgspec import Struct

from tetracade.server import catalogue
from tetracade.table.told import table_at


class Job(Struct, kw_only=True):
    """What to choose for."""

    id: int
    game: str
    seats: int
    options: dict[str, Any]
    state: bytes
    seat: int
    level: int
    seed: int


class Choice(Struct, kw_only=True):
    """What the bot would do; -1 where it failed."""

    id: int
    action: int
    error: str = ""


def chosen(job: Job, make: Any) -> int:
    """The action that the bot chooses."""
    game = catalogue.find(job.game)
    table = table_at(game, job.seats, job.options, job.state, job.seed)
    return int(make(game, job.level).choose(table, job.seat).id)


def _read(jobs: "queue.SimpleQueue[bytes]") -> None:
    """Pass jobs on; end the process with its input, whatever a bot is doing: the server is gone then."""
    for line in sys.stdin.buffer:
        jobs.put(line)
    os._exit(0)


def main() -> None:
    """Serve jobs until the input ends."""
    module, _, name = sys.argv[1].partition(":")
    for place in sys.argv[2:]:
        catalogue.add(place)
    make = getattr(importlib.import_module(module), name)
    decoder = msgspec.json.Decoder(Job)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    sys.stdout = sys.stderr  # what a bot prints must not stand between the answers
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    while True:
        job = decoder.decode(jobs.get())
        try:
            choice = Choice(id=job.id, action=chosen(job, make))
        except Exception as error:  # whatever goes wrong in a bot, its process serves the next job
            choice = Choice(id=job.id, action=-1, error=type(error).__name__)
        answers.write(msgspec.json.encode(choice) + b"\n")


if __name__ == "__main__":
    main()
