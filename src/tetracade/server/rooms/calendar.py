"""The time by which tables grow old: it runs only while it is known to, so that a wrong date deletes nothing.

While a server runs it goes by the steady clock, whatever is done to the date meanwhile. Between two servers it goes by
the date, if that tells of a pause of at most a day, forwards or backwards; a longer one may be a wrong date as well as
a host that was switched off, and counts as no time at all. What is not counted can only keep a table for longer.

It begins as the date, but is not the date any more after the first long pause: it is compared with itself alone.
"""

from typing import NamedTuple

DAY = 86400.0
HOUR = 3600.0


class Noted(NamedTuple):
    """A moment, as the file keeps it."""

    time: float
    """By this calendar."""
    wall: float
    """By the date of the machine."""

    def encode(self) -> bytes:
        """As bytes."""
        return f"{self.time!r} {self.wall!r}".encode()

    @classmethod
    def decode(cls, kept: bytes) -> "Noted":
        """From bytes; ValueError if they are none."""
        time, wall = kept.decode().split()
        return cls(float(time), float(wall))


class Calendar:
    """The time by which tables grow old, from the moment that the file noted last."""

    def __init__(self, noted: Noted, wall: float, steady: float) -> None:
        pause = wall - noted.wall
        self._time = noted.time + (pause if abs(pause) <= DAY else 0.0)
        self._wall = wall
        self._steady = steady
        self._noted: Noted | None = None

    def time(self, wall: float, steady: float) -> float:
        """What time it is, given the date and the steady clock."""
        self._time += max(0.0, steady - self._steady)
        self._wall, self._steady = wall, steady
        return self._time

    def to_note(self) -> bytes | None:
        """What the file is to note, once an hour and whenever somebody has set the date; None at other times."""
        now = Noted(self._time, self._wall)
        if self._noted is not None:
            passed, by_date = now.time - self._noted.time, now.wall - self._noted.wall
            if passed < HOUR and abs(by_date - passed) < 60:
                return None
        self._noted = now
        return now.encode()
