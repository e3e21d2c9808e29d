"""What's in TetraTrax's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, KINDS, LETTERS, STANDS, TILES, TILES_A_SIDE


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
