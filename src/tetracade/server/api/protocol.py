"""What a client sends and gets back. docs/protocol.schema.json and the OpenAPI document are generated from here.

Commands carry ``do``, messages from the server carry ``is``. The same commands go over WebSocket and HTTP.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

MOST_SEATS = 8
FRAME_LIMIT = 8192
"""The most bytes a client may send in one frame."""
RECORD_LIMIT = 64 * 1024
"""The most bytes of a record."""
POSITION_LIMIT = 4000


def only(signs: str) -> str:
    """A pattern for text made of these characters only; a bare ``$`` would also accept a final line feed."""
    return rf"^[{signs}]+$(?!\n)"


Number = Annotated[int, Meta(ge=0, le=2**31)]
Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Level = Annotated[int, Meta(ge=1, le=5)]
Seconds = Annotated[float, Meta(ge=0, le=7 * 86400)]
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=only("A-Za-z0-9_.:-"))]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern=only("a-z0-9"))]
Key = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(min_length=22, max_length=64, pattern=only("A-Za-z0-9_-"))]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Word = Annotated[str, Meta(max_length=64)]
Birthday = Annotated[str, Meta(max_length=5, pattern=r"^(\d\d-\d\d)?$(?!\n)")]
"""Month and day, such as 12-24; empty for who would rather not say."""
ChatText = Annotated[str, Meta(min_length=1, max_length=280)]
Notation = Annotated[str, Meta(min_length=1, max_length=200)]
OptionPart: TypeAlias = bool | int | Annotated[str, Meta(max_length=200)]
OptionValue: TypeAlias = (
    bool | int | Annotated[str, Meta(max_length=200)] | Annotated[list[OptionPart], Meta(max_length=64)]
)
Detail = Literal["full", "brief", "numbers", "none", "drawn"]
"""How much offers say: everything; no text and no touches; only the actions' ids; nothing. ``drawn`` adds the view
drawn as text to everything, for clients without a board of their own for the game."""


class _Command(Struct, tag_field="do", forbid_unknown_fields=True, kw_only=True):
    id: Id
    """The command's own id. A command sent again with the same id is answered again, but not done again."""


class Hello(_Command, tag="hello"):
    """The first message on a WebSocket: which table, and which key (a seat's token, an invitation, a watch key)."""

    table: TableId
    key: Key = ""
    since: Annotated[int, Meta(ge=-1)] = -1
    """The last number the client has. It gets what came after that, or a snapshot where updates won't do."""
    offers: Detail = "full"
    eye: Seat | None = None
    """Whose view to send, for someone who holds several seats."""
    happenings: bool = False
    """Whether everything that happens is to bring its changes of the view and its marks, for clients that show it step
    by step. Then messages also bring ``standing`` and ``dangers``."""


class Lesson(_Command, tag="lesson"):
    """In place of ``hello``: begin a lesson of a game, or another one. It lives as long as the connection, and
    nobody else can see it."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    lesson: Annotated[int, Meta(ge=0, le=99)]
    """Which one, from 0; ``GET /api/games`` lists their titles."""
    offers: Detail = "full"
    happenings: bool = False
    """As in ``hello``."""


class Look(_Command, tag="look"):
    """Show the view of another seat you hold, or (None) what everybody may see, when passing one screen around."""

    seat: Seat | None = None


class Sit(_Command, tag="sit"):
    """Take an open seat; the answer brings the seat's token. A holder's key takes the seat for the same browser."""

    name: Name
    seat: Seat | None = None
    word: Word = ""
    """A word of your own that is mixed into the dealing."""
    birthday: Birthday = ""
    """Asked for where whoever has the first birthday in the year begins or deals."""
    token: Token | None = None
    """The token that will hold the seat, 128 random bits or more; without one the server makes it. Sent again with the
    same token, the command is answered again, so nobody loses a seat because an answer got lost."""


class Leave(_Command, tag="leave"):
    """Give the seat up before the start; during the game, tell the others that you are away."""

    seat: Seat | None = None


class Start(_Command, tag="start"):
    """Start now; ``fill`` puts bots of this level on the open seats."""

    fill: Level | None = None
    word: Word = ""
    """The creator's own word for all the seats they hold, given after the commitment was shown."""


