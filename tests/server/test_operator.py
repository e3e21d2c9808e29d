"""The operator's door, and what strangers are told instead."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

import tetracade
from tests.server.running import GENEROUS, Running, free_port, running, somewhere
from tests.server.test_tables import HERE, OPEN
from tetracade.server.api.operator import BadAddress, split_address


@contextmanager
def with_door(**changes: Any) -> Iterator[tuple[Running, httpx.Client]]:
    """A server, and a client at its operator's address."""
    port = free_port()
    with (
        somewhere() as data,
        running(data, operator=f"127.0.0.1:{port}", **changes) as server,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=GENEROUS) as door,
    ):
        yield server, door


def test_strangers_are_told_that_the_server_is_well_and_nothing_else(server: Running) -> None:
    assert server.http.get("/health").json() == {"ok": True, "version": tetracade.__version__}
    assert server.http.get("/metrics").status_code == 404
    assert server.http.get("/sizes").status_code == 404


def test_operators_are_told_more_at_their_own_address() -> None:
    with with_door() as (server, door):
        server.create([HERE, OPEN])
        health = door.get("/health").json()
        assert (health["ok"], health["tables"], health["damaged"]) == (True, 1, 0)
        assert door.head("/health").status_code == 200
        assert door.get("/api/games").status_code == 404
        assert door.post("/health").status_code == 405


def test_metrics_are_read_by_prometheus() -> None:
    with with_door() as (_, door):
        answer = door.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    for line in answer.text.splitlines():
        if not line.startswith("# "):
            name, value = line.rsplit(" ", 1)
            assert re.fullmatch(r'[a-z_]+(\{cause="[^"]*"\})?', name), "a cause has words of its own"
            float(value)


def test_a_page_whose_name_was_made_to_lead_here_reads_no_metrics() -> None:
    with with_door() as (_, door):
        assert door.get("/metrics", headers={"host": "evil.example"}).status_code == 421


def test_the_door_closes_with_the_server() -> None:
    with with_door() as (_, door):
        address = str(door.base_url).rstrip("/")
        assert door.get("/health").is_success
    with pytest.raises(httpx.TransportError):
        httpx.get(f"{address}/health")


def test_sizes_are_shown_only_where_that_was_asked_for() -> None:
    with with_door() as (_, door):
        assert door.get("/sizes").status_code == 404


def test_sizes_find_every_collection_of_the_process_by_themselves() -> None:
    with with_door(sizes=True) as (server, door):
        before = door.get("/sizes").json()
        for _ in range(3):
            server.create([HERE, OPEN])
        server.inside(lambda: setattr(server.rooms, "forgotten", [0] * 1000))  # nobody has heard of this one
        after = door.get("/sizes").json()
    assert after["objects"]["LiveRoom"] - before["objects"].get("LiveRoom", 0) == 3
    assert after["collections"]["Rooms.in_memory"] - before["collections"]["Rooms.in_memory"] == 3
    assert after["collections"]["Rooms.forgotten"] == 1000
    assert {f"{type(server.rooms.store).__name__}._waiting", "Visitors.by_address", "Buckets._buckets"} <= after[
        "collections"
    ].keys()
    assert min(after[name] for name in ("memory", "files", "threads", "tasks")) > 0


@pytest.mark.parametrize(
    ("text", "parts"), [("127.0.0.1:9", ("127.0.0.1", 9)), ("[::1]:8045", ("::1", 8045)), ("box:80", ("box", 80))]
)
def test_an_address_has_a_host_and_a_port(text: str, parts: tuple[str, int]) -> None:
    assert split_address(text) == parts


@pytest.mark.parametrize("text", ["", "8045", ":8045", "localhost", "localhost:", "localhost:http", "localhost:70000"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadAddress, match=r"127\.0\.0\.1:8045"):
        split_address(text)
