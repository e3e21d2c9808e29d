"""TetraTrax's box, read and checked."""

from pathlib import Path
from typing import NamedTuple

from tetracade.engine.box import Page
from tetracade.engine.boxes import settle

KINDS = ("domino", "I", "O", "T", "S", "L")
LONGEST_TILE = 4
MOST_COLUMNS = 15
"""The free rows of all columns go into one word of 62 bits."""
MOST_ROWS = 26
MOST_OF_A_KIND = 9
"""A position writes each number of tiles as one digit ..."""
MOST_TILES = 26
"""... and each tile of a side as a letter."""


class Parts(NamedTuple):
    """What the box holds."""

    columns: int
    usual_rows: int
    fewest_rows: int
    most_rows: int
    tiles: tuple[int, ...]
    """By kind, for each side."""


def read(page: Page) -> Parts:
    """What the box holds; BadBox if no game can be played with it."""
    rows = page.page("rows")
    parts = Parts(
        columns=page.number("columns", LONGEST_TILE, MOST_COLUMNS),
        usual_rows=rows.number("usual", LONGEST_TILE, MOST_ROWS),
        fewest_rows=rows.number("fewest", LONGEST_TILE, MOST_ROWS),
        most_rows=rows.number("most", LONGEST_TILE, MOST_ROWS),
        tiles=page.counts("tiles", KINDS, 0, MOST_OF_A_KIND),
    )
    if not parts.fewest_rows <= parts.usual_rows <= parts.most_rows:
        page.wrong(f"rows.usual = {parts.usual_rows}: it lies between rows.fewest and rows.most")
    if not 1 <= sum(parts.tiles) <= MOST_TILES:
        page.wrong(f"tiles: each side has 1 to {MOST_TILES} in all, not {sum(parts.tiles)}")
    return parts


BOX, PARTS = settle(Path(__file__).parent, read)
