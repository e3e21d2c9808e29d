"""Foursome as a picture: the board with its characters and chips, then the seats."""

from tetracade.engine.fields import View
from tetracade.engine.svg import COLOURS, INK, LINE, LINE_HEIGHT, MARGIN, ON_COLOUR, Picture, plain_lines
from tetracade.games.foursome.board import CHIP_COLOURS, COLUMN_NAMES, COLUMNS, KIND_AT, KIND_NAMES, ROWS
from tetracade.games.foursome.board import COLOURS as CHIPS
from tetracade.games.foursome.state import LOCKED
from tetracade.games.foursome.words import drawing

SIDE = 46
LEFT = MARGIN + 20
TOP = MARGIN + 20


def draw(view: View) -> str:
    """The view as SVG; a locked chip has a square round it."""
    said = plain_lines(drawing(view))[ROWS + 1 :]
    bottom = TOP + ROWS * SIDE
    picture = Picture(
        max(LEFT + COLUMNS * SIDE + MARGIN, 620), bottom + (len(said) + 1) * LINE_HEIGHT + MARGIN, "Foursome"
    )
    for column, name in enumerate(COLUMN_NAMES):
        picture.text(LEFT + (column + 0.5) * SIDE, TOP - 6, name, 13)
    for row in range(ROWS):
        picture.text(LEFT - 8, TOP + (row + 0.6) * SIDE, str(row + 1), 13, "end")
        for column in range(COLUMNS):
            _space(picture, view, row * COLUMNS + column, LEFT + column * SIDE, TOP + row * SIDE)
    picture.lines(MARGIN, bottom + LINE_HEIGHT + 4, said, 13)
    return picture.written()


def _space(picture: Picture, view: View, space: int, x: float, y: float) -> None:
    name = KIND_NAMES[KIND_AT[space]]
    red = name[0] == "R"
    picture.rect(x, y, SIDE, SIDE, "#fbe3dc" if red else "#dcdfe4", LINE)
    picture.text(x + 4, y + 13, name, 11, "start", "#8c2d19" if red else INK)
    chip = view.board[space]
    if not chip:
        return
    colour = (chip - 1) % CHIPS
    if chip >= LOCKED:
        picture.rect(x + 11, y + 15, 28, 28, "none", INK)
    picture.circle(x + 25, y + 29, 13, COLOURS[colour], width=2)
    picture.text(x + 25, y + 34, CHIP_COLOURS[colour][0], 14, fill=ON_COLOUR[colour])
