"""A room's log: what happened, line by line, each chained to the one before by a hash. The log is the truth."""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

GENESIS = b"\0" * 32
"""What the first line is chained to."""


class _Line(Struct, tag_field="line", gc=False, kw_only=True, omit_defaults=True):
    """One line of the log."""


class Chair(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat as it was set up: ``holder`` is who holds it (-1: nobody), ``level`` is a bot's (0: no bot)."""

    name: str = ""
    holder: int = -1
    level: int = 0
    word: str = ""
    birthday: str = ""
    """As month and day (12-24), where the table asks for it."""


class Beginning(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Where a room's first game begins, if not from its set-up: in a position, or after the entries of a record.

    Whoever chose it may know every card, so such a game has no proof of fair dealing.
    """

    position: str = ""
    record: str = ""
    dealt: tuple[str, ...] = ()
    """Outcomes, in notation, that come before any that are drawn: a lesson's cards."""


class Opened(_Line, tag="opened"):
    """The table was set up."""

    game: str
    version: int
    options: dict[str, Any]
    chairs: list[Chair]
    settings: dict[str, Any]
    commitment: str
    series: str = ""
    """The state of the series these games belong to; empty without one."""
    box: str = ""
    """Digest and name of the game's box; empty with the standard one."""
    beginning: Beginning | None = None


class Sat(_Line, tag="sat"):
    """Somebody, or a bot, took a seat."""

    seat: int
    chair: Chair


class Left(_Line, tag="left"):
    """A seat was given up before the start."""

    seat: int


class Worded(_Line, tag="worded"):
    """A seat changed its word for the dealing, before the start."""

    seat: int
    word: str


class Started(_Line, tag="started"):
    """A game began, with the outcomes drawn before the first action. ``chairs`` lists by seat who sits there."""

    game: int
    commitment: str
    words: list[str]
    outcomes: list[int]
    options: dict[str, Any]
    by_turns: bool = False
    """Whether its clocks go by turns; in older logs they go by actions."""


class Acted(_Line, tag="acted"):
    """A seat acted, then chance. ``spent`` is what its clock was charged; ``auto``: the clock acted for it.

    ``lag`` is what it used of the turn's allowance.
    """

    seat: int
    action: int
    outcomes: list[int] = []
    spent: float = 0.0
    lag: float = 0.0
    auto: bool = False


class Undone(_Line, tag="undone"):
    """The seat's last action was taken back, with everything after it: ``count`` actions in all."""

    seat: int
    count: int = 1


class Said(_Line, tag="said"):
    """Someone said something; seat -1 is a spectator."""

    seat: int
    text: str


class Resigned(_Line, tag="resigned"):
    """A seat gave up, or ran out of time."""

    seat: int
    late: bool = False
    spent: float = 0.0


class StoodIn(_Line, tag="stood_in"):
    """A bot plays for a person who is away."""

    seat: int
    level: int


class Back(_Line, tag="back"):
    """The person came back."""

    seat: int


class Asked(_Line, tag="asked"):
    """A seat asks the others for something: an undo or a rematch."""

    what: str
    seat: int
    word: str = ""


class Replied(_Line, tag="replied"):
    """A seat replied to that."""

    what: str
    seat: int
    yes: bool
    word: str = ""


class Cheered(_Line, tag="cheered"):
    """A seat cheered the winners, in one of the game's ways."""

    seat: int
    how: str


class Ended(_Line, tag="ended"):
    """The game is over: how, the seed of its dealing, and the commitment of the next game's."""

    seed: str
    points: list[int]
    winners: list[int]
    reason: str
    breakdown: list[dict[str, int]]
    next: str
    series: str = ""


Line: TypeAlias = (
    Opened
    | Sat
    | Left
    | Worded
    | Started
    | Acted
    | Undone
    | Said
    | Resigned
    | StoodIn
    | Back
    | Asked
    | Replied
    | Ended
    | Cheered
)

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
encoded = msgspec.json.Encoder(order="deterministic").encode
"""A line as bytes; equal lines give equal bytes."""


def decoded(data: bytes) -> Line:
    """Decode a line."""
    return _decoder.decode(data)


def linked(before: bytes, line: bytes) -> bytes:
    """The hash of a line that follows one with the hash ``before``."""
    return hashlib.sha256(before + line).digest()


def sealed_lines(
    lines: Sequence[tuple[int, bytes, str | None, bytes]], seeds: Mapping[int, bytes]
) -> Iterator[tuple[int, str]]:
    """Yield the number and seal of each stored line; a seal is the line's hash under a key made from its game's seed.

    A line says little (a seat, a card) and the hash before it is known, so from a bare hash anyone could guess the
    card. Seals never change, so a changed past shows. At the end they can be checked with the seed.
    """
    game, keys = 1, {game: hmac.digest(seed, b"\0log", "sha256") for game, seed in seeds.items()}
    for number, digest, _, data in lines:
        line = decoded(data)
        game = line.game if isinstance(line, Started) else game
        yield number, hmac.digest(keys[game], digest, "sha256").hex()
