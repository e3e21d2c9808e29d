"""The file's schema, as a list of steps; a file remembers how many it has taken."""

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
)


class NewerFile(RuntimeError):
    """The file was written by a later version of the server."""


class OtherFile(RuntimeError):
    """The file is a database of another program."""


def steps_taken(connection: sqlite3.Connection) -> int:
    """How many steps the file has taken; NewerFile or OtherFile if it is not for this server."""
    taken = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if taken == 0 and connection.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
        raise OtherFile("it is a database of another program")
    if taken > len(STEPS):
        raise NewerFile(f"the file has schema {taken}; this server knows {len(STEPS)}")
    return taken


def migrate(connection: sqlite3.Connection) -> int:
    """Take the steps that the file has not taken; returns how many it took."""
    taken = steps_taken(connection)
    for number, step in enumerate(STEPS[taken:], taken + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {step}; PRAGMA user_version = {number}; COMMIT;")
    return len(STEPS) - taken
