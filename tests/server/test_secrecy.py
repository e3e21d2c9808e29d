"""Nothing reaches a viewer that it may not know: over sockets, over HTTP, in records, in errors, in logs."""

import hmac
import itertools
import json
import logging
import random
import re
from typing import Any

import pytest

from tests.server.magpie import GAME as MAGPIE
from tests.server.magpie.words import KIND_NAMES
from tests.server.running import Running, bearer, running, somewhere
from tests.server.stored import rows_of
from tests.server.test_protocol import close, joined, two
from tests.server.test_tables import HERE, OPEN, QUIET
from tetracade import games
from tetracade.engine.chance import generator
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.server.api import messages as m
from tetracade.server.rooms.presenter import Presenter
from tetracade.table.fair import FairDealer
from tetracade.table.log import GENESIS, Chair, linked
from tetracade.table.opening import opened
from tetracade.table.room import Room

SETTINGS: dict[str, Any] = {
    "spectators": "all_after_end",
    "clock": None,
    "chat": True,
    "undo": "free",
    "hints": True,
    "away_after": 60,
    "games": 1,
}
KINDS = re.compile("|".join(KIND_NAMES))


def room_of(game: Game, seats: int, seed: bytes, options: dict[str, Any] | None = None, **settings: Any) -> Room:
    chairs = [Chair(name=f"P{seat}", holder=seat) for seat in range(seats)]
    seeds = itertools.chain([seed], (bytes([number]) * 32 for number in itertools.count()))
    room = opened(game, options or {}, chairs, {**SETTINGS, **settings}, lambda: next(seeds))
    room.start_if_full(0.0)
    return room


def frames_of(room: Room) -> Presenter:
    return Presenter(room, "t", False, lambda _: (True, False))


def sent(frames: Presenter, eye: int, first: int) -> bytes:
    """All that a viewer is sent about the lines from ``first`` on, but the commitment, which is the seed's hash."""
    you = m.You(seats=[eye] if eye >= 0 else [], eye=eye if eye >= 0 else None, host=False)
    found: list[Any] = []
    for happenings in (False, True):
        updates = frames.update(eye, "full", 0.0, first, happenings=happenings)
        missed = frames.missed(eye, "full", 0.0, first - 1, happenings=happenings)
        snapshot = frames.snapshot(you, "full", 0.0, happenings=happenings)
        snapshot.proof = m.Proof(commitment="", words=[])
        found += [updates, missed, snapshot]
    found += [frames.recalled(eye, number).as_dict() for number in range(max(first, 2), frames.room.number + 1)]
    return m.encode(found)


def alike_for_seat_1() -> tuple[Room, Room]:
    """Two rooms whose deals differ, but not in what seat 1 was dealt."""
    found: dict[tuple[int, ...], bytes] = {}
    for number in range(10_000):
        seed = number.to_bytes(32)
        dealer, bag = FairDealer(seed, ["", ""]), [6, 6, 6, 6]
        dealt = []
        for _ in range(6):
            kind = dealer([0, 1, 2, 3], bag)
            bag[kind] -= 1
            dealt.append(kind)
        one, other = dealt[:3], dealt[3:]
        for before, known in found.items():
            if before[3:] == tuple(other) and sorted(before[:3]) != sorted(one):
                return room_of(MAGPIE, 2, known, {"quiet": True}), room_of(MAGPIE, 2, seed, {"quiet": True})
        found[*dealt] = seed
    raise AssertionError("no such seeds")


