"""Magpie in words."""

from typing import Any

from tests.server.magpie.rules import ASKED, BURY, ENDED, PASS, SHOW, SNATCH
from tetracade.engine.fields import View
from tetracade.engine.game import Refusal

KIND_NAMES = ("ring", "coin", "key", "spoon")
NOTATIONS = (
    "wink",
    *(f"show-{kind}" for kind in KIND_NAMES),
    *(f"bury-{kind}" for kind in KIND_NAMES),
    "snatch",
    "pass",
)


def notation(action: int) -> str:
    """The action's word."""
    return NOTATIONS[action]


def action_of(notation: str) -> int:
    """The action of this word."""
    if notation not in NOTATIONS:
        raise ValueError(f"{notation!r} is no action")
    return NOTATIONS.index(notation)


def outcome_notation(outcome: int) -> str:
    """The kind."""
    return KIND_NAMES[outcome]


def outcome_of(notation: str) -> int:
    """The kind of this name."""
    if notation not in KIND_NAMES:
        raise ValueError(f"{notation!r} is no kind")
    return KIND_NAMES.index(notation)


def text(view: View, seat: int, action: int) -> str:
    """What the seat does."""
    return NOTATIONS[action].replace("-", "s the ")


def outcome_text(view: View, outcome: int) -> str:
    """The card dealt."""
    return f"a {KIND_NAMES[outcome]} is dealt"


def hidden_text(view: View, seat: int) -> str:
    """Nothing said."""
    return "a card is dealt" if seat < 0 else "buries a card"


def touches(action: int) -> tuple[str, ...]:
    """A card, and what is done to it."""
    if SHOW <= action < SNATCH:
        return (f"card:{KIND_NAMES[(action - SHOW) % 4]}", "bury" if action >= BURY else "show")
    return (NOTATIONS[action],)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """The rule that speaks against it."""
    if view.phase == ENDED:
        return Refusal("MP6", "The game is over.")
    if view.phase == ASKED or action in (SNATCH, PASS):
        return Refusal("MP5", "Only a card just shown is snatched, by one who holds its kind.")
    if view.turn != seat:
        return Refusal("MP3", "It is another's turn.")
    if action == 0:
        return Refusal("MP2", "You have winked already.")
    kind = (action - SHOW) % 4
    if not view.hand[seat, kind]:
        return Refusal("MP3", f"You hold no {KIND_NAMES[kind]}.", (f"card:{KIND_NAMES[kind]}",))
    return Refusal("MP4", "You have buried a card already.")


def ending(view: View) -> str:
    """Why it is over."""
    return "no cards are left"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """All points are alike."""
    return {"points": view.points[seat]}


def drawing(view: View) -> str:
    """The points."""
    return " ".join(str(view.points[seat]) for seat in range(view.seats))


def seat_name(seat: int) -> str:
    """A number."""
    return f"Bird {seat + 1}"


def position(state: Any) -> str:
    """Not needed here."""
    return ""


def read_position(state: Any, line: str) -> None:
    """Not needed here."""
