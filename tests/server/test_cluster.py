"""Several servers on one database: whichever a client asks, the table's owner answers, and there is always one."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.cli.test_commands import run
from tests.server.database import asked, database, held_up
from tests.server.running import GENEROUS, Client, Json, Running, bearer, free_port, running
from tests.server.siege_of_many import besieged
from tests.server.siege_verdict import Line, Seen, Sent, Told, faults, verdict
from tests.server.test_protocol import two
from tests.server.test_sent_records import record
from tests.server.test_tables import BOT, HERE, QUIET
from tetracade.engine.boxes import VARIABLE
from tetracade.server.api import protocol as p
from tetracade.server.net.forwarding import CLIENT, PEER, peer_headers
from tetracade.server.rooms.commands import do
from tetracade.server.rooms.live_room import LiveRoom
from tetracade.server.rooms.loading import loaded
from tetracade.table import log
from tetracade.table.seating import Denied

ROOT = Path(__file__).parents[2]
SLOW = {"reaction_seconds": 0.05, "reaction_bots_seconds": 0.01}


@contextmanager
def servers(count: int = 2, url: str = "", **changes: Any) -> Iterator[list[Running]]:
    """So many servers on one new database."""
    url = url or database().create()
    with ExitStack() as stack:
        yield [
            stack.enter_context(running(Path("unused"), store=url, **{"lease_seconds": 0.6, **SLOW, **changes}))
            for _ in range(count)
        ]


@contextmanager
def frozen(server: Running) -> Iterator[None]:
    """The server's loop stands still, as that of a process that is stopped."""
    go_on, still = threading.Event(), threading.Event()

    def stand_still() -> None:
        still.set()
        assert go_on.wait(GENEROUS)

    server.rooms.loop.call_soon_threadsafe(stand_still)
    assert still.wait(GENEROUS)
    yield
    go_on.set()


def at_table(server: Running, table: Json) -> Client:
    """A WebSocket whose address names the table."""
    client = Client.__new__(Client)
    client._open, client.count = ExitStack(), 0
    client.socket = client._open.enter_context(
        connect(f"ws://127.0.0.1:{server.port}/ws/{table['table']}", compression=None)
    )
    return client


def test_a_table_is_played_through_any_server() -> None:
    with servers() as (owner, other):
        table, keys = two(owner)
        with at_table(other, table) as far, owner.connect() as near:
            now = far.hello(table["table"], keys[0])
            assert near.hello(table["table"], keys[1])["number"] == now["number"]
            assert far.ask(do="act", number=now["number"], action="wink")["ok"]
            assert near.until("update")["number"] == now["number"] + 1
            refused = far.ask(do="act", number=now["number"], action="nonsense")
            assert refused["error"]["code"] in ("stale", "illegal", "malformed")
            assert other.do(table, keys[1], do="chat", id="c", text="hi")["ok"]
            assert far.until("update")["number"] == now["number"] + 2
        assert other.state(table, keys[0]) | {"offers": []} == owner.state(table, keys[0]) | {"offers": []}
        for path in ("record", "log"):
            mine, theirs = (
                each.http.get(f"/api/tables/{table['table']}/{path}", headers=bearer(keys[0]))
                for each in (owner, other)
            )
            assert (theirs.status_code, theirs.text, theirs.headers["content-type"]) == (
                mine.status_code,
                mine.text,
                mine.headers["content-type"],
            )
            assert theirs.headers["x-content-type-options"] == "nosniff"
        answer = other.http.get(f"/api/tables/{table['table']}", headers=bearer("wrong"))
        assert answer.status_code == 403
        assert (len(owner.rooms.in_memory), len(other.rooms.in_memory)) == (1, 0)


