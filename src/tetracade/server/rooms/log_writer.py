"""Writes one room's log to disk, each line chained to the one before, together with seeds and phase."""

from collections.abc import Callable

from tetracade.server.storage import store
from tetracade.server.storage.store import Statement, Store
from tetracade.table import log
from tetracade.table.room import Room

Phase = tuple[str, int]
"""The phase, and 1 if bots or clocks go on by themselves."""


class LogWriter:
    """Writes what the room adds, in order. Once a write has failed, nothing more is written."""

    def __init__(self, kept: Store, table_id: str, room: Room) -> None:
        self._store = kept
        self._table_id = table_id
        self._room = room
        self.head = log.GENESIS
        """The hash of the last line."""
        self.pending = 0
        """How many writes aren't on disk yet."""
        self._lane = store.Lane()
        self._phase = self._phase_now
        self._seeds = set(room.seeds)

    @property
    def stirs(self) -> bool:
        """Whether bots or clocks go on by themselves, as of the last write handed over."""
        return bool(self._phase[1])

    @property
    def flying(self) -> bool:
        """Whether a write is still being flushed, so that reading the file now might miss it."""
        return self._store.flying(self._lane)

    def begin(self) -> None:
        """Treat the table as new, with nothing stored yet."""
        self._seeds = set()
        self._phase = ("", 0)

    def stop(self, error: Exception) -> None:
        """Refuse all further writes because of this error."""
        self._lane.error = self._lane.error or error

    def add(self, lines: list[log.Line], first: int, command: str | None) -> list[Statement]:
        """Return the statements that store these lines, numbered from ``first``; the first is due to the command."""
        statements: list[Statement] = []
        for number, line in enumerate(lines, first):
            data = log.encoded(line)
            self.head = log.linked(self.head, data)
            brought_by = command if number == first else None
            statements.append((store.ADD_LINE, (self._table_id, number, self.head, brought_by, data)))
        return statements

    def add_seeds_and_phase(self, today: float) -> list[Statement]:
        """Return the statements that store new seeds and a changed phase."""
        statements: list[Statement] = []
        for game in self._room.seeds.keys() - self._seeds:
            statements.append((store.ADD_SEED, (self._table_id, game, self._room.seeds[game])))
            self._seeds.add(game)
        phase = self._phase_now
        if phase != self._phase:
            self._phase = phase
            statements.append((store.SET_PHASE, (*phase, today, self._table_id)))
        return statements

    def submit(self, statements: list[Statement], done: Callable[[Exception | None], None]) -> None:
        """Write these; ``done`` is called with None once they are on disk, or with the error."""
        self.pending += 1

        def settled(error: Exception | None) -> None:
            self.pending -= 1
            done(error)

        self._store.submit(statements, settled, self._lane)

    def submit_unseen(self, statements: list[Statement], done: Callable[[Exception | None], None]) -> None:
        """Write something that no one is shown and nothing waits for."""
        self._store.submit(statements, done, self._lane)

    def release(self) -> None:
        """Return the error without its traceback, which would keep the room in memory."""
        if self._lane.error is not None:
            self._lane.error.__traceback__ = None

    @property
    def _phase_now(self) -> Phase:
        stirs = self._room.clock is not None or any(place.played_by for place in self._room.seating.places)
        return self._room.phase, int(stirs)
