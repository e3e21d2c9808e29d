"""Tasks on this machine: in this process, or in one process per core."""

import itertools
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from types import TracebackType

from tetracade.engine.boxes import VARIABLE
from tetracade.lab.arena import end_with_parent
from tetracade.lab.tasks import Done, Identity, Task, do, identity_of

AHEAD = 2
"""Tasks given out for each place, so that nobody waits."""


def begin_worker(box: str | None) -> None:
    """In a new process: choose the box before any game is loaded, and end when the parent does."""
    if box is not None:
        os.environ[VARIABLE] = box
    end_with_parent()


class Here:
    """Does tasks in this process, one after another."""

    places = 1

    def identity(self, game: str) -> Identity:
        """What games are played by here."""
        return identity_of(game)

    def run(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Do the tasks."""
        for task in tasks:
            yield do(task)


class Processes:
    """Does tasks in processes of their own, with this process's boxes or with others; use it in a ``with``."""

    def __init__(self, places: int | None = None, box: str | None = None) -> None:
        self.places = places or os.cpu_count() or 1
        self._pool = ProcessPoolExecutor(
            self.places, multiprocessing.get_context("spawn"), initializer=begin_worker, initargs=(box,)
        )

    def __enter__(self) -> "Processes":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def identity(self, game: str) -> Identity:
        """What games are played by there."""
        return self._pool.submit(identity_of, game).result()

    def run(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Do the tasks, as many at once as there are places."""
        running: set[Future[Done]] = {
            self._pool.submit(do, task) for task in itertools.islice(tasks, self.places * AHEAD)
        }
        while running:
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
            running |= {self._pool.submit(do, task) for task in itertools.islice(tasks, len(ready))}
