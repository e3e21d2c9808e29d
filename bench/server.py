"""The online table under load: scripted clients over real WebSockets, one server process.

    python -m bench.server --tables 200 --seconds 10            as fast as it goes
    python -m bench.server --tables 200 --pace 4 --seconds 10   four actions a second at each table
    python -m bench.server --idle 10000                         memory with so many idle tables

An action counts once its answer has come, that is once it is on disk. Beside rates it prints what one second of the
server's CPU does, which other work on the machine disturbs least.
"""

import argparse
import asyncio
import json
import os
import socket
import struct
import sys
import tempfile
import time
from asyncio.subprocess import Process
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec

Json = dict[str, Any]
MOST = 1 << 40
TEXT = 0x81
MASK = b"\0\0\0\0"  # a mask of zeros is a mask too, and leaves the payload as it is


def host(data: Path, port: int, game: str) -> None:
    """Serve in this process."""
    from tetracade.server.serve import serve
    from tetracade.server.settings import Settings

    more = ("bench.connect_four:GAME",)
    serve(
        Settings(
            data=data,
            port=port,
            workers=0,
            more_games=more,
            commands_per_second=1e12,
            commands_at_once=MOST,
            address_per_second=1e12,
            address_at_once=MOST,
            tables_per_minute=1e12,
            sockets_per_address=MOST,
            most_tables=MOST,
        )
    )


class Offer(msgspec.Struct):
    """Of an offer the client needs the number alone."""

    action: int


class Heard(msgspec.Struct, rename={"kind": "is"}):
    """Of a message it needs this much."""

    kind: str
    number: int = 0
    id: str = ""
    ok: bool = True
    phase: str = ""
    offers: list[Offer] = []
    result: Any = None
    asked: Any = None


@dataclass
class Load:
    """What all clients saw."""

    pace: float
    waits: list[float] = field(default_factory=list)
    received: int = 0
    updates: int = 0
    until: float = 0.0
    since: float = 0.0
    ends: list["asyncio.Future[None]"] = field(default_factory=list)


class Player(asyncio.Protocol):
    """A client of one seat, on a bare socket: it frames by hand, to leave the processor to the server."""

    def __init__(self, load: Load, table: str, key: str, over: "asyncio.Future[None]") -> None:
        self.load = load
        self.table = table
        self.key = key
        self.over = over
        self.buffer = bytearray()
        self.open = False
        self.sent_at = 0.0
        self.count = 0
        self.decode = msgspec.json.Decoder(Heard).decode

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def send(self, command: Json) -> None:
        """Send a command."""
        data = json.dumps(command).encode()
        size = len(data)
        head = struct.pack("!BB", TEXT, 0x80 | size) if size < 126 else struct.pack("!BBH", TEXT, 0x80 | 126, size)
        self.transport.write(head + MASK + data)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self.buffer[:end], self.buffer[:end]
            del self.buffer[: end + 4]
            self.open = True
            self.send({"do": "hello", "id": "h", "table": self.table, "key": self.key, "offers": "brief"})
        while len(self.buffer) >= 2:
            size, start = self.buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[2:4]), 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[2:10]), 10
            if len(self.buffer) < start + size:
                return
            kind, payload = self.buffer[0], bytes(self.buffer[start : start + size])
            del self.buffer[: start + size]
            if kind == TEXT:
                self.heard(payload)

    def heard(self, payload: bytes) -> None:
        """Take a message in, and act if one is to."""
        load = self.load
        message = self.decode(payload)
        now = time.perf_counter()
        if message.kind == "answer":
            if message.id.startswith("c") and now > load.since:
                load.waits.append(now - self.sent_at)
            return
        if message.kind == "update" and now > load.since:
            load.received += len(payload)
            load.updates += 1
        if now > load.until:
            if not self.over.done():
                self.over.set_result(None)
            return
        if message.phase == "over" and message.result is not None and not message.asked:
            self.count += 1
            self.send({"do": "rematch", "id": f"r{self.count}"})
        if message.offers:
            if load.pace:
                asyncio.get_running_loop().call_later(1 / load.pace, self.act, message)
            else:
                self.act(message)

    def act(self, message: Heard) -> None:
        """Do one of what is offered."""
        self.count += 1
        action = message.offers[(self.count * 7) % len(message.offers)].action
        self.sent_at = time.perf_counter()
        self.send({"do": "act", "id": f"c{self.count}", "number": message.number, "action": action})

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over.done():
            self.over.set_result(None)


