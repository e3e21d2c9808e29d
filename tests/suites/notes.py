"""Notes held to the rules: whatever a game explains when it happens has a test of when, where and whether it is so."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tests.suites.every import TENTH, set_ups, some
from tetracade.bots.bot import GreedyBot
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.words import Note
from tetracade.table.narration import sees
from tetracade.table.table import Table

MOST_STEPS = 400


class Event(NamedTuple):
    """An action or, for seat -1, an outcome: the records before and after it, and one viewer's views."""

    table: Table
    seat: int
    what: int
    seen: bool
    before: View
    after: View
    was: State
    then: State

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the viewer is told of it."""
        met = self.table.game.rules_met(self.before, self.after, self.seat, self.what if self.seen else -1)
        assert isinstance(met, tuple)
        return met

    def did(self, first: int, end: int) -> bool:
        """Whether it is one of a seat's actions with these numbers."""
        return self.seat != SPECTATOR and first <= self.what < end


def so(*_: object) -> bool:
    """It is true as it stands: nothing in the sentence depends on the position."""
    return True


class Told(NamedTuple):
    """A note, held to the rules."""

    when: Callable[[Event], bool]
    """Whether the rule comes into play, so that the viewer has to be told."""
    where: Callable[[Event, str], bool]
    """Whether the place is one where it applies."""
    true: Callable[..., bool] = so
    """Whether the sentence is true of the event, given what the pattern's groups caught."""


Book = Mapping[str, Told]
"""By a pattern that matches rule, title and text of a note, as ``said`` joins them."""


def said(note: Note) -> str:
    """The note in a line."""
    return f"{note.rule} {note.title}: {note.text}"


def at(*places: str) -> Callable[[Event, str], bool]:
    """The place is one of these."""
    return lambda _, place: place in places


def seen_by(table: Table, eye: int, index: int) -> Event:
    """One of the table's entries, for one viewer."""
    kernel = kernel_of(table.game)
    was, then = table.state_before(index), table.state_before(index + 1)
    before, after = (kernel.view(state, eye, over=False) for state in (was, then))
    seat, what = table.entries[index]
    return Event(table, seat, what, sees(table, eye, index), before, after, was, then)


def events(game: Game, games: int, luck: float = 0.5, **options: Any) -> Iterator[Event]:
    """What happens in games of every set-up, or of one, played greedily but for a share left to luck."""
    greedy = GreedyBot()
    for seed in range(some(games)):
        pick = random.Random(seed)
        set_up = pick.choice(set_ups(game))
        if options:
            set_up = set_up._replace(options=options)
        table = Table(game, set_up.seats, set_up.options, dealer=SeededDealer(seed))
        for _ in range(MOST_STEPS):
            if not table.acting:
                break
            seat = pick.choice(table.acting)
            best = greedy.choose_number(table, seat)
            table.step(seat, best if pick.random() > luck else pick.choice(table.legal_ids(seat)))
        yield from (seen_by(table, pick.randrange(SPECTATOR, table.seats), at) for at in range(len(table.entries)))


def of(table: Table, since: int = 0) -> Iterator[Event]:
    """What has happened at a table, for each viewer."""
    for eye in range(SPECTATOR, table.seats):
        yield from (seen_by(table, eye, index) for index in range(since, len(table.entries)))


def hold(found: Iterable[Event], book: Book) -> None:
    """Fail where a note is false, out of place, missing or in no book, and where a kind of note never comes up.

    With the boxes for tests, of which fewer games are played, not every kind has to come up.
    """
    met = Counter[str]()
    for event in found:
        told = {}
        for note in event.notes:
            matching = [(pattern, match) for pattern in book if (match := re.fullmatch(pattern, said(note)))]
            assert matching, f"nothing says when to tell {said(note)!r}"
            pattern, match = matching[0]
            assert pattern not in told, f"told twice: {said(note)}"
            kind = book[pattern]
            assert kind.when(event), f"no such rule in play, {happened(event, note)}"
            assert kind.where(event, note.place), f"not there, {happened(event, note)}"
            assert kind.true(event, *match.groups()), f"not so, {happened(event, note)}"
            told[pattern] = note
        for pattern, kind in book.items():
            assert pattern in told or not kind.when(event), f"not told: {pattern}, {happened(event)}"
        met.update(told.keys())
    assert TENTH or not set(book) - set(met), f"never told: {set(book) - set(met)}"


def happened(event: Event, note: Note | None = None) -> str:
    """What happened, in which position, and what was told of it."""
    words = event.table.game.words
    done = words.outcome_notation if event.seat == SPECTATOR else words.notation
    told = f"{said(note)!r} at {note.place!r}: " if note else ""
    return f"{told}{done(event.what)} by {event.seat} in {words.position(event.was)}"
