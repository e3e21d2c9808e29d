"""Many tables' writes as one statement of PostgreSQL, in which each table's writes succeed or fail alone.

The first part locks the rows of the tables in order of their ids, and keeps those whose epoch and next number are the
ones that the writer knows. Everything else joins what is left. So a writer that is no longer a table's owner changes
nothing about it, and learns that from the answer: the ids of the tables that were written.
"""

from dataclasses import dataclass, field
from typing import Any

from tetracade.server.storage import intents
from tetracade.server.storage.intents import Intent
from tetracade.server.storage.storage import Lane

FENCED = """
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::text[], $6::integer[],
                         $7::float8[], $8::text[], $9::boolean[])
        AS w(id, epoch, next, lines, phase, stirs, touched, damaged, leaves)
), mine AS (
    SELECT t.id FROM tables t JOIN wanted w ON t.id = w.id
    WHERE t.epoch = w.epoch AND t.next = w.next
    ORDER BY t.id FOR NO KEY UPDATE OF t
), kept AS (
    UPDATE tables t SET
        next = t.next + w.lines,
        phase = coalesce(w.phase, t.phase),
        stirs = coalesce(w.stirs, t.stirs),
        touched = coalesce(w.touched, t.touched),
        damaged = coalesce(w.damaged, t.damaged),
        owner = CASE WHEN w.leaves THEN NULL ELSE t.owner END
    FROM wanted w JOIN mine ON mine.id = w.id
    WHERE t.id = w.id AND t.epoch = w.epoch AND t.next = w.next
    RETURNING t.id
)"""
LINES = """, lines AS (
    INSERT INTO log (tab, number, hash, command, line)
    SELECT n.* FROM unnest($10::text[], $11::integer[], $12::bytea[], $13::text[], $14::bytea[])
        AS n(tab, number, hash, command, line) JOIN kept ON kept.id = n.tab
)"""
LINES_ONLY = f"{FENCED}{LINES} SELECT id FROM kept"
EVERYTHING = (
    FENCED.replace(
        "RETURNING t.id\n)",
        """RETURNING t.id
), made AS (
    INSERT INTO tables (id, created, touched, game, public, stirs, phase, owner, epoch, next)
    SELECT n.id, n.created, n.touched, n.game, n.public, n.stirs, n.phase, n.owner, 1, n.next
    FROM unnest($15::text[], $16::float8[], $17::float8[], $18::text[], $19::integer[], $20::integer[], $21::text[],
                $22::text[], $23::integer[])
        AS n(id, created, touched, game, public, stirs, phase, owner, next)
    ON CONFLICT DO NOTHING
    RETURNING id
), ours AS (
    SELECT id FROM kept UNION ALL SELECT id FROM made
)""",
    )
    + LINES.replace("JOIN kept ON kept.id", "JOIN ours ON ours.id")
    + """, added_holders AS (
    INSERT INTO holders (tab, holder, token)
    SELECT n.* FROM unnest($24::text[], $25::integer[], $26::bytea[]) AS n(tab, holder, token)
    JOIN ours ON ours.id = n.tab
), gone_holders AS (
    DELETE FROM holders h USING unnest($27::text[], $28::integer[]) AS g(tab, holder) JOIN ours ON ours.id = g.tab
    WHERE h.tab = g.tab AND h.holder = g.holder
), added_seeds AS (
    INSERT INTO seeds (tab, game, seed)
    SELECT n.* FROM unnest($29::text[], $30::integer[], $31::bytea[]) AS n(tab, game, seed)
    JOIN ours ON ours.id = n.tab
), added_pledges AS (
    INSERT INTO pledges (tab, number, seat, action, command)
    SELECT n.* FROM unnest($32::text[], $33::integer[], $34::integer[], $35::integer[], $36::text[])
        AS n(tab, number, seat, action, command) JOIN ours ON ours.id = n.tab
    ON CONFLICT (tab, number, seat) DO UPDATE SET action = EXCLUDED.action, command = EXCLUDED.command
), gone_pledges AS (
    DELETE FROM pledges p USING unnest($37::text[]) AS g(tab) JOIN ours ON ours.id = g.tab WHERE p.tab = g.tab
) SELECT id FROM ours"""
)


OWNED = (
    intents.NewTable,
    intents.NewLine,
    intents.NewHolder,
    intents.GoneHolder,
    intents.NewSeed,
    intents.NewPledge,
    intents.NoPledges,
    intents.PhaseIs,
    intents.Touched,
    intents.Damage,
    intents.Left,
)
"""What only a table's owner writes."""


