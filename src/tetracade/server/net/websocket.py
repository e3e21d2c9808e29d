"""The server's side of a WebSocket. uvicorn hands the connection over after its first request.

The library ``websockets`` reads and writes the frames, but for what ``frames`` does in its place: whole short messages
that come, and messages that are sent. A frame is dealt with as soon as it arrives, without a task or a queue in
between, and everything sent within one turn of the loop goes out in one write. Senders are charged for every
frame, including pings and parts of messages. A reader that is too slow is cut off.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from tetracade.server.api.protocol import FRAME_LIMIT
from tetracade.server.net.frames import ends_even, head_of, is_whole_text, unmasked

POLICY, BROKEN, RESTART, TRY_AGAIN, NO_TEXT = 1008, 1011, 1012, 1013, 1007
CLOSE_SECONDS = 5.0
"""Seconds the client has to hang up after we say goodbye."""
CLOSE_FRAMES = 200
"""How many more frames are read while we wait for the client's goodbye."""
MOST_PARTS = 64
"""A message in more parts is refused, because empty parts could go on forever."""
PIECE = 1024
"""How many bytes to read between checks of the sender's limits; a frame has at least six."""

logger = logging.getLogger("tetracade.socket")


class WebSocket(asyncio.Protocol, ABC):
    """One connection; subclasses say what it is for."""

    ping_seconds = 20.0
    queue_bytes = 1_000_000
    ended: Callable[[], None] | None = None
    """Called when the connection has ended, whether it was accepted or not."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport
        self.slow = False
        self._all: set[Any] = server_state.connections
        self._protocol = ServerProtocol(max_size=FRAME_LIMIT, logger=logger)
        self._begun: list[bytes] = []
        """The parts of an incomplete message so far."""
        self._text = True
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._late = 0
        """How many frames have arrived since the goodbye."""
        self._due = self._paused = self._greeted = self._closing = self._told = self._silent = self._ending = False
        self._even = False
        """Whether the input so far ends at the end of a frame; then a short message needs no parser."""
        self._timer: asyncio.TimerHandle | None = None

    # ---- what it is for --------------------------------------------------------------------------------------------

    @abstractmethod
    def greeted(self, request: Request) -> HTTPStatus:
        """Return SWITCHING_PROTOCOLS to accept the connection, or the status to refuse it with."""

    @abstractmethod
    def heard(self, data: bytes) -> None:
        """Handle a message."""

    @abstractmethod
    def metered(self) -> None:
        """Charge for a frame that isn't a message (a ping, a pong, a part), and close the connection if need be."""

    @abstractmethod
    def lost(self) -> None:
        """Clean up: the connection has ended, or is about to. Called once, if it was accepted."""

    def sent(self, frames: int, size: int) -> None:
        """Note how many bytes and frames were sent."""

    # ---- sending ---------------------------------------------------------------------------------------------------

    def push(self, message: bytes) -> None:
        """Send a message; if too much is waiting already, give up on the connection."""
        if self._closing:
            return
        self._bytes += len(message)
        if self._bytes > self.queue_bytes or (self._paused and self._lags()):
            self._give_up()
            return
        self._waiting.append(message)
        if not self._due and not self._paused:
            self._due = True
            self.loop.call_soon(self._flush)

    def close(self, code: int, reason: str) -> None:
        """Send everything that is waiting, and say goodbye."""
        if self._closing:
            return
        self._paused = False
        self._flush()
        self._closing = True
        if self._greeted and self._protocol.state is State.OPEN:  # otherwise the client has already said goodbye
            self._protocol.send_close(code, reason)
            self._write()
        self.loop.call_soon(self._tell_lost)

    def _lags(self) -> bool:
        """Whether too much is waiting to be sent, here and in the transport together."""
        return self._bytes + self.transport.get_write_buffer_size() > self.queue_bytes

    def _give_up(self) -> None:
        """Cut off a reader that is too slow, and drop what is waiting for it."""
        self.slow = True
        self._waiting.clear()
        self.close(TRY_AGAIN, "too slow")

    def shutdown(self) -> None:
        """Called by uvicorn when the server stops."""
        self.close(RESTART, "goodbye")
        self.transport.close()

    def _flush(self) -> None:
        self._due = False
        if self._paused or self._closing or not self._waiting:
            return
        waiting, self._waiting = self._waiting, []
        self.sent(len(waiting), self._bytes)
        self._bytes = 0
        if self._protocol.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(b"".join([part for message in waiting for part in (head_of(len(message)), message)]))

    def _write(self) -> None:
        """Write the protocol's output, and hang up if it says so."""
        parts = self._protocol.data_to_send()
        if parts and not self.transport.is_closing():
            self.transport.write(parts[0] if len(parts) == 1 else b"".join(parts))
            if not parts[-1] and self.transport.can_write_eof():
                self.transport.write_eof()
        if self._protocol.close_expected():
            self._closing = True
            if not self._ending:  # only once: a client that keeps sending gets no extra time
                self._ending = True
                self._set_timer(CLOSE_SECONDS, self.transport.abort)
        elif self._paused and not self._closing and self._lags():
            self._give_up()

    # ---- what the loop calls ---------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called with the connection's transport."""
        self.transport = cast(asyncio.Transport, transport)
        self._all.add(self)

    def data_received(self, data: bytes) -> None:
        """Called by the loop with the bytes received."""
        self._silent = False
        if self._even:
            if not self._begun and self._protocol.state is State.OPEN and is_whole_text(data):
                self._hear(unmasked(data), text=True)
                return
            self._even = ends_even(data)
        for start in range(0, len(data), PIECE):
            self._protocol.receive_data(data[start : start + PIECE])
            for event in self._protocol.events_received():
                if isinstance(event, Frame):
                    self._take(event)
                elif isinstance(event, Request):
                    self._greet(event)
                    self._even = self._greeted and data.endswith(b"\r\n\r\n")
            self._write()
            if self._late > CLOSE_FRAMES:
                self.transport.abort()
                return

    def pause_writing(self) -> None:
        """Called when the client stops reading."""
        self._paused = True

    def resume_writing(self) -> None:
        """Called when the client reads again."""
        self._paused = False
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        """Called by the loop when the connection is closed."""
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._all.discard(self)
        if self.ended is not None:
            self.ended()
        self._tell_lost()

    def _greet(self, request: Request) -> None:
        response = self._protocol.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            status = self.greeted(request)
            if status != HTTPStatus.SWITCHING_PROTOCOLS:
                response = self._protocol.reject(status, f"{status.phrase}\n")
            else:
                self._greeted = True
                self._set_timer(self.ping_seconds, self._ping)
        self._protocol.send_response(response)

    def _take(self, frame: Frame) -> None:
        if self._closing:
            self._late += 1
            return
        part = frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)
        if not (part and frame.fin):  # a message is charged once, with its last part
            self.metered()
        if not part:
            return
        if frame.opcode is not Opcode.CONT:
            self._text = frame.opcode is Opcode.TEXT
        self._begun.append(bytes(frame.data))
        if frame.fin:
            message, self._begun = b"".join(self._begun), []
            self._hear(message, self._text)
        elif len(self._begun) >= MOST_PARTS:
            self.close(POLICY, "a message in too many parts")

    def _hear(self, message: bytes, text: bool) -> None:
        if self._closing:
            return
        try:
            if text:
                message.decode()
            self.heard(message)
        except UnicodeDecodeError:
            self.close(NO_TEXT, "not UTF-8")
        except Exception:  # our own failure ends this connection, but no other
            logger.exception("couldn't handle a message")
            self.close(BROKEN, "the server failed")

    def _ping(self) -> None:
        """Check that the client is still there."""
        if self._closing:
            return
        if self._silent:
            self._protocol.fail(BROKEN, "no answer")
        else:
            self._silent = True
            self._protocol.send_ping(b"")
            self._set_timer(self.ping_seconds, self._ping)
        self._write()

    def _set_timer(self, seconds: float, call: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, call)

    def _tell_lost(self) -> None:
        if self._greeted and not self._told:
            self._told = True
            self.lost()