async def table(load: Load, http: httpx.AsyncClient, port: int, game: str) -> None:
    """Set up a table of two; its players play one game after another."""
    loop = asyncio.get_running_loop()
    seats = [{"kind": "here", "name": "A"}, {"kind": "open"}]
    made = (await http.post("/api/tables", json={"game": game, "seats": seats})).json()
    headers = {"authorization": f"Bearer {made['invite']}"}
    sat = (await http.post(f"/api/tables/{made['table']}/sit", json={"name": "B"}, headers=headers)).json()
    for key in (made["token"], sat["token"]):
        end = loop.create_future()
        load.ends.append(end)
        player = Player(load, made["table"], key, end)
        await loop.create_connection(partial(_same, player), "127.0.0.1", port)


def _same(player: Player) -> Player:
    return player


def cpu_seconds(pid: int) -> float:
    """CPU time that the process has used."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes of memory that the process holds."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def started(data: Path, port: int, game: str) -> Process:
    """A server that answers."""
    arguments = [sys.executable, "-m", "bench.server", "--host", str(data), str(port), "--game", game]
    process = await asyncio.create_subprocess_exec(*arguments, stderr=asyncio.subprocess.DEVNULL)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        while True:
            try:
                if (await http.get("/health")).is_success:
                    return process
            except httpx.TransportError:
                await asyncio.sleep(0.05)


async def measured(tables: int, seconds: float, pace: float, game: str) -> Json:
    """Load the server and say how it did."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        process = await started(Path(folder) / "t.sqlite", port, game)
        limits = httpx.Limits(max_connections=50)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=limits) as http:
            load = Load(pace, since=1e18, until=1e18)
            await asyncio.gather(*(table(load, http, port, game) for _ in range(tables)))
            await asyncio.sleep(seconds / 3)
            begun, cpu = time.perf_counter(), cpu_seconds(process.pid)
            load.since = begun
            await asyncio.sleep(seconds)
            took, cpu = time.perf_counter() - begun, cpu_seconds(process.pid) - cpu
            load.until = begun
            held = memory(process.pid)
        process.terminate()
        await process.wait()
    waits = sorted(load.waits)
    return {
        "game": game,
        "tables": tables,
        "pace": pace or "saturated",
        "actions/s": round(len(waits) / took),
        "actions per CPU second": round(len(waits) / cpu),
        "p50 ms": round(waits[len(waits) // 2] * 1000, 2),
        "p99 ms": round(waits[len(waits) * 99 // 100] * 1000, 2),
        "bytes per action and viewer": round(load.received / max(load.updates, 1)),
        "memory MB": round(held),
    }


async def idle(tables: int, game: str) -> Json:
    """Memory with many tables that wait for people."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        process = await started(Path(folder) / "t.sqlite", port, game)
        before = memory(process.pid)
        begun = time.perf_counter()
        seats = [{"kind": "here", "name": "A"}, {"kind": "open"}]
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:

            async def some(count: int) -> None:
                for _ in range(count):
                    (await http.post("/api/tables", json={"game": game, "seats": seats})).raise_for_status()

            await asyncio.gather(*(some(tables // 20) for _ in range(20)))
        took = time.perf_counter() - begun
        after = memory(process.pid)
        process.terminate()
        await process.wait()
    return {
        "idle tables": tables,
        "memory MB": round(after),
        "before MB": round(before),
        "created/s": round(tables / took),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=9)
    parser.add_argument("--pace", type=float, default=0, help="actions a second at each table; 0: as fast as it goes")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--host", nargs=2)
    given = parser.parse_args()
    if given.host:
        host(Path(given.host[0]), int(given.host[1]), given.game)
    elif given.idle:
        print(json.dumps(asyncio.run(idle(given.idle, given.game))))
    else:
        print(json.dumps(asyncio.run(measured(given.tables, given.seconds, given.pace, given.game))))
