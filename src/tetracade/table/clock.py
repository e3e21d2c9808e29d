"""A table's clocks: time for each turn, or for the whole game. Times are in seconds of any steady clock.

A turn lasts as long as its seat keeps acting, however many actions that takes. The log says what each action was
charged, so replaying it gives the same clocks. If the server goes down while a clock is running, that wait starts over
and no one pays for the time in between.
"""

from collections.abc import Container, Iterable
from typing import NamedTuple

LAG = 0.5
"""Seconds of each turn that are free, to allow for the network."""


class _Given(NamedTuple):
    """What an action gained by ending its turn: seconds, and the allowance used up until then."""

    seat: int
    seconds: float = 0.0
    lag: float = 0.0


class Clock:
    """Each seat's remaining time, and whose is running since when. ``by_turns``: a turn can have several actions."""

    def __init__(self, seats: int, turn: float = 0, bank: float = 0, gain: float = 0, *, by_turns: bool = True) -> None:
        self.turn = turn
        self.gain = gain
        self.by_turns = by_turns
        self.left = [float(bank or turn)] * seats
        self.lag = [0.0] * seats
        """By seat: how much of the turn's allowance is used up."""
        self.since: dict[int, float] = {}
        self._given: list[_Given] = []
        """One for each action that hasn't been undone."""

    @property
    def banked(self) -> bool:
        """Whether the time is for the whole game."""
        return not self.turn

    def run(self, seats: Iterable[int], now: float) -> None:
        """Run the clocks of exactly these seats; those already running go on."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def rest(self, acting: Container[int]) -> None:
        """Give seats that aren't acting a full turn again, since their next turn is a new one."""
        for seat in range(len(self.left)):
            if seat not in acting:
                self.lag[seat] = 0.0
                self.left[seat] = self.left[seat] if self.banked else self.turn

    def excused(self, seat: int, now: float) -> float:
        """Return how much of the time since the seat was asked is free."""
        if seat not in self.since:
            return 0.0
        return round(max(0.0, min(now - self.since[seat], LAG - self.lag[seat])), 3)

    def spent(self, seat: int, now: float) -> float:
        """Return what the seat's action would cost now."""
        if seat not in self.since:
            return 0.0
        return round(max(0.0, now - self.since[seat] - (LAG - self.lag[seat])), 3)

    def charge(self, seat: int, spent: float, lag: float = 0.0) -> None:
        """Subtract an action's cost from the seat's time, and stop its clock."""
        self.since.pop(seat, None)
        if self.by_turns:
            self.lag[seat] += lag
        if self.by_turns or self.banked:
            self.left[seat] = round(max(0.0, self.left[seat] - spent), 3)

    def acted(self, seat: int, spent: float, lag: float = 0.0, *, ends: bool) -> None:
        """Charge the action; if it ends the turn, add the gain (if the clock ran) or refill the turn's time."""
        ran = seat in self.since
        self.charge(seat, spent, lag)
        if not self.by_turns:
            self.left[seat] += self.gain if self.banked else 0.0
            return
        if not ends:
            self._given.append(_Given(seat))
            return
        gain = self.gain if ran else 0.0
        seconds = gain if self.banked else self.turn - self.left[seat]
        self._given.append(_Given(seat, seconds, self.lag[seat]))
        self.left[seat] += seconds
        self.lag[seat] = 0.0

    def take_back(self) -> None:
        """Take back what the last action gained; the time it took stays used."""
        if self._given:  # empty in old logs, where clocks go by actions
            seat, seconds, lag = self._given.pop()
            self.left[seat] = max(0.0, self.left[seat] - seconds)
            self.lag[seat] = min(LAG, self.lag[seat] + lag)

    def left_at(self, now: float) -> list[float]:
        """Return each seat's remaining seconds at this moment."""
        return [round(max(0.0, left - self.spent(seat, now)), 1) for seat, left in enumerate(self.left)]

    def next_end(self) -> float | None:
        """Return when the first running clock will run out; None if none is running."""
        return min((self._end(seat) for seat in self.since), default=None)

    def late(self, now: float) -> list[int]:
        """Return the seats whose time is up."""
        return [seat for seat in self.since if self._end(seat) <= now]

    def _end(self, seat: int) -> float:
        return self.since[seat] + (LAG - self.lag[seat]) + self.left[seat]
