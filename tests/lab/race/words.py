"""Race in words."""

from typing import Any

from tests.lab.race.rules import GOAL
from tetracade.engine.fields import View
from tetracade.engine.game import Refusal

MOVES = ("step", "jump")


def notation(action: int) -> str:
    """The action's word."""
    return MOVES[action]


def action_of(notation: str) -> int:
    """The action of this word."""
    return MOVES.index(notation)


def outcome_notation(outcome: int) -> str:
    """The throw."""
    return str(outcome + 1)


def outcome_of(notation: str) -> int:
    """The throw written like this."""
    return int(notation) - 1


def text(view: View, seat: int, action: int) -> str:
    """What the seat does."""
    return f"{MOVES[action]}s"


def outcome_text(view: View, outcome: int) -> str:
    """What was thrown."""
    return f"a {outcome + 1} is thrown"


def touches(action: int) -> tuple[str, ...]:
    """The move's button."""
    return (MOVES[action],)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """There is one rule."""
    return Refusal("", "That is not to be done now.")


def ending(view: View) -> str:
    """Who won."""
    return f"seat {int(view.at[1] >= GOAL)} is there; at {view.at[0]} and {view.at[1]}"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The goal."""
    return {"goal": int(view.at[seat] >= GOAL)}


def drawing(view: View) -> str:
    """Where both are."""
    return f"{view.at[0]} {view.at[1]}"


def seat_name(seat: int) -> str:
    """A number."""
    return f"Seat {seat + 1}"


def position(state: Any) -> str:
    """Where both are, and what was thrown."""
    return f"{state.at[0]} {state.at[1]} {state.turn} {state.thrown}"


def read_position(state: Any, line: str) -> None:
    """Fill the record from such a line."""
    state.seats = 2
    state.at[0], state.at[1], state.turn, state.thrown = (int(word) for word in line.split())
