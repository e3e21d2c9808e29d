"""The same table over HTTP, for programs; the OpenAPI document comes from these functions."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.enums import MediaType
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter

import tetracade
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import Seen
from tetracade.engine.game import Game
from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.net.costs import LOG_LINE, ORDINARY, REQUESTS
from tetracade.server.net.origin import address_of
from tetracade.server.rooms import keys
from tetracade.server.rooms.commands import do
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.rooms.viewer import Who
from tetracade.server.workers.records import Records
from tetracade.table.fair import proof_lines
from tetracade.table.history import PastGame, past_game
from tetracade.table.log import sealed_lines
from tetracade.table.record import seen_record
from tetracade.table.seating import Denied
from tetracade.table.series import has_matches

RECORD_LIMIT = 64 * 1024
MOST_SECONDS = 60.0

Table = Annotated[str, PathParameter(max_length=32, pattern=p.only("a-z0-9"), description="the table's id")]
Key = Annotated[str, HeaderParameter(name="Authorization", max_length=80, description="Bearer and a key")]
Name = Annotated[str, PathParameter(max_length=40, description="the game's name")]
Offers = Annotated[p.Detail, QueryParameter(description="how much is said about each offer")]
Eye = Annotated[int | None, QueryParameter(ge=0, lt=p.MOST_SEATS, description="the seat whose view is wanted")]


def _refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of an operation, as the OpenAPI document lists them."""
    return {
        status: ResponseSpec(m.Problem, description=HTTPStatus(status).phrase, generate_examples=False)
        for status in (400, 403, 429, *statuses)
    }


AT_TABLE = _refusals(404, 409, 410, 507)
COMMANDING = _refusals(404, 409, 410, 413, 415, 507)
CREATING = _refusals(413, 415, 422, 503, 507)
READING = _refusals(413, 422, 503)


@dataclass
class TextBody(Operation):
    """An operation that takes a record as text."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={"text/plain": text}, required=True)


def charge(request: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Charge every request for what it costs, before anything of it is read."""
    _charge(request, REQUESTS.get(handler.fn.__name__, ORDINARY))


def _charge(request: ASGIConnection[Any, Any, Any, Any], milliseconds: float) -> None:
    rooms = _rooms(request)
    address = address_of(request.scope, rooms.settings.proxied)
    if not rooms.by_address.take(address, rooms.loop.time(), milliseconds):
        rooms.metrics.count("too_many")
        raise Denied("too_many", "Too much at once. Wait a little.")


def _rooms(request: ASGIConnection[Any, Any, Any, Any]) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def _read_log(request: Request[Any, Any, Any], table: str) -> LiveRoom:
    """The table whose log is read from its beginning; the longer it is, the more that counts."""
    live = await _rooms(request).live(table)
    _charge(request, min(live.room.number * LOG_LINE, live.rooms.settings.address_at_once * ORDINARY / 2))
    return live


def _who(live: LiveRoom, authorization: str) -> Who:
    kind, _, key = authorization.partition(" ")
    return live.who(key.strip() if kind.lower() == "bearer" else "")


@get("/api/games", responses=_refusals(), summary="Games one can play here")
async def list_games(request: Request[Any, Any, Any]) -> list[m.GameInfo]:
    """All games, with their options and the fields of their views."""
    return [game_info(catalogue.find(name)) for name in catalogue.names()]


@get(
    "/api/games/{name:str}/rules",
    responses=_refusals(404),
    media_type=MediaType.TEXT,
    summary="A game's numbered rules",
)
async def show_rules(request: Request[Any, Any, Any], name: Name) -> Response[str]:
    """The rules as Markdown."""
    try:
        game = catalogue.find(name)
    except UnknownGame as error:
        raise Denied("unknown_game", str(error)) from None
    text = (game.folder / "rules.md").read_text(encoding="utf-8")
    return Response(text, media_type="text/markdown; charset=utf-8")


@get("/api/tables", responses=_refusals(507), summary="Public tables, newest first")
async def list_tables(request: Request[Any, Any, Any]) -> m.Lobby:
    """The lobby."""
    return await _rooms(request).lobby()


@post("/api/tables", responses=CREATING, summary="Set up a table", request_max_body_size=p.FRAME_LIMIT)
async def create_table(request: Request[Any, Any, Any], data: JSONBody[p.TableSetup]) -> m.Created:
    """A new table; who creates it holds its seats of the kind `here` and may start it."""
    rooms = _rooms(request)
    creator = address_of(request.scope, rooms.settings.proxied)
    if not rooms.creating.take(creator, rooms.loop.time()):
        raise Denied("too_many", "Too many new tables; wait a little.")
    live, token = rooms.create(data, creator)
    rows = rooms.first_rows(live)
    live.room.start_if_full(live.now)
    await stored(live, extra=rows)
    return m.Created(
        table=live.id,
        number=live.room.number,
        token=token,
        held=live.room.seating.held_by(0),
        invite=live.keys.invite,
        watch=live.keys.watch,
        commitment=live.room.opened.commitment,
    )


