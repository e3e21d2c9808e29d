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
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.database import Database
from tests.server.host import GAMES
from tests.server.running import free_port
from tests.server.siege_verdict import Line, Seen, Sent, Told, faults, verdict
from tetracade.server import catalogue

Json = dict[str, Any]
EACH = 50
"""Faults of one siege; more are several, each with a database of its own."""
LEASE = 1.2
BESIDES = ("sent again", "connections lost")
"""What is counted besides faults."""
PAUSES = (0.02, 0.3)
"""Seconds between a client's attempts to come back: the first, which doubles each time, and the longest."""
GONE = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, TimeoutError, httpx.TransportError)


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
        await self._process.communicate()

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
    port: int = field(default_factory=free_port)
    process: Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        url = f"postgresql://tests@127.0.0.1:{self.wire.port}/{self.name}"
        words = [sys.executable, "-m", "tests.server.member", url, str(self.port), self.fault]
        while True:
            self.process = await asyncio.create_subprocess_exec(*words, stderr=DEVNULL)
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


@dataclass
class SiegeOfMany:
    """The servers, their database and their clients."""

    database: Database
    members: list[Member]
    name: str
    pick: random.Random
    told: Told = field(default_factory=Told)
    counts: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    """Seconds from a lost connection to the next sight of the table, after a kill."""
    killed: float = 0.0
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    # ---- clients ---------------------------------------------------------------------------------------------------

    def _anyone(self) -> int:
        return self.pick.choice(self.members).port

    async def create(self, game: str, bot: bool) -> tuple[str, list[str]]:
        """A new table, and the keys of its persons; tried until it is there."""
        other = {"kind": "bot", "level": 1} if bot else {"kind": "open"}
        setup = {"game": game, "seats": [{"kind": "here", "name": "A"}, other]}
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self._anyone()}", timeout=5) as client:
                    table = (await client.post("/api/tables", json=setup)).json()
                    if bot:
                        return table["table"], [table["token"]]
                    headers = {"authorization": f"Bearer {table['invite']}"}
                    sat = await client.post(f"/api/tables/{table['table']}/sit", json={"name": "B"}, headers=headers)
                    if sat.json()["ok"]:
                        return table["table"], [table["token"], sat.json()["token"]]
            except (*GONE, KeyError, ValueError):
                await asyncio.sleep(0.05)

    async def table(self, game: str, bot: bool) -> None:
        """Play one game after another."""
        while not self.over:
            table, keys = await self.create(game, bot)
            await asyncio.gather(*(self.client(table, key, f"{number}") for number, key in enumerate(keys)))

    async def client(self, table: str, key: str, name: str) -> None:
        """Play one seat to the end of the game, through everything."""
        command: Json | None = None
        began, count, number = 0.0, 0, -1
        lost, first, pause = 0.0, True, PAUSES[0]
        while not self.over:
            path = f"ws://127.0.0.1:{self._anyone()}/ws" + self.pick.choice(["", f"/{table}"])
            try:
                async with connect(
                    path, compression=None, open_timeout=5, ping_interval=1, ping_timeout=2, close_timeout=1
                ) as socket:
                    since = number if self.pick.random() < 0.5 else -1
                    asked, first = time.monotonic(), True
                    hello = {"do": "hello", "id": "hello", "table": table, "key": key, "since": since}
                    await socket.send(json.dumps(hello))
                    if command is not None:
                        self.counts["sent again"] += 1
                        await socket.send(json.dumps(command))
                    async for text in socket:
                        message: Json = json.loads(text)
                        now = time.monotonic()
                        if message["is"] == "answer" and command is not None and message["id"] == command["id"]:
                            key_of = (table, f"{name}:{command['id']}")
                            if message["ok"]:
                                self.told.acknowledged[key_of] = Sent(began, now, command["action"])
                                self.moved.set()
                            else:
                                self.told.refused.add(key_of)
                            command = None
                        if message["is"] in ("snapshot", "update"):
                            self._see(table, message, number)
                            number = message["number"]
                            self.told.heard[table].append((now, number))
                            if first and message["is"] == "snapshot":
                                self.told.reads[table].append(Seen(asked, now, number))
                            if first and lost and self.killed and 0 <= lost - self.killed < 0.5:
                                self.back.append(now - self.killed)
                            first, pause = False, PAUSES[0]
                        if message.get("phase") == "over" or self.over:
                            return
                        offers = message.get("offers")
                        if offers and command is None:
                            count += 1
                            action = self.pick.choice(offers)["action"]
                            command = {"do": "act", "id": f"c{count}", "number": message["number"], "action": action}
                            began = time.monotonic()
                            await socket.send(json.dumps(command))
            except GONE:
                self.counts["connections lost"] += 1
            lost = lost if first else time.monotonic()
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    def _see(self, table: str, message: Json, number: int) -> None:
        """Note what a client is shown, and whether it follows on what the client had."""
        if message["is"] == "update":
            self.told.holes += message["number"] != number + 1
            for happened in message["happened"]:
                if happened["kind"] == "action" and happened["seen"]:
                    self.told.see(table, message["number"], happened["action"])

    # ---- faults ----------------------------------------------------------------------------------------------------

    async def _kill(self) -> None:
        member = self.pick.choice(self.members)
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
        member = self.pick.choice(self.members)
        await member.end(signal.SIGTERM)
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

    async def run(self, count: int, tables: int) -> None:
        """Play, and let so many faults happen, each after a random number of acknowledgements."""
        for member in self.members:
            await member.wire.listen()
        try:
            await self._besieged(count, tables)
        finally:
            for member in self.members:
                await member.wire.close()

    async def _besieged(self, count: int, tables: int) -> None:
        await asyncio.gather(*(member.start() for member in self.members))
        games = ["connect_four", "magpie"]
        tasks = [asyncio.create_task(self.table(games[number % 2], number % 5 == 4)) for number in range(tables)]
        kinds = [self._kill, self._stop, self._drain, self._cut, self._slow, self._move, self._cut, self._move]
        for number in range(count):
            await self._acknowledged(self.pick.randrange(1, 2 * tables))
            fault = self._restart_database if number % 20 == 19 else self.pick.choice(kinds)
            await fault()
            self.counts[fault.__name__.strip("_").replace("_", " ")] += 1
        await self._acknowledged(tables)
        self.over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(member.end(signal.SIGKILL) for member in self.members))

    async def _acknowledged(self, more: int) -> None:
        wanted = len(self.told.acknowledged) + more
        while len(self.told.acknowledged) < wanted:
            self.moved.clear()
            await asyncio.wait_for(self.moved.wait(), 120)

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


