"""What the server sends: answers, snapshots, updates, lists. See docs/protocol.md.

None of these holds itself, however indirectly, so the collector need not look at them (``gc=False``).
"""

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from tetracade.server.api.protocol import ClockSetup, OptionPart, OptionValue
from tetracade.table.narration import Told


class Created(Struct, gc=False, kw_only=True):
    """The new table: its address and the keys to hand out. Keys go into the fragment of a link, never into its path."""

    table: str
    number: int
    token: str
    """Holds all the creator's seats and the right to start, even if the creator has no seat."""
    held: list[int]
    invite: str
    """Opens a seat (not needed at a public table)."""
    watch: str
    """Lets people watch (not needed at a public table)."""
    commitment: str
    """The hash of the first game's seed."""


# ---- what there is to play -----------------------------------------------------------------------------------------


class OptionInfo(Struct, gc=False, kw_only=True):
    """One choice when a game is set up."""

    name: str
    values: list[OptionPart]
    default: OptionValue
    many: bool
    rule: str
    text: str
    seats: list[int] = []
    """The numbers of seats for which anything but the default may be chosen; empty for all."""


class GameInfo(Struct, gc=False, kw_only=True):
    """A game you can play here."""

    name: str
    title: str
    version: int
    tagline: str
    seats: list[int]
    default_seats: int
    seat_names: list[str]
    options: list[OptionInfo]
    matches: bool
    """Whether `games` of a table make a match."""
    fields: dict[str, str]
    """The fields of a view, and what each means."""
    facts: dict[str, Any]
    """What the game's box says, for whoever draws the game: sizes, shapes, names, phases."""


class LobbyTable(Struct, gc=False, kw_only=True):
    """A public table in the list."""

    table: str
    game: str
    title: str
    phase: "Phase"
    seats: list["SeatInfo"]
    open: int
    created: float


class Lobby(Struct, gc=False, kw_only=True):
    """The public tables, newest first."""

    tables: list[LobbyTable]


# ---- what a viewer gets --------------------------------------------------------------------------------------------

Phase = Literal["waiting", "playing", "over"]


class SeatInfo(Struct, gc=False, kw_only=True, omit_defaults=True):
    """One seat as everybody sees it."""

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
    """The level of the bot that plays for the person meanwhile."""
    resigned: bool = False
    wins: int = 0
    """Games won at this table."""


class Offer(Struct, gc=False, kw_only=True, omit_defaults=True):
    """An action the seat may do now. With ``brief`` offers, text and touches are left out."""

    action: int
    notation: str
    text: str = ""
    touches: list[str] = []


class Happened(Struct, gc=False, kw_only=True):
    """Something that happened, in the words this viewer may hear. Hidden or not, it has the same keys."""

    kind: Literal[
        "action", "outcome", "undo", "start", "end", "sit", "leave", "chat",
        "resign", "stand_in", "back", "ask", "reply", "timeout",
    ]  # fmt: skip
    seat: int
    """-1 for chance, and for what no seat does."""
    text: str
    seen: bool
    action: int
    """The action or outcome; -1 where it is hidden or there is none."""
    notation: str
    touches: list[str]

    @classmethod
    def of(cls, told: Told) -> "Happened":
        """The message for an action or outcome as a viewer is told it."""
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
    """Seconds left by seat at the moment of sending, and whose time runs."""

    left: list[float]
    running: list[int]


class Asked(Struct, gc=False, kw_only=True):
    """A question that waits for replies."""

    what: Literal["undo", "rematch"]
    by: int
    waiting: list[int]
    """Seats that have not replied."""


class Proof(Struct, gc=False, kw_only=True, omit_defaults=True):
    """What you need to check the dealing: the seed's hash before the game, the seed after it."""

    commitment: str
    words: list[str]
    """By seat; shown once the game has started."""
    seed: str = ""
    """Shown when the game is over."""
    next: str = ""
    """The commitment of the next game, which is shown before its words are given."""


class TableInfo(Struct, gc=False, kw_only=True):
    """What the table is set up as."""

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


class SeriesInfo(Struct, gc=False, kw_only=True):
    """How the series stands to which the games belong: a match, a campaign."""

    text: str
    saved: str
    """What a new table takes to go on with it."""
    over: bool


class You(Struct, gc=False, kw_only=True, omit_defaults=True):
    """What the viewer is here."""

    seats: list[int]
    """Seats held; several at one screen."""
    eye: int | None
    """The seat whose view this is; None is what everybody may see."""
    host: bool
    """Whether one may start the game."""
    invite: str = ""
    watch: str = ""


