"""Processes that work for the server, so that its loop need not. Jobs and answers are lines.

A process that hangs, dies, is stopped, or answers something else is ended; whoever asked starts another.
"""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import TypeVar

from tetracade.server.workers.jobs import BEAT, READY

LINE_LIMIT = 1 << 26
START_SECONDS = 120.0
"""Until a process is ready it may take this much longer: it imports and compiles."""
FIRST_SIGN_SECONDS = 60.0
"""Seconds it may import before its first sign of life."""
SILENCE_SECONDS = 5.0
"""A busy process that gives no sign of life for this many seconds counts as stopped."""

T = TypeVar("T")

logger = logging.getLogger("tetracade.processes")


class NoAnswer(Exception):
    """The process hung, died, was stopped, or answered something else."""


def note_replaced(module: str, error: NoAnswer) -> None:
    """Log that a process is of no use any more."""
    logger.warning("process replaced", extra={"why": str(error), "runs": module})


class Worker:
    """One process that runs a module of ours."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self._ready = False
        self._alive = False
        self.gone = asyncio.ensure_future(process.wait())

    @classmethod
    async def start(cls, module: str, arguments: tuple[str, ...]) -> "Worker":
        """A new process."""
        # In a session of its own it does not hear of Ctrl+C: the server does, and ends it.
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT, start_new_session=True
        )
        return cls(process)

    async def ask(self, job: bytes, read: Callable[[bytes], T], seconds: float) -> T:
        """What ``read`` makes of the answer to a job.

        NoAnswer if none comes in time, or if ``read`` found it wrong (a ValueError): then the process is of no use.
        """
        stdin = self.process.stdin
        try:
            if stdin is None or self.gone.done():
                raise EOFError
            async with asyncio.timeout(seconds if self._ready else seconds + START_SECONDS):
                stdin.write(job + b"\n")
                await stdin.drain()
                return read(await self._answer())
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            raise NoAnswer(type(error).__name__) from error

    async def _answer(self) -> bytes:
        stdout = self.process.stdout
        while stdout is not None:
            async with asyncio.timeout(SILENCE_SECONDS if self._alive else FIRST_SIGN_SECONDS):
                line = await stdout.readline()
            if not line.endswith(b"\n"):
                break
            self._alive = True
            self._ready = self._ready or line == READY
            if line not in (BEAT, READY):
                return line
        raise EOFError

    async def end(self) -> None:
        """End the process at once, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.gone


class Pool:
    """A number of processes that run the same module, for jobs of one go; each starts when there is work for it."""

    def __init__(self, module: str, arguments: tuple[str, ...], most: int, seconds: float) -> None:
        self._module = module
        self._arguments = arguments
        self._seconds = seconds
        self._turns = asyncio.Semaphore(most)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._closing = False

    async def ask(self, job: bytes, read: Callable[[bytes], T]) -> T:
        """What ``read`` makes of the answer to a job.

        NoAnswer if the process hung or died, or if ``read`` found it wrong (a ValueError); then it is replaced.
        """
        async with self._turns:
            if self._closing:
                raise NoAnswer
            worker = self._free.pop() if self._free else await Worker.start(self._module, self._arguments)
            self._all.add(worker)
            try:
                if self._closing:  # while it was starting
                    raise NoAnswer
                answer = await worker.ask(job, read, self._seconds)
            except BaseException as error:
                await self._end(worker)
                if isinstance(error, NoAnswer) and not self._closing:
                    note_replaced(self._module, error)
                raise
            self._free.append(worker)
            return answer

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.end()

    async def end_idle(self) -> None:
        """End the processes that have nothing to do; others start when there is work again."""
        idle, self._free = self._free, []
        for worker in idle:
            await self._end(worker)

    async def close(self) -> None:
        """End all processes; what is under way gets no answer."""
        self._closing = True
        self._free.clear()
        for worker in list(self._all):
            await self._end(worker)
