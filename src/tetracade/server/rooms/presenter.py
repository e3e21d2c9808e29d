"""What each viewer of a room is sent: built up from that viewer's view and words, never cut down from the whole."""

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from rich.text import Text

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.table import log
from tetracade.table.narration import told
from tetracade.table.room import Room

STORY = 80
"""How many numbers back a snapshot tells; the record has the rest."""
MOST_MISSED = 200
"""After a longer absence a snapshot is sent instead of updates."""

SITTING_STILL = {log.Acted, log.Said, log.Undone, log.Asked, log.Replied, log.Worded}
"""Lines after which the seats are as before."""

Presence = Callable[[int], tuple[bool, bool]]
"""By seat: whether its person is here, and whether they have been away for long."""


@cache
def _briefs_of(game: Game) -> dict[int, m.Offer]:
    """The brief offers of a game, made as they are needed; an action's notation is always the same."""
    return {}


class Presenter:
    """Builds the messages of one room. ``eye`` is a seat, or SPECTATOR."""

    def __init__(self, room: Room, table_id: str, public: bool, presence: Presence) -> None:
        self.room = room
        self.id = table_id
        self.public = public
        self.presence = presence
        self.held: dict[int, list[int]] | None = None
        """Where answers are held back: the seats that may still answer, and what."""
        self._views: dict[int, _Seen] = {}
        self._news: dict[int, _News] = {}
        self._all_alike = kernel_of(room.game).nothing_hidden
        self._offers: tuple[int, dict[int, list[m.Offer]]] = (-1, {})
        self._briefs = _briefs_of(room.game)

    # ---- messages --------------------------------------------------------------------------------------------------

    def snapshot(self, you: m.You, detail: p.Detail, now: float, shows_seed: bool = True) -> m.Snapshot:
        """Everything this viewer may know now; ``shows_seed`` says whether the seed is in it once the game is over."""
        room, settings = self.room, self.room.settings
        eye = SPECTATOR if you.eye is None else you.eye
        return m.Snapshot(
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
            ),
            game=max(room.current.game_number, 1),
            phase=cast(m.Phase, room.phase),
            you=you,
            seats=self.seats(),
            acting=self.acting(eye),
            view=self._shown(eye),
            offers=self.offers(eye, detail),
            actions=self.actions(eye, detail),
            undo=eye in room.acting and room.may_undo(eye),
            story=self._story(eye),
            result=self.result(),
            clock=self.clock(now),
            asked=self.asked(),
            proof=self.proof(shows_seed),
            series=self.series(),
            aims=self.aims(eye),
            drawing=self.drawing(eye, detail),
        )

    def update(self, eye: int, detail: p.Detail, now: float, first: int, shows_seed: bool = True) -> list[m.Update]:
        """The updates from number ``first`` to the latest, for lines just added."""
        room = self.room
        news = self._told(SPECTATOR if self._all_alike else eye, first)
        updates = [
            m.Update(number=number, happened=happened, acting=[], phase=cast(m.Phase, room.phase))
            for number, happened in enumerate(news.happened, first)
        ]
        last = updates[-1]
        last.view = news.view
        self._finish(last, eye, detail, now, room.log.lines[first - 1 :], shows_seed)
        for update in updates[:-1]:
            update.acting = last.acting
        return updates

    def missed(
        self, eye: int, detail: p.Detail, now: float, since: int, shows_seed: bool = True
    ) -> list[m.Update] | None:
        """The updates after number ``since`` for somebody who comes back; None where only a snapshot will do."""
        room = self.room
        if since >= room.number:
            return [] if since == room.number else None
        lines = room.log.lines[since:]
        if len(lines) > MOST_MISSED or since < 1:
            return None
        if any(isinstance(line, log.Started | log.Undone) for line in lines):
            return None
        updates = [
            m.Update(number=number, happened=self.happened(number, eye), acting=[], phase=cast(m.Phase, room.phase))
            for number in range(since + 1, room.number + 1)
        ]
        last = updates[-1]
        last.view = self._shown(eye)
        last.seats = self.seats()
        self._finish(last, eye, detail, now, lines, shows_seed)
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
        last.undo = eye in room.acting and room.may_undo(eye)
        last.asked = self.asked()
        last.aims = self.aims(eye) or None
        last.drawing = self.drawing(eye, detail)
        last.clock = self.clock(now)
        if any(type(line) not in SITTING_STILL for line in lines):
            last.seats = self.seats()
        if room.phase == "over":
            last.result = self.result()
            last.proof = self.proof(shows_seed)
            last.series = self.series()

    # ---- their parts -----------------------------------------------------------------------------------------------

    def seats(self) -> list[m.SeatInfo]:
        """The seats as everybody sees them."""
        infos = []
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
                    wins=place.wins,
                )
            )
        return infos

    def acting(self, eye: int) -> list[int]:
        """Who is to act, as this viewer may know it."""
        acting = self.room.acting
        if self.held is not None:
            return [eye] if eye in self.held else []
        return list(acting)

    def offers(self, eye: int, detail: p.Detail) -> list[m.Offer]:
        """What the viewer's own seat may do now."""
        room = self.room
        legal = self._legal(eye)
        if detail in ("none", "numbers") or not legal or room.table is None:
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
        """The same as ids, for those who ask for no more."""
        return self._legal(eye) if detail == "numbers" else []

    def _legal(self, eye: int) -> list[int]:
        if self.room.phase != "playing" or (eye != SPECTATOR and self.room.seating[eye].resigned):
            return []
        return (self.room.turns.offered if self.held is None else self.held).get(eye, [])

    def result(self) -> m.ResultInfo | None:
        """How the game ended."""
        ended = self.room.current.ended
        if ended is None:
            return None
        return m.ResultInfo(points=ended.points, winners=ended.winners, reason=ended.reason, breakdown=ended.breakdown)

    def clock(self, now: float) -> m.ClockInfo | None:
        """Seconds left."""
        clock = self.room.clock
        if clock is None:
            return None
        running = sorted(clock.since)
        return m.ClockInfo(left=clock.left_at(now), running=running)

    def asked(self) -> m.Asked | None:
        """The question that waits for replies."""
        asked = self.room.question.asked
        if asked is None:
            return None
        what = cast(Literal["undo", "rematch"], asked.what)
        return m.Asked(what=what, by=asked.seat, waiting=list(self.room.question.waiting))

    def proof(self, shows_seed: bool) -> m.Proof:
        """What you need to check the dealing. Words are shown once all are given, the seed if ``shows_seed``."""
        room = self.room
        words = room.current.words if room.phase != "waiting" else []
        upcoming = room.current.ended.next if room.current.ended is not None else ""
        return m.Proof(
            commitment=room.current.commitment,
            words=words,
            seed=room.current.seed_shown if shows_seed else "",
            next=upcoming,
        )

    def series(self) -> m.SeriesInfo | None:
        """How the series stands."""
        series, stands = self.room.game.series, self.room.series
        if series is None or not stands:
            return None
        return m.SeriesInfo(text=series.told(stands), saved=stands, over=series.over(stands))

    def aims(self, eye: int) -> list[str]:
        """What the game asks for and how far one is, as this viewer can tell."""
        view = self._see(eye).view
        return [] if view is None else list(self.room.game.aims(view))

    def drawing(self, eye: int, detail: p.Detail) -> str:
        """The viewer's view as text, for those who ask for it."""
        view = self._see(eye).view if detail == "drawn" else None
        return "" if view is None else Text.from_markup(self.room.game.words.drawing(view)).plain

    def happened(self, number: int, eye: int) -> list[m.Happened]:
        """What this line of the log says to the viewer."""
        room = self.room
        line = room.log.lines[number - 1]
        game, start, until = room.log.spans[number - 1]
        dealt: list[m.Happened] = []
        if room.table is not None and game == room.current.game_number and isinstance(line, (log.Acted, log.Started)):
            seen = self._views.get(SPECTATOR if self._all_alike else eye)
            known = {start: seen.view} if seen is not None and seen.view and seen.number == number - 1 else None
            dealt = [m.Happened.of(part) for part in told(room.table, eye, start, until, known)]
        if isinstance(line, log.Acted):
            return [_said("timeout", line.seat, "ran out of time"), *dealt] if line.auto else dealt
        said = _line_said(line, room.game)
        return [*said, *dealt]

    def _told(self, eye: int, first: int) -> "_News":
        """What numbers from ``first`` on bring to all who see what this viewer sees."""
        room = self.room
        news = self._news.get(eye)
        if news is not None and (news.first, news.last) == (first, room.number):
            return news
        happened = [self.happened(number, eye) for number in range(first, room.number + 1)]
        known = self._views.get(eye)
        after = self._see(eye).view
        view: dict[str, Any] = {}
        if after is not None:
            followed = known is not None and known.number == first - 1 and known.game == room.current.game_number
            before = known.view if known is not None and followed else None
            view = after.as_dict() if before is None else after.changes_since(before)
        news = self._news[eye] = _News(first, room.number, happened, view)
        return news

    def _see(self, eye: int) -> "_Seen":
        """The viewer's view as it is now; kept, to tell what changes next."""
        if self._all_alike:
            eye = SPECTATOR
        table, number = self.room.table, self.room.number
        known = self._views.get(eye)
        if known is not None and known.number == number:
            return known
        view = table.view_at(eye, self.room.turns.played_out) if table is not None else None
        seen = self._views[eye] = _Seen(number, self.room.current.game_number, view)
        return seen

    def _shown(self, eye: int) -> dict[str, Any]:
        """The viewer's complete view."""
        view = self._see(eye).view
        return {} if view is None else view.as_dict()

    def _brief(self, action: int) -> m.Offer:
        offer = self._briefs.get(action)
        if offer is None:
            offer = self._briefs[action] = m.Offer(action=action, notation=self.room.game.words.notation(action))
        return offer

    def _story(self, eye: int) -> list[m.Happened]:
        room = self.room
        first = next(
            (number for number in range(room.number, 0, -1) if isinstance(room.log.lines[number - 1], log.Started)), 1
        )
        first = max(first, room.number - STORY + 1)
        story = []
        for number in range(first, room.number + 1):
            if number not in room.log.undone:
                story += self.happened(number, eye)
        return story


