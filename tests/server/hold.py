"""One table held open for hours: ``python -m tests.server.hold --minutes 120``.

A real server with its default settings, in a process of its own. At one table of TetraTrax sit a browser and a bare
client who plays a move every few seconds; a second browser and bare clients watch: one only listens, one also pings,
one polls over HTTP, one comes through a proxy and reads slowly. A close that nobody meant ends it with an error; every
minute it says how things stand. When a game is over the next one begins.
"""

import argparse
import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Page, WebSocket, async_playwright
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.browser.conftest import chromium_settings
from tests.server.running import bearer, free_port

MOVE_SECONDS = 6.0
Json = dict[str, Any]

PLAY = """() => {
  const again = document.querySelector('[data-testid=result] button.main:enabled');
  if (again) { again.click(); return; }
  const lit = [...document.querySelectorAll('.board .place.lit, .own .tile.lit, .column.lit')]
    .filter((each) => !each.disabled && each.getClientRects().length);
  const next = lit.find((each) => each.matches('.column.lit')) ?? lit[0];
  next?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}"""


class Held:
    """What was seen so far."""

    def __init__(self) -> None:
        self.opened = self.moves = self.games = self.frames = 0
        self.unmeant: list[str] = []
        self.ending = False

    def closed(self, who: str, how: str) -> None:
        """Note a close, unless it is ours."""
        if not self.ending:
            self.unmeant.append(f"{time.strftime('%H:%M:%S')} {who}: {how}")


async def follow(held: Held, url: str, hello: Json, who: str, pause: float = 0.0, ping: float = 0.0) -> None:
    """Watch through one WebSocket until the end; come again should it close, as the page does."""
    while not held.ending:
        async with connect(url, compression=None, ping_interval=None) as line:
            held.opened += 1
            await line.send(json.dumps(hello))
            pinging = asyncio.create_task(_pinging(line, ping)) if ping else None
            try:
                async for _ in line:
                    held.frames += 1
                    await asyncio.sleep(pause)
                held.closed(who, f"{line.close_code} {line.close_reason}")
            except ConnectionClosed as closed:
                held.closed(who, f"{closed.rcvd.code if closed.rcvd else 1006}")
            finally:
                if pinging is not None:
                    pinging.cancel()


async def _pinging(line: ClientConnection, every: float) -> None:
    with contextlib.suppress(ConnectionClosed):
        for count in range(1 << 30):
            await asyncio.sleep(every)
            await line.send(json.dumps({"do": "ping", "id": f"p{count}"}))


async def play(held: Held, base: str, table: str, key: str) -> None:
    """Play a seat over a WebSocket of its own: the last of what is offered, a move every few seconds."""
    count, mine = 0, [1]
    while not held.ending:
        async with connect(f"ws{base[4:]}/ws", compression=None, ping_interval=None) as line:
            held.opened += 1
            await line.send(json.dumps({"do": "hello", "id": "h", "table": table, "key": key, "offers": "numbers"}))
            try:
                async for text in line:
                    said = json.loads(text)
                    number = said.get("number", 0)
                    if said["is"] == "update" and said.get("result"):
                        held.games += 1
                    if said["is"] not in ("snapshot", "update"):
                        continue
                    count += 1
                    mine = said["you"]["seats"] if "you" in said else mine  # seats change from game to game
                    asked = said.get("asked")
                    if asked and asked["what"] == "rematch" and mine[0] in asked["waiting"]:
                        await line.send(json.dumps({"do": "rematch", "id": f"m{count}"}))
                    elif said.get("actions"):
                        await asyncio.sleep(MOVE_SECONDS)
                        action = said["actions"][-1]
                        command = {"do": "act", "id": f"a{count}", "number": number, "action": action}
                        await line.send(json.dumps(command))
                        held.moves += 1
                held.closed("player", f"{line.close_code} {line.close_reason}")
            except ConnectionClosed as closed:
                held.closed("player", f"{closed.rcvd.code if closed.rcvd else 1006}")


async def poll(held: Held, base: str, table: str, key: str) -> None:
    """Watch by long polls."""
    async with httpx.AsyncClient(base_url=base, headers=bearer(key), timeout=90) as http:
        since = 0
        while not held.ending:
            try:
                answer = await http.get(f"/api/tables/{table}/wait", params={"since": since, "seconds": 25})
            except httpx.TransportError as error:
                held.closed("poller", repr(error))
                continue
            if answer.status_code != 200:
                held.closed("poller", answer.text)
            since = answer.json().get("number", since)


