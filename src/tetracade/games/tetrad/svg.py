"""TETRAD as a picture: the sixteen pockets with their images, the piles, the seats, and the viewer's hand."""

import textwrap

from tetracade.engine.fields import View
from tetracade.engine.svg import FAINT, INK, LINE, LINE_HEIGHT, MARGIN, Picture, plain_lines
from tetracade.games.tetrad.board import FULL, POCKETS
from tetracade.games.tetrad.box import COLUMNS, SIDE
from tetracade.games.tetrad.notation import name_of, stack
from tetracade.games.tetrad.sides import free_spaces_shown, front_of
from tetracade.games.tetrad.words import drawing

WIDE, TALL = 150, 84
LEFT = MARGIN + 20
TOP = MARGIN + 20
OWN = "#fff3c4"
"""The background of an image that the viewer holds, too; it also has a thick frame."""


def draw(view: View) -> str:
    """The view as SVG; a star marks a free space, +2 says that two cards lie underneath."""
    drawn = plain_lines(drawing(view))
    said = drawn[next(place for place, line in enumerate(drawn) if line.strip().startswith("patterns")) :]
    bottom = TOP + SIDE * TALL
    picture = Picture(LEFT + SIDE * WIDE + MARGIN, bottom + (len(said) + 1) * LINE_HEIGHT + MARGIN, "TETRAD")
    for number in range(SIDE):
        picture.text(LEFT + (number + 0.5) * WIDE, TOP - 6, COLUMNS[number], 13)
        picture.text(LEFT - 8, TOP + (number + 0.55) * TALL, str(number + 1), 13, "end")
    for number in range(POCKETS):
        _pocket(picture, view, front_of(view, number), LEFT + number % SIDE * WIDE, TOP + number // SIDE * TALL)
    picture.lines(MARGIN, bottom + LINE_HEIGHT + 4, said, 13)
    return picture.written()


def _pocket(picture: Picture, view: View, number: int, x: float, y: float) -> None:
    top = view.top[number]
    mine = {view.hand[view.seat, place] for place in range(FULL)} if view.seat >= 0 else set()
    blocked = bool(top) and view.blocked >> top & 1
    held = bool(top) and not blocked and top in mine
    picture.rect(x, y, WIDE, TALL, "#d9d9d9" if blocked else OWN if held else FAINT, LINE)
    if held:
        picture.rect(x + 3, y + 3, WIDE - 6, TALL - 6, "none", INK)
    if free_spaces_shown(view) >> number & 1:
        picture.text(x + WIDE - 8, y + 22, "★", 16, "end")
    if not top:
        return
    depth = len(stack(view, number)) - 1
    picture.text(x + 9, y + 20, f"{top}{f'  +{depth}' if depth else ''}", 13, "start")
    lines = ["BLOCKER"] if blocked else textwrap.wrap(name_of(view, top), 16)
    for place, line in enumerate(lines):
        picture.text(x + WIDE / 2, y + 44 + 17 * place, line, 13)
