"""Tables that begin from a position or a record's beginning, over HTTP and WebSocket."""

import random
from typing import Any

import pytest

import tetracade
from tests.server.running import Json, Running, bearer, running, somewhere
from tetracade.table.table import Table

HERE = {"kind": "here", "name": "Ann"}
BOT = {"kind": "bot", "level": 1}


def midway(name: str, entries: int = 24, **options: Any) -> Table:
    table, pick = tetracade.new(name, seed=3, **options), random.Random(3)
    while len(table.entries) < entries:
        table.play(pick.choice(table.legal()))
    return table


def refusal(server: Running, **setup: Any) -> Json:
    answer = server.http.post("/api/tables", json=setup)
    assert answer.status_code == 422, answer.text
    found: Json = answer.json()["error"]
    assert found["code"] == "bad_setup"
    return found


def test_a_table_begins_in_a_position_and_says_so(server: Running) -> None:
    start = midway("tetratrax", 8)
    table = server.create([HERE, HERE], "tetratrax", position=start.position())
    assert table["commitment"] == ""
    with server.connect() as client:
        shown = client.hello(table["table"], table["token"], eye=start.acting[0])
    assert shown["table"]["beginning"] == "position"
    assert shown["proof"]["commitment"] == ""
    assert shown["story"][0]["text"] == "Game 1 begins from a position; nothing proves how it is dealt."
    assert shown["view"] == start.view(start.acting[0]).as_dict()
    assert [offer["action"] for offer in shown["offers"]] == start.legal_ids()


def test_a_table_goes_on_from_a_record_and_tells_what_was_before(server: Running) -> None:
    start = midway("foursome", 40)
    table = server.create([HERE] * start.seats, "foursome", record=start.record(), entries=30)
    shown = server.state(table, table["token"])
    assert shown["table"]["beginning"] == "record"
    told = [part for part in shown["story"] if part["kind"] in ("action", "outcome")]
    assert len(told) >= 30
    text = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["token"])).text
    assert "# began from a position or a record" in text
    assert "# commitment" not in text


def test_bots_take_seats_there_and_play_on(server: Running) -> None:
    start = midway("tetratrax", 8)
    seats: list[Json] = [BOT, BOT]
    seats[1 - start.acting[0]] = HERE
    table = server.create(seats, "tetratrax", position=start.position())
    with server.connect() as client:
        shown = client.hello(table["table"], table["token"])
        while shown["acting"] != [1 - start.acting[0]]:
            shown = client.until("update")
    assert shown["offers"]


def test_it_is_the_same_table_after_a_restart_and_its_end_is_open_to_all() -> None:
    start = midway("tetrad", 40, seats=2)
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, HERE], "tetrad", position=start.position())
            before = server.state(table, table["token"], eye=0)
        with running(data) as server:
            after = server.state(table, table["token"], eye=0)
            assert after["view"] == before["view"]
            assert after["table"] == before["table"]
            running_record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["watch"]))
            assert "position ?" in running_record.text
            assert server.do(table, table["token"], do="resign", seat=0)["ok"]
            address = f"/api/tables/{table['table']}"
            text = server.http.get(f"{address}/record", headers=bearer(table["token"])).text
            assert f"position {start.position()}\n" in text
            verdict = server.http.post("/api/verify", content=text).json()
            assert (verdict["ok"], verdict["fair"]) == (True, None)
            assert "began from a position" in verdict["reason"]
            assert server.http.post("/api/replay", content=text).json()["beginning"] == "position"
            log = server.http.get(f"{address}/log", headers=bearer(table["token"])).text
            assert log.startswith("# began from a position")


def test_what_is_no_beginning_is_refused_in_a_sentence(server: Running) -> None:
    seats = [HERE, BOT]
    assert "isn't part of" in refusal(server, game="tetratrax", seats=seats, position="x=1")["reason"]
    assert "not both" in refusal(server, game="tetratrax", seats=seats, position="x", record="y")["reason"]
    assert "begins with" in refusal(server, game="tetratrax", seats=seats, record="y")["reason"]
    two = tetracade.new("tetratrax", seed=1)
    said = refusal(server, game="tetratrax", seats=[HERE] * 2, record=two.record(), entries=99)["reason"]
    assert "99 of them can't be kept" in said
    match = midway("tetrad", 30, seats=2).position()
    assert "no match" in refusal(server, game="tetrad", seats=[HERE] * 2, position=match, games=3)["reason"]


def test_a_long_record_costs_more_than_a_short_one() -> None:
    long = midway("foursome", 120).record()
    with somewhere() as data, running(data, address_per_second=0.001, address_at_once=40) as server:
        seats = [HERE] * 4
        short = [server.http.post("/api/tables", json={"game": "tetratrax", "seats": seats[:2]}) for _ in range(5)]
        assert [answer.status_code for answer in short] == [201] * 5
        setup = {"game": "foursome", "seats": seats, "record": long}
        answers = [server.http.post("/api/tables", json=setup).status_code for _ in range(3)]
        assert answers[0] == 201
        assert answers[-1] == 429


@pytest.mark.parametrize("field", ["position", "record"])
def test_what_is_too_long_is_refused(server: Running, field: str) -> None:
    answer = server.http.post(
        "/api/tables", json={"game": "tetratrax", "seats": [HERE, BOT], field: "x" * (64 * 1024 + 1)}
    )
    assert answer.status_code in (400, 413, 422)
