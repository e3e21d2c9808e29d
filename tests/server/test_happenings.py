"""What happens, step by step, for those who ask; the view at an earlier number; what an offer would bring."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.server.running import Json, Running, bearer, merge
from tests.server.test_protocol import close, joined, played, two
from tests.server.test_secrecy import room_of
from tests.server.test_updates import in_json, view_now
from tetracade import games
from tetracade.engine.contract import SPECTATOR
from tetracade.server.api import messages as m
from tetracade.server.rooms.presenter import Presenter
from tetracade.table.seating import Denied

KEYS = {"kind", "seat", "text", "seen", "action", "notation", "touches"}
MORE = KEYS | {"number", "changes", "marks"}


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=4)
@given(chosen=st.integers(0, 1 << 32))
def test_the_changes_of_all_that_happened_lead_to_the_view_that_comes_after_them(name: str, chosen: int) -> None:
    choose = random.Random(chosen)
    game = games.find(name)
    seats = choose.choice(game.seats)
    room = room_of(game, seats, choose.randbytes(32))
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    eyes = (SPECTATOR, *range(seats))
    copies = {eye: view_now(room, eye) for eye in eyes}
    while room.phase == "playing" and room.number < 100:
        first = room.number + 1
        seat = choose.choice(room.acting)
        room.act(seat, choose.choice(room.turns.offered[seat]), room.number, 0.0)
        for eye in eyes:
            for update in frames.update(eye, "none", 0.0, first, happenings=True):
                for happened in update.happened:
                    merge(copies[eye], in_json(happened.changes or {}))
                if room.phase == "playing":  # at the end more is shown than had happened
                    assert copies[eye] == view_now(room, eye)
            for update in frames.update(eye, "none", 0.0, first):
                assert not {"changes", "marks"} & set(msgspec.json.decode(m.encode(update.happened[0])))


def test_each_seat_is_told_its_own_dangers_also_where_all_see_the_same() -> None:
    game = games.find("tetrathedral")
    choose = random.Random(1)
    warned: set[int] = set()
    while warned != {0, 1}:
        room = room_of(game, 2, choose.randbytes(32))
        frames = Presenter(room, "t", False, lambda seat: (True, False))
        while room.phase == "playing":
            first = room.number + 1
            seat = choose.choice(room.acting)
            room.act(seat, choose.choice(room.turns.offered[seat]), room.number, 0.0)
            for eye in (SPECTATOR, 0, 1):
                assert room.table is not None
                dangers = [m.Mark.of(mark) for mark in game.dangers(room.table.view(eye))]
                assert frames.update(eye, "none", 0.0, first, happenings=True)[-1].dangers == dangers
                warned |= {eye} if dangers else set()


def test_only_who_asks_is_told_step_by_step_and_hidden_things_have_the_same_keys(server: Running) -> None:
    table, keys = two(server)
    asking = joined(server, table, [*keys, table["watch"]], happenings=True)
    others = joined(server, table, [*keys, table["watch"]])
    actor = next(copy for copy in asking if copy.now["offers"])
    bury = next(offer for offer in actor.now["offers"] if offer["notation"].startswith("bury"))
    assert actor.act(bury["action"])["ok"]
    for copy in (*asking, *others):
        copy.until(actor.now["number"])
        told = copy.now["story"][-2:]
        assert [set(part) for part in told] == [MORE if copy in asking else KEYS] * 2
        assert ("standing" in copy.now) == ("dangers" in copy.now) == (copy in asking)
    hidden = [copy.now["story"][-2] for copy in asking if copy is not actor]
    assert [part["action"] for part in hidden] == [-1, -1]
    close([*asking, *others])


def test_waiting_over_http_brings_the_steps_to_who_asks(server: Running) -> None:
    table, keys = two(server)
    copies = joined(server, table, keys)
    since = copies[0].now["number"]
    played(copies, 1)
    close(copies)
    path = f"/api/tables/{table['table']}/wait?since={since}&seconds=0"
    plain = server.http.get(path, headers=bearer(keys[0])).json()
    asked = server.http.get(f"{path}&happenings=true", headers=bearer(keys[0])).json()
    assert set(plain["updates"][0]["happened"][0]) == KEYS
    assert set(asked["updates"][0]["happened"][0]) == MORE
    assert asked["updates"][0]["happened"][0]["number"] == since + 1
    snapshot = server.http.get(f"/api/tables/{table['table']}?happenings=true", headers=bearer(keys[0])).json()
    assert [line["number"] for line in snapshot["story"]] == sorted(line["number"] for line in snapshot["story"])
    assert "marks" in snapshot["story"][-1]
    assert "marks" not in snapshot["story"][0]


def test_the_view_at_a_number_is_what_this_eye_saw_then(server: Running) -> None:
    table, keys = two(server)
    everyone = [*keys, table["watch"]]
    copies = joined(server, table, everyone)
    seen: list[tuple[int, list[Json]]] = []
    for _ in range(6):
        seen.append((copies[0].now["number"], [msgspec.json.decode(m.encode(copy.now["view"])) for copy in copies]))
        played(copies, 1)
    for number, views in seen:
        for key, view in zip(everyone, views, strict=True):
            answer = server.do(table, key, do="recall", number=number)
            assert answer["view"] == view
    first, before = seen[0]
    half = server.do(table, keys[0], do="recall", number=first + 1, step=0)
    assert half["view"] == before[0]
    too_far = server.do(table, keys[0], do="recall", number=copies[0].now["number"] + 1)
    assert too_far["error"]["reason"] == "You can only look back within this game."
    close(copies)


def test_whoever_looks_back_is_told_the_points_of_then(server: Running) -> None:
    table = server.create([{"kind": "here", "name": name} for name in "AB"], "tetratrax", options={"starter": "white"})
    key = table["token"]
    standings: dict[int, Json] = {}
    for action in ("O1@A", "O1@A", "O1@A"):
        now = server.state(table, key, happenings=True)
        standings[now["number"]] = now["standing"]
        seat = now["acting"][0]
        act = {"do": "act", "id": f"a{now['number']}", "number": now["number"], "action": action, "seat": seat}
        assert server.do(table, key, **act)["ok"]
    assert len({str(standing) for standing in standings.values()}) > 1, "there have been points"
    for number, standing in standings.items():
        assert server.do(table, key, do="recall", number=number)["standing"] == standing


def test_what_was_taken_back_cannot_be_looked_at() -> None:
    room = room_of(games.find("retro_tetro"), 1, bytes(32), {"objectives": False})
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    room.act(0, room.turns.offered[0][0], room.number, 0.0)
    number = room.number
    assert room.may_undo(0)
    room.ask_undo(0, 0.0)
    with pytest.raises(Denied, match="taken back"):
        frames.recalled(0, number)
    assert frames.recalled(0, room.number).as_dict() == frames.recalled(0, number - 1).as_dict()


def test_what_an_offer_would_bring_is_told_for_one_offer_at_a_time(server: Running) -> None:
    bot = {"kind": "bot", "level": 1}
    table = server.create([{"kind": "here", "name": "A"}, bot], game="tetratrax", options={"starter": "white"})
    key = table["token"]
    answer = server.do(table, key, do="effects", action="O1@A")
    effects = answer["effects"]
    fallen = [mark["place"] for mark in effects["marks"] if mark["kind"] == "fall"]
    assert fallen == ["square:A1", "square:A2", "square:B1", "square:B2"]
    assert effects["changes"]["left.0.2"] == 1
    assert effects["standing"] == [{"touches minus holes": 0, "last tile": 0}] * 2
    assert server.state(table, key)["view"]["dropped"] == [0, 0], "nothing has happened"
    refused = server.do(table, key, do="effects", action="D2@A")
    assert refused["error"]["rule"] == "TX4"
    watching = server.do(table, table["watch"], do="effects", action="O1@A")
    assert watching["error"]["code"] == "forbidden"


def test_effects_are_kept_until_something_happens() -> None:
    room = room_of(games.find("tetratrax"), 2, bytes(32), {"starter": "white"})
    frames = Presenter(room, "t", False, lambda seat: (True, False))
    assert room.table is not None
    action = room.turns.offered[0][0]
    assert frames.effects(room.table, 0, action) is frames.effects(room.table, 0, action)
    first = frames.effects(room.table, 0, action)
    room.act(0, action, room.number, 0.0)
    room.act(1, room.turns.offered[1][0], room.number, 0.0)
    assert frames.effects(room.table, 0, room.turns.offered[0][0]) is not first
