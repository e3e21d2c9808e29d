"""Three servers on one database under attack while clients play; then everything that was promised is checked.

    python -m tests.server.siege_of_many --faults 1000 --tables 200 --progress FILE

Servers are killed, stopped past their lease and drained, their connections to the database are cut and slowed down, the
database itself is stopped at once and started again, and tables are moved. Clients ask whichever server they like.
``siege_verdict`` says what is checked.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import asyncpg
import httpx

from tests.server.besieging import Client, Json, Siege
from tests.server.database import Database
from tests.server.host import GAMES
from tests.server.running import free_port
from tests.server.siege_verdict import Line, faults, verdict
from tetracade.server import catalogue

EACH = 20
"""Faults of one siege; more are several, each with a database of its own. The database is stopped at once each time so
many have happened."""
LEASE = 1.2
BACK_SECONDS = 2.0
"""A table should be back by then."""
TOLD = 20
"""How many of the tables that were not are told in full."""
BESIDES = ("sent again", "connections lost")
"""What is counted besides faults."""


class Wire:
    """The connection of one server to the database, which can be cut and slowed down (``wire.py``)."""

    def __init__(self, database: int) -> None:
        self._database = database
        self.port = 0

    async def listen(self) -> None:
        """Begin to carry connections."""
        words = [sys.executable, "-m", "tests.server.wire", str(self._database)]
        self._process = await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE)
        assert self._process.stdout is not None
        self.port = int(await self._process.stdout.readline())

    async def close(self) -> None:
        """Carry nothing any more."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()

    def cut(self) -> None:
        """Cut all connections, in the middle of whatever goes on."""
        self._tell("cut")

    def slow(self, seconds: float) -> None:
        """Hold back everything for so long from now on."""
        self._tell(f"delay {seconds}")

    def _tell(self, what: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n".encode())


@dataclass
class Member:
    """One of the servers."""

    wire: Wire
    name: str
    fault: str
    log: Path
    port: int = field(default_factory=free_port)
    process: Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        url = f"postgresql://tests@127.0.0.1:{self.wire.port}/{self.name}"
        words = [sys.executable, "-m", "tests.server.member", url, str(self.port), self.fault]
        while True:
            with self.log.open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(*words, stderr=log)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as client:
                while self.process.returncode is None:
                    try:
                        if (await client.get("/health")).is_success:
                            return
                    except httpx.TransportError:
                        await asyncio.sleep(0.05)

    async def end(self, how: signal.Signals) -> None:
        """End it, and wait for that."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.kill(self.process.pid, how)
        await self.process.wait()


@dataclass(kw_only=True)
class SiegeOfMany(Siege):
    """The servers, their database and their clients, who ask whichever server they like."""

    database: Database
    members: list[Member]
    name: str
    back: list[float] = field(default_factory=list)
    """Seconds from a kill to the next sight of a table that was lost by it."""
    without_line: list[float] = field(default_factory=list)
    """The same without the time for which the siege, or one of the servers, stood in line for a processor (the longer
    of these)."""
    slow: list[Json] = field(default_factory=list)
    """How tables came back that took long, and what servers said that took long to hand theirs over."""
    drained: list[float] = field(default_factory=list)
    """Seconds from each SIGTERM to the end of the process, by when it has handed its tables over."""
    killed: float = 0.0
    in_line: dict[int, float] = field(default_factory=dict)
    """By process: how long it had stood in line by then."""
    opening_seconds = 5.0
    ping_seconds = 1.0

    def port(self, gone: int = 0) -> int:
        """Any server's."""
        return self.pick.choice([member.port for member in self.members if member.port != gone])

    def path(self, table: str) -> str:
        """With or without the table."""
        return "/ws" + self.pick.choice(["", f"/{table}"])

    def sighted(self, now: float, lost: float) -> None:
        """Note how soon a table is back after a kill."""
        if lost and self.killed and 0 <= lost - self.killed < 0.5:
            self.back.append(now - self.killed)

    def returned(self, client: Client, now: float) -> None:
        """Note also what else had to be waited for, and how a table came back that took long."""
        known = len(self.back)
        super().returned(client, now)
        if len(self.back) == known:
            return
        took = self.back[-1]
        waited = {pid: seconds - self.in_line[pid] for pid, seconds in self._in_line().items() if pid in self.in_line}
        own = waited.pop(os.getpid())
        self.without_line.append(took - max(own, *waited.values()))
        if took > BACK_SECONDS and len(self.slow) < TOLD:
            seen = {"table": client.table, "took": took, "siege in line": own, "servers in line": waited}
            self.slow.append({**seen, "lost after": client.lost - self.killed, "attempts": list(client.trail)})

    def _in_line(self) -> dict[int, float]:
        """By process, the siege's own too: how long its main thread has stood in line for a processor so far."""
        pids = [member.process.pid for member in self.members if member.process and member.process.returncode is None]
        found = {}
        for pid in (os.getpid(), *pids):
            with suppress(OSError):  # it has just ended
                found[pid] = int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
        return found

    # ---- faults ----------------------------------------------------------------------------------------------------

    async def _kill(self) -> None:
        member = self.pick.choice(self.members)
        self.in_line = self._in_line()
        self.killed = time.monotonic()
        await member.end(signal.SIGKILL)
        await asyncio.sleep(self.pick.uniform(0.0, 2 * LEASE))
        await member.start()

    async def _stop(self) -> None:
        member = self.pick.choice(self.members)
        assert member.process is not None
        os.kill(member.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self.pick.uniform(LEASE, 3 * LEASE))
        os.kill(member.process.pid, signal.SIGCONT)

    async def _drain(self) -> None:
        member, began = self.pick.choice(self.members), time.monotonic()
        before = member.log.stat().st_size
        await member.end(signal.SIGTERM)
        self.drained.append(time.monotonic() - began)
        if self.drained[-1] > BACK_SECONDS:
            said = member.log.read_bytes()[before:].decode().splitlines()
            self.slow.append(
                {"drained": self.drained[-1], "began": time.time() - self.drained[-1], "said": said[-TOLD:]}
            )
        await member.start()

    async def _cut(self) -> None:
        self.pick.choice(self.members).wire.cut()

    async def _slow(self) -> None:
        wire = self.pick.choice(self.members).wire
        wire.slow(self.pick.uniform(0.05, LEASE))
        await asyncio.sleep(self.pick.uniform(0.5, 2 * LEASE))
        wire.slow(0.0)

    async def _restart_database(self) -> None:
        await asyncio.to_thread(self.database.stop, "immediate")
        await asyncio.to_thread(self.database.start)

    async def _move(self) -> None:
        """Take some tables away from whoever has them."""
        connection = await asyncpg.connect(self.database.url(self.name))
        await connection.execute(
            "UPDATE tables SET owner = NULL, epoch = epoch + 1 WHERE id IN"
            " (SELECT id FROM tables WHERE phase = 'playing' ORDER BY random() LIMIT 10)"
        )
        await connection.close()

    async def run(self, count: int, tables: int, first: int) -> None:
        """Play, and let so many faults happen, each after a random number of acknowledgements; ``first`` is the number
        of the first among those of all sieges."""
        for member in self.members:
            await member.wire.listen()
        try:
            await self._besieged(range(first, first + count), tables)
        finally:
            for member in self.members:
                await member.wire.close()

    async def _besieged(self, numbers: range, tables: int) -> None:
        await asyncio.gather(*(member.start() for member in self.members))
        self.up.set()
        tasks = self.begin(tables)
        kinds = [self._kill, self._stop, self._drain, self._cut, self._slow, self._move, self._cut, self._move]
        for number in numbers:
            await self.acknowledged(self.pick.randrange(1, 2 * tables))
            fault = self._restart_database if number % EACH == EACH - 1 else self.pick.choice(kinds)
            await fault()
            self.counts[fault.__name__.strip("_").replace("_", " ")] += 1
        await self.acknowledged(tables)
        await self.end(tasks)
        await asyncio.gather(*(member.end(signal.SIGKILL) for member in self.members))

    async def judged(self) -> Json:
        """The verdict on what clients were told."""
        connection = await asyncpg.connect(self.database.url(self.name))
        rows = await connection.fetch("SELECT tab, number, hash, command, line FROM log ORDER BY tab, number")
        pledges = await connection.fetch("SELECT tab, command, action FROM pledges")
        seeds: dict[str, dict[int, bytes]] = {}
        for table, game, seed in await connection.fetch("SELECT tab, game, seed FROM seeds"):
            seeds.setdefault(table, {})[game] = seed
        await connection.close()
        lines = [Line(*row) for row in rows]
        return verdict(self.told, lines, [tuple(pledge) for pledge in pledges], seeds)


def besieged(count: int, tables: int, seed: int, fault: str = "", first: int = 0) -> Json:
    """Run a siege with so many faults; returns its verdict, what happened, and how soon tables were back."""
    for place in GAMES:
        catalogue.add(place)
    database = Database()

    async def run(folder: Path) -> Json:
        name = database.create().rpartition("/")[2]
        members = [Member(Wire(database.port), name, fault, folder / f"{number}.log") for number in range(3)]
        siege = SiegeOfMany(database=database, members=members, name=name, pick=random.Random(seed))
        try:
            await siege.run(count, tables, first)
        finally:
            for member in members:
                if member.process is not None and member.process.returncode is None:
                    member.process.kill()
        seen = {"back": siege.back, "without line": siege.without_line, "slow": siege.slow, "drained": siege.drained}
        return {"verdict": await siege.judged(), "happened": dict(siege.counts), **seen}

    try:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(run(Path(folder)))
    finally:
        database.end()


def summed(found: list[Json]) -> Json:
    """All sieges as one."""
    whole: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for each in found:
        whole.update(each["verdict"])
        happened.update(each["happened"])
    back, quiet = ([seconds for each in found for seconds in each[name]] for name in ("back", "without line"))
    drained = [seconds for each in found for seconds in each.get("drained", [])]
    said = {
        "back after a kill": _told(back),
        "not counting what the machine kept waiting": _told(quiet),
        "ended after SIGTERM": _told(drained),
    }
    return {"verdict": dict(whole), "happened": dict(happened), **said}


def _told(waits: list[float]) -> str:
    """How long these took, in words."""
    if not waits:
        return "there were none"
    slow = sum(seconds > BACK_SECONDS for seconds in waits)
    return f"median {median(waits):.2f} s, slowest {max(waits):.2f} s, {slow} of {len(waits)} above {BACK_SECONDS} s"


def main() -> None:
    """Run sieges until there were as many faults as wanted; go on where ``--progress`` stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--each", type=int, default=EACH, help="faults of one siege; what it has is kept when it ends")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--broken", choices=["", "epochs", "early"], default="", help="servers broken on purpose")
    parser.add_argument("--progress", type=Path, help="a file for each siege's verdict, a line of JSON each")
    given = parser.parse_args()
    kept = given.progress.read_text().splitlines() if given.progress and given.progress.exists() else []
    found: list[Json] = [json.loads(line) for line in kept]

    def done() -> int:
        return sum(sum(n for name, n in each["happened"].items() if name not in BESIDES) for each in found)

    while (left := given.faults - done()) > 0:
        found.append(besieged(min(left, given.each), given.tables, given.seed + len(found), given.broken, done()))
        if given.progress:
            with given.progress.open("a") as file:
                file.write(json.dumps(found[-1]) + "\n")
        print(json.dumps(summed(found)), file=sys.stderr, flush=True)
    print(json.dumps({**summed(found), "faults": faults(summed(found)["verdict"])}, indent=1))


if __name__ == "__main__":
    main()
