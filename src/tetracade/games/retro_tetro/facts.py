"""What's in Retro Tetro's box, as plain data for whoever draws the game."""

from typing import Any

from tetracade.games.retro_tetro import board


def facts() -> dict[str, Any]:
    """The arcade board from the bottom row, its highlighted half rows, the shapes with their stands, and the cards."""
    standard, advanced = (
        [line.split()[1:] for line in reversed(picture.strip().splitlines())]
        for picture in (board.STANDARD, board.ADVANCED)
    )
    return {
        "columns": board.COLUMN_NAMES,
        "rows": board.ROWS,
        "line": board.LINE,
        "cards_played": board.CARDS_PLAYED,
        "standard": [row[: board.COLUMNS] for row in standard],
        "advanced": [row[: board.COLUMNS] for row in advanced],
        "halves": [row[board.COLUMNS :] for row in standard],
        "meeples": board.MEEPLES,
        "shapes": [
            {
                "letter": letter,
                "name": board.SHAPE_NAMES[kind],
                "stands": [[list(square) for square in stand.squares] for stand in board.STANDS if stand.kind == kind],
            }
            for kind, letter in enumerate(board.LETTERS)
        ],
        "cards": list(board.CARD_NAMES),
        "objectives": list(board.OBJECTIVE_TEXTS),
    }
