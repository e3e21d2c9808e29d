"""Taking seats: nobody loses one because an answer was lost, nobody takes two by asking twice."""

from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.test_tables import HERE, OPEN, QUIET
from tetracade.server.rooms.keys import new_token


def test_a_seat_whose_answer_was_lost_is_had_by_asking_again(server: Running) -> None:
    table = server.create([HERE, OPEN], options=QUIET)
    token = new_token()
    with server.connect() as client:
        client.hello(table["table"], table["invite"])
        client.ask(do="sit", name="Grace", token=token)  # let us say that this answer never came
    assert server.state(table, table["token"])["phase"] == "playing"
    with server.connect() as client:
        client.hello(table["table"], table["invite"])
        again = client.ask(do="sit", name="Grace", token=token)
        assert (again["ok"], again["seat"], again["token"]) == (True, 1, token)
        assert client.ask(do="look", seat=1)["ok"], "the connection is theirs now"
    assert server.state(table, token)["you"]["seats"] == [1]


def test_asking_twice_takes_one_seat(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    token = new_token()
    assert server.sit(table, "Grace", token=token) == server.sit(table, "Grace", token=token) == token
    assert [seat["kind"] for seat in server.state(table, token)["seats"]] == ["person", "person", "open"]


def test_who_got_up_may_sit_again_and_a_holder_may_take_a_second_seat(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    token = server.sit(table, "Grace")

    def sit(**more: object) -> dict[str, object]:
        path = f"/api/tables/{table['table']}/sit"
        answer: dict[str, object] = server.http.post(path, json={"name": "G", **more}, headers=bearer(token)).json()
        return answer

    assert server.do(table, token, do="leave")["ok"]
    assert sit(seat=2)["seat"] == 2
    assert sit(seat=1)["seat"] == 1
    assert server.state(table, token)["you"]["seats"] == [1, 2]


def test_a_seat_asked_for_again_after_a_restart_is_not_taken_twice() -> None:
    table: Json = {}
    with somewhere() as data:
        for _ in range(2):
            with running(data) as server:
                table = table or server.create([HERE, OPEN, OPEN], options=QUIET)
                with server.connect() as client:
                    client.hello(table["table"], table["token"])
                    assert client.ask(do="sit", id="second", name="Ada")["ok"]
                assert server.state(table, table["token"])["you"]["seats"] == [0, 1]


def test_a_token_that_could_be_guessed_is_refused(server: Running) -> None:
    table = server.create([HERE, OPEN], options=QUIET)
    path = f"/api/tables/{table['table']}/sit"
    for token in ("", "short", "x" * 65, "no spaces in a token, please"):
        answer = server.http.post(path, json={"name": "G", "token": token}, headers=bearer(table["invite"]))
        assert answer.status_code == 400, token


def test_a_key_that_others_have_holds_no_seat(server: Running) -> None:
    for public in (False, True):
        table = server.create([HERE, OPEN, OPEN], options=QUIET, public=public)
        path = f"/api/tables/{table['table']}/sit"
        for key in (table["invite"], table["watch"]):
            answer = server.http.post(path, json={"name": "Eve", "token": key}, headers=bearer(table["invite"])).json()
            assert answer["error"]["code"] == "forbidden", "whoever comes by that link would sit for the same holder"
        assert server.state(table, table["invite"])["you"]["seats"] == []
