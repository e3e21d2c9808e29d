"""The bot processes: jobs go to whichever is free, each with a deadline; one that hangs or dies is replaced."""

import asyncio
import contextlib
import logging
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque

import msgspec

from tetracade.engine.chance import generator
from tetracade.engine.kernel import kernel_of
from tetracade.server.metrics import Metrics
from tetracade.server.settings import Settings
from tetracade.server.worker import Choice, Job
from tetracade.table.table import Table

LINE_LIMIT = 1 << 20
START_SECONDS = 120.0
"""A process's first answer may take this much longer: it imports and compiles."""

logger = logging.getLogger("tetracade.bots")


def redealt(table: Table, seat: int, seed: int) -> bytes:
    """The table's record with all the seat cannot know drawn anew."""
    kernel = kernel_of(table.game)
    states = kernel.states()
    states[0] = table.state
    kernel.redeal(states[0], seat, generator(seed))
    return bytes(states.tobytes())


def at_a_glance(table: Table, seat: int, legal: list[int] | None = None) -> int:
    """The action that looks best at once, by the game's own rating; equals are drawn by lot."""
    kernel = kernel_of(table.game)
    seed = secrets.randbits(62)
    states = kernel.states()
    states[0] = table.state
    kernel.redeal(states[0], seat, generator(seed))
    legal = legal or kernel.legal(table.state, seat)
    ratings = kernel.rate(states[0], seat, legal)
    best = [action for action, rating in zip(legal, ratings, strict=True) if rating == max(ratings)]
    return secrets.choice(best)


class _Worker:
    """One bot process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.warm = False


class Bots:
    """A number of bot processes. Without any, bots act at a glance."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._wanted = settings.workers
        self._seconds = settings.bot_seconds
        self._arguments = (settings.bot, *settings.more_games)
        self._metrics = metrics
        self._free: deque[_Worker] = deque()
        self._all: set[_Worker] = set()
        self._slots = asyncio.Semaphore(max(settings.workers, 1))
        self._decoder = msgspec.json.Decoder(Choice)
        self._jobs = 0
        self._closing = False

    async def choose(self, table: Table, seat: int, level: int) -> int:
        """What the bot of this level does; whatever happens to its process, an answer comes."""
        if self._wanted == 0:
            return at_a_glance(table, seat)
        self._jobs += 1
        job = Job(
            id=self._jobs,
            game=table.game.name,
            seats=table.seats,
            options=table.options,
            state=redealt(table, seat, secrets.randbits(62)),
            seat=seat,
            level=level,
            seed=secrets.randbits(62),
        )
        legal = kernel_of(table.game).legal(table.state, seat)
        glance = at_a_glance(table, seat)
        async with self._slots:
            action = await self._asked(job)
        if action not in legal:
            self._metrics.count("bot_fallbacks")
            return glance
        return action

    async def _asked(self, job: Job) -> int:
        worker: _Worker | None = None
        try:
            worker = await self._worker()
            allowed = self._seconds if worker.warm else self._seconds + START_SECONDS
            async with asyncio.timeout(allowed):
                choice = await self._answer(worker, job)
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            if worker is not None:
                await self._end(worker)
            if not self._closing:
                logger.warning("bot process replaced", extra={"why": type(error).__name__, "game": job.game})
            self._metrics.count("bot_replaced")
            return -1
        except asyncio.CancelledError:
            if worker is not None:
                await self._end(worker)
            raise
        worker.warm = True
        self._free.append(worker)
        if choice.error:
            logger.warning("bot failed", extra={"why": choice.error, "game": job.game})
        return choice.action

    async def _answer(self, worker: _Worker, job: Job) -> Choice:
        stdin, stdout = worker.process.stdin, worker.process.stdout
        if stdin is None or stdout is None:
            raise EOFError
        stdin.write(msgspec.json.encode(job) + b"\n")
        await stdin.drain()
        line = await stdout.readline()
        if not line:
            raise EOFError
        choice = self._decoder.decode(line)
        if choice.id != job.id:
            raise ValueError("an answer to another job")
        return choice

    async def _worker(self) -> _Worker:
        while self._free:
            worker = self._free.popleft()
            if worker.process.returncode is None:
                return worker
            self._all.discard(worker)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tetracade.server.worker", *self._arguments, stdin=PIPE, stdout=PIPE, limit=LINE_LIMIT
        )
        worker = _Worker(process)
        self._all.add(worker)
        return worker

    async def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    async def close(self) -> None:
        """End all processes."""
        self._closing = True
        for worker in list(self._all):
            await self._end(worker)
        self._free.clear()