def test_two_tables_that_differ_only_in_what_a_viewer_cannot_know_send_it_the_same() -> None:
    rooms = alike_for_seat_1()
    frames = [frames_of(room) for room in rooms]
    hands = [room.table.view(0).as_dict()["hand"] for room in rooms if room.table]
    assert hands[0] != hands[1]
    for eye in (1, -1):
        assert sent(frames[0], eye, 2) == sent(frames[1], eye, 2)
    assert sent(frames[0], 0, 2) != sent(frames[1], 0, 2)
    for room, hand in zip(rooms, hands, strict=True):  # each buries another kind, unseen
        kind = next(kind for kind in range(4) if hand[kind] > (hands[1] if room is rooms[0] else hands[0])[kind])
        room.act(0, f"bury-{KIND_NAMES[kind]}", room.number, 0.0)
    for eye in (1, -1):
        assert sent(frames[0], eye, 3) == sent(frames[1], eye, 3)


@pytest.mark.parametrize("name", ["magpie", *games.names()])
def test_frames_stay_the_same_when_all_the_seat_cannot_know_is_dealt_anew(name: str) -> None:
    game = MAGPIE if name == "magpie" else games.find(name)
    kernel, pick = kernel_of(game), random.Random(7)
    seats = game.seats[-1] if game.seats[-1] <= 4 else game.checked_seats(None)
    room = room_of(game, seats, bytes(32))
    table = room.table
    assert table is not None
    for step in range(60):
        if room.phase != "playing":
            break
        seat = pick.choice(room.acting)
        room.act(seat, pick.choice(room.turns.offered[seat]), room.number, 0.0)
        if step % 6 or room.phase != "playing" or room.turns.timing_secret:
            continue
        truth = table._record
        assert sent(frames_of(room), -1, room.number)
        for eye in range(seats):
            known = sent(frames_of(room), eye, room.number)
            other = kernel.states()
            other[0] = truth[0]
            kernel.redeal(other[0], eye, generator(step, eye))
            table._record = other
            assert sent(frames_of(room), eye, room.number) == known
            table._record = truth


def test_no_message_tells_a_spectator_a_card_before_it_is_shown(server: Running) -> None:
    table, keys = two(server, options={})
    copies = joined(server, table, [*keys, table["watch"]])
    for copy in copies[1:]:
        own = {KIND_NAMES[kind] for kind, held in enumerate(copy.now["view"].get("hand", [0] * 4)) if held}
        assert set(KINDS.findall(json.dumps(copy.now))) <= own
    watcher, actor = copies[2], copies[0]
    bury = next(offer for offer in actor.now["offers"] if offer["notation"].startswith("bury"))
    actor.act(bury["action"])
    watcher.until(actor.now["number"])
    assert not KINDS.search(json.dumps(watcher.now))
    close(copies)
    for path in ("", "/record", "/log", "/wait?since=0&seconds=0"):
        answer = server.http.get(f"/api/tables/{table['table']}{path}", headers=bearer(table["watch"]))
        assert answer.status_code == 200
        assert not KINDS.search(answer.text)
    for command in ({"do": "why", "action": "show-ring"}, {"do": "act", "number": 1, "action": 2}, {"do": "hint"}):
        answer = server.http.post(
            f"/api/tables/{table['table']}/do", headers=bearer(table["watch"]), json={"id": "1", **command}
        )
        assert answer.json()["error"]["code"] == "forbidden"
        assert not KINDS.search(answer.text)


def test_no_line_can_be_guessed_from_the_log_and_with_the_seed_all_can_be_checked() -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server, options={})
        path = f"/api/tables/{table['table']}/log"

        def seals() -> list[bytes]:
            text = server.http.get(path, headers=bearer(table["watch"])).text
            return [bytes.fromhex(line.split()[1]) for line in text.splitlines()]

        stored = rows_of(data, "SELECT hash, line FROM log ORDER BY number")
        assert len(seals()) == len(stored) > 2
        for before, seal, (_, line) in zip([GENESIS, *seals()], seals(), stored, strict=False):
            assert linked(before, line) != seal, "whoever guesses the line would know it"
        assert not {digest for digest, _ in stored} & set(seals())
        early = seals()
        server.do(table, keys[0], do="resign")
        seed = bytes.fromhex(server.state(table, keys[0])["proof"]["seed"])
        key = hmac.digest(seed, b"\0log", "sha256")
        stored = rows_of(data, "SELECT hash FROM log ORDER BY number")
        assert seals() == [hmac.digest(key, digest, "sha256") for (digest,) in stored]
        assert seals()[: len(early)] == early


