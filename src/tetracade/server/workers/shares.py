"""Fair shares: whose turn it is among those who wait for a bot process, or for the event loop.

Tables where a person waits go before all others. Among the tables of one kind, the addresses that created them take
turns, and the tables of one address take turns in its place: whoever opens thirty tables has the share of whoever opens
one, and each of the thirty has a thirtieth of it.

An address is known as long as the table stays in memory, and is never written down. Tables of which it is not known,
as after a restart, share one turn, as if one address had created them all: so a restart is no way to a larger share.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Tables = OrderedDict[str, list[T]]


@dataclass(frozen=True, eq=False)
class Claim:
    """For whom something is done."""

    table_id: str
    creator: str
    """The address that created the table; empty where it is not known."""
    person_waits: Callable[[], bool]
    """Whether somebody who plays at the table is here and waits."""


class Shares(Generic[T]):
    """Things that wait, taken in fair turns."""

    def __init__(self) -> None:
        self._queues: dict[bool, OrderedDict[str, Tables[T]]] = {True: OrderedDict(), False: OrderedDict()}
        self._waiting: dict[T, tuple[bool, Claim]] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, item: T) -> bool:
        return item in self._waiting

    def add(self, item: T, claim: Claim) -> None:
        """Put this at the end of its table's queue; a table and an address new to the round come last in it."""
        urgent = claim.person_waits()
        self._waiting[item] = urgent, claim
        self._queues[urgent].setdefault(claim.creator, OrderedDict()).setdefault(claim.table_id, []).append(item)

    def sort_anew(self, item: T) -> None:
        """See again whether a person waits for this."""
        urgent, claim = self._waiting[item]
        if urgent != claim.person_waits():
            self.discard(item)
            self.add(item, claim)

    def any(self, urgent: bool) -> bool:
        """Whether something of this kind waits."""
        return bool(self._queues[urgent])

    def take(self, urgent: bool, fits: Callable[[T], bool] = lambda _: True) -> T | None:
        """Whose turn it is among those of this kind that fit; its table and address come last from now on."""
        for tables in self._queues[urgent].values():
            for items in tables.values():
                for item in items:
                    if fits(item):
                        self.discard(item)
                        return item
        return None

    def discard(self, item: T) -> bool:
        """Take this out, as if its turn had come; False if it does not wait."""
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