def test_who_waits_over_http_is_told_through_another_server() -> None:
    with servers() as (owner, other):
        table, keys = two(owner)
        now = owner.state(table, keys[0])["number"]
        told: list[Json] = []
        url = f"http://127.0.0.1:{other.port}/api/tables/{table['table']}/wait?since={now}&seconds=60"
        waiting = threading.Thread(
            target=lambda: told.append(httpx.get(url, headers=bearer(keys[1]), timeout=GENEROUS).json())
        )
        waiting.start()
        live = owner.rooms.in_memory[table["table"]]
        owner.until(lambda: live.changed._waiters)
        assert owner.do(table, keys[0], do="act", id="a", number=now, action="wink")["ok"]
        waiting.join(GENEROUS)
        assert told[0]["number"] == now + 1


def test_the_address_of_a_socket_names_its_table() -> None:
    with servers(1) as (server,):
        table, keys = two(server)
        other, _ = two(server)
        with at_table(server, table) as client:
            client.send(do="hello", id="h", table=other["table"], key=keys[0])
            assert client.until("answer", id="h")["error"]["code"] == "malformed"
            assert client.hello(table["table"], keys[0])["phase"] == "playing"
        with pytest.raises(InvalidStatus):
            connect(f"ws://127.0.0.1:{server.port}/ws/{table['table']}/more").close()


def test_a_server_that_stands_still_loses_its_tables_and_writes_nothing_more_about_them() -> None:
    url = database().create()
    with servers(url=url) as (one, other):
        table, keys = two(one)
        number = one.state(table, keys[0])["number"]
        with one.connect() as stale:
            stale.hello(table["table"], keys[0])
            with frozen(one):
                assert other.state_once_there(table, keys[1])["number"] == number
                assert other.do(table, keys[1], do="chat", id="new", text="new")["ok"]
                stale.send(do="chat", id="old", text="old")
            assert stale.ended() == 1012
            assert not any(message.get("id") == "old" for message in stale.rest), (
                "it says nothing of what it can't know"
            )
        assert one.state_once_there(table, keys[0])["number"] == number + 1
        lines = asked(url, "SELECT number, convert_from(line, 'utf8') FROM log WHERE tab = $1", table["table"])
        assert sum("new" in text for _, text in lines) == 1
        assert not any('"old"' in text for _, text in lines)
        assert {place for place, _ in lines} == set(range(1, number + 2))
        assert table["table"] not in one.rooms.in_memory


def test_a_table_whose_owner_takes_no_connections_any_more_is_back_long_before_its_lease_is_over() -> None:
    url = database().create()
    gone = "INSERT INTO processes VALUES ($1, '127.0.0.1:1', clock_timestamp() + interval '1 hour')"
    with servers(1, url, lease_seconds=3600.0) as (server,):
        table, keys = two(server)
        for owner in ("who was asked by WebSocket", "who was asked over HTTP"):
            asked(url, gone, owner)
            asked(url, "UPDATE tables SET owner = $1, epoch = epoch + 1", owner)
            if "HTTP" in owner:
                server.state_once_there(table, keys[0])
            else:
                _hello(server, table, keys[0])
            assert asked(url, "SELECT count(*) FROM tables WHERE owner = $1", owner) == [(0,)]


def _hello(server: Running, table: Json, key: str) -> None:
    with at_table(server, table) as client:
        client.hello(table["table"], key)


def test_a_moved_table_s_viewers_come_again_though_nothing_happens_there() -> None:
    url = database().create()
    with servers(url=url) as (one, other):
        table, keys = two(one)
        with one.connect() as client:
            client.hello(table["table"], keys[0])
            asked(url, "UPDATE tables SET owner = NULL, epoch = epoch + 1")
            assert other.state_once_there(table, keys[1])["phase"] == "playing"
            assert client.ended() == 1012


def test_who_has_seen_more_is_never_shown_less() -> None:
    url = database().create()
    with servers(url=url, lease_seconds=3600.0) as (one, other):  # no sign of life tells it meanwhile
        table, keys = two(one)
        one.state_once_there(table, keys[0])
        asked(url, "UPDATE tables SET owner = NULL, epoch = epoch + 1")
        assert other.do(table, keys[1], do="chat", id="c", text="more")["ok"]
        assert one.state_once_there(table, keys[0])["number"] == other.state(table, keys[0])["number"]


