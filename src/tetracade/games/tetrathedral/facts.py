"""What's in Tetrathedral's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.engine.wording import listed, spelled
from tetracade.games.tetrathedral.board import (
    FORMATIONS,
    LEAST,
    MOST,
    NAMES,
    PAWNS,
    RING,
    ROW_SIZES,
    ROWS,
    SIDE,
    SPACES,
    home,
)
from tetracade.games.tetrathedral.box import PARTS
from tetracade.games.tetrathedral.state import DRAWN, WON


def facts() -> dict[str, Any]:
    """The spaces by row, the ring, the winning fours (by the view's numbers), and the phases that end a game."""
    return {
        "rows": [[name for name in NAMES if name[0] == row] for row in ROWS],
        "ring": [NAMES[space] for space in RING],
        "formations": [list(spaces) for spaces in FORMATIONS],
        "phases": {"won": WON, "drawn": DRAWN},
    }


def figures() -> dict[str, str]:
    """What ``rules.md``, lessons and diagrams take from the box."""
    return {
        "side": str(SIDE),
        "inner_side": str(PARTS.inner_side),
        "spaces": str(len(SPACES)),
        "rows": listed([str(size) for size in ROW_SIZES]),
        "ring": str(len(RING)),
        "inner": str(len(SPACES) - len(RING)),
        "least": f"−{-LEAST}",
        "most": str(MOST),
        "last_row": ROWS[-1],
        "starts": _starts(),
        "pawns": spelled(PAWNS[0]),
        "red_places": ",".join(NAMES[space] for space in home(0, PAWNS[0])),
        "blue_places": ",".join(NAMES[space] for space in home(1, PAWNS[0])),
        "formations": str(len(FORMATIONS)),
    }


def _starts() -> str:
    """Where the pawns start, a sentence for each number of them."""
    sentences = []
    for pawns in PAWNS:
        red, blue = (listed([NAMES[space] for space in home(seat, pawns)]) for seat in range(2))
        begin = "Each side has" if pawns == PAWNS[0] else "The table may choose"
        sentences.append(f"{begin} {pawns} pawns: Red's start on {red}, Blue's on {blue}.")
    return " ".join(sentences)
