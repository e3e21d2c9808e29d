"""What people do beside acting: undo, rematch, resign, chat, going away and coming back."""

import asyncio
import gc
from asyncio import TimerHandle, get_running_loop
from pathlib import Path

import pytest

from tests.server.running import Json, MovedTime, Running, bearer, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import BOT, HERE, OPEN, QUIET, finished
from tetracade.server.api import protocol as p
from tetracade.server.api.http import stored
from tetracade.server.rooms.presence import Presence
from tetracade.server.rooms.rooms import Rooms
from tetracade.server.rooms.viewer import Viewer
from tetracade.server.settings import Settings
from tetracade.server.storage.store import Store


def first_show(now: Json) -> int:
    return next(int(offer["action"]) for offer in now["offers"] if offer["notation"].startswith("show"))


def test_undo_is_asked_for_and_done_when_all_agree(server: Running) -> None:
    table, keys = two(server)
    before = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=before["number"], action="wink")
    now = server.state(table, keys[0])
    assert now["undo"]
    assert server.do(table, keys[0], do="undo", id="2", number=now["number"])["ok"]
    asked = server.state(table, keys[1])["asked"]
    assert asked == {"what": "undo", "by": 0, "waiting": [1]}
    assert server.do(table, keys[1], do="reply", id="3", to="undo", yes=True)["ok"]
    after = server.state(table, keys[0])
    assert after["view"] == before["view"]
    assert after["offers"] == before["offers"]
    assert after["asked"] is None


def test_undo_is_refused_by_one_no(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    server.do(table, keys[0], do="undo", id="2", number=now["number"] + 1)
    assert server.do(table, keys[1], do="reply", id="3", to="undo", yes=False)["ok"]
    now = server.state(table, keys[0])
    assert (now["asked"], now["view"]["winked"]) == (None, 1)
    assert server.do(table, keys[1], do="reply", id="4", to="undo", yes=True)["error"]["code"] == "wrong_phase"


def test_only_those_who_are_asked_reply_and_each_once(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    keys = [table["token"], server.sit(table, "Grace"), server.sit(table, "Edsger")]
    number = server.state(table, keys[0])["number"]
    server.do(table, keys[0], do="act", id="1", number=number, action="wink")
    server.do(table, keys[0], do="undo", id="2", number=number + 1)
    assert server.do(table, keys[1], do="reply", id="3", to="undo", yes=True)["ok"]
    asked = server.state(table, keys[2])["asked"]
    assert asked == {"what": "undo", "by": 0, "waiting": [2]}
    for key, code in ((keys[0], "wrong_phase"), (keys[1], "wrong_phase"), (table["watch"], "forbidden")):
        for yes in (True, False):
            answer = server.do(table, key, do="reply", id=f"4{yes}", to="undo", yes=yes)
            assert answer["error"]["code"] == code
    assert server.state(table, keys[2])["asked"] == asked
    assert server.do(table, keys[2], do="reply", id="5", to="undo", yes=True)["ok"]
    assert server.state(table, keys[0])["view"]["winked"] == 0


def test_undo_is_done_at_once_where_nobody_else_is_to_be_asked(server: Running) -> None:
    table = server.create([HERE, BOT], options=QUIET)
    now = server.state(table, table["token"])
    server.do(table, table["token"], do="act", id="1", number=now["number"], action="wink")
    assert server.do(table, table["token"], do="undo", id="2", number=now["number"] + 1)["ok"]
    assert server.state(table, table["token"])["view"]["winked"] == 0


def test_against_a_bot_undo_goes_back_through_its_answer(server: Running) -> None:
    table = server.create([HERE, BOT], game="tetratrax", options={"starter": "white"})
    key = table["token"]
    before = server.state(table, key)
    assert not before["undo"]
    with server.connect() as client:
        client.hello(table["table"], key)
        number = server.do(table, key, do="act", id="1", number=before["number"], action="O1@A")["number"]
        while client.until("update")["acting"] != [0]:
            pass
        assert server.do(table, key, do="undo", id="2", number=number)["ok"], "meant before the answer was seen"
        told = client.until("update")
    assert [line["text"] for line in told["happened"]] == ["takes back their last move and the answers to it"]
    after = server.state(table, key)
    assert (after["view"], after["offers"]) == (before["view"], before["offers"])
    assert [line["kind"] for line in after["story"]] == ["start", "undo"]
    finished(server, table, {0: key})
    text = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(key)).text
    verdict = server.http.post("/api/verify", content=text).json()
    assert (verdict["ok"], verdict["fair"]) == (True, True)


def test_undo_never_crosses_a_reveal_nor_a_change_of_turn(server: Running) -> None:
    table, keys = two(server, undo="free")
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action=first_show(now))
    number = server.state(table, keys[0])["number"]
    answer = server.do(table, keys[0], do="undo", id="2", number=number)
    assert answer["error"]["code"] == "nothing_to_undo"


