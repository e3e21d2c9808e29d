"""A room that is open in this process: its keys, presence, audience and log writer together, with timers and bots.

Every change to the room runs in the event loop without interruption, so each table has a single writer. New lines go
to the store; answers and viewers' updates are sent once the lines are on disk, in the order in which they happened.
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
from tetracade.server.storage.intents import Intent, NoPledges
from tetracade.server.storage.storage import Deposed, Lane
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
    """One live room, made of its parts. None of them refers back to it, so it is freed as soon as it is dropped."""

    def __init__(self, rooms: "Rooms", lane: Lane, room: Room, public: bool, created: float, creator: str = "") -> None:
        self.rooms = rooms
        self.id = table_id = lane.table_id
        self.room = room
        self.public = public
        self.created = created
        settings, loop = rooms.settings, rooms.loop
        self.keys = KeyRing(rooms.key, table_id, public, settings.most_holders)
        self.here = Presence(room, settings.ping_seconds, loop.time)
        self.presenter = Presenter(room, table_id, public, self.here.of)
        self.audience = Audience(room, self.keys, self.here, self.presenter)
        self.roll = Roll(self.here, self.presenter, loop)
        self.writer = LogWriter(rooms.store, lane, room)
        self.sealed = SealedAnswers(self)
        self.claim = Claim(table_id, creator, self.here.person_waits)
        """On whose behalf bots think here."""
        self.done: dict[str, m.Answer] = {}
        """Answers by command id, in case a command is sent again."""
        self.broken = False
        self.used = self.now
        self.touched = rooms.keeping.today
        """When the file last noted that the table is in use; at the latest when it was loaded."""
        self.changed = asyncio.Event()
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """By seat: the number at which its bot was asked, and the task that plays for it."""
        self.hinting: dict[int, asyncio.Task[None]] = {}
        """Hints in progress, by seat."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def now(self) -> float:
        """The loop's time in seconds."""
        return self.rooms.loop.time()

    @property
    def quiet(self) -> bool:
        """Whether the room can be dropped from memory without anyone missing it."""
        clock = self.room.clock
        busy = self.here.viewers or self.writer.pending or self._thinking or self.hinting or self.sealed.open
        return not (busy or (clock and clock.since))

    # ---- who is here -----------------------------------------------------------------------------------------------

    def who(self, key: str) -> Who:
        """What the key allows here."""
        return self.keys.who(key)

    def presence(self, seat: int) -> tuple[bool, bool]:
        """Whether the seat's person is here, and whether they have been away long."""
        return self.here.of(seat)

    def hold(self, holder: int, token: str) -> list[Intent]:
        """Make this the holder's token, and return what is to be stored."""
        seated = {place.holder for place in self.room.seating.places}
        wanted = self.keys.add(holder, token, seated)
        self.here.forget(set(self.keys.holders))
        return wanted

    def seen(self, who: Who) -> None:
        """Note that the holder is here, and give back any seats that a bot was playing for them."""
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
        """Send the viewer what they missed, or a snapshot, and from then on every update."""
        self.seen(viewer.who)
        self.here.viewers.add(viewer)
        self.push([(viewer, self.audience.missed_frames(viewer, since, self.now))])
        self.tell_presence(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Forget the viewer."""
        self.here.viewers.discard(viewer)
        self.used = self.now
        self.here.closed(viewer.who.holder)
        self.tell_presence()

    def go(self, holder: int) -> None:
        """Note that the holder has said they are leaving."""
        self.here.leave(holder)
        self.tell_presence()

    def tell_presence(self, newcomer: Viewer | None = None) -> None:
        """Tell the viewers who is here, now and whenever that changes on its own."""
        self.push(self.roll.frames(newcomer))
        if not self.broken:
            self.roll.set_timers(self.guarded(self.tell_presence))

    def snapshot(self, who: Who, eye: int | None, detail: p.Detail, happenings: bool = False) -> m.Snapshot:
        """Return everything they may know now."""
        return self.audience.snapshot(who, eye, detail, self.now, happenings)

    def show(self, viewer: Viewer) -> None:
        """Send the viewer a snapshot."""
        self.push([(viewer, [self.audience.snapshot_frame(viewer, self.now)])])

    # ---- storing and telling ---------------------------------------------------------------------------------------

    def flush(
        self,
        command: str | None = None,
        extra: list[Intent] | None = None,
        then: Callable[[Exception | None], None] | None = None,
    ) -> None:
        """Hand the room's new lines to the store; once they are on disk, tell the viewers, then call ``then``."""
        wanted = list(extra or [])
        if self.sealed.open and self.room.phase != "playing":  # someone resigned while everyone was being asked
            self.sealed.cancel()
            wanted.append(NoPledges(self.id))
        if self.room.turns.timing_secret:
            self.sealed.open_if_due()
        lines = self.room.log.take_fresh()
        if not lines and not wanted and then is None:
            return
        first = self.room.number - len(lines) + 1
        wanted += self.writer.add(lines, first, command)
        actions = len([line for line in lines if type(line) is log.Acted])
        if actions < len(lines) or extra:
            wanted += self.writer.add_seeds_and_phase(self.rooms.keeping.today)
        frames = self.audience.frames_of(lines, first, self.now) if lines else []
        counts = self._counts
        counts["lines"] += len(lines)
        counts["actions"] += actions

        def tell() -> None:
            try:
                _push(frames)
            finally:  # whoever sent the command learns that it is stored, even if telling the others fails
                if lines:
                    self.changed.set()
                    self.changed = asyncio.Event()
                if then is not None:
                    then(None)

        self._submit(wanted, tell, then)
        if lines and (self.writer.stirs or self._thinking):
            self.rooms.stir(self)

    def pledge(self, wanted: list[Intent], then: Callable[[Exception | None], None]) -> None:
        """Store a sealed answer. No one else's updates wait for it, because the wait would give it away."""

        def done(error: Exception | None) -> None:
            if error is not None:
                self._break(error)
            then(error)
            if self.broken:
                self._leave()

        self.writer.submit_unseen(wanted, done)

    def count(self, name: str, by: int = 1) -> None:
        """Count what happens here."""
        self._counts[name] += by

    def count_sent(self, frames: int, size: int) -> None:
        """Count frames and bytes that went to a viewer."""
        counts = self._counts
        counts["frames_sent"] += frames
        counts["bytes_sent"] += size

    @property
    def _counts(self) -> dict[str, int]:
        """While answers are sealed the server's counters stand still, or they would tell."""
        return self.sealed.counts if self.sealed.number >= 0 else self.rooms.metrics.counts

    def push(self, frames: Frames) -> None:
        """Send these once everything handed over before is on disk and told; never, if it couldn't be written."""
        if frames and self.writer.pending:
            self._submit([], partial(_push, frames))
        else:
            _push(frames)

    def after_writes(self, then: Callable[[Exception | None], None]) -> None:
        """Call this once everything handed over before is on disk, or has failed to be written."""
        self._submit([], lambda: then(None), then)

    def _submit(
        self,
        wanted: list[Intent],
        tell: Callable[[], object],
        failed: Callable[[Exception | None], None] | None = None,
    ) -> None:
        self.used = self.now

        def done(error: Exception | None) -> None:
            if error is None:  # holds even if the room has failed since: this much is on disk
                try:
                    tell()
                except Exception as failure:
                    self.fail(failure)
            else:
                self._break(error)
                if failed is not None:
                    failed(error)
            if self.broken:
                self._leave()

        self.writer.submit(wanted, done)

    def fail(self, error: Exception) -> None:
        """After a failure of our own: log it, forget what wasn't stored, and make everyone reconnect."""
        logger.error("table failed", exc_info=error, extra={"table": self.id})
        self.rooms.metrics.count("errors")
        self.broken = True
        self.writer.stop(error)
        self._leave()

    def depose(self) -> None:
        """Another process has taken the table: forget it, and make everyone reconnect."""
        self.broken = True
        self.writer.stop(Deposed(self.id))
        self._leave()

    def guarded(self, do: Callable[[], object]) -> Callable[[], None]:
        """Wrap a callback for the loop, so that a failure in it affects only this room."""

        def done() -> None:
            try:
                do()
            except Exception as error:
                self.fail(error)

        return done

    def _break(self, error: Exception) -> None:
        """After a failed write, memory is ahead of the disk: drop the room and make everyone reconnect."""
        if isinstance(error, Deposed):
            logger.info("table taken by another process", extra={"table": self.id})
        elif not self.broken:
            logger.error("write failed", extra={"table": self.id, "why": f"{type(error).__name__}: {error}"})
            self.rooms.metrics.count("errors")
            self.rooms.unsettle(self.id)
        self.broken = True

    def _leave(self) -> None:
        """Drop the room from memory, unless a write is in progress: it must not be reloaded without that."""
        if self.writer.flying:
            self.close()
        else:
            self.rooms.drop(self)

    def close(self) -> None:
        """Stop timers and bots, and disconnect the viewers."""
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
        """Start the bots, clocks and secret waits that the room now needs."""
        if self.broken:
            return
        acting = () if self.sealed.open else self.room.acting
        asked = {seat: self.room.turns.asked_at.get(seat, 0) for seat in acting if self.room.seating[seat].played_by}
        for seat, (number, task) in list(self._thinking.items()):
            if asked.get(seat) != number:  # after an undo or a resignation, or because the person is back
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
        """Let a bot act for the seat; a failure affects only this room."""
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
            # Changes since then cancel this task when the room is stirred, which may happen a moment later.
            same = self.room.turns.asked_at.get(seat, 0) == asked and self.room.seating[seat].played_by
            if same and action is not None and not self.sealed.open:
                self.act(seat, action, self.room.number)
            self.flush()
            self.rooms.stir(self)

    def act(self, seat: int, action: int | str, number: int, command: str = "") -> list[Intent]:
        """Let the seat act, or hold its answer back if it must stay secret who is asked."""
        if self.sealed.open:
            return self.sealed.answer(seat, action, number, command)
        self.room.act(seat, action, number, self.now)
        return []

    def asked(self, seat: int) -> Table | None:
        """Return the table as it will be when the seat is asked; None if it isn't being asked."""
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
