"""Self-contained SVG pictures: a few shapes on a plain background."""

from collections.abc import Iterable
from html import escape

from rich.markup import render

INK, GROUND, LINE, FAINT = "#1b1b1b", "#ffffff", "#8a8a8a", "#f1efe9"
COLOURS = ("#e69f00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#6b6b6b")
"""Colours that colour-blind people can tell apart (Okabe and Ito's); drawings always add a letter or a shape."""
ON_COLOUR = ("#1b1b1b", "#ffffff", "#ffffff", "#1b1b1b", "#1b1b1b", "#ffffff", "#1b1b1b", "#ffffff")
"""The text colour that is readable on each of them."""

LINE_HEIGHT = 20
MARGIN = 12


class Picture:
    """A picture you add shapes to; ``written`` returns it as SVG."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self._shapes: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> None:
        """Add a rectangle."""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{stroke}"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, stroke: str = INK, width: float = 1) -> None:
        """Add a circle."""
        self._shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}"/>'
        )

    def polygon(self, corners: Iterable[tuple[float, float]], fill: str, stroke: str = LINE) -> None:
        """Add a polygon."""
        points = " ".join(f"{x:g},{y:g}" for x, y in corners)
        self._shapes.append(f'<polygon points="{points}" fill="{fill}" stroke="{stroke}"/>')

    def line(self, x: float, y: float, to_x: float, to_y: float, width: float = 2, stroke: str = INK) -> None:
        """Add a line."""
        self._shapes.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{stroke}" stroke-width="{width:g}"/>'
        )

    def text(self, x: float, y: float, said: str, size: float = 14, anchor: str = "middle", fill: str = INK) -> None:
        """Add text; ``y`` is its baseline."""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{fill}">{escape(said)}</text>'
        )

    def lines(self, x: float, y: float, lines: Iterable[str], size: float = 14) -> None:
        """Add lines of text, one below the other, starting here."""
        for number, line in enumerate(lines):
            self.text(x, y + number * LINE_HEIGHT, line.strip(), size, "start")

    def written(self) -> str:
        """The picture as SVG."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'width="{self.width:g}" height="{self.height:g}" role="img" '
            'font-family="system-ui, sans-serif" style="white-space: pre">'
        )
        ground = f'<rect width="100%" height="100%" fill="{GROUND}"/>'
        return "\n".join([head, f"<title>{escape(self.title)}</title>", ground, *self._shapes, "</svg>"]) + "\n"


def plain_lines(drawing: str) -> list[str]:
    """The lines of a terminal drawing, without markup."""
    return render(drawing).plain.splitlines()


def text_picture(title: str, drawing: str) -> str:
    """A terminal drawing as a picture, for games without one of their own."""
    lines = plain_lines(drawing)
    width = 2 * MARGIN + 8.5 * max(map(len, lines), default=1)
    picture = Picture(width, 2 * MARGIN + LINE_HEIGHT * len(lines), title)
    for number, line in enumerate(lines):
        picture._shapes.append(
            f'<text x="{MARGIN}" y="{MARGIN + LINE_HEIGHT * (number + 0.75):g}" font-size="14" xml:space="preserve" '
            f'font-family="monospace" fill="{INK}">{escape(line)}</text>'
        )
    return picture.written()
