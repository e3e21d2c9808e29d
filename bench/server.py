"""The online table under load: scripted clients over real WebSockets, one server process.

    python -m bench.server --tables 200 --seconds 10            as fast as it goes
    python -m bench.server --tables 200 --pace 4 --seconds 10   four actions a second at each table
    python -m bench.server --idle 10000                         memory with so many idle tables

Clients ask for the numbers of what they may do, not for words. An action counts once its answer has come, that is
once it is on disk. With a pace, every table begins at a random moment and its actions are due at even steps from then
on, whatever the answers take: the load is spread, games do not all end at once, and 200 tables at 4 are 800 a second.
A lost connection or a refused action is an error, not a smaller count. Beside rates it prints what one second of the
server's CPU does, which other work on the machine disturbs least, and how long the disk took meanwhile to flush one
page for nobody but the bench: no durable action can be quicker.
"""

import argparse
import asyncio
import gc
import json
import math
import os
import random
import socket
import struct
import sys
import tempfile
import threading
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import uvloop

from tetracade.engine.game import Game
from tetracade.server import catalogue

Json = dict[str, Any]
ROOT = Path(__file__).resolve().parents[1]
MOST = 1 << 40
SPREAD = 4.0
"""Seconds over which paced tables begin: about a game's length, so that games do not all end and begin at once."""
TEXT = 0x81
QUIET_SECONDS = 0.5
QUIET_SHARE = 0.05
"""The server loads the rules of its games right after it has begun to listen. That is over when it has wanted less than
this share of a core for that long."""
GAMES = ("bench.connect_four:GAME",)
PROBES = 50
"""Flushes a second with which the disk is probed."""
PAGE = bytes(4096)
MASK = b"\0\0\0\0"  # a mask of zeros is a mask too, and leaves the payload as it is


def host(data: Path, port: int, store: str = "") -> None:
    """Serve in this process, on the file or the store."""
    from tetracade.server.serve import serve
    from tetracade.server.settings import Settings

    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    serve(
        Settings(
            data=data,
            store=store,
            port=port,
            workers=0,
            more_games=GAMES,
            commands_per_second=1e12,
            commands_at_once=MOST,
            address_per_second=1e12,
            address_at_once=MOST,
            tables_per_minute=1e12,
            sockets_per_address=MOST,
            connections_per_address=MOST,
            most_tables=MOST,
        )
    )


def check_game(name: str) -> Game:
    """The game of this name, of the package or of the bench; UnknownGame lists those there are."""
    for place in GAMES:
        catalogue.add(place)
    return catalogue.find(name)


class Heard(msgspec.Struct, rename={"kind": "is"}):
    """Of a message it needs this much."""

    kind: str
    number: int = 0
    id: str = ""
    ok: bool = True
    phase: str = ""
    actions: list[int] = []
    result: Any = None
    asked: Any = None
    error: dict[str, Any] = {}


@dataclass
class Load:
    """What all clients saw."""

    pace: float
    waits: list[float] = field(default_factory=list)
    received: int = 0
    updates: int = 0
    since: float = math.inf
    over: bool = False
    wrong: list[str] = field(default_factory=list)
    """What must not be: connections lost, actions refused."""


class Beat:
    """When a table's next action is due: so many a second from a random moment on, whatever an answer takes."""

    def __init__(self, pace: float) -> None:
        self.step = 1 / pace if pace else 0.0
        self.due = time.perf_counter() + random.random() * SPREAD

    def wait(self) -> float:
        """Seconds until the next action is due; none where it is late."""
        if not self.step:
            return 0.0
        now = time.perf_counter()
        self.due = max(self.due + self.step, now - self.step)  # after a long stop the load does not come in a burst
        return max(self.due - now, 0.0)


