"""Sends what cannot be read to a server, over WebSockets and HTTP: ``python -m tests.server.fuzz --count 1000000``.

Beside it one careful person plays against a bot, and must not notice: every action is acknowledged, and the longest
wait is told. No answer may be a 5xx or a failure inside the server: what was sent for it, and what the server's log
says of failures, are among the faults. With ``--progress FILE`` a run that was stopped goes on, and the log is kept in
FILE.log.
"""

import argparse
import asyncio
import dataclasses
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.host import settings
from tests.server.magpie import GAME as MAGPIE
from tests.server.malformed import BEGINNING, COMMANDS, SETUP, Json, garbled_record, malformed, misdirected
from tests.server.pulse import queued
from tests.server.running import free_port
from tetracade.engine.chance import SeededDealer
from tetracade.server.net import session
from tetracade.server.serve import serve
from tetracade.table.fair import commitment_of, proof_lines
from tetracade.table.table import Table

BATCH = 100
"""Frames or requests over one connection."""
ATTACKERS = 4
HTTP_SHARE = 0.2
PACE = 0.05
"""Seconds between two actions of the careful person."""
ENOUGH = 60.0
"""Seconds after which an answer that has not come is a fault."""
HERE: Json = {"kind": "here", "name": "Ada"}
BOT: Json = {"kind": "bot", "level": 1}
TOLD = 2000
"""The most characters of one fault."""


@dataclass
class Found:
    """What was sent, and what came of it."""

    sent: int = 0
    frames: int = 0
    requests: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    """Codes of refusals over WebSockets, and of closes."""
    played: int = 0
    longest_wait: float = 0.0
    longest_own_wait: float = 0.0
    """The same without the time that the server and this process stood in the machine's queue for a processor."""
    faults: list[str] = field(default_factory=list)

    def count(self, kind: dict[str, int], name: str) -> None:
        """Add one."""
        kind[name] = kind.get(name, 0) + 1

    def fault(self, said: str, sent: bytes = b"") -> None:
        """Note what must not happen, and what was sent for it."""
        self.faults.append(f"{said} {sent!r}"[:TOLD] if sent else said[:TOLD])