class _Seen(NamedTuple):
    """What a viewer saw at a number."""

    number: int
    game: int
    view: View | None


class _News(NamedTuple):
    """What some numbers bring to those who see alike."""

    first: int
    last: int
    happened: list[list[m.Happened]]
    view: dict[str, Any]


def offer_of(action: Any) -> m.Offer:
    """An action of the table as an offer."""
    return m.Offer(action=action.id, notation=action.notation, text=action.text, touches=list(action.touches))


def _said(kind: str, seat: int, text: str) -> m.Happened:
    return m.Happened(kind=cast(Any, kind), seat=seat, text=text, seen=True, action=-1, notation="", touches=[])


def _line_said(line: log.Line, game: Game) -> list[m.Happened]:
    """A line that is no action, in words that stand after the seat's name."""
    match line:
        case log.Started():
            return [_said("start", -1, f"Game {line.game} begins.")]
        case log.Ended():
            return [_said("end", -1, line.reason)]
        case log.Sat():
            return [_said("sit", line.seat, "sits down" if line.chair.holder >= 0 else "is played by a bot")]
        case log.Left():
            return [_said("leave", line.seat, "gets up")]
        case log.Said():
            return [_said("chat", line.seat, line.text)]
        case log.Undone():
            return [_said("undo", line.seat, "takes back the last action")]
        case log.Resigned():
            return [_said("resign", line.seat, "runs out of time" if line.late else "resigns")]
        case log.StoodIn():
            return [_said("stand_in", line.seat, "is away; a bot plays meanwhile")]
        case log.Back():
            return [_said("back", line.seat, "is back")]
        case log.Asked():
            return [_said("ask", line.seat, "asks to take back" if line.what == "undo" else "asks for another game")]
        case log.Replied():
            return [_said("reply", line.seat, "agrees" if line.yes else "does not agree")]
    return []
