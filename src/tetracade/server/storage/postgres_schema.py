"""The schema of a PostgreSQL database of tables, as steps that only add, so that older servers go on meanwhile.

Each step runs under one lock of the database's own, so that servers which start at the same time take it once.
"""

from typing import Any

LOCK = 0x7E7AC0DE
"""The number of the advisory lock that migrations hold."""

STEPS = (
    """
    CREATE TABLE meta (key text PRIMARY KEY, value bytea NOT NULL);
    CREATE TABLE processes (
        id text PRIMARY KEY,
        address text NOT NULL,
        until timestamptz NOT NULL
    );
    CREATE TABLE tables (
        id text PRIMARY KEY,
        created float8 NOT NULL,
        touched float8 NOT NULL,
        game text NOT NULL,
        public integer NOT NULL,
        stirs integer NOT NULL,
        phase text NOT NULL,
        damaged text,
        owner text,
        epoch bigint NOT NULL,
        next integer NOT NULL
    ) WITH (fillfactor = 50);
    CREATE INDEX tables_lobby ON tables (created) WHERE public = 1 AND phase <> 'over';
    CREATE INDEX tables_open ON tables (id) WHERE phase <> 'over';
    CREATE INDEX tables_stirring ON tables (id) WHERE phase = 'playing' AND stirs = 1;
    CREATE TABLE log (
        tab text NOT NULL,
        number integer NOT NULL,
        hash bytea NOT NULL,
        command text,
        line bytea NOT NULL,
        PRIMARY KEY (tab, number)
    );
    CREATE TABLE holders (tab text NOT NULL, holder integer NOT NULL, token bytea NOT NULL, PRIMARY KEY (tab, holder));
    CREATE TABLE seeds (tab text NOT NULL, game integer NOT NULL, seed bytea NOT NULL, PRIMARY KEY (tab, game));
    CREATE TABLE pledges (
        tab text NOT NULL,
        number integer NOT NULL,
        seat integer NOT NULL,
        action integer NOT NULL,
        command text NOT NULL,
        PRIMARY KEY (tab, number, seat)
    );
    CREATE TABLE rates (address text PRIMARY KEY, level float8 NOT NULL, at timestamptz NOT NULL);
    """,
)


class OtherDatabase(RuntimeError):
    """The schema belongs to another program."""


async def migrate(connection: Any) -> int:
    """Take the steps that the database still needs, and return how many that was.

    Steps only add, so a database that has been through more of them than we know still serves us.
    """
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        known = await connection.fetchval("SELECT to_regclass('tetracade_steps') IS NOT NULL")
        if not known:
            if await connection.fetchval("SELECT to_regclass('tables') IS NOT NULL OR to_regclass('log') IS NOT NULL"):
                raise OtherDatabase("it belongs to another program")
            await connection.execute("CREATE TABLE tetracade_steps (number integer PRIMARY KEY)")
        taken = int(await connection.fetchval("SELECT count(*) FROM tetracade_steps"))
        for number, step in enumerate(STEPS[taken:], taken + 1):
            await connection.execute(step)
            await connection.execute("INSERT INTO tetracade_steps VALUES ($1)", number)
    return max(0, len(STEPS) - taken)
