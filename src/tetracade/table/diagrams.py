"""Diagrams: the pictures in a game's rules as data, from ``diagrams.toml``, each a position that a game can reach.

``rules.md`` puts them where they belong, one or several on a line of their own: ``![Caption](diagram:NAME)``. The page
draws them with the game's board, the terminal with its text. What lights up, what an action earns and where it leads is
worked out from the position, so no picture can differ from the rules.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from rich.markup import render

from tetracade.engine.chance import RecordedDealer
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.words import Mark
from tetracade.table.action import Action
from tetracade.table.narration import effects_of
from tetracade.table.position import BadPosition, positioned
from tetracade.table.table import Table

FILE = "diagrams.toml"
REFERENCE = re.compile(r"!\[([^\]]*)\]\((diagram|figure):([\w-]+)\)")
"""How ``rules.md`` asks for a diagram, or for a figure that the game's page draws from the facts of its box."""


BEFORE, AFTER = "-before", "-after"
"""How the names of an example's two pictures end."""


class Diagram(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A picture of a position."""

    name: str
    alt: str
    """What is to be seen, for those who don't see it."""
    position: str
    """As the library writes positions."""
    options: dict[str, Any] = {}
    dealt: list[str] = []
    """Outcomes that come up, in order, by notation."""
    seat: int = 0
    """Whose view it is."""
    parts: list[str] = []
    """What is drawn beside the board itself, such as the hand."""
    wide: bool = False
    """Whether it is to be read closely, and so as wide as the text."""
    crop: float = 1.0
    """How much of the board's height is shown, from the bottom."""
    do: str = ""
    """What the seat does, by notation; the picture shows the board right after it, and what it brings."""
    picked: list[str] = []
    """Places that are touched already: where they lead lights up."""
    arrows: list[list[str]] = []
    """From which place to which: each is something the seat may do, or did."""
    lit: list[str] = []
    """Places to point out."""
    notes: dict[str, str] = {}
    """A few letters to write on places."""
    leads: list[str] = []
    """Where the places touched already lead, if it matters to the words; checked, not drawn."""
    points: dict[str, int] = {}
    """What the seat has by then, as the game's words break it down; checked, not drawn."""
    earns: list[str] = []
    """For which parts of that it has points by then; checked, not drawn."""


class Picture(NamedTuple):
    """A diagram with everything that the rules say about it."""

    diagram: Diagram
    seats: int
    view: View
    offers: tuple[Action, ...]
    done: Action | None
    """What the seat did, if it did anything."""
    marks: tuple[Mark, ...]
    """What it brought, and where."""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    diagram: list[Diagram] = []


def written(game: Game) -> tuple[Diagram, ...]:
    """Return the diagrams in the game's file; none if it has none."""
    return tuple(msgspec.convert(game.data_in(FILE), _File).diagram)


def table_of(game: Game, diagram: Diagram, *, checked: bool = True) -> Table:
    """Return the table before anything is done; without ``checked``, BadPosition if no game can reach it."""
    dealer = RecordedDealer([game.words.outcome_of(notation) for notation in diagram.dealt])
    return positioned(game, diagram.position, dealer, None, diagram.options, checked=checked)


def pictured(game: Game, diagram: Diagram) -> Picture:
    """Return the diagram with its view, what may be done there, and what is done; ValueError if it isn't as it says."""
    picture = _worked_out(game, diagram)
    if fault := _fault(game, picture):
        raise ValueError(f"{game.title}, diagram {diagram.name}: {fault}")
    return picture


def _worked_out(game: Game, diagram: Diagram) -> Picture:
    table, seat = table_of(game, diagram), diagram.seat
    offers = tuple(table.legal(seat)) if seat in table.acting else ()
    view = table.view(seat)
    if not diagram.do:
        return Picture(diagram, table.seats, view, offers, None, ())
    done = next((offer for offer in offers if offer.notation == diagram.do), None)
    if done is None:
        return Picture(diagram, table.seats, view, offers, None, ())
    after, marks = effects_of(game, view, done.id)
    return Picture(diagram, table.seats, after, (), done, marks)


def _fault(game: Game, picture: Picture) -> str:
    """What the diagram says and the rules don't; empty if they agree."""
    diagram = picture.diagram
    if diagram.do and picture.done is None:
        return f"{diagram.do} isn't legal there"
    led = {
        place
        for offer in picture.offers
        if set(diagram.picked) < set(offer.touches)
        for place in offer.touches
        if place not in diagram.picked
    }
    if diagram.picked and not led:
        return "nothing lights up"
    if diagram.leads and led != set(diagram.leads):
        return f"{' and '.join(sorted(led))} light up"
    earned = game.words.breakdown(picture.view, diagram.seat) if diagram.points or diagram.earns else {}
    for part, points in diagram.points.items():
        if earned[part] != points:
            return f"{part} is {earned[part]}"
    unpaid = next((part for part in diagram.earns if earned[part] <= 0), "")
    return f"{unpaid} is {earned[unpaid]}" if unpaid else ""


@cache
def pictures_of(game: Game) -> Mapping[str, Picture]:
    """Return the game's diagrams by name; with a box of one's own, those that are true with it.

    Of an example, both pictures are, or none is.
    """
    found = {}
    for diagram in written(game):
        try:
            found[diagram.name] = pictured(game, diagram)
        except (BadPosition, ValueError, LookupError):
            if not game.box_mark:
                raise
    untrue = {diagram.name for diagram in written(game)} - found.keys()
    return {name: picture for name, picture in found.items() if name.replace(BEFORE, AFTER) not in untrue}


def rules_drawn(game: Game) -> str:
    """Return the rules as Markdown in which every diagram is drawn as text, once, and every figure told by the box."""
    return "\n".join(_drawn_lines(game)) + "\n"


def _drawn_lines(game: Game) -> Iterator[str]:
    figures = game.figures()
    shown: set[str] = set()
    for line in game.rules_text().splitlines():
        found = REFERENCE.findall(line)
        if not found or line.startswith("|"):
            yield REFERENCE.sub("", line)
            continue
        for caption, kind, name in found:
            picture = pictures_of(game).get(name) if kind == "diagram" else None
            if picture and name not in shown:
                shown.add(name)
                yield from ("```text", *render(game.words.drawing(picture.view)).plain.splitlines(), "```", "")
            if kind == "figure" and name in figures:
                yield f"*{caption}*\n\n{figures[name]}"
            elif picture or kind == "figure":
                yield f"*{caption}*"
            yield ""
