"""Kills the server with SIGKILL again and again while clients play, and then counts: nothing acknowledged may be lost.

    python -m tests.server.siege --kills 100 --tables 50

Each table has two scripted clients, or one and a bot. A client sends a command, and if the connection breaks before the
answer it sends the same command again after the restart. In the end the file must hold every command that was
acknowledged exactly once and with the action it asked for, every action that anybody was shown, and none that was
refused when it was sent again; every hash chain must be whole, and every table must replay.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, Process
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.host import GAMES
from tests.server.running import free_port
from tetracade.server import catalogue
from tetracade.table import log
from tetracade.table.opening import folded

Json = dict[str, Any]

EACH = 100
"""Kills of one siege; more are several, each with a file of its own."""
BACK_SECONDS = 2.0
"""A restart should take no longer."""


@dataclass
class Siege:
    """The server under attack, and what its clients were told."""

    data: Path
    port: int
    pick: random.Random
    process: Process | None = None
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)
    """By table and command (its client and its id): the action it asked for."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Commands that were refused."""
    shown: dict[tuple[str, int], int] = field(default_factory=dict)
    """By table and number: the action that clients were shown."""
    holes: int = 0
    """Updates that did not follow on what the client had."""
    resent: int = 0
    began: float = 0.0
    restarts: list[float] = field(default_factory=list)
    """Seconds from each start to the first answer."""
    resumed: list[float] = field(default_factory=list)
    """Seconds from each start to the first client that was back at its table."""
    up: asyncio.Event = field(default_factory=asyncio.Event)
    told: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False

    async def start(self) -> None:
        """Start the server and wait until it answers."""
        self.began = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.host", str(self.data), str(self.port), stderr=DEVNULL
        )
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as client:
            while True:
                try:
                    if (await client.get("/health")).is_success:
                        break
                except httpx.TransportError:
                    assert self.process.returncode is None, "the server does not start"
                    await asyncio.sleep(0.02)
        self.restarts.append(time.monotonic() - self.began)
        self.up.set()

    async def kill(self) -> None:
        """End it without warning."""
        assert self.process is not None
        self.up.clear()
        os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()

    async def create(self, game: str, bot: bool) -> tuple[str, list[str]]:
        """A new table, and the keys of its persons; tried until it is there."""
        other = {"kind": "bot", "level": 1} if bot else {"kind": "open"}
        setup = {"game": game, "seats": [{"kind": "here", "name": "A"}, other]}
        while True:
            await self.up.wait()
            try:
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=60) as client:
                    table = (await client.post("/api/tables", json=setup)).json()
                    if bot:
                        return table["table"], [table["token"]]
                    headers = {"authorization": f"Bearer {table['invite']}"}
                    sat = await client.post(f"/api/tables/{table['table']}/sit", json={"name": "B"}, headers=headers)
                    if sat.json()["ok"]:
                        return table["table"], [table["token"], sat.json()["token"]]
            except httpx.TransportError:
                await asyncio.sleep(0.02)

    async def table(self, game: str, bot: bool) -> None:
        """Play one game after another."""
        while not self.over:
            table, keys = await self.create(game, bot)
            await asyncio.gather(*(self.client(table, key, f"{number}") for number, key in enumerate(keys)))

    async def client(self, table: str, key: str, name: str) -> None:
        """Play one seat to the end of the game, through every drop."""
        command: Json | None = None
        count, number = 0, -1
        while not self.over:
            await self.up.wait()
            try:
                async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=60) as socket:
                    since = number if self.pick.random() < 0.5 else -1
                    hello = {"do": "hello", "id": "hello", "table": table, "key": key, "since": since}
                    await socket.send(json.dumps(hello))
                    if command is not None:
                        self.resent += 1
                        await socket.send(json.dumps(command))
                    async for text in socket:
                        message: Json = json.loads(text)
                        if message["is"] == "answer" and command is not None and message["id"] == command["id"]:
                            if message["ok"]:
                                self.acknowledged[table, f"{name}:{command['id']}"] = command["action"]
                                self.told.set()
                            else:
                                self.refused.add((table, f"{name}:{command['id']}"))
                            command = None
                        if message["is"] in ("snapshot", "update"):
                            self.see(table, message, number)
                            number = message["number"]
                        if message.get("phase") == "over" or self.over:
                            return
                        offers = message.get("offers")
                        if offers and command is None:
                            count += 1
                            action = self.pick.choice(offers)["action"]
                            command = {"do": "act", "id": f"c{count}", "number": message["number"], "action": action}
                            await socket.send(json.dumps(command))
            except (ConnectionClosed, OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(0.01)

    def see(self, table: str, message: Json, number: int) -> None:
        """Note what a client is shown, and whether it follows on what the client had."""
        if len(self.resumed) < len(self.restarts):
            self.resumed.append(time.monotonic() - self.began)
        if message["is"] == "update":
            self.holes += message["number"] != number + 1
            for happened in message["happened"]:
                if happened["kind"] == "action" and happened["seen"]:
                    self.shown[table, message["number"]] = happened["action"]

    async def run(self, kills: int, tables: int) -> None:
        """Start, play, kill, restart; kills come after random numbers of acknowledgements."""
        await self.start()
        games = ["connect_four", "magpie"]
        tasks = [asyncio.create_task(self.table(games[number % 2], number % 5 == 4)) for number in range(tables)]
        for _ in range(kills):
            wanted = len(self.acknowledged) + self.pick.randrange(1, 6 * tables)
            while len(self.acknowledged) < wanted:
                self.told.clear()
                await asyncio.wait_for(self.told.wait(), 120)
            await self.kill()
            await self.start()
        wanted = len(self.acknowledged) + tables
        while len(self.acknowledged) < wanted:
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), 120)
        self.over = True
        await self.kill()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def verdict(self) -> Json:
        """What the file says about what was acknowledged."""
        for place in GAMES:
            catalogue.add(place)
        connection = sqlite3.connect(self.data)
        rows = connection.execute("SELECT tab, number, hash, command, line FROM log ORDER BY tab, number").fetchall()
        stored: Counter[tuple[str, str]] = Counter()
        broken = 0
        heads: dict[str, tuple[bytes, int]] = {}
        lines: dict[str, list[log.Line]] = {}
        actions: dict[tuple[str, str], int] = {}
        acted: dict[tuple[str, int], int] = {}
        for table, number, digest, command, line in rows:
            head = log.linked(heads.get(table, (log.GENESIS, 0))[0], line)
            broken += head != digest or number != heads.get(table, (b"", 0))[1] + 1
            heads[table] = (head, number)
            said = log.decoded(line)
            lines.setdefault(table, []).append(said)
            if isinstance(said, log.Acted):
                acted[table, number] = said.action
            if command is not None:
                stored[table, command] += 1
                actions[table, command] = said.action if isinstance(said, log.Acted) else -1
        held = "SELECT tab, command, action FROM pledges"  # answers that wait for the end of an equal wait
        for table, command, action in connection.execute(held):
            stored.setdefault((table, command), 1)
            actions.setdefault((table, command), action)
        for table, told in lines.items():
            seeds = dict(connection.execute("SELECT game, seed FROM seeds WHERE tab = ?", (table,)).fetchall())
            folded(told, catalogue.find, seeds, 0.0)
        connection.close()
        return {
            "acknowledged": len(self.acknowledged),
            "lost": len(self.acknowledged.keys() - stored.keys()),
            "stored as another action": sum(
                actions.get(key, wanted) != wanted for key, wanted in self.acknowledged.items()
            ),
            "shown and not stored": sum(acted.get(place) != action for place, action in self.shown.items()),
            "refused though stored": len(self.refused & stored.keys()),
            "holes in what clients saw": self.holes,
            "done twice": sum(count > 1 for count in stored.values()),
            "sent again": self.resent,
            "tables": len(lines),
            "lines": len(rows),
            "broken links": broken,
            "kills": len(self.restarts) - 1,
            "restarts": self.restarts[1:],
            "first clients back": self.resumed[1:],
        }


