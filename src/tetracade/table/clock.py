"""Clocks of a table: so long for each turn, or for the whole game. Times are seconds of any steady clock.

What a turn was charged stands in the log, so a replay gives the same clocks; a turn that was running when the server
went down begins anew, and nobody pays for the time between.
"""

from collections.abc import Iterable

LAG = 0.5
"""Seconds of each turn that are not charged: they may have been the network's."""


class Clock:
    """Seconds left by seat, and since when whose time runs."""

    def __init__(self, seats: int, turn: float = 0, bank: float = 0, gain: float = 0) -> None:
        self.turn = turn
        self.gain = gain
        self.left = [bank or turn] * seats
        self.since: dict[int, float] = {}

    @property
    def banked(self) -> bool:
        """Whether the time is for the whole game."""
        return not self.turn

    def run(self, seats: Iterable[int], now: float) -> None:
        """Let the time of exactly these seats run; who was running runs on."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def spent(self, seat: int, now: float) -> float:
        """What the seat's turn has cost so far."""
        if seat not in self.since:
            return 0.0
        return round(max(0.0, now - self.since[seat] - LAG), 3)

    def charge(self, seat: int, spent: float) -> None:
        """Take what the turn cost from the seat's time, and end its turn."""
        self.since.pop(seat, None)
        if self.banked:
            self.left[seat] = max(0.0, self.left[seat] - spent) + self.gain

    def left_at(self, now: float) -> list[float]:
        """Seconds left by seat at this moment."""
        return [round(max(0.0, left - self.spent(seat, now)), 1) for seat, left in enumerate(self.left)]

    def next_end(self) -> float | None:
        """When the first running time ends, if nothing happens before; None while no time runs."""
        return min((since + LAG + self.left[seat] for seat, since in self.since.items()), default=None)

    def late(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat, since in self.since.items() if since + LAG + self.left[seat] <= now]
