"""What's in TETRAD's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.engine.wording import listed
from tetracade.games.tetrad import board
from tetracade.games.tetrad.box import ACTIONS, COLUMNS, PARTS
from tetracade.games.tetrad.claims import CLAIM_NAMES
from tetracade.games.tetrad.notation import card_notation
from tetracade.games.tetrad.state import CHOOSING


def facts() -> dict[str, Any]:
    """The board's columns and free spaces, patterns, decks and action cards, and how many cards make a win.

    ``sides`` says by how many quarter turns counter-clockwise a seat sees the board turned where the FRONT VIEW isn't
    announced (TD27): the list for one player first, in each the dealer first, then clockwise.
    """
    return {
        "columns": COLUMNS,
        "win": board.HAND,
        "free": list(board.FREE_SPACES),
        "patterns": [list(picture) for picture in board.PICTURES],
        "decks": [
            {
                "name": deck.name,
                "title": deck.title,
                "images": [
                    {
                        "name": image.name,
                        "text": image.description,
                        "reference": image.reference,
                        "icon": image.icon,
                        "drawing": image.drawing,
                    }
                    for image in deck.images
                ],
            }
            for deck in board.DECKS
        ],
        "actions": [
            {"slug": card_notation(card), "card": card, "name": name} for card, name in board.ACTION_NAMES.items()
        ],
        "places": [board.places_of(pattern) for pattern in range(1, board.PATTERNS + 1)],
        "chart": [
            {"level": level, "places": places, "choices": choices, "players": [fewest, most]}
            for level, places, choices, fewest, most in board.chart()
        ],
        "phases": {"choosing": CHOOSING},
        "claims": {name: number for number, name in enumerate(CLAIM_NAMES)},
        "sides": [
            [board.quarter_turns(seats, places) for places in range(seats)] for seats in range(1, board.SEATS + 1)
        ],
    }


def figures() -> dict[str, str]:
    """What ``rules.md``, lessons and diagrams take from the box."""
    actions = [f"{count} {name}" for count, name in zip(PARTS.action_cards, ACTIONS, strict=True) if count]
    free = len(board.FREE_SPACES)
    seen = [board.pocket_name(number) for number in range(board.POCKETS) if board.FREE_FROM_ANY_SIDE >> number & 1]
    return {
        "chart": _chart(),
        "draw_cards": str(board.DRAW_CARDS),
        "image_cards": str(PARTS.image_cards),
        "action_cards": str(sum(PARTS.action_cards)),
        "actions": listed(actions or ["none"]),
        "free_space_or_spaces": "free space" if free == 1 else f"{free} free spaces",
        "free_spaces": listed(board.FREE_SPACES),
        "free_from_any_side": " ".join(sorted(seen)),
        "any_free_space": f"any of the {free} free spaces" if free > 1 else "the free space",
    }


def _chart() -> str:
    """The chart of TD6 as a table."""
    lines = ["| level | places | patterns, any of | players |", "|---|---|---|---|"]
    for level, places, choices, fewest, most in board.chart():
        said = ", ".join("+".join(map(str, patterns)) for patterns in choices)
        lines.append(f"| {level} | {places} | {said} | {fewest} to {most} |")
    return "\n".join(lines)
