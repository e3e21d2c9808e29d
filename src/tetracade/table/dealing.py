"""Dealing in a room: from the log while it has outcomes, then from the seed; where both are known they must agree."""

from collections import deque
from collections.abc import Sequence

from tetracade.engine.chance import Dealer
from tetracade.table.fair import FairDealer


class Damaged(ValueError):
    """The lines do not make a room: somebody, or a disk, changed them."""


class Dealing:
    """Deals a room's game: recorded outcomes while there are any, then from the seed."""

    def __init__(self, fair: FairDealer | None) -> None:
        self.fair = fair
        self.recorded: deque[int] = deque()
        self.drawn: list[int] = []

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        fair: Dealer | None = self.fair
        drawn = fair(ids, weights) if fair else None
        if self.recorded:
            recorded = self.recorded.popleft()
            if drawn is not None and drawn != recorded:
                raise Damaged("an outcome is not the one that the seed gives")
            drawn = recorded
        if drawn is None:
            raise Damaged("an outcome is missing")
        self.drawn.append(drawn)
        return drawn

    def taken(self) -> list[int]:
        """What was drawn since the last asking."""
        drawn, self.drawn = self.drawn, []
        return drawn