@dataclass
class Fuzz:
    """One run."""

    port: int
    table: Json
    pick: random.Random
    found: Found
    record: str

    async def frames(self) -> None:
        """Send malformed frames over one connection; see that each is answered, or the connection closed for it."""
        found, pick = self.found, self.pick
        sent, data = 0, b""
        try:
            async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=ENOUGH) as line:
                hello = {"do": "hello", "id": "hello", "table": self.table["table"], "key": self.table["token"]}
                await line.send(json.dumps({**hello, "offers": "none"}))
                while sent < BATCH:
                    sent += 1
                    data = malformed(pick, COMMANDS)
                    as_text = pick.random() < 0.5
                    if as_text and pick.random() < 0.95:  # text that is none ends the connection
                        data = data.decode("utf-8", errors="replace").encode()[:8000]
                        data = data.decode("utf-8", errors="ignore").encode()
                    await line.send(data, text=as_text)
                await line.send(json.dumps({"do": "ping", "id": "end"}))
                async with asyncio.timeout(ENOUGH):
                    await self._answers(line)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            found.count(found.codes, str(code))
            if code not in (1007, 1009):
                found.fault(f"closed with {code} after", data)
        except TimeoutError:
            found.fault("frames were not answered, up to", data)
        found.frames += sent
        found.sent += sent

    async def _answers(self, line: ClientConnection) -> None:
        async for text in line:
            message = msgspec.json.decode(text)
            if message["is"] == "answer" and message["id"] == "end":
                return
            if message["is"] == "answer":
                code = "ok" if message["ok"] else message["error"]["code"]
                self.found.count(self.found.codes, code)
                if code in ("internal", "storage"):
                    self.found.fault(f"answered with {code}")

    async def bare_frames(self) -> None:
        """Send frames that are no frames over one connection, which the server may close."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        for _ in range(self.pick.randrange(1, 10)):
            head = bytes([self.pick.randrange(256), self.pick.randrange(256)])
            writer.write(head + self.pick.randbytes(self.pick.randrange(200)))
            self.found.frames += 1
            self.found.sent += 1
        await end(reader, writer)

    async def requests(self) -> None:
        """Send malformed requests over one connection, or over more where the server closes it."""
        here = self.table["table"]
        paths = [
            "/api/tables",
            f"/api/tables/{here}/do",
            f"/api/tables/{here}/sit",
            "/api/verify",
            "/api/replay?seat=1",
        ]
        line: tuple[StreamReader, StreamWriter] | None = None
        for _ in range(BATCH):
            if line is None:
                line = await asyncio.open_connection("127.0.0.1", self.port)
            self.found.requests += 1
            self.found.sent += 1
            data, more = self._request(paths)
            line[1].write(data)
            try:
                async with asyncio.timeout(ENOUGH):
                    status, closes = await answer(line[0])
            except (asyncio.IncompleteReadError, ConnectionError):
                self.found.fault("hung up on without an answer:", data)
                status, closes = "closed", True
            except TimeoutError:
                self.found.fault("not answered:", data)
                status, closes = "none", True
            self.found.count(self.found.statuses, status)
            if status.startswith("5"):
                self.found.fault(f"answered {status}:", data)
            if closes or more:
                line[1].close()
                line = None
        if line is not None:
            line[1].close()

    def _request(self, paths: list[str]) -> tuple[bytes, bool]:
        """A request with a body that cannot be read, or one that cannot be read itself.

        Also whether another one begins in it, for which the server hangs up when it has answered.
        """
        pick = self.pick
        path = pick.choice(paths)
        if path.startswith(("/api/verify", "/api/replay")) and pick.random() < 0.9:
            path = paths[1]  # records are read in a process of their own, one at a time
        if pick.random() < 0.2:
            return misdirected(pick, self.table["table"], self.table["token"]), False
        body = self._body(path)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.table['token']}\r\n"
        data = head.encode() + b"Content-Length: %d\r\n\r\n" % len(body) + body
        if pick.random() < 0.1:  # the request itself; cut so that it is whole as far as it goes
            place = pick.randrange(len(head))
            data = data[:place] + pick.randbytes(pick.randrange(1, 6)) + b"\r\n\r\n"
            return data, bool(re.split(rb"\n\r?\n", data, maxsplit=1)[1].strip(b"\r\n"))
        return data, False

    def _body(self, path: str) -> bytes:
        pick = self.pick
        if path.startswith(("/api/verify", "/api/replay")) and pick.random() < 0.5:
            return garbled_record(pick, self.record).encode()
        if path == "/api/tables" and pick.random() < 0.1:
            return json.dumps({**BEGINNING, "record": garbled_record(pick, self.record)}).encode()
        return malformed(pick, [SETUP, *COMMANDS])

    async def attack(self, until: int) -> None:
        """Send until so much has been sent in all."""
        while self.found.sent < until:
            if self.pick.random() < HTTP_SHARE:
                await self.requests()
            elif self.pick.random() < 0.02:
                await self.bare_frames()
            else:
                await self.frames()


async def answer(reader: StreamReader) -> tuple[str, bool]:
    """The status of the next response, and whether the connection ends with it."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    lines = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    if "content-length" in lines:
        await reader.readexactly(int(lines["content-length"]))
    elif lines.get("connection") == "close":
        await reader.read()
    return head.split(" ")[1], lines.get("connection") == "close"


async def end(reader: StreamReader, writer: StreamWriter) -> None:
    """Say no more, and read what comes until the server hangs up."""
    try:
        writer.write_eof()
        async with asyncio.timeout(ENOUGH):
            while await reader.read(1 << 16):
                pass
    except ConnectionError:
        return
    finally:
        writer.close()


