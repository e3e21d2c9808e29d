"""Pocket in words."""

from typing import Any

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal

SAID = ("this", "that")
BROUGHT = ("low", "high", "win", "loss")


def notation(action: int) -> str:
    """What is said."""
    return SAID[action]


def action_of(notation: str) -> int:
    """The action of this word."""
    return SAID.index(notation)


def outcome_notation(outcome: int) -> str:
    """The card or the coin."""
    return BROUGHT[outcome]


def outcome_of(notation: str) -> int:
    """The outcome of this word."""
    return BROUGHT.index(notation)


def text(view: View, seat: int, action: int) -> str:
    """What the seat does."""
    return f"says {SAID[action]}"


def outcome_text(view: View, outcome: int) -> str:
    """What came."""
    return BROUGHT[outcome]


def touches(action: int) -> tuple[str, ...]:
    """The word's button."""
    return (SAID[action],)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """There is one rule."""
    return Refusal("", "That is not to be done now.")


def ending(view: View) -> str:
    """Who won."""
    return f"seat {1 - int(view.won)} won"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The win."""
    return {"win": int(view.won) if seat == 0 else 1 - int(view.won)}


def drawing(view: View) -> str:
    """How far it is."""
    return str(view.phase)


def seat_name(seat: int) -> str:
    """A number."""
    return f"Seat {seat + 1}"


def position(state: Any) -> str:
    """The record."""
    return f"{state.phase} {state.won} {state.pocket[1]}"


def read_position(state: Any, line: str) -> None:
    """Fill the record from such a line."""
    state.seats = 2
    state.phase, state.won, state.pocket[1] = (int(word) for word in line.split())
