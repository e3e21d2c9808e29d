"""A game's rules over HTTP: the text, and the diagrams that belong to it."""

import asyncio
from typing import Any

from litestar import Request, Response, get
from litestar.enums import MediaType
from rich.markup import render

from tetracade.engine.game import Game
from tetracade.games import UnknownGame
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.api import responses as r
from tetracade.server.api.http import Name, refusals, rooms_of
from tetracade.table.diagrams import Picture, pictures_of
from tetracade.table.seating import Denied


def _game(name: str) -> Game:
    try:
        return catalogue.find(name)
    except UnknownGame as error:
        raise Denied("unknown_game", str(error)) from None


@get(
    "/api/games/{name:str}/rules",
    responses=refusals(404),
    media_type=MediaType.TEXT,
    summary="A game's numbered rules",
)
async def show_rules(request: Request[Any, Any, Any], name: Name) -> Response[str]:
    """The rules as Markdown. A line `![Caption](diagram:NAME)` stands for a diagram, one with `figure:` for a table."""
    text = await asyncio.to_thread(_game(name).rules_text)
    return Response(text, media_type="text/markdown; charset=utf-8")


@get(
    "/api/games/{name:str}/diagrams",
    responses=refusals(404),
    summary="The diagrams of a game's rules",
)
async def show_diagrams(request: Request[Any, Any, Any], name: Name) -> list[r.DiagramInfo]:
    """Each is a position as one seat sees it, with what may be done there and what is pointed out."""
    game = _game(name)
    await rooms_of(request).load_rules(name)
    return await asyncio.to_thread(_diagrams, game)


def _diagrams(game: Game) -> list[r.DiagramInfo]:
    return [_diagram(game, picture) for picture in pictures_of(game).values()]


def _diagram(game: Game, picture: Picture) -> r.DiagramInfo:
    diagram, done = picture.diagram, picture.done
    return r.DiagramInfo(
        name=diagram.name,
        alt=diagram.alt,
        seat=diagram.seat,
        seats=[m.SeatInfo(seat=seat, kind="person", title=game.words.seat_name(seat)) for seat in range(picture.seats)],
        view=picture.view.as_dict(),
        parts=diagram.parts,
        wide=diagram.wide,
        crop=diagram.crop,
        offers=[
            m.Offer(action=offer.id, notation=offer.notation, text=offer.text, touches=list(offer.touches))
            for offer in (picture.offers if diagram.picked else ())
        ],
        picked=diagram.picked,
        touched=list(done.touches) if done else [],
        marks=[m.Mark.of(mark) for mark in picture.marks],
        arrows=diagram.arrows,
        lit=diagram.lit,
        notes=diagram.notes,
        drawing=render(game.words.drawing(picture.view)).plain,
    )


RULES_ROUTES = [show_rules, show_diagrams]
