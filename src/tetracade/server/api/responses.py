"""What HTTP requests are answered with, besides the messages of a WebSocket. See docs/protocol.md."""

from typing import Any, Literal

from msgspec import Struct

from tetracade.analysis.results import Analysis, Decision, Luck, OwnPlay
from tetracade.server.api.messages import (
    CheerInfo,
    Happened,
    Mark,
    Offer,
    Phase,
    Refused,
    ResultInfo,
    SeatInfo,
    Snapshot,
    Update,
    You,
)
from tetracade.server.api.protocol import OptionPart, OptionValue


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
    """The hash of the first game's seed; empty where the game begins from a position, without a proof."""


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
    birthday: str = ""
    """The value that leaves it to the first birthday in the year: ask people for theirs as they sit down."""
    titles: list[str] = []
    """What people read for each value; empty where the values say it themselves."""
    from_memory: bool = False
    """Whether this switch makes people play from memory: show them only what happened since their own last turn, and
    offer no hints, while the game runs."""


class OpeningInfo(Struct, gc=False, kw_only=True):
    """What a game's lessons open with."""

    text: str
    """What the game is about and what wins."""
    diagram: str
    """The diagram that shows it, by name."""


class UndoInfo(Struct, gc=False, kw_only=True):
    """How far undo goes in a game, and where there is something to undo at all."""

    text: str
    """How far it goes, as a sentence."""
    bots: bool
    """Whether there is something to undo for one person, alone or against bots."""
    screen: bool
    """Whether there is for several at one screen."""
    online: bool
    """Whether there is for several who each have a screen of their own."""


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
    teams: dict[str, list[list[int]]]
    """By number of seats, where people play in teams: the seats of each team. Chat is off there unless you want it."""
    pairs: bool
    """Whether a match for two has an even number of games: you change seats after each."""
    fields: dict[str, str]
    """The fields of a view, and what each means."""
    lessons: list[str]
    """The titles of its lessons, in order."""
    opening: OpeningInfo | None = None
    """What the lessons open with: theme and goal in one picture."""
    first_game: dict[str, OptionValue] = {}
    """Options that suit a first game, after the lessons."""
    cheers: list[CheerInfo]
    """How you can cheer the winners."""
    facts: dict[str, Any]
    """What the game's box says, for whoever draws the game: sizes, shapes, names, phases."""
    box: str = ""
    """The name of the game's box; empty with the standard one."""
    hides: bool = False
    """Whether anything in the game is hidden from anyone."""
    undo: UndoInfo
    """How far undo goes."""


class DiagramInfo(Struct, gc=False, kw_only=True):
    """A picture in a game's rules: a position as one seat sees it, and what to point out there."""

    name: str
    alt: str
    """What is to be seen, in words."""
    seat: int
    """Whose view it is."""
    seats: list[SeatInfo]
    view: dict[str, Any]
    parts: list[str]
    """What is drawn beside the board itself."""
    wide: bool
    """Whether it is to be read closely, and so as wide as the text."""
    crop: float
    """How much of the board's height is shown, from the bottom."""
    offers: list[Offer]
    picked: list[str]
    """Places that are touched already."""
    touched: list[str]
    """Places of the action that is shown; none if nothing was done."""
    marks: list[Mark]
    """What that action brought."""
    arrows: list[list[str]]
    """Pairs of places."""
    lit: list[str]
    """Places to point out."""
    notes: dict[str, str]
    """A few letters to write on places."""
    drawing: str
    """The position as text."""


class LobbyTable(Struct, gc=False, kw_only=True):
    """A public table in the list."""

    table: str
    game: str
    title: str
    phase: Phase
    seats: list[SeatInfo]
    open: int
    created: float
    needs: str = ""
    """Where it can't be played here: the sentence that says which version of its game, or which box, it needs."""


class Lobby(Struct, gc=False, kw_only=True):
    """The public tables, newest first."""

    tables: list[LobbyTable]


class Glance(Struct, gc=False, kw_only=True):
    """A table at a glance, for a list of your tables: what anyone who watches sees of it."""

    number: int
    table: str
    game: str
    title: str
    plays: int
    """Which of the table's games this is, counted from 1."""
    phase: Phase
    seats: list[SeatInfo]
    acting: list[int]
    """Seats that may act now; where that must stay secret, only the viewer's own."""
    view: dict[str, Any]
    result: ResultInfo | None
    you: You
    spectators: str
    """Who may watch, as it was set up."""
    standing: list[dict[str, int]]
    """By seat, points so far by where they come from, as a spectator can tell."""


class Changes(Struct, gc=False, kw_only=True):
    """The answer to waiting over HTTP: the updates after the given number, or a snapshot instead."""

    number: int
    updates: list[Update]
    snapshot: Snapshot | None = None


class Replay(Struct, gc=False, kw_only=True):
    """A record step by step: what everyone, or one seat, sees after each step."""

    game: str
    title: str
    seats: int
    options: dict[str, OptionValue]
    steps: list["Step"]
    result: ResultInfo | None
    beginning: Literal["", "position", "record"] = ""
    """Where the game began, if not from its set-up."""


class Step(Struct, gc=False, kw_only=True, omit_defaults=True):
    """One step of a replay, with the complete view."""

    happened: Happened | None
    view: dict[str, Any]
    acting: list[int]
    drawing: str = ""
    """The view as plain text, if it was asked for."""
    standing: list[dict[str, int]] = []
    """By seat, points so far by where they come from, as the viewer can tell."""


class AnalysisSoFar(Struct, gc=False, kw_only=True):
    """How far an analysis is, and what can be told until it is done."""

    digest: str
    """What to ask for it by."""
    done: int
    total: int
    """How many steps are done, of how many; 0 of 0 before the first."""
    chances: list[list[float]]
    """Until it is done: the seats' chances so far with all cards on the table, by entry, for a graph that grows."""
    luck: list[Luck]
    """Until it is done: what cards and dice brought; empty before half of it is done."""
    errors: list[Decision]
    """Until it is done: the decisions so far that gave something away."""


class AnalysisProgress(AnalysisSoFar, gc=False, kw_only=True):
    """How far an analysis is, and once it is done what it found."""

    analysis: Analysis | None
    """A finished game taken apart."""
    own: OwnPlay | None
    """Of a running game, the seat's mean chances and its own play."""


class Verdict(Struct, gc=False, kw_only=True, omit_defaults=True):
    """The verdict on a record."""

    ok: bool
    replays: bool
    """Every action was legal and every outcome possible."""
    fair: bool | None
    """Whether the outcomes follow from the seed; None if the record contains no seed."""
    outcomes: int
    reason: str = ""
    needs: bool = False
    """Nothing is known to be wrong with it: it can't be checked without another version of its game, or another box."""


class Reach(Struct, gc=False, kw_only=True):
    """How others reach this server."""

    network: str
    """The page's address for others on the same network; empty if only this machine can reach the server, and for
    whoever isn't on this machine."""


class Health(Struct, gc=False, kw_only=True):
    """Whether the server is up. That is all that strangers get to know."""

    ok: bool
    version: str


class Problem(Struct, gc=False, kw_only=True):
    """The body of every HTTP error."""

    error: Refused
