"""Who looks at a table, and the one connection they look through."""

import asyncio
from collections import deque
from dataclasses import dataclass

from tetracade.engine.contract import SPECTATOR
from tetracade.server import protocol as p
from tetracade.table.seating import NOBODY


@dataclass(frozen=True)
class Who:
    """What a key allows at a table."""

    holder: int = NOBODY
    may_sit: bool = False
    may_watch: bool = False

    @property
    def host(self) -> bool:
        """Whether this is who created the table."""
        return self.holder == 0


class Viewer:
    """One connection: what it looks with, and what waits to be sent. A reader too slow is cut off, not waited for."""

    def __init__(self, who: Who, detail: p.Detail, eye: int | None, queue_bytes: int) -> None:
        self.who = who
        self.detail: p.Detail = detail
        self.eye = eye
        self.slow = False
        self._most = queue_bytes
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._ready = asyncio.Event()
        self.closed = False

    @property
    def looks_as(self) -> int:
        """The seat whose view is sent, or SPECTATOR."""
        return SPECTATOR if self.eye is None else self.eye

    def push(self, frame: bytes) -> None:
        """Queue a frame; where too much waits already, give the connection up."""
        if self.closed:
            return
        self._bytes += len(frame)
        if self._bytes > self._most:
            self.slow = True
            self.close()
            return
        self._waiting.append(frame)
        self._ready.set()

    def push_all(self, frames: list[bytes]) -> None:
        """Queue several frames."""
        for frame in frames:
            self.push(frame)

    def close(self) -> None:
        """Let the sender end."""
        self.closed = True
        self._ready.set()

    async def next_frames(self) -> list[bytes]:
        """What waits to be sent, once there is something; empty when the connection is to end."""
        while not self._waiting and not self.closed:
            self._ready.clear()
            await self._ready.wait()
        frames = list(self._waiting)
        self._waiting.clear()
        self._bytes = 0
        return [] if self.slow else frames
