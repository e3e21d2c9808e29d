"""What the server sends over a WebSocket: answers, snapshots, updates. See docs/protocol.md.

None of these can contain itself, even indirectly, so the garbage collector may ignore them (``gc=False``).
"""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tetracade.engine.words import Mark as GameMark
from tetracade.engine.words import Note as GameNote
from tetracade.server.api.protocol import ClockSetup, OptionValue
from tetracade.table.narration import Step as ToldStep
from tetracade.table.narration import Told

Phase = Literal["waiting", "playing", "over"]


class SeatInfo(Struct, gc=False, kw_only=True, omit_defaults=True):
    """One seat as everyone sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    title: str
    """The seat's name in the game: a colour, or a number."""
    name: str = ""
    level: int = 0
    here: bool = False
    away: bool = False
    """The person has been gone long enough for a bot to take over."""
    stand_in: int = 0
    """The level of the bot that is standing in for the person."""
    resigned: bool = False
    partners: list[int] = []
    """The other seats of its team."""
    wins: int = 0
    """Games won at this table."""


class Offer(Struct, gc=False, kw_only=True, omit_defaults=True):
    """An action the seat may take now. With ``brief`` offers, text and touches are left out."""

    action: int
    notation: str
    text: str = ""
    touches: list[str] = []


class Mark(Struct, gc=False, kw_only=True):
    """Something to be seen at one place when something happens, or to be minded there."""

    kind: str
    """What is seen: fall, move, card, chip, roll, leave, point, coin, hole, line, danger and so on."""
    place: str
    """As in touches, or ``seat:N`` for a seat with its hand, or a place of the game's own, such as ``die``."""
    amount: int
    """Points or coins that it brings, or the number rolled."""
    cause: str
    """Why, in a word or two; for a danger a sentence."""
    thing: str
    """Which card or piece; empty where the viewer can't see it."""
    path: list[str]
    """Places it passes, from the first to the last; empty for what stays where it is."""
    hits: int
    """The seat that suffers from it; -1 for none."""

    @classmethod
    def of(cls, mark: GameMark) -> "Mark":
        """The message for a mark from the game's words."""
        return cls(
            kind=mark.kind,
            place=mark.place,
            amount=mark.amount,
            cause=mark.cause,
            thing=mark.thing,
            path=list(mark.path),
            hits=mark.hits,
        )


class Note(Struct, gc=False, kw_only=True, omit_defaults=True):
    """A few words about something on the table, or about a rule that came into play."""

    title: str
    text: str
    rule: str = ""
    """The rule that says so."""
    place: str = ""
    """Where it is, as in marks."""

    @classmethod
    def of(cls, note: GameNote) -> "Note":
        """The message for a note from the game's words."""
        return cls(title=note.title, text=note.text, rule=note.rule, place=note.place)


class Happened(Struct, gc=False, kw_only=True):
    """Something that happened, worded for this viewer. It has the same keys whether hidden or not."""

    kind: Literal[
        "action", "outcome", "undo", "start", "end", "sit", "leave", "chat",
        "resign", "stand_in", "back", "ask", "reply", "timeout", "cheer",
    ]  # fmt: skip
    seat: int
    """-1 for chance and for anything else that no seat does."""
    text: str
    seen: bool
    action: int
    """The action or outcome; -1 if it is hidden or there is none."""
    notation: str
    touches: list[str]
    number: int | UnsetType = UNSET
    """The number at which it happened. This and what follows is sent only to those who asked for ``happenings``."""
    changes: dict[str, Any] | UnsetType = UNSET
    """What it changed in the view, by path, as in an update. Not in a snapshot's story."""
    marks: list[Mark] | UnsetType = UNSET
    """What is to be seen where. In a snapshot's story only at the latest number; in a replay always."""

    @classmethod
    def step(cls, step: ToldStep, number: int) -> "Happened":
        """The same with what it changes and marks."""
        happened = cls.marked(step)
        happened.number = number
        happened.changes = step.changes
        return happened

    @classmethod
    def marked(cls, step: ToldStep) -> "Happened":
        """The same with its marks alone, for a replay, whose steps have complete views."""
        happened = cls.of(step.told)
        happened.marks = [Mark.of(mark) for mark in step.marks]
        return happened

    @classmethod
    def of(cls, told: Told) -> "Happened":
        """Return the message that tells a viewer about an action or outcome."""
        return cls(
            kind="outcome" if told.seat < 0 else "action",
            seat=told.seat,
            text=told.text,
            seen=told.seen,
            action=told.action,
            notation=told.notation,
            touches=list(told.touches),
        )


