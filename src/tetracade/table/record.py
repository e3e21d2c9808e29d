"""A game as text: what was set up, then every action and outcome in order.

::

    tetracade 1
    game tetratrax 1
    seats 2
    option rows=12
    * white
    0 T1@C
    1 O1@A

A game that was not played with the standard box has a line ``box DIGEST NAME`` after that of the game. One that began
in a position has a line ``position …`` after its options, as ``table.position()`` writes it.

A seat's number and a notation make an action, ``*`` and a notation a chance outcome; ``#`` begins a remark.
In place of a notation may stand the number of the action or outcome, as ``#93``.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tetracade.engine.chance import Dealer, no_dealer
from tetracade.engine.game import BadOption, Game
from tetracade.table.heading import (
    HEADS,
    HIDDEN_POSITION,
    BadRecord,
    NumberedLine,
    OtherRules,
    read_heading,
    written_heading,
)
from tetracade.table.narration import sees
from tetracade.table.past import lead, mark_of
from tetracade.table.position import BadPosition, positioned
from tetracade.table.table import Entry, IllegalAction, Table

__all__ = ["BadRecord", "OtherRules", "cut_record", "lines_of", "replayed", "seen_record", "written"]


def written(table: Table) -> str:
    """Return the table's game as text."""
    game, words = table.game, table.game.words
    options = {option.name: option.written(table.options[option.name]) for option in game.options}
    lines = written_heading(game.name, game.version, table.seats, options, game.box_line)
    if table.began:
        lines.append(f"position {table.began}")
    for seat, id in table.entries:
        lines.append(f"* {words.outcome_notation(id)}" if seat < 0 else f"{seat} {words.notation(id)}")
    return "\n".join(lines) + "\n"


def seen_record(table: Table, eye: int) -> str:
    """Return the game as text, with a question mark for whatever the viewer may not see."""
    lines = lines_of(written(table))
    first = len(lines) - len(table.entries)
    if table.began:
        lines[first - 1] = HIDDEN_POSITION
    for index in range(len(table.entries)):
        if not sees(table, eye, index):
            lines[first + index] = f"{lines[first + index].partition(' ')[0]} ?"
    return "\n".join(lines) + "\n"


class _Reading:
    """Deals a record's outcomes as they come up between its actions, and goes on from its end once it has been read.

    After an undo it deals the record's outcomes again.
    """

    def __init__(self, entries: Sequence[Entry], then: Dealer | None) -> None:
        self.entries = entries
        self.place = 0
        self.doubted = 0
        """The entry that an error refers to."""
        self.read = False
        """Whether the whole record has been read."""
        self._then = then

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        while self.read and self.place < len(self.entries) and self.entries[self.place].seat >= 0:
            self.place += 1
        self.doubted = self.place
        if self.place == len(self.entries):
            if self._then is not None:
                return self._then(ids, weights)
            if self.read:
                return no_dealer(ids, weights)
            raise BadRecord("the record ends here, but an outcome is due: a line that begins with *")
        if self.entries[self.place].seat >= 0:
            raise BadRecord("an outcome is due here: a line that begins with *")
        outcome = self.entries[self.place].id
        if outcome not in ids:
            raise (ValueError if self.read else BadRecord)("this outcome can't happen here")
        self.place += 1
        return outcome

    def mark(self) -> Any:
        """Return where it is, for ``return_to``."""
        return self.place, None if self._then is None else mark_of(self._then)

    def return_to(self, mark: Any) -> None:
        """Deal again from there on."""
        self.place, then = mark
        if self._then is not None:
            lead(self._then, then)

    def copy(self) -> "_Reading":
        """Return an independent dealer that goes on from here."""
        other = _Reading(self.entries, getattr(self._then, "copy", lambda: self._then)())
        other.place, other.read = self.place, self.read
        return other


def lines_of(text: str) -> list[str]:
    """Split a record into lines. Only a line feed ends one; a remark may contain any other character."""
    if text.partition("\n")[0].endswith("\r"):  # the file has been through a system with other line ends
        text = text.replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n")


def replayed(text: str, find: Callable[[str], Game], dealer: Dealer | None = None) -> Table:
    """Return the table that the record describes; with a dealer, the game can go on from there."""
    if not isinstance(text, str):
        raise BadRecord(f"line 1: a record is text, not {type(text).__name__}")
    lines = [(number, line.strip()) for number, line in enumerate(lines_of(text), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    (game, seats, options, began), body = read_heading(lines, find)
    entries: list[Entry] = []
    for number, line in body:
        try:
            entries.append(_entry(game, line))
        except (ValueError, LookupError) as error:
            raise BadRecord(f"line {number}: {error}") from None
    reading = _Reading(entries, dealer)
    at_position = None if began is None else _positioned(game, began, reading, seats, options)
    try:
        table = at_position or Table(game, seats, options, dealer=reading)
        while reading.place < len(entries):
            seat, action = entries[reading.place]
            reading.doubted = reading.place
            if seat < 0:
                raise BadRecord("no outcome is due here; a seat acts")
            reading.place += 1
            table.play(action, seat)
    except (BadRecord, IllegalAction, BadOption, ValueError) as error:
        at = body[reading.doubted][0] if reading.doubted < len(body) else lines[-1][0]
        raise BadRecord(f"line {at}: {error}") from None
    reading.read = True
    return table


def _positioned(game: Game, began: NumberedLine, dealer: Dealer, seats: int, options: dict[str, Any]) -> Table:
    """Return the table that begins in this position; BadRecord names its line."""
    number, text = began
    if text == "?":
        raise BadRecord(f"line {number}: the position is hidden; the whole record can be had after the game")
    try:
        return positioned(game, text, dealer, seats, options)
    except (BadPosition, BadOption) as error:
        raise BadRecord(f"line {number}: {error}") from None


def cut_record(text: str, entries: int | None = None) -> tuple[list[str], list[str]]:
    """Return the record's heading and its first entries, all if None, without remarks."""
    lines = [line for line in map(str.strip, lines_of(text)) if line and not line.startswith("#")]
    headings = ("tetracade", *HEADS)
    first = next((at for at, line in enumerate(lines) if line.partition(" ")[0] not in headings), len(lines))
    heading, body = lines[:first], lines[first:]
    if entries is not None and entries > len(body):
        raise BadRecord(f"the record has {len(body)} actions and outcomes; {entries} of them can't be kept")
    return heading, body[:entries]


def _entry(game: Game, line: str) -> Entry:
    """The entry that a line of the record holds."""
    head, _, rest = line.partition(" ")
    if head in HEADS:
        raise BadRecord(f"the line '{head} …' comes before all actions and outcomes")
    of = game.words.outcome_of if head == "*" else game.words.action_of
    by_number = rest.startswith("#") and rest[1:].isdecimal()
    return Entry(-1 if head == "*" else int(head), int(rest[1:]) if by_number else of(rest))