def besieged(kills: int, tables: int, seed: int) -> Json:
    """Run a siege; returns its verdict."""
    with tempfile.TemporaryDirectory() as folder:
        siege = Siege(Path(folder) / "t.sqlite", free_port(), random.Random(seed))
        asyncio.run(siege.run(kills, tables))
        return siege.verdict()


def summed(verdicts: list[Json]) -> Json:
    """All sieges as one."""
    found: Json = {}
    for verdict in verdicts:
        for name, value in verdict.items():
            found[name] = found.get(name, type(value)()) + value
    for name, seconds in found.items():
        if isinstance(seconds, list) and seconds:
            slow = sum(each > BACK_SECONDS for each in seconds)
            found[name] = f"median {median(seconds):.2f} s, slowest {max(seconds):.2f} s, {slow} above {BACK_SECONDS} s"
    return found


def main() -> None:
    """Run sieges of a hundred kills each until there were as many as wanted; go on where ``--progress`` stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--progress", type=Path, help="a file for each siege's verdict, a line of JSON each")
    given = parser.parse_args()
    kept = given.progress.read_text().splitlines() if given.progress and given.progress.exists() else []
    verdicts: list[Json] = [json.loads(line) for line in kept]
    while (left := given.kills - sum(verdict["kills"] for verdict in verdicts)) > 0:
        verdict = besieged(min(left, EACH), given.tables, given.seed + len(verdicts))
        verdicts.append(verdict)
        if given.progress:
            with given.progress.open("a") as file:
                file.write(json.dumps(verdict) + "\n")
        print(json.dumps(summed(verdicts)), file=sys.stderr, flush=True)
    print(json.dumps(summed(verdicts), indent=1))


if __name__ == "__main__":
    main()
