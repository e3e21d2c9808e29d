"""TetraTrax as a picture: the tower, then tiles left and points."""

from tetracade.engine.fields import View
from tetracade.engine.svg import FAINT, INK, LINE, LINE_HEIGHT, MARGIN, Picture, plain_lines
from tetracade.games.tetratrax.board import COLUMN_NAMES, COLUMNS, SEATS
from tetracade.games.tetratrax.notation import TILE_MARKS
from tetracade.games.tetratrax.words import drawing

SIDE = 32
LEFT = MARGIN + 24
FILLS = {True: ("#f3e3bf", INK), False: ("#33415c", "#ffffff")}
"""Fill and ink of White's tiles, and of Black's."""


def draw(view: View) -> str:
    """The view as SVG."""
    rows = view.rows
    bottom = MARGIN + rows * SIDE
    picture = Picture(LEFT + COLUMNS * SIDE + 120, bottom + 3 * LINE_HEIGHT + 2 * MARGIN, "TetraTrax")
    for row in range(rows):
        y = bottom - (row + 1) * SIDE
        picture.text(LEFT - 8, y + SIDE * 0.65, str(row + 1), 13, "end")
        for column in range(COLUMNS):
            _square(picture, view, row, column, LEFT + column * SIDE, y)
    for column, name in enumerate(COLUMN_NAMES):
        picture.text(LEFT + (column + 0.5) * SIDE, bottom + 16, name, 13)
    picture.lines(MARGIN, bottom + 2 * LINE_HEIGHT + 4, plain_lines(drawing(view))[-SEATS:])
    return picture.written()


def _square(picture: Picture, view: View, row: int, column: int, x: float, y: float) -> None:
    tile = view.tower[row, column]
    if not tile:
        picture.rect(x, y, SIDE, SIDE, FAINT, LINE)
        return
    mark = TILE_MARKS[tile]
    fill, ink = FILLS[mark.isupper()]
    picture.rect(x, y, SIDE, SIDE, fill)
    picture.text(x + SIDE / 2, y + SIDE * 0.66, mark, 15, fill=ink)
    edges = (  # a line wherever the tile ends
        (row + 1, column, (x, y, x + SIDE, y)),
        (row - 1, column, (x, y + SIDE, x + SIDE, y + SIDE)),
        (row, column - 1, (x, y, x, y + SIDE)),
        (row, column + 1, (x + SIDE, y, x + SIDE, y + SIDE)),
    )
    for next_row, next_column, ends in edges:
        inside = 0 <= next_row < view.rows and 0 <= next_column < COLUMNS
        if not inside or view.tower[next_row, next_column] != tile:
            picture.line(*ends, stroke="#b08968")
