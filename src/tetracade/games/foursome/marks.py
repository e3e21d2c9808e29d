"""Foursome on the board: cards that go round, chips that come, go and lock, and what rivals threaten."""

from collections.abc import Iterator
from typing import NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.words import Mark
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    COLOURS,
    KIND_AT,
    KIND_NAMES,
    LINE_NAMES,
    LINE_SPACES,
    SPACES_OF,
    STEAL,
    SWAP_RED,
    WILD,
)
from tetracade.games.foursome.box import SPACES
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.notation import owner_said, place_of, swap_spaces
from tetracade.games.foursome.rules import is_used
from tetracade.games.foursome.state import (
    DISCARDING,
    GOT_IT,
    LOCKED,
    LOT,
    NOPE,
    OFF,
    ON_STEAL,
    ON_WILD,
    PICK,
    REPLACING,
    SWAPPING,
    TAKING,
)

LINE_LISTS = LINE_SPACES.tolist()


class OpenRow(NamedTuple):
    """A row that only one colour is in."""

    colour: int
    chips: int
    gap: int
    """Its first open space."""


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """Cards picked, read aloud and played; chips placed, taken off, swapped and locked."""
    if seat == SPECTATOR:
        return tuple(_picked(before, what))
    return (*_played(before, seat, what), *_locked(before, after))


def standing(view: View, seat: int) -> dict[str, int]:
    """The foursomes of the seat's colour."""
    return {"foursomes": view.foursomes[colour_of(view.as_state, seat)]}


def dangers(view: View) -> tuple[Mark, ...]:
    """The open spaces where one chip would give a rival four in a row (FS13, FS14)."""
    own = colour_of(view.as_state, view.seat)
    found: dict[tuple[int, int], Mark] = {}
    for row in open_rows(view):
        if row.chips == 3 and row.colour != own:
            place = place_of(row.gap)
            said = f"{owner_said(view, row.colour)} needs only {place.removeprefix('space:')} for four in a row."
            found.setdefault((row.gap, row.colour), Mark("danger", place, 1, said))
    return tuple(found.values())


def open_rows(view: View) -> Iterator[OpenRow]:
    """The rows of four that one colour has begun and can still complete by placing (FS14)."""
    board = view.board.array.tolist()
    for line in LINE_LISTS:
        held = [board[space] for space in line if board[space]]
        if not 0 < len(held) < 4 or sum(chip >= LOCKED for chip in held) > 1:
            continue
        colours = {(chip - 1) % COLOURS for chip in held}
        if len(colours) == 1:
            yield OpenRow(colours.pop(), len(held), next(space for space in line if not board[space]))


def _picked(before: View, what: int) -> list[Mark]:
    if what >= LOT:
        return [Mark("starts", f"seat:{what - LOT}")]
    hand = f"seat:{before.actor}"
    if what < 0:
        return [Mark("card", hand, 0, "picked", "", ("deck", hand))]
    card = KIND_NAMES[what]
    if before.phase != PICK or what >= CHARACTER_KINDS:
        return [Mark("card", hand, 0, "picked", card, ("deck", hand))]
    if is_used(before.as_state, what):  # FS7
        return [Mark("card", "discards", 0, "used", card, ("deck", "discards"))]
    spaces = [place_of(space) for space in SPACES_OF[what].tolist() if not before.board[space]]
    read = [Mark("read", space, 0, "read aloud", card) for space in spaces]
    return [Mark("card", hand, 0, "read aloud", card, ("deck", hand)), *read]


def _played(before: View, seat: int, action: int) -> list[Mark]:
    hand, colour = f"seat:{seat}", colour_of(before.as_state, seat)
    if action >= TAKING:
        return []
    if action == NOPE:
        return [Mark("nope", hand)]
    if action >= REPLACING:
        kind = action - (DISCARDING if action >= DISCARDING else REPLACING)
        return [Mark("card", "discards", 0, "discarded", KIND_NAMES[kind], (hand, "discards"))]
    if action >= SWAPPING:
        own, other = swap_spaces(action)
        kind = SWAP_RED + int(KIND_AT[own]) // (CHARACTER_KINDS // 2)
        rival = (before.board[other] - 1) % COLOURS
        return [
            _shown(seat, kind, "played"),
            Mark("move", place_of(other), 0, "swap", _chip(colour), (place_of(own), place_of(other))),
            Mark(
                "move",
                place_of(own),
                0,
                "swap",
                _chip(rival),
                (place_of(other), place_of(own)),
                _hit(before, seat, rival),
            ),
        ]
    space = action % SPACES
    if action >= OFF:
        rival = (before.board[space] - 1) % COLOURS
        gone = Mark(
            "leave", place_of(space), 0, "remove", _chip(rival), (place_of(space), "chips"), _hit(before, seat, rival)
        )
        return [Mark("card", "discards", 0, "played", "REMOVE", (hand, "discards")), gone]
    cause, kind, hit = "played", int(KIND_AT[space]), -1
    if action >= ON_STEAL:
        cause, kind, hit = "steal", STEAL, before.active
    elif action >= ON_WILD:
        kind = WILD
    elif before.phase == GOT_IT:
        cause = "got it"
    found = [_shown(seat, kind, cause, hit)]
    if before.chips[colour]:  # FS15
        found.append(Mark("chip", place_of(space), 0, cause, _chip(colour), (hand, place_of(space))))
    return found


def _locked(before: View, after: View) -> list[Mark]:
    """The lines whose chips were locked, and those chips, in the order of the line (FS13)."""
    chips_now = after.board.array.tolist()
    new = {space for space, chip in enumerate(before.board.array.tolist()) if chips_now[space] >= LOCKED > chip}
    found = []
    if len(new) < 3:
        return []
    for line, spaces in enumerate(LINE_LISTS):
        chips = {chips_now[space] for space in spaces}
        if len(chips) == 1 and chips.pop() >= LOCKED and len(new.intersection(spaces)) >= 3:
            found.append(Mark("foursome", f"line:{LINE_NAMES[line]}", 1, "foursome"))
            found += [Mark("line", place_of(space), 0, "foursome") for space in spaces]
    return found


def _shown(seat: int, kind: int, cause: str, hits: int = -1) -> Mark:
    return Mark("card", "discards", 0, cause, KIND_NAMES[kind], (f"seat:{seat}", "discards"), hits)


def _hit(view: View, seat: int, colour: int) -> int:
    """The seat of this colour that should see what was done to its chip: the viewer's own, if it has the colour."""
    if colour_of(view.as_state, seat) == colour:
        return -1
    if view.seat >= 0 and colour_of(view.as_state, view.seat) == colour:
        return view.seat
    return colour


def _chip(colour: int) -> str:
    return f"chip:{colour}"