class ResultInfo(Struct, gc=False, kw_only=True):
    """How the game ended."""

    points: list[int]
    winners: list[int]
    reason: str
    breakdown: list[dict[str, int]]


class ClockInfo(Struct, gc=False, kw_only=True):
    """Seconds left for each seat at the time of sending, and whose clock is running."""

    left: list[float]
    running: list[int]


class ReactionInfo(Struct, gc=False, kw_only=True):
    """A question put to all at once: seconds left to answer when the message was sent, and how many there were."""

    left: float
    seconds: float


class Asked(Struct, gc=False, kw_only=True):
    """A question that is waiting for replies."""

    what: Literal["undo", "rematch"]
    by: int
    waiting: list[int]
    """Seats that haven't replied yet."""


class Proof(Struct, gc=False, kw_only=True, omit_defaults=True):
    """What you need to check the dealing: the seed's hash before the game, the seed after it."""

    commitment: str
    words: list[str]
    """By seat; shown once the game has started."""
    seed: str = ""
    """Shown when the game is over."""
    next: str = ""
    """The next game's commitment, shown before anyone gives a word for its dealing."""


class TableInfo(Struct, gc=False, kw_only=True):
    """How the table was set up."""

    id: str
    game: str
    title: str
    version: int
    options: dict[str, OptionValue]
    public: bool
    spectators: str
    clock: ClockSetup | None
    chat: bool
    undo: str
    hints: bool
    games: int
    start: str
    beginning: Literal["", "position", "record"] = ""
    """Where its first game began, if not from its set-up; that game has no proof of fair dealing."""


class CheerInfo(Struct, gc=False, kw_only=True):
    """A way to cheer the winners: what its button says, and what is told of who has done it, after the name."""

    how: str
    button: str
    text: str


class Cheered(Struct, gc=False, kw_only=True):
    """A seat that has cheered the winners, and how."""

    seat: int
    how: str


class SeriesInfo(Struct, gc=False, kw_only=True):
    """The standing of the series the games belong to: a match or a campaign."""

    text: str
    saved: str
    """Give this to a new table to continue the series."""
    over: bool
    moves: bool = False
    """Whether everybody sits one seat further on in the next game; so seat them if you continue it at another table."""


class You(Struct, gc=False, kw_only=True, omit_defaults=True):
    """The viewer's own role at the table."""

    seats: list[int]
    """The viewer's seats; more than one when sharing a screen."""
    eye: int | None
    """The seat whose view this is; None for what everyone may see."""
    host: bool
    """Whether the viewer may start the game."""
    invite: str = ""
    watch: str = ""


class LessonInfo(Struct, gc=False, kw_only=True, omit_defaults=True):
    """Where one is in a lesson, and what is to be done."""

    lesson: int
    title: str
    step: int
    """The step that is to be done, from 0; as many as there are steps when the lesson is done."""
    steps: int
    text: str = ""
    """What is to be done; empty when the lesson is done."""
    praise: str = ""
    """What there is to say about the step before."""
    lit: list[str] = []
    """Places to light up, as touches name them."""
    last: bool = False
    """Whether it is the last lesson of its course."""


