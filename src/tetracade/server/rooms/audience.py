"""Those who look at a table through a connection, and what each of them is sent."""

import asyncio
from collections.abc import Callable

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.rooms.key_ring import KeyRing
from tetracade.server.rooms.presence import Presence
from tetracade.server.rooms.presenter import Presenter
from tetracade.server.rooms.viewer import Viewer, Who
from tetracade.table import log
from tetracade.table.room import Room
from tetracade.table.seating import Denied

Frames = list[tuple[Viewer, list[bytes]]]


class Audience:
    """What may be seen by whom, and the frames that show it."""

    def __init__(self, room: Room, ring: KeyRing, presence: Presence, presenter: Presenter) -> None:
        self._room = room
        self._ring = ring
        self._presence = presence
        self._presenter = presenter

    def watches(self, who: Who) -> bool:
        """Whether they only watch: strangers, and whoever has left before the start."""
        return not who.host and not self._room.seating.held_by(who.holder)

    def sees_all_after(self, who: Who) -> bool:
        """Whether the seed, and with it every card, is for them to see once the game is over."""
        return self._room.settings["spectators"] == "all_after_end" or not self.watches(who)

    def eye_for(self, who: Who, wanted: int | None) -> int | None:
        """Whose view to show: the seat wanted if it is held, or the only one; Denied where nothing may be seen."""
        seating = self._room.seating
        if wanted is not None and wanted in seating.held_by(who.holder):
            return wanted
        if wanted is not None:
            raise Denied("forbidden", f"Seat {wanted} is not yours.")
        if not who.may_watch:
            raise Denied("forbidden", "You need a link to open this table.")
        if self.watches(who) and self._closed_to_watchers:
            raise Denied("forbidden", "This table has no spectators.")
        return seating.only_seat_of(who.holder)

    def you(self, who: Who, eye: int | None) -> m.You:
        """What the viewer is here."""
        shown = not self.watches(who)
        return m.You(
            seats=self._room.seating.held_by(who.holder),
            eye=eye,
            host=who.host,
            invite=self._ring.invite if shown else "",
            watch=self._ring.watch if shown else "",
        )

    def snapshot(self, who: Who, eye: int | None, detail: p.Detail, now: float) -> m.Snapshot:
        """All they may know now."""
        return self._presenter.snapshot(self.you(who, eye), detail, now, self.sees_all_after(who))

    def snapshot_frame(self, viewer: Viewer, now: float) -> bytes:
        """The same for a viewer, as bytes."""
        return m.encode(self.snapshot(viewer.who, viewer.eye, viewer.detail, now))

    def missed_frames(self, viewer: Viewer, since: int, now: float) -> list[bytes]:
        """What a viewer who knows everything up to a number has missed; a snapshot where updates will not do."""
        missed = None
        if since >= 0:
            sees_all = self.sees_all_after(viewer.who)
            missed = self._presenter.missed(viewer.looks_as, viewer.detail, now, since, sees_all)
        return [self.snapshot_frame(viewer, now)] if missed is None else [m.encode(update) for update in missed]

    def frames_of(self, lines: list[log.Line], first: int, now: float) -> Frames:
        """What to send to whom about these new lines; viewers who look alike get the same bytes."""
        begins = any(type(line) is log.Started for line in lines)
        ready: dict[tuple[int, p.Detail, bool], list[bytes]] = {}
        frames: Frames = []
        for viewer in list(self._presence.viewers):
            if self._closed_to_watchers and self.watches(viewer.who):  # they came while the table waited
                viewer.close()
                continue
            if begins:
                seating = self._room.seating
                if viewer.eye not in seating.held_by(viewer.who.holder):
                    viewer.eye = seating.only_seat_of(viewer.who.holder)
                frames.append((viewer, [self.snapshot_frame(viewer, now)]))
                continue
            key = (viewer.looks_as, viewer.detail, self.sees_all_after(viewer.who))
            if key not in ready:
                looks_as, detail, sees_all = key
                updates = self._presenter.update(looks_as, detail, now, first, sees_all)
                ready[key] = [m.encode(update) for update in updates]
            frames.append((viewer, ready[key]))
        return frames

    @property
    def _closed_to_watchers(self) -> bool:
        return self._room.settings["spectators"] == "none" and self._room.phase != "waiting"


class Roll:
    """Tells everybody who is here: a change at a seat at once, how many watch no more than every so often.

    Who comes is told alone, right after their snapshot. Two thousand who come to watch would else bring two million
    frames.
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
        """Who is to be told now, and what."""
        now = m.Presence(seats=self._presenter.seats(), watching=self._presence.watching)
        all_hear = self._told is None or self._told.seats != now.seats or self._loop.time() >= self._due
        if all_hear and self._told != now:
            self._told, self._due = now, self._loop.time() + self.WATCHING_SECONDS
            return [(viewer, [m.encode(now)]) for viewer in self._presence.viewers]
        return [] if newcomer is None else [(newcomer, [m.encode(now)])]

    def set_timers(self, again: Callable[[], None]) -> None:
        """Set timers for when somebody counts as away, and for when others are to hear how many watch."""
        self.stop()
        if not self._presence.viewers:
            return
        away = self._presence.next_away()
        if away is not None:
            self._timers.append(self._loop.call_at(away, again))
        if self._told is not None and self._told.watching != self._presence.watching:
            self._timers.append(self._loop.call_at(self._due, again))

    def stop(self) -> None:
        """Set no timer any more."""
        while self._timers:
            self._timers.pop().cancel()
