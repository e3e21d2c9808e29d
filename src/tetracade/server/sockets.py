"""The WebSocket, one for each viewer: read a command, answer it, send what happens. Nothing sent ends the server."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tetracade.server import messages as m
from tetracade.server import protocol as p
from tetracade.server.commands import do, refused
from tetracade.server.desk import Desk
from tetracade.server.hall import Hall
from tetracade.server.limits import Bucket
from tetracade.server.origin import address_of, origin_allowed
from tetracade.server.viewer import Viewer
from tetracade.table.seating import Denied

POLICY, TOO_BIG, TRY_AGAIN = 1008, 1009, 1013
STRIKES = 50
"""So many messages over the rate or unreadable, and the connection is closed."""

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

logger = logging.getLogger("tetracade.socket")


class Gone(Exception):
    """The other side has hung up."""


class Conversation:
    """One connection from hello to the end."""

    def __init__(self, receive: Receive, send: Send, hall: Hall, address: str) -> None:
        self.receive = receive
        self.send = send
        self.hall = hall
        self.address = address
        self.bucket = Bucket(hall.settings.commands_per_second, hall.settings.commands_at_once, hall.loop.time())
        self.strikes = 0
        self.desk: Desk | None = None
        self.viewer: Viewer | None = None

    async def run(self) -> None:
        """Talk until one side ends it."""
        await self.receive()
        await self.send({"type": "websocket.accept"})
        code = POLICY
        try:
            async with asyncio.timeout(self.hall.settings.hello_seconds):
                while self.viewer is None and self.strikes < STRIKES:
                    await self._hello(await self._read())
        except TimeoutError:
            await self._close(POLICY, "say hello first")
            return
        if self.viewer is None:
            await self._close(POLICY, "too many refused")
            return
        sending = asyncio.create_task(self._send())
        reading = asyncio.create_task(self._listen())
        try:
            done, _ = await asyncio.wait({sending, reading}, return_when=asyncio.FIRST_COMPLETED)
            if self.viewer.slow:
                self.hall.metrics.count("slow_readers")
                code = TRY_AGAIN
            elif sending in done:
                code = 1012
            for task in done:
                task.result()
        except (Gone, OSError, RuntimeError):
            code = 0
        finally:
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)
            self.viewer.close()
            if self.desk is not None:
                self.desk.detach(self.viewer)
        if code:
            await self._close(code, "goodbye")

    async def _close(self, code: int, reason: str) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            await self.send({"type": "websocket.close", "code": code, "reason": reason})

    async def _read(self) -> p.Command | m.Answer:
        """The next command, or the answer to one that cannot be taken."""
        message = await self.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        data: Any = message.get("text") or message.get("bytes") or b""
        now = self.hall.loop.time()
        if not (self.bucket.take(now) and self.hall.by_address.take(self.address, now)):
            self.strikes += 1
            self.hall.metrics.count("too_many")
            return _failed("too_many", "Too much at once; wait a little.")
        try:
            return p.read_command(data)
        except p.Malformed as error:
            self.strikes += 1
            self.hall.metrics.count("malformed")
            return _failed("malformed", str(error), error.id)

    async def _hello(self, command: p.Command | m.Answer) -> None:
        if isinstance(command, p.Hello):
            try:
                desk = self.hall.desk(command.table)
                who = desk.who(command.key)
                eye = desk.eye_for(who, command.eye)
            except Denied as error:
                self.strikes += 10
                answer = m.Answer(id=command.id, ok=False, number=0, error=refused(error))
            else:
                self.desk = desk
                self.viewer = Viewer(who, command.offers, eye, self.hall.settings.queue_bytes)
                self.viewer.push(m.encode(m.Answer(id=command.id, ok=True, number=desk.room.number)))
                desk.attach(self.viewer, command.since)
                return
        elif isinstance(command, m.Answer):
            answer = command
        else:
            self.strikes += 1
            answer = _failed("malformed", "The first command is hello.", command.id)
        await self.send({"type": "websocket.send", "text": m.encode(answer).decode()})

    async def _listen(self) -> None:
        viewer, desk = self.viewer, self.desk
        if viewer is None or desk is None:
            return

        def reply(answer: m.Answer) -> None:
            viewer.push(m.encode(answer))

        while self.strikes < STRIKES:
            command = await self._read()
            if isinstance(command, m.Answer):
                reply(command)
            elif not desk.broken:
                do(desk, viewer.who, viewer, viewer.eye, command, reply)
            else:
                return

    async def _send(self) -> None:
        viewer = self.viewer
        if viewer is None:
            return
        metrics = self.hall.metrics
        while frames := await viewer.next_frames():
            for frame in frames:
                await self.send({"type": "websocket.send", "text": frame.decode()})
                metrics.counts["bytes_sent"] += len(frame)
            metrics.counts["frames_sent"] += len(frames)


def _failed(code: str, reason: str, command: str = "") -> m.Answer:
    return m.Answer(id=command, ok=False, number=0, error=m.Refused(code=code, reason=reason))


async def serve_socket(hall: Hall, scope: Any, receive: Receive, send: Send) -> None:
    """The connection of one viewer, from its first bytes on."""
    address = address_of(scope, hall.settings.proxied)
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if scope["path"] != "/ws" or not origin_allowed(headers, hall.settings.origins):
        await send({"type": "websocket.close", "code": POLICY, "reason": ""})
        return
    if hall.sockets.get(address, 0) >= hall.settings.sockets_per_address:
        await send({"type": "websocket.close", "code": TRY_AGAIN, "reason": ""})
        return
    hall.sockets[address] = hall.sockets.get(address, 0) + 1
    try:
        await Conversation(receive, send, hall, address).run()
    except (Gone, OSError):
        return
    except msgspec.MsgspecError:
        logger.exception("a message could not be written")
        hall.metrics.count("errors")
    finally:
        hall.sockets[address] -= 1
        if not hall.sockets[address]:
            del hall.sockets[address]
