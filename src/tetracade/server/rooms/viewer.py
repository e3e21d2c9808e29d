"""Who looks at a table, and the one connection they look through."""

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
        """Whether this is who created the table."""
        return self.holder == 0


class Viewer:
    """Who looks through one connection, and how."""

    def __init__(
        self,
        who: Who,
        detail: p.Detail,
        eye: int | None,
        push: Callable[[bytes], None],
        close: Callable[[], None],
    ) -> None:
        self.who = who
        self.detail: p.Detail = detail
        self.eye = eye
        self.push = push
        """Sends a message."""
        self.close = close
        """Lets the connection go."""

    @property
    def looks_as(self) -> int:
        """The seat whose view is sent, or SPECTATOR."""
        return SPECTATOR if self.eye is None else self.eye
