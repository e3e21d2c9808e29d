"""The operator's own address: metrics, detailed health, and what the process holds in memory.

Counters reveal more than strangers should know, so none of this is at the address that players use.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

import tetracade
from tetracade.server.holdings import holdings
from tetracade.server.net.origin import host_allowed, own_names, wrong_host
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.settings import Settings

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


class BadAddress(ValueError):
    """The text isn't an address of the form HOST:PORT."""


def split_address(text: str) -> tuple[str, int]:
    """Split ``HOST:PORT``, with IPv6 addresses in brackets; BadAddress says how to write one."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise BadAddress(f"write an address as HOST:PORT, such as 127.0.0.1:8045, not {text!r}")
    return host, int(port)


class Operator:
    """Answers the operator's requests."""

    def __init__(self, settings: Settings, rooms: Rooms) -> None:
        self._rooms = rooms
        self._sizes = settings.sizes
        self._names = own_names(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one request."""
        status, kind, body = await self._answer(scope)
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: Any) -> tuple[int, str, bytes]:
        """Status, kind and body."""
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if not host_allowed(host, self._names):
            return 421, TEXT, wrong_host(host).encode()
        if scope["method"] not in ("GET", "HEAD"):
            return 405, TEXT, b"Only GET is answered here.\n"
        if scope["path"] == "/metrics":
            return 200, PROMETHEUS, self._rooms.metrics.text().encode()
        if scope["path"] == "/health":
            return 200, JSON, msgspec.json.encode(self._health())
        if scope["path"] == "/sizes" and self._sizes:
            return 200, JSON, msgspec.json.encode(await holdings())
        return 404, TEXT, b"Ask for /health or /metrics; with --sizes also for /sizes.\n"

    def _health(self) -> dict[str, Any]:
        rooms = self._rooms
        return {
            "ok": True,
            "version": tetracade.__version__,
            "tables": len(rooms.in_memory),
            "damaged": rooms.damaged,
            "sockets": sum(rooms.sockets.values()),
        }


@asynccontextmanager
async def operator_door(settings: Settings, rooms: Rooms) -> AsyncIterator[None]:
    """Listen at the operator's address, if one is set, until the server stops."""
    if not settings.operator:
        yield
        return
    host, port = split_address(settings.operator)
    config = uvicorn.Config(
        Operator(settings, rooms), http="h11", ws="none", log_config=None, access_log=False, server_header=False
    )
    config.load()
    state = ServerState()
    listening = await asyncio.get_running_loop().create_server(lambda: H11Protocol(config, state, {}), host, port)
    try:
        yield
    finally:
        listening.close()
        for connection in list(state.connections):
            connection.shutdown()
