"""Incoming connections while they speak HTTP. Addresses are limited, and connections without a request are closed.

uvicorn reads the requests. On its own it waits forever and counts no one, so a few hundred silent connections were
enough to keep everyone else out.
"""

import asyncio
import math
import re
from collections import Counter
from typing import Any, cast

import h11
from h11._connection import DEFAULT_MAX_INCOMPLETE_EVENT_SIZE
from uvicorn.protocols.http.h11_impl import H11Protocol

from tetracade.server.net.origin import address_of
from tetracade.server.net.websocket import WebSocket
from tetracade.server.settings import Settings

UNREAD_SECONDS = 60.0
"""Seconds an answer may stay unread before the connection is closed."""
EMPTY_LINES = re.compile(rb"(?:\r?\n)+")
REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 21\r\n\r\n"
    b"Too many connections\n"
)


class Visitors:
    """Keeps track of connections: how many each address has, and which ones are silent, the oldest first."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.seconds = settings.request_seconds
        self.most = most
        self.each = math.inf if settings.proxied else min(settings.connections_per_address, max(most // 2, 1))
        """Behind a proxy all connections come from one address."""
        self.by_address: Counter[str] = Counter()
        self.waiting: dict[Connection, None] = {}
        """Connections whose request hasn't arrived completely."""
        self.idle: dict[Connection, None] = {}
        """Connections that have been answered and may send another request."""

    def enter(self, address: str) -> bool:
        """Count another connection from the address; return False, without counting, if it already has too many."""
        if self.by_address[address] >= self.each:
            return False
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one connection fewer."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def make_room(self, present: int) -> None:
        """If there are too many connections in all, hang up on the one that has been silent the longest.

        It is chosen from the larger group, so that those who hold many connections make room for newcomers.
        """
        crowd = max(self.waiting, self.idle, key=len)
        if present > self.most and crowd:
            next(iter(crowd)).hang_up()


class Requests(h11.Connection):
    """Reads requests, and skips empty lines before each, as RFC 9112 (2.2) asks of a server.

    h11 takes such a line for a malformed request. The connection was closed, and whoever had just sent the next request
    got no answer to it.
    """

    def next_event(self) -> Any:
        """The next event."""
        if self.their_state is h11.IDLE:
            empty = EMPTY_LINES.match(bytes(self._receive_buffer))
            self._receive_buffer.maybe_extract_at_most(empty.end() if empty else 0)
            if bytes(self._receive_buffer) == b"\r":  # the rest of the line is still on its way
                return h11.NEED_DATA
        return super().next_event()


class Connection(H11Protocol):
    """One connection that speaks HTTP."""

    visitors: Visitors

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = Requests(h11.SERVER, config.h11_max_incomplete_event_size or DEFAULT_MAX_INCOMPLETE_EVENT_SIZE)
        self._address = ""
        self._counted = False
        self._patience: asyncio.TimerHandle | None = None
        """Runs while a request is incomplete."""
        self._unread: asyncio.TimerHandle | None = None
        self._handed_over = False
        """Whether this has become a WebSocket, whose own timers watch over it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Called by the loop when the connection opens."""
        super().connection_made(transport)
        self._address = address_of({"client": self.client}, proxied=False)
        self._counted = self.visitors.enter(self._address)
        if not self._counted:
            transport.write(REFUSED)
            transport.close()
            return
        self._wait()
        self.visitors.make_room(len(self.connections))

    def data_received(self, data: bytes) -> None:
        """Called by the loop with the bytes received."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if (
            self._handed_over
        ):  # uvicorn does this before h11 has read the end of the request, so h11's state says nothing here
            return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._patience is None:
            self._wait()

    def on_response_complete(self) -> None:
        """Called when a request has been answered. The next one may already be here, complete or in part."""
        super().on_response_complete()
        if self._handed_over or self.transport.is_closing() or self._patience is not None:
            return
        begun, _ = self.conn.trailing_data
        if self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and begun):
            self._wait()
        elif self.conn.their_state is h11.IDLE:
            self.visitors.idle[self] = None  # uvicorn closes it in the end

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over the connection, its place in the count, and the bytes that came along with its request."""
        self._handed_over = True
        self._stop_waiting()
        self._stop_unread()
        super().handle_websocket_upgrade(event)
        websocket = cast(WebSocket, self.transport.get_protocol())
        websocket.ended = self._leave
        if self.flow.write_paused:  # an earlier answer is still unread, and the transport says so only once
            websocket.pause_writing()
        early, _ = self.conn.trailing_data
        if early:  # uvicorn drops these bytes, and the rest of a frame would be taken for a frame
            websocket.data_received(early)

    def pause_writing(self) -> None:
        """Called when the client stops reading."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.hang_up)

    def resume_writing(self) -> None:
        """Called when the client reads again."""
        super().resume_writing()
        self._stop_unread()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the loop when the connection is closed."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._stop_unread()
        self._leave()

    def hang_up(self) -> None:
        """Close the connection immediately."""
        self._stop_waiting()
        self.connections.discard(self)  # now rather than when the loop gets to it, so that no one else has to make room
        self._leave()
        self.transport.abort()

    def _wait(self) -> None:
        self.visitors.idle.pop(self, None)
        self._patience = self.loop.call_later(self.visitors.seconds, self.hang_up)
        self.visitors.waiting[self] = None

    def _stop_waiting(self) -> None:
        self.visitors.idle.pop(self, None)
        self.visitors.waiting.pop(self, None)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            self.visitors.leave(self._address)


def connections_for(settings: Settings, most: int) -> type[Connection]:
    """The class of this server's connections, for uvicorn; ``most`` is how many there may be in all."""

    class Here(Connection):
        visitors = Visitors(settings, most)

    return Here
