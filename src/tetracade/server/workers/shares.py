"""Fair shares: who goes next among those waiting for a bot process or for the event loop.

Tables where a person is waiting come first. Within each kind, the addresses that created the tables take turns, and the
tables of one address take turns within its share: open thirty tables and you get the same share as someone who opens
one, with a thirtieth of it for each table.

The address is known as long as the table stays in memory, and is never written down. Tables whose address isn't known,
such as after a restart, share one turn as if a single address had created them all, so a restart doesn't gain anything.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Tables = OrderedDict[str, list[T]]


@dataclass(frozen=True, eq=False)
class Claim:
    """Says on whose behalf something waits."""

    table_id: str
    creator: str
    """The address that created the table; empty if it isn't known."""
    person_waits: Callable[[], bool]
    """Whether one of the table's players is here and waiting."""


class Shares(Generic[T]):
    """A queue that hands out its items in fair turns."""

    def __init__(self) -> None:
        self._queues: dict[bool, OrderedDict[str, Tables[T]]] = {True: OrderedDict(), False: OrderedDict()}
        self._waiting: dict[T, tuple[bool, Claim]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, item: T) -> bool:
        return item in self._waiting

    def add(self, item: T, claim: Claim) -> None:
        """Add an item at the end of its table's queue. New tables and new addresses join at the end of the round."""
        urgent = claim.person_waits()
        self._waiting[item] = urgent, claim
        self._queues[urgent].setdefault(claim.creator, OrderedDict()).setdefault(claim.table_id, []).append(item)

    def sort_anew(self, item: T) -> None:
        """Check again whether a person is waiting for this item."""
        urgent, claim = self._waiting[item]
        if urgent != claim.person_waits():
            self.discard(item)
            self.add(item, claim)

    def any(self, urgent: bool) -> bool:
        """Whether any item of this kind is waiting."""
        return bool(self._queues[urgent])

    def take(self, urgent: bool, fits: Callable[[T], bool] = lambda _: True) -> T | None:
        """Remove and return the next item of this kind that fits; its table and address go to the end of the round."""
        for tables in self._queues[urgent].values():
            for items in tables.values():
                for item in items:
                    if fits(item):
                        self.discard(item)
                        return item
        return None

    def discard(self, item: T) -> bool:
        """Remove an item as if it had had its turn; return False if it wasn't waiting."""
        if item not in self._waiting:
            return False
        urgent, claim = self._waiting.pop(item)
        queue = self._queues[urgent]
        tables = queue[claim.creator]
        tables[claim.table_id].remove(item)
        tables.move_to_end(claim.table_id)
        queue.move_to_end(claim.creator)
        if not tables[claim.table_id]:
            del tables[claim.table_id]
        if not tables:
            del queue[claim.creator]
        return True
