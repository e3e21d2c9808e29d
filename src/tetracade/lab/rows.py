"""Rows: what is kept of a game or of a decision, as Arrow tables. ``COLUMNS`` is the whole schema.

``docs/lab.md`` has it as a table (``python -m tetracade.lab.rows`` writes it). From Arrow it goes everywhere:
``pyarrow.parquet.write_table(rows, path)``, ``rows.to_pandas()``, ``polars.from_arrow(rows)``.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from tetracade import games
from tetracade.lab.arena import Contest, Played

Rows: TypeAlias = Any
"""Rows of one kind: an Arrow table, whose package has no types."""

GAME, DECISION, CARD = "game", "decision", "card"
KINDS = (GAME, DECISION, CARD)
PLAYED = (GAME, DECISION)

TEXT, FLAG, NUMBER, WHOLE = pa.string(), pa.bool_(), pa.float64(), pa.int64()
SHORT = pa.int32()
TEXTS, NUMBERS, WHOLES = pa.list_(TEXT), pa.list_(NUMBER), pa.list_(SHORT)
BY_NAME = pa.map_(TEXT, NUMBER)


@dataclass(frozen=True)
class Column:
    """One column: its name, type, the rows that have it, and what it says."""

    name: str
    type: Any
    rows: tuple[str, ...]
    text: str
    timed: bool = False
    """Whether it depends on the machine; such a column is left out of digests."""


COLUMNS = (
    Column("game", TEXT, KINDS, "the game's name"),
    Column("version", SHORT, KINDS, "the version of its rules"),
    Column("box", TEXT, KINDS, "the box's digest; empty for the standard box"),
    Column("options", TEXT, KINDS, "all options, as JSON"),
    Column("seats", SHORT, KINDS, "how many seats"),
    Column("contest_seed", WHOLE, KINDS, "the contest's seed"),
    Column("number", SHORT, KINDS, "the game's number in the contest, from 0"),
    Column("seed", WHOLE, KINDS, "the seed from which it was dealt"),
    Column("paired", FLAG, KINDS, "whether luck was keyed, to be compared game by game"),
    Column("bots", TEXTS, KINDS, "who played, by seat"),
    Column("payoffs", NUMBERS, PLAYED, "each seat's share of the win, at the end"),
    Column("points", WHOLES, (GAME,), "each seat's points"),
    Column("winners", WHOLES, (GAME,), "the seats that won"),
    Column("first", SHORT, (GAME,), "the seat that acted first"),
    Column("turns", SHORT, (GAME,), "turns; a turn is a seat's actions in a row"),
    Column("actions", SHORT, PLAYED, "actions of all seats"),
    Column("forced", SHORT, (GAME,), "actions that were the only one"),
    Column("choices", WHOLE, (GAME,), "legal actions, added up over the actions that weren't forced"),
    Column("outcomes", SHORT, (GAME,), "what chance did: cards dealt, dice rolled"),
    Column("ending", TEXT, (GAME,), "how it ended, in a few words"),
    Column("measures", BY_NAME, (GAME,), "the game's own measures (its metrics.py), by name"),
    Column("luck", NUMBERS, (GAME,), "each seat's dealt luck, in shares of a win; null where it wasn't asked for"),
    Column("slowest", NUMBERS, (GAME,), "each seat's longest thought, in seconds", timed=True),
    Column("decision", SHORT, (DECISION,), "the action's number in the game, from 0"),
    Column("turn", SHORT, (DECISION,), "the turn's number, from 0"),
    Column("seat", SHORT, (DECISION,), "who acts"),
    Column("action", SHORT, (DECISION,), "the action's number in the rules"),
    Column("notation", TEXT, (DECISION,), "the action as records write it"),
    Column("used", TEXT, (DECISION,), "the card it uses; empty if none"),
    Column("legal", SHORT, (DECISION,), "how many actions were legal"),
    Column("chances", NUMBERS, (DECISION,), "each seat's chances before it, all cards open; null unless judged"),
    Column("dealt", NUMBERS, (DECISION,), "what chance brought each seat since the action before; null unless judged"),
    Column("weight", NUMBER, (DECISION,), "the best action less the second best, in shares of a win, by what the seat "
           "knows; null where it wasn't weighed"),
    Column("hidden", NUMBER, (DECISION,), "the part of the seat's uncertainty that hidden cards make; null where it "
           "wasn't weighed"),
    Column("card", TEXT, (CARD,), "the card that was forced; equal ones share a name"),
    Column("gain", NUMBER, (CARD,), "what its seat's share of the win is more than in the game as it was drawn"),
    Column("points_gain", NUMBER, (CARD,), "the same in points"),
    Column("in_use", FLAG, (CARD,), "whether somebody used such a card in the game as it was drawn"),
)  # fmt: skip


def schema(rows: str) -> Any:
    """The Arrow schema of rows of this kind."""
    return pa.schema([(column.name, column.type) for column in COLUMNS if rows in column.rows])


def common(contest: Contest, number: int) -> dict[str, Any]:
    """The columns that say which game it was."""
    game = games.find(contest.game)
    return {
        "game": game.name,
        "version": game.version,
        "box": game.box_mark,
        "options": json.dumps(game.option_values(contest.options, contest.seats), sort_keys=True),
        "seats": contest.seats,
        "contest_seed": contest.seed,
        "number": number,
        "seed": contest.seed_of(number),
        "paired": contest.paired,
        "bots": list(contest.seating(number)),
    }


def game_rows(contest: Contest, played: Iterable[Played]) -> Rows:
    """One row for each game."""
    found, shared = [], common(contest, 0)
    for game in played:
        found.append(
            {
                **shared,
                "number": game.number,
                "seed": contest.seed_of(game.number),
                "bots": game.seating,
                "payoffs": game.payoffs,
                "points": game.points,
                "winners": game.winners,
                "first": game.first,
                "turns": game.turns,
                "actions": game.actions,
                "forced": game.forced,
                "choices": game.choices,
                "outcomes": game.outcomes,
                "ending": game.ending,
                "measures": list(game.measures.items()),
                "luck": game.luck or None,
                "slowest": game.slowest,
            }
        )
    return made(GAME, found)


def made(kind: str, found: Sequence[Mapping[str, Any]]) -> Rows:
    """The table of these rows."""
    return pa.Table.from_pylist(list(found), schema=schema(kind))


def joined(kind: str, parts: Sequence[Rows]) -> Rows:
    """All rows in one table, by game and decision."""
    if not parts:
        return made(kind, [])
    then = {GAME: [], DECISION: [("decision", "ascending")], CARD: [("card", "ascending")]}[kind]
    keys = [("number", "ascending"), *then]
    return pa.concat_tables(parts).combine_chunks().sort_by(keys)


def digest_of(rows: Rows) -> str:
    """A digest of everything that doesn't depend on the machine."""
    kept = rows.drop_columns([column.name for column in COLUMNS if column.timed and column.name in rows.column_names])
    digest = hashlib.sha256()
    for batch in kept.to_batches(max_chunksize=10_000):
        for row in batch.to_pylist():
            digest.update(json.dumps(row, sort_keys=True).encode() + b"\n")
    return digest.hexdigest()


def write(rows: Rows, path: Path) -> None:
    """Write the rows to a Parquet file, completely or not at all."""
    other = path.with_name(path.name + ".new")
    pq.write_table(rows, other, compression="zstd")
    other.replace(path)


def read(path: Path) -> Rows:
    """The rows of a Parquet file."""
    return pq.read_table(path)


def described() -> str:
    """The schema as a Markdown table."""
    lines = ["| column | type | rows | says |", "|---|---|---|---|"]
    for column in COLUMNS:
        said = f"{column.text}{' (left out of digests)' if column.timed else ''}"
        lines.append(f"| `{column.name}` | {column.type} | {' and '.join(column.rows)} | {said} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(described())
