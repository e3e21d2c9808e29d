"""The way in: a connection while it speaks HTTP. Each address has a limit, and whoever asks for nothing is let go.

uvicorn reads the requests. It waits for them without end and counts nobody: a few hundred connections that said nothing
kept everybody else out.
"""

import asyncio
import math
from collections import Counter
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tetracade.server.net.origin import address_of
from tetracade.server.net.websocket import WebSocket
from tetracade.server.settings import Settings

UNREAD_SECONDS = 60.0
"""Seconds an answer may lie unread before the connection is closed."""
REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 21\r\n\r\n"
    b"Too many connections\n"
)


class Visitors:
    """Those who are connected: how many from each address, and those who ask for nothing, first comers first."""

    def __init__(self, settings: Settings, most: int) -> None:
        self.seconds = settings.request_seconds
        self.most = most
        self.each = math.inf if settings.proxied else min(settings.connections_per_address, max(most // 2, 1))
        """Behind a proxy all come from one address."""
        self.by_address: Counter[str] = Counter()
        self.waiting: dict[Connection, None] = {}
        """Those whose request hasn't come, or is incomplete."""
        self.idle: dict[Connection, None] = {}
        """Those who have been answered and stay for their next request."""

    def enter(self, address: str) -> bool:
        """Count one more from the address; False, with nothing counted, if it has too many already."""
        if self.by_address[address] >= self.each:
            return False
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def make_room(self, present: int) -> None:
        """Where all are more than may be, hang up on the one that has been asking for nothing for longest.

        It is one of the larger crowd: those who hold many connections of one kind make room, not those who just came.
        """
        crowd = max(self.waiting, self.idle, key=len)
        if present > self.most and crowd:
            next(iter(crowd)).hang_up()


class Connection(H11Protocol):
    """One connection that speaks HTTP."""

    visitors: Visitors

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._address = ""
        self._counted = False
        self._patience: asyncio.TimerHandle | None = None
        """Runs while a request is incomplete."""
        self._unread: asyncio.TimerHandle | None = None
        self._handed_over = False
        """Whether this has become a WebSocket, whose own timers watch over it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Called with the connection."""
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
        """Called with what came."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._handed_over:  # uvicorn does so before h11 has read the request's end: its state means nothing here
            return
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_waiting()
        elif self._patience is None:
            self._wait()

    def on_response_complete(self) -> None:
        """Called when a request is answered; the next may have come with it, or a part of it."""
        super().on_response_complete()
        if self._handed_over or self.transport.is_closing() or self._patience is not None:
            return
        begun, _ = self.conn.trailing_data
        if self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and begun):
            self._wait()
        elif self.conn.their_state is h11.IDLE:
            self.visitors.idle[self] = None  # uvicorn lets it go in the end

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over, what it counts for, and what came in one piece with its request."""
        self._handed_over = True
        self._stop_waiting()
        self._stop_unread()
        super().handle_websocket_upgrade(event)
        websocket = cast(WebSocket, self.transport.get_protocol())
        websocket.ended = self._leave
        if self.flow.write_paused:  # an answer from before lies there unread, and the transport says so only once
            websocket.pause_writing()
        early, _ = self.conn.trailing_data
        if early:  # uvicorn drops it, and the rest of a frame would be taken for a frame
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
        """Called at the end."""
        super().connection_lost(exc)
        self._stop_waiting()
        self._stop_unread()
        self._leave()

    def hang_up(self) -> None:
        """End the connection at once."""
        self._stop_waiting()
        self.connections.discard(self)  # now, not when the loop comes to it: nobody else need make room for this one
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
    """The class of a server's connections, as uvicorn wants it; ``most`` is how many there may be in all."""

    class Here(Connection):
        visitors = Visitors(settings, most)

    return Here
