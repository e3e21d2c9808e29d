"""A room's lines, numbered from 1, and which entries of its game each of them covers."""

from itertools import islice

from tetracade.table import log
from tetracade.table.log import Line

Span = tuple[int, int, int]
"""The game a line belongs to, and the range of its entries in that game's table."""


class RoomLog:
    """A room's lines. ``fresh`` are those that haven't been stored yet."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.spans: list[Span] = []
        self.fresh: list[Line] = []
        self.undone: set[int] = set()
        """The numbers of actions that were undone."""
        self.asides = 0
        """How many lines other than actions there are since the current game began or the table was set up."""

    @property
    def number(self) -> int:
        """The number of the latest line."""
        return len(self.lines)

    def add(self, line: Line, game: int, entries: int) -> None:
        """Add a line to this game, whose table now has this many entries."""
        last_game, _, start = self.spans[-1] if self.spans else (game, 0, 0)
        self.lines.append(line)
        self.spans.append((game, min(start, entries) if game == last_game else 0, entries))
        kind = type(line)
        if kind is log.Started:
            self.asides = 0
        elif kind is not log.Acted:
            self.asides += 1

    def take_back(self, count: int) -> None:
        """Note that the last actions that still counted, this many, were taken back."""
        numbers = range(self.number, 0, -1)
        acted = (n for n in numbers if type(self.lines[n - 1]) is log.Acted and n not in self.undone)
        self.undone.update(list(islice(acted, count)))

    def take_fresh(self) -> list[Line]:
        """Return the lines that haven't been stored yet, and count them as stored."""
        lines, self.fresh = self.fresh, []
        return lines
