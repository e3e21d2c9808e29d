"""Luck and play over HTTP: who may ask, how much at a time, and what a running game tells."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.analysis.playing import played
from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_sent_records import record
from tests.server.test_tables import QUIET, finished
from tests.suites.every import GAMES
from tetracade.analysis import Analysis, keeping
from tetracade.server.workers.analyses import EACH, LEFT_SECONDS
from tetracade.server.workers.analysis_worker import Slice, worked
from tetracade.table.seating import Denied


def asked_again(server: Running, answer: Any) -> Json:
    """Ask until the analysis is done."""
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    while found["total"] == 0 or found["done"] < found["total"]:
        answer = server.http.get(f"/api/analyses/{found['digest']}?wait=20")
        assert answer.status_code == 200, answer.text
        found = answer.json()
    return found


def test_a_finished_game_is_taken_apart_and_kept(server: Running) -> None:
    found = asked_again(server, server.http.post("/api/analyse", content=record()))
    analysis = found["analysis"]
    assert found["own"] is None
    assert analysis["game"] == "magpie"
    for each in analysis["sums"]:
        assert sum(each["shares"].values()) == pytest.approx(each["result"], abs=1e-9)
    again = server.http.post("/api/analyse", content=record()).json()
    assert again == found
    assert server.http.delete(f"/api/analyses/{found['digest']}").status_code == 204
    assert server.http.get(f"/api/analyses/{found['digest']}").json() == found


def test_an_analysis_grows_as_it_is_worked_out() -> None:
    record = played(GAMES["tetratrax"], 1, noise=0.8, rows=10).record()
    job = Slice(id=1, key="k", record=record, setting="usual", seed=0, seat=None, seconds=0.0)
    seen = [worked(job)]
    while seen[-1].done < seen[-1].total:
        seen.append(worked(job))
    whole = msgspec.json.decode(seen[-1].body, type=Analysis)
    assert [len(each.chances) for each in seen] == [min(each.done, len(whole.chances)) for each in seen]
    assert {len(each.luck) for each in seen[: len(whole.chances) - 1]} == {0}
    assert seen[len(whole.chances) - 1].luck == [*whole.luck]
    costs = [[decision.entry for decision in each.errors] for each in seen]
    assert costs[0] == []
    assert costs[-1] == [decision.entry for decision in whole.decisions if decision.error]
    assert len({len(cost) for cost in costs}) > 2, "one after the other, as they are found"


def test_what_one_process_has_found_the_next_has_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(keeping.VARIABLE, str(tmp_path))
    record = played(GAMES["tetratrax"], 1, rows=10).record()
    first = Slice(id=1, key="one", record=record, setting="cheapest", seed=0, seat=None, seconds=600.0)
    found = worked(first)
    again = worked(Slice(id=2, key="two", record=record, setting="cheapest", seed=0, seat=None, seconds=0.0))
    other = worked(Slice(id=3, key="three", record=record, setting="cheapest", seed=1, seat=None, seconds=0.0))
    assert again.done == again.total == found.total
    assert bytes(again.body) == bytes(found.body)
    assert other.done == 1


def test_what_is_no_finished_game_is_refused(server: Running) -> None:
    lines = record().split("\n")
    cut = "\n".join(lines[: len(lines) // 2]) + "\n"
    for content, status, code in (
        (cut, 409, "wrong_phase"),
        ("nonsense", 422, "bad_record"),
        (b"\xff\xff", 422, "bad_record"),
    ):
        answer = server.http.post("/api/analyse?wait=20", content=content)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert server.http.get(f"/api/analyses/{'0' * 64}").status_code == 404
    assert server.http.get("/api/analyses/nonsense").status_code == 400
    assert server.http.post("/api/analyse?setting=huge", content=record()).status_code == 400


def test_an_address_and_all_together_have_so_many_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.analyses.MOST", EACH + 1)
    with somewhere() as data, running(data) as server:
        analyses = server.analyses

        def fill() -> tuple[list[str], list[str]]:
            refused = []
            for number, address in enumerate(("a", "a", "a", "b", "c")):
                try:
                    analyses.start(address, record(), "usual", number)
                except Denied as error:
                    refused.append(error.code)
            return list(analyses.under_way), refused

        keys, refused = server.inside(fill)
        assert len(keys) == EACH + 1
        assert refused == ["too_many", "full"]
        for key in keys:
            server.awaited(analyses.cancel(key))
        assert not analyses.under_way


def test_an_analysis_that_nobody_waits_for_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.workers.analyses.LEFT_SECONDS", -1.0)
    monkeypatch.setattr("tetracade.server.workers.analyses.SLICE_SECONDS", 0.0)
    with somewhere() as data, running(data) as server:
        progress = server.inside(lambda: server.analyses.start("a", record(), "usual", 1))
        server.until(progress.over.is_set)
        assert progress.denied.reason == "The analysis was cancelled because nobody waited for it."
        assert not server.analyses.under_way


def test_whoever_asks_for_an_analysis_keeps_it_going() -> None:
    with somewhere() as data, running(data) as server:

        def waited() -> float:
            """How long nobody has asked, after somebody has asked again."""
            progress = server.analyses.start("a", record(), "usual", 1)
            progress.asked -= LEFT_SECONDS
            assert server.analyses.find(progress.key) is progress
            return server.rooms.loop.time() - progress.asked

        assert server.inside(waited) < LEFT_SECONDS


def test_only_who_asked_for_an_analysis_cancels_it() -> None:
    with somewhere() as data, running(data, proxied=True) as server:
        progress = server.inside(lambda: server.analyses.start("10.0.0.1", record(), "usual", 1))

        def cancel(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return server.http.delete(f"/api/analyses/{progress.key}", headers=headers).status_code

        assert cancel("10.0.0.2") == 204
        assert progress.denied is None
        assert cancel("10.0.0.1") == 204
        assert progress.over.is_set()


def test_of_a_running_game_a_seat_is_told_its_own_play_alone(server: Running) -> None:
    table, keys = two(server, options=QUIET, hints=True)
    address = f"/api/tables/{table['table']}/analyse"
    assert server.http.post(address, headers=bearer(table["watch"])).status_code == 403
    found = asked_again(server, server.http.post(address, headers=bearer(keys[1])))
    assert found["analysis"] is None
    assert found["chances"] == []
    assert (found["own"]["seat"], found["own"]["decisions"]) == (1, [])
    assert 0 <= found["own"]["chance"] <= 1
    finished(server, table, dict(enumerate(keys)))
    whole = asked_again(server, server.http.post(address, headers=bearer(keys[1])))
    assert len(whole["analysis"]["sums"]) == 2


def test_a_game_that_was_given_up_is_not_taken_apart(server: Running) -> None:
    table, keys = two(server, options=QUIET)
    given_up = {"do": "resign", "id": "r", "seat": 0}
    assert server.http.post(f"/api/tables/{table['table']}/do", json=given_up, headers=bearer(keys[0])).json()["ok"]
    answer = server.http.post(f"/api/tables/{table['table']}/analyse", headers=bearer(keys[0]))
    assert answer.status_code == 409
    assert answer.json()["error"]["reason"] == "This game was given up before its end, so it can't be taken apart."


def test_without_hints_a_running_game_tells_nothing(server: Running) -> None:
    table, keys = two(server, options=QUIET, hints=False)
    answer = server.http.post(f"/api/tables/{table['table']}/analyse", headers=bearer(keys[0]))
    assert answer.status_code == 409
    assert answer.json()["error"]["reason"] == "Hints are off at this table, so wait for the end of the game."


def test_who_plays_from_memory_is_told_nothing_either(server: Running) -> None:
    table, keys = two(server, game="tetrad", options={"memory": True, "deals": "red"}, hints=True)
    answer = server.http.post(f"/api/tables/{table['table']}/analyse", headers=bearer(keys[0]))
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "switched_off"


def test_who_may_not_see_everything_afterwards_is_told_nothing(server: Running) -> None:
    table, keys = two(server, options=QUIET, spectators="public")
    finished(server, table, dict(enumerate(keys)))
    answer = server.http.post(f"/api/tables/{table['table']}/analyse", headers=bearer(table["watch"]))
    assert answer.status_code == 403