def test_a_server_that_is_stopped_hands_its_tables_over_and_bots_play_on() -> None:
    url = database().create()
    with servers(1, url=url) as (other,):
        with servers(1, url=url, workers=1, bot="tests.server.stand_in:hanging", bot_seconds=3600) as (one,):
            table = one.create([BOT, HERE], options=QUIET)
            people, keys = two(one)
            with one.connect() as client:
                client.hello(people["table"], keys[0])
                number = one.state_once_there(table, table["token"])["number"]
                one.inside(lambda: None)
                stopping = threading.Thread(target=lambda: one.awaited(one.rooms.hand_over()))
                stopping.start()
                assert client.ended() == 1012
                stopping.join(GENEROUS)
            assert other.state(people, keys[0])["phase"] == "playing"
            other.until(lambda: table["table"] in other.rooms.in_memory)
            other.until(lambda: other.rooms.in_memory[table["table"]].room.number > number)
        assert asked(url, "SELECT count(*) FROM processes") == [(1,)]


def test_the_lobby_is_everybody_s_and_tells_who_is_there() -> None:
    with servers() as (one, other):
        table = one.create([HERE, {"kind": "open"}], public=True)
        with one.connect() as client:
            client.hello(table["table"], table["token"])
            (listed,) = other.http.get("/api/tables").json()["tables"]
            assert (listed["table"], listed["open"]) == (table["table"], 1)
            assert listed["seats"][0]["here"]
        one.inside(lambda: one.rooms.drop(one.rooms.in_memory[table["table"]]))
        (listed,) = other.http.get("/api/tables").json()["tables"]
        assert not listed["seats"][0].get("here")
        assert table["table"] not in other.rooms.in_memory, "looking at the list takes no table"


def test_how_many_tables_an_address_may_set_up_counts_at_all_servers() -> None:
    with servers(tables_per_minute=5) as (one, other):
        setup = {"game": "magpie", "seats": [HERE, {"kind": "open"}]}
        codes = [each.http.post("/api/tables", json=setup).status_code for each in [one, other] * 4]
        assert codes == [201] * 5 + [429] * 3


def test_how_many_tables_there_may_be_counts_at_all_servers() -> None:
    with servers(most_tables=3) as (one, other):
        setup = {"game": "magpie", "seats": [HERE, {"kind": "open"}]}
        codes = [each.http.post("/api/tables", json=setup).status_code for each in [one, other] * 2]
        assert codes == [201] * 3 + [503]


def test_commands_are_charged_where_the_client_is_connected() -> None:
    with servers(commands_per_second=0.001, commands_at_once=6) as (owner, other):
        table, keys = two(owner)
        with other.connect() as client:
            client.hello(table["table"], keys[0])
            codes = [client.ask(do="ping").get("error", {}).get("code", "") for _ in range(8)]
        assert "too_many" in codes
        assert codes[0] == ""
        assert other.rooms.metrics.counts["too_many"] > 0
        assert owner.rooms.metrics.counts["too_many"] == 0


def test_the_door_between_servers_opens_for_nobody_else() -> None:
    with servers() as (one, other):
        table, keys = two(one)
        assert one.rooms.cluster is not None
        door = one.rooms.cluster.address
        for headers in ({}, {PEER: "guessed"}, {PEER: "", CLIENT: "1.2.3.4"}):
            answer = httpx.get(f"http://{door}/api/tables/{table['table']}", headers={**headers, **bearer(keys[0])})
            assert answer.status_code == 403
            assert httpx.get(f"http://{door}/cluster/tables", headers=headers).status_code == 403
            with pytest.raises(InvalidStatus):
                connect(f"ws://{door}/ws/{table['table']}", additional_headers=headers).close()
        known = peer_headers(one.rooms.key, "1.2.3.4")
        assert httpx.get(f"http://{door}/cluster/tables", headers=known).status_code == 200
        assert one.http.get("/cluster/tables", headers=known).status_code == 404, "nor do clients find it"
        answer = other.http.get(f"/api/tables/{table['table']}", headers={CLIENT: "6.6.6.6", **bearer(keys[0])})
        assert answer.status_code == 200


