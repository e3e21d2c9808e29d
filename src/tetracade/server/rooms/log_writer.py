"""The way of one table's log to the disk: each line chained to the one before, seeds and phase beside them."""

from collections.abc import Callable

from tetracade.server.storage import store
from tetracade.server.storage.store import Statement, Store
from tetracade.table import log
from tetracade.table.room import Room

Phase = tuple[str, int]
"""The phase, and 1 where bots or clocks go on by themselves."""


class LogWriter:
    """Writes what the room adds, in order; once a write fails, nothing more of the table is written."""

    def __init__(self, kept: Store, table_id: str, room: Room) -> None:
        self._store = kept
        self._table_id = table_id
        self._room = room
        self.head = log.GENESIS
        """The hash of the last line."""
        self.pending = 0
        """Writes that are not on disk yet."""
        self._lane = store.Lane()
        self._phase = self._phase_now
        self._seeds = set(room.seeds)

    @property
    def stirs(self) -> bool:
        """Whether bots or clocks go on by themselves, as far as was handed over."""
        return bool(self._phase[1])

    @property
    def flying(self) -> bool:
        """Whether a write is on its way, so that what is read from the file now may be less than is kept."""
        return self._store.flying(self._lane)

    def begin(self) -> None:
        """Count nothing as stored yet: the table is new."""
        self._seeds = set()
        self._phase = ("", 0)

    def stop(self, error: Exception) -> None:
        """Write nothing more, because of this."""
        self._lane.error = self._lane.error or error

    def add(self, lines: list[log.Line], first: int, command: str | None) -> list[Statement]:
        """What stores these lines from number ``first`` on; the command brought the first of them."""
        statements: list[Statement] = []
        for number, line in enumerate(lines, first):
            data = log.encoded(line)
            self.head = log.linked(self.head, data)
            brought_by = command if number == first else None
            statements.append((store.ADD_LINE, (self._table_id, number, self.head, brought_by, data)))
        return statements

    def add_seeds_and_phase(self, today: float) -> list[Statement]:
        """What stores new seeds, and a phase that has changed."""
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
        """Write these; ``done`` gets None when they are on disk, or why they could not be written."""
        self.pending += 1

        def settled(error: Exception | None) -> None:
            self.pending -= 1
            done(error)

        self._store.submit(statements, settled, self._lane)

    def submit_unseen(self, statements: list[Statement], done: Callable[[Exception | None], None]) -> None:
        """The same for what nobody is shown and nothing waits for."""
        self._store.submit(statements, done, self._lane)

    def release(self) -> None:
        """Let go of what an error holds on to: the places it came through, and with them the table."""
        if self._lane.error is not None:
            self._lane.error.__traceback__ = None

    @property
    def _phase_now(self) -> Phase:
        stirs = self._room.clock is not None or any(place.played_by for place in self._room.seating.places)
        return self._room.phase, int(stirs)
