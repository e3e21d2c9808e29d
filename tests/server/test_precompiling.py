"""The rules' machine code is there before anybody waits for it."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.server.running import GENEROUS, Json, running, somewhere
from tetracade import games
from tetracade.bots.warm import warm_game
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.server import catalogue
from tetracade.server.rooms import rooms
from tetracade.server.workers import precompiling as warming
from tetracade.server.workers.precompiling import compile_missing, load_soon
from tetracade.table.stepping import steps_of
from tetracade.table.warm import rules_mark, warm_rules

COMPILE = """
from tetracade.server.workers.precompiling import compile_missing
if __name__ == "__main__":
    print(compile_missing(["tests.server.magpie:GAME"], ["magpie"]))
"""


def test_rules_are_compiled_in_processes_of_their_own_once(tmp_path: Path) -> None:
    (tmp_path / "compiling.py").write_text(COMPILE)
    home = tmp_path / "cache"
    paths = f"{tmp_path}{os.pathsep}{os.getcwd()}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    compiled = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    changes = {**compiled, "TETRACADE_CACHE": str(home), "PYTHONPATH": paths}
    said = [
        subprocess.run(
            [sys.executable, "-m", "compiling"], env=changes, capture_output=True, text=True, check=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert said == ["['magpie']", "[]"]
    assert list(home.rglob("*.nbc")), "no machine code was kept"


NEEDLESS = """
import sys
from pathlib import Path
from tetracade.server.serve import server_of, store_of
from tetracade.server.settings import Settings
settings = Settings(data=Path(sys.argv[1]))
server_of(settings, store_of(settings))
print(sorted({"attr", "mcp", "pandas", "polars", "pydantic", "scipy.linalg"} & sys.modules.keys()))
"""


def test_a_start_loads_no_library_only_because_it_is_installed(tmp_path: Path) -> None:
    assert find_spec("pydantic"), "otherwise this test shows nothing"
    words = [sys.executable, "-c", NEEDLESS, str(tmp_path / "t.sqlite")]
    said = subprocess.run(words, capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"


def test_loading_in_a_thread_leaves_the_tables_scratch_space_alone() -> None:
    catalogue.add("tests.server.magpie:GAME")
    kernel = kernel_of(catalogue.find("magpie"))
    kernel.scratch.actions[:] = 77
    warm_rules(catalogue.find("magpie"))
    assert np.all(kernel.scratch.actions == 77)


def ahead_and_wanted(
    monkeypatch: pytest.MonkeyPatch, ahead: str, wanted: str, meanwhile: Callable[[threading.Thread], object]
) -> list[str]:
    """Load one game ahead while someone wants one; what the latter does meanwhile. Returns which was loaded when."""
    begun, order = threading.Event(), list[str]()

    def loads(game: Game, breathe: Callable[[], object]) -> None:
        if threading.current_thread() is thread:
            begun.set()
            with warming._changed:
                assert warming._changed.wait_for(warming._wanted.total, GENEROUS)
            breathe()
        else:
            meanwhile(thread)
        order.append(game.name)

    monkeypatch.setattr(warming, "load_rules", loads)
    monkeypatch.setattr(warming, "_loaded", set())
    monkeypatch.setattr(catalogue, "names", lambda: [ahead])
    thread = threading.Thread(target=warming.load_all, daemon=True)
    thread.start()
    assert begun.wait(GENEROUS)
    wanting = threading.Thread(target=warming.load, args=(wanted,), daemon=True)
    wanting.start()
    for each in (thread, wanting):
        each.join(GENEROUS)
        assert not each.is_alive(), "they wait for each other"
    return order


def test_a_game_that_someone_waits_for_is_loaded_before_those_that_are_loaded_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_it_time(ahead: threading.Thread) -> None:
        ahead.join(0.3)  # it would end well within this if it didn't give way

    assert ahead_and_wanted(monkeypatch, "tetrad", "foursome", give_it_time) == ["foursome", "tetrad"]


def test_a_game_that_is_being_loaded_ahead_when_someone_wants_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ahead_and_wanted(monkeypatch, "tetrad", "tetrad", lambda _: None) == ["tetrad"]


def test_games_that_people_wait_for_are_loaded_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    loading, together = list[str](), threading.Event()

    def loads(game: Game, breathe: Callable[[], object]) -> None:
        loading.append(game.name)
        if len(loading) > 1:
            together.set()
        together.wait(0.3)  # the other would begin well within this if it didn't wait
        loading.remove(game.name)

    monkeypatch.setattr(warming, "load_rules", loads)
    monkeypatch.setattr(warming, "_loaded", set())
    with ThreadPoolExecutor(2) as threads:
        for wanting in [threads.submit(warming.load, name) for name in ("tetrad", "foursome")]:
            wanting.result(GENEROUS)
    assert not together.is_set()
    assert warming._loaded == {"tetrad", "foursome"}


def test_all_games_are_loaded_once_the_server_listens() -> None:
    compile_missing(["tests.server.magpie:GAME"], [*games.names(), "magpie"])  # as a server does before it listens
    ready = threading.Event()
    loading = load_soon(ready)
    loading.join(0.01)
    assert loading.is_alive(), "it began before the server listened"
    ready.set()
    loading.join(GENEROUS)
    assert not loading.is_alive()
    for name in catalogue.names():
        rules = catalogue.find(name).functions
        for rule in ("start", "acting", "legal", "apply", "score", "winners"):
            assert getattr(rules[rule], "signatures", [rule]), f"{rule} of {name} is not loaded"
        steps = steps_of(catalogue.find(name))
        for step in (steps.acting, steps.apply, steps._listed, steps._allowed):
            assert getattr(step, "signatures", [step]), f"the table's steps of {name} are not loaded"


def test_whatever_people_ask_for_nothing_is_left_to_load_in_the_loop() -> None:
    """Words call rules, too: each first call stood in everybody's way, for seconds where it had to be compiled."""
    compile_missing(only=games.names())
    script = [sys.executable, "-m", "tests.server.all_asked"]
    asked = subprocess.run(script, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr[-3000:]
    assert json.loads(asked.stdout) == []


def test_rules_are_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue.add("tests.server.magpie:GAME")
    monkeypatch.setattr(warming, "_loaded", set())
    played: list[str] = []
    monkeypatch.setattr(warming, "load_rules", lambda game, breathe: played.append(game.name))
    for _ in range(2):
        warming.load("magpie")
    assert played == ["magpie"]


def test_whoever_sets_up_a_table_before_its_rules_are_loaded_waits_for_them_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop waited with them, for half a second after a start."""
    asked, go_on = threading.Event(), threading.Event()

    def slow(name: str) -> None:
        asked.set()
        assert go_on.wait(GENEROUS)

    monkeypatch.setattr(rooms, "load", slow)
    monkeypatch.setattr(rooms, "is_loaded", lambda name: go_on.is_set())
    with somewhere() as data, running(data) as server, ThreadPoolExecutor() as threads:
        seats: list[Json] = [{"kind": "here", "name": "A"}, {"kind": "bot", "level": 1}]
        waiting = [threads.submit(server.create, seats) for _ in range(2)]
        assert asked.wait(GENEROUS)
        assert server.http.get("/health").json()["ok"]
        assert server.inside(lambda: len(server.rooms._loading)) == 1
        assert not server.inside(lambda: server.rooms.in_memory)
        go_on.set()
        assert len({one.result(GENEROUS)["table"] for one in waiting}) == 2
        assert not server.inside(lambda: server.rooms._loading)


def test_after_a_restart_the_rules_in_play_are_loaded_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, bool]] = []
    with somewhere() as data:
        with running(data) as server:
            server.create([{"kind": "here", "name": "A"}, {"kind": "bot", "level": 1}])
        monkeypatch.setattr(rooms, "load", lambda name: loaded.append((name, _in_a_loop())))
        monkeypatch.setattr(rooms, "is_loaded", lambda name: bool(loaded))
        with running(data) as server:
            until = time.monotonic() + GENEROUS
            while not server.inside(lambda: server.rooms.in_memory) and time.monotonic() < until:
                time.sleep(0.01)
            assert loaded == [("magpie", False)]
            assert server.inside(lambda: len(server.rooms.in_memory)) == 1


def _in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def test_what_was_compiled_ahead_is_not_compiled_by_the_server_again() -> None:
    mark = rules_mark(games.find("tetratrax"))
    mark.unlink(missing_ok=True)
    warm_game("tetratrax")
    assert compile_missing(only=["tetratrax"]) == []
