"""Who has resigned is left alone."""

from tests.server.running import Json, Running
from tests.server.test_tables import HERE, OPEN, QUIET


def three(server: Running) -> tuple[Json, list[str]]:
    table = server.create([HERE, OPEN, OPEN], options=QUIET)
    return table, [table["token"], server.sit(table, "Grace"), server.sit(table, "Edsger")]


def test_one_resigns_once(server: Running) -> None:
    table, keys = three(server)
    assert server.do(table, keys[2], do="resign", id="1")["ok"]
    before = server.state(table, keys[0])
    assert server.do(table, keys[2], do="resign", id="2")["error"]["code"] == "wrong_phase"
    assert server.state(table, keys[0])["number"] == before["number"]


def test_who_has_resigned_is_not_asked_about_an_undo(server: Running) -> None:
    table, keys = three(server)
    assert server.do(table, keys[2], do="resign", id="1")["ok"]
    number = server.state(table, keys[0])["number"]
    assert server.do(table, keys[0], do="act", id="2", number=number, action="wink")["ok"]
    assert server.do(table, keys[0], do="undo", id="3", number=number + 1)["ok"]
    assert server.state(table, keys[0])["asked"]["waiting"] == [1]
    assert server.do(table, keys[1], do="reply", id="4", to="undo", yes=True)["ok"]
    assert server.state(table, keys[0])["view"]["winked"] == 0


def test_an_undo_asked_for_before_one_s_latest_action_is_stale(server: Running) -> None:
    table = server.create([HERE, OPEN], options=QUIET, undo="free")
    key = table["token"]
    server.sit(table, "Grace")
    number = server.state(table, key)["number"]
    assert server.do(table, key, do="act", id="1", number=number, action="wink")["ok"]
    assert server.do(table, key, do="undo", id="2", number=number)["error"]["code"] == "stale"
    assert server.state(table, key)["view"]["winked"] == 1
    assert server.do(table, key, do="undo", id="3", number=number + 1)["ok"]
