"""What a drawing of TetraTrax needs to know: the tower, the tiles and how they stand."""

from typing import Any

from tetracade.games.tetratrax import rules
from tetracade.games.tetratrax.board import (
    COLUMN_NAMES,
    FEWEST_ROWS,
    KINDS,
    LEGAL_STANDS,
    LETTERS,
    MOST_ROWS,
    STANDS,
    TILES,
    TILES_A_SIDE,
)


def facts() -> dict[str, Any]:
    """The facts by name.

    - ``columns``: their letters, from the left.
    - ``rows``: the fewest and the most there may be (TX2); a view says how many there are.
    - ``tiles``: by kind, in the order of the field ``left``: its letter, name, count a side (TX3), and its legal stands
      in the order of their numbers, each as squares [column, row] from its lower left corner.
    - ``tiles_a_side``: tiles 1 to this in the tower are seat 0's, the others seat 1's.
    - ``turns``: what the field ``turn`` says when it is nobody's turn.
    """
    return {
        "columns": COLUMN_NAMES,
        "rows": [FEWEST_ROWS, MOST_ROWS],
        "tiles": [
            {"letter": LETTERS[kind], "name": name, "count": int(TILES[kind]), "stands": stands_of(kind)}
            for kind, name in enumerate(KINDS)
        ],
        "tiles_a_side": TILES_A_SIDE,
        "turns": {"nobody": rules.NOBODY, "by_lot": rules.BY_LOT},
    }


def stands_of(kind: int) -> list[list[list[int]]]:
    """The legal stands of a kind of tile, as squares."""
    return [[list(square) for square in stand.squares] for stand in STANDS[:LEGAL_STANDS] if stand.kind == kind]
