"""Compiles the rules before the server listens and loads them right after, so that no one has to wait for them.

Compiling takes seconds for each game. It happens once for each version of the sources, in separate processes. Loading
takes a fraction of a second and happens in a thread while the server already answers, so that restarts are quick.
"""

import gc
import logging
import multiprocessing
import os
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tetracade.engine.compile import COMPILED
from tetracade.server import catalogue
from tetracade.table.warm import compile_rules, load_rules, rules_mark

BREATH = 0.002
"""Seconds to leave to the event loop after each step of loading ahead."""

_locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""By game: whoever wants one need not wait until the others are loaded."""
_loaded: set[str] = set()
_wanted: Counter[str] = Counter()
"""Games that someone is waiting for."""
_one_wanted = threading.Lock()
"""Held to load one of these: side by side they would take turns at the interpreter, and all be ready as late as the
last."""
_changed = threading.Condition()
"""Notified when that changes."""

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
    """Load the game's rules unless they are loaded already. Run it in a thread to keep the event loop free.

    Someone is waiting for them, so other games that are being loaded ahead wait meanwhile.
    """
    with _changed:
        _wanted[name] += 1
        _changed.notify_all()
    try:
        with _one_wanted:
            _load(name, partial(time.sleep, 0))
    finally:
        with _changed:
            _wanted.subtract([name])
            _changed.notify_all()


def load_all() -> None:
    """Load the rules of all games ahead; those that someone is waiting for come first."""
    for name in catalogue.names():
        _load(name, partial(_give_way, name))
    gc.freeze()  # loaded code stays for good, so the garbage collector can leave it out


def _load(name: str, breathe: Callable[[], object]) -> None:
    with _locks[name]:
        if name not in _loaded:
            load_rules(catalogue.find(name), breathe)
            _loaded.add(name)


def _give_way(name: str) -> None:
    """Wait until nobody is waiting for another game, unless somebody is waiting for this one, too."""
    time.sleep(BREATH)
    with _changed:
        _changed.wait_for(lambda: _wanted[name] > 0 or not any(_wanted.values()))


def load_soon(ready: threading.Event) -> threading.Thread:
    """Load the rules of all games in a thread, once ``ready`` is set."""

    def load_then() -> None:
        ready.wait()
        load_all()

    thread = threading.Thread(target=load_then, name="warming", daemon=True)
    thread.start()
    return thread
