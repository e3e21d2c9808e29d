"""What a server wants stored, in terms of tables and lines. How it is written is up to each store.

Each intent is a tuple, so that a store can hand it to its database as it is.
"""

from typing import NamedTuple


class NewTable(NamedTuple):
    """A table that has just been set up."""

    table_id: str
    created: float
    touched: float
    game: str
    public: int
    stirs: int
    """1 if bots or clocks go on by themselves."""
    phase: str


class NewLine(NamedTuple):
    """The next line of a table's log."""

    table_id: str
    number: int
    hash: bytes
    command: str | None
    """The command that brought it, if any, so that it is carried out only once."""
    line: bytes


class NewHolder(NamedTuple):
    """Someone who may hold seats, by the hash of their token."""

    table_id: str
    holder: int
    token: bytes


class GoneHolder(NamedTuple):
    """A holder to be forgotten."""

    table_id: str
    holder: int


class NewSeed(NamedTuple):
    """The seed of one of the table's games."""

    table_id: str
    game: int
    seed: bytes


class NewPledge(NamedTuple):
    """A sealed answer, which replaces the seat's earlier one."""

    table_id: str
    number: int
    seat: int
    action: int
    command: str


class NoPledges(NamedTuple):
    """All sealed answers of the table have taken effect."""

    table_id: str


class PhaseIs(NamedTuple):
    """The table's phase has changed."""

    table_id: str
    phase: str
    stirs: int
    touched: float


class Touched(NamedTuple):
    """The table was in use at this time."""

    table_id: str
    touched: float


class TouchedAtMost(NamedTuple):
    """No table can have been in use later than this."""

    touched: float


class Damage(NamedTuple):
    """The table is damaged, and why."""

    table_id: str
    why: str


class Left(NamedTuple):
    """The table's owner no longer needs it; whoever wants it may take it."""

    table_id: str


class Value(NamedTuple):
    """One of the server's own settings."""

    key: str
    value: bytes


class Deletion(NamedTuple):
    """Delete the table and everything about it, if it hasn't been in use since these times."""

    table_id: str
    waiting_before: float
    """For a table that never started."""
    any_before: float


Intent = (
    NewTable
    | NewLine
    | NewHolder
    | GoneHolder
    | NewSeed
    | NewPledge
    | NoPledges
    | PhaseIs
    | Touched
    | TouchedAtMost
    | Damage
    | Left
    | Value
    | Deletion
)
