"""Limits the bots' share of the event loop: they move one at a time, and people's commands come in between.

A bot's move is checked, stored and shown like any command, but it isn't rate-limited. So after each one the loop turns
to what people have sent, and bots at tables where no one is waiting get at most a quarter of the loop's time.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tetracade.server.workers.shares import Claim, Shares

PARTS = {True: 0.5, False: 0.25}
"""The share of the loop's time for bots that a person is waiting for, and for the others."""


class Turns:
    """Grants turns in the event loop, one at a time, in fair shares."""

    def __init__(self) -> None:
        self._waiting: Shares[asyncio.Future[bool]] = Shares()
        self._free_at = {True: 0.0, False: 0.0}
        self._taken = False
        self._next: asyncio.Handle | None = None
        self._clock = time.perf_counter

    @asynccontextmanager
    async def turn(self, claim: Claim) -> AsyncIterator[None]:
        """Wait for a turn. The code that runs in it should not wait for anything else."""
        granted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.add(granted, claim)
        self._look_soon()
        try:
            urgent = await granted
        except asyncio.CancelledError:
            if not self._waiting.discard(granted):  # the turn came, but no one is left to use it
                self._give_back(urgent=True, seconds=0.0)
            raise
        began = self._clock()
        try:
            yield
        finally:
            self._give_back(urgent, self._clock() - began)

    def _give_back(self, urgent: bool, seconds: float) -> None:
        """End the turn. The next of its kind has to wait until this one has kept to its share of the loop."""
        loop = asyncio.get_running_loop()
        self._free_at[urgent] = loop.time() + seconds * (1 / PARTS[urgent] - 1)
        self._taken = False
        self._look_soon()

    def _look_soon(self) -> None:
        """Look for the next turn once the loop has dealt with what people sent."""
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
