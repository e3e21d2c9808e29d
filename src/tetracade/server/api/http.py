"""Tables over HTTP, for programs. The OpenAPI document is generated from these functions."""

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
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.api import responses as r
from tetracade.server.api.page_files import compressed
from tetracade.server.net.costs import BEGINNING, COMMANDS, LOG_LINE, ORDINARY, RECORD_LINE, REQUESTS, of_telling
from tetracade.server.net.origin import address_of, is_charged, is_loopback, network_address
from tetracade.server.rooms import keys
from tetracade.server.rooms.commands import MOVED, do
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.rooms import NEEDS, Rooms
from tetracade.server.rooms.viewer import Who
from tetracade.server.workers.records import Records
from tetracade.table.fair import proof_lines
from tetracade.table.history import PastGame, past_game
from tetracade.table.lessons import written_course
from tetracade.table.log import sealed_lines
from tetracade.table.record import seen_record
from tetracade.table.seating import Denied
from tetracade.table.series import has_matches, in_pairs

MOST_SECONDS = 60.0

TableId = Annotated[str, PathParameter(max_length=32, pattern=p.only("a-z0-9"), description="the table's id")]
Key = Annotated[str, HeaderParameter(name="Authorization", max_length=80, description="Bearer and a key")]
Name = Annotated[str, PathParameter(max_length=40, description="the game's name")]
Offers = Annotated[p.Detail, QueryParameter(description="how much is said about each offer")]
Happenings = Annotated[bool, QueryParameter(description="whether what happens brings its changes and marks")]
Eye = Annotated[int | None, QueryParameter(ge=0, lt=p.MOST_SEATS, description="the seat whose view is wanted")]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return an operation's possible refusals, for the OpenAPI document."""
    return {
        status: ResponseSpec(r.Problem, description=HTTPStatus(status).phrase, generate_examples=False)
        for status in (400, 403, 429, *statuses)
    }


AT_TABLE = refusals(404, 409, 410, 503, 507)
COMMANDING = refusals(404, 409, 410, 413, 415, 503, 507)
CREATING = refusals(413, 415, 422, 503, 507)
READING = refusals(409, 413, 422, 503)


@dataclass
class TextBody(Operation):
    """An operation that takes a record as text."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(content={"text/plain": text}, required=True)


def charge(request: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Charge a request for what it costs, before any of it is read."""
    _charge_once(request, REQUESTS.get(handler.fn.__name__, ORDINARY))


def _charge_once(request: ASGIConnection[Any, Any, Any, Any], milliseconds: float) -> None:
    if not is_charged(request.scope):
        _charge(request, milliseconds)


def _charge(request: ASGIConnection[Any, Any, Any, Any], milliseconds: float) -> None:
    rooms = rooms_of(request)
    address = address_of(request.scope, rooms.settings.proxied)
    if not rooms.by_address.take(address, rooms.loop.time(), milliseconds):
        rooms.metrics.count("too_many")
        raise Denied("too_many", "Too much at once. Wait a little.")


def rooms_of(request: ASGIConnection[Any, Any, Any, Any]) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


async def room_with_log(request: Request[Any, Any, Any], table_id: str) -> LiveRoom:
    """Return the live room, and charge for reading its whole log: the longer it is, the more that costs."""
    live = await rooms_of(request).live(table_id)
    _charge(request, min(live.room.number * LOG_LINE, live.rooms.settings.address_at_once * ORDINARY / 2))
    return live


def who_asks(live: LiveRoom, authorization: str) -> Who:
    return live.who(_key_in(authorization))


def _key_in(authorization: str) -> str:
    """Return the key in the header; empty if there is none."""
    kind, _, key = authorization.partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


