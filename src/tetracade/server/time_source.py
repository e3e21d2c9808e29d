"""Where the server gets the time from. There is a single source, and tests can bring their own and move it.

``loop.time()`` runs evenly and means nothing outside this process: every timer, deadline and rate uses it, uvicorn's
included. ``wall()`` is the date as files and people know it. Someone may change it, so nothing that has to run evenly
depends on it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class TimeSource:
    """This machine's time, unless something else is given."""

    wall: Callable[[], float] = time.time
    """Seconds since 1970."""
    loop: str = "auto"
    """The event loop, as uvicorn names it: ``auto``, or ``module:CLASS``."""
