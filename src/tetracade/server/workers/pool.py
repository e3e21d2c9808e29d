"""Processes that take work off the server's event loop. Jobs and answers are lines of text.

A process that hangs, dies, is stopped or gives a wrong answer is ended, and whoever asked starts another.
"""

import asyncio
import logging
import sys
from collections.abc import Callable
from typing import TypeVar

from tetracade.server.workers import child
from tetracade.server.workers.jobs import BEAT, READY

START_SECONDS = 120.0
"""Extra time for a process that isn't ready yet, because it may still be importing and compiling."""
FIRST_SIGN_SECONDS = 60.0
"""Seconds a new process may take to import before its first sign of life."""
SILENCE_SECONDS = 5.0
"""A busy process without a sign of life for this many seconds is taken to be stopped."""

T = TypeVar("T")

logger = logging.getLogger("tetracade.processes")


class NoAnswer(Exception):
    """The process could not be started, hung, died, was stopped or gave a wrong answer."""


def note_replaced(module: str, error: NoAnswer) -> None:
    """Log that a process had to be replaced."""
    logger.warning("process replaced", extra={"why": str(error), "runs": module})


class Worker:
    """One process that runs one of our modules."""

    def __init__(self, process: child.Child) -> None:
        self.process = process
        self._ready = False
        self._alive = False

    @classmethod
    async def start(cls, module: str, arguments: tuple[str, ...]) -> "Worker":
        """Start a process and return it."""
        return cls(await child.start([sys.executable, "-m", module, *arguments]))

    @property
    def gone(self) -> "asyncio.Future[None]":
        """Done when the process has ended."""
        return self.process.gone

    async def ask(self, job: bytes, read: Callable[[bytes], T], seconds: float) -> T:
        """Send a job and return what ``read`` makes of the answer.

        Raises NoAnswer if there is none in time or ``read`` rejects it with a ValueError; end the process then.
        """
        writer = self.process.writer
        try:
            if self.gone.done():
                raise EOFError
            async with asyncio.timeout(seconds if self._ready else seconds + START_SECONDS):
                writer.write(job + b"\n")
                await writer.drain()
                return read(await self._answer())
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            raise NoAnswer(type(error).__name__) from error

    async def _answer(self) -> bytes:
        while True:
            async with asyncio.timeout(SILENCE_SECONDS if self._alive else FIRST_SIGN_SECONDS):
                line = await self.process.reader.readline()
            if not line.endswith(b"\n"):
                raise EOFError
            self._alive = True
            self._ready = self._ready or line == READY
            if line not in (BEAT, READY):
                return line

    async def end(self) -> None:
        """End the process at once, whatever it does."""
        await self.process.end()


class Pool:
    """Processes that run the same module, for jobs done in one go. Each is started when there is work for it."""

    def __init__(self, module: str, arguments: tuple[str, ...], most: int, seconds: float) -> None:
        self._module = module
        self._arguments = arguments
        self._seconds = seconds
        self._turns = asyncio.Semaphore(most)
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._closing = False

    async def ask(self, job: bytes, read: Callable[[bytes], T]) -> T:
        """Send a job to a free process and return what ``read`` makes of the answer.

        Raises NoAnswer if no process could be started, if it hung or died, or if ``read`` rejected the answer with a
        ValueError; the process is then replaced.
        """
        async with self._turns:
            if self._closing:
                raise NoAnswer
            worker = await self._free_or_new()
            self._all.add(worker)
            try:
                if self._closing:  # closed while the process was starting
                    raise NoAnswer
                answer = await worker.ask(job, read, self._seconds)
            except BaseException as error:
                await self._end(worker)
                if isinstance(error, NoAnswer) and not self._closing:
                    note_replaced(self._module, error)
                raise
            self._free.append(worker)
            return answer

    async def _free_or_new(self) -> Worker:
        """A process to ask: a free one that is still there, else a new one."""
        while self._free:
            worker = self._free.pop()
            if not worker.gone.done():
                return worker
            note_replaced(self._module, NoAnswer("ended while idle"))
            await self._end(worker)
        try:
            return await Worker.start(self._module, self._arguments)
        except OSError as error:
            logger.exception("couldn't start a process", extra={"runs": self._module})
            raise NoAnswer(type(error).__name__) from error

    async def _end(self, worker: Worker) -> None:
        self._all.discard(worker)
        await worker.end()

    async def end_idle(self) -> None:
        """End the idle processes; new ones start when there is work again."""
        idle, self._free = self._free, []
        for worker in idle:
            await self._end(worker)

    async def close(self) -> None:
        """End all processes; unfinished jobs get no answer."""
        self._closing = True
        self._free.clear()
        for worker in list(self._all):
            await self._end(worker)
