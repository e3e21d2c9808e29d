"""What Tetrathedral's box says, as plain data for whoever draws the game."""

from typing import Any

from tetracade.games.tetrathedral.board import FORMATIONS, NAMES, RING, ROWS
from tetracade.games.tetrathedral.state import DRAWN, WON


def facts() -> dict[str, Any]:
    """The spaces by row, those on the ring, the fours that win (by the view's numbers), and the phases of the end."""
    return {
        "rows": [[name for name in NAMES if name[0] == row] for row in ROWS],
        "ring": [NAMES[space] for space in RING],
        "formations": [list(spaces) for spaces in FORMATIONS],
        "phases": {"won": WON, "drawn": DRAWN},
    }
