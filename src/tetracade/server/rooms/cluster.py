"""This process among others that use the same store: it says that it is alive, and adopts tables whose owner is gone.

Leases and clocks decide only how soon a table has a new owner. That two processes never both write about it is for the
store to see to (docs/scaling.md).
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from tetracade.server.api import responses as r
from tetracade.server.net.forwarding import Unreached, ask, peer_headers
from tetracade.server.storage.storage import Elsewhere, Unreadable
from tetracade.table.seating import Denied

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

BEATS = 4
"""How many signs of life go into one lease."""
ADOPTED = 20
"""How many tables are looked for at a time."""
LISTED = "/cluster/tables"
LISTING_SECONDS = 1.0
OPEN = "/cluster/open/"
ANALYSES = "/cluster/analyses/"
OPEN_SECONDS = 5.0

logger = logging.getLogger("tetracade.cluster")


class Cluster:
    """Keeps this process's lease, watches over its tables, and knows the others."""

    def __init__(self, rooms: "Rooms") -> None:
        self._rooms = rooms
        self.address = ""
        """Where other processes reach this one."""
        self._links: dict[str, set[Callable[[], object]]] = {}
        """By the address of another process: how to end what is carried on to it."""
        self.unsettled: set[str] = set()
        """Tables that this process may own without having them, since the database didn't answer. While it lives, no
        other adopts them."""
        self._tasks: list[asyncio.Task[None]] = []
        self._beats = 0
        self._silent = False

    async def open(self, address: str) -> None:
        """Tell the others that this process is there, and go on doing so."""
        self.address = address
        await self._rooms.store.beat(address)
        create = self._rooms.loop.create_task
        self._tasks = [create(self._beat_on()), create(self._adopt_on())]

    async def close(self) -> None:
        """Stop; the store says goodbye for us."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def headers(self, client: str) -> dict[str, str]:
        """The headers to ask another process with, on behalf of this client."""
        return peer_headers(self._rooms.key, client)

    def watch(self, address: str, end: Callable[[], object]) -> Callable[[], None]:
        """Call ``end`` when that process's lease is over; returns how to call this off."""
        ends = self._links.setdefault(address, set())
        ends.add(end)
        return lambda: ends.discard(end)

    async def unreached(self, address: str, error: Unreached) -> None:
        """If nobody listens at the address any more, don't wait until that process's lease is over.

        Should it be alive all the same, it loses the tables that are asked for meanwhile, and nothing else.
        """
        if error.refused:
            with suppress(Unreadable):
                await self._rooms.store.end_lease(address)

    async def listings(self) -> dict[str, r.LobbyTable]:
        """Public tables that other processes have in memory, as they list them."""
        peers = await self._rooms.store.peers()
        found = await asyncio.gather(*(self._listed_at(peer.address) for peer in peers))
        return {table.table: table for listed in found for table in listed}

    async def _listed_at(self, address: str) -> list[r.LobbyTable]:
        headers = [(name.encode(), value.encode()) for name, value in self.headers("").items()]
        try:
            answer = await ask(address, "GET", LISTED, headers, b"", LISTING_SECONDS)
        except Unreached:
            return []
        return msgspec.json.decode(answer.body, type=r.Lobby).tables if answer.status == 200 else []

    async def refer(self, table_id: str) -> None:
        """Raise Elsewhere if a process with other versions of games can play the table; this one can't."""
        await self.refer_by(OPEN, table_id)

    async def refer_by(self, path: str, name: str) -> None:
        """Raise Elsewhere if another process says yes to this question about what is called so."""
        headers = [(name.encode(), value.encode()) for name, value in self.headers("").items()]
        for peer in await self._rooms.store.peers():
            with suppress(Unreached):
                if (await ask(peer.address, "GET", path + name, headers, b"", OPEN_SECONDS)).status == 200:
                    raise Elsewhere(name, peer.address)

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self._rooms.settings.lease_seconds / BEATS)
            try:
                await self._beat()
                self._silent = False
            except Unreadable as error:
                if not self._silent:
                    logger.warning("the database doesn't answer", extra={"why": str(error)})
                self._silent = True
            except Exception:  # whatever it was, the next sign of life must come
                logger.exception("a sign of life failed")
                self._rooms.metrics.count("errors")

    async def _beat(self) -> None:
        late = await self._rooms.store.beat(self.address)
        self._beats += 1
        alive = {peer.address for peer in await self._rooms.store.peers()}
        for address in self._links.keys() - alive:
            for end in self._links.pop(address):
                end()
        if late or self._beats % BEATS == 0:
            await self._let_go()

    async def _let_go(self) -> None:
        """Drop the tables that others have taken, so that their viewers come again."""
        rooms = self._rooms
        held = {live.writer.lane: live for live in rooms.in_memory.values() if not live.broken}
        for lane in await rooms.store.lost(held):
            if rooms.in_memory.get(lane.table_id) is held[lane]:
                held[lane].depose()

    async def _adopt_on(self) -> None:
        """Look for tables where something goes on by itself and whose owner is gone, again and again."""
        while True:
            await self._rooms.guarded_task(self._adopt())
            await asyncio.sleep(self._rooms.settings.lease_seconds / BEATS)

    async def _adopt(self) -> None:
        rooms = self._rooms
        for table_id in list(islice(self.unsettled, ADOPTED)):
            await self._settle(table_id)
        with suppress(Unreadable):
            for table_id in await rooms.store.adoptable(ADOPTED):
                if rooms.may_open(table_id):
                    with suppress(Denied, Elsewhere):  # another was quicker, or it can't be opened here
                        await rooms.live(table_id)

    async def _settle(self, table_id: str) -> None:
        """Open the table if it is ours, so that it goes on here, or is left to the others once it is quiet."""
        try:
            await self._rooms.live(table_id)
        except Denied as error:
            if error.code == "storage":  # the database still doesn't answer, or a write is still under way
                return
        except Elsewhere:
            pass
        self.unsettled.discard(table_id)