class Snapshot(Struct, gc=False, tag_field="is", tag="snapshot", kw_only=True):
    """Everything a viewer may know at this number. It replaces what the client had."""

    number: int
    table: TableInfo
    game: int
    """Which game of the table this is, from 1."""
    phase: Phase
    you: You
    seats: list[SeatInfo]
    acting: list[int]
    """Seats that are to act; where that must stay secret, only one's own."""
    view: dict[str, Any]
    offers: list[Offer]
    actions: list[int] = []
    """The ids of what you may do, for those who ask for ids instead of offers."""
    undo: bool
    """Whether one may ask to take back one's last action."""
    story: list[Happened]
    """What happened in this game so far (the latest 80 numbers), with what was said."""
    result: ResultInfo | None
    clock: ClockInfo | None
    asked: Asked | None
    proof: Proof
    series: SeriesInfo | None = None
    aims: list[str] = []
    """What the game asks for and how far one is, where it asks for more than to win: a level of a campaign."""
    drawing: str = ""
    """The view as plain text, for those who ask for ``drawn`` offers."""


class Update(Struct, gc=False, tag_field="is", tag="update", kw_only=True, omit_defaults=True):
    """What changed from one number to the next.

    What is left out is as before; but offers, actions, undo and asked are always whole.
    """

    number: int
    happened: list[Happened]
    acting: list[int]
    phase: Phase
    view: dict[str, Any] = {}
    """What changed in the view, by path: a field's name, or with indexes after points one cell (``board.0.3.4``)."""
    offers: list[Offer] = []
    actions: list[int] = []
    undo: bool = False
    asked: Asked | None = None
    seats: list[SeatInfo] | None = None
    result: ResultInfo | None = None
    clock: ClockInfo | None = None
    proof: Proof | None = None
    series: SeriesInfo | None = None
    aims: list[str] | None = None
    drawing: str = ""


class Presence(Struct, gc=False, tag_field="is", tag="presence", kw_only=True):
    """Who is here now. Not numbered: it is no part of the game."""

    seats: list[SeatInfo]
    watching: int


class Refused(Struct, gc=False, kw_only=True, omit_defaults=True):
    """Why a command was not done: a code for programs, a sentence for people, the rule and the places concerned."""

    code: str
    reason: str
    rule: str = ""
    places: list[str] = []


class Answer(Struct, gc=False, tag_field="is", tag="answer", kw_only=True, omit_defaults=True):
    """The answer to the command of this id: done (``ok``) or refused. ``number`` is the table's number by then."""

    id: str
    ok: bool
    number: int
    error: Refused | None = None
    token: str = ""
    """After ``sit``: what holds the seat from now on."""
    seat: int | None = None
    offer: Offer | None = None
    """After ``hint``."""


class Changes(Struct, gc=False, kw_only=True):
    """The answer to waiting over HTTP: updates after the number asked for, or a snapshot instead."""

    number: int
    updates: list[Update]
    snapshot: Snapshot | None = None


class Replay(Struct, gc=False, kw_only=True):
    """A record played through: what everybody, or one seat, sees after each step."""

    game: str
    title: str
    seats: int
    options: dict[str, OptionValue]
    steps: list["Step"]
    result: ResultInfo | None


class Step(Struct, gc=False, kw_only=True, omit_defaults=True):
    """One step of a replay; the view is given whole."""

    happened: Happened | None
    view: dict[str, Any]
    acting: list[int]
    drawing: str = ""
    """The view as plain text, where it was asked for."""


class Verdict(Struct, gc=False, kw_only=True, omit_defaults=True):
    """What checking a record found."""

    ok: bool
    replays: bool
    """Every action was legal and every outcome possible."""
    fair: bool | None
    """Whether the outcomes are those the seed gives; None where the record brings no seed."""
    outcomes: int
    reason: str = ""


class Health(Struct, gc=False, kw_only=True):
    """Whether the server is well; strangers learn no more than that."""

    ok: bool
    version: str


class Problem(Struct, gc=False, kw_only=True):
    """The body of every HTTP error."""

    error: Refused


Message: TypeAlias = Snapshot | Update | Presence | Answer
"""All that comes over a WebSocket."""

encode = msgspec.json.Encoder().encode
"""Any message as JSON."""
