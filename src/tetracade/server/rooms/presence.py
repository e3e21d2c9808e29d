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
    who is here counts as away, however little time the table allows for that. Whoever's last connection has closed is
    gone after ``CLOSED_SECONDS``.
    """

    CLOSED_SECONDS = 3.0
    """A page that is loaded again comes back within this; nobody need know."""

    def __init__(self, room: Room, ping_seconds: float, clock: Callable[[], float]) -> None:
        self._room = room
        self._ping_seconds = ping_seconds
        self._clock = clock
        self.viewers: set[Viewer] = set()
        self._asking: Counter[int] = Counter()
        """By holder: how many of their requests are waiting for a change."""
        self._seen: dict[int, float] = {}
        self._since = clock()
        self._closed: dict[int, float] = {}
        """By holder: when a connection of theirs last closed."""
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
        return self._clock() < self._here_until(holder), self._clock() >= self._away_at(holder)

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

    def closed(self, holder: int) -> None:
        """Note that a connection of the holder has closed."""
        self.was_here(holder)
        if holder != NOBODY:
            self._closed[holder] = self._seen[holder]

    def leave(self, holder: int) -> None:
        """Note that the holder has said they are leaving."""
        self._gone.add(holder)

    def forget(self, holders: set[int]) -> None:
        """Forget everyone except these holders."""
        self._seen = {holder: seen for holder, seen in self._seen.items() if holder in holders}
        self._closed = {holder: closed for holder, closed in self._closed.items() if holder in holders}
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

    def next_change(self) -> float | None:
        """Return the next time that someone will count as gone, or as away; None if no one is here to be told."""
        if not self.viewers:
            return None
        here = {viewer.who.holder for viewer in self.viewers} | self._asking.keys()
        absent = {place.holder for place in self._room.seating.places} - here - self._gone - {NOBODY}
        moments = [self._away_at(holder) for holder in absent] + [self._here_until(holder) for holder in absent]
        return min((moment + 0.01 for moment in moments if moment + 0.01 > self._clock()), default=None)

    def _here_until(self, holder: int) -> float:
        """Return until when the holder counts as here, unless we hear from them."""
        seen = self._seen.get(holder)
        if seen is None:
            return self._since
        closed = self._closed.get(holder) == seen
        return seen + (min(self.CLOSED_SECONDS, self._ping_seconds) if closed else self._ping_seconds)

    def _away_at(self, holder: int) -> float:
        """Return when the holder will have been away long, unless we hear from them."""
        wait = max(float(self._room.settings["away_after"]), self._ping_seconds)
        return self._seen.get(holder, self._since) + wait
