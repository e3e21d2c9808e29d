"""What a client sends and what comes back: the one source of docs/protocol.schema.json and of the OpenAPI document.

Commands carry ``do``, messages from the server carry ``is``. The same commands go over WebSocket and HTTP.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

MOST_SEATS = 8
FRAME_LIMIT = 8192
"""The most bytes a client may send in one frame."""

Number = Annotated[int, Meta(ge=0, le=2**31)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Level = Annotated[int, Meta(ge=1, le=5)]
Seconds = Annotated[float, Meta(ge=0, le=7 * 86400)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$")]
Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Word = Annotated[str, Meta(max_length=64)]
ChatText = Annotated[str, Meta(min_length=1, max_length=280)]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
OptionPart: TypeAlias = bool | int | Annotated[str, Meta(max_length=200)]
OptionValue: TypeAlias = (
    bool | int | Annotated[str, Meta(max_length=200)] | Annotated[list[OptionPart], Meta(max_length=64)]
)
Detail = Literal["full", "brief", "none"]


class _Command(Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    id: Id
    """The command's own id: sent again with the same id, it is answered again and not done again."""


class Hello(_Command, tag="hello"):
    """First message on a WebSocket: which table, and by which right (a seat's token, an invitation, a watch key)."""

    table: TableId
    key: Key = ""
    since: Annotated[int, Meta(ge=-1)] = -1
    """The last number the client has; it gets what came after it, or a snapshot where that cannot be."""
    offers: Detail = "full"
    eye: Seat | None = None
    """Whose view to send, for one who holds several seats."""


class Look(_Command, tag="look"):
    """Show the view of another seat one holds, or (None) what everybody may see: the hand-over at one screen."""

    seat: Seat | None = None


class Sit(_Command, tag="sit"):
    """Take an open seat; the answer brings the seat's token. A holder's key takes the seat for the same browser."""

    name: Name
    seat: Seat | None = None
    word: Word = ""
    """A word of one's own that is mixed into the dealing."""


class Leave(_Command, tag="leave"):
    """Give the seat up before the start; during the game, let it be known that one is away."""

    seat: Seat | None = None


class Start(_Command, tag="start"):
    """Start now; ``fill`` puts bots of this level on the open seats."""

    fill: Level | None = None


class Act(_Command, tag="act"):
    """Do an action, by its number or its notation. ``number`` is that of the last update the client had seen."""

    number: Number
    action: Annotated[int, Meta(ge=0)] | Notation
    seat: Seat | None = None


class Why(_Command, tag="why"):
    """Ask why an action, or these touches, may not be; the answer is the refusal, or that it may."""

    action: Annotated[int, Meta(ge=0)] | Notation | None = None
    touches: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=16)] = []
    seat: Seat | None = None


class Hint(_Command, tag="hint"):
    """Ask a bot what it would do; where the table allows it."""

    seat: Seat | None = None


class Undo(_Command, tag="undo"):
    """Ask to take back one's own last action; done at once where no other person is at the table."""

    number: Number
    seat: Seat | None = None


class Rematch(_Command, tag="rematch"):
    """Ask for another game with the seats rotated, or agree to it."""

    word: Word = ""
    seat: Seat | None = None


class Reply(_Command, tag="reply"):
    """Agree or not to what another asks (see ``Asked``)."""

    to: Literal["undo", "rematch"]
    yes: bool
    seat: Seat | None = None


class Resign(_Command, tag="resign"):
    """Give the game up."""

    seat: Seat | None = None


class StandIn(_Command, tag="stand_in"):
    """Let a bot play for a person who has been away for a while; on return the seat is theirs again."""

    seat: Seat
    level: Level = 3


class Chat(_Command, tag="chat"):
    """Say something to all at the table."""

    text: ChatText
    seat: Seat | None = None


class Ping(_Command, tag="ping"):
    """Ask for a pong."""


Command: TypeAlias = (
    Hello | Look | Sit | Leave | Start | Act | Why | Hint | Undo | Rematch | Reply | Resign | StandIn | Chat | Ping
)


# ---- setting up a table --------------------------------------------------------------------------------------------


class SeatSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who sits here: nobody yet (open), a person at the browser that creates the table, or a bot."""

    kind: Literal["open", "here", "bot"] = "open"
    name: Annotated[str, Meta(max_length=24)] = ""
    level: Level = 3


class ClockSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """Time: ``turn`` seconds for each turn (then a bot acts for it), or ``bank`` for the game, with ``gain`` a turn."""

    turn: Seconds = 0
    bank: Seconds = 0
    gain: Seconds = 0


class TableSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A new table."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=32)] = {}
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=MOST_SEATS)]
    public: bool = False
    """Whether the lobby lists it, and anybody may sit and watch; else by link alone."""
    spectators: Literal["none", "public", "all_after_end"] = "all_after_end"
    """What one who only watches may see: nothing, what is open to all, or that and everything after the end."""
    clock: ClockSetup | None = None
    chat: bool = True
    undo: Literal["off", "ask", "free"] = "ask"
    hints: bool = True
    away_after: Seconds = 60
    """After so many seconds without its person a seat may be played by a bot."""
    games: Annotated[int, Meta(ge=1, le=99)] = 1
    """Games in the match; the next one starts when all agree."""
    word: Word = ""
    """The creator's own word for the dealing."""


class SitDown(Struct, forbid_unknown_fields=True, kw_only=True):
    """Taking a seat over HTTP."""

    name: Name
    seat: Seat | None = None
    word: Word = ""


class Created(Struct, kw_only=True):
    """The new table: its address and the keys to hand out. Keys go into the fragment of a link, never into its path."""

    table: str
    number: int
    token: str
    """Holds all the seats of the creator, and the right to start; also when the creator sits nowhere."""
    held: list[int]
    invite: str
    """Lets one sit (not needed at a public table)."""
    watch: str
    """Lets one watch (not needed at a public table)."""


# ---- what there is to play -----------------------------------------------------------------------------------------


class OptionInfo(Struct, kw_only=True):
    """One choice at the setting-up of a game."""

    name: str
    values: list[Any]
    default: Any
    many: bool
    rule: str
    text: str


class GameInfo(Struct, kw_only=True):
    """A game one can play here."""

    name: str
    title: str
    version: int
    tagline: str
    seats: list[int]
    default_seats: int
    seat_names: list[str]
    options: list[OptionInfo]
    fields: dict[str, str]
    """The fields of a view, and what each means."""


class LobbyTable(Struct, kw_only=True):
    """A public table in the list."""

    table: str
    game: str
    title: str
    phase: "Phase"
    seats: list["SeatInfo"]
    open: int
    created: float


class Lobby(Struct, kw_only=True):
    """The public tables, newest first."""

    tables: list[LobbyTable]


# ---- what a viewer gets --------------------------------------------------------------------------------------------

Phase = Literal["waiting", "playing", "over"]


class SeatInfo(Struct, kw_only=True, omit_defaults=True):
    """One seat as everybody sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    title: str
    """The seat's name in the game: a colour, or a number."""
    name: str = ""
    level: int = 0
    here: bool = False
    away: bool = False
    """The person has been gone long enough that a bot may be let in."""
    stand_in: int = 0
    """The level of the bot that plays for the person meanwhile."""
    resigned: bool = False
    wins: int = 0
    """Games won at this table."""


class Offer(Struct, kw_only=True, omit_defaults=True):
    """An action the seat may do now. With ``brief`` offers, text and touches are left out."""

    action: int
    notation: str
    text: str = ""
    touches: list[str] = []


class Happened(Struct, kw_only=True):
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


class ResultInfo(Struct, kw_only=True):
    """How the game ended."""

    points: list[int]
    winners: list[int]
    reason: str
    breakdown: list[dict[str, int]]


class ClockInfo(Struct, kw_only=True):
    """Seconds left by seat at the moment of sending, and whose time runs."""

    left: list[float]
    running: list[int]


class Asked(Struct, kw_only=True):
    """A question that waits for replies."""

    what: Literal["undo", "rematch"]
    by: int
    waiting: list[int]
    """Seats that have not replied."""


class Proof(Struct, kw_only=True, omit_defaults=True):
    """What one needs to check the dealing: the seed's hash before, the seed after."""

    commitment: str
    words: list[str]
    """By seat; shown once the game has started."""
    seed: str = ""
    """Shown when the game is over."""
    next: str = ""
    """The commitment of the next game, which is shown before its words are given."""


class TableInfo(Struct, kw_only=True):
    """What the table is set up as."""

    id: str
    game: str
    title: str
    version: int
    options: dict[str, Any]
    public: bool
    spectators: str
    clock: ClockSetup | None
    chat: bool
    undo: str
    hints: bool
    games: int


