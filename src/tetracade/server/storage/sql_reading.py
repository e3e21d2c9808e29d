"""What both stores read. They differ in how they ask, not in what they ask.

Values are numbered from ``$1``, as PostgreSQL writes them.
"""

from abc import abstractmethod
from typing import Any

from tetracade.server.storage.storage import Storage, Stored

TABLE = "SELECT created, public, damaged FROM tables WHERE id = $1"
PARTS = (
    (("number", "hash", "command", "line"), "log WHERE tab = $1 ORDER BY number"),
    (("holder", "token"), "holders WHERE tab = $1 ORDER BY holder"),
    (("game", "seed"), "seeds WHERE tab = $1 ORDER BY game"),
    (("number", "seat", "action", "command"), "pledges WHERE tab = $1 ORDER BY number, seat"),
)
"""Everything about a table that ``stored`` wants besides its row, in this order: columns, and where they are."""


class SqlReading(Storage):
    """A store that is asked in SQL."""

    @abstractmethod
    async def _ask(self, sql: str, *values: Any) -> list[Any]:
        """The rows that a statement returns; Unreadable if there is no answer."""

    async def public_tables(self, most: int) -> list[str]:
        """Public tables that aren't over, newest first."""
        sql = "SELECT id FROM tables WHERE public = 1 AND phase <> 'over' ORDER BY created DESC LIMIT $1"
        return await self._ids(sql, most)

    async def playing(self) -> list[str]:
        """Tables with a running game."""
        return await self._ids("SELECT id FROM tables WHERE phase = 'playing'")

    async def about(self, table_id: str) -> tuple[str, bool]:
        """The table's game, and whether anything there goes on by itself (bots, clocks)."""
        rows = await self._ask("SELECT game, stirs FROM tables WHERE id = $1", table_id)
        return (rows[0][0], bool(rows[0][1])) if rows else ("", False)

    async def count(self) -> int:
        """The number of tables that aren't over."""
        return int((await self._ask("SELECT count(*) FROM tables WHERE phase <> 'over'"))[0][0])

    async def damaged(self) -> list[str]:
        """Tables that were set aside."""
        return await self._ids("SELECT id FROM tables WHERE damaged IS NOT NULL")

    async def ids(self) -> list[str]:
        """The ids of all tables."""
        return await self._ids("SELECT id FROM tables ORDER BY id")

    async def old(self, waiting_before: float, any_before: float) -> list[str]:
        """Tables that have been waiting to start, or unused in any phase, since before these times."""
        sql = "SELECT id FROM tables WHERE (phase = 'waiting' AND touched < $1) OR touched < $2"
        return await self._ids(sql, waiting_before, any_before)

    async def latest_use(self) -> float | None:
        """The latest time that any table was in use, as far as noted; None if there are no tables."""
        found: float | None = (await self._ask("SELECT max(touched) FROM tables"))[0][0]
        return found

    async def value(self, key: str) -> bytes | None:
        """One of the server's own settings."""
        rows = await self._ask("SELECT value FROM meta WHERE key = $1", key)
        return bytes(rows[0][0]) if rows else None

    async def _ids(self, sql: str, *values: Any) -> list[str]:
        return [row[0] for row in await self._ask(sql, *values)]


def stored(
    table_id: str, row: Any, lines: list[Any], holders: list[Any], seeds: list[Any], pledges: list[Any]
) -> Stored:
    """The table from its row and its parts."""
    created, public, damaged = row
    return Stored(
        id=table_id,
        created=created,
        public=bool(public),
        damaged=damaged or "",
        lines=[tuple(line) for line in lines],
        holders=dict(holders),
        seeds=dict(seeds),
        pledges=[tuple(pledge) for pledge in pledges],
    )
