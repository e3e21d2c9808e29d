"""Retro Tetro as a picture: a board for every seat, then coins, pieces and cards."""

from tetracade.engine.fields import View
from tetracade.engine.svg import COLOURS, FAINT, INK, LINE, LINE_HEIGHT, MARGIN, ON_COLOUR, Picture, plain_lines
from tetracade.games.retro_tetro.board import COLUMN_NAMES, COLUMNS, LETTERS, ROWS, SYMBOL
from tetracade.games.retro_tetro.board import LINE as GREEN_LINE
from tetracade.games.retro_tetro.words import drawing, seat_name

SIDE = 24
WIDE = COLUMNS * SIDE + 40
TOP = MARGIN + 26


def draw(view: View) -> str:
    """The view as SVG; an empty square shows its symbol in grey."""
    drawn = plain_lines(drawing(view))
    said = drawn[max(place for place, line in enumerate(drawn) if line.strip().startswith("A B C")) + 1 :]
    bottom = TOP + ROWS * SIDE
    picture = Picture(
        max(MARGIN + view.seats * WIDE, 640), bottom + (len(said) + 2) * LINE_HEIGHT + MARGIN, "Retro Tetro"
    )
    for seat in range(view.seats):
        _board(picture, view, seat, MARGIN + 22 + seat * WIDE)
    picture.lines(MARGIN, bottom + 2 * LINE_HEIGHT + 4, said, 13)
    return picture.written()


def _board(picture: Picture, view: View, seat: int, left: float) -> None:
    picture.text(left, TOP - 8, seat_name(seat), 14, "start")
    for row in range(ROWS):
        y = TOP + (ROWS - 1 - row) * SIDE
        picture.text(left - 4, y + SIDE * 0.7, str(row + 1), 11, "end")
        for column in range(COLUMNS):
            _square(picture, view, seat, row, column, left + column * SIDE, y)
    for column, name in enumerate(COLUMN_NAMES):
        picture.text(left + (column + 0.5) * SIDE, TOP + ROWS * SIDE + 14, name, 11)
    y = TOP + (ROWS - GREEN_LINE) * SIDE
    picture.line(left, y, left + COLUMNS * SIDE, y, 3, "#009e73")


def _square(picture: Picture, view: View, seat: int, row: int, column: int, x: float, y: float) -> None:
    drop = view.board[seat, row, column]
    if not drop:
        picture.rect(x, y, SIDE, SIDE, FAINT, LINE)
        if not view.advanced and SYMBOL[row, column] >= 0:
            picture.text(x + SIDE / 2, y + SIDE * 0.7, LETTERS[SYMBOL[row, column]].lower(), 12, fill="#6b6b6b")
        return
    shape = view.kinds[seat, drop - 1] - 1
    colour = shape % len(COLOURS)
    picture.rect(x, y, SIDE, SIDE, COLOURS[colour])
    picture.text(x + SIDE / 2, y + SIDE * 0.7, LETTERS[shape], 13, fill=ON_COLOUR[colour])
    edges = (  # a line wherever the piece ends
        (row + 1, column, (x, y, x + SIDE, y)),
        (row - 1, column, (x, y + SIDE, x + SIDE, y + SIDE)),
        (row, column - 1, (x, y, x, y + SIDE)),
        (row, column + 1, (x + SIDE, y, x + SIDE, y + SIDE)),
    )
    for next_row, next_column, ends in edges:
        inside = 0 <= next_row < ROWS and 0 <= next_column < COLUMNS
        if not inside or view.board[seat, next_row, next_column] != drop:
            picture.line(*ends, stroke=INK)
