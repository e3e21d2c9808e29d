"""The viewers of a live room, and what each of them is sent."""

import asyncio
from collections.abc import Callable

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.key_ring import KeyRing
from tetracade.server.rooms.presence import Presence
from tetracade.server.rooms.presenter import Presenter
from tetracade.server.rooms.sight import Sight
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.table import log
from tetracade.table.room import Room

Frames = list[tuple[Viewer, list[bytes]]]


class Audience(Sight):
    """Decides who may see what, and makes the frames that show it."""

    def __init__(self, room: Room, ring: KeyRing, presence: Presence, presenter: Presenter) -> None:
        super().__init__(room)
        self._room = room
        self._ring = ring
        self._presence = presence
        self._presenter = presenter

    def you(self, who: Who, eye: int | None) -> m.You:
        """Return the viewer's role at the table."""
        shown = not self.watches(who)
        return m.You(
            seats=self._room.seating.held_by(who.holder),
            eye=eye,
            host=who.host,
            invite=self._ring.invite if shown else "",
            watch=self._ring.watch if shown else "",
        )

    def snapshot(self, who: Who, eye: int | None, detail: p.Detail, now: float, happenings: bool = False) -> m.Snapshot:
        """Return everything they may know now."""
        return self._presenter.snapshot(self.you(who, eye), detail, now, self.sees_all_after(who), happenings)

    def snapshot_frame(self, viewer: Viewer, now: float) -> bytes:
        """Return a viewer's snapshot as bytes."""
        return m.encode(self.snapshot(viewer.who, viewer.eye, viewer.detail, now, viewer.happenings))

    def missed_frames(self, viewer: Viewer, since: int, now: float) -> list[bytes]:
        """Return what a viewer has missed since a number; a snapshot if updates aren't enough."""
        missed = None
        if since >= 0:
            sees_all = self.sees_all_after(viewer.who)
            missed = self._presenter.missed(viewer.looks_as, viewer.detail, now, since, sees_all, viewer.happenings)
        return [self.snapshot_frame(viewer, now)] if missed is None else [m.encode(update) for update in missed]

    def frames_of(self, lines: list[log.Line], first: int, now: float) -> Frames:
        """Return what to send to whom about these new lines; viewers who see the same get the same bytes."""
        begins = any(type(line) is log.Started for line in lines)
        ready: dict[tuple[int, p.Detail, bool, bool], list[bytes]] = {}
        frames: Frames = []
        for viewer in list(self._presence.viewers):
            if self.closed_to_watchers and self.watches(viewer.who):  # they joined while the lines were being written
                viewer.close()
                continue
            if begins:
                seating = self._room.seating
                if viewer.eye not in seating.held_by(viewer.who.holder):
                    viewer.eye = seating.only_seat_of(viewer.who.holder)
                frames.append((viewer, [self.snapshot_frame(viewer, now)]))
                continue
            key = (viewer.looks_as, viewer.detail, self.sees_all_after(viewer.who), viewer.happenings)
            if key not in ready:
                looks_as, detail, sees_all, happenings = key
                updates = self._presenter.update(looks_as, detail, now, first, sees_all, happenings)
                ready[key] = [m.encode(update) for update in updates]
            frames.append((viewer, ready[key]))
        return frames


class Roll:
    """Tells everyone who is here: changes at a seat at once, the number of spectators only every so often.

    Newcomers are told separately, right after their snapshot. Otherwise two thousand arriving spectators would cause
    two million frames.
    """

    WATCHING_SECONDS = 2.0

    def __init__(self, presence: Presence, presenter: Presenter, loop: asyncio.AbstractEventLoop) -> None:
        self._presence = presence
        self._presenter = presenter
        self._loop = loop
        self._told: m.Presence | None = None
        self._timers: list[asyncio.TimerHandle] = []
        self._due = 0.0

    def frames(self, newcomer: Viewer | None = None) -> Frames:
        """Return who should be told now, and what."""
        now = m.Presence(seats=self._presenter.seats(), watching=self._presence.watching)
        all_hear = self._told is None or self._told.seats != now.seats or self._loop.time() >= self._due
        if all_hear and self._told != now:
            self._told, self._due = now, self._loop.time() + self.WATCHING_SECONDS
            return [(viewer, [m.encode(now)]) for viewer in self._presence.viewers]
        return [] if newcomer is None else [(newcomer, [m.encode(now)])]

    def set_timers(self, again: Callable[[], None]) -> None:
        """Set timers for when someone will count as gone or away, and for the next count of spectators."""
        self.stop()
        if not self._presence.viewers:
            return
        change = self._presence.next_change()
        if change is not None:
            self._timers.append(self._loop.call_at(change, again))
        if self._told is not None and self._told.watching != self._presence.watching:
            self._timers.append(self._loop.call_at(self._due, again))

    def stop(self) -> None:
        """Cancel all timers."""
        while self._timers:
            self._timers.pop().cancel()
