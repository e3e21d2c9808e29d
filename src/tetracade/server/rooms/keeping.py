"""Which tables are kept: quiet ones leave memory, and those unused for long are deleted."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from tetracade.server.rooms.calendar import DAY, Calendar, Noted
from tetracade.server.storage.intents import Deletion, Touched, TouchedAtMost, Value
from tetracade.server.storage.storage import Lane

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

logger = logging.getLogger("tetracade.rooms")

NOTED = "time"
"""The file's name for the calendar's last moment."""


class Keeping:
    """Records when each table was last in use, and deletes old ones."""

    def __init__(self, rooms: "Rooms", calendar: Calendar) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._settings = rooms.settings
        self._touches: dict[str, float] = {}
        """When tables that have left memory were last in use, until the file knows."""
        self._deleting: set[str] = set()
        self._looking: asyncio.Task[None] | None = None
        """The search for old tables that is under way."""
        self._used: set[str] = set()
        """Tables used since that search began."""
        self._looked_at: dict[str, float] = {}
        """When tables that can't be opened here were last asked for."""
        self._calendar = calendar

    @property
    def today(self) -> float:
        """The current time on the tables' calendar."""
        return self._calendar.time(self._rooms.wall(), self._rooms.loop.time())

    def is_going(self, table_id: str) -> bool:
        """Whether the table is being deleted, so that no one may open it now."""
        return table_id in self._deleting

    def look_at(self, table_id: str) -> None:
        """Note that somebody wants a table that can't be opened, so that it is kept as long as one that is played."""
        today = self.today
        if today - self._looked_at.get(table_id, -DAY) >= DAY:
            self._looked_at[table_id] = today
            self._touch(table_id, today)

    def sweep(self, deletes: bool = True) -> None:
        """Drop quiet tables from memory, and delete old ones, unless that is for another process to do."""
        today = self.today
        if deletes:
            self._look_for_old(today)
        for table_id, touched in self._touches.items():  # what couldn't be noted last time; this search leaves it alone
            self._touch(table_id, touched)
        for live in list(self._rooms.in_memory.values()):
            idle = live.quiet and live.now - live.used > self._settings.idle_seconds
            if idle or today - live.touched > DAY:  # once a day, so that a crash can't make a table in use look old
                live.touched = self._touches[live.id] = today
                self._touch(live.id, today, live.writer.lane if self._store.shared else None)
            if idle:
                self._rooms.drop(live)
        if deletes:
            self.note_time()

    def note_time(self) -> None:
        """Note the time in the file, if that is due."""
        self._calendar.time(self._rooms.wall(), self._rooms.loop.time())
        noted = self._calendar.to_note()
        if noted is not None:
            self._store.submit([Value(NOTED, noted)], self._rooms.noted("note the time"))

    @classmethod
    async def opened(cls, rooms: "Rooms") -> "Keeping":
        """Return the keeping of these rooms, by the store's calendar.

        A store without one begins at the last use of any table, or now if that is earlier. No table can have been used
        later than now, whatever the machine's date was: it would never age.
        """
        wall = rooms.wall()
        kept = await rooms.store.value(NOTED)
        if kept is None:
            start = min(wall, await rooms.store.latest_use() or wall)
            noted = Noted(start, wall)
        else:
            noted = Noted.decode(kept)
        calendar = Calendar(noted, wall, rooms.loop.time())
        today = calendar.time(wall, rooms.loop.time())
        rooms.store.submit([TouchedAtMost(today)], rooms.noted("put later uses right"))
        return cls(rooms, calendar)

    def _touch(self, table_id: str, today: float, lane: Lane | None = None) -> None:
        """Note in the file when the table was last in use; until that is stored, the table isn't deleted."""
        self._used.add(table_id)
        self._store.submit([Touched(table_id, today)], partial(self._touched, table_id, today), lane)

    def _touched(self, table_id: str, today: float, error: Exception | None) -> None:
        if error is None and self._touches.get(table_id) == today:
            del self._touches[table_id]

    def _look_for_old(self, today: float) -> None:
        """Search for old tables, then delete them, beside everything else."""
        if self._looking is not None and not self._looking.done():
            return
        self._used.clear()
        self._looking = self._rooms.loop.create_task(self._rooms.guarded_task(self._delete_old(today)))

    async def _delete_old(self, today: float) -> None:
        before = today - self._settings.keep_waiting_days * DAY, today - self._settings.keep_days * DAY
        found = await self._store.old(*before)
        busy = self._used | self._touches.keys() | self._deleting
        for table_id in found:
            if not self._rooms.is_open(table_id) and table_id not in busy:
                self._deleting.add(table_id)  # no one may open it while it is being deleted
                self._store.submit_long([Deletion(table_id, *before)], partial(self._deleted, table_id))

    async def close(self) -> None:
        """Note the time, and wait for the search that may be under way."""
        self.note_time()
        if self._looking is not None:
            await self._looking

    def _deleted(self, table_id: str, error: Exception | None) -> None:
        self._rooms.noted("delete", table_id)(error)
        self._deleting.discard(table_id)
        if error is None:
            self._rooms.forget(table_id)
