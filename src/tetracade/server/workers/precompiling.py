"""Machine code of the rules before anybody waits for it: compiled before the server listens, loaded right after.

Compiling takes seconds a game and happens once for each version of the sources, in processes of its own. Loading what
is compiled takes a fraction of a second and happens in a thread while the server answers already: it must be back soon.
"""

import gc
import logging
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tetracade.engine.compile import COMPILED
from tetracade.server import catalogue
from tetracade.table.warm import rules_mark, warm_rules

BREATH = 0.002
"""Seconds left to the event loop after each step of loading."""

_one_at_a_time = threading.Lock()
_loaded: set[str] = set()

logger = logging.getLogger("tetracade.warming")


def _compile(places: Sequence[str], name: str) -> None:
    """In a process of its own: compile the game's rules into the cache."""
    for place in places:
        catalogue.add(place)
    warm_rules(catalogue.find(name))


def compile_missing(places: Sequence[str] = (), only: Sequence[str] | None = None) -> list[str]:
    """Compile what the cache does not have, of these games or all; returns the names of those compiled."""
    for place in places:
        catalogue.add(place)
    marks = {name: rules_mark(catalogue.find(name)) for name in only or catalogue.names()} if COMPILED else {}
    missing = [name for name, mark in marks.items() if not mark.exists()]
    if missing:
        logger.info("compiling the rules, once", extra={"games": " ".join(missing)})
        apart = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(os.cpu_count() or 1, len(missing)), mp_context=apart) as pool:
            list(pool.map(_compile, [tuple(places)] * len(missing), missing))
        for name in missing:
            marks[name].touch()
    return missing


def load(name: str) -> None:
    """Load the game's rules, unless they are; called in a thread, it leaves the event loop free."""
    with _one_at_a_time:
        if name not in _loaded:
            warm_rules(catalogue.find(name), BREATH)
            _loaded.add(name)


def load_soon(ready: threading.Event) -> threading.Thread:
    """Load the rules of all games in a thread, once ``ready`` is set."""

    def load_all() -> None:
        ready.wait()
        for name in catalogue.names():
            load(name)
        gc.freeze()  # what was loaded stays, so the collector of cycles need not look at it again

    thread = threading.Thread(target=load_all, name="warming", daemon=True)
    thread.start()
    return thread
