"""Draws the board of Tetrathedral with the name of every space: ``python docs/tetrathedral_board.py``."""

from pathlib import Path

from tetracade.games.tetrathedral.board import MOST, NAMES, PAWNS, ROW_SIZES, SPACES, Space, home

PICTURE = Path(__file__).with_name("tetrathedral-board.svg")
WIDTH, HEIGHT = 72, 62
"""Of one triangle."""
MARGIN = 24
MIDDLE = MARGIN + max(ROW_SIZES) // 2 * WIDTH // 2 + WIDTH // 2

STYLE = """\
    .inner { fill: #d8c3a5; stroke: #5b4a36 }
    .ring { fill: #fbf6ec; stroke: #5b4a36 }
    .pawn { fill: none; stroke-width: 3 }
    .red { stroke: #b3261e }
    .blue { stroke: #1f4e9c; stroke-dasharray: 6 4 }
    text { font: 15px sans-serif; text-anchor: middle; fill: #2b2118 }"""


def corners(space: Space, inset: float = 0) -> str:
    """The triangle's corners as SVG writes them, drawn in a little if asked."""
    x, top = MIDDLE + (space.b - space.c) * WIDTH // 2, MARGIN + (MOST - space.a) * HEIGHT
    half = WIDTH / 2 - 1.75 * inset
    tip, base = (top + 2 * inset, top + HEIGHT - inset) if space.points_up else (top + HEIGHT - 2 * inset, top + inset)
    return f"{x:g},{tip:g} {x - half:g},{base:g} {x + half:g},{base:g}"


def picture() -> str:
    """The whole picture: ring and inner spaces, names, and where the pawns start."""
    wide, high = 2 * MIDDLE, 2 * MARGIN + len(ROW_SIZES) * HEIGHT
    title = f"The {len(SPACES)} spaces of Tetrathedral by name, the light outer ring, and where the pawns start"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">',
        f"  <title>{title}</title>",
        f"  <style>\n{STYLE}\n  </style>",
    ]
    starts = {space: colour for seat, colour in enumerate(("red", "blue")) for space in home(seat, PAWNS[0])}
    for index, space in enumerate(SPACES):
        x = MIDDLE + (space.b - space.c) * WIDTH // 2
        y = MARGIN + (MOST - space.a) * HEIGHT + (HEIGHT * 3 // 4 if space.points_up else HEIGHT * 2 // 5)
        lines.append(f'  <polygon class="{"ring" if space.on_ring else "inner"}" points="{corners(space)}"/>')
        if index in starts:
            lines.append(f'  <polygon class="pawn {starts[index]}" points="{corners(space, 5)}"/>')
        lines.append(f'  <text x="{x}" y="{y}">{NAMES[index]}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture())
