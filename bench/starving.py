"""People's bots beside strangers' bots: does a person wait for what a stranger lets the server think about?

    python -m bench.starving                      30 tables of eight Masters from one address
    python -m bench.starving --tables 0           the same person on a server without strangers
    python -m bench.starving --crowd 20           and 20 tables more at which the stranger sits, among Beginners

A stranger (127.0.0.2) sets up tables of TETRAD and Foursome at which eight Masters play each other. A person
(127.0.0.3) plays TetraTrax against a bot of level 3, taking the first action offered, and a watcher (127.0.0.4) asks
for /health every 20 ms. It prints how long each of the bot's moves took (from the frame that made it the bot's turn to
the frame with its move), how long the person's own commands took, how long /health took, what the strangers' tables did
meanwhile, and the machine's load, which tells whose figures these are.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from bench.server import MOST, ROOT, cpu_seconds, late, memory

Json = dict[str, Any]
STRANGER, PERSON, WATCHER = "127.0.0.2", "127.0.0.3", "127.0.0.4"
MASTERS = [{"kind": "bot", "level": 5}] * 8
BEGINNERS = [{"kind": "bot", "level": 1}] * 7
GAMES = ("tetrad", "foursome")
PATIENCE = 150.0
POLL = 0.02


def host(data: Path, port: int, operator: int) -> None:
    """Serve in this process, as an operator would, but for the number of new tables a minute."""
    from tetracade.server.serve import serve
    from tetracade.server.settings import Settings

    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    serve(
        Settings(
            data=data,
            port=port,
            operator=f"127.0.0.1:{operator}",
            tables_per_minute=1e9,
            address_per_second=1e9,
            address_at_once=MOST,
        )
    )


@contextmanager
def serving() -> Iterator[tuple[int, int, int]]:
    """The process of a server on a new file, its port, and its operators' port."""
    with socket.socket() as probe, socket.socket() as other:
        probe.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        port, operator = int(probe.getsockname()[1]), int(other.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.starving", "--host", f"{folder}/t.sqlite", str(port), str(operator)]
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                try:
                    if httpx.get(f"http://127.0.0.1:{port}/health").is_success:
                        break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield process.pid, port, operator
        finally:
            process.terminate()
            process.wait(PATIENCE)


def client(port: int, address: str) -> httpx.Client:
    """A client that comes from this address of the machine."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE)


def created(http: httpx.Client, game: str, seats: list[Json]) -> Json:
    """A new table."""
    return dict(http.post("/api/tables", json={"game": game, "seats": seats}).raise_for_status().json())


class Player:
    """Somebody who sits at a table over a WebSocket and takes the first action offered."""

    def __init__(self, port: int, address: str, game: str, bots: list[Json]) -> None:
        self.address, self.port, self.game, self.bots = address, port, game, bots
        self.thinking: list[float] = []
        self.commands: list[float] = []
        self.over = threading.Event()
        self.failed = ""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Play no further game, and wait for the thread."""
        self.over.set()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        try:
            while not self.over.is_set():
                self._play()
        except Exception as error:  # told with the results
            self.failed = repr(error)

    def _play(self) -> None:
        with client(self.port, self.address) as http:
            made = created(http, self.game, [{"kind": "here", "name": "Ada"}, *self.bots])
        with connect(
            f"ws://127.0.0.1:{self.port}/ws", source_address=(self.address, 0), open_timeout=PATIENCE, compression=None
        ) as line:
            line.send(json.dumps({"do": "hello", "id": "h", "table": made["table"], "key": made["token"]}))
            self._play_on(line)

    def _play_on(self, line: ClientConnection) -> None:
        bots_turn_since, sent_at, count = 0.0, 0.0, 0
        while not self.over.is_set():
            message = json.loads(line.recv(PATIENCE))
            now = time.perf_counter()
            if message["is"] == "answer" and message["id"] != "h":
                self.commands.append(now - sent_at)
            if message["is"] not in ("snapshot", "update"):
                continue
            if bots_turn_since:
                self.thinking.append(now - bots_turn_since)
            bots_turn_since = now if message["acting"] and 0 not in message["acting"] else 0.0
            if message["phase"] == "over":
                return
            if 0 in message["acting"] and message["offers"]:
                count, sent_at = count + 1, now
                action = message["offers"][0]["action"]
                line.send(json.dumps({"do": "act", "id": f"c{count}", "number": message["number"], "action": action}))


def watch_health(port: int, seconds: float) -> list[float]:
    """How long each answer to /health took, over so many seconds."""
    waits = []
    with client(port, WATCHER) as http:
        end = time.perf_counter() + seconds
        while (began := time.perf_counter()) < end:
            http.get("/health").raise_for_status()
            waits.append(time.perf_counter() - began)
            time.sleep(POLL)
    return waits


def actions_stored(port: int) -> int:
    """How many actions the server has stored so far, if it tells."""
    with client(port, WATCHER) as http:
        for line in http.get("/metrics").text.splitlines():
            if line.startswith("tetracade_actions_total "):
                return int(float(line.split()[1]))
    return 0


def figures(waits: list[float]) -> Json:
    """Milliseconds: the median, 95 and 99 in a hundred, and the slowest."""
    return {
        "count": len(waits),
        "p50 ms": late(waits, 0.5),
        "p95 ms": late(waits, 0.95),
        "p99 ms": late(waits, 0.99),
        "slowest ms": late(waits, 0.999999),
    }


def measured(tables: int, crowd: int, seconds: float) -> Json:
    """Let strangers and a person play, and say how long the person waited."""
    with serving() as (pid, port, operator):
        first = Player(port, PERSON, "tetratrax", [{"kind": "bot", "level": 3}])
        time.sleep(10)  # rules, loops and processes are loaded by then
        first.stop()
        with client(port, STRANGER) as http:
            for number in range(tables):
                created(http, GAMES[number % len(GAMES)], MASTERS)
        strangers = [Player(port, STRANGER, GAMES[number % len(GAMES)], BEGINNERS) for number in range(crowd)]
        time.sleep(3)
        cpu, stored = cpu_seconds(pid), actions_stored(operator)
        person = Player(port, PERSON, "tetratrax", [{"kind": "bot", "level": 3}])
        health = watch_health(port, seconds)
        cpu, stored = cpu_seconds(pid) - cpu, actions_stored(operator) - stored
        person.stop()
        for stranger in strangers:
            stranger.stop()
        failed = next((player.failed for player in (first, person, *strangers) if player.failed), "")
        if failed:
            raise RuntimeError(failed)
        return {
            "tables of eight Masters": tables,
            "tables of Beginners at which the stranger sits": crowd,
            "load of the machine": os.getloadavg()[0],
            "seconds": seconds,
            "person's bot": figures(person.thinking),
            "person's commands": figures(person.commands),
            "/health": figures(health),
            "all actions/s": round(stored / seconds, 1),
            "server's share of a core": round(cpu / seconds, 2),
            "memory MB": round(memory(pid)),
        }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--crowd", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--host", nargs=3)
    given = parser.parse_args()
    if given.host:
        host(Path(given.host[0]), int(given.host[1]), int(given.host[2]))
    else:
        print(json.dumps(measured(given.tables, given.crowd, given.seconds), indent=2))
