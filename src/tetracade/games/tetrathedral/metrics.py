"""What the lab asks about Tetrathedral: rolls, forfeits and pawns."""

from typing import Any

from tetracade.games.tetrathedral.board import SIDES
from tetracade.games.tetrathedral.state import MOST_ROLLS, WON


def ending(state: Any) -> str:
    """A formation, or none in time (TH10)."""
    return "a formation" if state.phase == WON else f"{MOST_ROLLS} rolls without a formation"


def measures(state: Any) -> dict[str, float]:
    """Rolls, and pawns that were out of play at the end."""
    return {
        "rolls": float(state.rolls),
        "pawns out of play at the end": float(2 * int(state.side) - int(state.in_play.sum())),
    }


def kind(outcome: int) -> str:
    """A roll, or the roll-off (TH3)."""
    return "roll" if outcome < SIDES else "roll-off"


def card(outcome: int) -> str:
    """The roll."""
    return f"roll {outcome + 1}" if outcome < SIDES else ""


def receiver(state: Any, outcome: int) -> int:
    """Whoever rolls."""
    return int(state.turn)
