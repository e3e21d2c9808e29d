"""Records that strangers send in are read beside the loop, so many at a time, with a deadline."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.running import GENEROUS, Running, free_port, running, somewhere
from tetracade.engine.chance import SeededDealer
from tetracade.server.workers.records import EACH
from tetracade.table.table import Table


def record() -> str:
    """A game of Magpie, by first actions."""
    table = Table(MAGPIE, 2, {}, dealer=SeededDealer(3))
    while not table.over:
        seat = table.acting[0]
        table.play(table.legal(seat)[0])
    return table.record()


@contextmanager
def held(server: Running) -> Iterator[None]:
    """Let the process that reads records stand still for a while."""
    assert server.http.post("/api/replay", content=record()).status_code == 200
    (worker,) = server.records._pool._all
    os.kill(worker.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        if not worker.gone.done():
            os.kill(worker.process.pid, signal.SIGCONT)


def test_while_a_record_is_read_everything_else_goes_on() -> None:
    with somewhere() as data, running(data, record_seconds=GENEROUS) as server, ThreadPoolExecutor() as threads:
        with held(server):
            asked = [
                threads.submit(server.http.post, path, content=record()) for path in ("/api/replay", "/api/verify")
            ]
            server.until(lambda: server.records._under_way.total() == len(asked))
            assert server.http.get("/health").json()["ok"]
            assert not any(one.done() for one in asked)
        assert asked[0].result().json()["steps"]
        assert asked[1].result().json()["ok"]


def test_an_address_and_all_together_have_so_many_records_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.records.MOST", EACH + 1)
    with (
        somewhere() as data,
        running(data, record_seconds=GENEROUS, proxied=True) as server,
        ThreadPoolExecutor() as threads,
    ):

        def send(address: str) -> int:
            return server.http.post("/api/replay", content=record(), headers={"x-forwarded-for": address}).status_code

        with held(server):
            asked = [threads.submit(send, "10.0.0.1") for _ in range(EACH)]
            server.until(lambda: server.records._under_way.total() == EACH)
            assert send("10.0.0.1") == 429
            asked.append(threads.submit(send, "10.0.0.2"))
            server.until(lambda: server.records._under_way.total() > EACH)
            assert send("10.0.0.3") == 503
        assert [one.result() for one in asked] == [200] * len(asked)
        assert send("10.0.0.1") == 200


def test_a_record_that_takes_too_long_is_given_up_and_the_next_is_read() -> None:
    with somewhere() as data, running(data, record_seconds=0.2) as server:
        with held(server):
            answer = server.http.post("/api/replay", content=record())
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "full"
        assert server.http.post("/api/replay", content=record()).status_code == 200


def test_a_process_that_ended_while_idle_costs_nobody_an_answer() -> None:
    with somewhere() as data, running(data) as server:
        assert server.http.post("/api/replay", content=record()).status_code == 200
        (worker,) = server.records._pool._all
        os.kill(worker.process.pid, signal.SIGKILL)
        server.until(worker.gone.done)
        assert server.http.post("/api/replay", content=record()).status_code == 200
        assert worker not in server.records._pool._all


def test_where_no_process_can_start_a_record_is_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data) as server:
        with monkeypatch.context() as without:
            without.setattr(sys, "executable", "/no/such/program")
            answer = server.http.post("/api/replay", content=record())
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "full")
        assert server.rooms.metrics.counts["errors"] == 0
        assert server.http.post("/api/replay", content=record()).status_code == 200


def test_the_process_ends_when_there_is_nothing_more_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.records.REST_SECONDS", 0.0)
    with somewhere() as data, running(data) as server:
        for _ in range(2):
            assert server.http.post("/api/replay", content=record()).status_code == 200
            server.until(lambda: not server.records._pool._all)


def test_ctrl_c_stops_the_server_and_its_processes_without_a_word_of_theirs() -> None:
    with somewhere() as data:
        port = free_port()
        words = [sys.executable, "-m", "tests.server.host", str(data), str(port)]
        plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # one short record is read here: nothing need be compiled
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True, env=plain) as process:
            assert process.stderr is not None
            assert any("Uvicorn running" in line for line in process.stderr)
            answer = httpx.post(f"http://127.0.0.1:{port}/api/verify", content=record(), timeout=GENEROUS)
            assert answer.json()["ok"]
            os.killpg(process.pid, signal.SIGINT)
            said = process.stderr.read()  # to its end: nobody is left who could write
        assert "answer_jobs" not in said
        assert "Application shutdown complete" in said
