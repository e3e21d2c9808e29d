"""What one server forwards to another on a client's behalf: who it is told to come from, and what it is charged."""

import threading
from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from tests.server.database import asked, database
from tests.server.running import GENEROUS, Json, Running, bearer
from tests.server.test_cluster import frozen, servers
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, QUIET
from tetracade.server.api import peers
from tetracade.server.net.costs import REQUESTS
from tetracade.server.net.forwarding import CLIENT, Answered, Unreached, ask

THIS_MACHINE = "127.0.0.1"
FAR = "203.0.113.9"


def leave(server: Running, milliseconds: float, address: str = THIS_MACHINE) -> None:
    """Let the address have so much left at this server."""
    server.inside(lambda: setattr(server.rooms.by_address._buckets[address], "level", milliseconds))


@pytest.mark.parametrize("over", ["websocket", "http"])
def test_telling_is_charged_to_whoever_acts_through_another_server(over: str) -> None:
    """With 1.5 ms left there an action that two seats are shown in words is too much; a ping is not."""
    with servers(address_per_second=1e-9) as (owner, other), ExitStack() as open_:
        table, keys = two(owner, options=QUIET)
        number = owner.state(table, keys[0])["number"]
        far, near = (open_.enter_context(each.connect()) for each in (other, owner))
        far.hello(table["table"], keys[0])
        near.hello(table["table"], keys[1])
        leave(owner, 1.5)
        act = {"do": "act", "number": number, "action": "wink"}
        if over == "http":
            path = f"/api/tables/{table['table']}/do"
            answer = other.http.post(path, headers=bearer(keys[0]), json={**act, "id": "1"})
            assert answer.status_code == 429
        else:
            assert far.ask(**act)["error"]["code"] == "too_many"
        assert far.ask(do="ping")["ok"]


def test_a_command_over_http_costs_what_it_costs_whichever_server_is_asked() -> None:
    with servers(address_per_second=1e-9) as (owner, other):
        table, keys = two(owner, options=QUIET)
        path = f"/api/tables/{table['table']}/do"

        def code(**command: Any) -> int:
            other.http.get("/health")
            leave(other, 1.2)
            return other.http.post(path, headers=bearer(keys[0]), json={"id": "1", **command}).status_code

        assert (code(do="ping"), code(do="why", seat=0, action="wink")) == (200, 429)


def test_a_request_that_is_tried_again_is_charged_once() -> None:
    url = database().create()
    with servers(1, url, lease_seconds=3600.0, address_per_second=1e-9) as (server,):
        table, keys = two(server)
        gone = "INSERT INTO processes VALUES ('gone', '127.0.0.1:1', clock_timestamp() + interval '1 hour')"
        asked(url, gone)
        asked(url, "UPDATE tables SET owner = 'gone', epoch = epoch + 1")
        leave(server, 1.5 * REQUESTS["show_table"])
        answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
        assert answer.status_code == 200, answer.text


def test_the_owner_is_told_the_client_s_address_and_not_what_the_client_says_it_is() -> None:
    with servers(proxied=True) as (owner, other):
        table, keys = two(owner)
        headers = {"x-forwarded-for": FAR, CLIENT: "6.6.6.6"}
        with other.connect(headers) as client:
            client.hello(table["table"], keys[0])
            assert [server.inside(server.rooms.sockets.copy) for server in (owner, other)] == [{FAR: 1}] * 2
            assert client.ask(do="ping")["ok"]
            charged = [FAR in server.inside(server.rooms.by_address._buckets.copy) for server in (owner, other)]
            assert charged == [False, True], "it is charged where it is connected"
        said = {"do": "chat", "id": "c", "text": "hi"}
        path = f"/api/tables/{table['table']}/do"
        assert other.http.post(path, headers={**headers, **bearer(keys[1])}, json=said).status_code == 200
        assert owner.inside(lambda: FAR in owner.rooms.by_address._buckets)
        assert owner.inside(lambda: "6.6.6.6" not in owner.rooms.by_address._buckets)


def test_who_is_forwarded_to_a_server_that_stands_still_comes_again_once_its_lease_is_over() -> None:
    with servers() as (owner, other):
        table, keys = two(owner)
        with other.connect() as client:
            client.hello(table["table"], keys[0])
            with frozen(owner):
                assert client.ended() == 1012
                assert other.state_once_there(table, keys[0])["phase"] == "playing"


def test_who_waits_over_http_goes_on_waiting_when_the_owner_stands_still() -> None:
    with servers() as (owner, other):
        table, keys = two(owner)
        now = owner.state(table, keys[0])["number"]
        told: list[Json] = []
        url = f"http://127.0.0.1:{other.port}/api/tables/{table['table']}/wait?since={now}&seconds=60"
        waiting = threading.Thread(
            target=lambda: told.append(httpx.get(url, headers=bearer(keys[1]), timeout=GENEROUS).json())
        )
        waiting.start()
        live = owner.rooms.in_memory[table["table"]]
        owner.until(lambda: live.changed._waiters)
        with frozen(owner):
            assert other.state_once_there(table, keys[0])["number"] == now
            assert other.do(table, keys[0], do="chat", id="c", text="hi")["ok"]
            waiting.join(GENEROUS)
        assert told[0]["number"] == now + 1


def test_nobody_sits_down_twice_though_the_owner_s_answer_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with servers() as (owner, other):
        table = owner.create([HERE, {"kind": "open"}, {"kind": "open"}])

        async def deaf(*words: Any) -> Answered:
            await ask(*words)
            raise Unreached("cut", asked=True)

        monkeypatch.setattr(peers, "ask", deaf)
        path = f"/api/tables/{table['table']}/sit"
        answer = other.http.post(path, json={"name": "B"}, headers=bearer(table["invite"]))
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "moved")
        seats = owner.state(table, table["token"])["seats"]
        assert [seat.get("name", "") for seat in seats] == ["Ada", "B", ""]