def test_a_table_whose_write_got_no_answer_goes_on_though_nobody_asks_for_it() -> None:
    url = database().create()
    writing = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with servers(1, url=url, lease_seconds=3600.0) as (server,):
        assert server.rooms.cluster is not None
        table, keys = two(server, clock={"turn": 600})
        before = server.rooms.in_memory[table["table"]]
        with held_up(url):
            server.inside(lambda: do_say(before, keys[0]))
            server.until(lambda: server.rooms.store.flying(before.writer.lane))
            assert asked(url, f"{writing} AND wait_event_type = 'Lock'") == [(True,)]
            server.until(lambda: table["table"] not in server.rooms.in_memory)
        assert table["table"] in server.rooms.cluster.unsettled
        server.awaited(server.rooms.cluster._adopt())  # which comes four times per lease
        assert table["table"] in server.rooms.in_memory
        assert table["table"] not in server.rooms.cluster.unsettled


def do_say(live: LiveRoom, key: str) -> None:
    """Say something at the table, without waiting for the answer."""
    do(live, live.who(key), None, None, p.Chat(id="said", text="said"), lambda answer: None)


def test_a_table_nobody_looks_at_and_where_nothing_stirs_has_no_owner() -> None:
    url = database().create()
    with servers(1, url=url, idle_seconds=-1.0) as (server,):
        two(server)
        assert asked(url, "SELECT owner IS NULL FROM tables") == [(False,)]
        server.inside(server.rooms.keeping.sweep)
        server.awaited(server.rooms.store.write([]))
        assert asked(url, "SELECT owner IS NULL FROM tables") == [(True,)]


def test_several_processes_on_a_file_are_refused_in_one_line() -> None:
    said = run("serve", "--processes", "2", code=2).stderr
    assert "a file is one process's alone, so --processes needs a database" in said
    assert len(said.splitlines()) == 1


def test_a_table_that_needs_another_version_is_played_by_the_server_that_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with servers() as (newer, older):
        table, keys = two(newer)
        usual = older.rooms.load

        async def needing(table_id: str, make: Any, lane: Any = None) -> Any:
            if make is loaded:
                raise Denied("needs", "This table needs version 9.")
            return await usual(table_id, make, lane)

        monkeypatch.setattr(older.rooms, "load", needing)
        newer.inside(lambda: newer.rooms.drop(newer.rooms.in_memory[table["table"]]))
        newer.awaited(newer.rooms.store.write([]))
        assert older.state_once_there(table, keys[0])["phase"] == "playing"
        assert table["table"] in newer.rooms.in_memory
        monkeypatch.setattr(newer.rooms, "load", needing)
        newer.inside(lambda: newer.rooms.drop(newer.rooms.in_memory[table["table"]]))
        answer = older.http.get(f"/api/tables/{table['table']}", headers=bearer(keys[0]))
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "needs")


