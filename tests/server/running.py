"""A server for tests: the real one, on a real port, in a thread; and clients to talk to it."""

import asyncio
import json
import logging
import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tetracade.server.net.connections import Connection
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.serve import server_of, store_of
from tetracade.server.settings import Settings
from tetracade.server.time_source import TimeSource
from tetracade.server.workers.analyses import Analyses
from tetracade.server.workers.records import Records

GENEROUS = 60.0
"""Seconds after which a test gives up; nothing is measured by it."""
MAGPIE = "tests.server.magpie:GAME"
Json = dict[str, Any]


def free_port() -> int:
    """A port nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Client:
    """One WebSocket to the server."""

    def __init__(self, server: "Running", headers: dict[str, str] | None = None) -> None:
        url = f"ws://127.0.0.1:{server.port}/ws"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(url, additional_headers=headers, open_timeout=GENEROUS, compression=None)
        )
        self.count = 0

    def send(self, **command: Any) -> str:
        """Send a command; returns its id."""
        self.count += 1
        command.setdefault("id", f"c{self.count}")
        self.socket.send(json.dumps(command))
        return str(command["id"])

    def read(self) -> Json:
        """The next message."""
        found: Json = json.loads(self.socket.recv(GENEROUS))
        return found

    def ended(self) -> int:
        """Read to the end, into ``rest``; returns the code with which the server closed."""
        self.rest: list[Json] = []
        try:
            while True:
                self.rest.append(self.read())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0

    def until(self, kind: str, **wanted: Any) -> Json:
        """The next message of this kind with these values; what comes before it is dropped."""
        while True:
            message = self.read()
            if message["is"] == kind and all(message.get(name) == value for name, value in wanted.items()):
                return message

    def hello(self, table: str, key: str = "", **more: Any) -> Json:
        """Say hello and return the snapshot."""
        self.send(do="hello", table=table, key=key, **more)
        return self.until("snapshot")

    def ask(self, **command: Any) -> Json:
        """Send a command and return its answer."""
        return self.until("answer", id=self.send(**command))

    def close(self) -> None:
        """Hang up."""
        self._open.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class MovedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time a test moves on; all timers in it go by that time, uvicorn's too."""

    ahead = 0.0

    def time(self) -> float:
        """The real time, and so much more."""
        return super().time() + self.ahead


class MovedTime:
    """Time that a test moves: the real one and so much more."""

    def __init__(self, wall: float = 0.0) -> None:
        self.wall_ahead = wall
        """How far the date is ahead; negative where it is behind. It may be set at any time."""

    def source(self) -> TimeSource:
        """What to start a server with."""
        return TimeSource(lambda: time.time() + self.wall_ahead, f"{__name__}:{MovedLoop.__name__}")


