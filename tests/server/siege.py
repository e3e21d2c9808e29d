"""Kills the server with SIGKILL again and again while clients play, and then counts: nothing acknowledged may be lost.

    python -m tests.server.siege --kills 100 --tables 50

``besieging`` has the clients; ``siege_verdict`` says what is checked.
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
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import httpx

from tests.server.besieging import Json, Siege
from tests.server.host import GAMES
from tests.server.running import free_port
from tests.server.siege_verdict import Line, verdict
from tetracade.server import catalogue

EACH = 100
"""Kills of one siege; more are several, each with a file of its own."""
BACK_SECONDS = 2.0
"""A restart should take no longer."""


@dataclass(kw_only=True)
class SiegeOfOne(Siege):
    """The server under attack, and its clients."""

    data: Path
    at: int
    process: Process | None = None
    began: float = 0.0
    restarts: list[float] = field(default_factory=list)
    """Seconds from each start to the first answer."""
    resumed: list[float] = field(default_factory=list)
    """Seconds from each start to the first client that was back at its table."""

    def port(self, gone: int = 0) -> int:
        """The server's."""
        return self.at

    def sighted(self, now: float, lost: float) -> None:
        """Note how soon after a start the first client is back."""
        if len(self.resumed) < len(self.restarts):
            self.resumed.append(now - self.began)

    async def start(self) -> None:
        """Start the server and wait until it answers."""
        self.began = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.host", str(self.data), str(self.at), stderr=DEVNULL
        )
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.at}") as client:
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

    async def run(self, kills: int, tables: int) -> None:
        """Start, play, kill, restart; kills come after random numbers of acknowledgements."""
        await self.start()
        tasks = self.begin(tables)
        for _ in range(kills):
            await self.acknowledged(self.pick.randrange(1, 6 * tables))
            await self.kill()
            await self.start()
        await self.acknowledged(tables)
        await self.end(tasks)
        await self.kill()

    def verdict(self) -> Json:
        """What the file says about what was acknowledged."""
        for place in GAMES:
            catalogue.add(place)
        connection = sqlite3.connect(self.data)
        ask = connection.execute
        lines = [Line(*row) for row in ask("SELECT tab, number, hash, command, line FROM log ORDER BY tab, number")]
        seeds: dict[str, dict[int, bytes]] = {}
        for table, game, seed in ask("SELECT tab, game, seed FROM seeds"):
            seeds.setdefault(table, {})[game] = seed
        found = verdict(self.told, lines, ask("SELECT tab, command, action FROM pledges"), seeds)
        connection.close()
        return {
            **found,
            "sent again": self.counts["sent again"],
            "kills": len(self.restarts) - 1,
            "restarts": self.restarts[1:],
            "first clients back": self.resumed[1:],
        }


def besieged(kills: int, tables: int, seed: int) -> Json:
    """Run a siege; returns its verdict."""
    with tempfile.TemporaryDirectory() as folder:
        siege = SiegeOfOne(data=Path(folder) / "t.sqlite", at=free_port(), pick=random.Random(seed))
        asyncio.run(siege.run(kills, tables))
        return siege.verdict()


def summed(verdicts: list[Json]) -> Json:
    """All sieges as one."""
    found: Json = {}
    for each in verdicts:
        for name, value in each.items():
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
    while (left := given.kills - sum(each["kills"] for each in verdicts)) > 0:
        found = besieged(min(left, EACH), given.tables, given.seed + len(verdicts))
        verdicts.append(found)
        if given.progress:
            with given.progress.open("a") as file:
                file.write(json.dumps(found) + "\n")
        print(json.dumps(summed(verdicts)), file=sys.stderr, flush=True)
    print(json.dumps(summed(verdicts), indent=1))


if __name__ == "__main__":
    main()