class Player(asyncio.Protocol):
    """A client of one seat, on a bare socket: it frames by hand, to leave the processor to the server."""

    def __init__(self, load: Load, beat: Beat, table: str, key: str) -> None:
        self.load = load
        self.beat = beat
        self.table = table
        self.key = key
        self.buffer = bytearray()
        self.open = False
        self.busy = True
        self.latest: Heard | None = None
        self.sent_at = 0.0
        self.count = 0
        self.loop = asyncio.get_running_loop()
        self.decode = msgspec.json.Decoder(Heard).decode

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.WriteTransport, transport)
        self.transport.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def send(self, command: Json) -> None:
        """Send a command."""
        data = msgspec.json.encode(command)
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
            self.send({"do": "hello", "id": "h", "table": self.table, "key": self.key, "offers": "numbers"})
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
        load, message = self.load, self.decode(payload)
        if load.over or message.kind == "presence":
            return
        now = time.perf_counter()
        if message.kind == "answer":
            self.busy = False
            if not message.ok:
                if message.error.get("code") != "stale":  # where several act at once, another may have been quicker
                    load.wrong.append(f"refused: {message.error}")
            elif message.id[0] == "c" and now > load.since:
                load.waits.append(now - self.sent_at)
        else:
            self.latest = message
            if message.kind == "update" and now > load.since:
                load.received += len(payload)
                load.updates += 1
        if not self.busy and self.latest is not None:
            self.go_on(self.latest)

    def go_on(self, message: Heard) -> None:
        """Do what is next to do, if anything is."""
        if message.actions:
            self.busy, self.latest = True, None
            wait = self.beat.wait()
            if wait:
                self.loop.call_later(wait, self.act, message)
            else:
                self.act(message)
        elif message.phase == "over" and message.result is not None and not message.asked and self.first:
            self.busy, self.latest = True, None
            self.count += 1
            self.send({"do": "rematch", "id": f"r{self.count}"})
        elif message.asked and not self.first:
            self.busy, self.latest = True, None
            self.count += 1
            self.send({"do": "reply", "id": f"r{self.count}", "to": "rematch", "yes": True})

    first = False
    """Whether this one asks for the next game; the others agree."""

    def act(self, message: Heard) -> None:
        """Do one of what is offered."""
        if self.load.over:
            return
        self.count += 1
        action = message.actions[(self.count * 7) % len(message.actions)]
        self.sent_at = time.perf_counter()
        self.send({"do": "act", "id": f"c{self.count}", "number": message.number, "action": action})

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.load.over:
            self.load.wrong.append(f"connection lost: {exc!r}")


async def table(http: httpx.AsyncClient, game: str, seats: int) -> tuple[str, list[str]]:
    """Set up a table; returns it and the keys of its seats."""
    setup = {"game": game, "seats": [{"kind": "here", "name": "A"}, *[{"kind": "open"}] * (seats - 1)]}
    made = (await http.post("/api/tables", json=setup)).raise_for_status().json()
    headers = {"authorization": f"Bearer {made['invite']}"}
    tokens = [made["token"]]
    for name in range(1, seats):
        sat = await http.post(f"/api/tables/{made['table']}/sit", json={"name": f"P{name}"}, headers=headers)
        tokens.append(sat.raise_for_status().json()["token"])
    return made["table"], tokens


async def play(load: Load, port: int, name: str, tokens: list[str]) -> None:
    """Let the table's players connect; they play one game after another."""
    beat = Beat(load.pace)
    for key in tokens:
        player = Player(load, beat, name, key)
        player.first = key == tokens[0]
        await asyncio.get_running_loop().create_connection(partial(_same, player), "127.0.0.1", port)


def _same(player: Player) -> Player:
    return player


def cpu_seconds(pid: int) -> float:
    """CPU time that the process has used."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def wanted_seconds(pid: int) -> float:
    """CPU time that the threads of the process have used or stood in line for."""
    spent = 0
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            spent += sum(map(int, (thread / "schedstat").read_text().split()[:2]))
    return spent / 1e9


def memory(pid: int) -> float:
    """Megabytes of memory that the process holds."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Disk:
    """Flushes a page to the same disk again and again, in a thread, and notes how long each took."""

    def __init__(self, folder: Path) -> None:
        self.waits: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._probe, args=(folder / "probe",), daemon=True)

    def __enter__(self) -> "Disk":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _probe(self, path: Path) -> None:
        with path.open("wb", buffering=0) as file:
            while not self._over.wait(1 / PROBES):
                file.seek(0)
                file.write(PAGE)
                began = time.perf_counter()
                os.fdatasync(file.fileno())
                self.waits.append(time.perf_counter() - began)


