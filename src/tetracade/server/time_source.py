"""Where the server gets the time from. There is one source, and tests bring one that they move.

``loop.time()`` runs evenly and means nothing outside this process: every timer, deadline and rate hangs on it, those of
uvicorn too. ``wall()`` is the date, as files and people know it. Somebody may set it, so nothing is measured by it that
must run evenly.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class TimeSource:
    """The time of this machine, unless something else is given."""

    wall: Callable[[], float] = time.time
    """Seconds since 1970."""
    loop: str = "auto"
    """The event loop, as uvicorn names it: ``auto``, or ``module:CLASS``."""
