"""Compiles the rules before the server listens and loads them right after, so that no one has to wait for them.

Compiling takes seconds for each game. It happens once for each version of the sources, in separate processes. Loading
takes a fraction of a second and happens in a thread while the server already answers, so that restarts are quick.
"""

import gc
import logging
import multiprocessing
import os
import threading
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tetracade.engine.compile import COMPILED
from tetracade.server import catalogue
from tetracade.table.warm import compile_rules, load_rules, rules_mark

BREATH = 0.002
"""Seconds to leave to the event loop after each step of loading."""

_locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""By game: whoever wants one need not wait until the others are loaded."""
_loaded: set[str] = set()

logger = logging.getLogger("tetracade.warming")


def _compile(places: Sequence[str], name: str, box: str) -> None:
    """Compile the game's rules into the cache, with the box of this mark. Runs in a separate process."""
    for place in places:
        catalogue.add(place)
    game = catalogue.find(name)
    game.check_box(box)
    compile_rules(game)


def compile_missing(places: Sequence[str] = (), only: Sequence[str] | None = None) -> list[str]:
    """Compile whatever is missing from the cache, for these games or all, and return the names of those compiled."""
    for place in places:
        catalogue.add(place)
    marks = {name: rules_mark(catalogue.find(name)) for name in only or catalogue.names()} if COMPILED else {}
    missing = [name for name, mark in marks.items() if not mark.exists()]
    if missing:
        logger.info("compiling the rules, once", extra={"games": " ".join(missing)})
        apart = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(min(os.cpu_count() or 1, len(missing)), mp_context=apart) as pool:
            boxes = [catalogue.find(name).box_mark for name in missing]
            list(pool.map(_compile, [tuple(places)] * len(missing), missing, boxes))
    return missing


def is_loaded(name: str) -> bool:
    """Whether the game's rules are loaded. Before that, calling one in the event loop would stop it for a while."""
    return name in _loaded


def load(name: str) -> None:
    """Load the game's rules unless they are loaded already. Run it in a thread to keep the event loop free."""
    with _locks[name]:
        if name not in _loaded:
            load_rules(catalogue.find(name), BREATH)
            _loaded.add(name)


def load_all() -> None:
    """Load the rules of all games."""
    for name in catalogue.names():
        load(name)
    gc.freeze()  # loaded code stays for good, so the garbage collector can leave it out


def load_soon(ready: threading.Event) -> threading.Thread:
    """Load the rules of all games in a thread, once ``ready`` is set."""

    def load_then() -> None:
        ready.wait()
        load_all()

    thread = threading.Thread(target=load_then, name="warming", daemon=True)
    thread.start()
    return thread