def late(waits: list[float], share: float) -> float:
    """Milliseconds within which this share of the waits ended; not a number where there were none."""
    if not waits:
        return math.nan
    return round(sorted(waits)[int(len(waits) * share)] * 1000, 2)


@asynccontextmanager
async def serving(game: str, checkout: Path = ROOT) -> AsyncIterator[tuple[Process, int, Path]]:
    """A server on a new file, its port, and the file's folder; it ends with the bench, whatever happens to that."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(checkout / "src"), str(checkout)))}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "bench.server", "--host", f"{folder}/t.sqlite", str(port), "--game", game]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=checkout,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
                while process.returncode is None:
                    try:
                        if (await http.get("/health")).is_success:
                            break
                    except httpx.TransportError:
                        await asyncio.sleep(0.05)
                else:
                    raise RuntimeError("the server did not start")
            await has_loaded(process.pid)
            yield process, port, Path(folder)
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def has_loaded(pid: int) -> None:
    """Return once the server has loaded its rules."""
    while True:
        before = wanted_seconds(pid)
        await asyncio.sleep(QUIET_SECONDS)
        if wanted_seconds(pid) - before < QUIET_SECONDS * QUIET_SHARE:
            return


async def measured(tables: int, seconds: float, pace: float, game: str, checkout: Path = ROOT) -> Json:
    """Load the server and say how it did."""
    limits = httpx.Limits(max_connections=50)
    async with (
        serving(game, checkout) as (process, port, folder),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=limits) as http,
    ):
        load = Load(pace)
        found = check_game(game)
        seats = 2 if 2 in found.seats else found.checked_seats(None)
        made = await asyncio.gather(*(table(http, game, seats) for _ in range(tables)))
        await asyncio.gather(*(play(load, port, name, tokens) for name, tokens in made))
        gc.collect()
        gc.freeze()  # the bench's own pauses are not the server's
        await asyncio.sleep(max(seconds / 3, SPREAD if pace else 0.0))
        begun, cpu = time.perf_counter(), cpu_seconds(process.pid)
        load.since = begun
        with Disk(folder) as disk:
            await asyncio.sleep(seconds)
        took, cpu = time.perf_counter() - begun, cpu_seconds(process.pid) - cpu
        load.over = True
        held = memory(process.pid)
    if load.wrong:
        raise RuntimeError(f"{len(load.wrong)} times something went wrong, first {load.wrong[0]}")
    return {
        "game": game,
        "tables": tables,
        "pace": pace or "saturated",
        "actions/s": round(len(load.waits) / took),
        "actions per CPU second": round(len(load.waits) / max(cpu, 0.01)),
        "p50 ms": late(load.waits, 0.5),
        "p99 ms": late(load.waits, 0.99),
        "disk alone p50 ms": late(disk.waits, 0.5),
        "disk alone p99 ms": late(disk.waits, 0.99),
        "bytes per action and viewer": round(load.received / max(load.updates, 1)),
        "memory MB": round(held),
    }


async def idle(tables: int, game: str) -> Json:
    """Memory with many tables that wait for people."""
    seats = [{"kind": "here", "name": "A"}, {"kind": "open"}]
    async with (
        serving(game) as (process, port, _),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http,
    ):
        before = memory(process.pid)
        begun = time.perf_counter()

        async def some(count: int) -> None:
            for _ in range(count):
                (await http.post("/api/tables", json={"game": game, "seats": seats})).raise_for_status()

        await asyncio.gather(*(some(tables // 20 + (number < tables % 20)) for number in range(20)))
        took = time.perf_counter() - begun
        after = memory(process.pid)
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
    parser.add_argument("--checkout", type=Path, default=ROOT, help="the sources of the server, if not these")
    parser.add_argument("--host", nargs=2)
    given = parser.parse_args()
    check_game(given.game)
    if given.host:
        host(Path(given.host[0]), int(given.host[1]))
    elif given.idle:
        print(json.dumps(uvloop.run(idle(given.idle, given.game))))
    else:
        print(json.dumps(uvloop.run(measured(given.tables, given.seconds, given.pace, given.game, given.checkout))))
