"""A server's file, and records, that earlier versions of the games wrote: nothing in them is lost.

The files in ``fixtures`` come from ``python -m tests.server.keepsake``, run with the code of their time.
"""

import gzip
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tetracade
from tests.server.keepsake import TO_THE_END, act
from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.stored import moved_in
from tetracade.server.rooms.loading import checked_chain
from tetracade.server.storage.store import Store
from tetracade.table.fair import verified

KEPT = Path(__file__).parent / "fixtures" / "first_versions"
TABLES: dict[str, Json] = json.loads(gzip.decompress((KEPT / "tables.json.gz").read_bytes()))
OTHER_RULES = [name for name in TABLES if name.startswith(("retro tetro", "tetrad unannounced"))]
NEEDING = [name for name in OTHER_RULES if tetracade.game(TABLES[name]["now"]["table"]["game"]).version > 1]
PLAYED_ON = [name for name in TABLES if name not in NEEDING]
RUNNING = [name for name in PLAYED_ON if TABLES[name]["now"]["phase"] == "playing"]
QUICK: Json = {"more_games": (), "reaction_seconds": 0.05, "reaction_bots_seconds": 0.01}
SAME = ("number", "phase", "game", "acting", "seats", "result", "asked", "series", "proof", "aims")
"""What a snapshot shows that no new version may change."""


@pytest.fixture(scope="module")
def upgraded() -> Iterator[Running]:
    """This version's server on a copy of the file."""
    with somewhere() as data:
        data.write_bytes(gzip.decompress((KEPT / "tables.sqlite.gz").read_bytes()))
        moved_in(data)
        with running(data, **QUICK) as server:
            yield server


def present(snapshot: Json) -> Json:
    """The snapshot without who is here: nobody is, by now."""
    seats = [{key: value for key, value in seat.items() if key not in ("here", "away")} for seat in snapshot["seats"]]
    return {**{part: snapshot[part] for part in SAME}, "seats": seats}


def only_as_before(now: Any, before: Any) -> Any:
    """What is shown now, without what was not shown before: later versions tell more."""
    if isinstance(before, dict) and isinstance(now, dict):
        return {key: only_as_before(now[key], value) for key, value in before.items() if key in now}
    if isinstance(before, list) and isinstance(now, list) and len(now) == len(before):
        return [only_as_before(one, other) for one, other in zip(now, before, strict=True)]
    return now


def texts(snapshot: Json) -> list[tuple[int, str]]:
    return [(offer["action"], offer["notation"]) for offer in snapshot["offers"]]


@pytest.mark.parametrize("name", PLAYED_ON)
def test_a_table_of_an_older_version_is_as_it_was(upgraded: Running, name: str) -> None:
    kept = TABLES[name]
    now = upgraded.state(kept, kept["token"])
    assert only_as_before(present(now), present(kept["now"])) == present(kept["now"])
    for seat, before in kept["eyes"].items():
        seen = upgraded.state(kept, kept["token"], eye=int(seat))
        assert only_as_before(present(seen), present(before)) == present(before)
        assert texts(seen) == texts(before)
        for field, value in before["view"].items():
            assert seen["view"][field] == value, field
        told = [(line["kind"], line["seat"], line["action"]) for line in seen["story"]]
        assert told == [(line["kind"], line["seat"], line["action"]) for line in before["story"]]
    before = tetracade.game(kept["now"]["table"]["game"]).options_then(1, kept["now"]["table"]["options"])
    assert now["table"]["options"].items() >= before.items()


@pytest.mark.parametrize("name", TABLES)
def test_the_seals_of_its_log_are_the_same(upgraded: Running, name: str) -> None:
    kept = TABLES[name]
    log = upgraded.http.get(f"/api/tables/{kept['table']}/log", headers=bearer(kept["token"])).text
    assert log.startswith(kept["log"])  # another test may have played on


@pytest.mark.parametrize("name", [name for name in TABLES if "record" in TABLES[name]])
def test_its_record_says_the_same(upgraded: Running, name: str) -> None:
    kept = TABLES[name]
    path = f"/api/tables/{kept['table']}/record"
    now = upgraded.http.get(path, headers=bearer(kept["token"]), params={"game": kept["now"]["game"]})
    assert now.status_code == 200
    before = [line for line in kept["record"].splitlines() if not line.startswith(("game ", "option "))]
    after = [line for line in now.text.splitlines() if not line.startswith(("game ", "option "))]
    assert after == before
    if name in NEEDING:
        assert now.text == kept["record"]  # and its own version reads it


