"""The watchdog of the event loop: pauses made on purpose, and what it says was their cause."""

import gc
import time

from tests.server.running import Running, running, somewhere
from tetracade.server.watchdog import WINDOW, Pause, Watchdog


def told(server: Running) -> str:
    """The line of the metrics about the longest pause."""
    lines = server.inside(server.rooms.metrics.text).splitlines()
    return str(next(line for line in lines if line.startswith("tetracade_loop_longest_pause_seconds{")))


def stopped_on_purpose() -> None:
    """Hold the loop for so long that no other pause of this test is longer."""
    end = time.perf_counter() + 3.0
    while time.perf_counter() < end:
        pass


def test_the_longest_pause_of_the_loop_and_its_cause_are_told() -> None:
    with somewhere() as data, running(data) as server:
        server.inside(stopped_on_purpose)
        server.until(lambda: "stopped_on_purpose" in told_here(server))
        seconds = float(told(server).rpartition(" ")[2])
        assert seconds > 2.5


def told_here(server: Running) -> str:
    """The same, asked in the loop."""
    seconds, cause = server.rooms.metrics.longest_pause()
    return f"{seconds} {cause}"


def test_a_pause_by_the_collector_is_told_as_such() -> None:
    def collect_for_long() -> None:
        held = [[number] for number in range(2_000_000)]
        end = time.perf_counter() + 3.0
        while time.perf_counter() < end:
            gc.collect()
        held.clear()

    with somewhere() as data, running(data) as server:
        server.inside(collect_for_long)
        server.until(lambda: "collecting garbage" in told_here(server))


class Quiet(Watchdog):
    """One that watches nothing, to keep pauses in."""

    def __init__(self) -> None:
        from collections import deque

        self._pauses = deque[Pause]()


def test_a_pause_of_more_than_an_hour_ago_hides_no_later_one() -> None:
    dog, now = Quiet(), time.perf_counter()
    for at, seconds in ((now - WINDOW - 1, 9.0), (now - 100, 0.5), (now - 50, 0.2), (now - 10, 0.3)):
        dog._keep(Pause(at, seconds, 0.0, f"{seconds}"))
    assert dog.longest.cause == "0.5"
    assert [pause.seconds for pause in dog._pauses] == [0.5, 0.3]
