"""Tetrathedral as a picture: the hexagon of triangles, its pawns, and whose turn it is."""

from tetracade.engine.fields import View
from tetracade.engine.svg import COLOURS, FAINT, LINE, LINE_HEIGHT, MARGIN, ON_COLOUR, Picture, plain_lines
from tetracade.games.tetrathedral.board import NAMES, ROWS, SEATS
from tetracade.games.tetrathedral.notation import SEAT_NAMES
from tetracade.games.tetrathedral.words import drawing

EDGE = 64.0
TALL = EDGE * 3**0.5 / 2
FILLS = ((COLOURS[5], ON_COLOUR[5]), (COLOURS[1], ON_COLOUR[1]))


def draw(view: View) -> str:
    """The view as SVG."""
    rows = {letter: [name for name in NAMES if name[0] == letter] for letter in ROWS}
    widest = max(len(row) for row in rows.values())
    width = MARGIN * 2 + 30 + (widest + 1) / 2 * EDGE
    bottom = MARGIN + len(rows) * TALL
    picture = Picture(width, bottom + (SEATS + 1) * LINE_HEIGHT + MARGIN, "Tetrathedral")
    pawns = {view.pawns[seat, pawn]: seat for seat in range(SEATS) for pawn in range(view.in_play[seat])}
    for number, (letter, names) in enumerate(rows.items()):
        top = MARGIN + number * TALL
        left = MARGIN + 30 + (widest - len(names)) / 4 * EDGE
        picture.text(left - 6, top + TALL * 0.6, letter, 14, "end")
        for place, name in enumerate(names):
            up = (place % 2 == 0) == (number < len(rows) // 2)
            _space(picture, name, left + place * EDGE / 2, top, up, pawns.get(NAMES.index(name)))
    picture.lines(MARGIN, bottom + LINE_HEIGHT + 6, plain_lines(drawing(view))[-SEATS:])
    return picture.written()


def _space(picture: Picture, name: str, x: float, top: float, up: bool, seat: int | None) -> None:
    middle, base = x + EDGE / 2, top + TALL if up else top
    tip = top if up else top + TALL
    picture.polygon([(x, base), (x + EDGE, base), (middle, tip)], FAINT if up else "#ffffff", LINE)
    centre = top + TALL * (0.64 if up else 0.36)
    if seat is None:
        picture.text(middle, centre + 4, name[1:], 11, fill="#5c5c5c")
        return
    fill, ink = FILLS[seat]
    picture.circle(middle, centre, 14, fill, width=2)
    picture.text(middle, centre + 5, SEAT_NAMES[seat][0], 14, fill=ink)