class You(Struct, kw_only=True, omit_defaults=True):
    """What the viewer is here."""

    seats: list[int]
    """Seats held; several at one screen."""
    eye: int | None
    """The seat whose view this is; None is what everybody may see."""
    host: bool
    """Whether one may start the game."""
    invite: str = ""
    watch: str = ""


class Snapshot(Struct, tag_field="is", tag="snapshot", kw_only=True):
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
    undo: bool
    """Whether one may ask to take back one's last action."""
    story: list[Happened]
    """What happened in this game so far (the latest 80 numbers), with what was said."""
    result: ResultInfo | None
    clock: ClockInfo | None
    asked: Asked | None
    proof: Proof


class Update(Struct, tag_field="is", tag="update", kw_only=True, omit_defaults=True):
    """What changed from one number to the next; what is left out is as before, but offers, undo and asked are whole."""

    number: int
    happened: list[Happened]
    acting: list[int]
    phase: Phase
    view: dict[str, Any] = {}
    """The fields of the view that changed, each whole."""
    offers: list[Offer] = []
    undo: bool = False
    asked: Asked | None = None
    seats: list[SeatInfo] | None = None
    result: ResultInfo | None = None
    clock: ClockInfo | None = None
    proof: Proof | None = None


class Presence(Struct, tag_field="is", tag="presence", kw_only=True):
    """Who is here now. Not numbered: it is no part of the game."""

    seats: list[SeatInfo]
    watching: int


class Refused(Struct, kw_only=True, omit_defaults=True):
    """Why a command was not done: a code for programs, a sentence for people, the rule and the places concerned."""

    code: str
    reason: str
    rule: str = ""
    places: list[str] = []


class Answer(Struct, tag_field="is", tag="answer", kw_only=True, omit_defaults=True):
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


class Changes(Struct, kw_only=True):
    """The answer to waiting over HTTP: updates after the number asked for, or a snapshot instead."""

    number: int
    updates: list[Update]
    snapshot: Snapshot | None = None


class Replay(Struct, kw_only=True):
    """A record played through: what everybody, or one seat, sees after each step."""

    game: str
    title: str
    seats: int
    options: dict[str, Any]
    steps: list["Step"]
    result: ResultInfo | None


class Step(Struct, kw_only=True):
    """One step of a replay; the view is given whole."""

    happened: Happened | None
    view: dict[str, Any]
    acting: list[int]


class Verdict(Struct, kw_only=True, omit_defaults=True):
    """What checking a record found."""

    ok: bool
    replays: bool
    """Every action was legal and every outcome possible."""
    fair: bool | None
    """Whether the outcomes are those the seed gives; None where the record brings no seed."""
    outcomes: int
    reason: str = ""


class Problem(Struct, kw_only=True):
    """The body of every HTTP error."""

    error: Refused


Message: TypeAlias = Snapshot | Update | Presence | Answer

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class Malformed(ValueError):
    """The message could not be read; ``id`` is the command's, where one was found."""

    def __init__(self, reason: str, command: str = "") -> None:
        super().__init__(reason)
        self.id = command


class _OnlyId(Struct):
    id: Id = ""


_id_decoder = msgspec.json.Decoder(_OnlyId)


def read_command(data: bytes | str) -> Command:
    """The command that these bytes hold; Malformed if they hold none."""
    if len(data) > FRAME_LIMIT:
        raise Malformed(f"A message has at most {FRAME_LIMIT} bytes.")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        try:
            command = _id_decoder.decode(data).id
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            command = ""
        raise Malformed(f"The message could not be read: {str(error)[:200]}", command) from None


encode = msgspec.json.Encoder().encode
"""Any message as JSON."""

CODES = {
    "malformed": "The message could not be read.",
    "unknown_table": "There is no such table.",
    "forbidden": "The key does not allow this.",
    "stale": "Something happened meanwhile; a snapshot follows.",
    "illegal": "The rules do not allow this now.",
    "not_your_turn": "Another seat acts now, or nobody does.",
    "wrong_phase": "The game has not started, or is over.",
    "seat_taken": "The seat is not open.",
    "switched_off": "This table does not allow it.",
    "nothing_to_undo": "There is nothing that may be taken back.",
    "bad_setup": "A table cannot be set up like this.",
    "bad_record": "The text is no record of a game.",
    "too_many": "Too much at once; try again later.",
    "full": "The server has as many tables as it holds.",
    "damaged": "The table's log is damaged; it was set aside.",
    "storage": "The server could not store it; nothing was done.",
    "internal": "The server failed; nothing was done.",
}
"""The codes of refusals."""
