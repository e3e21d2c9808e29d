"""Analyses that people ask for. A separate process works on a few at a time; what it finds is kept by digest."""

import asyncio
import contextlib
import hashlib
import logging
import secrets
from collections import OrderedDict
from typing import Any

import msgspec

from tetracade.analysis.results import Decision, Luck
from tetracade.server.settings import Settings
from tetracade.server.workers.analysis_worker import Slice, Worked
from tetracade.server.workers.pool import NoAnswer, Pool
from tetracade.table.seating import Denied

EACH = 2
"""Analyses that one address may have under way."""
MOST = 16
"""Analyses that all may have under way."""
SLICE_SECONDS = 0.5
"""Work between two looks at who else waits; on a busy machine a slice takes longer."""
JOB_SECONDS = 600.0
"""A slice that takes longer is given up, and its analysis with it. A game's first one compiles what judges it, which
takes a minute, or several on a busy machine; any other ends with the step it has begun."""
LEFT_SECONDS = 60.0
"""An analysis that nobody has asked about for so long is cancelled."""
KEPT_BYTES = 64 * 1024 * 1024
"""Finished analyses that are kept, in all."""
REST_SECONDS = 60.0

logger = logging.getLogger("tetracade.analyses")


class Progress:
    """One analysis: how far it is, and what was found."""

    def __init__(self, key: str, job: Slice, address: str, now: float) -> None:
        self.key = key
        self.job = job
        self.address = address
        self.asked = now
        self.done = 0
        self.total = 0
        self.chances: list[list[float]] = []
        self.luck: list[Luck] = []
        self.errors: list[Decision] = []
        self.body = b""
        self.denied: Denied | None = None
        self.over = asyncio.Event()
        self.task: asyncio.Task[None] | None = None


class Analyses:
    """The process that analyses games, what it works on, and what it has found."""

    def __init__(self, settings: Settings, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pool = Pool("tetracade.server.workers.analysis_worker", settings.more_games, 1, JOB_SECONDS)
        self._decoder = msgspec.json.Decoder(Worked)
        self.under_way: dict[str, Progress] = {}
        self._kept: OrderedDict[str, Progress] = OrderedDict()
        self._salt = secrets.token_hex(16)
        self._jobs = 0
        self._rest: asyncio.TimerHandle | None = None
        self._resting: asyncio.Task[None] | None = None

    def start(self, address: str, record: str, setting: str, seed: int, seat: int | None = None) -> Progress:
        """Return the analysis of this record, started now or kept from before; raise Denied if there are too many."""
        key = key_of(self._salt, record, setting, seed, seat)
        if (found := self.find(key)) is not None:
            return found
        if sum(one.address == address for one in self.under_way.values()) >= EACH:
            raise Denied("too_many", "Your other analyses come first. Wait for them.")
        if len(self.under_way) >= MOST:
            raise Denied("full", "Too many games are being analysed. Try again later.")
        self._jobs += 1
        job = Slice(id=self._jobs, key=key, record=record, setting=setting, seed=seed, seat=seat, seconds=SLICE_SECONDS)
        progress = self.under_way[key] = Progress(key, job, address, self._loop.time())
        progress.task = self._loop.create_task(self._work(progress))
        return progress

    def find(self, key: str) -> Progress | None:
        """Return the analysis with this key, under way or kept; asking for it keeps it going."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        found = self.under_way.get(key)
        if found is not None:
            found.asked = self._loop.time()
        return found

    async def cancel(self, key: str) -> None:
        """Stop working on the analysis of this key, if it is under way."""
        found = self.under_way.pop(key, None)
        if found is not None and found.task is not None:
            found.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await found.task

    async def _work(self, progress: Progress) -> None:
        try:
            while not progress.body and progress.denied is None:
                await self._slice(progress)
                if self._loop.time() - progress.asked > LEFT_SECONDS:
                    progress.denied = Denied("wrong_phase", "The analysis was cancelled because nobody waited for it.")
        finally:
            self.under_way.pop(progress.key, None)
            if progress.body:
                self._keep(progress)
            elif progress.denied is None:
                progress.denied = Denied("wrong_phase", "The analysis was cancelled.")
            progress.over.set()
            self._rest_later()

    async def _slice(self, progress: Progress) -> None:
        try:
            worked = await self._pool.ask(msgspec.json.encode(progress.job), self._reader(progress.job.id))
        except NoAnswer:
            progress.denied = Denied("full", "The game couldn't be analysed in time. Try again later.")
            return
        if worked.fault:
            logger.error("analysis failed", extra={"fault": worked.fault})
            progress.denied = Denied("full", "Something went wrong with this analysis. Try again later.")
        elif worked.code:
            progress.denied = Denied(worked.code, worked.reason)
        else:
            progress.done, progress.total = worked.done, worked.total
            progress.chances, progress.luck, progress.errors = worked.chances, worked.luck, worked.errors
            if worked.done == worked.total:
                progress.body = bytes(worked.body)

    def _reader(self, number: int) -> Any:
        def read(line: bytes) -> Worked:
            worked = self._decoder.decode(line)
            if worked.id != number:
                raise ValueError("an answer to another job")
            return worked

        return read

    def _keep(self, progress: Progress) -> None:
        progress.job.record = ""
        progress.chances, progress.luck, progress.errors = [], [], []
        self._kept[progress.key] = progress
        while sum(len(one.body) for one in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)

    def _rest_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if not self.under_way:
            self._rest = self._loop.call_later(REST_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        self._resting = self._loop.create_task(self._pool.end_idle())

    async def close(self) -> None:
        """End the process; what is under way is cancelled."""
        if self._rest is not None:
            self._rest.cancel()
        for key in list(self.under_way):
            await self.cancel(key)
        await self._pool.close()


def key_of(salt: str, record: str, setting: str, seed: int, seat: int | None) -> str:
    """The name under which an analysis is found and kept.

    Salted, so that the key of a running game doesn't confirm a guess at what others hold.
    """
    return hashlib.sha256("\0".join([salt, record, setting, str(seed), str(seat)]).encode()).hexdigest()
