"""The lines of a room, numbered from 1, and what each of them spans of its game's entries."""

from tetracade.table import log
from tetracade.table.log import Line

Span = tuple[int, int, int]
"""The game that a line belongs to, and from where to where its entries stand in that game's table."""


class RoomLog:
    """A room's lines. ``fresh`` are those that nobody has stored yet."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.spans: list[Span] = []
        self.fresh: list[Line] = []
        self.undone: set[int] = set()
        """Numbers of actions that were taken back."""
        self.asides = 0
        """How many lines there are beside actions, since the present game began or the table was set up."""

    @property
    def number(self) -> int:
        """How many lines there are; the number of the latest."""
        return len(self.lines)

    def add(self, line: Line, game: int, entries: int) -> None:
        """Add a line of this game, whose table now has this many entries."""
        last_game, _, start = self.spans[-1] if self.spans else (game, 0, 0)
        self.lines.append(line)
        self.spans.append((game, min(start, entries) if game == last_game else 0, entries))
        kind = type(line)
        if kind is log.Started:
            self.asides = 0
        elif kind is not log.Acted:
            self.asides += 1

    def take_back(self) -> None:
        """Note that the last action that still counts was taken back."""
        numbers = range(self.number, 0, -1)
        self.undone.add(
            next(n for n in numbers if type(self.lines[n - 1]) is log.Acted and n not in self.undone),
        )

    def take_fresh(self) -> list[Line]:
        """The lines that nobody has stored yet; from now on somebody has."""
        lines, self.fresh = self.fresh, []
        return lines
