"""A table whose game has changed since: read as its old rules where they are still there, else kept as it is."""

from typing import Any

import pytest

from tests.server.magpie import GAME
from tests.server.running import MAGPIE, Json, Running, bearer, running, somewhere
from tests.server.test_tables import HERE, finished
from tetracade.engine.earlier import Earlier
from tetracade.server import catalogue

QUIET = Earlier(1, options={}, unplayable=({"quiet": False},))


def raised(monkeypatch: pytest.MonkeyPatch, *earlier: Earlier) -> None:
    """From now on Magpie is version 2, and this is how version 1 is read."""
    monkeypatch.setitem(GAME.__dict__, "version", 2)
    monkeypatch.setitem(GAME.__dict__, "earlier", earlier)


def record(server: Running, table: Json, key: str, **more: Any) -> str:
    answer = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key), params=more)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_an_older_table_is_played_on_where_its_rules_are_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, HERE], options={"quiet": True})
            before = server.state(table, table["token"], eye=0)
        raised(monkeypatch, QUIET)
        with running(data) as server:
            now = server.state(table, table["token"], eye=0)
            assert (now["number"], now["view"], now["offers"]) == (before["number"], before["view"], before["offers"])
            command = {"do": "act", "number": now["number"], "seat": now["acting"][0]}
            seen = server.state(table, table["token"], eye=now["acting"][0])
            assert server.do(table, table["token"], action=seen["offers"][0]["action"], **command)["ok"]


@pytest.mark.parametrize("earlier", [(), (QUIET,)])
def test_an_older_table_without_its_rules_is_kept_listed_and_given_as_a_record(
    monkeypatch: pytest.MonkeyPatch, earlier: tuple[Earlier, ...]
) -> None:
    says = "This table needs version 1 of Magpie, and this server has version 2. The game is kept as it is."
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, {"kind": "bot"}], public=True)
            over = server.create([HERE, {"kind": "bot"}], public=True)
            finished(server, over, {0: over["token"]})
            running_record, whole = record(server, table, table["token"]), record(server, over, over["token"])
        with monkeypatch.context() as patch:
            raised(patch, *earlier)
            with running(data) as server:
                refused = server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["token"]))
                assert (refused.status_code, refused.json()["error"]["reason"]) == (409, says)
                (listed,) = server.http.get("/api/tables").json()["tables"]  # the other is over
                assert (listed["table"], listed["needs"], listed["open"]) == (table["table"], says, 0)
                kept = record(server, over, over["token"])
                seen = record(server, table, table["token"])
                if earlier:
                    assert (kept, seen) == (whole, running_record)
                else:  # nothing is known of its notation, nor of who may see what
                    assert len(kept.splitlines()) == len(whole.splitlines())
                    assert "\n0 #" in kept
                    entries = [line for line in seen.splitlines() if line[0] in "*0123456789"]
                    assert entries
                    assert all(line.endswith(" ?") for line in entries)
                assert server.rooms.damaged == 0
        with running(data) as server:  # version 1 is back
            assert record(server, table, table["token"]) == running_record
            assert server.state(table, table["token"])["phase"] == "playing"


def test_a_table_of_a_game_that_is_not_here_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, {"kind": "bot"}])
        with monkeypatch.context() as patch:
            patch.delitem(catalogue._added, "magpie")
            with running(data, more_games=()) as server:
                answer = server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["token"]))
                assert answer.status_code == 409
                says = "This table needs the game magpie, and this server has no such game. The game is kept as it is."
                assert answer.json()["error"]["reason"] == says
        with running(data, more_games=(MAGPIE,)) as server:
            assert server.state(table, table["token"])["phase"] == "playing"
