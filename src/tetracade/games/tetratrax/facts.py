"""What's in TetraTrax's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.engine.wording import listed
from tetracade.games.tetratrax.board import (
    COLUMN_NAMES,
    COLUMNS,
    FEWEST_ROWS,
    LETTERS,
    MOST_ROWS,
    STANDS,
    TILES,
    TILES_A_SIDE,
    USUAL_ROWS,
)
from tetracade.games.tetratrax.box import KINDS


def facts() -> dict[str, Any]:
    """The tower's columns and the tiles, with their stands in the order of the notation's numbers."""
    return {
        "columns": COLUMN_NAMES[:COLUMNS],
        "tiles_a_side": TILES_A_SIDE,
        "tiles": [
            {
                "letter": letter,
                "name": KINDS[kind],
                "count": int(TILES[kind]),
                "stands": [[list(square) for square in stand.squares] for stand in STANDS if stand.kind == kind],
            }
            for kind, letter in enumerate(LETTERS)
        ],
    }


def figures() -> dict[str, str]:
    """What ``rules.md``, lessons and diagrams take from the box."""
    tiles = [f"{count} {kind}" for count, kind in zip(TILES.tolist(), KINDS, strict=True) if count]
    sizes = [len(next(stand.squares for stand in STANDS if stand.kind == kind)) for kind in range(len(KINDS))]
    return {
        "columns": str(COLUMNS),
        "last_column": COLUMN_NAMES[-1],
        "rows": str(USUAL_ROWS),
        "fewest_rows": str(FEWEST_ROWS),
        "most_rows": str(MOST_ROWS),
        "tiles_a_side": str(TILES_A_SIDE),
        "tiles": listed(tiles),
        "squares": str(sum(count * size for count, size in zip(TILES.tolist(), sizes, strict=True))),
    }
