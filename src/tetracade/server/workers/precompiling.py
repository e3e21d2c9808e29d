"""Machine code of the rules before anybody waits for it: compiled before the server listens, loaded right after.

Compiling takes seconds a game and happens once for each version of the sources, in processes of its own. Loading what
is compiled takes a fraction of a second and happens in a thread while the server answers already: it must be back soon.
"""

import gc
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from tetracade.engine.chance import generator
from tetracade.engine.compile import COMPILED, cache_folder
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, seats_of
from tetracade.server import catalogue
from tetracade.table.undo import told_nothing

BREATH = 0.002
"""Seconds left to the event loop after each step of loading."""

_one_at_a_time = threading.Lock()
_loaded: set[str] = set()

logger = logging.getLogger("tetracade.warming")


def play_through(game: Game, breath: float = 0.0) -> None:
    """Call every rule that a table needs at least once, with scratch space of its own: this may be any thread."""
    kernel = Kernel(game)
    state = kernel.states()[0]
    kernel.start(state, game.checked_seats(None), game.option_numbers(game.option_values({})))
    known: set[str] = set()
    while (mask := kernel.acting(state)) != OVER:
        if mask == CHANCE:
            ids, _ = kernel.outcomes(state)
            kernel.sees_outcome(state, ids[0], 0)
            kernel.resolve(state, ids[0])
            kind = "chance"
        else:
            seat = seats_of(mask)[0]
            legal = kernel.legal(state, seat)
            if "action" not in known:
                kernel.rate(state, seat, legal)
                kernel.sees_action(state, seat, legal[0], 0)
                kernel.timing_secret(state)
                kernel.lasting(state, seat, legal[0])
                kernel.ends_turn(state, seat, legal[0])
                other = kernel.states()
                other[0] = state
                kernel.redeal(other[0], seat, generator(1))
            before = kernel.states()
            before[0] = state
            kernel.apply(state, seat, legal[0])
            if "action" not in known:
                told_nothing(kernel, before[0], state, int(state.seats), seat, legal[0])
            kind = "action"
        if kind not in known and breath:
            time.sleep(breath)
        known.add(kind)
    kernel.winners(state)


def _compile(places: Sequence[str], name: str) -> None:
    """In a process of its own: compile the game's rules into the cache."""
    for place in places:
        catalogue.add(place)
    play_through(catalogue.find(name))


def compile_missing(places: Sequence[str] = (), only: Sequence[str] | None = None) -> list[str]:
    """Compile what the cache does not have, of these games or all; returns the names of those compiled."""
    for place in places:
        catalogue.add(place)
    marks = {name: cache_folder() / f"{name}.rules" for name in only or catalogue.names()} if COMPILED else {}
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
            play_through(catalogue.find(name), BREATH)
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
