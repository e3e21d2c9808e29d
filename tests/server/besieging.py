"""Clients that play through whatever happens to their servers, and note what they are told and when.

Each table has two scripted clients, or one and a bot. A client sends a command, and if the connection breaks before the
answer it sends the same command again as soon as it is back.
"""

import asyncio
import json
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.siege_verdict import Seen, Sent, Told

Json = dict[str, Any]
GAMES = ("connect_four", "magpie")
GONE = (ConnectionClosed, OSError, InvalidHandshake, InvalidMessage, TimeoutError, httpx.TransportError)
STILL_SECONDS = 120
"""A siege in which nothing is acknowledged for so long has failed."""
PAUSES = (0.02, 0.3)
"""Seconds between a client's attempts to come back: the first, which doubles each time, and the longest."""


@dataclass(kw_only=True)
class Siege(ABC):
    """Clients and what they were told; subclasses have the servers."""

    pick: random.Random
    told: Told = field(default_factory=Told)
    counts: Counter[str] = field(default_factory=Counter)
    up: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether there is something to connect to, as far as is known."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    opening_seconds = 60.0
    ping_seconds = 20.0

    @abstractmethod
    def port(self, gone: int = 0) -> int:
        """Where to ask next: not at ``gone``, where nobody listened a moment ago, if there is another place."""

    def path(self, table: str) -> str:
        """The path of a WebSocket for this table."""
        return "/ws"

    @abstractmethod
    def sighted(self, now: float, lost: float) -> None:
        """Called when a client sees its table for the first time, or again after it lost it."""

    def returned(self, client: "Client", now: float) -> None:
        """Tell the siege of it; one that wants to know more of the client asks here."""
        self.sighted(now, client.lost)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def begin(self, tables: int) -> list[asyncio.Task[None]]:
        """Begin to play at so many tables."""
        return [asyncio.create_task(self._play(GAMES[number % 2], number % 5 == 4)) for number in range(tables)]

    async def acknowledged(self, more: int) -> None:
        """Wait until so many more commands have been acknowledged."""
        wanted = len(self.told.acknowledged) + more
        while len(self.told.acknowledged) < wanted:
            self.moved.clear()
            await asyncio.wait_for(self.moved.wait(), STILL_SECONDS)

    async def end(self, tasks: list[asyncio.Task[None]]) -> None:
        """Stop playing."""
        self.over = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, game: str, bot: bool) -> None:
        """Play one game after another."""
        while not self.over:
            table, keys = await self._create(game, bot)
            clients = [Client(self, table, key, f"{number}") for number, key in enumerate(keys)]
            await asyncio.gather(*(client.play() for client in clients))

    async def _create(self, game: str, bot: bool) -> tuple[str, list[str]]:
        """A new table, and the keys of its persons; tried until it is there."""
        other = {"kind": "bot", "level": 1} if bot else {"kind": "open"}
        setup = {"game": game, "seats": [{"kind": "here", "name": "A"}, other]}
        while True:
            await self.up.wait()
            try:
                url = f"http://127.0.0.1:{self.port()}"
                async with httpx.AsyncClient(base_url=url, timeout=self.opening_seconds) as http:
                    table = (await http.post("/api/tables", json=setup)).json()
                    if bot:
                        return table["table"], [table["token"]]
                    headers = {"authorization": f"Bearer {table['invite']}"}
                    sat = await http.post(f"/api/tables/{table['table']}/sit", json={"name": "B"}, headers=headers)
                    if sat.json()["ok"]:
                        return table["table"], [table["token"], sat.json()["token"]]
            except (*GONE, KeyError, ValueError):
                await asyncio.sleep(PAUSES[1])


