"""What the lab asks about TETRAD: rounds, patterns, and the cards that move the board."""

from typing import Any

from tetracade.games.tetrad.board import ACTION_NAMES, IMAGES, SET_PATTERN
from tetracade.games.tetrad.claims import WAYS_TO_COVER, free_pocket
from tetracade.games.tetrad.state import (
    BOARD_CARD,
    CARD,
    CLAIM,
    DEALING,
    DRAWING,
    ROUNDS,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)

USES = (
    (USE_BLOCKER, "BLOCKER"),
    (USE_SKIP, "SKIP"),
    (USE_SWAP, "SWAP TWO"),
    (USE_ROTATION, "CORNER ROTATION"),
    (USE_PANELS, "PANEL SWAP"),
    (USE_NEW, "NEW GAMEBOARD CARD"),
    (USE_BOMB, "THE BOMB"),
)
"""Where the uses of each action card begin."""


def ending(state: Any) -> str:
    """The winning pattern, or none in time (TD29)."""
    if not state.winner:
        return f"nobody won in {ROUNDS} rounds"
    return f"pattern {_pattern(state)}"


def measures(state: Any) -> dict[str, float]:
    """Rounds, and whether FREE SPACE was in the winning hand."""
    rounds = 1 + (int(state.turns) - 1) // int(state.seats) if state.turns else 0
    free = bool(state.winner) and int(free_pocket(int(state.won_by) - 1)) >= 0
    return {"rounds": float(rounds), "won with FREE SPACE": float(free)}


def kind(outcome: int) -> str:
    """The lot for the dealer, a draw card or a gameboard card."""
    if outcome < CARD:
        return "dealer"
    return "card" if outcome < BOARD_CARD else "board"


def card(outcome: int) -> str:
    """An action card's name; all images are alike."""
    if not CARD <= outcome < BOARD_CARD:
        return ""
    number = outcome - CARD + 1
    return "an image" if number <= IMAGES else ACTION_NAMES[number]


def used(action: int) -> str:
    """The action card that is used, FREE SPACE in a claim included."""
    if action >= CLAIM:
        return "FREE SPACE" if int(free_pocket(action - CLAIM)) >= 0 else ""
    name = ""
    if action <= USE_BOMB:
        for first, each in USES:
            name = each if action >= first else name
    return name


def receiver(state: Any, outcome: int) -> int:
    """Whoever is dealt or draws the card."""
    if state.phase == DEALING:
        return int((state.dealer + 1 + state.step) % state.seats)
    return int(state.turn) if state.phase == DRAWING else -1


def _pattern(state: Any) -> int:
    return int(SET_PATTERN[(int(state.won_by) - 1) // WAYS_TO_COVER])