def test_undo_never_takes_back_another_s_action(server: Running) -> None:
    table, keys = two(server, undo="free")
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    answer = server.do(table, keys[1], do="undo", id="2", number=now["number"] + 1)
    assert answer["error"]["code"] == "nothing_to_undo"


def test_a_table_may_have_no_undo(server: Running) -> None:
    table, keys = two(server, undo="off")
    now = server.state(table, keys[0])
    server.do(table, keys[0], do="act", id="1", number=now["number"], action="wink")
    assert not server.state(table, keys[0])["undo"]
    answer = server.do(table, keys[0], do="undo", id="2", number=now["number"] + 1)
    assert answer["error"]["code"] == "switched_off"


def test_resigning_at_a_table_for_two_ends_the_game(server: Running) -> None:
    table, keys = two(server)
    assert server.do(table, keys[0], do="resign")["ok"]
    now = server.state(table, keys[1])
    assert now["phase"] == "over"
    assert now["result"]["winners"] == [1]
    assert now["result"]["reason"] == "Bird 1 resigned"
    assert now["proof"]["seed"]


def test_resigning_at_a_table_for_more_lets_a_bot_play_on(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    keys = [table["token"], server.sit(table, "Grace"), server.sit(table, "Edsger")]
    assert server.do(table, keys[0], do="resign")["ok"]
    now = server.state(table, keys[1])
    assert now["phase"] == "playing"
    assert now["seats"][0]["resigned"]
    last = finished(server, table, {1: keys[1], 2: keys[2]})
    assert 0 not in last["result"]["winners"]


def test_who_has_resigned_acts_no_more() -> None:
    with somewhere() as data, running(data, workers=1, bot="tests.server.stand_in:hanging") as server:
        table = server.create([HERE, OPEN, OPEN], options=QUIET, undo="free")
        key = table["token"]
        server.sit(table, "Grace")
        server.sit(table, "Edsger")
        before = server.state(table, key)
        assert server.do(table, key, do="act", id="1", number=before["number"], action="wink")["ok"]
        assert server.state(table, key)["undo"]
        assert server.do(table, key, do="resign", id="2")["ok"]
        now = server.state(table, key)
        assert now["acting"] == [0], "the bot thinks"
        assert (now["offers"], now["undo"]) == ([], False)
        for command in (
            {"do": "act", "number": now["number"], "action": before["offers"][-1]["action"]},
            {"do": "undo", "number": now["number"]},
            {"do": "hint"},
        ):
            answer = server.do(table, key, id=f"no {command['do']}".replace(" ", "-"), **command)
            assert answer["error"]["reason"] == "You have resigned. A bot plays on for you.", answer
        assert server.do(table, key, do="chat", id="3", text="good luck to you")["ok"]


def test_a_rematch_rotates_the_seats_and_shows_a_new_commitment_before(server: Running) -> None:
    table, keys = two(server)
    server.do(table, keys[0], do="resign")
    over = server.state(table, keys[0])
    assert server.do(table, keys[0], do="rematch", id="r", word="mine")["ok"]
    assert server.state(table, keys[1])["asked"] == {"what": "rematch", "by": 0, "waiting": [1]}
    assert server.do(table, keys[1], do="rematch", id="r", word="yours")["ok"]
    now = server.state(table, keys[0])
    assert (now["game"], now["phase"], now["you"]["seats"]) == (2, "playing", [1])
    assert [seat["name"] for seat in now["seats"]] == ["Grace", "Ada"]
    assert now["proof"] == {"commitment": over["proof"]["next"], "words": ["yours", "mine"]}
    assert [seat.get("wins", 0) for seat in now["seats"]] == [1, 0]


def test_a_rematch_needs_everybody(server: Running) -> None:
    table, keys = two(server)
    assert server.do(table, keys[0], do="rematch", id="r0")["error"]["code"] == "wrong_phase"
    server.do(table, keys[0], do="resign", id="r1")
    server.do(table, keys[0], do="rematch", id="r2")
    assert server.do(table, keys[1], do="reply", to="rematch", yes=False)["ok"]
    now = server.state(table, keys[1])
    assert (now["phase"], now["asked"]) == ("over", None)


def test_chat_is_text_of_at_most_280_characters(server: Running) -> None:
    table, keys = two(server)
    said = "<b>hi</b>\u0000\n there"
    assert server.do(table, keys[0], do="chat", text=said)["ok"]
    assert server.state(table, keys[1])["story"][-1]["text"] == "<b>hi</b> there"
    answer = server.http.post(
        f"/api/tables/{table['table']}/do", headers=bearer(keys[0]), json={"do": "chat", "id": "1", "text": "x" * 281}
    )
    assert answer.status_code == 400
    assert server.do(table, table["watch"], do="chat", text="boo")["error"]["code"] == "forbidden"


def test_the_chat_can_be_switched_off_at_the_table_and_for_the_server(server: Running) -> None:
    table, keys = two(server, chat=False)
    assert server.do(table, keys[0], do="chat", text="hi")["error"]["code"] == "switched_off"
    with somewhere() as data:
        with running(data) as loud:
            before = loud.create([HERE, BOT], options=QUIET)
            assert loud.do(before, before["token"], do="chat", text="hi")["ok"]
        with running(data, chat=False) as quiet:
            assert quiet.do(before, before["token"], do="chat", id="2", text="hi")["error"]["code"] == "switched_off"
    with somewhere() as data, running(data, chat=False) as quiet:
        other = quiet.create([HERE, BOT], options=QUIET)
        assert quiet.do(other, other["token"], do="chat", text="hi")["error"]["code"] == "switched_off"


def test_a_seat_left_alone_is_played_by_a_bot_and_given_back(server: Running) -> None:
    table, keys = two(server)
    early = server.do(table, keys[1], do="stand_in", seat=0)
    assert early["error"]["code"] == "wrong_phase"
    assert server.do(table, keys[0], do="leave")["ok"]
    assert server.state(table, keys[1])["seats"][0]["away"]
    before = server.state(table, keys[1])["number"]
    assert server.do(table, keys[1], do="stand_in", id="s", seat=0)["ok"]
    while server.state(table, keys[1])["acting"] == [0]:
        pass
    now = server.state(table, keys[1])
    assert now["number"] > before + 1
    assert now["seats"][0]["stand_in"] == 3
    back = server.state(table, keys[0])
    assert "stand_in" not in back["seats"][0]
    assert back["story"][-1]["kind"] == "back"


def test_one_who_has_just_sat_down_is_not_away_however_long_the_server_runs(server: Running) -> None:
    table, keys = two(server, away_after=3600)
    live = server.rooms.in_memory[table["table"]]
    assert server.inside(lambda: live.presence(0)) == (False, False)
    live.here._since -= 7200  # the table was opened two hours ago, and nothing was heard of its creator
    assert server.inside(lambda: live.presence(0)) == (False, True)
    assert server.do(table, keys[1], do="stand_in", seat=0)["ok"]


def test_who_is_here_is_told_when_another_has_been_away_for_long() -> None:
    with somewhere() as data, running(data, ping_seconds=0.2) as server, server.connect() as client:
        table, keys = two(server, away_after=0.2)
        client.hello(table["table"], keys[0])
        with server.connect() as other:
            other.hello(table["table"], keys[1])
        while not client.until("presence")["seats"][1].get("away"):
            pass


def test_those_who_come_and_go_leave_one_timer_and_none_when_the_table_leaves_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Presence, "CLOSED_SECONDS", 100_000.0)  # told apart from all other timers by its length

    async def come_and_go() -> None:
        settings = Settings(data=tmp_path / "t.sqlite", workers=0, ping_seconds=100_000.0)
        rooms = Rooms(settings, Store(tmp_path / "t.sqlite"), get_running_loop())
        await rooms.open()
        seats = [p.SeatSetup(kind="here", name="A"), p.SeatSetup(kind="open")]
        live, key = rooms.create(p.TableSetup(game="tetratrax", seats=seats, away_after=100_000))
        await stored(live, rooms.first_rows(live))

        def viewer(key: str) -> Viewer:
            return Viewer(live.who(key), "none", None, lambda _: None, lambda: None)

        def timers() -> int:
            """Those that wait for so long."""
            found = [each for each in gc.get_objects() if type(each) is TimerHandle and not each.cancelled()]
            return sum(each.when() > rooms.loop.time() + 90_000 for each in found)

        watching = viewer(live.keys.watch)
        live.attach(watching)
        for _ in range(100):
            holder = viewer(key)
            live.attach(holder)
            assert timers() == 0, "nobody is absent"
            live.detach(holder)
        assert timers() == 1
        live.detach(watching)
        assert timers() == 0, "nobody is there to be told"
        live.attach(watching)
        assert timers() == 1
        rooms.drop(live)
        assert timers() == 0
        await rooms.close()

    asyncio.run(come_and_go())


