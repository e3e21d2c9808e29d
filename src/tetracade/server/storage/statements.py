"""How SQLite stores each intent."""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from tetracade.server.storage import intents
from tetracade.server.storage.intents import Intent

_STATEMENTS: dict[type[Intent], str] = {
    intents.NewTable: (
        "INSERT INTO tables (id, created, touched, game, public, stirs, phase) VALUES (?, ?, ?, ?, ?, ?, ?)"
    ),
    intents.NewHolder: "INSERT INTO holders (tab, holder, token) VALUES (?, ?, ?)",
    intents.GoneHolder: "DELETE FROM holders WHERE tab = ? AND holder = ?",
    intents.NewSeed: "INSERT INTO seeds (tab, game, seed) VALUES (?, ?, ?)",
    intents.NewPledge: ("INSERT OR REPLACE INTO pledges (tab, number, seat, action, command) VALUES (?, ?, ?, ?, ?)"),
    intents.NoPledges: "DELETE FROM pledges WHERE tab = ?",
    intents.PhaseIs: "UPDATE tables SET phase = ?2, stirs = ?3, touched = ?4 WHERE id = ?1",
    intents.Touched: "UPDATE tables SET touched = ?2 WHERE id = ?1",
    intents.TouchedAtMost: "UPDATE tables SET touched = ?1 WHERE touched > ?1",
    intents.Damage: "UPDATE tables SET damaged = ?2 WHERE id = ?1",
    intents.Value: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
}
_DELETION = (
    *(f"DELETE FROM {name} WHERE tab = ?" for name in ("log", "holders", "seeds", "pledges")),
    "DELETE FROM tables WHERE id = ?",
)


MOST_LINES = 64
"""The most lines in one statement, which is what takes the thread's time: it waits for the interpreter after each."""


Conflict = Literal["ABORT", "ROLLBACK"]
"""What is undone if a line can't be stored: its statement, or the whole transaction. To be able to undo a statement of
several lines alone, SQLite would save every page it changes in a file of its own."""


def is_one_statement(wanted: Sequence[Intent]) -> bool:
    """Whether these are written by a single statement, which is then a transaction of its own."""
    return 0 < len(wanted) <= MOST_LINES and all(type(intent) is intents.NewLine for intent in wanted)


def execute(connection: sqlite3.Connection, wanted: Iterable[Intent], conflict: Conflict = "ABORT") -> None:
    """Write these within the connection's transaction: lines together, in the end, and the rest one by one."""
    lines: list[intents.NewLine] = []
    for intent in wanted:
        if type(intent) is intents.NewLine:
            lines.append(intent)
        elif type(intent) is intents.Deletion:  # no one else has the file open, so what was looked up still holds
            for sql in _DELETION:
                connection.execute(sql, (intent.table_id,))
        elif type(intent) is not intents.Left:  # the file is ours alone, and so are its tables
            connection.execute(_STATEMENTS[type(intent)], intent)
    for first in range(0, len(lines), MOST_LINES):
        some = lines[first : first + MOST_LINES]
        connection.execute(_insert_lines(len(some), conflict), [value for line in some for value in line])


@cache
def _insert_lines(count: int, conflict: Conflict) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?)"] * count)
    return f"INSERT OR {conflict} INTO log (tab, number, hash, command, line) VALUES {rows}"
