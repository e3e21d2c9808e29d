"""What the lab asks about Foursome: foursomes, and how far the deck went."""

from typing import Any

from tetracade.games.foursome.board import CARDS, CHARACTER_KINDS, COLOURS, KIND_NAMES, KINDS
from tetracade.games.foursome.state import (
    BY_CHIPS,
    BY_DECK,
    LOT,
    OFF,
    ON_STEAL,
    ON_WILD,
    REPLACING,
    SWAPPING,
)


def ending(state: Any) -> str:
    """Enough foursomes, or nothing left to pick or place (FS15)."""
    if state.ended == BY_DECK:
        return "no card left to pick"
    return "no chip left to place" if state.ended == BY_CHIPS else "enough foursomes"


def measures(state: Any) -> dict[str, float]:
    """Foursomes, chips on the board, and the part of the deck that was used."""
    taken = [int(state.foursomes[colour]) for colour in range(COLOURS)]
    best = max(taken)
    return {
        "foursomes": float(sum(taken)),
        "went to the bitter end": float(state.ended in (BY_DECK, BY_CHIPS)),
        "tied": float(taken[: _colours(state)].count(best) > 1),
        "cards picked, %": 100.0 * (CARDS - int(state.deck_size)) / CARDS,
        "spaces covered": float((state.board != 0).sum()),
    }


def kind(outcome: int) -> str:
    """A card, or the lot for the first player (FS5)."""
    return "lot" if outcome >= LOT else "card"


def card(outcome: int) -> str:
    """A special card's name; all characters are alike."""
    if outcome >= LOT:
        return ""
    return KIND_NAMES[outcome] if outcome >= CHARACTER_KINDS else "a character"


def used(action: int) -> str:
    """The special card that is played, or a character."""
    if action < ON_WILD:
        return "a character"
    if action < ON_STEAL:
        return KIND_NAMES[CHARACTER_KINDS]
    if action < OFF:
        return KIND_NAMES[CHARACTER_KINDS + 2]
    if action < SWAPPING:
        return KIND_NAMES[CHARACTER_KINDS + 1]
    return "a SWAP" if action < REPLACING else ""


def receiver(state: Any, outcome: int) -> int:
    """Whoever picks the card."""
    return int(state.actor) if outcome < KINDS else -1


def _colours(state: Any) -> int:
    """How many colours play (FS4)."""
    return int(state.seats) if state.seats <= COLOURS else int(state.seats) // 2
