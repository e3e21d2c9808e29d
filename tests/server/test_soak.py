"""A minute of the soak, and that its judges see what they are to see."""

import asyncio
import math
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from tests.server.soak import GAMES, SETUPS, soak
from tests.server.soak_verdict import WARM_SECONDS, Json, Soaked, chart, drifts, judged, keeps_growing

EVERY = 30


def soaked(value: Callable[[int], float], *path: str) -> Soaked:
    """An hour of samples in which all is steady but for one value."""
    found = Soaked(3600.0)
    for number in range(120):
        sizes: Json = {"memory": 2.5e8, "tasks": 9, "threads": 4, "files": 60, "objects": {}, "collections": {}}
        sample: Json = {"at": number * EVERY, "p99": 0.02, "cpu per action": 0.003, "kept waiting": 0.0, "sizes": sizes}
        place = sample
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value(number)
        found.samples.append(sample)
    return found


def leak(number: int) -> float:
    return 1000.0 + number * 10


def wave(number: int) -> float:
    return 1000.0 + 300 * math.sin(number / 5)


def filled(number: int) -> float:
    return min(number * 60.0, 1200.0)


@pytest.mark.parametrize("kind", ["objects", "collections"])
def test_what_keeps_growing_is_named(kind: str) -> None:
    assert judged(soaked(leak, "sizes", kind, "Rooms.hoard")) == ["Rooms.hoard keeps growing: from 1200 to 2190"]
    for steady in (wave, filled, lambda _: 1000.0):
        assert judged(soaked(steady, "sizes", kind, "Rooms.in_memory")) == []


def test_memory_may_grow_by_two_percent_an_hour_and_no_more() -> None:
    assert judged(soaked(lambda number: 2.5e8 * (1 + 0.01 * number / 120), "sizes", "memory")) == []
    assert judged(soaked(lambda number: 2.5e8 * (1 + 0.04 * number / 120), "sizes", "memory")) == [
        "memory grows by 4.0% an hour"
    ]


def test_the_beginning_does_not_count() -> None:
    warm = WARM_SECONDS / EVERY
    assert judged(soaked(lambda number: 2.5e8 if number >= warm else 1e8 + number * 5e6, "sizes", "memory")) == []


def test_waits_that_drift_are_seen_unless_the_machine_was_busy() -> None:
    slower = soaked(lambda number: 0.02 if number < 70 else 0.08, "p99")
    assert judged(slower) == ["p99 drifts: the last third is slower than the first"]
    for sample in slower.samples[70:]:
        sample["kept waiting"] = 0.5
    assert judged(slower) == []
    dearer = soaked(lambda number: 0.003 + number * 0.0001, "cpu per action")
    assert judged(dearer) == ["an action costs more and more processor time"]


def test_a_pause_is_what_the_machine_did_not_cause() -> None:
    found = soaked(lambda _: 9.0, "sizes", "tasks")
    pause: Json = {"at": 200.0, "took": 0.4, "machine": 0.35, "ran": 0.4, "during": ["undo in tetrad"]}
    found.pauses = [pause]
    assert judged(found) == [], "it stood in the queue for a processor"
    found.pauses.append({**pause, "machine": 0.25, "ran": 0.14})
    said = "150 ms after 200 s, 140 ms of them running, while these waited: undo in tetrad"
    assert judged(found) == [f"the loop stood still for {said}"]
    found.pauses = [{**pause, "machine": 0.29, "ran": 0.0}]
    assert len(judged(found)) == 1, "it waited, for a disk or a lock: that holds everybody up as well"


def test_few_points_say_nothing() -> None:
    assert not keeps_growing([(float(n), n * 1000.0) for n in range(7)], 1, 0.1)
    assert not drifts([(0.0, 1.0), (1.0, 9.0)], 0.0)


def test_the_chart_shows_memory_waits_and_how_busy_the_machine_was() -> None:
    drawn = ET.fromstring(chart(soaked(wave, "sizes", "memory")))
    lines = [part for part in drawn if part.tag.endswith("polyline")]
    assert [len(line.attrib["points"].split()) for line in lines] == [120, 120, 120]


def test_all_games_are_played() -> None:
    assert {setup["game"] for setup in SETUPS} == set(GAMES)


@pytest.mark.timeout(900)  # where games are not compiled yet, that comes first
def test_a_minute_of_use_closes_no_connection_and_stops_no_loop() -> None:
    found, counts = asyncio.run(soak(60.0))
    assert judged(found) == []
    assert min(counts[kind] for kind in ("act", "chat", "connections", "resets", "tables")) > 5, counts
    assert sum(counts[kind] for kind in counts if kind.startswith("workers")) > 0, counts
    assert counts["pulses"] > 100
