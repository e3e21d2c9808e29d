"""Viewers: who is looking at a table, and through which connection."""

from collections.abc import Callable
from dataclasses import dataclass

from tetracade.engine.contract import SPECTATOR
from tetracade.server.api import protocol as p
from tetracade.table.seating import NOBODY


@dataclass(frozen=True)
class Who:
    """What a key allows at a table."""

    holder: int = NOBODY
    may_sit: bool = False
    may_watch: bool = False

    @property
    def host(self) -> bool:
        """Whether they created the table."""
        return self.holder == 0


class Viewer:
    """Someone who is looking at a table through a connection."""

    def __init__(
        self,
        who: Who,
        detail: p.Detail,
        eye: int | None,
        push: Callable[[bytes], None],
        close: Callable[[], None],
        happenings: bool = False,
    ) -> None:
        self.who = who
        self.detail: p.Detail = detail
        self.eye = eye
        self.happenings = happenings
        """Whether everything that happens is to bring its changes and marks."""
        self.push = push
        """Sends a message."""
        self.close = close
        """Closes the connection."""

    @property
    def looks_as(self) -> int:
        """The seat whose view is sent, or SPECTATOR."""
        return SPECTATOR if self.eye is None else self.eye
