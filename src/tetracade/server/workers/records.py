"""Reads the records that strangers send in, in a separate process that ends when there is nothing left to read."""

import asyncio
from collections import Counter

import msgspec

from tetracade.server import catalogue
from tetracade.server.settings import Settings
from tetracade.server.workers.pool import NoAnswer, Pool
from tetracade.server.workers.record_worker import Found, Reading
from tetracade.table.seating import Denied

EACH = 4
"""How many records one address may have read at a time."""
MOST = 32
"""How many records may be in progress altogether."""
REST_SECONDS = 60.0


class Records:
    """The process that reads records."""

    def __init__(self, settings: Settings, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pool = Pool("tetracade.server.workers.record_worker", settings.more_games, 1, settings.record_seconds)
        self._decoder = msgspec.json.Decoder(Found)
        self._under_way: Counter[str] = Counter()
        self._jobs = 0
        self._rest: asyncio.TimerHandle | None = None
        self._resting: asyncio.Task[None] | None = None

    async def read(self, address: str, record: bytes, eye: int | None, drawn: bool = False) -> bytes:
        """Return what the record shows this viewer, or the verdict if ``eye`` is None, as JSON; or raise Denied."""
        if self._under_way[address] >= EACH:
            raise Denied("too_many", "Your other records come first. Wait for them.")
        if self._under_way.total() >= MOST:
            raise Denied("full", "Too many records are being read. Try again later.")
        self._under_way[address] += 1
        try:
            found = await self._found(record, eye, drawn)
        except NoAnswer:
            raise Denied("full", "The record couldn't be read in time. Try again later.") from None
        finally:
            self._under_way -= Counter({address: 1})  # subtracting this way also drops addresses that are down to none
            self._rest_later()
        if found.fault:
            raise RuntimeError(found.fault)
        if found.code:
            raise Denied(found.code, found.reason)
        return bytes(found.body)

    async def _found(self, record: bytes, eye: int | None, drawn: bool) -> Found:
        self._jobs += 1
        job = Reading(id=self._jobs, record=record, boxes=catalogue.box_marks(), eye=eye, drawn=drawn)

        def read(line: bytes) -> Found:
            found = self._decoder.decode(line)
            if found.id != job.id:
                raise ValueError("an answer to another job")
            return found

        return await self._pool.ask(msgspec.json.encode(job), read)

    def _rest_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._rest = self._loop.call_later(REST_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        self._resting = self._loop.create_task(self._pool.end_idle())

    async def close(self) -> None:
        """End the process; unfinished records get no answer."""
        if self._rest is not None:
            self._rest.cancel()
        await self._pool.close()
