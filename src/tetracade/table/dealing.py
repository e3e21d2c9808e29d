"""Dealing in a room: from the log as far as it goes, then from the seed. Where both are known they must agree.

A room that begins in a position may say what is dealt first.
"""

from collections import deque
from collections.abc import Sequence

from tetracade.engine.chance import Dealer
from tetracade.table.fair import FairDealer


class Damaged(ValueError):
    """The lines don't make a room, because someone, or a disk, has changed them."""


class Dealing:
    """Deals a room's game: recorded outcomes as long as there are any, then from the seed."""

    def __init__(self, fair: FairDealer | None) -> None:
        self.fair = fair
        self.scripted: deque[int] = deque()
        """Outcomes that the room's beginning says come first; no seed gives them."""
        self.recorded: deque[int] = deque()
        self.drawn: list[int] = []

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        fair: Dealer | None = self.fair
        if self.scripted:
            drawn: int | None = self.scripted.popleft()
        else:
            drawn = fair(ids, weights) if fair else None
        if self.recorded:
            recorded = self.recorded.popleft()
            if drawn is not None and drawn != recorded:
                raise Damaged("an outcome is not the one that is due")
            drawn = recorded
        if drawn is None:
            raise Damaged("an outcome is missing")
        self.drawn.append(drawn)
        return drawn

    def taken(self) -> list[int]:
        """Return what has been drawn since the last call."""
        drawn, self.drawn = self.drawn, []
        return drawn
