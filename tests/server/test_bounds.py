"""What one table may come to hold: keys, and lines beside the game's own."""

from tests.server.running import Json, Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN, QUIET


def came_and_left(server: Running, table: Json, count: int) -> list[str]:
    keys = []
    for number in range(count):
        keys.append(server.sit(table, "Grace"))
        assert server.do(table, keys[-1], do="leave", id=f"l{number}")["ok"]
    return keys


def test_keys_of_those_who_left_are_forgotten_the_first_first() -> None:
    with somewhere() as data:
        with running(data, most_holders=5) as server:
            table = server.create([OPEN, OPEN, OPEN], options=QUIET)
            staying = server.sit(table, "Edsger")
            left = came_and_left(server, table, 20)
            live = server.rooms.in_memory[table["table"]]
            assert len(live.keys.holders) == 5
            assert server.state(table, left[-1])["you"]["seats"] == []
            assert "error" in server.state(table, left[0])
        with running(data, most_holders=5) as server:
            assert len(server.awaited(server.rooms.live(table["table"])).keys.holders) == 5, (
                "they are not in the file either"
            )
            assert server.state(table, staying)["you"]["seats"] == [0]
            assert server.state(table, table["token"])["you"]["host"]
            server.sit(table, "Barbara")
            server.sit(table, "Donald")
            assert server.state(table, staying)["phase"] == "playing"


def test_one_whose_key_was_forgotten_meanwhile_sits_down_with_a_new_one() -> None:
    with somewhere() as data, running(data, most_holders=3) as server:
        table = server.create([HERE, OPEN, OPEN], options=QUIET)
        with server.connect() as client:
            client.hello(table["table"], table["invite"])
            first = client.ask(do="sit", name="Grace")["token"]
            assert client.ask(do="leave")["ok"]
            came_and_left(server, table, 5)
            second = client.ask(do="sit", name="Grace")["token"]
            assert second not in ("", first)
        assert server.state(table, second)["you"]["seats"] == [1]


def test_people_come_and_go_only_so_often_and_then_the_game_can_still_begin() -> None:
    with somewhere() as data, running(data, most_asides=40) as server:
        table = server.create([HERE, OPEN, OPEN], options=QUIET)
        for number in range(20):
            server.sit(table, "Grace")
            assert server.do(table, table["token"], do="leave", id=f"l{number}", seat=1)["ok"]
        answer = server.http.post(
            f"/api/tables/{table['table']}/sit", json={"name": "G"}, headers=bearer(table["invite"])
        ).json()
        assert answer["error"] == {
            "code": "too_many",
            "reason": "This table has reached its limit for chat, undo and seat changes.",
        }
        assert server.do(table, table["token"], do="start", id="go", fill=1)["ok"]
        assert server.do(table, table["token"], do="chat", id="hi", text="at last")["ok"], "a game counts anew"


def test_chat_undos_and_questions_of_one_game_have_an_end_but_its_actions_have_none() -> None:
    with somewhere() as data, running(data, most_asides=10) as server:
        table, keys = two(server, undo="free")
        for number in range(5):
            assert server.do(table, keys[1], do="chat", id=f"c{number}", text="well")["ok"]
            now = server.state(table, keys[0])["number"]
            assert server.do(table, keys[0], do="act", id=f"a{number}", number=now, action="wink")["ok"]
            assert server.do(table, keys[0], do="undo", id=f"u{number}", number=now + 1)["ok"]
        now = server.state(table, keys[0])["number"]
        assert server.do(table, keys[0], do="act", id="a", number=now, action="wink")["ok"]
        for command in ({"do": "chat", "text": "well"}, {"do": "undo", "number": now + 1}):
            assert server.do(table, keys[0], id=f"x-{command['do']}", **command)["error"]["code"] == "too_many"
        assert server.do(table, keys[0], do="resign", id="r")["ok"]
        assert server.do(table, keys[0], do="rematch", id="m")["error"]["code"] == "too_many"


def test_a_table_with_a_long_log_begins_no_further_game() -> None:
    with somewhere() as data, running(data, most_lines=7) as server:
        table, keys = two(server)
        assert server.do(table, keys[0], do="resign", id="1")["ok"]
        for number, key in enumerate(keys):
            assert server.do(table, key, do="rematch", id=f"r{number}")["ok"]
        assert server.do(table, keys[0], do="resign", id="2")["ok"]
        answer = server.do(table, keys[0], do="rematch", id="3")
        assert answer["error"]["reason"] == "This table has reached its limit. Set up a new one."