class Act(_Command, tag="act"):
    """Do an action, given by id or notation. ``number`` is that of the last update the client had seen."""

    number: Number
    action: Number | Notation
    seat: Seat | None = None


class Why(_Command, tag="why"):
    """Ask why an action or these touches aren't allowed; the answer is the refusal, or ok if they are."""

    action: Number | Notation | None = None
    touches: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=16)] = []
    seat: Seat | None = None


class Hint(_Command, tag="hint"):
    """Ask a bot what it would do, if the table allows hints. The answer says why, and what else looks good."""

    seat: Seat | None = None


class About(_Command, tag="about"):
    """Ask what there is to know about a place on the table; or at a number, which rules came into play there; or, with
    neither, for the legend."""

    place: Annotated[str, Meta(max_length=64)] = ""
    """As in touches and marks."""
    number: Number | None = None
    """A number of this game."""


class Recall(_Command, tag="recall"):
    """Ask for the view as it was after a number of this game, for looking back while the game goes on."""

    number: Number
    step: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """How many of the things that happened at this number are to have happened; all if left out."""


class Effects(_Command, tag="effects"):
    """Ask what an action that you are offered would bring: changes of your view, marks and points."""

    action: Number | Notation
    seat: Seat | None = None


class Undo(_Command, tag="undo"):
    """Take back your last decision, with what bots have answered. If other people are there, they may be asked."""

    number: Number
    seat: Seat | None = None


class Rematch(_Command, tag="rematch"):
    """Ask for another game with the seats rotated, or agree to it."""

    word: Word = ""
    seat: Seat | None = None


class Reply(_Command, tag="reply"):
    """Say yes or no to what another seat asks (see ``Asked``)."""

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


class Cheer(_Command, tag="cheer"):
    """Cheer the winners once the game is over; ``how`` is one of the game's ways."""

    how: Annotated[str, Meta(min_length=1, max_length=20)] = "applaud"
    seat: Seat | None = None


class Chat(_Command, tag="chat"):
    """Say something to everybody at the table."""

    text: ChatText
    seat: Seat | None = None


class Ping(_Command, tag="ping"):
    """Ask for a pong."""


Command: TypeAlias = (
    Hello
    | Lesson
    | Look
    | Sit
    | Leave
    | Start
    | Act
    | Why
    | Hint
    | About
    | Recall
    | Effects
    | Undo
    | Rematch
    | Reply
    | Resign
    | StandIn
    | Cheer
    | Chat
    | Ping
)


# ---- setting up a table --------------------------------------------------------------------------------------------


class SeatSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who sits here: nobody yet (open), a person at the browser that creates the table, or a bot."""

    kind: Literal["open", "here", "bot"] = "open"
    name: Annotated[str, Meta(max_length=24)] = ""
    level: Level = 3
    birthday: Birthday = ""
    """Of a person at the browser that creates the table; as in the command ``sit``."""


class ClockSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """Time: ``turn`` seconds for each turn (then a bot acts), or ``bank`` for the game plus ``gain`` for each turn."""

    turn: Seconds = 0
    bank: Seconds = 0
    gain: Seconds = 0


class TableSetup(Struct, forbid_unknown_fields=True, kw_only=True):
    """A new table."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Annotated[dict[str, OptionValue], Meta(max_length=32)] = {}
    seats: Annotated[list[SeatSetup], Meta(min_length=1, max_length=MOST_SEATS)]
    public: bool = False
    """Whether the lobby lists it and anybody may sit and watch; otherwise only by link."""
    spectators: Literal["none", "public", "all_after_end"] = "all_after_end"
    """What spectators may see: nothing, what is open to all, or that plus everything after the end."""
    clock: ClockSetup | None = None
    chat: bool | None = None
    """Whether people may chat; by default they may, but not where they play in teams: partners don't talk."""
    undo: Literal["off", "ask", "free"] = "ask"
    hints: bool = True
    away_after: Seconds = 60
    """Seconds a person must be gone before a bot may play for them."""
    games: Annotated[int, Meta(ge=1, le=99)] = 1
    """Games in the match; the next one starts when all agree."""
    reaction: Annotated[float, Meta(ge=1, le=60)] | None = None
    """Seconds people have to answer a question that is put to all at once; the server's usual time if left out."""
    start: Literal["full", "later"] = "full"
    """When the first game begins: once all seats are taken, or only when the creator says ``start``."""
    word: Word = ""
    """The creator's own word for the dealing; with ``later`` it may come with ``start`` instead."""
    series: Annotated[str, Meta(max_length=1000)] = ""
    """A series of games (a match, a campaign) to continue, as a snapshot's ``series.saved`` gave it."""
    position: Annotated[str, Meta(max_length=POSITION_LIMIT)] = ""
    """Where the first game begins, as the library's ``table.position()`` writes it; empty for its set-up. Whoever
    chose it may know every card, so the game has no proof of fair dealing, and says so."""
    record: Annotated[str, Meta(max_length=RECORD_LIMIT)] = ""
    """The same by a record: the first game goes on after its entries."""
    entries: Number | None = None
    """How many actions and outcomes of the record to keep, from its first; all if left out."""

    @property
    def begins_elsewhere(self) -> bool:
        """Whether the first game doesn't begin from its set-up."""
        return bool(self.position or self.record) or self.entries is not None


class SitDown(Struct, forbid_unknown_fields=True, kw_only=True):
    """Taking a seat over HTTP."""

    name: Name
    seat: Seat | None = None
    word: Word = ""
    birthday: Birthday = ""
    """Asked for where whoever has the first birthday in the year begins or deals."""
    token: Token | None = None
    """As in the command ``sit``."""


_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class Malformed(ValueError):
    """The message can't be read; ``id`` is the command's, if it has one."""

    def __init__(self, reason: str, command: str = "") -> None:
        super().__init__(reason)
        self.id = command


class _OnlyId(Struct):
    id: Id = ""


_id_decoder = msgspec.json.Decoder(_OnlyId)


def read_command(data: bytes | str) -> Command:
    """Decode a command; raise Malformed if these bytes aren't one."""
    if len(data) > FRAME_LIMIT:
        raise Malformed(f"A message has at most {FRAME_LIMIT} bytes.")
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        try:
            command = _id_decoder.decode(data).id
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            command = ""
        raise Malformed(f"The message couldn't be read: {str(error)[:200]}", command) from None


CODES = {
    "malformed": "The message couldn't be read.",
    "unknown_table": "There is no such table.",
    "unknown_game": "There is no such game, or this table hasn't played it.",
    "unknown_file": "There is nothing at this address.",
    "wrong_host": "This server doesn't answer to that name.",
    "forbidden": "Your key doesn't allow this.",
    "stale": "The game has moved on; a snapshot follows.",
    "lesson": "The rules allow this, but the lesson asks for something else.",
    "illegal": "The rules don't allow this now.",
    "not_your_turn": "It's not your turn.",
    "wrong_phase": "You can't do that before the game starts, during it, or after it ends.",
    "seat_taken": "That seat is taken.",
    "switched_off": "That is switched off at this table.",
    "nothing_to_undo": "There is nothing you can undo.",
    "bad_setup": "A table can't be set up like this.",
    "bad_record": "The text isn't a record of a game.",
    "too_many": "Too much at once. Wait a little.",
    "full": "The server is full. Try again later.",
    "damaged": "This table is damaged and was set aside.",
    "needs": "This table or record needs another version of its game, or another box. It is kept as it is.",
    "storage": "The server couldn't save this, so nothing was done.",
    "internal": "Something went wrong on the server. Nothing was done.",
}
"""The codes of refusals."""
