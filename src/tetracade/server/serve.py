"""Running the application with uvicorn."""

import gc
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar

from tetracade.server.api.app import Guarded, answer_all, make_app
from tetracade.server.net.connections import connections_for
from tetracade.server.net.session import sessions_with
from tetracade.server.settings import Settings
from tetracade.server.storage.store import Store
from tetracade.server.time_source import TimeSource
from tetracade.server.workers.precompiling import compile_missing, load_soon

if sys.platform != "win32":
    import resource

KEEP_ALIVE = 75
"""Seconds an idle HTTP connection stays. With uvicorn's five, a loop that was busy for so long closed connections whose
next request had come already."""
SPARE_FILES = 64
"""Files that are kept for other things than connections, beside those of bot processes."""
MOST_FILES = 1 << 16
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class TellingServer(uvicorn.Server):
    """Tells when it listens, and those who wait for something when it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app
        self.listening = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self.listening.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; requests that are being answered are waited for, so none may take long."""
        await answer_all(self._app)
        await super().shutdown(sockets)


class JsonLines(logging.Formatter):
    """One JSON object a line: when, what, where, and what the caller adds. Requests are not logged, so no key is."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: str(value) for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_json() -> None:
    """Log to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def connections_at_most(settings: Settings) -> int:
    """How many connections there may be, so that the database and the bots always find a file free."""
    if sys.platform == "win32":
        return settings.most_connections
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = MOST_FILES if allowed == resource.RLIM_INFINITY else allowed
    return max(min(settings.most_connections, free - SPARE_FILES - 4 * settings.workers), 2)


def allow_many_files() -> None:
    """Let this process have as many files as the system allows it, within reason: each connection is one."""
    if sys.platform == "win32":
        return
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def server_of(settings: Settings, kept: Store, time_source: TimeSource | None = None) -> TellingServer:
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
        proxy_headers=False,  # it would believe whoever connects from this machine; see origin.address_of
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
        lifespan="on",
        loop=time_source.loop,
    )
    return TellingServer(config, app)


def spare_the_collector() -> None:
    """Make full collections rare and leave out of them what stays: each one is a pause."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 100, 100)


def serve(settings: Settings, ready: Callable[[], object] = lambda: None) -> None:
    """Serve until stopped; ``ready`` is called when the server listens. Unusable if the tables cannot be kept."""
    log_json()
    kept = Store(settings.data)
    compile_missing(settings.more_games)
    allow_many_files()
    server = server_of(settings, kept)
    spare_the_collector()
    load_soon(server.listening)
    threading.Thread(target=lambda: server.listening.wait() and ready(), daemon=True).start()
    server.run()
