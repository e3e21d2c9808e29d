"""Why touches on a page lead nowhere: which actions begin with them, and what stands in the way of those.

A game may have ten thousand actions, and asking its words for the touches of all takes a quarter of a second. So they
are asked once for each game, in a thread, and kept as sets of actions, each set the bits of one number: what begins
with some touches is then an intersection, however many touches are sent.
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
"""How many actions that begin with the same touches are looked at for the reason that fits best: a game takes up to a
fifth of a millisecond to say why one of them is not legal."""

Run = tuple[str, ...]
"""Neighbouring touches of one kind: their order does not matter."""


class TouchIndex:
    """The actions of a game by what one touches to make them."""

    def __init__(self, game: Game) -> None:
        self._all = (1 << game.actions) - 1
        self._with: dict[tuple[int, str, int], int] = defaultdict(int)
        """The actions whose run at this place in the order has this touch this often or more."""
        self._sized: dict[tuple[int, int], int] = defaultdict(int)
        """The actions whose run at this place in the order has this many touches."""
        for action in range(game.actions):
            for order, run in enumerate(_runs(game.words.touches(action))):
                self._sized[order, len(run)] |= 1 << action
                for place, times in _counted(run):
                    self._with[order, place, times] |= 1 << action

    def begun(self, touches: Sequence[str]) -> Iterator[int]:
        """The actions, legal or not, that begin with these touches, lowest first."""
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
    """The touches in runs of one kind; a touch without a kind stands alone."""
    numbered = enumerate(touches)
    by_kind = groupby(numbered, key=lambda one: one[1].partition(":")[0] if ":" in one[1] else one[0])
    return [tuple(touch for _, touch in run) for _, run in by_kind]


def _counted(run: Run) -> list[tuple[str, int]]:
    """Each touch of the run with how many times its place has been touched by then."""
    return [(place, run[: at + 1].count(place)) for at, place in enumerate(run)]


_indexes: dict[Game, TouchIndex] = {}
_one_at_a_time = threading.Lock()


def is_indexed(game: Game) -> bool:
    """Whether the game's index has been made, so that it costs nothing to have it."""
    return game in _indexes


def index_of(game: Game) -> TouchIndex:
    """The game's index; the first time it takes a while, so have it made in a thread."""
    if game not in _indexes:
        with _one_at_a_time:
            if game not in _indexes:
                _indexes[game] = TouchIndex(game)
    return _indexes[game]


def why_touched(table: Table, seat: int, touches: Sequence[str]) -> Refusal | None:
    """Why these touches lead nowhere, best by what stands at the last of them; None if they lead somewhere.

    Denied if no action begins so.
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
