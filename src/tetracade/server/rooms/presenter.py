"""What each viewer of a room is sent. It is built up from that viewer's view, never cut down from the full state."""

from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from msgspec import UNSET
from rich.text import Text

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.api import responses as r
from tetracade.table import log
from tetracade.table.narration import effects_of, rules_met, steps, told
from tetracade.table.room import Room
from tetracade.table.seating import Denied
from tetracade.table.series import moved_on, series_of
from tetracade.table.series import told as told_series
from tetracade.table.table import Table

STORY = 80
"""How many numbers back a snapshot's story goes; the record has the rest."""
MOST_MISSED = 200
"""Anyone who missed more than this gets a snapshot instead of updates."""

SITTING_STILL = {log.Acted, log.Said, log.Undone, log.Asked, log.Replied, log.Worded, log.Cheered}
"""Lines that don't change the seats."""

WORDY = ("full", "drawn")
"""How much offers say for clients that show words to people."""

Presence = Callable[[int], tuple[bool, bool]]
"""By seat: whether its person is here, and whether they have been away long."""


@cache
def _briefs_of(game: Game) -> dict[int, m.Offer]:
    """A game's brief offers, made as they are needed. An action's notation never changes."""
    return {}


class Presenter:
    """Builds the messages of one room. ``eye`` is a seat, or SPECTATOR."""

    def __init__(self, room: Room, table_id: str, public: bool, presence: Presence) -> None:
        self.room = room
        self.id = table_id
        self.public = public
        self.presence = presence
        self.held: dict[int, list[int]] | None = None
        """While answers are held back: what each seat may still answer."""
        self.lesson: Callable[[], m.LessonInfo | None] = lambda: None
        """Where the learner is, if this is a lesson."""
        self.countdown: tuple[float, float] | None = None
        """While people are asked all at once: when their time ends, and how long it is."""
        self._views: dict[int, _Seen] = {}
        self._news: dict[tuple[int, bool], _News] = {}
        self._finished: tuple[tuple[int, int, p.Detail, float, bool, bool], list[m.Update]] | None = None
        """The updates made last, and what for."""
        self._all_alike = kernel_of(room.game).nothing_hidden
        self._offers: tuple[int, dict[int, list[m.Offer]]] = (-1, {})
        self._briefs = _briefs_of(room.game)
        self._effects: tuple[int, dict[tuple[int, int], m.EffectsInfo]] = (-1, {})

    # ---- messages --------------------------------------------------------------------------------------------------

    def snapshot(
        self, you: m.You, detail: p.Detail, now: float, shows_seed: bool = True, happenings: bool = False
    ) -> m.Snapshot:
        """Return everything this viewer may know now, with ``shows_seed`` including the seed once the game is over."""
        room, settings = self.room, self.room.settings
        eye = SPECTATOR if you.eye is None else you.eye
        found = m.Snapshot(
            number=room.number,
            table=m.TableInfo(
                id=self.id,
                game=room.game.name,
                title=room.game.title,
                version=room.game.version,
                options=room.current.options,
                public=self.public,
                spectators=settings["spectators"],
                clock=p.ClockSetup(**settings["clock"]) if settings["clock"] else None,
                chat=settings["chat"],
                undo=settings["undo"],
                hints=settings["hints"],
                games=settings["games"],
                start=settings.get("start", "full"),
                beginning=_began(room.opened.beginning),
            ),
            game=max(room.current.game_number, 1),
            phase=cast(m.Phase, room.phase),
            you=you,
            seats=self.seats(),
            acting=self.acting(eye),
            view=self._shown(eye),
            offers=self.offers(eye, detail),
            actions=self.actions(eye, detail),
            undo=eye >= 0 and room.may_undo(eye),
            story=self._story(eye, happenings),
            result=self.result(),
            clock=self.clock(now),
            asked=self.asked(),
            proof=self.proof(shows_seed),
            series=self.series(),
            cheers=self.cheers(),
            aims=self.aims(eye),
            goal=self.goal(eye, detail),
            progress=self.progress(eye, detail),
            drawing=self.drawing(eye, detail),
            lesson=self.lesson(),
            reaction=self.reaction(now),
        )
        if happenings:
            self._add_outlook(found, eye)
        return found

    def glance(self, you: m.You) -> r.Glance:
        """Return the table at a glance: the view is a spectator's, whoever looks."""
        room, view = self.room, self._see(SPECTATOR).view
        return r.Glance(
            number=room.number,
            table=self.id,
            game=room.game.name,
            title=room.game.title,
            plays=max(room.current.game_number, 1),
            phase=cast(m.Phase, room.phase),
            seats=self.seats(),
            acting=self.acting(SPECTATOR if you.eye is None else you.eye),
            view={} if view is None else view.as_dict(),
            result=self.result(),
            you=you,
            spectators=room.settings["spectators"],
            standing=[] if view is None else room.game.standing(view),
        )

    def update(
        self, eye: int, detail: p.Detail, now: float, first: int, shows_seed: bool = True, happenings: bool = False
    ) -> list[m.Update]:
        """Return the updates from number ``first`` on, for lines that were just added."""
        room = self.room
        known, key = self._finished, (first, room.number, detail, now, shows_seed, happenings)
        if self._all_alike and known is not None and known[0] == key:
            return self._same_for(eye, detail, happenings, known[1])
        news = self._told(SPECTATOR if self._all_alike else eye, first, happenings)
        updates = [
            m.Update(number=number, happened=happened, acting=[], phase=cast(m.Phase, room.phase))
            for number, happened in enumerate(news.happened, first)
        ]
        last = updates[-1]
        last.view = news.view
        self._finish(last, eye, detail, now, room.log.lines[first - 1 :], shows_seed)
        if happenings:
            self._add_outlook(last, eye)
        for update in updates[:-1]:
            update.acting = last.acting
        self._finished = key, updates
        return updates

    def _same_for(self, eye: int, detail: p.Detail, happenings: bool, updates: list[m.Update]) -> list[m.Update]:
        """Return these updates of another viewer, who sees the same, with what this one may do and should mind."""
        last = copy(updates[-1])
        last.acting = self.acting(eye)
        last.offers = self.offers(eye, detail)
        last.actions = self.actions(eye, detail)
        last.undo = eye >= 0 and self.room.may_undo(eye)
        if happenings:
            self._add_outlook(last, eye)
        return [*updates[:-1], last]

    def missed(
        self,
        eye: int,
        detail: p.Detail,
        now: float,
        since: int,
        shows_seed: bool = True,
        happenings: bool = False,
    ) -> list[m.Update] | None:
        """Return the updates after number ``since`` for someone who is back; None if they need a snapshot."""
        room = self.room
        if since >= room.number:
            return [] if since == room.number else None
        lines = room.log.lines[since:]
        if len(lines) > MOST_MISSED or since < 1:
            return None
        if any(isinstance(line, log.Started | log.Undone) for line in lines):
            return None
        updates = [
            m.Update(
                number=number,
                happened=self.happened(number, eye, happenings),
                acting=[],
                phase=cast(m.Phase, room.phase),
            )
            for number in range(since + 1, room.number + 1)
        ]
        last = updates[-1]
        last.view = self._shown(eye)
        last.seats = self.seats()
        self._finish(last, eye, detail, now, lines, shows_seed)
        if happenings:
            self._add_outlook(last, eye)
        for update in updates[:-1]:
            update.acting = last.acting
        return updates

    def _finish(
        self, last: m.Update, eye: int, detail: p.Detail, now: float, lines: list[log.Line], shows_seed: bool
    ) -> None:
        room = self.room
        last.acting = self.acting(eye)
        last.offers = self.offers(eye, detail)
        last.actions = self.actions(eye, detail)
        last.undo = eye >= 0 and room.may_undo(eye)
        last.asked = self.asked()
        last.aims = self.aims(eye) or None
        if detail in WORDY:
            last.progress = self.progress(eye, detail)
            last.drawing = self.drawing(eye, detail)
        last.lesson = self.lesson()
        last.clock = self.clock(now)
        last.reaction = self.reaction(now)
        for line in lines:
            if type(line) not in SITTING_STILL:
                last.seats = self.seats()
                break
        if room.phase == "over":
            last.cheers = self.cheers() or None
            last.result = self.result()
            last.proof = self.proof(shows_seed)
            last.series = self.series()

    # ---- their parts -----------------------------------------------------------------------------------------------

    def seats(self) -> list[m.SeatInfo]:
        """Return the seats as everyone sees them."""
        infos = []
        teams = self.room.game.teams(len(self.room.seating))
        for seat, place in enumerate(self.room.seating.places):
            here, away = self.presence(seat) if place.person else (False, False)
            kind: Literal["open", "person", "bot"] = "person" if place.person else "open" if place.open else "bot"
            infos.append(
                m.SeatInfo(
                    seat=seat,
                    kind=kind,
                    title=self.room.game.words.seat_name(seat),
                    name=place.name,
                    level=place.level,
                    here=here,
                    away=away,
                    stand_in=place.stand_in,
                    resigned=place.resigned,
                    partners=[other for team in teams if seat in team for other in team if other != seat],
                    wins=place.wins,
                )
            )
        return infos

    def acting(self, eye: int) -> list[int]:
        """Return the seats that may act, as far as this viewer may know."""
        if self.held is not None:
            return [eye] if eye in self.held else []
        return list(self.room.turns.offered)

    def offers(self, eye: int, detail: p.Detail) -> list[m.Offer]:
        """Return what the viewer's own seat may do now."""
        if detail in ("none", "numbers"):
            return []
        room, legal = self.room, self._legal(eye)
        if not legal or room.table is None:
            return []
        if detail == "brief":
            return [self._brief(action) for action in legal]
        number, cache = self._offers
        if number != room.number:
            cache = {}
            self._offers = (room.number, cache)
        if eye not in cache:
            cache[eye] = [offer_of(action) for action in room.table.offered(eye, legal)]
        return cache[eye]

    def actions(self, eye: int, detail: p.Detail) -> list[int]:
        """Return the same as ids, for clients that want nothing more."""
        return self._legal(eye) if detail == "numbers" else []

    def _legal(self, eye: int) -> list[int]:
        if self.room.phase != "playing" or (eye != SPECTATOR and self.room.seating[eye].resigned):
            return []
        return (self.room.turns.offered if self.held is None else self.held).get(eye, [])

    def result(self) -> m.ResultInfo | None:
        """Return how the game ended."""
        ended = self.room.current.ended
        if ended is None:
            return None
        return m.ResultInfo(points=ended.points, winners=ended.winners, reason=ended.reason, breakdown=ended.breakdown)

    def clock(self, now: float) -> m.ClockInfo | None:
        """Return each seat's remaining time."""
        clock = self.room.clock
        if clock is None:
            return None
        running = sorted(clock.since)
        return m.ClockInfo(left=clock.left_at(now), running=running)

    def reaction(self, now: float) -> m.ReactionInfo | None:
        """Return how much time people have left to answer what all are asked; None if nobody is."""
        if self.countdown is None:
            return None
        end, seconds = self.countdown
        return m.ReactionInfo(left=max(0.0, round(end - now, 3)), seconds=seconds)

    def asked(self) -> m.Asked | None:
        """Return the question that is waiting for replies."""
        asked = self.room.question.asked
        if asked is None:
            return None
        what = cast(Literal["undo", "rematch"], asked.what)
        return m.Asked(what=what, by=asked.seat, waiting=list(self.room.question.waiting))

    def proof(self, shows_seed: bool) -> m.Proof:
        """Return what you need to check the dealing: the words once all are given, the seed if ``shows_seed``."""
        room = self.room
        words = room.current.words if room.phase != "waiting" else []
        upcoming = room.current.ended.next if room.current.ended is not None else ""
        return m.Proof(
            commitment=room.current.commitment,
            words=words,
            seed=room.current.seed_shown if shows_seed else "",
            next=upcoming,
        )

    def cheers(self) -> list[m.Cheered]:
        """Who has cheered the winners, and how."""
        return [m.Cheered(seat=seat, how=how) for seat, how in self.room.current.cheers]

    def series(self) -> m.SeriesInfo | None:
        """Return the standing of the series."""
        game, stands, before = self.room.game, self.room.series, self.room.series_begun
        if not stands:
            return None
        return m.SeriesInfo(
            text=told_series(game, stands, before),
            saved=stands,
            over=series_of(game).over(stands),
            moves=self.room.phase == "over" and moved_on(game, before, stands),
        )

    def aims(self, eye: int) -> list[str]:
        """Return the goals beyond winning and the progress so far, as far as this viewer can tell."""
        view = self._see(eye).view
        return [] if view is None else list(self.room.game.aims(view))

    def goal(self, eye: int, detail: p.Detail) -> str:
        """Return what wins, in one sentence, for clients that show words."""
        view = self._see(eye).view if detail in WORDY else None
        return "" if view is None else self.room.game.goal(view)

    def progress(self, eye: int, detail: p.Detail) -> list[str]:
        """Return how far each seat is, as this viewer can tell, for the same clients."""
        view = self._see(eye).view if detail in WORDY else None
        return [] if view is None else self.room.game.progress(view)

    def about(self, eye: int, place: str, number: int | None) -> list[m.Note]:
        """Return what there is to say about the place; or which rules came into play at the number; or the legend."""
        table, game = self.room.table, self.room.game
        if table is None:
            raise Denied("wrong_phase", "The game has not started.")
        if number is not None:
            start, until = self._entries_of(number)
            return [m.Note.of(note) for note in rules_met(table, eye, start, until)]
        view = table.view_at(eye, self.room.turns.played_out, self.room.phase == "over")
        if not place:
            return [m.Note.of(note) for note in game.legend(view)]
        note = game.about(view, place)
        return [] if note is None else [m.Note.of(note)]

    def drawing(self, eye: int, detail: p.Detail) -> str:
        """Return the viewer's view as text, if the client asks for it."""
        view = self._see(eye).view if detail == "drawn" else None
        return "" if view is None else Text.from_markup(self.room.game.words.drawing(view)).plain

    def _add_outlook(self, message: m.Snapshot | m.Update, eye: int) -> None:
        """Add how everybody stands and what the viewer should mind, as their view shows it.

        It is the seat's own view, also where all see the same: what to mind depends on whose eyes these are.
        """
        table, room = self.room.table, self.room
        view = None if table is None else table.view_at(eye, room.turns.played_out, room.phase == "over")
        message.standing = [] if view is None else self.room.game.standing(view)
        message.dangers = [] if view is None else [m.Mark.of(mark) for mark in self.room.game.dangers(view)]

    def effects(self, table: Table, seat: int, action: int) -> m.EffectsInfo:
        """Return what a legal action of the seat would bring, as its view tells; kept until something happens."""
        number, known = self._effects
        if number != self.room.number:
            known = {}
            self._effects = (self.room.number, known)
        if (seat, action) not in known:
            view = table.view_at(seat, False)
            after, marks = effects_of(table.game, view, action)
            known[seat, action] = m.EffectsInfo(
                changes=after.changes_since(view),
                marks=[m.Mark.of(mark) for mark in marks],
                standing=table.game.standing(after),
            )
        return known[seat, action]

    def recalled(self, eye: int, number: int, step: int | None = None) -> View:
        """Return the viewer's view as it was after this number, or after so many things that happened at it."""
        room = self.room
        if room.table is None:
            raise Denied("wrong_phase", "The game has not started.")
        start, until = self._entries_of(number)
        if step is not None:
            until = min(until, start + step)
        over = room.turns.played_out and until == len(room.table.entries)
        return kernel_of(room.game).view(room.table.state_before(until), eye, over=over)

    def _entries_of(self, number: int) -> tuple[int, int]:
        """Return where the entries of this number begin and end; Denied if they aren't part of this game."""
        room = self.room
        if not 1 <= number <= room.number or room.log.spans[number - 1][0] != room.current.game_number:
            raise Denied("wrong_phase", "You can only look back within this game.")
        _, start, until = room.log.spans[number - 1]
        if number in room.log.undone or (room.table is not None and until > len(room.table.entries)):
            raise Denied("wrong_phase", "That was taken back.")
        return start, until

    def happened(self, number: int, eye: int, happenings: bool = False) -> list[m.Happened]:
        """Return what this line of the log tells the viewer; with ``happenings`` also changes and marks."""
        room, table = self.room, self.room.table
        line = room.log.lines[number - 1]
        game, start, until = room.log.spans[number - 1]
        dealt: list[m.Happened] = []
        if table is not None and game == room.current.game_number and isinstance(line, (log.Acted, log.Started)):
            start = max(start, table.kept - STORY)  # of a record's beginning, the end will do
            seen = self._views.get(SPECTATOR if self._all_alike else eye)
            before = seen.view if seen is not None and seen.number == number - 1 else None
            ended = room.phase == "over"
            if happenings:
                dealt = [m.Happened.step(step, number) for step in steps(table, eye, start, until, before, ended)]
            else:
                known = {start: before} if before is not None else None
                dealt = [m.Happened.of(part) for part in told(table, eye, start, until, known, ended)]
        if isinstance(line, log.Acted):
            said = [_said("timeout", line.seat, "ran out of time")] if line.auto else []
        else:
            said = _line_said(line, room.game)
        if happenings:
            for part in said:
                part.number, part.changes, part.marks = number, {}, []
        return [*said, *dealt] if said else dealt

    def _told(self, eye: int, first: int, happenings: bool) -> "_News":
        """Return what the numbers from ``first`` on change for everyone who sees what this viewer sees."""
        room, latest = self.room, self.room.number
        news = self._news.get((eye, happenings))
        if news is not None and news.last == latest and news.first == first:
            return news
        happened = [self.happened(number, eye, happenings) for number in range(first, latest + 1)]
        other = self._news.get((eye, not happenings))
        known = self._views.get(eye)
        after = self._see(eye).view
        view: dict[str, Any] = {}
        if other is not None and other.last == latest and other.first == first:
            view = other.view
        elif after is not None:
            followed = known is not None and known.number == first - 1 and known.game == room.current.game_number
            before = known.view if known is not None and followed else None
            view = after.as_dict() if before is None else after.changes_since(before)
        news = self._news[eye, happenings] = _News(first, latest, happened, view)
        return news

    def _see(self, eye: int) -> "_Seen":
        """Return the viewer's current view, and keep it to tell what changes next."""
        if self._all_alike:
            eye = SPECTATOR
        known, number = self._views.get(eye), self.room.number
        if known is not None and known.number == number:
            return known
        table, ended = self.room.table, self.room.phase == "over"
        view = table.view_at(eye, self.room.turns.played_out, ended) if table is not None else None
        seen = self._views[eye] = _Seen(number, self.room.current.game_number, view)
        return seen

    def _shown(self, eye: int) -> dict[str, Any]:
        """Return the viewer's complete view."""
        view = self._see(eye).view
        return {} if view is None else view.as_dict()

    def _brief(self, action: int) -> m.Offer:
        offer = self._briefs.get(action)
        if offer is None:
            offer = self._briefs[action] = m.Offer(action=action, notation=self.room.game.words.notation(action))
        return offer

    def _story(self, eye: int, happenings: bool) -> list[m.Happened]:
        room = self.room
        first = next(
            (number for number in range(room.number, 0, -1) if isinstance(room.log.lines[number - 1], log.Started)), 1
        )
        first = max(first, room.number - STORY + 1)
        story = []
        for number in range(first, room.number + 1):
            if number in room.log.undone:
                continue
            lines = self.happened(number, eye, happenings and number == room.number)
            if happenings:
                for line in lines:
                    line.number, line.changes = number, UNSET
            story += lines
        return story


