"""What commands and requests are charged for."""

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from tests.server.running import Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, QUIET
from tetracade.server.api import protocol as p
from tetracade.server.api.analysis import ANALYSIS_ROUTES
from tetracade.server.api.http import ROUTES
from tetracade.server.api.rules import RULES_ROUTES
from tetracade.server.net.costs import COMMANDS, ELSEWHERE, LONGEST, ORDINARY, PUSHED, REQUESTS, SHOWN, of_telling

ROOT = Path(__file__).parents[2]


def test_every_command_has_a_cost_and_none_is_below_the_ordinary() -> None:
    assert set(COMMANDS) == set(get_args(p.Command))
    assert min(COMMANDS.values()) == ORDINARY


def test_every_request_has_a_cost_and_none_is_below_the_ordinary() -> None:
    assert set(REQUESTS) == {route.fn.__name__ for route in (*ROUTES, *RULES_ROUTES, *ANALYSIS_ROUTES)} | {"page"}
    assert min(REQUESTS.values()) == ORDINARY


def test_what_takes_longer_than_some_milliseconds_is_done_elsewhere() -> None:
    """Where is shown by tests of their own: records in a process, tables and rules in threads."""
    assert {name for name, cost in REQUESTS.items() if cost > LONGEST} == ELSEWHERE
    assert max(COMMANDS.values()) <= LONGEST
    assert max(SHOWN.values()) < LONGEST


def test_what_a_table_is_told_costs_more_the_more_ways_it_is_looked_at(server: Running) -> None:
    table, keys = two(server)
    viewers = server.rooms.in_memory[table["table"]].here.viewers
    with server.connect() as host, server.connect() as guest, server.connect() as program, server.connect() as twin:
        assert of_telling(p.Act, viewers) == 0.0
        host.hello(table["table"], keys[0])
        guest.hello(table["table"], keys[1])
        twin.hello(table["table"], keys[1])
        program.hello(table["table"], table["watch"], offers="numbers")
        assert of_telling(p.Act, viewers) == pytest.approx(2 * SHOWN[p.Act] + 4 * PUSHED), "two seats, in words"
        assert of_telling(p.Ping, viewers) == 0.0


@pytest.mark.parametrize("over", ["websocket", "http"])
def test_telling_is_charged_to_whoever_acts(over: str) -> None:
    """With 2.3 ms left an action that two seats are shown in words is too much; a ping is not."""
    with somewhere() as data, running(data, address_per_second=1e-9) as server:
        table, keys = two(server, options=QUIET)
        number = server.state(table, keys[0])["number"]
        with server.connect() as host, server.connect() as guest:
            host.hello(table["table"], keys[0])
            guest.hello(table["table"], keys[1])
            server.inside(lambda: setattr(server.rooms.by_address._buckets["127.0.0.1"], "level", 2.3))
            act = {"do": "act", "number": number, "action": "wink"}
            if over == "http":
                path = f"/api/tables/{table['table']}/do"
                answer = server.http.post(path, headers=bearer(keys[0]), json={**act, "id": "1"})
                assert answer.status_code == 429
            else:
                assert host.ask(**act)["error"]["code"] == "too_many"
            assert host.ask(do="ping")["ok"]


def test_a_command_over_http_costs_what_it_costs() -> None:
    with somewhere() as data, running(data, address_per_second=1e-9, address_at_once=20) as server:
        table = server.create([HERE, HERE], options=QUIET)
        path, key = f"/api/tables/{table['table']}/do", bearer(table["token"])
        asked = [
            server.http.post(path, headers=key, json={"do": "why", "id": f"{number}", "seat": 0, "action": "wink"})
            for number in range(14)
        ]
        allowed = sum(answer.status_code == 200 for answer in asked)
        assert allowed == int((20 - REQUESTS["create_table"]) / COMMANDS[p.Why])


@pytest.mark.timeout(600)
def test_the_bench_measures_every_command_and_request() -> None:
    words = [sys.executable, "-m", "bench.costs", "--times", "1", "tetrad"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    requests = {route.fn.__name__ for route in (*ROUTES, *RULES_ROUTES)} | {"page"}
    assert ran.stdout.count("charged") == len(COMMANDS) + len(requests - {"sit"}), ran.stdout