@pytest.mark.parametrize("name", [name for name in PLAYED_ON if TABLES[name]["now"]["phase"] == "over"])
def test_a_record_of_an_older_version_is_still_verified(name: str) -> None:
    found = verified(TABLES[name]["record"], tetracade.game)
    assert (found.ok, found.fair, found.reason) == (True, True, "")
    assert list(tetracade.replay(TABLES[name]["record"]).result.points) == TABLES[name]["now"]["result"]["points"]  # type: ignore[union-attr]


@pytest.fixture(scope="module")
def played_on() -> Iterator[tuple[dict[str, Json], Running]]:
    """All running tables, played to the end and told by the next server on the file, and that server."""
    with somewhere() as data:
        data.write_bytes(gzip.decompress((KEPT / "tables.sqlite.gz").read_bytes()))
        moved_in(data)
        over = {}
        with running(data, **QUICK) as server:
            for name in RUNNING:
                kept = TABLES[name]
                act(server, {**kept, "held": kept["now"]["you"]["seats"]}, TO_THE_END, random.Random(2))
                over[name] = server.state(kept, kept["token"])
        with running(data, **QUICK) as server:
            yield over, server


@pytest.mark.parametrize("name", RUNNING)
def test_a_table_of_an_older_version_plays_on_to_its_end(played_on: tuple[dict[str, Json], Running], name: str) -> None:
    (over, server), kept = played_on, TABLES[name]
    assert over[name]["phase"] == "over"
    assert present(server.state(kept, kept["token"])) == present(over[name])
    text = server.http.get(f"/api/tables/{kept['table']}/record", headers=bearer(kept["token"])).text
    found = verified(text, tetracade.game)
    assert (found.ok, found.fair) == (True, True)


@pytest.mark.parametrize("name", NEEDING)
def test_a_table_that_needs_an_older_version_says_so_and_stays_as_it_is(upgraded: Running, name: str) -> None:
    kept = TABLES[name]
    title = tetracade.game(kept["now"]["table"]["game"]).title
    says = f"This table needs version 1 of {title}, and this server has version 2. The game is kept as it is."
    answer = upgraded.http.get(f"/api/tables/{kept['table']}", headers=bearer(kept["token"]))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "needs")
    assert answer.json()["error"]["reason"] == says
    with upgraded.connect() as client:
        refused = client.ask(do="hello", table=kept["table"], key=kept["token"])
        assert (refused["error"]["code"], refused["error"]["reason"]) == ("needs", says)
    assert upgraded.rooms.damaged == 0


@pytest.mark.parametrize("name", [name for name in NEEDING if TABLES[name]["now"]["phase"] == "over"])
def test_a_record_that_needs_an_older_version_says_so(upgraded: Running, name: str) -> None:
    text = TABLES[name]["record"]
    title = tetracade.game(TABLES[name]["now"]["table"]["game"]).title
    says = f"this record needs version 1 of {title}; this is version 2"
    with pytest.raises(tetracade.BadRecord, match=says):
        tetracade.replay(text)
    verdict = upgraded.http.post("/api/verify", content=text).json()
    assert (verdict["ok"], verdict["needs"], verdict["reason"]) == (False, True, says)
    replay = upgraded.http.post("/api/replay", content=text)
    assert (replay.status_code, replay.json()["error"]["code"]) == (409, "needs")


def test_public_tables_are_all_listed_and_say_what_they_need(upgraded: Running) -> None:
    listed = {table["table"]: table for table in upgraded.http.get("/api/tables").json()["tables"]}
    public = {name: kept for name, kept in TABLES.items() if kept["now"]["table"]["public"]}
    assert len(public) == 3
    for name, kept in public.items():
        table = listed[kept["table"]]
        assert [seat.get("name") for seat in table["seats"]] == [seat.get("name") for seat in kept["now"]["seats"]]
        assert table["needs"].startswith("This table needs version 1 of ") == (name in NEEDING)


@pytest.mark.of_the_file
def test_every_chain_of_hashes_still_holds() -> None:
    with somewhere() as data:
        data.write_bytes(gzip.decompress((KEPT / "tables.sqlite.gz").read_bytes()))
        store = Store(data)
        for kept in TABLES.values():
            stored = store.read(kept["table"])
            assert stored is not None
            assert len(checked_chain(stored)) == 32
        store._end()


def test_a_table_that_was_set_aside_for_its_version_alone_is_back() -> None:
    kept = TABLES["tetratrax running"]
    with somewhere() as data:
        data.write_bytes(gzip.decompress((KEPT / "tables.sqlite.gz").read_bytes()))
        file = sqlite3.connect(data)
        said = "it was played by version 1 of TetraTrax, not 2"
        file.execute("UPDATE tables SET damaged = ? WHERE id = ?", (said, kept["table"]))
        file.commit()
        file.close()
        moved_in(data)
        with running(data, more_games=()) as server:
            assert server.state(kept, kept["token"])["number"] == kept["now"]["number"]
