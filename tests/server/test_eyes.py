"""Whose view one gets: one's own, by every door."""

from typing import Any

import pytest

from tests.server.running import Json, MovedTime, Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN, QUIET

DOORS = {"": {}, "/record": {}, "/wait": {"since": 1, "seconds": 0}}


@pytest.mark.parametrize("door", DOORS)
def test_nobody_looks_through_another_s_eyes_over_http(server: Running, door: str) -> None:
    table, keys = two(server)
    url = f"/api/tables/{table['table']}{door}"

    def status(key: str, eye: int) -> int:
        return server.http.get(url, headers=bearer(key), params={**DOORS[door], "eye": eye}).status_code

    assert [status(key, eye) for eye, key in enumerate(keys)] == [200, 200]
    for eye, others in enumerate(([keys[1]], [keys[0]])):
        for key in (*others, table["watch"], table["invite"], ""):
            assert status(key, eye) == 403


def test_nobody_looks_through_another_s_eyes_over_a_websocket(server: Running) -> None:
    table, keys = two(server)
    for key, eye in ((keys[0], 1), (keys[1], 0), (table["watch"], 0), (table["invite"], 1), ("", 0)):
        with server.connect() as client:
            answer = client.ask(do="hello", table=table["table"], key=key, eye=eye)
            assert answer["error"]["code"] == "forbidden"
            assert client.ask(do="look", seat=eye)["ok"] is False, "it is not at the table"


def test_who_was_away_when_a_rematch_began_sees_what_their_new_seat_sees(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        assert client.hello(table["table"], keys[0])["you"]["eye"] == 0
    assert server.do(table, keys[1], do="resign", id="r")["ok"]
    before = server.state(table, keys[0])["number"]
    for key in keys:
        assert server.do(table, key, do="rematch", id="again")["ok"]
    now = server.state(table, keys[0])
    assert (now["game"], now["you"]["seats"]) == (2, [1])
    with server.connect() as client:
        client.send(do="hello", table=table["table"], key=keys[0], since=before)
        first = next(message for message in iter(client.read, None) if message["is"] in ("snapshot", "update"))
        assert (first["is"], first["you"]["eye"], first["view"]) == ("snapshot", 1, now["view"])
    changes = server.http.get(
        f"/api/tables/{table['table']}/wait", headers=bearer(keys[0]), params={"since": before, "seconds": 0}
    ).json()
    assert changes["snapshot"]["view"] == now["view"]


def test_in_the_waiting_room_nobody_but_the_creator_clears_another_s_seat(server: Running) -> None:
    table: Any = server.create([HERE, OPEN, OPEN], options=QUIET, start="later")
    grace, eve = server.sit(table, "Grace"), server.sit(table, "Eve")
    for seat in (0, 1):
        assert server.do(table, eve, do="leave", id=f"out{seat}", seat=seat)["error"]["code"] == "forbidden"
    assert server.state(table, grace)["you"]["seats"] == [1]
    assert server.do(table, table["token"], do="leave", id="out", seat=2)["ok"]
    assert server.state(table, eve)["you"]["seats"] == []


def test_a_table_without_hints_gives_none_and_another_one_after_the_other(server: Running) -> None:
    table, keys = two(server, hints=False)
    assert server.do(table, keys[0], do="hint", id="1")["error"]["code"] == "switched_off"
    table, keys = two(server)
    for time in range(3):
        assert server.do(table, keys[0], do="hint", id=f"h{time}")["ok"]


def glance(server: Running, table: Json, key: str) -> Any:
    """The table at a glance, for this key."""
    return server.http.get(f"/api/tables/{table['table']}/glance", headers=bearer(key))


def test_a_glance_shows_everybody_what_spectators_see_and_nobody_without_a_key(server: Running) -> None:
    table, keys = two(server)
    seen = server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["watch"])).json()
    for key, seats in ((keys[0], [0]), (keys[1], [1]), (table["watch"], [])):
        found = glance(server, table, key).json()
        assert found["view"] == seen["view"]
        assert (found["phase"], found["plays"], found["you"]["seats"]) == ("playing", 1, seats)
        assert found.get("result") is None
    assert server.state(table, keys[0])["view"] != seen["view"], "there is something to hide"
    assert glance(server, table, "").status_code == 403


def test_whoever_only_glances_is_not_here() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=20.0) as server:
        table, keys = two(server)
        server.move(21)
        assert glance(server, table, keys[0]).json()["seats"][0].get("here", False) is False
        assert server.state(table, keys[1])["seats"][0].get("here", False) is False
