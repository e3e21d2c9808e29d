"""A room that is open in this process: keys, presence, audience and log writer as one, with timers and bots.

Everything that changes the room happens in the event loop without a break, so there is one writer for each table.
What it adds goes to the store; viewers and answers hear of it once it is on disk, in the order in which it happened.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.audience import Audience, Frames, Roll
from tetracade.server.rooms.key_ring import KeyRing
from tetracade.server.rooms.log_writer import LogWriter
from tetracade.server.rooms.presence import Presence
from tetracade.server.rooms.presenter import Presenter
from tetracade.server.rooms.sealed_answers import SealedAnswers
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.server.storage import store
from tetracade.server.workers.bots import at_a_glance
from tetracade.server.workers.shares import Claim
from tetracade.table import log
from tetracade.table.room import Room
from tetracade.table.seating import NOBODY
from tetracade.table.table import Table

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

logger = logging.getLogger("tetracade.table")


def _push(frames: Frames) -> None:
    for viewer, parts in frames:
        for part in parts:
            viewer.push(part)


class LiveRoom:
    """One live table, made of its parts. None of them holds on to it: it is freed as soon as it leaves the memory."""

    def __init__(
        self, rooms: "Rooms", table_id: str, room: Room, public: bool, created: float, creator: str = ""
    ) -> None:
        self.rooms = rooms
        self.id = table_id
        self.room = room
        self.public = public
        self.created = created
        settings, loop = rooms.settings, rooms.loop
        self.keys = KeyRing(rooms.key, table_id, public, settings.most_holders)
        self.here = Presence(room, settings.ping_seconds, loop.time)
        self.presenter = Presenter(room, table_id, public, self.here.of)
        self.audience = Audience(room, self.keys, self.here, self.presenter)
        self.roll = Roll(self.here, self.presenter, loop)
        self.writer = LogWriter(rooms.store, table_id, room)
        self.sealed = SealedAnswers(self)
        self.claim = Claim(table_id, creator, self.here.person_waits)
        """For whom bots think here."""
        self.done: dict[str, m.Answer] = {}
        """Answers by command, for those that are sent again."""
        self.broken = False
        self.used = self.now
        self.touched = rooms.keeping.today
        """When the file was last told that the table is in use, at the latest when it was read."""
        self.changed = asyncio.Event()
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """By seat: the number at which its bot was asked, and the task that lets it act."""
        self.hinting: dict[int, asyncio.Task[None]] = {}
        """Hints under way, by seat."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def now(self) -> float:
        """Seconds of the loop's clock."""
        return self.rooms.loop.time()

    @property
    def quiet(self) -> bool:
        """Whether nothing would be missed if the table left the memory."""
        clock = self.room.clock
        busy = self.here.viewers or self.writer.pending or self._thinking or self.hinting or self.sealed.open
        return not (busy or (clock and clock.since))

    # ---- who is here -----------------------------------------------------------------------------------------------

    def who(self, key: str) -> Who:
        """What the key allows here."""
        return self.keys.who(key)

    def presence(self, seat: int) -> tuple[bool, bool]:
        """Whether the seat's person is here, and whether they have been away for long."""
        return self.here.of(seat)

    def hold(self, holder: int, token: str) -> list[store.Statement]:
        """Let this token be the holder's from now on; returns what stores it."""
        seated = {place.holder for place in self.room.seating.places}
        statements = self.keys.add(holder, token, seated)
        self.here.forget(set(self.keys.holders))
        return statements

    def seen(self, who: Who) -> None:
        """Note that the holder is here; seats that a bot played for them are theirs again."""
        self.used = self.now
        if who.holder == NOBODY:
            return
        self.here.seen(who.holder)
        for seat, place in enumerate(self.room.seating.places):
            if place.stand_in and place.holder == who.holder:
                self.room.back(seat)
        self.rooms.bots.hurry(self.id)
        if self.room.log.fresh:
            self.flush()

    def attach(self, viewer: Viewer, since: int = -1) -> None:
        """Send the viewer what they missed, or a snapshot, then everything that happens."""
        self.seen(viewer.who)
        self.here.viewers.add(viewer)
        self.push([(viewer, self.audience.missed_frames(viewer, since, self.now))])
        self.tell_presence(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Forget the viewer."""
        self.here.viewers.discard(viewer)
        self.used = self.now
        self.here.was_here(viewer.who.holder)
        self.tell_presence()

    def go(self, holder: int) -> None:
        """Note that the holder says they are away."""
        self.here.leave(holder)
        self.tell_presence()

    def tell_presence(self, newcomer: Viewer | None = None) -> None:
        """Tell the viewers who is here, and again when that changes by itself."""
        self.push(self.roll.frames(newcomer))
        if not self.broken:
            self.roll.set_timers(self.guarded(self.tell_presence))

    def snapshot(self, who: Who, eye: int | None, detail: p.Detail) -> m.Snapshot:
        """All they may know now."""
        return self.audience.snapshot(who, eye, detail, self.now)

    def show(self, viewer: Viewer) -> None:
        """Send the viewer a snapshot."""
        self.push([(viewer, [self.audience.snapshot_frame(viewer, self.now)])])

    # ---- storing and telling ---------------------------------------------------------------------------------------

    def flush(
        self,
        command: str | None = None,
        extra: list[store.Statement] | None = None,
        then: Callable[[Exception | None], None] | None = None,
    ) -> None:
        """Hand over what the room has added; when it is on disk, tell the viewers, then ``then``."""
        statements = list(extra or [])
        if self.sealed.open and self.room.phase != "playing":  # somebody resigned while all were asked
            self.sealed.cancel()
            statements.append((store.DROP_PLEDGES, (self.id,)))
        if self.room.turns.timing_secret:
            self.sealed.open_if_due()
        lines = self.room.log.take_fresh()
        if not lines and not statements and then is None:
            return
        first = self.room.number - len(lines) + 1
        statements += self.writer.add(lines, first, command)
        actions = sum(type(line) is log.Acted for line in lines)
        if actions < len(lines) or extra:
            statements += self.writer.add_seeds_and_phase(self.rooms.keeping.today)
        frames = self.audience.frames_of(lines, first, self.now) if lines else []
        self.count("lines", len(lines))
        self.count("actions", actions)

        def tell() -> None:
            _push(frames)
            if lines:
                self.changed.set()
                self.changed = asyncio.Event()
            if then is not None:
                then(None)

        self._submit(statements, tell, then)
        if lines and (self.writer.stirs or self._thinking):
            self.rooms.stir(self)

    def pledge(self, statements: list[store.Statement], then: Callable[[Exception | None], None]) -> None:
        """Store a sealed answer. Nobody else waits for it, as for what they are shown: the wait would tell of it."""

        def done(error: Exception | None) -> None:
            if error is not None:
                self._break(error)
            then(error)
            if self.broken:
                self._leave()

        self.writer.submit_unseen(statements, done)

    def count(self, name: str, by: int = 1) -> None:
        """Count what happens here; while answers are sealed the server's counters do not move, lest they tell."""
        counts = self.sealed.counts if self.sealed.open else self.rooms.metrics.counts
        counts[name] += by

    def push(self, frames: Frames) -> None:
        """Send these once all that was handed over before is on disk and told; never, if that could not be written."""
        if frames and self.writer.pending:
            self._submit([], partial(_push, frames))
        else:
            _push(frames)

    def after_writes(self, then: Callable[[Exception | None], None]) -> None:
        """Call this when all that was handed over before is on disk, or could not be written."""
        self._submit([], lambda: then(None), then)

    def _submit(
        self,
        statements: list[store.Statement],
        tell: Callable[[], object],
        failed: Callable[[Exception | None], None] | None = None,
    ) -> None:
        self.used = self.now

        def done(error: Exception | None) -> None:
            if error is None:  # true also of a table that broke meanwhile: this much of it is on disk
                self.guarded(tell)()
            else:
                self._break(error)
                if failed is not None:
                    failed(error)
            if self.broken:
                self._leave()

        self.writer.submit(statements, done)

    def fail(self, error: Exception) -> None:
        """After a fault of our own: log it, forget what was not stored, make everybody reconnect."""
        logger.error("table failed", exc_info=error, extra={"table": self.id})
        self.rooms.metrics.count("errors")
        self.broken = True
        self.writer.stop(error)
        self._leave()

    def guarded(self, do: Callable[[], object]) -> Callable[[], None]:
        """The same, for what the loop calls: a fault in it harms this table alone."""

        def done() -> None:
            try:
                do()
            except Exception as error:
                self.fail(error)

        return done

    def _break(self, error: Exception) -> None:
        """After a failed write the memory is ahead of the disk: forget the table, make everybody reconnect."""
        if not self.broken:
            logger.error("write failed", extra={"table": self.id, "why": f"{type(error).__name__}: {error}"})
            self.rooms.metrics.count("errors")
        self.broken = True

    def _leave(self) -> None:
        """Leave the memory, unless a write is on its way: the table must not be read anew without it."""
        if self.writer.flying:
            self.close()
        else:
            self.rooms.drop(self)

    def close(self) -> None:
        """Stop timers and bots, and let the viewers go."""
        if self._timer is not None:
            self._timer.cancel()
        self.roll.stop()
        self.sealed.cancel()
        for _, task in self._thinking.values():
            task.cancel()
        self._timer = None
        for viewer in list(self.here.viewers):
            viewer.close()
        self.changed.set()
        self.writer.release()

    # ---- what goes on by itself ------------------------------------------------------------------------------------

    def stir(self) -> None:
        """Let bots think, clocks run and secret waits begin, as the room now needs."""
        if self.broken:
            return
        acting = () if self.sealed.open else self.room.acting
        asked = {seat: self.room.turns.asked_at.get(seat, 0) for seat in acting if self.room.seating[seat].played_by}
        for seat, (number, task) in list(self._thinking.items()):
            if asked.get(seat) != number:  # an undo, a resignation, or the person is back
                del self._thinking[seat]
                task.cancel()
        for seat in asked.keys() - self._thinking.keys():
            task = self.rooms.loop.create_task(self._think(seat, self.room.seating[seat].played_by))
            self._thinking[seat] = asked[seat], task
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        end = self.room.clock.next_end() if self.room.clock is not None else None
        if end is not None:
            self._timer = self.rooms.loop.call_at(end + 0.001, self.guarded(self._time_up))

    async def _think(self, seat: int, level: int) -> None:
        """Let a bot act for the seat; a fault harms this table alone."""
        try:
            await self._thought(seat, level)
        except Exception as error:
            self.fail(error)
        finally:
            if seat in self._thinking and self._thinking[seat][1] is asyncio.current_task():
                del self._thinking[seat]

    async def _thought(self, seat: int, level: int) -> None:
        if self.room.table is None:
            return
        asked = self.room.turns.asked_at.get(seat, 0)
        async with self.rooms.bots.move(self.room.table, seat, level, self.claim) as action:
            if self.broken:
                return
            # What changed since then cancels this when the table is stirred, which may be a moment later.
            same = self.room.turns.asked_at.get(seat, 0) == asked and self.room.seating[seat].played_by
            if same and action is not None and not self.sealed.open:
                self.act(seat, action, self.room.number)
            self.flush()
            self.rooms.stir(self)

    def act(self, seat: int, action: int | str, number: int, command: str = "") -> list[store.Statement]:
        """Let the seat act, or hold its answer back where nobody may see who is asked."""
        if self.sealed.open:
            return self.sealed.answer(seat, action, number, command)
        self.room.act(seat, action, number, self.now)
        return []

    def asked(self, seat: int) -> Table | None:
        """The table as it is when the seat is asked; None if it is not asked now."""
        if self.sealed.open:
            return self.sealed.table_for(seat)
        return self.room.table if seat in self.room.acting else None

    def _time_up(self) -> None:
        self._timer = None
        room = self.room
        for seat in [] if self.sealed.open else room.late(self.now):
            if room.table is None or room.clock is None or seat not in room.acting:
                continue
            if room.clock.banked:
                room.resign(seat, self.now, late=True)
            else:
                room.act(seat, at_a_glance(room.table, seat), room.number, self.now, auto=True)
        self.flush()
        self.rooms.stir(self)
