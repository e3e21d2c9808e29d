"""What a drawing of Tetrathedral needs to know: spaces with their coordinates, the ring, the homes, the formations."""

from typing import Any

from tetracade.games.tetrathedral import rules
from tetracade.games.tetrathedral.board import (
    FORMATIONS,
    NAMES,
    ON_RING,
    ROW_SIZES,
    ROWS,
    SEATS,
    SIDES,
    SPACES,
    home,
)
from tetracade.games.tetrathedral.notation import SEAT_NAMES

PHASES = ("roll_off", "rolling", "moving", "won", "drawn")


def facts() -> dict[str, Any]:
    """The facts by name.

    - ``phases``: the numbers of the field ``phase``, by name.
    - ``rows``, ``row_sizes``: the rows' letters from the top, and how many spaces each has (TH1).
    - ``spaces``: in the order of their numbers: name, coordinates [a, b, c], whether the triangle points up, whether it
      lies on the ring (TH8).
    - ``out``: what the field ``pawns`` says of a pawn beside the board.
    - ``homes``: by number of pawns and seat, the spaces where pawns stand at the start (TH2).
    - ``formations``: the spaces of each winning formation, the middle one first (TH9).
    - ``sides``: of the die. ``seats``: the seats' names.
    """
    return {
        "phases": {name: getattr(rules, name.upper()) for name in PHASES},
        "rows": ROWS,
        "row_sizes": list(ROW_SIZES),
        "spaces": [
            {"name": NAMES[at], "at": list(space), "up": space.points_up, "ring": bool(ON_RING[at])}
            for at, space in enumerate(SPACES)
        ],
        "out": rules.OUT,
        "homes": {str(pawns): [list(home(seat, pawns)) for seat in range(SEATS)] for pawns in (8, 4)},
        "formations": [list(formation) for formation in FORMATIONS],
        "sides": SIDES,
        "seats": list(SEAT_NAMES),
    }
