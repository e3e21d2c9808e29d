"""Who is at a table: who is connected, who sent a request a moment ago, and who has been away long."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tetracade.server.rooms.viewer import Viewer
from tetracade.table.room import Room
from tetracade.table.seating import NOBODY


class Presence:
    """Keeps track of who is here, by holder. Times are in seconds of the loop's clock.

    Someone who uses HTTP is here while one of their requests waits, and for ``ping_seconds`` after the last one. No one
    who is here counts as away, however little time the table allows for that.
    """

    def __init__(self, room: Room, ping_seconds: float, clock: Callable[[], float]) -> None:
        self._room = room
        self._ping_seconds = ping_seconds
        self._clock = clock
        self.viewers: set[Viewer] = set()
        self._asking: Counter[int] = Counter()
        """By holder: how many of their requests are waiting for a change."""
        self._seen: dict[int, float] = {}
        self._since = clock()
        self._gone: set[int] = set()
        """Holders who have said they are leaving."""

    @property
    def watching(self) -> int:
        """The number of viewers without a seat."""
        return sum(1 for viewer in self.viewers if viewer.who.holder == NOBODY)

    def of(self, seat: int) -> tuple[bool, bool]:
        """Whether the seat's person is here, and whether they have been away long."""
        holder = self._room.seating[seat].holder
        if holder in self._gone:
            return False, True
        if self._asking[holder] or any(viewer.who.holder == holder for viewer in self.viewers):
            return True, False
        here = holder in self._seen and self._clock() - self._seen[holder] < self._ping_seconds
        return here, self._clock() >= self._away_at(holder)

    def person_waits(self) -> bool:
        """Whether any player who hasn't been replaced by a bot is here to see what the others do."""
        places = enumerate(self._room.seating.places)
        return any(place.person and not place.played_by and self.of(seat)[0] for seat, place in places)

    def seen(self, holder: int) -> None:
        """Note that the holder is here now."""
        self.was_here(holder)
        self._gone.discard(holder)

    def was_here(self, holder: int) -> None:
        """Note that the holder was here until now, without changing whether they said they were leaving."""
        if holder != NOBODY:
            self._seen[holder] = self._clock()

    def leave(self, holder: int) -> None:
        """Note that the holder has said they are leaving."""
        self._gone.add(holder)

    def forget(self, holders: set[int]) -> None:
        """Forget everyone except these holders."""
        self._seen = {holder: seen for holder, seen in self._seen.items() if holder in holders}
        self._gone &= holders

    @contextmanager
    def asking(self, holder: int) -> Iterator[None]:
        """Count the holder as here inside this context."""
        self._asking[holder] += 1
        try:
            yield
        finally:
            self._asking[holder] -= 1
            self._asking += Counter()  # drops those at zero
            self.was_here(holder)

    def next_away(self) -> float | None:
        """Return the next time that someone will count as away; None if no one is here to be told."""
        if not self.viewers:
            return None
        here = {viewer.who.holder for viewer in self.viewers} | self._asking.keys()
        absent = {place.holder for place in self._room.seating.places} - here - self._gone - {NOBODY}
        moments = (self._away_at(holder) + 0.01 for holder in absent)
        return min((moment for moment in moments if moment > self._clock()), default=None)

    def _away_at(self, holder: int) -> float:
        """Return when the holder will have been away long, unless we hear from them."""
        wait = max(float(self._room.settings["away_after"]), self._ping_seconds)
        return self._seen.get(holder, self._since) + wait
