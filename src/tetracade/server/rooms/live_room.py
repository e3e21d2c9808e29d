"""A room that is open in this process: its viewers, its place in the store, its timers and its bots.

Everything that changes the room happens in the event loop without a break, so there is one writer for each table.
What it adds goes to the store; viewers and answers hear of it once it is on disk, in the order in which it happened.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms import keys
from tetracade.server.rooms.presenter import Presenter
from tetracade.server.rooms.sealed_answers import SealedAnswers
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.server.storage import store
from tetracade.server.workers.bots import at_a_glance
from tetracade.table import log
from tetracade.table.log import encoded, linked
from tetracade.table.room import Room
from tetracade.table.seating import NOBODY, Denied
from tetracade.table.table import Table

if TYPE_CHECKING:
    from tetracade.server.rooms.rooms import Rooms

logger = logging.getLogger("tetracade.table")


class LiveRoom:
    """One live table."""

    def __init__(self, rooms: "Rooms", table_id: str, room: Room, public: bool, created: float) -> None:
        self.rooms = rooms
        self.id = table_id
        self.room = room
        self.public = public
        self.created = created
        self.head = log.GENESIS
        self.holders: dict[int, bytes] = {}
        self.done: dict[str, m.Answer] = {}
        """Answers by command, for those that are sent again."""
        self.viewers: set[Viewer] = set()
        self.presenter = Presenter(room, table_id, public, self.presence)
        self.sealed = SealedAnswers(self)
        self.lane = store.Lane()
        self.pending = 0
        self.broken = False
        self.used = self.now
        self.touched = rooms.keeping.today
        """When the file was last told that the table is in use, at the latest when it was read."""
        self.changed = asyncio.Event()
        self._stored_phase = self._phase
        self._stored_seeds = set(room.seeds)
        self._seen: dict[int, float] = {}
        self._since = self.now
        self._gone: set[int] = set()
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self.hinting: dict[int, asyncio.Task[None]] = {}
        """Hints under way, by seat."""
        self._timer: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None

    @property
    def now(self) -> float:
        """Seconds of the loop's clock."""
        return self.rooms.loop.time()

    @property
    def quiet(self) -> bool:
        """Whether nothing would be missed if the table left the memory."""
        clock = self.room.clock
        busy = self.viewers or self.pending or self._thinking or self.hinting or self.sealed.open
        return not (busy or (clock and clock.since))

    @property
    def _phase(self) -> tuple[str, int]:
        """The phase, and whether bots or clocks go on by themselves."""
        stirs = self.room.clock is not None or any(place.played_by for place in self.room.seating.places)
        return self.room.phase, int(stirs)

    # ---- who is here -----------------------------------------------------------------------------------------------

    def who(self, key: str) -> Who:
        """What the key allows here."""
        for holder, stored in self.holders.items():
            if key and keys.same(key, stored):
                return Who(holder, may_sit=True, may_watch=True)
        invited = self.public or (key != "" and keys.same(key, keys.hashed(self.invite)))
        watching = self.public or (key != "" and keys.same(key, keys.hashed(self.watch)))
        return Who(NOBODY, may_sit=invited, may_watch=invited or watching)

    def hold(self, holder: int, token: str) -> list[store.Statement]:
        """Let this token be the holder's from now on; returns what stores it, and forgets those who left if need be."""
        self.holders[holder] = keys.hashed(token)
        statements: list[store.Statement] = [(store.ADD_HOLDER, (self.id, holder, self.holders[holder]))]
        seated = {0, holder, *(place.holder for place in self.room.seating.places)}  # 0 created the table
        too_many = max(0, len(self.holders) - self.rooms.settings.most_holders)
        for gone in sorted(self.holders.keys() - seated)[:too_many]:
            del self.holders[gone]
            self._seen.pop(gone, None)
            self._gone.discard(gone)
            statements.append((store.DROP_HOLDER, (self.id, gone)))
        return statements

    @property
    def invite(self) -> str:
        """The key to sit."""
        return keys.derived(self.rooms.key, "invite", self.id)

    @property
    def watch(self) -> str:
        """The key to watch."""
        return keys.derived(self.rooms.key, "watch", self.id)

    def is_link(self, key: str) -> bool:
        """Whether this is one of the table's keys that many may have."""
        return any(keys.same(key, keys.hashed(link)) for link in (self.invite, self.watch))

    def watches(self, who: Who) -> bool:
        """Whether they only watch: strangers, and whoever has left before the start."""
        return not who.host and not self.room.seating.held_by(who.holder)

    def sees_all_after(self, who: Who) -> bool:
        """Whether the seed, and with it every card, is for them to see once the game is over."""
        return self.room.settings["spectators"] == "all_after_end" or not self.watches(who)

    def you(self, who: Who, eye: int | None) -> m.You:
        """What the viewer is here."""
        held = self.room.seating.held_by(who.holder)
        shown = not self.watches(who)
        return m.You(
            seats=held,
            eye=eye,
            host=who.host,
            invite=self.invite if shown else "",
            watch=self.watch if shown else "",
        )

    def eye_for(self, who: Who, wanted: int | None) -> int | None:
        """Whose view to show: the seat wanted if it is held, or the only one; Denied where nothing may be seen."""
        held = self.room.seating.held_by(who.holder)
        if wanted is not None and wanted in held:
            return wanted
        if wanted is not None:
            raise Denied("forbidden", f"Seat {wanted} is not yours.")
        if not who.may_watch:
            raise Denied("forbidden", "This table is open to those with a link.")
        if self.watches(who) and self.room.settings["spectators"] == "none" and self.room.phase != "waiting":
            raise Denied("forbidden", "This table has no spectators.")
        return held[0] if len(held) == 1 else None

    def presence(self, seat: int) -> tuple[bool, bool]:
        """Whether the seat's person is here, and whether they have been away for long."""
        holder = self.room.seating[seat].holder
        if holder in self._gone:
            return False, True
        if any(viewer.who.holder == holder for viewer in self.viewers):
            return True, False
        since = self.now - self._seen.get(holder, self._since)
        here = holder in self._seen and since < self.rooms.settings.ping_seconds
        return here, since >= self.room.settings["away_after"]

    def seen(self, who: Who) -> None:
        """Note that the holder is here; seats that a bot played for them are theirs again."""
        self.used = self.now
        if who.holder == NOBODY:
            return
        self._seen[who.holder] = self.now
        self._gone.discard(who.holder)
        for seat, place in enumerate(self.room.seating.places):
            if place.stand_in and place.holder == who.holder:
                self.room.back(seat)
        if self.room.fresh:
            self.flush()

    def attach(self, viewer: Viewer, since: int = -1) -> None:
        """Send the viewer what they missed, or a snapshot, then everything that happens."""
        self.seen(viewer.who)
        self.viewers.add(viewer)
        whole = self.sees_all_after(viewer.who)
        missed = self.presenter.missed(viewer.looks_as, viewer.detail, self.now, since, whole) if since >= 0 else None
        if missed is None:
            frames = [self.snapshot_frame(viewer)]
        else:
            frames = [m.encode(update) for update in missed]

        def tell() -> None:
            for frame in frames:
                viewer.push(frame)

        self.once_stored(tell)
        self.tell_presence()

    def detach(self, viewer: Viewer) -> None:
        """Forget the viewer."""
        self.viewers.discard(viewer)
        self.used = self.now
        if viewer.who.holder != NOBODY:
            self._seen[viewer.who.holder] = self.now
        self.tell_presence()

    def go(self, holder: int) -> None:
        """Note that the holder says they are away."""
        self._gone.add(holder)
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell everybody who is here, and again when somebody who is not has been away for long."""
        self._time_absence()
        if not self.viewers:
            return
        watching = sum(1 for viewer in self.viewers if viewer.who.holder == NOBODY)
        frame = m.encode(m.Presence(seats=self.presenter.seats(), watching=watching))
        viewers = list(self.viewers)

        def tell() -> None:
            for viewer in viewers:
                viewer.push(frame)

        self.once_stored(tell)

    def _time_absence(self) -> None:
        """Set the one timer for the next moment at which somebody counts as away; none if nobody would hear of it."""
        if self._absence is not None:
            self._absence.cancel()
        due = self._next_away()
        again = self.guarded(self.tell_presence)
        self._absence = None if due is None else self.rooms.loop.call_at(due, again)

    def _next_away(self) -> float | None:
        if not self.viewers or self.broken:
            return None
        here = {viewer.who.holder for viewer in self.viewers}
        absent = {place.holder for place in self.room.seating.places} - here - self._gone - {NOBODY}
        wait = float(self.room.settings["away_after"]) + 0.01
        moments = (self._seen.get(holder, self._since) + wait for holder in absent)
        return min((moment for moment in moments if moment > self.now), default=None)

    def snapshot_frame(self, viewer: Viewer) -> bytes:
        """A snapshot for the viewer, as bytes."""
        return m.encode(self.snapshot(viewer.who, viewer.eye, viewer.detail))

    def snapshot(self, who: Who, eye: int | None, detail: p.Detail) -> m.Snapshot:
        """All they may know now."""
        return self.presenter.snapshot(self.you(who, eye), detail, self.now, self.sees_all_after(who))

    def forget_stored(self) -> None:
        """Count nothing as stored yet: the table is new."""
        self._stored_seeds = set()
        self._stored_phase = ("", 0)

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
        if self.room.timing_secret:
            self.sealed.open_if_due()
        lines, self.room.fresh = self.room.fresh, []
        if not lines and not statements and then is None:
            return
        first = self.room.number - len(lines) + 1
        for number, line in enumerate(lines, first):
            data = encoded(line)
            self.head = linked(self.head, data)
            statements.append(
                (store.ADD_LINE, (self.id, number, self.head, command if number == first else None, data))
            )
        actions = sum(type(line) is log.Acted for line in lines)
        if actions < len(lines) or extra:
            statements += self._more_statements()
        sends = self._sends(lines, first) if lines else []
        self.count("lines", len(lines))
        self.count("actions", actions)

        def tell() -> None:
            for viewer, frames in sends:
                for frame in frames:
                    viewer.push(frame)
            if lines:
                self.changed.set()
                self.changed = asyncio.Event()
            if then is not None:
                then(None)

        self._submit(statements, tell, then)
        if lines and self._stored_phase[1]:
            self.rooms.stir(self)

    def _more_statements(self) -> list[store.Statement]:
        """What stores new seeds, and a phase that has changed."""
        statements: list[store.Statement] = []
        for game in self.room.seeds.keys() - self._stored_seeds:
            statements.append((store.ADD_SEED, (self.id, game, self.room.seeds[game])))
            self._stored_seeds.add(game)
        phase = self._phase
        if phase != self._stored_phase:
            self._stored_phase = phase
            statements.append((store.SET_PHASE, (*phase, self.rooms.keeping.today, self.id)))
        return statements

    def _sends(self, lines: list[log.Line], first: int) -> list[tuple[Viewer, list[bytes]]]:
        """What to send to whom about these lines; viewers who look alike get the same bytes."""
        anew = any(type(line) is log.Started for line in lines)
        now = self.now
        ready: dict[tuple[int, p.Detail, bool], list[bytes]] = {}
        sends = []
        alone = self.room.settings["spectators"] == "none" and self.room.phase != "waiting"
        for viewer in list(self.viewers):
            if alone and self.watches(viewer.who):  # they came while the table waited
                viewer.close()
                continue
            if anew:
                held = self.room.seating.held_by(viewer.who.holder)
                viewer.eye = viewer.eye if viewer.eye in held else held[0] if len(held) == 1 else None
                sends.append((viewer, [self.snapshot_frame(viewer)]))
                continue
            key = (viewer.looks_as, viewer.detail, self.sees_all_after(viewer.who))
            if key not in ready:
                looks_as, detail, whole = key
                ready[key] = [m.encode(update) for update in self.presenter.update(looks_as, detail, now, first, whole)]
            sends.append((viewer, ready[key]))
        return sends

    def pledge(self, statements: list[store.Statement], then: Callable[[Exception | None], None]) -> None:
        """Store a sealed answer. Nobody else waits for it, as for what they are shown: the wait would tell of it."""

        def done(error: Exception | None) -> None:
            if error is not None:
                self._break(error)
            then(error)
            if self.broken:
                self._leave()

        self.rooms.store.submit(statements, done, self.lane)

    def count(self, name: str, by: int = 1) -> None:
        """Count what happens here; while answers are sealed the server's counters do not move, lest they tell."""
        counts = self.sealed.counts if self.sealed.open else self.rooms.metrics.counts
        counts[name] += by

    def once_stored(self, tell: Callable[[], object]) -> None:
        """Do this after all that was handed over before is on disk and told; never, if that could not be written."""
        if self.pending:
            self._submit([], tell)
        else:
            tell()

    def after_writes(self, then: Callable[[Exception | None], None]) -> None:
        """Call this when all that was handed over before is on disk, or could not be written."""
        self._submit([], lambda: then(None), then)

    def _submit(
        self,
        statements: list[store.Statement],
        tell: Callable[[], object],
        failed: Callable[[Exception | None], None] | None = None,
    ) -> None:
        self.pending += 1
        self.used = self.now

        def done(error: Exception | None) -> None:
            self.pending -= 1
            if error is None:  # true also of a table that broke meanwhile: this much of it is on disk
                self.guarded(tell)()
            else:
                self._break(error)
                if failed is not None:
                    failed(error)
            if self.broken:
                self._leave()

        self.rooms.store.submit(statements, done, self.lane)

    def fail(self, error: Exception) -> None:
        """After a fault of our own: note it, forget what was not stored, let everybody come again."""
        logger.error("table failed", exc_info=error, extra={"table": self.id})
        self.rooms.metrics.count("errors")
        self.broken = True
        self.lane.error = self.lane.error or error
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
        """After a failed write the memory is ahead of the disk: forget the table, let everybody come again."""
        if not self.broken:
            logger.error("write failed", extra={"table": self.id, "why": f"{type(error).__name__}: {error}"})
            self.rooms.metrics.count("errors")
        self.broken = True

    def _leave(self) -> None:
        """Leave the memory, unless a write is on its way: the table must not be read anew without it."""
        if self.rooms.store.flying(self.lane):
            self.close()
        else:
            self.rooms.drop(self)

    def close(self) -> None:
        """Stop timers and bots, and let the viewers go."""
        for timer in (self._timer, self._absence):
            if timer is not None:
                timer.cancel()
        self.sealed.cancel()
        for task in self._thinking.values():
            task.cancel()
        for viewer in list(self.viewers):
            viewer.close()
        self.changed.set()

    # ---- what goes on by itself ------------------------------------------------------------------------------------

    def stir(self) -> None:
        """Let bots think, clocks run and secret waits begin, as the room now needs."""
        if self.broken:
            return
        for seat in () if self.sealed.open else self.room.acting:
            level = self.room.seating[seat].played_by
            if level and seat not in self._thinking:
                self._thinking[seat] = self.rooms.loop.create_task(self._think(seat, level))
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

    async def _thought(self, seat: int, level: int) -> None:
        room, asked = self.room, self.room.asked_at.get(seat, 0)
        try:
            if room.table is None:
                return
            action = await self.rooms.bots.choose(room.table, seat, level)
        finally:
            self._thinking.pop(seat, None)
        if self.broken:
            return
        same = seat in room.acting and room.asked_at.get(seat, 0) == asked and room.seating[seat].played_by
        if same and not self.sealed.open:
            self.act(seat, action, room.number)
        self.flush()
        self.rooms.stir(self)

    def act(self, seat: int, action: int | str, number: int, command: str = "") -> list[store.Statement]:
        """Let the seat act, or hold its answer back where it must not be seen who is asked."""
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