class Careful:
    """One who plays as one should, all the time."""

    def __init__(self, port: int, server: int, found: Found) -> None:
        self.port = port
        self.server = server
        self.found = found
        self.over = False

    async def play(self) -> None:
        """Play one game after another against a bot."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=ENOUGH) as http:
            while not self.over:
                made = (await http.post("/api/tables", json={"game": "connect_four", "seats": [HERE, BOT]})).json()
                async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=ENOUGH) as line:
                    hello = {"do": "hello", "id": "hello", "table": made["table"], "key": made["token"]}
                    await line.send(json.dumps({**hello, "offers": "numbers"}))
                    await self._game(line)

    async def _game(self, line: ClientConnection) -> None:
        now: Json = {}
        waiting, began, queue = "", 0.0, 0.0
        while not self.over:
            async with asyncio.timeout(ENOUGH):
                message = msgspec.json.decode(await line.recv())
            if message["is"] in ("snapshot", "update"):
                now = message
            elif message["is"] == "answer" and message["id"] == waiting:
                took = time.monotonic() - began
                self.found.longest_wait = max(self.found.longest_wait, took)
                stood = max(self._queued() - queue, 0.0)  # what a thread waited that has ended is no longer told
                self.found.longest_own_wait = max(self.found.longest_own_wait, took - stood)
                waiting = ""
                if not message["ok"]:
                    self.found.fault(f"the careful one was refused: {message['error']}")
            if not waiting and now.get("phase") == "over":
                return
            if not waiting and now.get("actions"):
                await asyncio.sleep(PACE)
                self.found.played += 1
                waiting, began, queue = f"a{self.found.played}", time.monotonic(), self._queued()
                act = {"do": "act", "id": waiting, "number": now["number"], "action": now.pop("actions")[0]}
                await line.send(json.dumps(act))

    def _queued(self) -> float:
        return queued(self.server) + queued(os.getpid())


def whole_record() -> str:
    """A game of Magpie by first actions, with its proof."""
    seed = bytes(range(32))
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    while not table.over:
        table.play(table.legal(table.acting[0])[0])
    return table.record() + proof_lines(commitment_of(seed), ["hers", "his"], seed.hex())


def failures(log: Path, begin: int) -> list[str]:
    """The failures that the server's log tells of, from this place on; also what else is written there."""
    lines = log.read_bytes()[begin:].decode("utf-8", errors="replace").splitlines()
    return [line for line in lines if '"level":"error"' in line or not line.startswith("{")]


@asynccontextmanager
async def serving(log: Path) -> AsyncIterator[tuple[int, int, int]]:
    """A server in a process of its own that cuts nobody off for what they send: its id, its port, its operator's."""
    port, operator = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder, log.open("ab") as out:
        words = ["-m", "tests.server.fuzz", "--host", f"{folder}/t.sqlite", str(port), str(operator)]
        process = await asyncio.create_subprocess_exec(sys.executable, *words, stdin=PIPE, stderr=out)
        try:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{operator}") as http:
                while True:
                    assert process.returncode is None, f"the server did not start: {log.read_text(encoding='utf-8')}"
                    try:
                        await http.get("/health")
                        break
                    except httpx.TransportError:
                        await asyncio.sleep(0.1)
            yield process.pid, port, operator
            assert process.returncode is None, "the server has ended"
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def host(data: Path, port: int, operator: int) -> None:
    """Serve in this process, until who started it is gone."""
    session.STRIKES = 1 << 60
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    serve(dataclasses.replace(settings(data, port), operator=f"127.0.0.1:{operator}"))


async def fuzz(count: int, seed: int, progress: Path | None = None) -> Found:
    """Send so much in all, counting what an earlier run with the same progress file has sent."""
    found = Found()
    if progress is not None and progress.is_file():
        found = Found(**json.loads(progress.read_text(encoding="utf-8")))
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log" if progress is None else progress.with_name(f"{progress.name}.log")
        begin = log.stat().st_size if log.is_file() else 0
        await _run(count, seed, progress, found, log)
        if found.faults:
            for line in failures(log, begin):
                found.fault(f"log: {line[-TOLD + 5 :]}")
    if progress is not None:
        progress.write_text(json.dumps(asdict(found)), encoding="utf-8")
    return found


async def _run(count: int, seed: int, progress: Path | None, found: Found, log: Path) -> None:
    async with (
        serving(log) as (server, port, operator),
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=ENOUGH) as http,
    ):
        table = (await http.post("/api/tables", json={"game": "magpie", "seats": [HERE, HERE]})).json()
        run = Fuzz(port, table, random.Random(seed + found.sent), found, whole_record())
        careful = Careful(port, server, found)
        playing = asyncio.create_task(careful.play())
        while found.sent < count and not playing.done():
            until = min(found.sent + 20 * BATCH, count)
            await asyncio.gather(*(run.attack(until) for _ in range(ATTACKERS)))
            if progress is not None:
                progress.write_text(json.dumps(asdict(found)), encoding="utf-8")
        careful.over = True
        await playing
        metrics = (await http.get(f"http://127.0.0.1:{operator}/metrics")).text
        if "tetracade_errors_total 0\n" not in metrics:
            found.fault("the server counted errors")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000, help="frames and requests in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--progress", type=Path, help="a file that says how far it came; a run goes on from it")
    parser.add_argument("--host", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.host:
        host(Path(given.host[0]), int(given.host[1]), int(given.host[2]))
    else:
        told = asyncio.run(fuzz(given.count, given.seed, given.progress))
        print(json.dumps({**asdict(told), "faults": dict(Counter(told.faults))}, indent=1))
        sys.exit(1 if told.faults else 0)