@dataclass
class Client:
    """Plays one seat to the end of the game, through everything."""

    siege: Siege
    table: str
    key: str
    name: str
    command: Json | None = None
    """What was sent and not answered yet."""
    began: float = 0.0
    count: int = 0
    number: int = -1
    """The number of the last line shown."""
    lost: float = 0.0
    """When the table was lost from sight."""
    gone: int = 0
    """The port that has just refused a connection. A proxy would ask another server, too."""
    trail: list[str] = field(default_factory=list)
    """What has become of each attempt to see it again: when, at which port, and how that ended."""
    asked: float = 0.0
    in_sight: bool = False
    greeted: bool = False
    """Whether nothing has been shown yet since the hello."""

    async def play(self) -> None:
        """Connect, and connect again, until the game is over."""
        siege, pause = self.siege, PAUSES[0]
        while not siege.over:
            await siege.up.wait()
            port = siege.port(self.gone)
            self.gone = 0
            try:
                async with connect(
                    f"ws://127.0.0.1:{port}{siege.path(self.table)}",
                    compression=None,
                    open_timeout=siege.opening_seconds,
                    ping_interval=siege.ping_seconds,
                    ping_timeout=2 * siege.ping_seconds,
                    close_timeout=1,
                ) as socket:
                    if await self._until_over(socket):
                        return
            except GONE as error:
                siege.counts["connections lost"] += 1
                self.trail.append(f"{time.monotonic() - self.lost:.2f} {port} {type(error).__name__}")
                self.gone = port if isinstance(error, ConnectionRefusedError) else 0
            if self.in_sight:
                self.lost, self.in_sight, pause = time.monotonic(), False, PAUSES[0]
                self.trail.clear()
            await asyncio.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    async def _until_over(self, socket: ClientConnection) -> bool:
        """Play over this connection; returns whether the game is over."""
        await self._greet(socket)
        async for text in socket:
            message: Json = json.loads(text)
            now = time.monotonic()
            if message["is"] == "answer" and self.command is not None and message["id"] == self.command["id"]:
                self._answered(self.command, message["ok"], now)
            if message["is"] == "answer" and message["id"] == "hello" and message["ok"]:
                self._found(now)
            if message["is"] in ("snapshot", "update"):
                self._see(message, now)
            if message.get("phase") == "over" or self.siege.over:
                return True
            if message.get("offers") and self.command is None:
                self.count += 1
                action = self.siege.pick.choice(message["offers"])["action"]
                self.command = {"do": "act", "id": f"c{self.count}", "number": message["number"], "action": action}
                self.began = time.monotonic()
                await socket.send(json.dumps(self.command))
        return False

    async def _greet(self, socket: ClientConnection) -> None:
        """Say hello, and send again what was not answered."""
        since = self.number if self.siege.pick.random() < 0.5 else -1
        self.asked = time.monotonic()
        hello = {"do": "hello", "id": "hello", "table": self.table, "key": self.key, "since": since}
        await socket.send(json.dumps(hello))
        if self.command is not None:
            self.siege.counts["sent again"] += 1
            await socket.send(json.dumps(self.command))

    def _answered(self, command: Json, ok: bool, now: float) -> None:
        told, key = self.siege.told, (self.table, f"{self.name}:{command['id']}")
        if ok:
            told.acknowledged[key] = Sent(self.began, now, command["action"])
            self.siege.moved.set()
        else:
            told.refused.add(key)
        self.command = None

    def _found(self, now: float) -> None:
        """Note that the table is there again; what was shown already isn't shown again."""
        self.siege.returned(self, now)
        self.in_sight = self.greeted = True

    def _see(self, message: Json, now: float) -> None:
        """Note what is shown, and whether it follows on what was shown before."""
        told, number = self.siege.told, message["number"]
        if message["is"] == "update":
            told.holes += number != self.number + 1
            for happened in message["happened"]:
                if happened["kind"] == "action" and happened["seen"]:
                    told.see(self.table, number, happened["action"])
        self.number = number
        told.heard[self.table].append((now, number))
        if self.greeted and message["is"] == "snapshot":
            told.reads[self.table].append(Seen(self.asked, now, number))
        self.greeted = False
