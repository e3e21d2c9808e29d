"""Foursome's box, read and checked."""

from pathlib import Path
from typing import NamedTuple

from tetracade.engine.box import Page
from tetracade.engine.boxes import settle

CHARACTERS = "ABCDEFGHIJKLMNOPQRST"
COLOUR_MARKS = "RB"
SPECIALS = ("WILD", "REMOVE", "STEAL", "SWAP-RED", "SWAP-BLACK")
SPACES_OF_A_CARD = 2
"""Each character has two spaces of each colour (FS1), and as many cards (FS2)."""
SPACES = len(COLOUR_MARKS) * len(CHARACTERS) * SPACES_OF_A_CARD
FOUR = 4
MOST_COLUMNS = 14
"""The drawing has 80 columns, five to a space."""
MOST_OF_A_SPECIAL = 9
"""A record counts cards up to 127."""
MOST_CHIPS = 80
MOST_FOURSOMES = 4


class Parts(NamedTuple):
    """What the box holds."""

    columns: int
    rows: int
    board: tuple[tuple[str, ...], ...]
    chips: int
    specials: tuple[int, ...]
    """By kind."""
    foursomes_of_two: int
    foursomes_of_more: int
    house_names: tuple[str, ...]
    printed_names: dict[str, str]
    special_names: tuple[str, str]


def read(page: Page) -> Parts:
    """What the box holds; BadBox if no game can be played with it."""
    columns, rows = page.number("columns", FOUR, MOST_COLUMNS), page.number("rows", FOUR, SPACES // FOUR)
    if columns * rows != SPACES:
        page.wrong(f"columns = {columns}, rows = {rows}: the board has {SPACES} spaces, not {columns * rows}")
    labels = [mark + letter for mark in COLOUR_MARKS for letter in CHARACTERS]
    board = page.picture("board", rows, columns, labels)
    spaces = [label for row in board for label in row]
    for label in labels:
        if spaces.count(label) != SPACES_OF_A_CARD:
            page.wrong(f"board: {label} is there {spaces.count(label)} times; every label is there {SPACES_OF_A_CARD}")
    for row in range(rows):
        for column in range(columns):
            if (board[row][column][0] == board[0][0][0]) != ((row + column) % 2 == 0):
                page.wrong(f"board, row {row + 1} from the top: red and black lie like a chessboard's colours")
    wins, names = page.page("foursomes"), page.page("names")
    printed = names.page("printed")
    return Parts(
        columns=columns,
        rows=rows,
        board=board,
        chips=page.number("chips", 1, MOST_CHIPS),
        specials=page.counts("specials", SPECIALS, 0, MOST_OF_A_SPECIAL),
        foursomes_of_two=wins.number("two", 1, MOST_FOURSOMES),
        foursomes_of_more=wins.number("more", 1, MOST_FOURSOMES),
        house_names=names.texts("house", len(CHARACTERS), 20),
        printed_names={letter: printed.text(letter, 20) for letter in CHARACTERS if printed.has(letter)},
        special_names=(names.text("house_special", 20), names.text("rulebook_special", 20)),
    )


BOX, PARTS = settle(Path(__file__).parent, read)
