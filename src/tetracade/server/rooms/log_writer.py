"""Writes one room's log to disk, each line chained to the one before, together with seeds and phase."""

from collections.abc import Callable

from tetracade.server.storage import intents
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.storage import Lane, Storage
from tetracade.table import log
from tetracade.table.room import Room

Phase = tuple[str, int]
"""The phase, and 1 if bots or clocks go on by themselves."""


class LogWriter:
    """Writes what the room adds, in order. Once a write has failed, nothing more is written."""

    def __init__(self, kept: Storage, lane: Lane, room: Room) -> None:
        self._store = kept
        self.lane = lane
        self._table_id = lane.table_id
        self._room = room
        self.head = log.GENESIS
        """The hash of the last line."""
        self.pending = 0
        """How many writes aren't on disk yet."""
        self._phase = self._phase_now
        self._seeds = set(room.seeds)

    @property
    def stirs(self) -> bool:
        """Whether bots or clocks go on by themselves, as of the last write handed over."""
        return bool(self._phase[1])

    @property
    def flying(self) -> bool:
        """Whether a write is still being flushed, so that reading the file now might miss it."""
        return self._store.flying(self.lane)

    def begin(self) -> None:
        """Treat the table as new, with nothing stored yet."""
        self._seeds = set()
        self._phase = ("", 0)

    def stop(self, error: Exception) -> None:
        """Refuse all further writes because of this error."""
        self.lane.error = self.lane.error or error

    def add(self, lines: list[log.Line], first: int, command: str | None) -> list[Intent]:
        """Return these lines as they are to be stored, numbered from ``first``; the first is due to the command."""
        new: list[Intent] = []
        for number, line in enumerate(lines, first):
            data = log.encoded(line)
            self.head = log.linked(self.head, data)
            brought_by = command if number == first else None
            new.append(intents.NewLine(self._table_id, number, self.head, brought_by, data))
        return new

    def add_seeds_and_phase(self, today: float) -> list[Intent]:
        """Return new seeds and a changed phase as they are to be stored."""
        new: list[Intent] = []
        for game in self._room.seeds.keys() - self._seeds:
            new.append(intents.NewSeed(self._table_id, game, self._room.seeds[game]))
            self._seeds.add(game)
        phase = self._phase_now
        if phase != self._phase:
            self._phase = phase
            new.append(intents.PhaseIs(self._table_id, *phase, today))
        return new

    def submit(self, wanted: list[Intent], done: Callable[[Exception | None], None]) -> None:
        """Write these; ``done`` is called with None once they are on disk, or with the error."""
        self.pending += 1

        def settled(error: Exception | None) -> None:
            self.pending -= 1
            done(error)

        self._store.submit(wanted, settled, self.lane)

    def submit_unseen(self, wanted: list[Intent], done: Callable[[Exception | None], None]) -> None:
        """Write something that no one is shown and nothing waits for."""
        self._store.submit(wanted, done, self.lane)

    def release(self) -> None:
        """Return the error without its traceback, which would keep the room in memory."""
        if self.lane.error is not None:
            self.lane.error.__traceback__ = None

    @property
    def _phase_now(self) -> Phase:
        stirs = self._room.clock is not None or any(place.played_by for place in self._room.seating.places)
        return self._room.phase, int(stirs)
