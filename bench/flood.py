"""Whether others are answered while one address asks for as much as it may.

    python -m bench.flood                 five sockets ask why, with sixteen touches, at a TETRAD table
    python -m bench.flood --seconds 30

The server has its usual limits. Each socket sends as many questions as a connection may send commands, and comes back
when it is let go. Meanwhile another address asks for /health, twenty times a second; how long it waits is printed, and
how many questions were answered and refused.
"""

import argparse
import asyncio
import json
import os
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bench.server import ROOT, has_loaded, late
from tetracade.server.settings import Settings

Json = dict[str, Any]
SOCKETS = 5
PACE = 20.0
"""Questions a second by each socket: what a connection may send."""
TOUCHES = ["claim", *[f"pocket:{column}{row}" for column in "ABCD" for row in "1234"][:15]]
PROBES = 20.0


def host(data: Path, port: int) -> None:
    """Serve in this process, with the usual limits."""
    from tetracade.server.serve import serve

    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    serve(Settings(data=data, port=port, workers=0))


async def ask_on(port: int, table: Json, seat: int, end: float, heard: dict[str, int]) -> None:
    """Ask why, as often as one may, until the end; come back after a connection is lost."""
    hello = {"do": "hello", "id": "h", "table": table["table"], "key": table["token"]}
    while time.monotonic() < end:
        try:
            async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as line:
                await line.send(json.dumps(hello))
                reader = asyncio.create_task(read_on(line, heard))
                number = 0
                while time.monotonic() < end and not reader.done():
                    number += 1
                    touches = TOUCHES[: 1 + number % len(TOUCHES)]
                    await line.send(json.dumps({"do": "why", "id": f"w{number}", "seat": seat, "touches": touches}))
                    await asyncio.sleep(1 / PACE)
                reader.cancel()
        except (ConnectionClosed, InvalidStatus, OSError):
            heard["lost"] = heard.get("lost", 0) + 1
            await asyncio.sleep(1.0)


async def read_on(line: Any, heard: dict[str, int]) -> None:
    """Count what is answered."""
    try:
        async for message in line:
            answer = json.loads(message)
            if answer["is"] == "answer":
                code = answer.get("error", {}).get("code", "ok")
                heard[code] = heard.get(code, 0) + 1
    except ConnectionClosed:
        return


async def flood(seconds: float) -> Json:
    """What the other address saw, and the flood."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.flood", "--host", f"{folder}/t.sqlite", str(port)),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            return await flooded(process.pid, port, seconds)
        finally:
            process.terminate()
            await process.wait()


async def flooded(pid: int, port: int, seconds: float) -> Json:
    """The same, once the server runs."""
    other = httpx.AsyncHTTPTransport(local_address="127.0.0.2", retries=50)
    base = f"http://127.0.0.1:{port}"
    async with (
        httpx.AsyncClient(base_url=base, transport=other, timeout=60) as calm,
        httpx.AsyncClient(base_url=base, timeout=60) as http,
    ):
        await calm.get("/health")
        await has_loaded(pid)
        here = {"kind": "here", "name": "A"}
        table = (
            (await http.post("/api/tables", json={"game": "tetrad", "seats": [here, here]})).raise_for_status().json()
        )
        key = {"authorization": f"Bearer {table['token']}"}
        state = (await http.get(f"/api/tables/{table['table']}", headers=key)).json()
        end, heard = time.monotonic() + seconds, dict[str, int]()
        asking = [asyncio.create_task(ask_on(port, table, state["acting"][0], end, heard)) for _ in range(SOCKETS)]
        waits = []
        while time.monotonic() < end:
            begun = time.perf_counter()
            (await calm.get("/health")).raise_for_status()
            waits.append(time.perf_counter() - begun)
            await asyncio.sleep(1 / PROBES)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    return {
        "health answered": len(waits),
        "p50 ms": late(waits, 0.5),
        "p99 ms": late(waits, 0.99),
        "worst ms": late(waits, 0.99999),
        "questions": heard,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=14)
    parser.add_argument("--host", nargs=2)
    given = parser.parse_args()
    if given.host:
        host(Path(given.host[0]), int(given.host[1]))
    else:
        print(json.dumps(asyncio.run(flood(given.seconds))))