async def proxy(port: int, listens: int) -> asyncio.Server:
    """A plain proxy that passes bytes on."""

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(1 << 16):
                sink.write(data)
                await sink.drain()
        sink.close()

    async def passed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, back), pump(there, writer))

    return await asyncio.start_server(passed, "127.0.0.1", listens)


async def sit_in_a_browser(held: Held, page: Page) -> None:
    """Play the first seat on the page, slowly."""
    while not held.ending:
        await page.evaluate(PLAY)
        await asyncio.sleep(MOVE_SECONDS / 2)


def watch_sockets(held: Held, page: Page, who: str) -> None:
    """Count the page's WebSockets: the first is its only one, as long as none is closed."""

    def opened(socket: WebSocket) -> None:
        held.opened += 1
        socket.on("framereceived", lambda _: setattr(held, "frames", held.frames + 1))
        socket.on("close", lambda _: held.closed(who, "the page's socket closed"))

    page.on("websocket", opened)


async def hold(port: int, minutes: float) -> Held:
    """Hold the table for so long."""
    base, held = f"http://127.0.0.1:{port}", Held()
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        seats = [{"kind": "here", "name": "Browser"}, {"kind": "open"}]
        table = (await http.post("/api/tables", json={"game": "tetratrax", "seats": seats})).json()
        name, token, watch = table["table"], table["token"], table["watch"]
        sat = await http.post(f"/api/tables/{name}/sit", json={"name": "Bare"}, headers=bearer(table["invite"]))
        key = sat.json()["token"]
    other_port = free_port()
    passing = await proxy(port, other_port)
    hello = {"do": "hello", "id": "h", "table": name, "key": watch}
    through = f"ws://127.0.0.1:{other_port}/ws"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**chromium_settings())
        pages = []
        for who, fragment in (("browser", f"#seat={token}"), ("watching browser", f"#watch={watch}")):
            page = await browser.new_page()
            watch_sockets(held, page, who)
            await page.goto(f"{base}/t/{name}{fragment}")
            pages.append(page)
        tasks = [
            asyncio.create_task(task)
            for task in (
                sit_in_a_browser(held, pages[0]),
                play(held, base, name, key),
                poll(held, base, name, watch),
                follow(held, f"ws{base[4:]}/ws", hello, "listener"),
                follow(held, f"ws{base[4:]}/ws", hello, "pinger", ping=10.0),
                follow(held, through, hello, "slow, by proxy", pause=2.0),
            )
        ]
        end = time.monotonic() + minutes * 60
        while (left := end - time.monotonic()) > 0:
            await asyncio.wait(tasks, timeout=min(60.0, left), return_when=asyncio.FIRST_EXCEPTION)
            for task in tasks:
                if task.done():
                    task.result()
            tell(held, minutes * 60 - (end - time.monotonic()))
        held.ending = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await browser.close()
    passing.close()
    return held


def tell(held: Held, seconds: float) -> None:
    """Say how things stand."""
    said = (
        f"{held.opened} sockets opened, {held.games} games, {held.moves} moves of the bare player, {held.frames} frames"
    )
    print(f"{seconds / 60:6.1f} min: {said}, {len(held.unmeant)} unmeant closes", flush=True)


def until_it_listens(server: "subprocess.Popen[bytes]", port: int) -> None:
    """Wait for the server, which may have to compile the games first."""
    while server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
            return
        time.sleep(0.2)  # nothing tells when a port opens
    raise RuntimeError("the server did not start")


def main() -> None:
    """Hold a table of a server of our own."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=120.0)
    minutes = asked.parse_args().minutes
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-c", "from tetracade.cli import main; main()", "serve", "--port", str(port)]
        server = subprocess.Popen([*command, "--data", str(Path(folder) / "tables.sqlite")])
        try:
            until_it_listens(server, port)
            held = asyncio.run(hold(port, minutes))
        finally:
            server.terminate()
            server.wait(30)
    for close in held.unmeant:
        print(close)
    sys.exit(bool(held.unmeant) or held.moves < minutes)


if __name__ == "__main__":
    main()
