"""What's in Tetrathedral's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.games.tetrathedral.board import FORMATIONS, NAMES, RING, ROWS
from tetracade.games.tetrathedral.state import DRAWN, WON


def facts() -> dict[str, Any]:
    """The spaces by row, the ring, the winning fours (by the view's numbers), and the phases that end a game."""
    return {
        "rows": [[name for name in NAMES if name[0] == row] for row in ROWS],
        "ring": [NAMES[space] for space in RING],
        "formations": [list(spaces) for spaces in FORMATIONS],
        "phases": {"won": WON, "drawn": DRAWN},
    }
