"""Clocks of a table: time for each turn, or for the entire game. Times are seconds of any steady clock.

A turn lasts while its seat goes on acting, however many actions it is made of. What each action was charged stands in
the log, so a replay gives the same clocks; the wait for an action that was running when the server went down begins
anew, and nobody pays for the time between.
"""

from collections.abc import Container, Iterable
from typing import NamedTuple

LAG = 0.5
"""Seconds of each turn that are not charged: they may have been the network's."""


class _Given(NamedTuple):
    """What an action that ended its turn gave: seconds, and the allowance that was used up before."""

    seat: int
    seconds: float = 0.0
    lag: float = 0.0


class Clock:
    """Seconds left by seat, and since when whose time runs. ``by_turns``: a turn may be made of several actions."""

    def __init__(self, seats: int, turn: float = 0, bank: float = 0, gain: float = 0, *, by_turns: bool = True) -> None:
        self.turn = turn
        self.gain = gain
        self.by_turns = by_turns
        self.left = [float(bank or turn)] * seats
        self.lag = [0.0] * seats
        """By seat: how much of the turn's allowance its actions have used."""
        self.since: dict[int, float] = {}
        self._given: list[_Given] = []
        """One for each action that was not taken back."""

    @property
    def banked(self) -> bool:
        """Whether the time is for the entire game."""
        return not self.turn

    def run(self, seats: Iterable[int], now: float) -> None:
        """Let the time of exactly these seats run; those that were running run on."""
        self.since = {seat: self.since.get(seat, now) for seat in seats}

    def rest(self, acting: Container[int]) -> None:
        """Give seats that don't act their full turn again: their next turn is a new one."""
        for seat in range(len(self.left)):
            if seat not in acting:
                self.lag[seat] = 0.0
                self.left[seat] = self.left[seat] if self.banked else self.turn

    def excused(self, seat: int, now: float) -> float:
        """What of the time since the seat was asked is not charged."""
        if seat not in self.since:
            return 0.0
        return round(max(0.0, min(now - self.since[seat], LAG - self.lag[seat])), 3)

    def spent(self, seat: int, now: float) -> float:
        """What the seat's action would cost now."""
        if seat not in self.since:
            return 0.0
        return round(max(0.0, now - self.since[seat] - (LAG - self.lag[seat])), 3)

    def charge(self, seat: int, spent: float, lag: float = 0.0) -> None:
        """Take what an action cost from the seat's time, and stop that."""
        self.since.pop(seat, None)
        if self.by_turns:
            self.lag[seat] += lag
        if self.by_turns or self.banked:
            self.left[seat] = round(max(0.0, self.left[seat] - spent), 3)

    def acted(self, seat: int, spent: float, lag: float = 0.0, *, ends: bool) -> None:
        """Charge the action; if it ends the turn, pay the gain where time has run, or refill the turn."""
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
        """Take back what the last action gave; the time it took stays used."""
        if self._given:  # none where clocks go by actions
            seat, seconds, lag = self._given.pop()
            self.left[seat] = max(0.0, self.left[seat] - seconds)
            self.lag[seat] = min(LAG, self.lag[seat] + lag)

    def left_at(self, now: float) -> list[float]:
        """Seconds left by seat at this moment."""
        return [round(max(0.0, left - self.spent(seat, now)), 1) for seat, left in enumerate(self.left)]

    def next_end(self) -> float | None:
        """When the first running time ends, if nothing happens before; None while no time runs."""
        return min((self._end(seat) for seat in self.since), default=None)

    def late(self, now: float) -> list[int]:
        """The seats whose time is up."""
        return [seat for seat in self.since if self._end(seat) <= now]

    def _end(self, seat: int) -> float:
        return self.since[seat] + (LAG - self.lag[seat]) + self.left[seat]
