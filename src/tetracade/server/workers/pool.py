"""Pool that work for the server, so that its loop need not: each job has a deadline, and a process that hangs or
dies is replaced. Jobs and answers are lines.
"""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from typing import TypeVar

LINE_LIMIT = 1 << 26
START_SECONDS = 120.0
"""A process's first answer may take this much longer: it imports and compiles."""

T = TypeVar("T")

logger = logging.getLogger("tetracade.processes")


class NoAnswer(Exception):
    """The process hung, died, or answered something else."""


class Turns:
    """Lets so many go on at a time; of those who wait, the urgent go first."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._urgent: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    async def take(self, urgent: bool) -> None:
        """Wait until it is one's turn."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._others).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came and nobody is there to use it
                self.give()
            raise

    def give(self) -> None:
        """Let the next one go on."""
        for waiting in (self._urgent, self._others):
            while waiting:
                turn = waiting.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


class _Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.warm = False


class Pool:
    """A number of processes that run the same module; each starts when there is work for it."""

    def __init__(self, module: str, arguments: tuple[str, ...], most: int, seconds: float) -> None:
        self._command = (sys.executable, "-m", module, *arguments)
        self._seconds = seconds
        self._turns = Turns(most)
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._closing = False

    async def ask(self, job: bytes, read: Callable[[bytes], T], urgent: bool = True) -> T:
        """What ``read`` makes of the answer to a job.

        NoAnswer if the process hung or died, or if ``read`` found it wrong (a ValueError); then it is replaced.
        """
        await self._turns.take(urgent)
        try:
            return await self._asked(job, read)
        finally:
            self._turns.give()

    async def _asked(self, job: bytes, read: Callable[[bytes], T]) -> T:
        worker: _Worker | None = None
        try:
            if self._closing:
                raise EOFError
            worker = await self._worker()
            if self._closing:  # while it was starting
                raise EOFError
            async with asyncio.timeout(self._seconds if worker.warm else self._seconds + START_SECONDS):
                answer = read(await self._answer(worker, job))
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            if worker is not None:
                await self._end(worker)
            if not self._closing:
                logger.warning("process replaced", extra={"why": type(error).__name__, "runs": self._command[2]})
            raise NoAnswer from error
        except asyncio.CancelledError:
            if worker is not None:
                await self._end(worker)
            raise
        worker.warm = True
        self._free.append(worker)
        return answer

    async def _answer(self, worker: _Worker, job: bytes) -> bytes:
        stdin, stdout = worker.process.stdin, worker.process.stdout
        if stdin is None or stdout is None:
            raise EOFError
        stdin.write(job + b"\n")
        await stdin.drain()
        line = await stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return line

    async def _worker(self) -> _Worker:
        while self._free:
            worker = self._free.pop()
            if worker.process.returncode is None:
                return worker
            self._all.discard(worker)
        # In a session of its own it does not hear of Ctrl+C: the server does, and ends it.
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT, start_new_session=True
        )
        worker = _Worker(process)
        self._all.add(worker)
        return worker

    async def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    async def end_idle(self) -> None:
        """End the processes that have nothing to do; others start when there is work again."""
        idle, self._free = self._free, []
        for worker in idle:
            await self._end(worker)

    async def close(self) -> None:
        """End all processes; what is under way gets no answer."""
        self._closing = True
        for worker in list(self._all):
            await self._end(worker)
        self._free.clear()
