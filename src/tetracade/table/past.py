"""A table's past: its entries, the record before each of them, and what was undone."""

from typing import Any, NamedTuple

from tetracade.engine.chance import Dealer
from tetracade.engine.contract import SPECTATOR


class Entry(NamedTuple):
    """One entry: a seat's action, or (seat -1) a chance outcome."""

    seat: int
    id: int


class Cut(NamedTuple):
    """Entries taken off the end, with the record and the dealer as they were after the last one."""

    entries: list[Entry]
    before: list[bytes]
    marks: list[Any]
    after: bytes
    dealer: Any


class Past:
    """The entries, the record before each, and for each outcome where the dealer was (None if it can't say)."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.before: list[bytes] = []
        self.marks: list[Any] = []
        self.undone: list[Cut] = []

    def add(self, entry: Entry, before: bytes, mark: Any = None) -> None:
        """Add an entry."""
        self.entries.append(entry)
        self.before.append(before)
        self.marks.append(mark)

    def add_outcomes(self, outcomes: list[int], before: bytes, marks: bytes) -> None:
        """Add outcomes, with their records and dealer's marks in order."""
        for place, outcome in enumerate(outcomes):
            record, mark = (
                part[place * len(part) // len(outcomes) : (place + 1) * len(part) // len(outcomes)]
                for part in (before, marks)
            )
            self.add(Entry(SPECTATOR, outcome), record, mark)

    def last_action(self) -> int:
        """Return the index of the last action; -1 if there is none."""
        return next(
            (index for index in reversed(range(len(self.entries))) if self.entries[index].seat != SPECTATOR), -1
        )

    def cut(self, index: int, after: bytes, dealer: Dealer) -> Cut:
        """Take off all entries from this one on, and send the dealer back to where it was."""
        cut = Cut(self.entries[index:], self.before[index:], self.marks[index:], after, mark_of(dealer))
        del self.entries[index:], self.before[index:], self.marks[index:]
        lead(dealer, next((mark for mark in cut.marks if mark is not None), None))
        return cut

    def restore(self, cut: Cut, dealer: Dealer) -> None:
        """Put back what was taken off, and send the dealer to where it was then."""
        self.entries += cut.entries
        self.before += cut.before
        self.marks += cut.marks
        lead(dealer, cut.dealer)

    def copy(self) -> "Past":
        """Return an independent copy."""
        other = Past()
        other.entries, other.before = list(self.entries), list(self.before)
        other.marks, other.undone = list(self.marks), list(self.undone)
        return other


def mark_of(dealer: Dealer) -> Any:
    """Return where the dealer is; None if it can't say."""
    mark = getattr(dealer, "mark", None)
    return None if mark is None else mark()


def lead(dealer: Dealer, mark: Any) -> None:
    """Have the dealer deal again from this mark; None leaves it where it is."""
    if mark is not None:
        dealer.return_to(mark)  # type: ignore[attr-defined]  # a dealer that gives marks takes them
