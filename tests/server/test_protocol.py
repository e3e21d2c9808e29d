"""Snapshots, numbered updates, offers, answers."""

import json
from typing import Any

import pytest

from tests.server.running import Client, Json, Running, bearer, merge
from tests.server.test_tables import BOT, HERE, OPEN, QUIET


class Copy:
    """A client that keeps its own copy of the table from a snapshot and the updates after it."""

    def __init__(self, client: Client, snapshot: Json) -> None:
        self.client = client
        self.took(snapshot)

    def took(self, message: Json) -> None:
        if message["is"] == "snapshot":
            self.now: Json = message
        elif message["is"] == "update":
            assert message["number"] == self.now["number"] + 1
            merge(self.now["view"], message.get("view", {}))
            for name, default in (("offers", []), ("undo", False), ("asked", None)):
                self.now[name] = message.get(name, default)
            for name in ("number", "acting", "phase", "seats", "result", "clock", "proof"):
                if name in message:
                    self.now[name] = message[name]
            self.now["story"] += message["happened"]

    def read(self) -> Json:
        message = self.client.read()
        self.took(message)
        return message

    def until(self, number: int) -> None:
        while self.now["number"] < number:
            self.read()

    def act(self, action: Any) -> Json:
        wanted = self.client.send(do="act", number=self.now["number"], action=action)
        while True:
            message = self.read()
            if message["is"] == "answer" and message["id"] == wanted:
                return message


def two(server: Running, **more: Any) -> tuple[Json, list[str]]:
    table = server.create([HERE, OPEN], **{"options": QUIET, **more})
    return table, [table["token"], server.sit(table, "Grace")]


def joined(server: Running, table: Json, keys: list[str], **more: Any) -> list[Copy]:
    copies = []
    for key in keys:
        client = server.connect()
        copies.append(Copy(client, client.hello(table["table"], key, **more)))
    return copies


def close(copies: list[Copy]) -> None:
    for copy in copies:
        copy.client.close()


def played(copies: list[Copy], turns: int) -> None:
    """Let the seats act in turn, with what they are offered last."""
    for _ in range(turns):
        actor = next(copy for copy in copies if copy.now["offers"])
        assert actor.act(actor.now["offers"][-1]["action"])["ok"]
        for copy in copies:
            copy.until(actor.now["number"])
        if actor.now["phase"] == "over":
            return


COMPARED = ("number", "view", "acting", "offers", "undo", "phase", "result", "story", "proof", "asked")


def test_updates_make_the_same_table_as_a_fresh_snapshot_for_seats_and_spectators(server: Running) -> None:
    table, keys = two(server)
    copies = joined(server, table, [*keys, table["watch"]])
    for _ in range(20):
        played(copies, 1)
        for copy, key in zip(copies, [*keys, table["watch"]], strict=True):
            fresh = server.state(table, key)
            assert {name: copy.now[name] for name in COMPARED} == {name: fresh[name] for name in COMPARED}
        if copies[0].now["phase"] == "over":
            break
    assert copies[0].now["phase"] == "over"
    close(copies)


def test_what_one_may_not_see_has_the_same_keys_as_what_one_may(server: Running) -> None:
    table, keys = two(server)
    copies = joined(server, table, [*keys, table["watch"]])
    actor = next(copy for copy in copies if copy.now["offers"])
    bury = next(offer for offer in actor.now["offers"] if offer["notation"].startswith("bury"))
    assert actor.act(bury["action"])["ok"]
    for copy in copies:
        copy.until(actor.now["number"])
        buried, drawn = copy.now["story"][-2:]
        assert set(buried) == {"kind", "seat", "text", "seen", "action", "notation", "touches"} == set(drawn)
        if copy is actor:
            assert buried["notation"] == bury["notation"]
            assert drawn["seen"]
        else:
            assert buried == {
                "kind": "action",
                "seat": 0,
                "text": "buries a card",
                "seen": False,
                "action": -1,
                "notation": "",
                "touches": [],
            }
            assert (drawn["seen"], drawn["action"], drawn["text"]) == (False, -1, "a card is dealt")
    close(copies)


