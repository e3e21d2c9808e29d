"""Games that belong together: what a game brings as its series is kept, shown, saved and gone on with."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.server.magpie import GAME
from tests.server.running import Running, bearer, running, somewhere
from tests.server.test_tables import HERE, finished
from tetracade.games import names


class BestOf:
    """A made-up series: the question is played in every second game; ``magpie 1/3`` is one game of three."""

    def begun(self, options: Mapping[str, Any], seats: int, games: int) -> str:
        return f"magpie 0/{games}" if games > 1 else ""

    def options(self, stands: str) -> Mapping[str, Any]:
        return {"quiet": self._read(stands)[0] % 2 == 0}

    def seats(self, stands: str) -> int:
        return 2

    def after(self, stands: str, state: Any, winners: Sequence[int]) -> str:
        played, games = self._read(stands)
        return f"magpie {played + 1}/{games}"

    def over(self, stands: str) -> bool:
        played, games = self._read(stands)
        return played == games

    def told(self, stands: str) -> str:
        return f"game {stands.removeprefix('magpie ')}"

    def _read(self, stands: str) -> tuple[int, int]:
        if not stands.startswith("magpie "):
            raise ValueError("that is no match of Magpie")
        played, _, games = stands.removeprefix("magpie ").partition("/")
        return int(played), int(games)


@pytest.fixture(autouse=True)
def _with_series(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.__dict__, "series", BestOf())


def after_one_game(server: Running, **more: Any) -> tuple[Any, Any]:
    table = server.create([HERE, {"kind": "here", "name": "Bob"}], **more)
    for _ in range(100):
        now = server.state(table, table["token"])
        if now["phase"] == "over":
            return table, now
        seat = now["acting"][0]
        seen = server.state(table, table["token"], eye=seat)
        action = seen["offers"][-1]["action"]
        server.do(
            table, table["token"], do="act", id=f"a{now['number']}", number=now["number"], action=action, seat=seat
        )
    raise AssertionError("the game does not end")


def test_a_series_gives_the_next_game_its_options_and_keeps_the_seats() -> None:
    with somewhere() as data, running(data) as server:
        table, over = after_one_game(server, games=2)
        assert over["series"] == {"text": "game 1/2", "saved": "magpie 1/2", "over": False, "moves": False}
        assert server.do(table, table["token"], do="rematch")["ok"]
        now = server.state(table, table["token"], eye=0)
        assert (now["game"], now["table"]["options"]["quiet"]) == (2, False)
        assert [seat["name"] for seat in now["seats"]] == ["Ada", "Bob"]
    with somewhere() as data, running(data) as server:
        table, over = after_one_game(server, series="magpie 2/3")
        assert over["series"] == {"text": "game 3/3", "saved": "magpie 3/3", "over": True, "moves": False}
        assert server.do(table, table["token"], do="rematch")["error"]["reason"] == "The series is over."


def test_a_series_survives_a_restart() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, over = after_one_game(server, games=2)
        with running(data) as server:
            assert server.state(table, table["token"])["series"] == over["series"]


def test_a_text_that_is_no_series_is_refused(server: Running) -> None:
    for text in ("nonsense", "magpie 3/3"):
        answer = server.http.post("/api/tables", json={"game": "magpie", "seats": [HERE, HERE], "series": text})
        assert answer.status_code == 422
    three = {"game": "magpie", "seats": [HERE, HERE, HERE], "series": "magpie 1/3"}
    assert "for 2 seats, not 3" in server.http.post("/api/tables", json=three).text
    other = server.http.post("/api/tables", json={"game": "tetrathedral", "seats": [HERE, HERE], "series": "x"})
    assert other.status_code == 422


def test_a_table_without_a_series_shows_none(server: Running) -> None:
    table = server.create([HERE, {"kind": "bot"}], options={"quiet": True})
    assert finished(server, table, {0: table["token"]})["series"] is None


def test_what_a_level_asks_for_is_told_with_every_change(server: Running) -> None:
    table = server.create([HERE], game="retro_tetro", options={"level": 3})
    before = server.state(table, table["token"])
    assert before["aims"][0].endswith(" of 38 points")
    assert before["aims"][1] == "at most 6 columns above the green line, 0 so far"
    now = before
    while now["aims"] == before["aims"]:
        since, action = now["number"], now["offers"][0]["action"]
        assert server.do(table, table["token"], do="act", id=f"a{since}", number=since, action=action)["ok"]
        now = server.state(table, table["token"])
    path = f"/api/tables/{table['table']}/wait"
    missed = server.http.get(path, headers=bearer(table["token"]), params={"since": since}).json()
    assert missed["updates"][-1]["aims"] == now["aims"]
    match = server.create([HERE, HERE])
    assert server.state(match, match["token"])["aims"] == []


def test_a_level_is_refused_for_more_than_one_seat_and_games_say_whether_they_have_matches(server: Running) -> None:
    setup = {"game": "retro_tetro", "seats": [HERE, HERE], "options": {"level": 3}}
    error = server.http.post("/api/tables", json=setup).json()["error"]
    assert (error["code"], error["reason"]) == ("bad_setup", "level=3 is for 1 seat, not 2 (RT22)")
    match = {"game": "retro_tetro", "seats": [HERE, HERE], "games": 3}
    error = server.http.post("/api/tables", json=match).json()["error"]
    assert (error["code"], error["reason"]) == ("bad_setup", "Retro Tetro has no match of 3 games; leave games at 1")
    odd = {"game": "tetratrax", "seats": [HERE, HERE], "games": 3}
    assert "choose 2 or 4" in server.http.post("/api/tables", json=odd).json()["error"]["reason"]
    told = {game["name"]: game for game in server.http.get("/api/games").json()}
    games = {name: told[name] for name in names()}  # other tests may have added theirs
    assert [name for name, game in games.items() if not game["matches"]] == ["retro_tetro"]
    assert {name for name, game in games.items() if game["pairs"]} == {"foursome", "tetratrax", "tetrathedral"}
    assert {option["name"]: option["seats"] for option in games["retro_tetro"]["options"]}["level"] == [1]


@pytest.mark.rule("TX12")
def test_in_a_match_people_change_seats_and_it_is_gone_on_with_at_another_table() -> None:
    bob = {"kind": "here", "name": "Bob"}
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, bob], "tetratrax", games=4)
            before = server.state(table, table["token"])
            assert before["series"]["text"] == "0 of 4 games played: White 0, Black 0"
            assert server.do(table, table["token"], do="resign", seat=1)["ok"]
            over = server.state(table, table["token"])
            assert over["series"]["text"] == "1 of 4 games played: White 1, Black 0"
            assert (over["series"]["moves"], over["series"]["over"]) == (True, False)
            assert server.do(table, table["token"], do="rematch", seat=0, id="again")["ok"]
            now = server.state(table, table["token"])
            assert [seat["name"] for seat in now["seats"]] == ["Bob", "Ada"]
            assert now["series"]["text"] == "1 of 4 games played: White 0, Black 1"  # Ada is Black now
        with running(data) as server:
            assert server.state(table, table["token"])["series"] == now["series"]
            other = server.create([bob, HERE], "tetratrax", games=4, series=over["series"]["saved"])
            told = server.state(other, other["token"])["series"]
            assert told["text"] == "1 of 4 games played: White 0, Black 1"


def test_chat_is_off_in_teams_unless_wanted_and_partners_are_named(server: Running) -> None:
    def chat(seats: int, **more: Any) -> bool:
        table = server.create([HERE] * seats, "foursome", **more)
        return bool(server.state(table, table["token"])["table"]["chat"])

    assert [chat(4), chat(6), chat(6, chat=True), chat(4, chat=False)] == [True, False, True, False]
    table = server.create([HERE] * 6, "foursome")
    seats = server.state(table, table["token"])["seats"]
    assert [seat.get("partners") for seat in seats] == [[3], [4], [5], [0], [1], [2]]
    refused = server.do(table, table["token"], do="chat", seat=0, text="I hold the red one")
    assert refused["error"]["code"] == "switched_off"