async def stored(live: LiveRoom, extra: Any) -> None:
    """Wait until what the table has added is on disk."""
    waiting: asyncio.Future[None] = live.rooms.loop.create_future()

    def then(error: Exception | None) -> None:
        if waiting.done():
            return
        if error is None:
            waiting.set_result(None)
        else:
            waiting.set_exception(Denied("storage", "The server couldn't save this, so nothing was done."))

    live.flush(extra=extra, then=then)
    await waiting


async def answered(live: LiveRoom, who: Who, command: p.Command) -> m.Answer:
    """The answer to a command."""
    waiting: asyncio.Future[m.Answer] = live.rooms.loop.create_future()

    def reply(answer: m.Answer) -> None:
        if not waiting.done():
            waiting.set_result(answer)

    do(live, who, None, live.room.seating.only_seat_of(who.holder), command, reply)
    return await waiting


@post(
    "/api/tables/{table:str}/sit",
    responses=COMMANDING,
    summary="Take a seat",
    status_code=200,
    request_max_body_size=p.FRAME_LIMIT,
)
async def sit(
    request: Request[Any, Any, Any], table: Table, data: JSONBody[p.SitDown], authorization: Key = ""
) -> m.Answer:
    """Take an open seat; the answer brings the token that holds it."""
    live = await _rooms(request).live(table)
    command = p.Sit(id=keys.new_token(), name=data.name, seat=data.seat, word=data.word, token=data.token)
    return await answered(live, _who(live, authorization), command)


@get("/api/tables/{table:str}", responses=AT_TABLE, summary="What one may know now")
async def show_table(
    request: Request[Any, Any, Any], table: Table, authorization: Key = "", eye: Eye = None, offers: Offers = "full"
) -> m.Snapshot:
    """A snapshot for the holder of the key."""
    live = await _rooms(request).live(table)
    who = _who(live, authorization)
    seen = live.audience.eye_for(who, eye)
    live.seen(who)
    found = live.snapshot(who, seen, offers)
    await _durable(live)
    return found


async def _durable(live: LiveRoom) -> None:
    """Wait until all that the table has added so far is on disk: what shows it is made before this, not after."""
    if live.writer.pending:
        await stored(live, None)


@post(
    "/api/tables/{table:str}/do",
    responses=COMMANDING,
    summary="Do a command",
    status_code=200,
    request_max_body_size=p.FRAME_LIMIT,
)
async def do_command(
    request: Request[Any, Any, Any], table: Table, data: JSONBody[p.Command], authorization: Key
) -> m.Answer:
    """The answer comes when what was done is on disk."""
    live = await _rooms(request).live(table)
    return await answered(live, _who(live, authorization), data)


@get("/api/tables/{table:str}/wait", responses=AT_TABLE, summary="Wait for a change")
async def wait(
    request: Request[Any, Any, Any],
    table: Table,
    since: Annotated[int, QueryParameter(ge=0, le=2**31)],
    authorization: Key = "",
    seconds: Annotated[float, QueryParameter(ge=0, le=MOST_SECONDS)] = 25.0,
    eye: Eye = None,
    offers: Offers = "full",
) -> m.Changes:
    """The updates after a number, as soon as there are any; a snapshot where updates will not do."""
    rooms = _rooms(request)
    live = await rooms.live(table)
    who = _who(live, authorization)
    live.audience.eye_for(who, eye)
    live.seen(who)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while live.room.number <= since and not request.app.state.stopping:
                with live.here.asking(who.holder):
                    await live.changed.wait()
                live = await rooms.live(table)
    live = await rooms.live(
        table
    )  # not the one from before: it may have been read anew, without what could not be stored
    who = _who(live, authorization)
    seen = live.audience.eye_for(who, eye)
    looks_as = SPECTATOR if seen is None else seen
    missed = live.presenter.missed(looks_as, offers, live.now, since, live.audience.sees_all_after(who))
    snapshot = live.snapshot(who, seen, offers) if missed is None else None
    number = live.room.number
    await _durable(live)
    return m.Changes(number=number, updates=missed or [], snapshot=snapshot)