@get(
    "/api/games",
    responses={200: ResponseSpec(list[r.GameInfo], description="The games", generate_examples=False), **refusals()},
    summary="List the games",
)
async def list_games(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Every game on this server, with its options and the fields of its views."""
    body = m.encode([game_info(catalogue.find(name)) for name in catalogue.names()])
    return compressed(body, MediaType.JSON).response(request.headers, 200)


@get("/api/tables", responses=refusals(507), summary="Public tables, newest first")
async def list_tables(request: Request[Any, Any, Any]) -> r.Lobby:
    """Public tables that are waiting for players or playing."""
    return await rooms_of(request).lobby()


@post(
    "/api/tables",
    responses=CREATING,
    summary="Set up a table",
    request_max_body_size=p.FRAME_LIMIT + 2 * p.RECORD_LIMIT,  # a line feed is two bytes of JSON
)
async def create_table(request: Request[Any, Any, Any], data: JSONBody[p.TableSetup]) -> r.Created:
    """Create a table. The creator gets the seats of kind `here` and may start the game.

    It may begin from a position or from the beginning of a record. Such a game has no proof of fair dealing.
    """
    rooms = rooms_of(request)
    creator = address_of(request.scope, rooms.settings.proxied)
    await rooms.admit(creator)
    await rooms.load_rules(data.game)
    if data.begins_elsewhere:
        cost = BEGINNING + data.record.count("\n") * RECORD_LINE
        _charge(request, min(cost, rooms.settings.address_at_once * ORDINARY / 2))
        data = await asyncio.to_thread(rooms.checked, data)
    live, token = rooms.create(data, creator)
    rows = rooms.first_rows(live)
    live.room.start_if_full(live.now)
    await stored(live, extra=rows)
    return r.Created(
        table=live.id,
        number=live.room.number,
        token=token,
        held=live.room.seating.held_by(0),
        invite=live.keys.invite,
        watch=live.keys.watch,
        commitment=live.room.opened.commitment,
    )


async def stored(live: LiveRoom, extra: Any) -> None:
    """Wait until everything the room has added to its log is on disk."""
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
    """Carry out a command and return the answer."""
    waiting: asyncio.Future[m.Answer] = live.rooms.loop.create_future()

    def reply(answer: m.Answer) -> None:
        if not waiting.done():
            waiting.set_result(answer)

    do(live, who, None, live.room.seating.only_seat_of(who.holder), command, reply)
    answer = await waiting
    if answer.error is not None and answer.error.code == MOVED:
        raise Denied(MOVED, answer.error.reason)
    return answer


@post(
    "/api/tables/{table_id:str}/sit",
    responses=COMMANDING,
    summary="Take a seat",
    status_code=200,
    request_max_body_size=p.FRAME_LIMIT,
)
async def sit(
    request: Request[Any, Any, Any], table_id: TableId, data: JSONBody[p.SitDown], authorization: Key = ""
) -> m.Answer:
    """Take an open seat. The answer contains the token that holds it."""
    live = await rooms_of(request).live(table_id)
    command = p.Sit(
        id=keys.new_token(), name=data.name, seat=data.seat, word=data.word, token=data.token, birthday=data.birthday
    )
    return await answered(live, who_asks(live, authorization), command)


@get("/api/tables/{table_id:str}", responses=AT_TABLE, summary="See the table as it is now")
async def show_table(
    request: Request[Any, Any, Any],
    table_id: TableId,
    authorization: Key = "",
    eye: Eye = None,
    offers: Offers = "full",
    happenings: Happenings = False,
) -> m.Snapshot:
    """A snapshot of what the key's holder may see."""
    live = await rooms_of(request).live(table_id)
    who = who_asks(live, authorization)
    seen = live.audience.eye_for(who, eye)
    live.seen(who)
    found = live.snapshot(who, seen, offers, happenings)
    await _durable(live)
    return found


@get("/api/tables/{table_id:str}/glance", responses=AT_TABLE, summary="Glance at the table")
async def glance_at_table(request: Request[Any, Any, Any], table_id: TableId, authorization: Key = "") -> r.Glance:
    """Phase, seats, whose turn it is, and a spectator's view. Unlike the snapshot, it doesn't count as being here."""
    live = await rooms_of(request).live(table_id)
    who = who_asks(live, authorization)
    found = live.presenter.glance(live.audience.you(who, live.audience.eye_for(who, None)))
    await _durable(live)
    return found


async def _durable(live: LiveRoom) -> None:
    """Wait until everything added so far is on disk. Prepare what you will show before calling this, not after."""
    if live.writer.pending:
        await stored(live, None)


@post(
    "/api/tables/{table_id:str}/do",
    responses=COMMANDING,
    summary="Carry out a command",
    status_code=200,
    request_max_body_size=p.FRAME_LIMIT,
)
async def do_command(
    request: Request[Any, Any, Any], table_id: TableId, data: JSONBody[p.Command], authorization: Key
) -> m.Answer:
    """The answer is sent once the result is on disk."""
    _charge_once(request, COMMANDS[type(data)] - ORDINARY)
    live = await rooms_of(request).live(table_id)
    _charge(request, of_telling(type(data), live.here.viewers))
    return await answered(live, who_asks(live, authorization), data)


async def _again(request: Request[Any, Any, Any], live: LiveRoom) -> LiveRoom:
    """Return the table's present room: it may have been reloaded without what couldn't be stored."""
    if request.app.state.stopping and not live.broken:
        return live
    return await live.rooms.live(live.id)


@get("/api/tables/{table_id:str}/wait", responses=AT_TABLE, summary="Wait for a change")
async def wait(
    request: Request[Any, Any, Any],
    table_id: TableId,
    since: Annotated[int, QueryParameter(ge=0, le=2**31)],
    authorization: Key = "",
    seconds: Annotated[float, QueryParameter(ge=0, le=MOST_SECONDS)] = 25.0,
    eye: Eye = None,
    offers: Offers = "full",
    happenings: Happenings = False,
) -> r.Changes:
    """Updates after the given number, as soon as there are any; a snapshot where updates aren't enough."""
    rooms = rooms_of(request)
    live = await rooms.live(table_id)
    who = who_asks(live, authorization)
    live.audience.eye_for(who, eye)
    live.seen(who)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while live.room.number <= since and not request.app.state.stopping:
                with live.here.asking(who.holder):
                    await live.changed.wait()
                live = await _again(request, live)
    live = await _again(request, live)
    who = who_asks(live, authorization)
    seen = live.audience.eye_for(who, eye)
    looks_as = SPECTATOR if seen is None else seen
    sees_all = live.audience.sees_all_after(who)
    missed = live.presenter.missed(looks_as, offers, live.now, since, sees_all, happenings)
    snapshot = live.snapshot(who, seen, offers, happenings) if missed is None else None
    number = live.room.number
    await _durable(live)
    return r.Changes(number=number, updates=missed or [], snapshot=snapshot)


@get("/api/tables/{table_id:str}/record", responses=AT_TABLE, media_type=MediaType.TEXT, summary="The game as text")
async def show_record(
    request: Request[Any, Any, Any],
    table_id: TableId,
    authorization: Key = "",
    eye: Eye = None,
    game: Annotated[
        int | None, QueryParameter(ge=1, le=2**31, description="which game, counted from 1; the latest by default")
    ] = None,
) -> str:
    """The record of one of the table's games. Whatever you may not see (yet) appears as a question mark."""
    try:
        live = await room_with_log(request, table_id)
    except Denied as error:
        if error.code != NEEDS:
            raise
        rooms = rooms_of(request)
        kept = await rooms.kept(table_id)
        _charge(request, min(len(kept.stored.lines) * LOG_LINE, rooms.settings.address_at_once * ORDINARY / 2))
        return await asyncio.to_thread(kept.record, rooms.key, _key_in(authorization), eye, game)
    who = who_asks(live, authorization)
    seen = live.audience.eye_for(who, eye)
    room = live.room
    if room.table is None:
        raise Denied("wrong_phase", "The game hasn't started yet.")
    current = room.current
    shown: PastGame | None = PastGame(
        room.table.copy(), current.commitment, current.words, current.seed_shown, current.ended is not None
    )
    if game is not None and game != room.current.game_number:
        shown = await asyncio.to_thread(past_game, room, game)  # lines of a past game never change
    if shown is None:
        raise Denied("unknown_game", f"This table has no game {game}; its latest is game {room.current.game_number}.")
    all_open = shown.over and live.audience.sees_all_after(who)
    eye = SPECTATOR if seen is None else seen
    text = await asyncio.to_thread(shown.table.record if all_open else partial(seen_record, shown.table, eye))
    text += proof_lines(shown.commitment, shown.words, shown.seed if all_open else "")
    await _durable(live)
    return text


@get(
    "/api/tables/{table_id:str}/log",
    responses=AT_TABLE,
    media_type=MediaType.TEXT,
    summary="The hash chain of the table's log, sealed",
)
async def show_log(request: Request[Any, Any, Any], table_id: TableId, authorization: Key = "") -> str:
    """The number and seal of every line."""
    try:
        live = await room_with_log(request, table_id)
    except Denied as error:
        if error.code != NEEDS:
            raise
        rooms = rooms_of(request)
        seals = (await rooms.kept(table_id)).seals(rooms.key, _key_in(authorization))
        return "".join(f"{number} {seal}\n" for number, seal in seals)
    live.audience.eye_for(who_asks(live, authorization), None)
    await _durable(live)
    remark = "" if live.room.opened.beginning is None else proof_lines("", [], "")
    return await live.rooms.load(
        table_id,
        lambda kept: remark + "".join(f"{number} {seal}\n" for number, seal in sealed_lines(kept.lines, kept.seeds)),
    )


@post(
    "/api/verify",
    operation_class=TextBody,
    responses={200: ResponseSpec(r.Verdict, description="The verdict", generate_examples=False), **READING},
    summary="Check a record",
    status_code=200,
    request_max_body_size=p.RECORD_LIMIT,
)
async def verify(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Check that the record in the body replays, and that its outcomes follow from its seed."""
    return await _read(request, None)


@post(
    "/api/replay",
    operation_class=TextBody,
    responses={200: ResponseSpec(r.Replay, description="The steps", generate_examples=False), **READING},
    summary="Play a record through",
    status_code=200,
    request_max_body_size=p.RECORD_LIMIT,
)
async def replay(
    request: Request[Any, Any, Any],
    seat: Eye = None,
    drawn: Annotated[bool, QueryParameter(description="whether to include each view as text")] = False,
) -> Response[bytes]:
    """What everyone, or one seat, sees after each step of the record in the body."""
    return await _read(request, SPECTATOR if seat is None else seat, drawn)


async def _read(request: Request[Any, Any, Any], eye: int | None, drawn: bool = False) -> Response[bytes]:
    """Return what the record in the body shows this viewer, or the verdict if ``eye`` is None."""
    rooms = rooms_of(request)
    records: Records = request.app.state.records
    address = address_of(request.scope, rooms.settings.proxied)
    body = await records.read(address, await request.body(), eye, drawn)
    return Response(body, status_code=200, media_type=MediaType.JSON)


@get("/api/reach", responses=refusals(), summary="How others reach this server")
async def reach(request: Request[Any, Any, Any]) -> r.Reach:
    """For a page on the server's own machine, whose links would be of no use to others."""
    settings = rooms_of(request).settings
    here = is_loopback(address_of(request.scope, settings.proxied))
    return r.Reach(network=await asyncio.to_thread(network_address, settings) if here else "")


@get("/health", summary="Check that the server is up")
async def health() -> r.Health:
    """For load balancers. The operator's address (``operator``) tells more."""
    return r.Health(ok=True, version=tetracade.__version__)


def game_info(game: Game) -> r.GameInfo:
    """Return what a client needs to know about a game."""
    course = written_course(game)
    return r.GameInfo(
        name=game.name,
        title=game.title,
        version=game.version,
        tagline=game.tagline,
        seats=list(game.seats),
        default_seats=game.checked_seats(None),
        seat_names=[game.words.seat_name(seat) for seat in range(max(game.seats))],
        options=[
            r.OptionInfo(
                name=option.name,
                values=list(option.values),
                default=option.default,
                many=option.many,
                rule=option.rule,
                text=option.text,
                seats=list(option.seats),
                birthday=option.birthday,
                titles=list(option.titles),
                from_memory=option.from_memory,
            )
            for option in game.options
        ],
        matches=has_matches(game),
        cheers=[m.CheerInfo(how=cheer.how, button=cheer.button, text=cheer.text) for cheer in game.cheers],
        pairs=in_pairs(game),
        teams={str(seats): [list(team) for team in game.teams(seats)] for seats in game.seats if game.teams(seats)},
        fields={field.name: field.doc for field in game.fields if field.seen is not Seen.BY_NONE},
        lessons=[lesson.title for lesson in course.lesson],
        opening=r.OpeningInfo(text=course.opening.text, diagram=course.opening.diagram) if course.opening else None,
        first_game=course.first_game,
        facts=game.facts(),
        hides=not game.layout.nothing_hidden,
        undo=r.UndoInfo(**game.undoes._asdict()),
        box=game.box.name if game.box is not None and game.box_mark else "",
    )


ROUTES = [
    list_games,
    list_tables,
    create_table,
    sit,
    show_table,
    glance_at_table,
    do_command,
    wait,
    show_record,
    show_log,
    verify,
    replay,
    reach,
    health,
]
