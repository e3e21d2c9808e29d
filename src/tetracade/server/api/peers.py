"""Requests about tables that another process owns: forwarded to it; and the door at which the others ask us."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from litestar import Litestar, Request, Response
from litestar.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.net.forwarding import CLIENT, HOP, PEER, Answered, Unreached, ask, is_peer
from tetracade.server.net.origin import ATTEMPT, FORWARDED, address_of, is_forwarded
from tetracade.server.net.session import peer_sessions_with
from tetracade.server.rooms.cluster import ANALYSES, LISTED, OPEN, Cluster
from tetracade.server.rooms.commands import MOVED
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.settings import Settings
from tetracade.server.storage.storage import Elsewhere
from tetracade.table.seating import Denied

ATTEMPTS = 25
"""How often a request is tried before its client is told to try again."""
PAUSE = 0.2
ANSWER_SECONDS = 75.0
"""Longer than the longest poll."""
MOVED_REASON = "This table has moved. Send the same command again."


class ForwardedResponse(Response[bytes]):
    """The answer of the process that owns the table."""

    def __init__(self, where: Elsewhere) -> None:
        super().__init__(b"")
        self._where = where

    def to_asgi_response(self, app: Litestar | None, request: Request[Any, Any, Any], **_: Any) -> Any:
        """The application that asks the other process and answers."""
        return Forward(request, self._where)


class Forward:
    """Asks the table's owner; if it is gone, asks again who owns the table by now."""

    def __init__(self, request: Request[Any, Any, Any], where: Elsewhere) -> None:
        self._request = request
        self._where = where

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer the request."""
        rooms: Rooms = self._request.app.state.rooms
        body = await self._request.body()
        if is_forwarded(scope):  # we were thought to own it
            await _answer(send, 421, [], _problem())
            return
        target = scope["path"] + ("?" + scope["query_string"].decode() if scope["query_string"] else "")
        cluster = rooms.cluster
        assert cluster is not None
        client = address_of(scope, rooms.settings.proxied)
        headers = [pair for pair in scope["headers"] if pair[0] not in HOP and pair[0] not in (PEER, CLIENT)]
        headers += [(name.encode(), value.encode()) for name, value in cluster.headers(client).items()]
        try:
            asking = ask(self._where.address, scope["method"], target, headers, body, ANSWER_SECONDS)
            found = await _while_alive(cluster, self._where.address, asking)
        except Unreached as error:
            if error.asked and scope["path"].endswith("/sit"):  # it may have been done, and would be done again
                await _answer(send, 503, [], _problem())
                return
            await cluster.unreached(self._where.address, error)
        else:
            if found.status != 421 and not (found.status == 503 and MOVED.encode() in found.body):
                await _answer(send, found.status, found.headers, found.body)
                return
        await self._again(scope, body, send)

    async def _again(self, scope: Any, body: bytes, send: Any) -> None:
        """Ask anew: the owner may have changed, or we may own the table by now."""
        attempt = scope.get(ATTEMPT, 0) + 1
        if attempt > ATTEMPTS:
            await _answer(send, 503, [], _problem())
            return
        await asyncio.sleep(PAUSE)
        sent = False

        async def receive() -> Any:
            nonlocal sent
            if sent:
                await asyncio.Event().wait()
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        state = {name: value for name, value in scope.get("state", {}).items() if not name.startswith("_ls")}
        again: Any = {**scope, ATTEMPT: attempt, "state": state}
        application: ASGIApp = self._request.app
        await application(again, receive, send)


async def _while_alive(cluster: Cluster, address: str, asking: Coroutine[Any, Any, Answered]) -> Answered:
    """The answer of that process; Unreached as soon as its lease is over."""
    task = asyncio.ensure_future(asking)
    call_off = cluster.watch(address, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        if not task.cancelled():  # it is we who are cancelled
            task.cancel()
            raise
        raise Unreached("its lease is over", asked=True) from None
    finally:
        call_off()


def _problem() -> bytes:
    return m.encode(r.Problem(error=m.Refused(code=MOVED, reason=MOVED_REASON)))


async def _answer(send: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    kept = headers or [(b"content-type", b"application/json")]
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*kept, length]})
    await send({"type": "http.response.body", "body": body})


class PeerDoor:
    """Lets other processes of the cluster in, with their clients' requests, and nobody else."""

    def __init__(self, app: Litestar, rooms: Rooms) -> None:
        self._app = app
        self._rooms = rooms

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        told = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["type"] != "http" or not is_peer(self._rooms.key, told.get(PEER, "")):
            await _answer(send, 403, [], m.encode(r.Problem(error=m.Refused(code="forbidden", reason="Keep out."))))
        elif scope["path"] == LISTED:
            await _answer(send, 200, [], m.encode(self._rooms.listed_here()))
        elif scope["path"].startswith(OPEN):
            await _answer(send, 200 if await self._opens(scope["path"].removeprefix(OPEN)) else 404, [], b"")
        elif scope["path"].startswith(ANALYSES):
            found = self._app.state.analyses.find(scope["path"].removeprefix(ANALYSES))
            await _answer(send, 404 if found is None else 200, [], b"")
        else:
            known: Any = {**scope, FORWARDED: told.get(CLIENT, "")}
            await self._app(known, receive, send)

    async def _opens(self, table_id: str) -> bool:
        """Whether the table is open here, for a process that can't play it; nobody is referred any further."""
        try:
            if self._rooms.may_open(table_id):
                await self._rooms.live(table_id)
        except (Denied, Elsewhere):
            return False
        return self._rooms.is_open(table_id)


@asynccontextmanager
async def peer_door(app: Litestar, settings: Settings, rooms: Rooms) -> AsyncIterator[None]:
    """Listen for the other processes, and tell them where, if the store is shared."""
    if rooms.cluster is None:
        yield
        return
    config = uvicorn.Config(
        PeerDoor(app, rooms),
        http="h11",
        ws=peer_sessions_with(app),
        log_config=None,
        access_log=False,
        server_header=False,
    )
    config.load()
    state = ServerState()
    listening = await rooms.loop.create_server(lambda: H11Protocol(config, state, {}), settings.peer_host, 0)
    await rooms.cluster.open(f"{settings.peer_host}:{listening.sockets[0].getsockname()[1]}")
    try:
        yield
    finally:
        listening.close()
        for connection in list(state.connections):
            connection.shutdown()
