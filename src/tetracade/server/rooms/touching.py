"""Why touches on a page lead nowhere: which actions begin with them, and what makes those illegal.

A game may have ten thousand actions, and working out the touches of all of them takes a quarter of a second. So that is
done once for each game, in a thread. The result is kept as sets of actions, each one a bit mask, and finding the
actions that begin with some touches is a matter of intersecting a few of them.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from tetracade.engine.game import Game, Refusal
from tetracade.engine.kernel import kernel_of
from tetracade.table.seating import Denied
from tetracade.table.table import Table

MANY = 16
"""How many of the actions that begin with the same touches to check for the most fitting reason. A game takes up to a
fifth of a millisecond to say why one of them isn't legal."""

Run = tuple[str, ...]
"""Consecutive touches of one kind; their order doesn't matter."""


class TouchIndex:
    """A game's actions, indexed by the touches that make them."""

    def __init__(self, game: Game) -> None:
        self._all = (1 << game.actions) - 1
        self._with: dict[tuple[int, str, int], int] = defaultdict(int)
        """The actions whose run at this position contains this touch at least this often."""
        self._sized: dict[tuple[int, int], int] = defaultdict(int)
        """The actions whose run at this position has this many touches."""
        for action in range(game.actions):
            for order, run in enumerate(_runs(game.words.touches(action))):
                self._sized[order, len(run)] |= 1 << action
                for place, times in _counted(run):
                    self._with[order, place, times] |= 1 << action

    def begun(self, touches: Sequence[str]) -> Iterator[int]:
        """Return the actions, legal or not, that begin with these touches, in order."""
        found, runs = self._all, _runs(touches)
        for order, run in enumerate(runs):
            for place, times in _counted(run):
                found &= self._with.get((order, place, times), 0)
            if order < len(runs) - 1:  # touching something of another kind ends this run
                found &= self._sized.get((order, len(run)), 0)
        while found:
            lowest = found & -found
            yield lowest.bit_length() - 1
            found ^= lowest


def _runs(touches: Iterable[str]) -> list[Run]:
    """Split touches into runs of one kind; a touch without a kind is a run of its own."""
    numbered = enumerate(touches)
    by_kind = groupby(numbered, key=lambda one: one[1].partition(":")[0] if ":" in one[1] else one[0])
    return [tuple(touch for _, touch in run) for _, run in by_kind]


def _counted(run: Run) -> list[tuple[str, int]]:
    """Pair each touch of the run with how often its place has been touched up to then."""
    return [(place, run[: at + 1].count(place)) for at, place in enumerate(run)]


_indexes: dict[Game, TouchIndex] = {}
_one_at_a_time = threading.Lock()


def is_indexed(game: Game) -> bool:
    """Whether the game's index is ready, so that using it costs nothing."""
    return game in _indexes


def index_of(game: Game) -> TouchIndex:
    """Return the game's index. The first call takes a while, so make it in a thread."""
    if game not in _indexes:
        with _one_at_a_time:
            if game not in _indexes:
                _indexes[game] = TouchIndex(game)
    return _indexes[game]


def why_touched(table: Table, seat: int, touches: Sequence[str]) -> Refusal | None:
    """Return why these touches lead nowhere, preferably with a reason about the last of them; None if they do lead
    somewhere.

    Denied if no action begins like this.
    """
    legal = set(kernel_of(table.game).legal(table.state, seat))
    view, first = table.view(seat), None
    for action in islice(index_of(table.game).begun(touches), MANY):
        if action in legal:
            return None
        refusal = table.game.words.why_not(view, seat, action)
        if any(touch in refusal.places for touch in touches[-1:]):
            return refusal
        first = first or refusal
    if first is None:
        raise Denied("illegal", "No move starts there.")
    return first
