"""Moving a host from its file to a PostgreSQL database: every table, with its chain of hashes checked on both sides."""

import asyncio
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from tetracade.server.storage.file import open_file
from tetracade.server.storage.postgres import PostgresStore
from tetracade.server.storage.storage import Unusable
from tetracade.table import log

PARTS = {
    "log": ("tab", "number", "hash", "command", "line"),
    "holders": ("tab", "holder", "token"),
    "seeds": ("tab", "game", "seed"),
    "pledges": ("tab", "number", "seat", "action", "command"),
}
ROW = ("id", "created", "touched", "game", "public", "stirs", "phase", "damaged")


@dataclass
class Copied:
    """How much was copied."""

    tables: int = 0
    lines: int = 0
    unsound: list[str] = field(default_factory=list)
    """Tables whose chain was broken in the file already; they were copied as they are."""


def copy_file(path: Path, url: str, tell: Callable[[int, int], None] = lambda done, of: None) -> Copied:
    """Copy everything in the file into the database, which must not have any tables yet; raise Unusable otherwise.

    It is a single transaction: if anything fails, the database stays as it was.
    """
    if not path.exists():
        raise Unusable(f"there is no file {path}")
    file = open_file(path)
    try:
        PostgresStore(url)  # brings the schema up to date
        return asyncio.run(_copied(file.reading, url, tell))
    except (OSError, asyncpg.PostgresError) as error:
        raise Unusable(f"nothing was copied ({error})") from error
    finally:
        file.close()


async def _copied(file: sqlite3.Connection, url: str, tell: Callable[[int, int], None]) -> Copied:
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            await connection.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
            if await connection.fetchval("SELECT EXISTS (SELECT FROM tables)"):
                raise Unusable("the database has tables already; copy into an empty one")
            await connection.execute("DELETE FROM meta")
            values = file.execute("SELECT key, value FROM meta").fetchall()
            await connection.copy_records_to_table("meta", records=values, columns=("key", "value"))
            return await _copied_tables(file, connection, tell)
    finally:
        await connection.close()


async def _copied_tables(file: sqlite3.Connection, connection: Any, tell: Callable[[int, int], None]) -> Copied:
    found = Copied()
    rows = file.execute(f"SELECT {', '.join(ROW)} FROM tables ORDER BY id").fetchall()
    for row in rows:
        table_id = row[0]
        last = 0
        for name, columns in PARTS.items():
            asked = f"SELECT {', '.join(columns)} FROM {name} WHERE tab = ?"
            part = file.execute(asked, (table_id,)).fetchall()
            await connection.copy_records_to_table(name, records=part, columns=columns)
            if name == "log":
                last = len(part)
        place = {"columns": (*ROW, "epoch", "next"), "records": [(*row, 0, last + 1)]}
        await connection.copy_records_to_table("tables", **place)
        lines = await connection.fetch("SELECT number, hash, line FROM log WHERE tab = $1 ORDER BY number", table_id)
        if not _is_sound([tuple(line) for line in lines]):
            if _is_sound(file.execute("SELECT number, hash, line FROM log WHERE tab = ?", (table_id,)).fetchall()):
                raise Unusable(f"table {table_id} did not arrive as it was")
            found.unsound.append(table_id)
        found.tables += 1
        found.lines += last
        tell(found.tables, len(rows))
    return found


def _is_sound(lines: list[tuple[int, bytes, bytes]]) -> bool:
    """Whether no line is missing, and each follows from the one before."""
    head = log.GENESIS
    for place, (number, stored, line) in enumerate(lines, 1):
        head = log.linked(head, line)
        if number != place or head != stored:
            return False
    return bool(lines)
