"""What the lab asks about TetraTrax: how games end, and what is left over."""

from typing import Any

from tetracade.games.tetratrax.board import COLUMNS, SEATS, TILES_A_SIDE
from tetracade.games.tetratrax.rules import LAST_TILE


def ending(state: Any) -> str:
    """Whose tiles were all dropped (TX9)."""
    done = sum(int(state.dropped[seat]) == TILES_A_SIDE for seat in range(SEATS))
    return ("no tile fits any more", "one side dropped its last tile", "both sides dropped their last tile")[done]


def measures(state: Any) -> dict[str, float]:
    """Tiles left over, covered holes, the lead, and what going second brought."""
    filled = sum(int(height) for height in state.heights)
    squares = int((state.tower != 0).sum())
    second = 1 - int(state.starter)
    bonus = [LAST_TILE * (int(state.dropped[seat]) == TILES_A_SIDE) for seat in range(SEATS)]
    return {
        "tiles left": float(SEATS * TILES_A_SIDE - int(state.dropped.sum())),
        "squares in holes": float(filled - squares),
        "squares filled, %": 100.0 * squares / (int(state.rows) * COLUMNS),
        "second less first, points": float(state.points[second] - state.points[1 - second]),
        "points for touching less holes": float(sum(int(state.points[seat]) - bonus[seat] for seat in range(SEATS))),
    }


def kind(outcome: int) -> str:
    """There is one lot (TX1)."""
    return "lot"


def receiver(state: Any, outcome: int) -> int:
    """Whoever goes first."""
    return outcome