def test_nobody_lets_a_bot_in_for_one_who_is_here(server: Running) -> None:
    table, keys = two(server, away_after=0)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        assert server.do(table, keys[1], do="stand_in", seat=0)["error"]["code"] == "wrong_phase"
    assert server.do(table, table["watch"], do="stand_in", seat=0)["error"]["code"] == "forbidden"


def test_the_clock_acts_for_a_seat_whose_turn_takes_too_long(server: Running) -> None:
    table, keys = two(server, clock={"turn": 0.01})
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        kinds = [part["kind"] for part in client.until("update")["happened"]]
    assert kinds[:2] == ["timeout", "action"]


def test_who_runs_out_of_the_time_for_the_game_loses(server: Running) -> None:
    table, keys = two(server, clock={"bank": 0.01})
    with server.connect() as client:
        now = client.hello(table["table"], keys[1])
        while now["phase"] != "over":
            now = client.read()
            now.setdefault("phase", "")
            if now["is"] == "update" and now["phase"] == "over" and "result" not in now:
                continue
    assert server.state(table, keys[1])["result"]["reason"] == "Bird 1 ran out of time"


def test_who_asks_over_http_now_and_then_is_here_for_a_while_and_then_is_not() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=20, idle_seconds=1e9) as server:
        table, keys = two(server, away_after=600)

        def seat() -> Json:
            return dict(server.state(table, keys[1])["seats"][0])

        server.state(table, keys[0])
        assert seat().get("here")
        server.move(19)
        assert seat().get("here")
        server.move(2)
        assert (seat().get("here", False), seat().get("away", False)) == (False, False)
        server.move(600)
        assert (seat().get("here", False), seat().get("away", False)) == (False, True)