def besieged(count: int, tables: int, seed: int, fault: str = "") -> Json:
    """Run a siege with so many faults; returns its verdict, what happened, and how soon tables were back."""
    for place in GAMES:
        catalogue.add(place)
    database = Database()

    async def run() -> Json:
        name = database.create().rpartition("/")[2]
        members = [Member(Wire(database.port), name, fault) for _ in range(3)]
        siege = SiegeOfMany(database, members, name, random.Random(seed))
        try:
            await siege.run(count, tables)
        finally:
            for member in members:
                if member.process is not None and member.process.returncode is None:
                    member.process.kill()
        return {"verdict": await siege.judged(), "happened": dict(siege.counts), "back": siege.back}

    try:
        return asyncio.run(run())
    finally:
        database.end()


def summed(found: list[Json]) -> Json:
    """All sieges as one."""
    whole: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for each in found:
        whole.update(each["verdict"])
        happened.update(each["happened"])
    back = sorted(seconds for each in found for seconds in each["back"])
    said = f"median {median(back):.2f} s, slowest {back[-1]:.2f} s, {sum(b > 2 for b in back)} of {len(back)} above 2 s"
    return {"verdict": dict(whole), "happened": dict(happened), "back after a kill": said if back else "no kills"}


def main() -> None:
    """Run sieges until there were as many faults as wanted; go on where ``--progress`` stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--broken", choices=["", "epochs", "early"], default="", help="servers broken on purpose")
    parser.add_argument("--progress", type=Path, help="a file for each siege's verdict, a line of JSON each")
    given = parser.parse_args()
    kept = given.progress.read_text().splitlines() if given.progress and given.progress.exists() else []
    found: list[Json] = [json.loads(line) for line in kept]

    def done() -> int:
        return sum(sum(n for name, n in each["happened"].items() if name not in BESIDES) for each in found)

    while (left := given.faults - done()) > 0:
        found.append(besieged(min(left, EACH), given.tables, given.seed + len(found), given.broken))
        if given.progress:
            with given.progress.open("a") as file:
                file.write(json.dumps(found[-1]) + "\n")
        print(json.dumps(summed(found)), file=sys.stderr, flush=True)
    print(json.dumps({**summed(found), "faults": faults(summed(found)["verdict"])}, indent=1))


if __name__ == "__main__":
    main()
