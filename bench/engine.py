"""The engine's bench: ours, the peer's, the ratio, in one run on one core."""

import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

import tetracade
from bench import ours, peers


@dataclass(frozen=True)
class Row:
    """One line of the bench."""

    work: str
    unit: str
    ours: float
    peer: str
    theirs: float | None

    @property
    def ratio(self) -> float | None:
        """How many times the peer's rate ours is."""
        return self.ours / self.theirs if self.theirs else None


def on_one_core() -> None:
    """Keep this process, its threads and its children on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> str:
    """What this was measured on."""
    name = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
        name = models[0] if models else name
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}, one core used"


def measured(quick: bool) -> Iterator[tuple[str, Callable[[], list[Row]]]]:
    """Each measurement: what it is, and the function that takes it."""
    seconds = 1.5 if quick else 6.0
    yield "connect four, random games", lambda: random_rows(seconds)
    yield "connect four, batch", lambda: batch_rows(seconds)
    yield "connect four, search", lambda: search_rows(seconds)
    yield "steps of the games", lambda: game_rows(seconds)
    yield "start-up", start_rows


SPIEL = find_spec("pyspiel") is not None
PGX = find_spec("pgx") is not None


def random_rows(seconds: float) -> list[Row]:
    """Random games of connect four beside OpenSpiel's, in C++ and from Python."""
    work, mine = "connect four, random games", ours.random_games(seconds)
    compiled = peers.spiel_random_games(seconds) if SPIEL else None
    stepped = peers.spiel_python_games(seconds) if SPIEL else None
    return [
        Row(work, "games/s", mine, "OpenSpiel, all C++", compiled),
        Row(work, "games/s", mine, "OpenSpiel, Python loop", stepped),
    ]


def batch_rows(seconds: float) -> list[Row]:
    """A batch of connect four beside pgx's."""
    theirs = peers.pgx_batch_steps(seconds) if PGX else None
    return [Row("connect four, batch with mask and features", "steps/s", ours.batch_steps(seconds), "pgx", theirs)]


def search_rows(seconds: float) -> list[Row]:
    """Search on connect four beside OpenSpiel's."""
    theirs = peers.spiel_simulations(seconds) if SPIEL else None
    work = "connect four, search of 1,000 simulations"
    return [Row(work, "simulations/s", ours.simulations(seconds), "OpenSpiel, all C++", theirs)]


def game_rows(seconds: float) -> list[Row]:
    """Every game's steps beside backgammon's."""
    peer, theirs = "OpenSpiel backgammon, all C++", peers.spiel_steps(seconds) if SPIEL else None
    found = [tetracade.game(name) for name in tetracade.game_names()]
    return [Row(f"{game.title}, random games", "steps/s", ours.steps(game, seconds), peer, theirs) for game in found]


def start_rows() -> list[Row]:
    """Every game's time to the first action, cold and cached."""
    rows = []
    for name in tetracade.game_names():
        cold, cached = ours.start_up(name)
        title = tetracade.game(name).title
        rows.append(Row(f"{title}, start to first action, cold", "s", cold, "", None))
        rows.append(Row(f"{title}, start to first action, cached", "s", cached, "", None))
    return rows
