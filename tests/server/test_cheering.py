"""At the end: cheering the winners; at the beginning: birthdays that settle who deals."""

import pytest

from tests.server.running import Json, Running, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_tables import HERE, OPEN

TETRAD: Json = {"game": "tetrad", "options": {"patterns": [1], "deals": "birthday"}}


def lost(server: Running) -> tuple[Json, list[str]]:
    """A table whose seat 1 has resigned, so that seat 0 has won."""
    table, keys = two(server)
    assert server.do(table, keys[1], do="resign", id="r")["ok"]
    return table, keys


def test_who_has_not_won_applauds_once_and_everybody_sees_it(server: Running) -> None:
    table, keys = lost(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        before = server.state(table, keys[0])["number"]
        assert server.do(table, keys[1], do="cheer", id="c1")["ok"]
        update = next(message for message in iter(client.read, None) if message["is"] == "update")
        assert update["cheers"] == [{"seat": 1, "how": "applaud"}]
        assert [(line["kind"], line["seat"], line["text"]) for line in update["happened"]] == [("cheer", 1, "applauds")]
    assert server.do(table, keys[1], do="cheer", id="c2")["ok"], "again changes nothing"
    for key in (*keys, table["watch"]):
        now = server.state(table, key)
        assert now["cheers"] == [{"seat": 1, "how": "applaud"}]
        assert now["number"] == before + 1


def test_the_next_game_begins_without_applause(server: Running) -> None:
    table, keys = lost(server)
    assert server.do(table, keys[1], do="cheer", id="c")["ok"]
    for key in keys:
        assert server.do(table, key, do="rematch", id="again")["ok"]
    assert server.state(table, keys[0])["cheers"] == []


def test_applause_is_still_there_after_a_restart() -> None:
    with somewhere() as data:
        with running(data) as server:
            table, keys = lost(server)
            assert server.do(table, keys[1], do="cheer", id="c")["ok"]
        with running(data) as server:
            assert server.state(table, keys[0])["cheers"] == [{"seat": 1, "how": "applaud"}]
            assert server.state(table, keys[0])["story"][-1]["text"] == "applauds"


@pytest.mark.parametrize(
    ("who", "command", "code", "reason"),
    [
        (0, {}, "wrong_phase", "You have won: the others cheer you."),
        (1, {"how": "dance"}, "malformed", "In Magpie you can cheer like this: applaud."),
        (1, {"seat": 0}, "forbidden", "Seat 0 isn't yours."),
    ],
)
def test_what_is_no_cheer_is_refused(server: Running, who: int, command: Json, code: str, reason: str) -> None:
    table, keys = lost(server)
    error = server.do(table, keys[who], do="cheer", id="c", **command)["error"]
    assert (error["code"], error["reason"]) == (code, reason)


def test_nobody_cheers_before_the_end_or_without_a_seat(server: Running) -> None:
    table, keys = two(server)
    assert server.do(table, keys[0], do="cheer", id="c")["error"]["reason"] == "The game isn't over yet."
    assert server.do(table, keys[1], do="resign", id="r")["ok"]
    assert server.do(table, table["watch"], do="cheer", id="c")["error"]["code"] == "forbidden"


@pytest.mark.rule("TD11")
@pytest.mark.parametrize(
    ("host", "guest", "dealer"), [("06-15", "02-01", 1), ("02-01", "06-15", 0), ("", "12-31", 1), ("02-29", "", 0)]
)
def test_whoever_has_the_first_birthday_deals(server: Running, host: str, guest: str, dealer: int) -> None:
    table = server.create([{**HERE, "birthday": host}, OPEN], **TETRAD)
    sat = server.do(table, table["invite"], do="sit", id="s", name="Grace", birthday=guest)
    now = server.state(table, sat["token"])
    assert (now["phase"], now["view"]["dealer"]) == ("playing", dealer)
    assert now["table"]["options"]["deals"] == ("red", "blue")[dealer]
    assert "birthday" not in str(now["seats"]), "nobody is told it"


@pytest.mark.rule("TD11")
def test_where_nobody_tells_the_dealer_is_drawn_by_lot(server: Running) -> None:
    table = server.create([HERE, OPEN], **TETRAD)
    sat = server.do(table, table["invite"], do="sit", id="s", name="Grace")
    now = server.state(table, sat["token"])
    assert now["table"]["options"]["deals"] == "lot"
    assert any("is drawn as dealer" in line["text"] for line in now["story"])


@pytest.mark.rule("TD11")
def test_in_a_match_the_deal_passes_on_from_the_first_birthday(server: Running) -> None:
    table = server.create([{**HERE, "birthday": "06-15"}, OPEN], games=2, **TETRAD)
    keys = [table["token"], server.do(table, table["invite"], do="sit", id="s", name="G", birthday="01-01")["token"]]
    assert server.state(table, keys[0])["view"]["dealer"] == 1
    assert server.do(table, keys[1], do="resign", id="r")["ok"]
    for key in keys:
        assert server.do(table, key, do="rematch", id="again")["ok"]
    assert server.state(table, keys[0])["view"]["dealer"] == 0


def test_a_day_that_does_not_exist_is_refused(server: Running) -> None:
    table = server.create([HERE, OPEN], **TETRAD)
    error = server.do(table, table["invite"], do="sit", id="s", name="Grace", birthday="02-31")["error"]
    assert (error["code"], error["reason"]) == (
        "malformed",
        "'02-31' isn't a birthday; write month and day like 12-24, or 24 Dec",
    )