def test_who_only_watches_sees_no_seed_where_only_what_is_public_is_theirs(server: Running) -> None:
    for policy, shown in (("all_after_end", True), ("public", False)):
        table, keys = two(server, spectators=policy)
        with server.connect() as client:
            client.hello(table["table"], table["watch"])
            server.do(table, keys[0], do="resign")
            update = client.until("update")
            while update["phase"] != "over" or not update.get("proof"):
                update = client.until("update")
        assert bool(update["proof"].get("seed")) == shown
        assert bool(server.state(table, table["watch"])["proof"].get("seed")) == shown
        since = update["number"] - 1
        answer = server.http.get(
            f"/api/tables/{table['table']}/wait?since={since}", headers=bearer(table["watch"])
        ).json()
        assert bool(answer["updates"][-1]["proof"].get("seed")) == shown
        for key in keys:
            assert server.state(table, key)["proof"]["seed"]


def test_a_table_without_spectators_lets_nobody_stay_who_came_before_the_start(server: Running) -> None:
    table = server.create([HERE, OPEN, OPEN], spectators="none", options=QUIET)
    left = server.sit(table, "Ann")
    assert server.do(table, left, do="leave")["ok"]
    with server.connect() as watcher, server.connect() as leaver:
        watcher.hello(table["table"], table["watch"])
        leaver.hello(table["table"], left)
        seated = [server.sit(table, "Grace"), server.sit(table, "Edsger")]
        for line in (watcher, leaver):
            assert line.ended() == 1012
            told = json.dumps(line.rest)
            assert '"playing"' not in told
            assert "Game 1 begins" not in told
    for key in (table["watch"], left):
        for path in ("", "/record", "/log", "/wait?since=0&seconds=0"):
            answer = server.http.get(f"/api/tables/{table['table']}{path}", headers=bearer(key))
            assert (path, answer.status_code) == (path, 403)
    for key in (table["token"], *seated):
        assert server.state(table, key)["phase"] == "playing"


def test_the_record_of_an_unfinished_game_shows_each_seat_its_own_and_no_seed(server: Running) -> None:
    table, keys = two(server)
    record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(keys[1])).text
    dealt = [line for line in record.splitlines() if line.startswith("* ")]
    assert dealt[:3] == ["* ?"] * 3
    assert all(line[2:] in KIND_NAMES for line in dealt[3:])
    assert "# seed" not in record
    assert "# commitment" in record


def test_after_the_end_the_record_is_whole_unless_spectators_see_only_what_is_public(server: Running) -> None:
    for policy, hidden in (("all_after_end", False), ("public", True)):
        table, keys = two(server, spectators=policy)
        server.do(table, keys[0], do="resign")
        record = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(table["watch"])).text
        assert ("?" in record, "# seed" in record) == (hidden, not hidden)
        mine = server.http.get(f"/api/tables/{table['table']}/record", headers=bearer(keys[1])).text
        assert "?" not in mine
        assert "# seed" in mine


def test_neither_tokens_nor_cards_stand_in_the_log_or_the_file(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="tetracade")
    with somewhere() as data:
        with running(data) as server:
            table, keys = two(server)
            now = server.state(table, keys[0])
            server.do(table, keys[0], do="act", id="1", number=now["number"], action="fly")
            server.do(table, keys[0], do="act", id="2", number=now["number"], action="wink")
            server.http.get("/api/tables/unknown", headers=bearer(keys[0]))
        kept = b"".join(path.read_bytes() for path in data.parent.iterdir())
        secrets = [table["token"], *keys, table["invite"], table["watch"]]
        assert not any(secret.encode() in kept for secret in secrets)
        mine = [record.getMessage() + str(vars(record)) for record in caplog.records if record.name.startswith("tetra")]
        assert not any(secret in line for secret in secrets for line in mine)


