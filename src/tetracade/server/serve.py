"""Running the application with uvicorn."""

import gc
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from litestar import Litestar

import tetracade
from tetracade.server.api.app import Guarded, answer_all, make_app
from tetracade.server.log_lines import log_json
from tetracade.server.net.connections import connections_for
from tetracade.server.net.session import sessions_with
from tetracade.server.settings import Settings
from tetracade.server.storage.storage import Storage, Unusable
from tetracade.server.storage.store import Store
from tetracade.server.time_source import TimeSource
from tetracade.server.workers.precompiling import compile_missing, load_all, load_soon

if sys.platform != "win32":
    import resource

KEEP_ALIVE = 75
"""Seconds an idle HTTP connection stays open. With uvicorn's default of five, a loop that was busy for that long closed
connections whose next request had already arrived."""
SPARE_FILES = 64
"""Files reserved for other purposes than connections, besides those of bot processes."""
MOST_FILES = 1 << 16
SWITCH_SECONDS = 0.001
"""How long a busy thread, such as one that loads a long table, may keep the interpreter from the event loop."""


class TellingServer(uvicorn.Server):
    """Reports when it is listening, and answers everyone who is waiting when it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.listening = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening."""
        await super().startup(sockets)
        self.listening.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop. Requests in progress are waited for, so none may take long."""
        await answer_all(self._app)
        await super().shutdown(sockets)


def connections_at_most(settings: Settings) -> int:
    """Return how many connections to allow, so that the database and the bots never run out of files."""
    if sys.platform == "win32":
        return settings.most_connections
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = MOST_FILES if allowed == resource.RLIM_INFINITY else allowed
    return max(min(settings.most_connections, free - SPARE_FILES - 4 * settings.workers), 2)


def allow_many_files() -> None:
    """Raise this process's limit of open files as far as the system allows, within reason; each connection is one."""
    if sys.platform == "win32":
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def server_of(settings: Settings, kept: Storage, time_source: TimeSource | None = None) -> TellingServer:
    """A server ready to run; it closes the store when it ends."""
    time_source = time_source or TimeSource()
    app = make_app(settings, kept, time_source)
    config = uvicorn.Config(
        Guarded(app, settings),
        host=settings.host,
        port=settings.port,
        http=connections_for(settings, connections_at_most(settings)),
        ws=sessions_with(app),
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # uvicorn would believe anyone who connects from this machine; see origin.address_of
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
        lifespan="on",
        loop=time_source.loop,
    )
    return TellingServer(config, app)


def store_of(settings: Settings) -> Storage:
    """The store that the settings name; Unusable if it can't be opened."""
    if not settings.store:
        return Store(settings.data)
    try:
        from tetracade.server.storage.postgres import PostgresStore  # noqa: PLC0415 - an extra, which most don't need
    except ImportError:
        raise Unusable("PostgreSQL needs more packages: install tetracade[postgres]") from None
    return PostgresStore(settings.store, settings.lease_seconds)


def shared_socket(settings: Settings) -> socket.socket:
    """A socket at the settings' port, which other processes of this machine listen at, too."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    return socket.create_server((settings.host, settings.port), family=family, reuse_port=True, backlog=2048)


@contextmanager
def spared_collector() -> Iterator[None]:
    """Collect no garbage while everything is loaded that stays for good, and leave that out ever after.

    A restart would spend a tenth of its time looking through it again and again, and find next to nothing. From then on
    full collections are rare, since each is a pause.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(10_000, 100, 100)
        gc.enable()


def serve(settings: Settings, ready: Callable[[], object] = lambda: None) -> None:
    """Serve until stopped; ``ready`` is called once the server listens. BadBox or Unusable if it can't begin."""
    log_json()
    with spared_collector():
        tetracade.use_box(*settings.boxes)
        kept = store_of(settings)
        compile_missing(settings.more_games)
        allow_many_files()
        if kept.shared:  # others serve meanwhile, and a process that is still loading would keep tables waiting
            load_all()
        server = server_of(settings, kept)
    sys.setswitchinterval(SWITCH_SECONDS)
    load_soon(server.listening)
    threading.Thread(target=lambda: server.listening.wait() and ready(), daemon=True).start()
    server.run([shared_socket(settings)] if settings.shared_port else None)
