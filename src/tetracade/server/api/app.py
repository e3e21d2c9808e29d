"""The server's application: routes, headers, errors, start and stop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, MediaType, Request, Response
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import PluginProtocol
from litestar.plugins.core import MsgspecDIPlugin

from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.api.analysis import ANALYSIS_ROUTES
from tetracade.server.api.http import ROUTES, charge
from tetracade.server.api.operator import operator_door
from tetracade.server.api.page import NOTHING, page_route
from tetracade.server.api.peers import ForwardedResponse, peer_door
from tetracade.server.api.rules import RULES_ROUTES
from tetracade.server.net.origin import host_allowed, origin_allowed, own_names, wrong_host
from tetracade.server.rooms.commands import refused
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.settings import Settings
from tetracade.server.storage.storage import Elsewhere, Storage
from tetracade.server.time_source import TimeSource
from tetracade.server.watchdog import Watchdog
from tetracade.server.workers.analyses import Analyses
from tetracade.server.workers.records import Records
from tetracade.table.seating import Denied

STATUS = {
    "malformed": 400,
    "bad_setup": 422,
    "bad_record": 422,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_file": 404,
    "forbidden": 403,
    "wrong_phase": 409,
    "seat_taken": 409,
    "too_many": 429,
    "full": 503,
    "damaged": 410,
    "needs": 409,
    "storage": 507,
    "moved": 503,
}
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{what}-src 'self'" for what in ("script", "style", "font", "connect", "manifest", "worker")),
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

logger = logging.getLogger("tetracade.http")


def _problem(code: str, reason: str, status: int) -> Response[bytes]:
    body = m.encode(r.Problem(error=m.Refused(code=code, reason=reason)))
    return Response(body, status_code=status, media_type=MediaType.JSON)


def on_denied(_: Request[Any, Any, Any], error: Denied) -> Response[bytes]:
    """The answer to a refused request, with its status."""
    body = m.encode(r.Problem(error=refused(error)))
    return Response(body, status_code=STATUS.get(error.code, 409), media_type=MediaType.JSON)


def on_elsewhere(_: Request[Any, Any, Any], error: Elsewhere) -> Response[bytes]:
    """The answer of the process that owns the table."""
    return ForwardedResponse(error)


def on_invalid(_: Request[Any, Any, Any], error: ValidationException | SerializationException) -> Response[bytes]:
    """The answer to a request that can't be read."""
    said = "; ".join(
        f"{part.get('key', 'body')}: {part.get('message', '')}" if isinstance(part, dict) else str(part)
        for part in (getattr(error, "extra", None) or [])
    )
    return _problem("malformed", (said or str(error.detail))[:300], 400)


def on_undecodable(_: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[bytes]:
    """The answer to a body that isn't text."""
    return _problem("malformed", "The body isn't valid UTF-8.", 400)


def on_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """The answer to any other refusal by the framework."""
    if error.status_code >= 500:
        return _problem("internal", "Something went wrong on the server. Nothing was done.", 500)
    if error.status_code == 404:
        return _problem("unknown_file", NOTHING, 404)
    return _problem("malformed", str(error.detail)[:300], error.status_code)


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The answer to a failure in the server itself. Where it happened goes to the log, not to the client."""
    request.app.state.rooms.metrics.count("errors")
    logger.error("request failed", exc_info=error, extra={"path": request.scope["path"].split("?")[0]})
    return _problem("internal", "Something went wrong on the server. Nothing was done.", 500)


class JsonRequest(Request[Any, Any, Any]):
    """A request that refuses a body nested too deeply, which the framework would report as its own failure."""

    async def json(self) -> Any:
        """Return the decoded body; raise SerializationException if it can't be decoded."""
        try:
            return await super().json()
        except RecursionError:
            raise SerializationException("The body is nested too deeply.") from None


class Guarded:
    """Guards the application: turns away pages from other origins, and adds security headers to every answer."""

    def __init__(self, app: Litestar, settings: Settings) -> None:
        self.app = app
        self._origins = settings.origins
        self._names = own_names(settings)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if not host_allowed(host, self._names):
            await _refuse(with_headers, 421, m.Refused(code="wrong_host", reason=wrong_host(host)))
        elif scope["method"] in ("GET", "HEAD"):  # uvicorn drops the body of an answer to HEAD
            asked: Any = {**scope, "method": "GET"}
            await self.app(asked, receive, with_headers)
        elif origin_allowed(headers, self._origins):
            await self.app(scope, receive, with_headers)
        else:
            error = m.Refused(code="forbidden", reason="Pages from other origins can't do this.")
            await _refuse(with_headers, 403, error)


async def _refuse(send: Any, status: int, error: m.Refused) -> None:
    """Answer with a refusal, whatever was asked."""
    body = m.encode(r.Problem(error=error))
    start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


async def answer_all(app: Litestar) -> None:
    """The server is stopping: answer everyone who waits for a change, a hint or a record with what there is."""
    app.state.stopping = True
    for live in app.state.rooms.in_memory.values():
        live.changed.set()
        for hint in live.hinting.values():
            hint.cancel()
    await app.state.rooms.hand_over()
    await app.state.records.close()
    await app.state.analyses.close()


class Application(Litestar):
    """The framework without its support for libraries that we don't use.

    It would load pydantic and attrs wherever they happen to be installed, which takes a tenth of a restart.
    """

    @staticmethod
    def _get_default_plugins(plugins: list[PluginProtocol]) -> list[PluginProtocol]:
        return [*plugins, MsgspecDIPlugin()]


def make_app(
    settings: Settings, kept: Storage, time_source: TimeSource | None = None, page: Path | None = None
) -> Litestar:
    """The application. The rooms open and close with it, and the store closes with the rooms."""

    @asynccontextmanager
    async def open_rooms(app: Litestar) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        rooms, records = Rooms(settings, kept, loop, time_source), Records(settings, loop)
        analyses = app.state.analyses = Analyses(settings, loop)
        app.state.rooms, app.state.records, app.state.stopping = rooms, records, False
        watchdog = Watchdog(loop)
        rooms.metrics.longest_pause = lambda: (watchdog.longest.seconds, watchdog.longest.cause)
        try:
            await rooms.open()
            async with operator_door(settings, rooms), peer_door(app, settings, rooms):
                yield
        finally:
            await records.close()
            await analyses.close()
            await rooms.close()
            watchdog.stop()

    return Application(
        [*ROUTES, *RULES_ROUTES, *ANALYSIS_ROUTES, page_route(page)],
        lifespan=[open_rooms],
        request_class=JsonRequest,
        guards=[charge],
        exception_handlers={
            Denied: on_denied,
            Elsewhere: on_elsewhere,
            ValidationException: on_invalid,
            SerializationException: on_invalid,
            UnicodeDecodeError: on_undecodable,
            HTTPException: on_http,
            Exception: on_failure,
        },
        # as JSON only: the pages that render it load scripts from elsewhere, which our own policy forbids
        openapi_config=OpenAPIConfig("Tetracade", "1", path="/schema", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,
        debug=False,
    )