class Running:
    """A running server."""

    def __init__(self, port: int, server: uvicorn.Server, moved: MovedTime | None) -> None:
        app: Any = server.config.app
        rooms: Rooms = app.app.state.rooms
        records: Records = app.app.state.records
        analyses: Analyses = app.app.state.analyses
        self.port = port
        self.moved = moved
        self.visitors = cast(type[Connection], server.config.http_protocol_class).visitors
        self.connections = server.server_state.connections
        """All of them, WebSockets too."""
        self.rooms = rooms
        self.records = records
        self.analyses = analyses
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=GENEROUS)

    def create(self, seats: list[Json], game: str = "magpie", **more: Any) -> Json:
        """A new table."""
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def sit(self, table: Json, name: str, **more: Any) -> str:
        """Sit down by the invitation; returns the token."""
        answer = self.http.post(
            f"/api/tables/{table['table']}/sit", json={"name": name, **more}, headers=bearer(table["invite"])
        ).json()
        assert answer["ok"], answer
        return str(answer["token"])

    def state(self, table: Json, key: str, **more: Any) -> Json:
        """What the key's holder may know."""
        return dict(self.http.get(f"/api/tables/{table['table']}", headers=bearer(key), params=more).json())

    def state_once_there(self, table: Json, key: str) -> Json:
        """The same, asked for again as long as the table is on its way from one server to another."""
        end = time.monotonic() + GENEROUS
        while True:
            answer = self.http.get(f"/api/tables/{table['table']}", headers=bearer(key))
            if answer.status_code not in (503, 507):  # 507 while a write of the one that has lost it is under way
                return dict(answer.json())
            assert time.monotonic() < end, answer.text

    def do(self, table: Json, key: str, **command: Any) -> Json:
        """A command over HTTP."""
        command.setdefault("id", "h")
        answer = self.http.post(f"/api/tables/{table['table']}/do", headers=bearer(key), json=command)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def inside(self, call: Callable[[], Any]) -> Any:
        """Call this in the server's own loop and return what it returns."""

        async def called() -> Any:
            return call()

        return asyncio.run_coroutine_threadsafe(called(), self.rooms.loop).result(GENEROUS)

    def move(self, seconds: float) -> None:
        """Let so much time pass at once; when this returns, the timers that were due have run.

        A timer that is set anew by one of them, a ping's for example, runs from the new time on.
        """
        loop, moved = self.rooms.loop, self.moved
        assert isinstance(loop, MovedLoop), "start the server with moved=MovedTime()"
        assert moved is not None

        def pass_by() -> None:
            loop.ahead += seconds
            moved.wall_ahead += seconds

        self.inside(pass_by)
        for _ in range(3):  # the loop's next turn finds the timers, perhaps after this has run in it
            self.inside(lambda: None)

    def awaited(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run this in the server's own loop and return what it returns."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.rooms.loop).result(GENEROUS)

    def until(self, call: Callable[[], Any]) -> None:
        """Wait until this is so, seen from the server's own loop, which answers others meanwhile."""
        end = time.monotonic() + GENEROUS
        while not self.inside(call):
            assert time.monotonic() < end, "it never came to that"
            assert self.http.get("/health").json()["ok"]

    def connect(self, headers: dict[str, str] | None = None) -> Client:
        """A new WebSocket."""
        return Client(self, headers)


def complaints(records: list[logging.LogRecord]) -> list[str]:
    """Warnings and errors, but for pauses of the loop: the machine may be busy."""
    loud = [record for record in records if record.levelname in ("WARNING", "ERROR")]
    return [record.getMessage() for record in loud if record.name != "tetracade.watchdog"]


def bearer(key: str) -> dict[str, str]:
    """The header that carries a key."""
    return {"authorization": f"Bearer {key}"} if key else {}


def merge(view: Json, changes: Json) -> None:
    """Let an update change the view, as docs/protocol.md tells clients to."""
    for path, value in changes.items():
        *places, last = path.split(".")
        inner: Any = view
        for place in places:
            inner = inner[int(place)] if isinstance(inner, list) else inner[place]
        inner[int(last) if isinstance(inner, list) else last] = value


@contextmanager
def running(data: Path, **changes: Any) -> Iterator[Running]:
    """A server on this file, with these settings changed; with ``moved=MovedTime()`` in a time that the test moves."""
    moved: MovedTime | None = changes.pop("moved", None)
    changes = {
        "workers": 0,
        "more_games": (MAGPIE,),
        "address_per_second": 1e9,
        "address_at_once": 1 << 40,
        **changes,
    }
    changes = {"tables_per_minute": 1e9, "commands_per_second": 1e9, "commands_at_once": 1 << 40, **changes}
    changes = {"store": DATABASES.get(data, ""), **changes}
    port = free_port()
    source = moved.source() if moved else None
    if moved and changes["store"]:
        from tetracade.server.storage import postgres

        postgres.PATIENCE = 1e9  # where time is moved on, no answer is too late
    settings = Settings(data=data, port=port, **changes)
    server = server_of(settings, store_of(settings), source)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    up = threading.Event()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        up.wait(0.01)
    here = Running(port, server, moved)
    try:
        yield here
    finally:
        here.http.close()
        server.should_exit = True
        thread.join(GENEROUS)


DATABASES: dict[Path, str] = {}
"""By the place that ``somewhere`` gave: the database that stands for the file, where the tests run on PostgreSQL."""


@contextmanager
def somewhere() -> Iterator[Path]:
    """A place for one server: a file, or a database of its own where TETRACADE_TEST_STORE is ``postgres``."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tables.sqlite"
        if os.environ.get("TETRACADE_TEST_STORE") != "postgres":
            yield place
            return
        from tests.server.database import database

        DATABASES[place] = database().create()
        try:
            yield place
        finally:
            database().drop(DATABASES.pop(place))  # hundreds of them would take minutes to remove at the end