class _Seen(NamedTuple):
    """What a viewer saw at a number."""

    number: int
    game: int
    view: View | None


class _News(NamedTuple):
    """What some numbers change for viewers who see the same."""

    first: int
    last: int
    happened: list[list[m.Happened]]
    view: dict[str, Any]


def offer_of(action: Any) -> m.Offer:
    """Return an action of the table as an offer."""
    return m.Offer(action=action.id, notation=action.notation, text=action.text, touches=list(action.touches))


def _said(kind: str, seat: int, text: str) -> m.Happened:
    return m.Happened(kind=cast(Any, kind), seat=seat, text=text, seen=True, action=-1, notation="", touches=[])


def _began(beginning: log.Beginning | None) -> Literal["", "position", "record"]:
    return "" if beginning is None else "position" if beginning.position else "record"


def _line_said(line: log.Line, game: Game) -> list[m.Happened]:
    """Return a line that isn't an action in words that follow the seat's name."""
    match line:
        case log.Started(commitment=""):
            return [_said("start", -1, f"Game {line.game} begins from a position; nothing proves how it is dealt.")]
        case log.Started():
            return [_said("start", -1, f"Game {line.game} begins.")]
        case log.Ended():
            return [_said("end", -1, line.reason)]
        case log.Sat():
            return [_said("sit", line.seat, "sits down" if line.chair.holder >= 0 else "is played by a bot")]
        case log.Left():
            return [_said("leave", line.seat, "gets up")]
        case log.Cheered():
            return [_said("cheer", line.seat, next(way.text for way in game.cheers if way.how == line.how))]
        case log.Said():
            return [_said("chat", line.seat, line.text)]
        case log.Undone():
            answered = "takes back their last move and the answers to it"
            return [_said("undo", line.seat, "takes back the last move" if line.count == 1 else answered)]
        case log.Resigned():
            return [_said("resign", line.seat, "runs out of time" if line.late else "resigns")]
        case log.StoodIn():
            return [_said("stand_in", line.seat, "is away; a bot plays meanwhile")]
        case log.Back():
            return [_said("back", line.seat, "is back")]
        case log.Asked():
            return [_said("ask", line.seat, "asks to take back" if line.what == "undo" else "asks for another game")]
        case log.Replied():
            return [_said("reply", line.seat, "agrees" if line.yes else "says no")]
    return []
