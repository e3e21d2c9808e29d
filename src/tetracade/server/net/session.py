"""A viewer's WebSocket: reads commands, answers them, sends what happens. Nothing a client sends ends the server."""

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar
from websockets.http11 import Request

from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.net.costs import COMMANDS, ORDINARY, of_telling
from tetracade.server.net.forwarding import CLIENT, PEER, Link, Unreached, is_peer
from tetracade.server.net.limits import Bucket
from tetracade.server.net.origin import address_of, host_allowed, origin_allowed, own_names
from tetracade.server.net.websocket import BROKEN, POLICY, RESTART, TRY_AGAIN, WebSocket
from tetracade.server.rooms.commands import MOVED, do, refused, undone
from tetracade.server.rooms.lesson_room import LEARNER, LessonRoom
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.rooms import Rooms, new_seed
from tetracade.server.rooms.viewer import Viewer
from tetracade.server.storage.storage import Elsewhere
from tetracade.table.seating import Denied

ATTEMPTS = 25
"""How often a table whose owner can't be reached is asked for, before the client is told to come again."""
PAUSE = 0.2

STRIKES = 50
"""A connection is closed after this many frames that were unreadable or over the rate."""

logger = logging.getLogger("tetracade.session")


class Session(WebSocket):
    """One connection, from hello to its end."""

    app: Litestar
    forwarded = False
    """Whether the client is connected to another process, which forwards everything."""

    def __init__(self, config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.rooms: Rooms = self.app.state.rooms
        settings = self.rooms.settings
        self.ping_seconds = settings.ping_seconds
        self.queue_bytes = settings.queue_bytes
        self.address = ""
        rate, burst = settings.commands_per_second * ORDINARY, settings.commands_at_once * ORDINARY
        self.bucket = Bucket(rate, burst, self.loop.time())
        """Milliseconds of the loop that this connection may use."""
        self.strikes = 0
        self.table_id = ""
        """The table that the address names, if it names one."""
        self.link: Link | None = None
        """Where the table's owner is another process."""
        self.live: LiveRoom | None = None
        self.viewer: Viewer | None = None
        self._unwatch: Callable[[], None] = lambda: None
        self._patience: asyncio.TimerHandle | None = None
        self._joining: asyncio.Task[None] | None = None
        self._early: list[p.Command | m.Answer] = []
        """Messages that arrived while the table was being loaded."""

    def greeted(self, request: Request) -> HTTPStatus:
        """Turn away pages from other origins, requests for another host, and addresses with too many connections."""
        rooms = self.rooms
        headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()]
        scope = {"client": self.transport.get_extra_info("peername"), "headers": headers}
        self.address = address_of(scope, rooms.settings.proxied)
        told = {name.decode("latin-1"): value.decode("latin-1") for name, value in headers}
        if not host_allowed(told.get("host", ""), own_names(rooms.settings)):
            return HTTPStatus.MISDIRECTED_REQUEST
        if not self._is_ours(request.path) or not origin_allowed(told, rooms.settings.origins):
            return HTTPStatus.FORBIDDEN
        if not rooms.by_address.take(self.address, self.loop.time(), ORDINARY):
            rooms.metrics.count("too_many")
            return HTTPStatus.TOO_MANY_REQUESTS
        if rooms.sockets.get(self.address, 0) >= rooms.settings.sockets_per_address:
            return HTTPStatus.TOO_MANY_REQUESTS
        rooms.sockets[self.address] = rooms.sockets.get(self.address, 0) + 1
        self._patience = self.loop.call_later(rooms.settings.hello_seconds, self.close, POLICY, "say hello first")
        return HTTPStatus.SWITCHING_PROTOCOLS

    def _is_ours(self, target: str) -> bool:
        """Whether this is the address of WebSockets, and note the table that it names, if it does.

        A proxy can send everything about a table to one process by that part of the address.
        """
        path = target.partition("?")[0]
        place, _, self.table_id = path.removeprefix("/").partition("/")
        return path == "/ws" or (place == "ws" and self.table_id.isalnum())

    def heard(self, data: bytes) -> None:
        """Carry out a command, or say why not."""
        command = self._read(data)
        if not self._is_joining():
            self._obey(command)
        else:  # the table is being loaded; what arrives in the meantime follows in order
            self._early.append(command)
        self._close_if_struck_out()

    def _obey(self, command: p.Command | m.Answer) -> None:
        if isinstance(command, m.Answer):
            self.reply(command)
        elif self.link is not None:
            self.link.send(msgspec.json.encode(command))
        elif self.live is None or self.viewer is None or self._is_next_lesson(command):
            self._hello(command)
        elif self.live.broken:
            self.close(RESTART, "goodbye")
        elif not self._may_tell(command):
            self.reply(_too_many(command.id))
        else:
            do(self.live, self.viewer.who, self.viewer, self.viewer.eye, command, self.reply)

    def _may_tell(self, command: p.Command) -> bool:
        """Charge for telling everyone at the table of the command; False if that is too much."""
        more = of_telling(type(command), self.live.here.viewers) if self.live is not None else 0.0
        return not more or self._paid(more)

    def _is_next_lesson(self, command: p.Command) -> bool:
        return isinstance(command, p.Lesson) and isinstance(self.live, LessonRoom)

    def metered(self) -> None:
        """Charge for a frame that isn't a message as if it were one."""
        if not self._allowed():
            self._close_if_struck_out()

    def reply(self, answer: m.Answer) -> None:
        """Send an answer; if the table has moved, its new owner will."""
        if answer.error is not None and answer.error.code == MOVED:
            self.close(RESTART, "come again")
            return
        self.push(m.encode(answer))

    def lost(self) -> None:
        """Leave the table."""
        if self._joining is not None:
            self._joining.cancel()
        if self._patience is not None:
            self._patience.cancel()
        if self.slow:
            self.rooms.metrics.count("slow_readers")
        sockets = self.rooms.sockets
        sockets[self.address] -= 1
        if not sockets[self.address]:
            del sockets[self.address]
        self._end_lesson()
        if self.link is not None:
            self.link.close()
            self._unwatch()
        if self.viewer is not None and self.live is not None:
            self.live.detach(self.viewer)
        self.live = self.viewer = None  # so that this connection doesn't keep the room in memory

    def sent(self, frames: int, size: int) -> None:
        """Count what was sent."""
        if self.live is not None:
            self.live.count_sent(frames, size)
        else:
            self.rooms.metrics.count("frames_sent", frames)
            self.rooms.metrics.count("bytes_sent", size)

    def _allowed(self, cost: float = ORDINARY) -> bool:
        """Charge for something that the client sent; if that is too much, count a strike and return False."""
        return self._paid(cost)

    def _paid(self, cost: float) -> bool:
        """Charge the connection and its address; if that is too much, count a strike and return False."""
        now = self.loop.time()
        if self.bucket.take(now, cost) and self.rooms.by_address.take(self.address, now, cost):
            return True
        self.strikes += 1
        self.rooms.metrics.count("too_many")
        return False

    def _read(self, data: bytes) -> p.Command | m.Answer:
        """Return the command, or the answer to one that is refused."""
        allowed = self._allowed()
        try:
            command = p.read_command(data)
        except p.Malformed as error:
            if not allowed:
                return _too_many(error.id)
            self.strikes += 1
            self.rooms.metrics.count("malformed")
            return undone("malformed", str(error), error.id)
        more = COMMANDS[type(command)] - ORDINARY
        if not allowed or (more > 0 and not self._allowed(more)):
            return _too_many(command.id)
        return command

    def _hello(self, command: p.Command) -> None:
        if not isinstance(command, p.Hello | p.Lesson):
            self.strikes += 1
            self.reply(undone("malformed", "Say hello first.", command.id))
            return
        self._joining = self.loop.create_task(self._join(command))

    async def _join(self, command: p.Hello | p.Lesson) -> None:
        """Join the table once it is in memory, then carry out what was sent in the meantime.

        An error of ours closes the connection; it would otherwise stay open and never get another answer.
        """
        try:
            await (self._begin_lesson(command) if isinstance(command, p.Lesson) else self._say_hello(command))
            self._joining = None
            self._close_if_struck_out()
            while self._early and not self._is_joining():  # a hello that follows a refused one is waited for, too
                self._obey(self._early.pop(0))
        except Exception:
            logger.exception("hello failed")
            self.rooms.metrics.count("errors")
            self.close(BROKEN, "the server failed")

    def _close_if_struck_out(self) -> None:
        """Close the connection after too many strikes; what it sent ahead isn't carried out."""
        if self.strikes >= STRIKES:
            self._early.clear()
            self.close(POLICY, "too many refused")

    def _is_joining(self) -> bool:
        return self._joining is not None

    async def _say_hello(self, command: p.Hello) -> None:
        try:
            if self.table_id not in ("", command.table):
                raise Denied("malformed", "The address names another table.")
            found = await self._live_or_link(command.table)
            if not isinstance(found, LiveRoom):
                self._follow(found, command)
                return
            live = found
            who = live.who(command.key)
            eye = live.audience.eye_for(who, command.eye)
        except Denied as error:
            if error.code in ("storage", MOVED):  # it will be back in a moment
                self.close(RESTART, "come again")
                return
            self.strikes += 10
            self.reply(m.Answer(id=command.id, ok=False, number=0, error=refused(error)))
            return
        if self._patience is not None:
            self._patience.cancel()
        self.live = live
        self.viewer = Viewer(who, command.offers, eye, self.push, self._let_go, command.happenings)
        self.reply(m.Answer(id=command.id, ok=True, number=live.room.number))
        live.attach(self.viewer, command.since)

    async def _live_or_link(self, table_id: str) -> LiveRoom | Link:
        """The table's live room, or a link to the process that has it; Denied if neither can be had."""
        for _ in range(ATTEMPTS):
            try:
                return await self.rooms.live(table_id)
            except Elsewhere as where:
                if self.rooms.cluster is None or self.forwarded:
                    break
                try:
                    return await Link.to(where.address, table_id, self.rooms.cluster.headers(self.address))
                except Unreached as error:  # if it is gone, its lease is over now or in a moment
                    await self.rooms.cluster.unreached(where.address, error)
                    await asyncio.sleep(0 if error.refused else PAUSE)
        raise Denied("storage", "This table can't be reached right now. Try again.")

    def _follow(self, link: Link, command: p.Hello) -> None:
        """Carry everything on to the process that has the table, from this hello on."""
        if self._patience is not None:
            self._patience.cancel()
        self.link = link
        if self.rooms.cluster is not None:
            self._unwatch = self.rooms.cluster.watch(link.address, self._let_go)
        link.carry(self.push, self._link_ended)
        link.send(msgspec.json.encode(command))

    def _link_ended(self, code: int, reason: str) -> None:
        usual = code in (POLICY, BROKEN, TRY_AGAIN)
        self.close(code if usual else RESTART, reason if usual else "come again")

    async def _begin_lesson(self, command: p.Lesson) -> None:
        """Begin a lesson in place of the one before, if there was one."""
        try:
            if command.game not in catalogue.names():
                raise Denied("unknown_game", f"There is no game {command.game!r}.")
            if self._patience is not None:  # the rules may take longer to load
                self._patience.cancel()
            await self.rooms.load_rules(command.game)
            live = LessonRoom(self.rooms, catalogue.find(command.game), command.lesson, new_seed)
        except Denied as error:
            self.strikes += 10
            self.reply(m.Answer(id=command.id, ok=False, number=0, error=refused(error)))
            return
        self._end_lesson()
        self.live = live
        eye = live.running.lesson.seat
        self.viewer = Viewer(LEARNER, command.offers, eye, self.push, self._let_go, command.happenings)
        self.reply(m.Answer(id=command.id, ok=True, number=live.room.number))
        live.attach(self.viewer)

    def _end_lesson(self) -> None:
        """Free the lesson that this connection has, if it has one."""
        if isinstance(self.live, LessonRoom) and self.viewer is not None:
            self.live.detach(self.viewer)
            self.live.close()
            self.live = self.viewer = None

    def _let_go(self) -> None:
        self.close(RESTART, "goodbye")


