"""Luck and play over HTTP: a finished game taken apart, and a seat's own play while a game goes on."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from tetracade.server.api import messages as m
from tetracade.server.api import protocol as p
from tetracade.server.api import responses as r
from tetracade.server.api.http import (
    Eye,
    Key,
    TableId,
    TextBody,
    refusals,
    room_with_log,
    rooms_of,
    who_asks,
)
from tetracade.server.net.origin import address_of, is_forwarded
from tetracade.server.rooms.cluster import ANALYSES
from tetracade.server.workers.analyses import Analyses, Progress
from tetracade.table.history import PastGame, past_game
from tetracade.table.seating import Denied

MOST_WAIT = 20.0

Closely = Annotated[Literal["usual", "deep"], QueryParameter(description="how closely to look")]
Seed = Annotated[int, QueryParameter(ge=0, le=2**53, description="the same seed gives the same numbers")]
Wait = Annotated[float, QueryParameter(ge=0, le=MOST_WAIT, description="seconds to wait for the end")]
Digest = Annotated[
    str, PathParameter(max_length=64, pattern=p.only("a-f0-9"), description="as the first answer gave it")
]
WhichGame = Annotated[
    int | None, QueryParameter(ge=1, le=2**31, description="which game, counted from 1; the latest by default")
]

FOUND = ResponseSpec(r.AnalysisProgress, description="How far it is, and what was found", generate_examples=False)
STARTING = refusals(409, 413, 422, 503)
AT_TABLE = refusals(404, 409, 410, 503, 507)


class _Sent(r.AnalysisSoFar, gc=False, kw_only=True):
    """An AnalysisProgress with what the worker found as it came."""

    analysis: msgspec.Raw | None
    own: msgspec.Raw | None


def _analyses(request: Request[Any, Any, Any]) -> Analyses:
    analyses: Analyses = request.app.state.analyses
    return analyses


def _address(request: Request[Any, Any, Any]) -> str:
    return address_of(request.scope, rooms_of(request).settings.proxied)


async def _refer(request: Request[Any, Any, Any], digest: str) -> None:
    """Raise Elsewhere if another process of the cluster works on this analysis."""
    cluster = rooms_of(request).cluster
    if cluster is not None and not is_forwarded(request.scope):
        await cluster.refer_by(ANALYSES, digest)


async def _answer(progress: Progress, wait: float) -> Response[bytes]:
    """How far the analysis is, at its end or after this long."""
    if wait:
        try:
            async with asyncio.timeout(wait):
                await progress.over.wait()
        except TimeoutError:
            pass  # it goes on, and how far it is is told
    if progress.denied is not None:
        raise progress.denied
    found = _Sent(
        digest=progress.key,
        done=progress.done,
        total=progress.total,
        chances=progress.chances,
        luck=progress.luck,
        errors=progress.errors,
        analysis=msgspec.Raw(progress.body) if progress.body and progress.job.seat is None else None,
        own=msgspec.Raw(progress.body) if progress.body and progress.job.seat is not None else None,
    )
    return Response(m.encode(found), status_code=200, media_type=MediaType.JSON)


@post(
    "/api/analyse",
    operation_class=TextBody,
    responses={200: FOUND, **STARTING},
    summary="Take a finished game apart",
    status_code=200,
    request_max_body_size=p.RECORD_LIMIT,
)
async def analyse(
    request: Request[Any, Any, Any], setting: Closely = "usual", seed: Seed = 0, wait: Wait = 0.0
) -> Response[bytes]:
    """How much of the game in the body was luck, and how much was play. Ask again by digest until all is done."""
    body = await request.body()
    try:
        record = body.decode("utf-8")
    except UnicodeDecodeError:
        raise Denied("bad_record", "The record isn't valid UTF-8.") from None
    return await _answer(_analyses(request).start(_address(request), record, setting, seed), wait)


@get("/api/analyses/{digest:str}", responses={200: FOUND, **refusals(404, 409, 503)}, summary="How far an analysis is")
async def show_analysis(request: Request[Any, Any, Any], digest: Digest, wait: Wait = 0.0) -> Response[bytes]:
    """How far the analysis of this digest is, and what was found. One that nobody asks about is cancelled."""
    found = _analyses(request).find(digest)
    if found is None:
        await _refer(request, digest)
        raise Denied("unknown_file", "There is no such analysis. Send the game again.")
    return await _answer(found, wait)


@delete("/api/analyses/{digest:str}", responses=refusals(404), summary="Cancel an analysis", status_code=204)
async def cancel_analysis(request: Request[Any, Any, Any], digest: Digest) -> None:
    """Stop working on the analysis, if you asked for it; one that is done stays."""
    analyses = _analyses(request)
    if analyses.find(digest) is None:
        await _refer(request, digest)
    found = analyses.under_way.get(digest)
    if found is not None and found.address == _address(request):
        await analyses.cancel(digest)


@post(
    "/api/tables/{table_id:str}/analyse",
    responses={200: FOUND, **AT_TABLE},
    summary="Luck and play of a table's game",
    status_code=200,
)
async def analyse_table(
    request: Request[Any, Any, Any],
    table_id: TableId,
    authorization: Key = "",
    seat: Eye = None,
    game: WhichGame = None,
    setting: Closely = "usual",
    seed: Seed = 0,
    wait: Wait = 0.0,
) -> Response[bytes]:
    """A finished game taken apart, for whoever may see everything; of a running one, your chances and your own play."""
    live = await room_with_log(request, table_id)
    who = who_asks(live, authorization)
    room, current = live.room, live.room.current
    live.audience.eye_for(who, None)
    if room.table is None:
        raise Denied("wrong_phase", "The game hasn't started yet.")
    shown: PastGame | None = PastGame(
        room.table.copy(), current.commitment, current.words, current.seed_shown, current.ended is not None
    )
    if game is not None and game != current.game_number:
        shown = await asyncio.to_thread(past_game, room, game)  # lines of a past game never change
    if shown is None:
        raise Denied("unknown_game", f"This table has no game {game}; its latest is game {current.game_number}.")
    if not shown.over:
        mine = room.seating.seat_for(who.holder, seat)
        if not room.settings["hints"] or room.game.is_from_memory(shown.table.options):
            raise Denied("switched_off", "Hints are off at this table, so wait for the end of the game.")
        record = await asyncio.to_thread(shown.table.record)
        return await _answer(_analyses(request).start(_address(request), record, setting, seed, mine), wait)
    if not shown.table.over:
        raise Denied("wrong_phase", "This game was given up before its end, so it can't be taken apart.")
    if not live.audience.sees_all_after(who):
        raise Denied("forbidden", "Only those who may see everything after the game can have it analysed.")
    record = await asyncio.to_thread(shown.table.record)
    return await _answer(_analyses(request).start(_address(request), record, setting, seed), wait)


ANALYSIS_ROUTES = [analyse, show_analysis, cancel_analysis, analyse_table]
