"""The equal wait: all that are asked get the same help, and it ends with its game."""

from typing import Any

import pytest

from tests.server.running import MovedTime, Running, running, somewhere
from tests.server.stored import busy
from tests.server.test_tables import BOT, HERE, OPEN


def asked_table(server: Running, persons: int, **more: Any) -> tuple[Any, list[str], int]:
    """A table at which the first seat has just shown a card, so that all others are asked; its keys and number."""
    table = server.create([HERE, *[OPEN] * (persons - 1)], **more)
    keys = [table["token"], *(server.sit(table, f"P{seat}") for seat in range(1, persons))]
    now = server.state(table, keys[0])
    show = next(offer for offer in now["offers"] if offer["notation"].startswith("show"))
    answer = server.do(table, keys[0], do="act", id="show", number=now["number"], action=show["action"])
    assert answer["ok"]
    return table, keys, answer["number"]


def test_whoever_is_asked_is_told_why_not_and_gets_a_hint() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        table, keys, number = asked_table(server, 3)
        for key in keys[1:]:
            assert server.do(table, key, do="why", action="pass")["ok"], "it is on offer"
            refused = server.do(table, key, do="act", id="x", number=number, action="wink")
            assert refused["error"]["code"] == "illegal"
            assert "Bird 2" not in refused["error"]["reason"], "whom the rules ask first is nobody's business"
            hint = server.do(table, key, do="hint", id="h")
            assert hint["offer"]["notation"] in {offer["notation"] for offer in server.state(table, key)["offers"]}
        assert server.do(table, keys[2], do="act", id="1", number=number, action="pass")["ok"]
        assert server.do(table, keys[2], do="hint", id="i")["error"]["code"] == "not_your_turn"
        assert server.do(table, keys[0], do="hint", id="i")["error"]["code"] == "not_your_turn"


def test_a_wait_ends_with_its_game_and_the_next_game_has_its_own() -> None:
    with somewhere() as data:
        with running(data, reaction_seconds=3600) as server:
            table, keys, number = asked_table(server, 2)
            assert server.do(table, keys[1], do="act", id="1", number=number, action="pass")["ok"]
            assert server.do(table, keys[0], do="resign")["ok"]
            assert server.state(table, keys[1])["acting"] == []
            for key in keys:
                assert server.do(table, key, do="rematch", id="again")["ok"]
            now = server.state(table, table["watch"])
            assert (now["phase"], now["game"], len(now["acting"])) == ("playing", 2, 1)
            acting = [server.state(table, key) for key in keys if server.state(table, key)["offers"]]
            assert len(acting) == 1, "one seat begins, and is offered what it may do"
        with running(data, reaction_seconds=3600) as server:
            assert server.state(table, table["watch"])["acting"] == now["acting"]


def test_pockets_of_a_claim_or_a_swap_are_touched_in_any_order(server: Running) -> None:
    table = server.create([HERE, HERE], game="tetrad", options={"claims": "strict", "patterns": [1], "deals": "red"})
    seat = server.state(table, table["token"])["acting"][0]

    def why(*touches: str) -> str:
        answer = server.do(table, table["token"], do="why", seat=seat, touches=list(touches))
        return str(answer["error"]["reason"])

    for pockets in (("pocket:D4",), ("pocket:D4", "pocket:A1"), ("pocket:A1", "pocket:D4")):
        assert why("hand:swap-two", *pockets).startswith("First draw")
        assert why("claim", *pockets).startswith("First draw")
    assert why("claim", "pocket:D4", "pocket:D4") == "No move starts there."


