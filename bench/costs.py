"""What commands and requests cost the server: milliseconds of its CPU time each, beside what it charges for them.

    python -m bench.costs

Each is sent a hundred times, one after the other, to a server of its own at a TETRAD table. The figure is CPU time
of the whole process, so it also has what the thread that writes to disk does: it is more than the loop's share.
"""

import asyncio
import json
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.server import cpu_seconds, serving
from tetracade.server.net.costs import COMMANDS, ORDINARY, REQUESTS

Json = dict[str, Any]
TIMES = 100
WARM = 20
"""So many go before, uncounted: the first of a kind loads code."""
CLAIM = ["claim", "pocket:A1", "pocket:B1"]


async def answer(line: ClientConnection, **command: Any) -> Json:
    """The answer to a command."""
    await line.send(json.dumps(command))
    while True:
        message: Json = json.loads(await line.recv())
        if message["is"] == "answer" and message["id"] == command["id"]:
            return message


async def main() -> None:
    """Measure, and print a table."""
    async with serving("tetrad") as (process, port, _), httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        here = {"kind": "here", "name": "A"}
        setup = {"game": "tetrad", "seats": [here, here], "public": True}
        table = (await http.post("/api/tables", json=setup)).json()
        key = {"authorization": f"Bearer {table['token']}"}
        place = f"/api/tables/{table['table']}"
        seat = (await http.get(place, headers=key)).json()["acting"][0]
        charged = {command.__name__.lower(): cost for command, cost in COMMANDS.items()} | REQUESTS

        async def timed(name: str, once: Any) -> None:
            for number in range(-WARM, 0):
                await once(number)
            before = cpu_seconds(process.pid)
            for number in range(TIMES):
                await once(number)
            spent = (cpu_seconds(process.pid) - before) / TIMES * 1000
            print(f"{name:14} measured {spent:6.2f} ms   charged {charged.get(name, ORDINARY):5.2f} ms", flush=True)

        hello = {"do": "hello", "id": "h", "table": table["table"], "key": table["token"]}
        async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as line:
            await answer(line, **hello)
            commands: dict[str, Json] = {
                "ping": {},
                "look": {"seat": seat},
                "why": {"touches": CLAIM, "seat": seat},
                "chat": {"text": "well played"},
                "hint": {"seat": seat},
            }
            for name, more in commands.items():
                await timed(name, lambda n, name=name, more=more: answer(line, do=name, id=f"{name}{n}", **more))

        async def greeted(_: int) -> None:
            async with connect(f"ws://127.0.0.1:{port}/ws", compression=None) as line:
                await answer(line, **hello)

        await timed("hello", greeted)
        paths = {
            "health": "/health",
            "page": "/",
            "list_games": "/api/games",
            "show_rules": "/api/games/tetrad/rules",
            "show_table": place,
            "wait": f"{place}/wait?since=0&seconds=0",
            "show_record": f"{place}/record",
            "show_log": f"{place}/log",
            "schema": "/schema/openapi.json",
        }
        for name, path in paths.items():
            await timed(name, lambda _, path=path: http.get(path, headers=key))
        ping = {"do": "ping", "id": "p"}
        await timed("do_command", lambda _: http.post(f"{place}/do", json=ping, headers=key))
        await timed("create_table", lambda _: http.post("/api/tables", json=setup))
        await timed("list_tables", lambda _: http.get("/api/tables"))


if __name__ == "__main__":
    asyncio.run(main())
