"""The file's schema as a list of migration steps; the file records how many it has been through."""

import sqlite3

STEPS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        created REAL NOT NULL,
        touched REAL NOT NULL,
        game TEXT NOT NULL,
        public INTEGER NOT NULL,
        stirs INTEGER NOT NULL,
        phase TEXT NOT NULL,
        damaged TEXT
    ) WITHOUT ROWID;
    CREATE INDEX tables_lobby ON tables (public, phase, created);
    CREATE TABLE log (
        tab TEXT NOT NULL,
        number INTEGER NOT NULL,
        hash BLOB NOT NULL,
        command TEXT,
        line BLOB NOT NULL,
        PRIMARY KEY (tab, number)
    ) WITHOUT ROWID;
    CREATE TABLE holders (
        tab TEXT NOT NULL, holder INTEGER NOT NULL, token BLOB NOT NULL, PRIMARY KEY (tab, holder)
    ) WITHOUT ROWID;
    CREATE TABLE seeds (tab TEXT NOT NULL, game INTEGER NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (tab, game))
        WITHOUT ROWID;
    """,
    """
    CREATE TABLE pledges (
        tab TEXT NOT NULL,
        number INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        action INTEGER NOT NULL,
        command TEXT NOT NULL,
        PRIMARY KEY (tab, number, seat)
    ) WITHOUT ROWID;
    """,
    """
    UPDATE tables SET damaged = NULL
        WHERE damaged LIKE 'it was played % version %' OR damaged LIKE 'there is no game %';
    """,  # those were never damaged: they need another version, or a game that is not here
)


class NewerFile(RuntimeError):
    """The file was written by a later version of the server."""


class OtherFile(RuntimeError):
    """The file is another program's database."""


def steps_taken(connection: sqlite3.Connection) -> int:
    """Return how many steps the file has been through; raise NewerFile or OtherFile if it isn't for this server."""
    taken = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if taken == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
        raise OtherFile("it belongs to another program")
    if taken > len(STEPS):
        raise NewerFile(f"a newer server wrote it (schema {taken}; this one knows {len(STEPS)})")
    return taken


def migrate(connection: sqlite3.Connection) -> int:
    """Run the steps that the file still needs, and return how many that was."""
    taken = steps_taken(connection)
    for number, step in enumerate(STEPS[taken:], taken + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
    return len(STEPS) - taken