@contextmanager
def another_box(url: str, box: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server in a process of its own, whose games have this box; gives its port."""
    port = free_port()
    words = ["serve", "--store", url, "--port", str(port), "--workers", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "tetracade", *words], env={**os.environ, VARIABLE: str(box)}, stdout=PIPE, stderr=PIPE
    )
    try:
        while not _is_up(port):  # its rules may have to be compiled first
            assert process.poll() is None, "the server has ended"
            threading.Event().wait(0.05)
        yield port, process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.timeout(600)
def test_a_table_of_another_box_is_played_through_any_server_while_one_has_that_box() -> None:
    url, box = database().create(), ROOT / "tests" / "boxes" / "tetratrax.toml"
    with servers(1, url=url, more_games=()) as (standard,):
        with another_box(url, box) as (port, process):
            setup = {"game": "tetratrax", "seats": [HERE, HERE]}
            table = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=setup, timeout=GENEROUS).json()
            before = standard.state_once_there(table, table["token"])
            assert before["phase"] == "playing"
            asked(url, "UPDATE tables SET owner = NULL, epoch = epoch + 1")
            now = standard.state_once_there(table, table["token"])
            assert (now["number"], now["view"]) == (before["number"], before["view"]), (
                "the one that has the box took it"
            )
            assert table["table"] not in standard.rooms.in_memory
            process.kill()
            process.wait()

            def answer() -> httpx.Response:
                return standard.http.get(f"/api/tables/{table['table']}", headers=bearer(table["token"]))

            _eventually(lambda: answer().status_code not in (503, 507))
            assert (answer().status_code, answer().json()["error"]["code"]) == (409, "needs")
            assert "the box" in answer().json()["error"]["reason"]
        with another_box(url, box):
            assert standard.state_once_there(table, table["token"])["number"] == before["number"]
        assert standard.rooms.damaged == 0


def _is_up(port: int) -> bool:
    """Whether a server answers behind this port."""
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
    except httpx.TransportError:
        return False


@contextmanager
def proxied(folder: Path, ports: list[int]) -> Iterator[int]:
    """HAProxy with the example's settings in front of these servers; gives its port."""
    program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "There is no HAProxy here. Install it: apt-get install haproxy (as scripts/test does where it may)."
    port = free_port()
    text = (ROOT / "docs" / "haproxy.cfg").read_text()
    for old, new in zip((8080, 8044, 8046), (port, *ports), strict=True):
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    (folder / "haproxy.cfg").write_text(text)
    proxy = subprocess.Popen([program, "-db", "-f", folder / "haproxy.cfg"], stderr=subprocess.DEVNULL)
    try:
        while not _is_up(port):
            assert proxy.poll() is None, "HAProxy has ended"
        yield port
    finally:
        proxy.kill()
        proxy.wait()


def test_the_example_of_a_proxy_sends_each_table_to_one_server_and_past_one_that_is_gone(tmp_path: Path) -> None:
    url = database().create()
    with ExitStack() as going, servers(1, url=url, proxied=True) as (other,):
        (one,) = going.enter_context(servers(1, url=url, proxied=True))
        port = going.enter_context(proxied(tmp_path, [one.port, other.port]))
        front = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=GENEROUS)
        going.enter_context(front)
        made = front.post("/api/tables", json={"game": "magpie", "seats": [HERE, BOT], "options": QUIET})
        table = made.json()
        key = bearer(table["token"])
        with going.enter_context(connect(f"ws://127.0.0.1:{port}/ws/{table['table']}")) as socket:
            socket.send(json.dumps({"do": "hello", "id": "h", "table": table["table"], "key": table["token"]}))
            assert json.loads(socket.recv(GENEROUS))["ok"]
        number = front.get(f"/api/tables/{table['table']}", headers=key).json()["number"]
        assert "127.0.0.1" in {*one.rooms.by_address._buckets, *other.rooms.by_address._buckets}
        one.awaited(one.rooms.hand_over())
        assert other.state_once_there(table, table["token"])["number"] >= number


def test_an_analysis_is_found_through_any_server() -> None:
    with servers() as (one, other):
        digest = one.http.post("/api/analyse", content=record()).json()["digest"]
        assert other.http.get(f"/api/analyses/{digest}").json()["digest"] == digest
        assert other.http.delete(f"/api/analyses/{digest}").status_code == 204
        one.until(lambda: digest not in one.analyses.under_way)
        assert other.http.get(f"/api/analyses/{'0' * 64}").status_code == 404


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _eventually(call: Callable[[], bool]) -> None:
    end = time.monotonic() + 2 * GENEROUS
    while not call():
        assert time.monotonic() < end, "it never came to that"


