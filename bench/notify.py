"""What NOTIFY would cost: ``python -m bench.notify``.

So many connections each write one group after another to PostgreSQL, as so many servers do, with a NOTIFY in the same
transaction, which somebody listens to, or with a statement that does nothing in its place. PostgreSQL lets transactions
with a NOTIFY commit one at a time. Both take turns, so that whatever else the machine does befalls both alike.
"""

import argparse
import asyncio
import statistics
import time

import asyncpg

from tests.server.database import Database

GROUP = 20
"""Lines in one group, about as many as there are under load."""
WRITE = "INSERT INTO log SELECT $1, $2 + n, sha256('line'), NULL, $3 FROM generate_series(1, $4::integer) n"
TABLE = "CREATE TABLE log (tab text, number integer, hash bytea, command text, line bytea, PRIMARY KEY (tab, number))"


async def groups(url: str, connections: int, seconds: float, notifies: bool) -> float:
    """Groups a second that so many connections write together."""
    setup = await asyncpg.connect(url)
    await setup.execute(f"DROP TABLE IF EXISTS log; {TABLE}")
    await setup.add_listener("stirred", lambda *_: None)
    writers = [await asyncpg.connect(url) for _ in range(connections)]
    end, count = time.perf_counter() + seconds, 0

    async def write(writer: asyncpg.Connection, name: str) -> None:
        nonlocal count
        number = 0
        while time.perf_counter() < end:
            async with writer.transaction():
                await writer.execute(WRITE, name, number, bytes(80), GROUP)
                await writer.execute(f"NOTIFY stirred, '{name}'" if notifies else "SELECT")
            number += GROUP
            count += 1

    await asyncio.gather(*(write(writer, f"t{place}") for place, writer in enumerate(writers)))
    for connection in (setup, *writers):
        await connection.close()
    return count / seconds


def main() -> None:
    """Measure with one writer and with more, and print each with its ratio."""
    parser = argparse.ArgumentParser(prog="python -m bench.notify", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2)
    given = parser.parse_args()
    database = Database(durable=True)
    try:
        url = database.create()
        for connections in (1, 2, 4, 8):
            rounds = [
                [asyncio.run(groups(url, connections, given.seconds, notifies)) for notifies in (False, True)]
                for _ in range(given.rounds)
            ]
            plain, with_notify = (statistics.median(column) for column in zip(*rounds, strict=True))
            ratio = with_notify / plain
            print(f"{connections} writing: {plain:7,.0f} groups/s, with NOTIFY {with_notify:7,.0f}, ratio {ratio:.2f}")
    finally:
        database.end()


if __name__ == "__main__":
    main()
