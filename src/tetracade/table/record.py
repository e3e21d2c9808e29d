"""A game as text: what was set up, then every action and outcome in order.

::

    tetracade 1
    game tetratrax 1
    seats 2
    option rows=12
    * white
    0 T1@C
    1 O1@A

A line of a seat's number and a notation is an action; ``*`` and a notation is a chance outcome; ``#`` begins a remark.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tetracade.engine.chance import Dealer, no_dealer
from tetracade.engine.game import BadOption, Game
from tetracade.table.narration import sees
from tetracade.table.past import lead, mark_of
from tetracade.table.table import Entry, IllegalAction, Table

FORMAT = 1


class BadRecord(ValueError):
    """The text isn't a record of a game; the message says on which line, and why."""


def written(table: Table) -> str:
    """The table's game as text."""
    words = table.game.words
    lines = [f"tetracade {FORMAT}", f"game {table.game.name} {table.game.version}", f"seats {table.seats}"]
    for option in table.game.options:
        lines.append(f"option {option.name}={option.written(table.options[option.name])}")
    for seat, id in table.entries:
        lines.append(f"* {words.outcome_notation(id)}" if seat < 0 else f"{seat} {words.notation(id)}")
    return "\n".join(lines) + "\n"


def seen_record(table: Table, eye: int) -> str:
    """The game as text, with a question mark for what the viewer may not see."""
    lines = lines_of(written(table))
    first = len(lines) - len(table.entries)
    for index in range(len(table.entries)):
        if not sees(table, eye, index):
            lines[first + index] = f"{lines[first + index].partition(' ')[0]} ?"
    return "\n".join(lines) + "\n"


class _Reading:
    """Deals the outcomes of a record as they come up between its actions, and once it is read, on from its end.

    After an undo it deals again what the record has there.
    """

    def __init__(self, entries: Sequence[Entry], then: Dealer | None) -> None:
        self.entries = entries
        self.place = 0
        self.doubted = 0
        """The entry that an error is about."""
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
            raise (ValueError if self.read else BadRecord)("this outcome cannot happen here")
        self.place += 1
        return outcome

    def mark(self) -> Any:
        """Where it is, for ``return_to``."""
        return self.place, None if self._then is None else mark_of(self._then)

    def return_to(self, mark: Any) -> None:
        """Deal again from there on."""
        self.place, then = mark
        if self._then is not None:
            lead(self._then, then)

    def copy(self) -> "_Reading":
        """A dealer that goes on from here, by itself."""
        other = _Reading(self.entries, getattr(self._then, "copy", lambda: self._then)())
        other.place, other.read = self.place, self.read
        return other


def lines_of(text: str) -> list[str]:
    """The lines of a record. Only a line feed ends one: a remark may hold any other character, as it was written."""
    if text.partition("\n")[0].endswith("\r"):  # a file that went through a system with other line ends
        text = text.replace("\r\n", "\n")
    return text.removesuffix("\n").split("\n")


def replayed(text: str, find: Callable[[str], Game], dealer: Dealer | None = None) -> Table:
    """The table that the record describes; a dealer lets the game go on after it."""
    if not isinstance(text, str):
        raise BadRecord(f"line 1: a record is text, not {type(text).__name__}")
    lines = [(number, line.strip()) for number, line in enumerate(lines_of(text), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != f"tetracade {FORMAT}":
        raise BadRecord(f"line 1: a record begins with 'tetracade {FORMAT}'")
    game: Game | None = None
    seats: int | None = None
    options: dict[str, object] = {}
    entries: list[Entry] = []
    numbers: list[int] = []
    for number, line in lines[1:]:
        head, _, rest = line.partition(" ")
        try:
            if head in ("game", "seats", "option") and entries:
                raise BadRecord(f"the line '{head} …' comes before all actions and outcomes")
            if head == "game":
                name, _, version = rest.partition(" ")
                game = find(name)
                if version != str(game.version):
                    raise BadRecord(f"it was played by version {version} of {game.title}, this is {game.version}")
            elif game is None:
                raise BadRecord("the line 'game NAME VERSION' comes first")
            elif head == "seats":
                seats = int(rest)
            elif head == "option":
                name, _, value = rest.partition("=")
                known = {option.name: option for option in game.options}
                if name not in known:
                    raise BadRecord(f"{game.title} has no option {name!r}")
                options[name] = known[name].read(value)
            else:
                outcome = head == "*"
                entries.append(
                    Entry(
                        -1 if outcome else int(head), (game.words.outcome_of if outcome else game.words.action_of)(rest)
                    )
                )
                numbers.append(number)
        except (ValueError, LookupError) as error:
            raise BadRecord(f"line {number}: {error}") from None
    if game is None:
        raise BadRecord(f"line {lines[-1][0]}: the record ends before its line 'game NAME VERSION'")
    if seats is None:
        raise BadRecord(f"line {lines[-1][0]}: the record ends before its line 'seats NUMBER'")
    reading = _Reading(entries, dealer)
    try:
        table = Table(game, seats, options, dealer=reading)
        while reading.place < len(entries):
            seat, action = entries[reading.place]
            reading.doubted = reading.place
            if seat < 0:
                raise BadRecord("no outcome is due here; a seat acts")
            reading.place += 1
            table.play(action, seat)
    except (BadRecord, IllegalAction, BadOption, ValueError) as error:
        at = numbers[reading.doubted] if reading.doubted < len(numbers) else lines[-1][0]
        raise BadRecord(f"line {at}: {error}") from None
    reading.read = True
    return table
