"""Bots that follow a rulebook's tips and bots that don't, to find out whether the tips are any good."""

import random
from typing import Any

from tetracade.engine.contract import OVER
from tetracade.engine.kernel import Kernel, kernel_of, seats_of
from tetracade.table.table import Table

CANDIDATES = 10
"""Drops whose answers are looked at, by the bot that blocks."""


def points_after(kernel: Kernel, state: Any, seat: int, action: int) -> tuple[int, Any]:
    """What the action scores at once, and the state after it; for games whose record has points."""
    after = kernel.states()
    after[0] = state
    kernel.apply(after[0], seat, action)
    return int(after[0].points[seat]) - int(state.points[seat]), after[0]


class Anything:
    """Drops any tile anywhere."""

    def __init__(self, seed: int = 0) -> None:
        self._pick = random.Random(seed)

    def choose(self, table: Table, seat: int) -> int:
        """Any legal action."""
        return self._pick.choice(table.legal_ids(seat))


class Scores(Anything):
    """Follows the first tip: tries to score more than one point; otherwise drops anything."""

    def choose(self, table: Table, seat: int) -> int:
        """A drop that scores two or more, if there is one."""
        return self._pick.choice(self.good(table, seat) or table.legal_ids(seat))

    def good(self, table: Table, seat: int) -> list[int]:
        """The drops that score more than one point."""
        kernel = kernel_of(table.game)
        return [each for each in table.legal_ids(seat) if points_after(kernel, table.state, seat, each)[0] > 1]


class Blocks(Scores):
    """Follows both: of the drops that score more than one, the one that leaves the rival the least."""

    def choose(self, table: Table, seat: int) -> int:
        """The drop after which the rival's best answer is worst, out of a few."""
        kernel = kernel_of(table.game)
        some = self.good(table, seat) or table.legal_ids(seat)
        few = self._pick.sample(some, min(CANDIDATES, len(some)))
        return min(few, key=lambda action: self._answer(kernel, table.state, seat, action))

    @staticmethod
    def _answer(kernel: Kernel, state: Any, seat: int, action: int) -> int:
        _, after = points_after(kernel, state, seat, action)
        mask = kernel.acting(after)
        rival = 1 - seat
        if mask == OVER or rival not in seats_of(mask):
            return -9
        return max(points_after(kernel, after, rival, each)[0] for each in kernel.legal(after, rival))


class Open:
    """Plays what looks best at a glance, taking open cards as it likes."""

    def choose(self, table: Table, seat: int) -> int:
        """The best by the game's own glance."""
        return self._best(table, seat, table.legal_ids(seat))

    @staticmethod
    def _best(table: Table, seat: int, actions: list[int]) -> int:
        ratings = kernel_of(table.game).rate(table.state, seat, actions)
        return actions[ratings.index(max(ratings))]


class Hides(Open):
    """The same, but never takes a card that everybody has seen, so that nobody knows its hand."""

    def choose(self, table: Table, seat: int) -> int:
        """The best of what gives nothing away."""
        words = table.game.words
        legal = table.legal_ids(seat)
        quiet = [action for action in legal if words.notation(action) != "take"]
        return self._best(table, seat, quiet or legal)
