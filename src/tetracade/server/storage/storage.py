"""What every store can do. This is all that rooms know about a store.

Writes are handed over, and whoever did so is called back, in the order of submission. No read ever blocks the event
loop.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from tetracade.server.storage.intents import Intent, Value

Done = Callable[[Exception | None], None]
Made = TypeVar("Made")


class Unusable(Exception):
    """Tables can't be stored there; the message says why, in one line."""


class Unreadable(Exception):
    """The store didn't answer. What it holds may be all right; ask again later."""


class Elsewhere(Exception):
    """Another process owns the table."""

    def __init__(self, table_id: str, address: str) -> None:
        super().__init__(f"another process owns table {table_id}")
        self.table_id = table_id
        self.address = address
        """Where that process is reached by others."""


class Deposed(Exception):
    """Another process has taken the table since; nothing was written."""


class Unknown(Exception):
    """The answer to a write was lost, so it may have been stored or not. Take the table anew, then read."""


class Peer(NamedTuple):
    """Another process that uses the same store."""

    id: str
    address: str


@dataclass
class Stored:
    """Everything that is stored about one table."""

    id: str
    created: float
    public: bool
    damaged: str
    lines: list[tuple[int, bytes, str | None, bytes]]
    """Number, hash, command, line."""
    holders: dict[int, bytes]
    seeds: dict[int, bytes]
    pledges: list[tuple[int, int, int, str]] = field(default_factory=list)
    """Number, seat, action, command."""


class Lane:
    """The writes of one live room. Once one fails, all later ones fail too, or the log would have a hole.

    A room that is loaded again gets a new lane.
    """

    def __init__(self, table_id: str = "") -> None:
        self.table_id = table_id
        self.error: Exception | None = None
        """Why no more writes are accepted."""


class Storage(ABC):
    """Where a server keeps its tables."""

    _loop: asyncio.AbstractEventLoop

    shared = False
    """Whether other processes may use the store at the same time, so that tables have owners."""

    def run_in(self, loop: asyncio.AbstractEventLoop) -> None:
        """Write and call back in this loop. (A store is made before there is a loop.)"""
        self._loop = loop

    # ---- writing ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def submit(self, intents: Iterable[Intent], done: Done, lane: Lane | None = None) -> None:
        """Write these, all or nothing; ``done`` is called with None once they are durable, or with the error."""

    @abstractmethod
    def submit_long(self, intents: Iterable[Intent], done: Done) -> None:
        """Like ``submit``, for writes that may take a while: each is done alone, taking turns with the others."""

    @abstractmethod
    def flying(self, lane: Lane) -> bool:
        """Whether one of the lane's writes is still under way, so that reading now might miss it."""

    @abstractmethod
    async def close(self) -> None:
        """Write everything that is waiting, call everyone back, and close the store."""

    async def write(self, intents: Iterable[Intent]) -> None:
        """Write these, and return once they are durable."""
        waiting: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if waiting.done():
                return
            if error is None:
                waiting.set_result(None)
            else:
                waiting.set_exception(error)

        self.submit(intents, done)
        await waiting

    # ---- owning tables ---------------------------------------------------------------------------------------------

    def lane_of_new(self, table_id: str) -> Lane:
        """The lane for a table that is set up here."""
        return Lane(table_id)

    async def take(self, table_id: str) -> Lane:
        """Become the table's owner, and return the lane to write through; Elsewhere if another process is its owner.

        Whatever is read after this stays true until the lane is told otherwise.
        """
        return Lane(table_id)

    async def lost(self, lanes: Iterable[Lane]) -> list[Lane]:
        """Those of these lanes whose tables have been taken by other processes."""
        return []

    async def beat(self, address: str) -> bool:
        """Tell the other processes that this one is alive at the address; return whether that was late."""
        return False

    async def peers(self) -> list[Peer]:
        """The other processes that are alive."""
        return []

    async def end_lease(self, address: str) -> bool:
        """End the lease of the process at the address, which seems to be gone; return whether it had one."""
        return False

    async def adoptable(self, most: int) -> list[str]:
        """Tables without a living owner where something goes on by itself."""
        return []

    async def admit(self, creator: str, per_second: float, at_once: float) -> bool | None:
        """Whether the address may set up another table; None if the store doesn't keep count of that."""
        return None

    async def agreed(self, key: str, otherwise: bytes) -> bytes:
        """One of the server's settings; the first to ask decides what it is."""
        found = await self.value(key)
        if found is None:
            await self.write([Value(key, otherwise)])
        return otherwise if found is None else found

    async def sweeps(self) -> bool:
        """Whether it is up to this process to look for old tables."""
        return True

    # ---- reading ---------------------------------------------------------------------------------------------------

    @abstractmethod
    async def load(self, table_id: str, make: "Callable[[Stored | None], Made]") -> Made:
        """Return what ``make`` makes of a stored table. It runs in a thread: a log can have 100,000 lines.

        Unreadable if the store doesn't answer right now.
        """

    @abstractmethod
    async def public_tables(self, most: int) -> list[str]:
        """Public tables that aren't over, newest first."""

    @abstractmethod
    async def playing(self) -> list[str]:
        """Tables with a running game."""

    @abstractmethod
    async def about(self, table_id: str) -> tuple[str, bool]:
        """The table's game, and whether anything there goes on by itself (bots, clocks)."""

    @abstractmethod
    async def count(self) -> int:
        """The number of tables that aren't over."""

    @abstractmethod
    async def damaged(self) -> list[str]:
        """Tables that were set aside."""

    @abstractmethod
    async def ids(self) -> list[str]:
        """The ids of all tables."""

    @abstractmethod
    async def old(self, waiting_before: float, any_before: float) -> list[str]:
        """Tables that have been waiting to start, or unused in any phase, since before these times."""

    @abstractmethod
    async def latest_use(self) -> float | None:
        """The latest time that any table was in use, as far as noted; None if there are no tables."""

    @abstractmethod
    async def value(self, key: str) -> bytes | None:
        """One of the server's own settings."""
