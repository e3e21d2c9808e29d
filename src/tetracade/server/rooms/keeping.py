"""Which tables stay: quiet ones leave the memory, those that nobody has used for long are deleted."""

import logging
from functools import partial
from typing import TYPE_CHECKING

from tetracade.server.rooms.calendar import DAY, Calendar, Noted
from tetracade.server.storage import store

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

logger = logging.getLogger("tetracade.rooms")

NOTED = "time"
"""Under this name the file keeps the time by which tables grow old."""


class Keeping:
    """Notes in the file when each table was last in use, and deletes old ones."""

    def __init__(self, rooms: "Rooms") -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._settings = rooms.settings
        self._touches: dict[str, float] = {}
        """When tables that left the memory were last in use, as long as the file does not know."""
        self._deleting: set[str] = set()
        self._calendar = self._opened()

    @property
    def today(self) -> float:
        """The time by which tables grow old."""
        return self._calendar.time(self._rooms.wall(), self._rooms.loop.time())

    def is_going(self, table_id: str) -> bool:
        """Whether the table is being deleted: nobody may open it any more."""
        return table_id in self._deleting

    def sweep(self) -> None:
        """Take quiet tables out of the memory, and delete old ones."""
        today = self.today
        for table_id, touched in self._touches.items():  # could not be noted last time
            self._touch(table_id, touched)
        self._rooms.guarded(partial(self._delete_old, today))
        for live in list(self._rooms.in_memory.values()):
            idle = live.quiet and live.now - live.used > self._settings.idle_seconds
            if idle:
                self._rooms.drop(live)
            if idle or today - live.touched > DAY:  # once a day, lest a crash make a table look old that is in use
                live.touched = self._touches[live.id] = today
                self._touch(live.id, today)
        self.note_time()

    def note_time(self) -> None:
        """Let the file note what time it is, if that is due."""
        self._calendar.time(self._rooms.wall(), self._rooms.loop.time())
        noted = self._calendar.to_note()
        if noted is not None:
            self._store.submit([(store.SET_VALUE, (NOTED, noted))], self._rooms.noted("note the time"))

    def _opened(self) -> Calendar:
        """The calendar of the file; where it has none yet, it begins at the last use of a table, or now if that is
        earlier. No table was in use later than now, whatever date the machine had then: it would never grow old."""
        wall = self._rooms.wall()
        kept = self._store.value(NOTED)
        if kept is None:
            start = min(wall, self._store.latest_use() or wall)
            noted = Noted(start, wall)
        else:
            noted = Noted.decode(kept)
        calendar = Calendar(noted, wall, self._rooms.loop.time())
        today = calendar.time(wall, self._rooms.loop.time())
        self._store.submit([(store.TOUCH_AT_MOST, (today, today))], self._rooms.noted("put later uses right"))
        return calendar

    def _touch(self, table_id: str, today: float) -> None:
        """Note in the file when the table was last in use; until that is there the table is not deleted."""
        self._store.submit([(store.TOUCH, (today, table_id))], partial(self._touched, table_id, today))

    def _touched(self, table_id: str, today: float, error: Exception | None) -> None:
        if error is None and self._touches.get(table_id) == today:
            del self._touches[table_id]

    def _delete_old(self, today: float) -> None:
        unstarted_before = today - self._settings.keep_waiting_days * DAY
        for table_id in self._store.old(unstarted_before, today - self._settings.keep_days * DAY):
            if not self._rooms.is_open(table_id) and table_id not in self._touches and table_id not in self._deleting:
                self._deleting.add(table_id)  # nobody may open it while it goes
                self._store.submit(store.deletion(table_id), partial(self._deleted, table_id))

    def _deleted(self, table_id: str, error: Exception | None) -> None:
        self._rooms.noted("delete", table_id)(error)
        self._deleting.discard(table_id)
        if error is None:
            self._rooms.forget_damage(table_id)