def test_several_processes_share_a_port_and_one_that_is_killed_is_replaced() -> None:
    url, port = database().create(), free_port()
    words = ["serve", "--store", url, "--processes", "2", "--port", str(port), "--workers", "0"]
    many = subprocess.Popen([sys.executable, "-m", "tetracade", *words], stdout=PIPE, stderr=PIPE)
    alive = "SELECT id FROM processes WHERE until > clock_timestamp() ORDER BY id"
    try:
        _eventually(lambda: _is_up(port) and len(asked(url, alive)) == 2)
        before = {name for (name,) in asked(url, alive)}
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=GENEROUS) as http:
            setup = {"game": "tetrathedral", "seats": [HERE, {"kind": "open"}]}
            made = [http.post("/api/tables", json=setup).json() for _ in range(3)]
        os.kill(_children(many.pid)[0], signal.SIGKILL)

        def all_are_there() -> bool:
            try:
                for table in made:
                    where = f"http://127.0.0.1:{port}/api/tables/{table['table']}"
                    if httpx.get(where, headers=bearer(table["token"]), timeout=GENEROUS).status_code != 200:
                        return False
            except httpx.TransportError:
                return False
            return True

        _eventually(all_are_there)
        _eventually(lambda: len({name for (name,) in asked(url, alive)} - before) == 1)
        many.send_signal(signal.SIGTERM)
        assert many.wait(GENEROUS) == 0
        assert asked(url, "SELECT count(*) FROM processes WHERE until > clock_timestamp()") == [(0,)]
        assert asked(url, "SELECT count(*) FROM tables WHERE owner IS NOT NULL") == [(0,)]
    finally:
        for pid in [*_children(many.pid), many.pid] if many.poll() is None else []:
            os.kill(pid, signal.SIGKILL)
        many.communicate()


# ---- the siege, and its checker ------------------------------------------------------------------------------------


def test_under_siege_nothing_acknowledged_is_lost_and_nothing_is_shown_that_is_not_so() -> None:
    found = besieged(count=5, tables=6, seed=3)
    assert faults(found["verdict"]) == {}
    assert found["verdict"]["acknowledged"] > 10


def _stored(*texts: str) -> list[Line]:
    head, lines = log.GENESIS, []
    for number, text in enumerate(texts, 1):
        said = log.encoded(log.Said(seat=0, text=text))
        head = log.linked(head, said)
        lines.append(Line("t", number, head, f"0:{text}", said))
    return lines


def test_the_checker_finds_each_broken_promise() -> None:
    lines = _stored("a", "b", "c")

    def judged(told: Told, stored: list[Line] = lines) -> set[str]:
        return faults(verdict(told, stored, [], {})).keys() - {"not replayed"}

    def acknowledged(**sent: tuple[float, float]) -> Told:
        return Told(acknowledged={("t", f"0:{name}"): Sent(*when, -1) for name, when in sent.items()})

    assert judged(acknowledged(a=(0, 1), b=(0, 2), c=(3, 4))) == set()
    assert judged(acknowledged(a=(5, 6), b=(0, 2))) == {"out of order"}
    assert judged(acknowledged(d=(0, 1))) == {"lost"}
    assert judged(Told(acknowledged={("t", "0:a"): Sent(0, 1, 5)})) == {"stored as another action"}
    assert judged(Told(refused={("t", "0:b")})) == {"refused though stored"}
    assert judged(Told(shown={("t", 2): 4})) == {"shown and not stored"}
    assert judged(Told(holes=1)) == {"holes in what clients saw"}
    assert judged(Told(), [lines[0], lines[2]]) == {"gaps", "broken links"}
    assert judged(Told(), [lines[0], lines[1]._replace(command="0:a"), lines[2]]) == {"done twice"}
    less = Told()
    less.heard["t"], less.reads["t"] = [(1.0, 3)], [Seen(2.0, 3.0, 2)]
    assert judged(less) == {"shown less than before"}
    more = Told()
    more.heard["t"] = [(1.0, 4)]
    assert judged(more) == {"shown more than there is"}
    twice = Told()
    twice.see("t", 9, 1)
    twice.see("t", 9, 2)
    assert "shown differently" in judged(twice)