@get("/api/tables/{table:str}/record", responses=AT_TABLE, media_type=MediaType.TEXT, summary="The game as text")
async def show_record(
    request: Request[Any, Any, Any],
    table: Table,
    authorization: Key = "",
    eye: Eye = None,
    game: Annotated[
        int | None, QueryParameter(ge=1, le=2**31, description="which game, from 1; else the latest")
    ] = None,
) -> str:
    """A game of the table, the latest if none is named; what the asker may not see (yet) is a question mark."""
    live = await _read_log(request, table)
    who = _who(live, authorization)
    seen = live.audience.eye_for(who, eye)
    room = live.room
    if room.table is None:
        raise Denied("wrong_phase", "The game has not started.")
    shown: PastGame | None = PastGame(
        room.table.copy(), room.current.commitment, room.current.words, room.current.seed_shown
    )
    if game is not None and game != room.current.game_number:
        shown = await asyncio.to_thread(past_game, room, game)  # of lines that change no more
    if shown is None:
        raise Denied("unknown_game", f"This table has no game {game}; its latest is game {room.current.game_number}.")
    all_open = shown.seed != "" and live.audience.sees_all_after(who)
    eye = SPECTATOR if seen is None else seen
    text = await asyncio.to_thread(shown.table.record if all_open else partial(seen_record, shown.table, eye))
    text += proof_lines(shown.commitment, shown.words, shown.seed if all_open else "")
    await _durable(live)
    return text


@get(
    "/api/tables/{table:str}/log",
    responses=AT_TABLE,
    media_type=MediaType.TEXT,
    summary="The hash chain of the table's log, sealed",
)
async def show_log(request: Request[Any, Any, Any], table: Table, authorization: Key = "") -> str:
    """Number and seal of every line."""
    live = await _read_log(request, table)
    live.audience.eye_for(_who(live, authorization), None)
    await _durable(live)
    return await live.rooms.load(
        table, lambda kept: "".join(f"{number} {seal}\n" for number, seal in sealed_lines(kept.lines, kept.seeds))
    )


@post(
    "/api/verify",
    operation_class=TextBody,
    responses={200: ResponseSpec(m.Verdict, description="The verdict", generate_examples=False), **READING},
    summary="Check a record",
    status_code=200,
    request_max_body_size=RECORD_LIMIT,
)
async def verify(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Whether the record in the body replays, and whether its outcomes are those of its seed."""
    return await _read(request, None)


@post(
    "/api/replay",
    operation_class=TextBody,
    responses={200: ResponseSpec(m.Replay, description="The steps", generate_examples=False), **READING},
    summary="Play a record through",
    status_code=200,
    request_max_body_size=RECORD_LIMIT,
)
async def replay(
    request: Request[Any, Any, Any],
    seat: Eye = None,
    drawn: Annotated[bool, QueryParameter(description="whether to draw each view as text, too")] = False,
) -> Response[bytes]:
    """What everybody, or one seat, sees after each step of the record in the body."""
    return await _read(request, SPECTATOR if seat is None else seat, drawn)


async def _read(request: Request[Any, Any, Any], eye: int | None, drawn: bool = False) -> Response[bytes]:
    """What the record in the body shows this viewer, or for None the verdict."""
    rooms = _rooms(request)
    records: Records = request.app.state.records
    address = address_of(request.scope, rooms.settings.proxied)
    body = await records.read(address, await request.body(), eye, drawn)
    return Response(body, status_code=200, media_type=MediaType.JSON)


@get("/health", summary="Whether the server is well")
async def health() -> m.Health:
    """For load balancers; operators learn more at an address of their own (``operator``)."""
    return m.Health(ok=True, version=tetracade.__version__)


def game_info(game: Game) -> m.GameInfo:
    """What a client needs to know of a game."""
    return m.GameInfo(
        name=game.name,
        title=game.title,
        version=game.version,
        tagline=game.tagline,
        seats=list(game.seats),
        default_seats=game.checked_seats(None),
        seat_names=[game.words.seat_name(seat) for seat in range(max(game.seats))],
        options=[
            m.OptionInfo(
                name=option.name,
                values=list(option.values),
                default=option.default,
                many=option.many,
                rule=option.rule,
                text=option.text,
                seats=list(option.seats),
            )
            for option in game.options
        ],
        matches=has_matches(game),
        fields={field.name: field.doc for field in game.fields if field.seen is not Seen.BY_NONE},
        facts=game.facts(),
    )


ROUTES = [
    list_games,
    show_rules,
    list_tables,
    create_table,
    sit,
    show_table,
    do_command,
    wait,
    show_record,
    show_log,
    verify,
    replay,
    health,
]