def test_the_update_comes_before_the_answer(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        now = client.hello(table["table"], keys[0])
        client.send(do="act", id="mine", number=now["number"], action="wink")
        kinds = []
        while "answer" not in kinds:
            message = client.read()
            kinds.append(message["is"])
        assert kinds[-2:] == ["update", "answer"]
        assert message == {"is": "answer", "id": "mine", "ok": True, "number": now["number"] + 1}


def test_offers_go_only_to_the_seat_that_is_to_act(server: Running) -> None:
    table, keys = two(server)
    states = [server.state(table, key) for key in (*keys, table["watch"])]
    assert [bool(state["offers"]) for state in states] == [True, False, False]
    assert states[0]["acting"] == states[1]["acting"] == states[2]["acting"] == [0]
    assert set(states[0]["offers"][0]) == {"action", "notation", "text", "touches"}


def test_offers_may_be_brief_or_none(server: Running) -> None:
    table, keys = two(server)
    assert set(server.state(table, keys[0], offers="brief")["offers"][0]) == {"action", "notation"}
    assert server.state(table, keys[0], offers="none")["offers"] == []


def test_a_client_without_a_board_gets_the_view_as_text_and_others_do_not(server: Running) -> None:
    table, keys = two(server, game="tetratrax", options={})
    key = keys[server.state(table, keys[0])["acting"][0]]
    with server.connect() as drawn, server.connect() as full:
        empty = drawn.hello(table["table"], key, offers="drawn")
        assert empty["drawing"].splitlines()[11].split() == ["1", *"........"]
        assert empty["offers"] == full.hello(table["table"], key)["offers"]
        drawn.send(do="act", number=empty["number"], action="I1@C")
        row = drawn.until("update")["drawing"].splitlines()[11].split()
        assert [square != "." for square in row[1:]] == [False, False, True, True, True, True, False, False]
        assert "drawing" not in full.until("update")


def test_a_drawing_shows_no_more_than_the_view(server: Running) -> None:
    table, keys = two(server, game="tetrad", options={"patterns": [1, 2, 3, 4, 5]})
    mine, other, watched = (server.state(table, key, offers="drawn")["drawing"] for key in (*keys, table["watch"]))
    assert "your hand" in mine
    assert "your hand" not in watched
    assert len({mine, other, watched}) == 3


def test_offers_may_be_numbers_alone(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client, server.connect() as other, server.connect() as full:
        mine = client.hello(table["table"], keys[0], offers="numbers")
        assert mine["offers"] == []
        assert mine["actions"] == [offer["action"] for offer in full.hello(table["table"], keys[0])["offers"]]
        assert other.hello(table["table"], keys[1], offers="numbers")["actions"] == []
        for seat, one in enumerate((client, other)):
            snapshot = server.state(table, keys[seat])
            if seat in snapshot["acting"]:
                one.send(do="act", number=snapshot["number"], action=snapshot["offers"][0]["action"])
                update = one.until("update")
                now = server.state(table, keys[seat])
                assert update.get("actions", []) == [offer["action"] for offer in now["offers"]]
                assert "offers" not in update
                break


def test_a_stale_command_is_refused_with_a_reason_and_a_snapshot(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        now = client.hello(table["table"], keys[0])
        assert client.ask(do="act", number=now["number"], action="wink")["ok"]
        answer = client.ask(do="act", number=now["number"], action=now["offers"][1]["action"])
        assert answer["error"]["code"] == "stale"
        assert answer["error"]["reason"]
        assert client.read()["is"] == "snapshot"
        future = client.ask(do="act", number=now["number"] + 100, action=now["offers"][1]["action"])
        assert future["error"]["code"] == "stale"


def test_chat_makes_nothing_stale(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        now = client.hello(table["table"], keys[0])
        assert client.ask(do="chat", text="hello")["ok"]
        assert client.ask(do="act", number=now["number"], action="wink")["ok"]


def test_a_command_sent_again_is_answered_again_and_not_done_again(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        now = client.hello(table["table"], keys[0])
        first = client.ask(do="act", id="once", number=now["number"], action="wink")
        again = client.ask(do="act", id="once", number=now["number"], action="wink")
        assert first == again
    over_http = server.do(table, keys[0], do="act", id="once", number=now["number"], action="wink")
    assert over_http == first
    assert server.state(table, keys[0])["number"] == first["number"]


def test_an_illegal_action_is_refused_with_rule_and_places(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    missing = next(
        kind for place, kind in enumerate(("ring", "coin", "key", "spoon")) if not now["view"]["hand"][place]
    )
    answer = server.do(table, keys[0], do="act", number=now["number"], action=f"show-{missing}")
    assert answer["error"] == {
        "code": "illegal",
        "reason": f"You hold no {missing}.",
        "rule": "MP3",
        "places": [f"card:{missing}"],
    }
    other = server.do(table, keys[1], do="act", number=now["number"], action="wink")
    assert (other["error"]["code"], other["error"]["rule"]) == ("not_your_turn", "MP3")
    nonsense = server.do(table, keys[0], do="act", id="x", number=now["number"], action="fly")
    assert nonsense["error"]["code"] == "illegal"
    beyond = server.do(table, keys[0], do="act", id="y", number=now["number"], action=999)
    assert beyond["error"]["code"] == "illegal"


def test_why_not_is_answered_for_actions_and_for_touches(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    missing = next(
        kind for place, kind in enumerate(("ring", "coin", "key", "spoon")) if not now["view"]["hand"][place]
    )
    by_action = server.do(table, keys[0], do="why", action=f"show-{missing}")
    by_touch = server.do(table, keys[0], do="why", touches=[f"card:{missing}", "show"])
    assert by_action["error"]["rule"] == by_touch["error"]["rule"] == "MP3"
    assert server.do(table, keys[0], do="why", action="wink")["ok"]
    assert server.do(table, keys[0], do="why", touches=["the moon"])["error"]["code"] == "illegal"


@pytest.mark.parametrize(
    ("game", "options", "touches", "rule", "said"),
    [
        ("tetratrax", {"starter": "white"}, ["tile:D", "stand:D2"], "TX5", "It's White's turn."),
        ("tetratrax", {"starter": "white"}, ["column:C"], "TX5", "It's White's turn."),
        ("tetrad", {"patterns": [1], "deals": "blue"}, ["pocket:B2"], "TD11", "It's Red's turn."),
        ("retro_tetro", {"starter": "first", "objectives": False}, ["column:C"], "RT7", "No card is in play"),
    ],
)
def test_out_of_turn_whatever_is_touched_is_answered_with_whose_turn_it_is(
    server: Running, game: str, options: Json, touches: list[str], rule: str, said: str
) -> None:
    table = server.create([HERE, HERE], game=game, options=options)
    assert server.state(table, table["token"])["acting"] == [0]
    error = server.do(table, table["token"], do="why", seat=1, touches=touches)["error"]
    assert (error["rule"], error["reason"][: len(said)]) == (rule, said)


def test_a_hint_is_an_offer(server: Running) -> None:
    table, keys = two(server)
    offer = server.do(table, keys[0], do="hint")["offer"]
    assert offer in server.state(table, keys[0])["offers"]
    assert server.do(table, keys[1], do="hint")["error"]["code"] == "not_your_turn"
    strict, others = two(server, hints=False)
    assert server.do(strict, others[0], do="hint")["error"]["code"] == "switched_off"


def test_after_a_drop_one_gets_what_one_missed(server: Running) -> None:
    table, keys = two(server)
    copies = joined(server, table, [*keys, table["watch"]])
    absent = copies[2]
    absent.client.close()
    played(copies[:2], 3)
    client = server.connect()
    absent.client = client
    client.send(do="hello", table=table["table"], key=table["watch"], since=absent.now["number"])
    kinds = []
    while absent.now["number"] < copies[0].now["number"]:
        kinds.append(absent.read()["is"])
    assert "snapshot" not in kinds
    assert kinds.count("update") == 3
    fresh = server.state(table, table["watch"])
    assert {name: absent.now[name] for name in COMPARED} == {name: fresh[name] for name in COMPARED}
    close(copies)


def test_one_who_missed_nothing_gets_nothing_and_one_from_the_future_a_snapshot(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[0])
    with server.connect() as client:
        client.send(do="hello", id="back", table=table["table"], key=keys[0], since=now["number"])
        assert client.read() == {"is": "answer", "id": "back", "ok": True, "number": now["number"]}
        assert client.ask(do="ping")["ok"]
    with server.connect() as client:
        assert client.hello(table["table"], keys[0], since=now["number"] + 50)["number"] == now["number"]


def test_waiting_over_http_ends_with_the_change(server: Running) -> None:
    table, keys = two(server)
    now = server.state(table, keys[1])
    address = f"/api/tables/{table['table']}/wait"
    nothing = server.http.get(address, headers=bearer(keys[1]), params={"since": now["number"], "seconds": 0}).json()
    assert nothing == {"number": now["number"], "updates": [], "snapshot": None}
    server.do(table, keys[0], do="act", number=now["number"], action="wink")
    changes = server.http.get(address, headers=bearer(keys[1]), params={"since": now["number"], "seconds": 50}).json()
    assert [update["number"] for update in changes["updates"]] == [now["number"] + 1]
    assert changes["updates"][0]["happened"][0]["notation"] == "wink"


def test_presence_tells_who_is_here(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as one:
        one.hello(table["table"], keys[0])
        with server.connect() as other:
            other.hello(table["table"], keys[1])
            while not one.until("presence")["seats"][1].get("here"):
                pass
        with server.connect() as watcher:
            watcher.hello(table["table"], table["watch"])
            while one.until("presence")["watching"] != 1:
                pass


def test_hello_comes_first_and_once(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        assert client.ask(do="ping")["error"]["code"] == "malformed"
        client.hello(table["table"], keys[0])
        again = client.ask(do="hello", table=table["table"])
        assert again["error"]["code"] == "malformed"


def test_a_table_is_not_made_by_asking_for_it(server: Running) -> None:
    with server.connect() as client:
        assert client.ask(do="hello", table="nosuchtable")["error"]["code"] == "unknown_table"
    assert server.http.get("/api/tables/nosuchtable").status_code == 404
    assert server.http.get("/api/tables/nosuchtable").json()["error"]["code"] == "unknown_table"


def test_an_update_is_small(server: Running) -> None:
    table = server.create([HERE, BOT], options=QUIET)
    with server.connect() as client:
        now = client.hello(table["table"], table["token"], offers="brief")
        client.send(do="act", number=now["number"], action="wink")
        assert len(json.dumps(client.until("update"))) < 1024
