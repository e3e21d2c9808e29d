"""What the lab asks about Pocket: its cards."""

from typing import Any

from tests.lab.pocket.rules import WIN

CARDS = ("low", "high")


def kind(outcome: int) -> str:
    """The card, or the coin."""
    return "card" if outcome < WIN else "coin"


def card(outcome: int) -> str:
    """The card's name."""
    return CARDS[outcome] if outcome < WIN else ""


def receiver(state: Any, outcome: int) -> int:
    """Seat 1 gets it."""
    return 1 if outcome < WIN else -1