class OwnedLane(Lane):
    """The writes of one live room whose table this process owns, as of one epoch."""

    def __init__(self, table_id: str, epoch: int, next_number: int, new: bool = False) -> None:
        super().__init__(table_id)
        self.epoch = epoch
        self.next = next_number
        """The number of the next line, once everything handed over is stored."""
        self.new = new
        """Whether the table itself still has to be stored."""


@dataclass
class _TableWrites:
    """What is to be written about one table."""

    epoch: int
    next: int
    lines: int = 0
    phase: str | None = None
    stirs: int | None = None
    touched: float | None = None
    damaged: str | None = None
    leaves: bool = False
    made: tuple[Any, ...] | None = None


@dataclass
class Group:
    """Writes that go into one statement."""

    owner: str
    tables: dict[str, _TableWrites] = field(default_factory=dict)
    lines: list[intents.NewLine] = field(default_factory=list)
    holders: list[intents.NewHolder] = field(default_factory=list)
    gone_holders: list[intents.GoneHolder] = field(default_factory=list)
    seeds: list[intents.NewSeed] = field(default_factory=list)
    pledges: dict[tuple[str, int, int], intents.NewPledge] = field(default_factory=dict)
    no_pledges: list[str] = field(default_factory=list)

    def takes(self, lane: OwnedLane, wanted: list[Intent]) -> bool:
        """Whether these can join: what one statement deletes and adds must not be the same rows."""
        known = self.tables.get(lane.table_id)
        if known is None:
            return True
        if known.leaves or known.epoch != lane.epoch:
            return False
        deletes = lane.table_id in self.no_pledges or any(gone.table_id == lane.table_id for gone in self.gone_holders)
        return not deletes or all(isinstance(intent, intents.NewLine) for intent in wanted)

    def add(self, lane: OwnedLane, wanted: list[Intent]) -> None:
        """Add what one write of the lane wants stored."""
        if lane.table_id not in self.tables:
            self.tables[lane.table_id] = _TableWrites(lane.epoch, lane.next)
        table = self.tables[lane.table_id]
        for intent in wanted:
            if isinstance(intent, intents.NewLine):
                self.lines.append(intent)
                table.lines += 1
                lane.next += 1
            elif isinstance(intent, intents.PhaseIs):
                _, table.phase, table.stirs, table.touched = intent
            elif isinstance(intent, intents.NewPledge):
                self.pledges[intent.table_id, intent.number, intent.seat] = intent
            elif isinstance(intent, intents.NoPledges):
                self.no_pledges.append(intent.table_id)
                self.pledges = {key: kept for key, kept in self.pledges.items() if key[0] != intent.table_id}
            elif isinstance(intent, intents.NewHolder):
                self.holders.append(intent)
            elif isinstance(intent, intents.GoneHolder):
                self.gone_holders.append(intent)
            elif isinstance(intent, intents.NewSeed):
                self.seeds.append(intent)
            elif isinstance(intent, intents.Touched):
                table.touched = intent.touched
            elif isinstance(intent, intents.Damage):
                table.damaged = intent.why
            elif isinstance(intent, intents.Left):
                table.leaves = True
            elif isinstance(intent, intents.NewTable):
                table.made = tuple(intent)
            else:
                raise TypeError(f"{type(intent).__name__} belongs to no table's owner")

    def statement(self) -> tuple[str, list[Any]]:
        """The statement that writes everything, and its values."""
        old = [(table_id, table) for table_id, table in self.tables.items() if table.made is None]
        made = [(table_id, table) for table_id, table in self.tables.items() if table.made is not None]
        values: list[Any] = [
            [table_id for table_id, _ in old],
            *(
                [getattr(table, name) for _, table in old]
                for name in ("epoch", "next", "lines", "phase", "stirs", "touched", "damaged", "leaves")
            ),
            *_columns(self.lines, 5),
        ]
        if not (made or self.holders or self.gone_holders or self.seeds or self.pledges or self.no_pledges):
            return LINES_ONLY, values
        rows = [self._row(table) for _, table in made]
        values += _columns(rows, 9)
        values += _columns(self.holders, 3) + _columns(self.gone_holders, 2) + _columns(self.seeds, 3)
        values += _columns(list(self.pledges.values()), 5)
        values.append(self.no_pledges)
        return EVERYTHING, values

    def _row(self, table: _TableWrites) -> tuple[Any, ...]:
        """A new table's row, as it is after everything else in the group."""
        assert table.made is not None
        table_id, created, touched, game, public, stirs, phase = table.made
        owner = None if table.leaves else self.owner
        return (
            table_id,
            created,
            touched if table.touched is None else table.touched,
            game,
            public,
            stirs if table.stirs is None else table.stirs,
            phase if table.phase is None else table.phase,
            owner,
            table.next + table.lines,
        )


def _columns(rows: list[Any], width: int) -> list[list[Any]]:
    """The rows' columns; empty ones if there are no rows."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