def _too_many(command: str) -> m.Answer:
    return undone("too_many", "Too much at once. Wait a little.", command)


def sessions_with(application: Litestar) -> type[Session]:
    """The class of this application's WebSockets, for uvicorn."""

    class Here(Session):
        app = application

    return Here


class PeerSession(Session):
    """A client's connection that another process forwards. The client was checked there, and is charged there for all
    that it sends; here only for what it brings about at the table, which the other process can't know."""

    forwarded = True

    def greeted(self, request: Request) -> HTTPStatus:
        """Let other processes of the cluster in, and nobody else."""
        told = {name.lower(): value for name, value in request.headers.raw_items()}
        if not is_peer(self.rooms.key, told.get(PEER, "")) or not self._is_ours(request.path):
            return HTTPStatus.FORBIDDEN
        self.address = told.get(CLIENT, "")
        rooms = self.rooms
        rooms.sockets[self.address] = rooms.sockets.get(self.address, 0) + 1
        self._patience = self.loop.call_later(rooms.settings.hello_seconds, self.close, POLICY, "say hello first")
        return HTTPStatus.SWITCHING_PROTOCOLS

    def _allowed(self, cost: float = ORDINARY) -> bool:
        return True


def peer_sessions_with(application: Litestar) -> type[PeerSession]:
    """The class of WebSockets that other processes forward, for uvicorn."""

    class Here(PeerSession):
        app = application

    return Here