@pytest.mark.parametrize("over_http", [True, False])
def test_no_counter_moves_with_a_sealed_answer_until_the_wait_is_over(
    over_http: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        monkeypatch.setattr(server.rooms.metrics, "longest_pause", lambda: (0.0, ""))  # the machine may be busy
        table, keys, number = asked_table(server, 3)
        answer: Any = {"do": "act", "id": "1", "number": number, "action": "pass"}
        with server.connect() as client:
            client.hello(table["table"], keys[2])
            before = server.inside(server.rooms.metrics.text)
            assert server.do(table, keys[1], **answer)["ok"] if over_http else client.ask(**answer)["ok"]
            refused = server.do(table, keys[1], **{**answer, "id": "2", "action": "wink"})
            assert not refused["ok"]
            assert server.inside(server.rooms.metrics.text) == before
            counted = dict(server.rooms.metrics.counts)
            live = server.rooms.in_memory[table["table"]]
            server.inside(live.sealed.close)
            assert server.rooms.metrics.counts["commands"] == counted["commands"] + 2
            assert server.rooms.metrics.counts["refused"] == counted.get("refused", 0) + 1
            assert server.rooms.metrics.counts["lines"] > counted["lines"]


def test_nobody_waits_for_the_storing_of_another_s_sealed_answer() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        table, keys, number = asked_table(server, 3)
        lane = server.rooms.in_memory[table["table"]].writer.lane
        with server.connect() as one, server.connect() as other:
            one.hello(table["table"], keys[1])
            other.hello(table["table"], keys[2])
            with busy(data):
                sent = one.send(do="act", number=number, action="pass")
                server.until(lambda: server.rooms.store.flying(lane))
                assert other.ask(do="ping")["ok"], "it would tell that somebody has answered"
                assert server.inside(lambda: server.rooms.store.flying(lane))
            assert one.until("answer", id=sent)["ok"]


def test_the_same_answer_given_again_is_acknowledged_once_it_is_stored() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        table, keys, number = asked_table(server, 3)
        with server.connect() as client:
            client.hello(table["table"], keys[1])
            with busy(data):
                client.send(id="first", do="act", number=number, action="pass")
                client.send(id="again", do="act", number=number, action="pass")
                client.send(id="ping", do="ping")
                assert client.until("answer")["id"] == "ping"
            assert [client.until("answer")["id"] for _ in range(2)] == ["first", "again"]


def test_who_has_answered_has_answered() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server:
        while True:  # until somebody holds a card of the kind that is shown
            table, keys, number = asked_table(server, 3)
            if able := [key for key in keys[1:] if len(server.state(table, key)["offers"]) == 2]:
                break
        key = able[0]
        (seat,) = server.state(table, key)["you"]["seats"]
        assert server.do(table, key, do="act", id="1", number=number, action="pass")["ok"]
        changed = server.do(table, key, do="act", id="2", number=number, action="snatch")
        assert changed["error"]["code"] == "not_your_turn"
        server.move(4)
        assert server.state(table, key)["view"]["points"][seat] == 0


def test_the_wait_of_a_game_that_was_given_up_does_not_end_the_next_one_s() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server:
        table, keys, _ = asked_table(server, 2)
        assert server.do(table, keys[0], do="resign")["ok"]
        for key in keys:
            assert server.do(table, key, do="rematch", id="again")["ok"]
        server.move(2)
        now = server.state(table, keys[1])
        show = next(offer["action"] for offer in now["offers"] if offer["notation"].startswith("show"))
        assert server.do(table, keys[1], do="act", id="show", number=now["number"], action=show)["ok"]
        server.move(3)  # the first wait would be over
        assert "pass" in {offer["notation"] for offer in server.state(table, keys[0])["offers"]}
        server.move(1)
        assert "pass" not in {offer["notation"] for offer in server.state(table, keys[0])["offers"]}


def test_everybody_sees_how_long_people_have_to_answer_and_the_table_chooses_it() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        for chosen, seconds in ((None, 3600), (50, 50)):
            table, keys, number = asked_table(server, 3, **({} if chosen is None else {"reaction": chosen}))
            for key in (*keys, table["watch"]):
                told = server.state(table, key)["reaction"]
                assert told["seconds"] == seconds
                assert 0 < told["left"] <= seconds
            answer = {"do": "act", "number": number, "action": "pass"}
            assert all(server.do(table, key, id="1", **answer)["ok"] for key in keys[1:])
            assert server.state(table, keys[0])["reaction"]["seconds"] == seconds, "it never ends early"
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        waiting = server.create([HERE, OPEN])
        assert server.state(waiting, waiting["token"])["reaction"] is None


def test_where_only_bots_are_asked_there_is_no_countdown() -> None:
    with somewhere() as data, running(data, reaction_bots_seconds=3600) as server:
        table = server.create([HERE, BOT, BOT])
        now = server.state(table, table["token"])
        show = next(offer for offer in now["offers"] if offer["notation"].startswith("show"))
        assert server.do(table, table["token"], do="act", id="s", number=now["number"], action=show["action"])["ok"]
        now = server.state(table, table["token"])
        assert (now["acting"], now["reaction"]) == ([], None)