class Snapshot(Struct, gc=False, tag_field="is", tag="snapshot", kw_only=True):
    """Everything a viewer may know as of this number. It replaces whatever the client had."""

    number: int
    table: TableInfo
    game: int
    """Which of the table's games this is, counted from 1."""
    phase: Phase
    you: You
    seats: list[SeatInfo]
    acting: list[int]
    """Seats that may act now; where that must stay secret, only the viewer's own."""
    view: dict[str, Any]
    offers: list[Offer]
    actions: list[int] = []
    """The ids of what you may do, for those who ask for ids instead of offers."""
    undo: bool
    """Whether the viewer may undo, or ask to."""
    story: list[Happened]
    """What has happened in this game (the latest 80 numbers), chat included."""
    result: ResultInfo | None
    clock: ClockInfo | None
    asked: Asked | None
    proof: Proof
    series: SeriesInfo | None = None
    cheers: list[Cheered] = []
    """Who has cheered the winners of this game, and how."""
    aims: list[str] = []
    """The goals beyond winning, such as a campaign level's, and the progress so far."""
    goal: str = ""
    """What wins, in one sentence; not for those who ask for brief offers, ids or nothing. The same holds for
    ``progress``."""
    progress: list[str] = []
    """By seat, how far everyone is from winning, as the viewer can tell; empty where there is nothing to say."""
    drawing: str = ""
    """The view as plain text, for those who ask for ``drawn`` offers."""
    lesson: LessonInfo | None = None
    """In a lesson: what is to be done."""
    reaction: ReactionInfo | None = None
    """The time left to answer, while people are asked all at once. It never ends early."""
    standing: list[dict[str, int]] | UnsetType = UNSET
    """By seat, points so far by where they come from, as the viewer can tell; for those who ask for ``happenings``."""
    dangers: list[Mark] | UnsetType = UNSET
    """What the viewer's seat should mind on the board; for those who ask for ``happenings``."""


class Update(Struct, gc=False, tag_field="is", tag="update", kw_only=True, omit_defaults=True):
    """What changed from one number to the next.

    Whatever is left out hasn't changed, except that offers, actions, undo and asked are always complete.
    """

    number: int
    happened: list[Happened]
    acting: list[int]
    phase: Phase
    view: dict[str, Any] = {}
    """What changed in the view, by path: a field's name, or for a single cell its indexes too (``board.0.3.4``)."""
    offers: list[Offer] = []
    actions: list[int] = []
    undo: bool = False
    asked: Asked | None = None
    seats: list[SeatInfo] | None = None
    result: ResultInfo | None = None
    clock: ClockInfo | None = None
    proof: Proof | None = None
    series: SeriesInfo | None = None
    cheers: list[Cheered] | None = None
    aims: list[str] | None = None
    progress: list[str] = []
    drawing: str = ""
    lesson: LessonInfo | None = None
    reaction: ReactionInfo | None = None
    standing: list[dict[str, int]] | UnsetType = UNSET
    dangers: list[Mark] | UnsetType = UNSET


class Presence(Struct, gc=False, tag_field="is", tag="presence", kw_only=True):
    """Who is here now. It has no number because it isn't part of the game."""

    seats: list[SeatInfo]
    watching: int


class Refused(Struct, gc=False, kw_only=True, omit_defaults=True):
    """Why a command was refused: a code for programs, a sentence for people, the rule and the places concerned."""

    code: str
    reason: str
    rule: str = ""
    places: list[str] = []


class Answer(Struct, gc=False, tag_field="is", tag="answer", kw_only=True, omit_defaults=True):
    """The answer to the command with this id: done (``ok``) or refused. ``number`` is the table's latest number."""

    id: str
    ok: bool
    number: int
    error: Refused | None = None
    token: str = ""
    """After ``sit``: the token that holds the seat."""
    seat: int | None = None
    offer: Offer | None = None
    """After ``hint``: what a strong player would do."""
    reasons: list[str] = []
    """After ``hint``: what speaks for it, from what the seat knows; each follows the seat's name."""
    others: "list[OtherHint]" = []
    """After ``hint``: what else looks good at a glance, the best first."""
    notes: list[Note] = []
    """After ``about``."""
    view: dict[str, Any] | None = None
    """After ``recall``: the view as it was."""
    standing: list[dict[str, int]] = []
    """After ``recall``: the points by seat and source as they were."""
    effects: "EffectsInfo | None" = None
    """After ``effects``."""


class OtherHint(Struct, gc=False, kw_only=True):
    """Something else that one might do, and what speaks for it."""

    offer: Offer
    reasons: list[str]


class EffectsInfo(Struct, gc=False, kw_only=True):
    """What an action would bring, before anything that chance adds to it."""

    changes: dict[str, Any]
    """What it would change in the view, by path."""
    marks: list[Mark]
    standing: list[dict[str, int]]
    """By seat, points by where they come from, as they would be then."""


Message: TypeAlias = Snapshot | Update | Presence | Answer
"""Everything the server sends over a WebSocket."""

encode = msgspec.json.Encoder().encode
"""Any message as JSON."""