def test_all_are_asked_at_once_and_nobody_hears_an_answer_before_the_wait_is_over() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        table = server.create([HERE, OPEN, OPEN])
        keys = [table["token"], server.sit(table, "Grace"), server.sit(table, "Edsger")]
        copies = joined(server, table, [*keys, table["watch"]])
        live = server.rooms.in_memory[table["table"]]
        actor = copies[0]
        show = next(offer for offer in actor.now["offers"] if offer["notation"].startswith("show"))
        assert actor.act(show["action"])["ok"]
        for copy in copies:
            copy.until(actor.now["number"])
        assert [copy.now["acting"] for copy in copies] == [[], [1], [2], []]
        assert [copy.now["offers"][0]["notation"] for copy in copies[1:3]] == ["pass", "pass"]
        asked_at = actor.now["number"]
        second = copies[2].act("pass")  # before seat 1, which the rules ask first
        assert second["ok"]
        assert second["number"] == asked_at
        assert copies[2].act("pass")["ok"]
        late = copies[0].act("pass")
        assert late["error"]["code"] == "illegal"
        for copy in copies:
            copy.client.send(do="ping", id="quiet?")
            while (message := copy.client.read())["is"] != "answer":
                assert message["is"] == "presence"
        server.inside(live.sealed.close)
        for copy in copies:
            copy.until(asked_at + 2)
        assert [part["notation"] for part in copies[3].now["story"][-2:]] == ["pass", "pass"]
        assert [copy.now["acting"] for copy in copies] == [[1]] * 4
        assert not live.sealed.open
        close(copies)


def test_answers_held_back_survive_a_restart() -> None:
    with somewhere() as data:
        with running(data, reaction_seconds=3600) as server:
            table = server.create([HERE, OPEN])
            key = server.sit(table, "Grace")
            now = server.state(table, table["token"])
            show = next(offer for offer in now["offers"] if offer["notation"].startswith("show"))
            server.do(table, table["token"], do="act", id="1", number=now["number"], action=show["action"])
            asked = server.state(table, key)
            assert server.do(table, key, do="act", id="2", number=asked["number"], action="pass")["ok"]
        with running(data, reaction_seconds=3600) as server:
            again = server.state(table, key)
            assert (again["offers"], again["acting"]) == ([], [])
            assert server.rooms.in_memory[table["table"]].sealed.answers == {1: 10}


def test_in_foursome_all_other_teams_are_asked_for_the_same_while_whoever_holds_a_steal() -> None:
    with somewhere() as data, running(data, reaction_seconds=3600) as server:
        held: set[int] = set()
        for _ in range(200):
            if len(held) > 1:
                break
            table = server.create([HERE] * 4, game="foursome")
            live = server.rooms.in_memory[table["table"]]
            for count in range(60):
                if live.sealed.open:
                    break
                seat = live.room.acting[0]
                answer = server.do(
                    table,
                    table["token"],
                    id=f"c{count}",
                    do="act",
                    seat=seat,
                    number=live.room.number,
                    action=live.room.turns.offered[seat][0],
                )
                assert answer["ok"], answer
            assert live.sealed.open, "nobody was ever asked"
            assert live.room.table is not None
            active = int(live.room.table.state.active)
            assert set(live.sealed.asked) == {0, 1, 2, 3} - {active}
            assert live.sealed._timer is not None
            assert 3500 < live.sealed._timer.when() - live.now <= 3600
            held.add(sum(len(legal) > 1 for legal in live.sealed.asked.values()))
            frames = [server.state(table, table["token"], eye=eye) for eye in sorted(live.sealed.asked)]
            assert all(frame["acting"] == [eye] for eye, frame in zip(sorted(live.sealed.asked), frames, strict=True))
            assert server.state(table, table["watch"])["acting"] == []
        assert len(held) > 1, "the tables should differ in how many hold one"
