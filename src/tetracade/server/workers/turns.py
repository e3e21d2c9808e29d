"""The event loop's time that bots may have: their moves happen one at a time, and commands come in between.

A bot's move is checked, stored and told like any command, but no rate limits it. So after each one the loop looks for
what people sent, and bots at tables where nobody waits have a quarter of the loop's time at most.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tetracade.server.workers.shares import Claim, Shares

PARTS = {True: 0.5, False: 0.25}
"""The part of the loop's time that bots may have for whom a person waits, and others."""


class Turns:
    """Turns in the event loop, one at a time, by fair shares."""

    def __init__(self) -> None:
        self._waiting: Shares[asyncio.Future[bool]] = Shares()
        self._free_at = {True: 0.0, False: 0.0}
        self._taken = False
        self._next: asyncio.Handle | None = None
        self._clock = time.perf_counter

    @asynccontextmanager
    async def turn(self, claim: Claim) -> AsyncIterator[None]:
        """Wait for a turn; what is done within it should not wait for anything else."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.add(granted, claim)
        self._look_soon()
        try:
            urgent = await granted
        except asyncio.CancelledError:
            if not self._waiting.discard(granted):  # it came and nobody is there to use it
                self._give_back(urgent=True, seconds=0.0)
            raise
        began = self._clock()
        try:
            yield
        finally:
            self._give_back(urgent, self._clock() - began)

    def _give_back(self, urgent: bool, seconds: float) -> None:
        """End the turn; the next of its kind comes when this one's part of the loop's time is over."""
        loop = asyncio.get_running_loop()
        self._free_at[urgent] = loop.time() + seconds * (1 / PARTS[urgent] - 1)
        self._taken = False
        self._look_soon()

    def _look_soon(self) -> None:
        """Look for the next turn once the loop has seen to what people sent."""
        if self._taken:
            return
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._next = None
        loop = asyncio.get_running_loop()
        kinds = [urgent for urgent in (True, False) if self._waiting.any(urgent)]
        for urgent in kinds:
            if self._free_at[urgent] <= loop.time():
                granted = self._waiting.take(urgent)
                if granted is not None:
                    self._taken = True
                    granted.set_result(urgent)
                return
        if kinds:
            self._next = loop.call_at(min(self._free_at[urgent] for urgent in kinds), self._look)
