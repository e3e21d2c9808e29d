"""Records of a table's games: the present one, and those before it."""

import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_secrecy import room_of
from tests.server.test_tables import QUIET, finished
from tetracade.table.history import past_game


def record(server: Running, table: Json, key: str, **which: int) -> str:
    answer = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key), params=which)
    assert answer.status_code == 200, answer.text
    return answer.text


def rematched(server: Running, table: Json, keys: list[str]) -> None:
    for number, key in enumerate(keys):
        assert server.do(table, key, do="rematch", id=f"again{number}", word=f"word {number}")["ok"]


@pytest.mark.parametrize("spectators", ["all_after_end", "public"])
def test_the_record_of_an_earlier_game_is_the_one_it_had_when_it_ended(spectators: str) -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = two(server, spectators=spectators, options=QUIET)
            finished(server, table, dict(enumerate(keys)))
            askers = [*keys, table["watch"]]
            first = [record(server, table, key) for key in askers]
            rematched(server, table, keys)
            second = [record(server, table, key) for key in askers]
            assert [record(server, table, key, game=1) for key in askers] == first
            assert [record(server, table, key, game=2) for key in askers] == second
            assert all("# seed" not in text for text in second)
        with running(data) as server:
            assert [record(server, table, key, game=1) for key in askers] == first
            assert [record(server, table, key) for key in askers] == second
            assert server.http.post("/api/verify", content=first[0]).json()["fair"] is True
            assert ("# seed" in first[2]) == (spectators == "all_after_end")
            assert ("?" in first[2]) == (spectators == "public")


def test_a_game_that_was_not_played_has_no_record(server: Running) -> None:
    table, keys = two(server, options=QUIET)
    for game, status in ((2, 404), (0, 400), (-1, 400), ("first", 400)):
        answer = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(keys[0]), params={"game": game})
        assert answer.status_code == status, game
    code = server.http.get(f"/api/tables/{table['table']}/record?game=2", headers=bearer(keys[0])).json()["error"]
    assert code == {"code": "unknown_game", "reason": "This table has no game 2; its latest is game 1."}


def test_an_earlier_game_without_spectators_is_for_its_seats_alone(server: Running) -> None:
    table, keys = two(server, spectators="none", options=QUIET)
    assert server.do(table, keys[0], do="resign")["ok"]
    rematched(server, table, keys)
    address = f"/api/tables/{table['table']}/record?game=1"
    assert server.http.get(address, headers=bearer(table["watch"])).status_code == 403
    assert "# seed" in record(server, table, keys[1], game=1)


def test_what_was_taken_back_is_not_in_the_record_of_an_earlier_game() -> None:
    room = room_of(MAGPIE, 2, bytes(32), QUIET)
    room.act(0, "wink", room.number, 0.0)
    room.ask_undo(0, 0.0)
    room.act(0, room.turns.offered[0][-1], room.number, 0.0)
    room.resign(1, 0.0)
    assert room.table is not None
    before, seed = room.table.record(), room.current.seed_shown
    room.ask_rematch(0, "", 0.0)
    room.ask_rematch(1, "", 0.0)
    past = past_game(room, 1)
    assert past is not None
    assert (past.table.record(), past.seed) == (before, seed)
    assert past_game(room, 3) is None
