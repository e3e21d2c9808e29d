"""What one server forwards to another on a client's behalf: who it is told to come from, and what it is charged."""

from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.database import asked, database
from tests.server.running import Running, bearer
from tests.server.test_cluster import servers
from tests.server.test_protocol import two
from tests.server.test_tables import QUIET
from tetracade.server.net.costs import REQUESTS
from tetracade.server.net.forwarding import CLIENT

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
        said = {"do": "chat", "id": "c", "text": "hi"}
        path = f"/api/tables/{table['table']}/do"
        assert other.http.post(path, headers={**headers, **bearer(keys[1])}, json=said).status_code == 200
        assert owner.inside(lambda: FAR in owner.rooms.by_address._buckets)
        assert owner.inside(lambda: "6.6.6.6" not in owner.rooms.by_address._buckets)
