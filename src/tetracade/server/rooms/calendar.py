"""The calendar that tables age by. It counts only time that certainly passed, so a wrong date can't delete anything.

While a server runs, the calendar follows the steady clock, whatever happens to the date. Between two runs it follows
the date, provided that shows a pause of at most a day, forwards or backwards. A longer pause could mean a wrong date as
well as a host that was switched off, so it doesn't count at all, however long the new date holds: one that was behind
and has been set right holds for good, and the games of that time are still new. Time left out can only keep a table
longer.

The calendar starts out as the date but departs from it at the first long pause, so compare it only with itself.
"""

from typing import NamedTuple

DAY = 86400.0
HOUR = 3600.0


class Noted(NamedTuple):
    """A moment, as stored in the file."""

    time: float
    """By this calendar."""
    wall: float
    """By the machine's date."""

    def encode(self) -> bytes:
        """As bytes."""
        return f"{self.time!r} {self.wall!r}".encode()

    @classmethod
    def decode(cls, kept: bytes) -> "Noted":
        """Read a moment from bytes; raise ValueError if they aren't one."""
        time, wall = kept.decode().split()
        return cls(float(time), float(wall))


class Calendar:
    """The time that tables age by, continued from the last moment noted in the file."""

    def __init__(self, noted: Noted, wall: float, steady: float) -> None:
        pause = wall - noted.wall
        self._time = noted.time + (pause if abs(pause) <= DAY else 0.0)
        self._wall = wall
        self._steady = steady
        self._noted: Noted | None = None

    def time(self, wall: float, steady: float) -> float:
        """Return the time, given the date and the steady clock."""
        self._time += max(0.0, steady - self._steady)
        self._wall, self._steady = wall, steady
        return self._time

    def to_note(self) -> bytes | None:
        """Return a moment to note in the file, once an hour and whenever someone has set the date; otherwise None."""
        now = Noted(self._time, self._wall)
        if self._noted is not None:
            passed, by_date = now.time - self._noted.time, now.wall - self._noted.wall
            if passed < HOUR and abs(by_date - passed) < 60:
                return None
        self._noted = now
        return now.encode()
