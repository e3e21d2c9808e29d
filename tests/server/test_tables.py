"""Setting up, sitting down, playing, watching."""

from typing import Any

import pytest

from tests.server.running import Json, Running, bearer

HERE = {"kind": "here", "name": "Ada"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": 1}
QUIET = {"quiet": True}


def finished(server: Running, table: Json, keys: dict[int, str]) -> Json:
    """Play the first offer of whoever is to act until the game is over; returns the last snapshot."""
    while True:
        for key in keys.values():
            now = server.state(table, key)
            if now["phase"] == "over":
                return now
            if now["offers"]:
                answer = server.do(
                    table,
                    key,
                    do="act",
                    id=f"n{now['number']}",
                    number=now["number"],
                    action=now["offers"][-1]["action"],
                )
                assert answer["ok"] or answer["error"]["code"] in ("stale", "not_your_turn", "wrong_phase"), answer
        if not any(server.state(table, key)["offers"] for key in keys.values()):
            server.http.get(
                f"/api/tables/{table['table']}/wait",
                headers=bearer(next(iter(keys.values()))),
                params={"since": now["number"], "seconds": 5},
            )


def test_a_table_against_a_bot_starts_at_once_and_plays_to_the_end(server: Running) -> None:
    table = server.create([HERE, BOT])
    assert table["held"] == [0]
    last = finished(server, table, {0: table["token"]})
    assert last["result"]["reason"] == "no cards are left"
    assert len(last["result"]["points"]) == 2


def test_people_sit_down_by_the_invitation_and_the_game_starts_when_all_are_there(server: Running) -> None:
    table = server.create([HERE, OPEN], options=QUIET)
    assert server.state(table, table["token"])["phase"] == "waiting"
    token = server.sit(table, "Grace")
    now = server.state(table, token)
    assert now["phase"] == "playing"
    assert [seat["name"] for seat in now["seats"]] == ["Ada", "Grace"]
    assert now["you"]["seats"] == [1]
    finished(server, table, {0: table["token"], 1: token})


def test_the_creator_fills_open_seats_with_bots(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    refused = server.do(table, table["token"], do="start")
    assert refused["error"]["code"] == "wrong_phase"
    assert server.do(table, table["token"], do="start", id="go", fill=2)["ok"]
    now = server.state(table, table["token"])
    assert [seat["kind"] for seat in now["seats"]] == ["person", "bot", "bot"]


def test_only_the_creator_starts(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN])
    token = server.sit(table, "Grace")
    assert server.do(table, token, do="start", fill=1)["error"]["code"] == "forbidden"


def test_a_seat_is_given_up_before_the_start_and_taken_by_another(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN])
    token = server.sit(table, "Grace", seat=2)
    assert server.do(table, token, do="leave")["ok"]
    assert server.state(table, token)["you"]["seats"] == []
    other = server.sit(table, "Edsger", seat=2)
    assert server.state(table, other)["you"]["seats"] == [2]


def test_a_taken_seat_is_refused(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN])
    answer = server.http.post(
        f"/api/tables/{table['table']}/sit", json={"name": "Grace", "seat": 0}, headers=bearer(table["invite"])
    ).json()
    assert answer["error"]["code"] == "seat_taken"


def test_by_link_alone_nobody_else_sits_or_watches(server: Running) -> None:
    table, another = server.create([HERE, OPEN]), server.create([HERE, OPEN])
    for key in ("", "wrong", table["watch"], another["invite"], another["token"]):
        answer = server.http.post(f"/api/tables/{table['table']}/sit", json={"name": "Eve"}, headers=bearer(key)).json()
        assert answer["error"]["code"] == "forbidden"
    for key in ("", "wrong", another["watch"], another["invite"], another["token"]):
        assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(key)).status_code == 403
    assert server.state(table, table["watch"])["you"] == {"seats": [], "eye": None, "host": False}


def test_a_public_table_is_listed_and_open_to_all(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], public=True)
    listed = {entry["table"]: entry for entry in server.http.get("/api/tables").json()["tables"]}
    assert listed[table["table"]]["open"] == 2
    answer = server.http.post(f"/api/tables/{table['table']}/sit", json={"name": "Grace"}).json()
    assert answer["ok"]
    assert server.http.get(f"/api/tables/{table['table']}").status_code == 200


def test_a_table_by_link_is_not_listed(server: Running) -> None:
    table = server.create([HERE, OPEN])
    assert table["table"] not in {entry["table"] for entry in server.http.get("/api/tables").json()["tables"]}


def test_a_table_without_spectators_shows_nothing_to_them(server: Running) -> None:
    table = server.create([HERE, BOT], spectators="none", options=QUIET)
    assert server.http.get(f"/api/tables/{table['table']}", headers=bearer(table["watch"])).status_code == 403


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, 422),
        ({"seats": [{}] * 5}, 422),
        ({"options": {"quiet": "perhaps"}}, 422),
        ({"options": {"loud": True}}, 422),
        ({"game": "retro_tetro", "options": {"level": 3}}, 422),
        ({"clock": {"turn": 5, "bank": 5}}, 422),
        ({"seats": []}, 400),
        ({"seats": [{"kind": "king"}]}, 400),
        ({"surprise": 1}, 400),
        ({"games": 1000}, 400),
    ],
)
def test_a_wrong_set_up_is_refused_with_a_reason(server: Running, change: Json, code: int) -> None:
    answer = server.http.post("/api/tables", json={"game": "magpie", "seats": [HERE, BOT], **change})
    assert answer.status_code == code
    assert answer.json()["error"]["reason"]


def test_one_comes_back_on_another_device_with_ones_own_key(server: Running) -> None:
    table = server.create([HERE, BOT], options=QUIET)
    with server.connect() as desktop, server.connect() as telephone:
        one = desktop.hello(table["table"], table["token"])
        other = telephone.hello(table["table"], table["token"])
    for name in ("view", "offers", "number", "you"):
        assert one[name] == other[name]


def test_several_seats_at_one_screen_are_handed_over(server: Running) -> None:
    table = server.create([HERE, {"kind": "here", "name": "Bob"}], options=QUIET)
    with server.connect() as screen:
        hidden = screen.hello(table["table"], table["token"])
        assert hidden["you"]["seats"] == [0, 1]
        assert hidden["you"]["eye"] is None
        assert "hand" not in hidden["view"]
        assert hidden["offers"] == []
        screen.send(do="look", seat=0)
        seen = screen.until("snapshot")
        assert sum(seen["view"]["hand"]) == 3
        show = next(offer for offer in seen["offers"] if offer["notation"].startswith("show"))
        assert screen.ask(do="act", number=seen["number"], action=show["action"])["ok"]
        screen.send(do="look", seat=None)
        assert "hand" not in screen.until("snapshot")["view"]
        screen.send(do="look", seat=1)
        assert sum(screen.until("snapshot")["view"]["hand"]) == 3
        assert screen.ask(do="look", seat=2)["error"]["code"] == "forbidden"


def test_the_rules_come_as_text(server: Running) -> None:
    assert "**MP1**" in server.http.get("/api/games/magpie/rules").text
    assert server.http.get("/api/games/chess/rules").status_code == 404


def test_games_are_listed_with_options_and_fields(server: Running) -> None:
    listed: dict[str, Any] = {game["name"]: game for game in server.http.get("/api/games").json()}
    magpie = listed["magpie"]
    assert magpie["options"][0]["name"] == "quiet"
    assert "hand" in magpie["fields"]
    assert "bag" not in magpie["fields"]
