"""Asking another process of the same cluster on behalf of a client, over HTTP and WebSockets.

Routing is for speed alone: whichever process a client reaches, the table's owner answers. What is forwarded carries a
key that only processes with the same server key can make, and the client's address. Clients are charged where their
connection ends, so the owner doesn't charge them again.
"""

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

import h11
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tetracade.server.rooms import keys

PEER, CLIENT = "x-tetracade-peer", "x-tetracade-client"
REACH_SECONDS = 1.0
"""How long to wait for another process to take a connection."""
HOP = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"host", b"content-length", b"accept-encoding"}
"""Headers that are about one connection, not about what is asked or answered."""


class Unreached(Exception):
    """The other process can't be reached, or hung up; ``asked`` tells whether it may have got the request."""

    def __init__(self, why: str, asked: bool, refused: bool = False) -> None:
        super().__init__(why)
        self.asked = asked
        self.refused = refused
        """Whether its machine answered that nobody listens there any more."""


class Answered(NamedTuple):
    """Another process's answer to a request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def peer_headers(server_key: bytes, client: str) -> dict[str, str]:
    """The headers by which processes of a cluster know each other, and the client's address."""
    return {PEER: keys.derived(server_key, "peer", ""), CLIENT: client}


def is_peer(server_key: bytes, told: str) -> bool:
    """Whether this is the key of another process of the cluster."""
    return keys.same(told, keys.hashed(keys.derived(server_key, "peer", "")))


async def ask(
    address: str, method: str, target: str, headers: list[tuple[bytes, bytes]], body: bytes, seconds: float
) -> Answered:
    """Return the answer of the process at the address; Unreached if there is none within so many seconds."""
    try:
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.wait_for(asyncio.open_connection(host, int(port)), REACH_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise Unreached(str(error), asked=False, refused=isinstance(error, ConnectionRefusedError)) from error
    try:
        async with asyncio.timeout(seconds):
            return await _exchange(reader, writer, method, target, [(b"host", address.encode()), *headers], body)
    except (OSError, TimeoutError, h11.ProtocolError) as error:
        raise Unreached(str(error), asked=True) from error
    finally:
        writer.close()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    method: str,
    target: str,
    headers: list[tuple[bytes, bytes]],
    body: bytes,
) -> Answered:
    connection = h11.Connection(h11.CLIENT)
    length = (b"content-length", str(len(body)).encode())
    request = h11.Request(method=method, target=target, headers=[*headers, length, (b"connection", b"close")])
    parts = [connection.send(request), connection.send(h11.Data(data=body)), connection.send(h11.EndOfMessage())]
    writer.write(b"".join(part for part in parts if part))
    await writer.drain()
    status, answered, found = 0, [], bytearray()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(1 << 16))
        elif isinstance(event, h11.Response):
            status, answered = event.status_code, list(event.headers)
        elif isinstance(event, h11.Data):
            found += event.data
        elif isinstance(event, h11.EndOfMessage):
            return Answered(status, [pair for pair in answered if pair[0] not in HOP], bytes(found))


class Link:
    """A client's WebSocket, carried on to the table's owner."""

    def __init__(self, socket: ClientConnection, address: str) -> None:
        self._socket = socket
        self.address = address
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def to(cls, address: str, table_id: str, headers: dict[str, str]) -> "Link":
        """A link to the process at the address; Unreached if it doesn't answer."""
        url = f"ws://{address}/ws/{table_id}"
        try:
            async with asyncio.timeout(REACH_SECONDS):
                return cls(
                    await connect(url, additional_headers=headers, compression=None, max_size=None, max_queue=64),
                    address,
                )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise Unreached(str(error), asked=False, refused=isinstance(error, ConnectionRefusedError)) from error

    def carry(self, push: Callable[[bytes], None], ended: Callable[[int, str], None]) -> None:
        """Push what comes from the owner from now on, and say with which code and reason it ended."""
        self._tasks = [asyncio.ensure_future(self._read(push, ended)), asyncio.ensure_future(self._write())]

    def send(self, message: bytes) -> None:
        """Send the owner a message."""
        self._out.put_nowait(message)

    def close(self) -> None:
        """End the link."""
        for task in self._tasks:
            task.cancel()
        self._socket.transport.abort()

    async def _read(self, push: Callable[[bytes], None], ended: Callable[[int, str], None]) -> None:
        try:
            while True:
                push(await self._socket.recv(decode=False))
        except ConnectionClosed as closed:
            said: Any = closed.rcvd
            ended(said.code if said is not None else 0, said.reason if said is not None else "")

    async def _write(self) -> None:
        try:
            while True:
                await self._socket.send(await self._out.get(), text=True)
        except ConnectionClosed:
            return  # the reader tells
