"""What other servers got wrong, and what strangers may try."""

import contextlib
import json
import random
import socket
from concurrent.futures import ThreadPoolExecutor
from hmac import compare_digest
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.malformed import COMMANDS, SETUP, malformed
from tests.server.running import GENEROUS, Json, Running, bearer, complaints, running, somewhere
from tests.server.stored import rows_of
from tests.server.test_protocol import two
from tests.server.test_tables import BOT, HERE, OPEN, QUIET
from tetracade.server.api.protocol import Hello, Malformed, read_command
from tetracade.server.net.costs import COMMANDS as COSTS
from tetracade.server.net.costs import REQUESTS
from tetracade.server.net.origin import address_of, host_allowed, origin_allowed, own_names
from tetracade.server.rooms.keys import hashed, new_token, same
from tetracade.server.settings import Settings


def test_foreign_origins_are_turned_away(server: Running) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.connect({"Origin": "https://evil.example"})
    assert refused.value.response.status_code == 403
    answer = server.http.post("/api/tables", json={}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
    with server.connect({"Origin": f"http://127.0.0.1:{server.port}"}) as client:
        assert client.ask(do="ping")["error"]["code"] == "malformed"


def test_own_allowed_and_missing_origins_pass() -> None:
    host = {"host": "games.example"}
    assert origin_allowed(host, ())
    assert origin_allowed({**host, "origin": "https://games.example"}, ())
    assert origin_allowed({**host, "origin": "https://other.example"}, ("https://other.example",))
    for wrong in ("https://other.example", "null", "", "https://games.example.evil.example", "http://[broken"):
        assert not origin_allowed({**host, "origin": wrong}, ())
    assert not origin_allowed({"origin": "null"}, ())


EVIL = Origin("http://evil.example")
OWN = own_names(Settings(Path("t"), host="table.lan", hosts=("Games.Example.",), origins=("https://play.example:444",)))


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost",
        "LOCALHOST.:8044",
        "tetracade.localhost:1",
        "127.0.0.1:8044",
        "192.168.7.9:8044",
        "[fe80::1]:8044",
        "table.lan:8044",
        "games.example",
        "play.example",
        socket.gethostname(),
        f"{socket.gethostname()}.local:8044",
    ],
)
def test_addresses_and_own_names_are_answered(host: str) -> None:
    assert host_allowed(host, OWN)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8044", "127.0.0.1.evil.example", "localhost.evil.example", "[broken", "a@b c"],
)
def test_other_names_are_not(host: str) -> None:
    assert not host_allowed(host, OWN)


UNREADABLE = [
    "localhost:x",
    "localhost:99999",
    "[::1]:é",
    "localhost:8044/",
    "127.0.0.1:/5",
    "[::1]:80#-",
    "a@127.0.0.1",
]
"""Hosts of which only the name can be read. The framework reads them as the beginning of a URL, and failed to."""


@pytest.mark.parametrize("host", UNREADABLE)
def test_a_host_that_cannot_be_read_is_refused(server: Running, host: str) -> None:
    assert not host_allowed(host, OWN)
    before = server.rooms.metrics.counts["errors"]
    for path in ("/api/tables", "/api/tables/abc/do", "/api/tables/abc/sit"):
        answer = server.http.post(path, headers={b"host": host.encode("latin-1")})
        assert answer.status_code == 421
        assert answer.json()["error"] == {"code": "wrong_host", "reason": "The request's Host header can't be read."}
    assert server.rooms.metrics.counts["errors"] == before


def test_a_page_whose_name_was_made_to_lead_here_reads_and_does_nothing(server: Running) -> None:
    evil = {"host": "evil.example", "origin": EVIL}
    for answer in (server.http.get("/api/tables", headers=evil), server.http.post("/api/tables", headers=evil)):
        assert (answer.status_code, answer.json()["error"]["code"]) == (421, "wrong_host")
        assert "--host-name evil.example" in answer.json()["error"]["reason"], "an operator learns what to do"
    way = socket.create_connection(("127.0.0.1", server.port), GENEROUS)
    with pytest.raises(InvalidStatus) as refused, connect("ws://evil.example/ws", sock=way, origin=EVIL):
        pass
    assert refused.value.response.status_code == 421


def test_the_operator_names_the_hosts_that_are_right() -> None:
    with somewhere() as data, running(data, hosts=("games.example",)) as server:
        own = {"host": "games.example", "origin": "https://games.example"}
        assert server.http.post("/api/tables", json={}, headers=own).json()["error"]["code"] == "malformed"


def test_the_address_is_the_proxy_s_last_word_only_behind_a_proxy() -> None:
    scope = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b"1.1.1.1, 2.2.2.2")]}
    assert address_of(scope, proxied=False) == "10.0.0.1"
    assert address_of(scope, proxied=True) == "2.2.2.2"
    assert address_of({"client": None, "headers": []}, proxied=True) == "unknown"
    lines = [(b"x-forwarded-for", b"6.6.6.6"), (b"host", b"here"), (b"x-forwarded-for", b"1.1.1.1, 2.2.2.2 ")]
    assert address_of({"client": ("10.0.0.1", 5), "headers": lines}, proxied=True) == "2.2.2.2"
    nothing = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b" , ")]}
    assert address_of(nothing, proxied=True) == "10.0.0.1"


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("no:address", "no:address"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(told: str, counted: str) -> None:
    assert address_of({"client": (told, 5, 0, 0), "headers": []}, proxied=False) == counted
    assert address_of({"client": None, "headers": [(b"x-forwarded-for", told.encode())]}, proxied=True) == counted


def test_nobody_gets_more_by_having_many_addresses_of_one_network() -> None:
    def told(number: int) -> dict[str, str]:
        return {"x-forwarded-for": f"2001:db8::{number:x}"}

    limits = {"address_per_second": 0.0001, "address_at_once": 4, "tables_per_minute": 0.001, "sockets_per_address": 1}
    with somewhere() as data, running(data, proxied=True, **limits) as server:
        with server.connect(told(1)), pytest.raises(InvalidStatus) as refused:
            server.connect(told(2))
        assert refused.value.response.status_code == 429
        codes = [server.http.get("/api/games", headers=told(number)).status_code for number in range(3, 8)]
        assert codes[-1] == 429
        assert server.http.get("/api/games", headers={"x-forwarded-for": "2001:db8:0:1::1"}).status_code == 200


@pytest.mark.parametrize("proxied", [False, True])
def test_nobody_gets_more_by_telling_another_address(proxied: bool) -> None:
    setup = {"game": "magpie", "seats": [HERE, OPEN]}
    with somewhere() as data, running(data, tables_per_minute=0.001, proxied=proxied) as server:
        codes = []
        for number in range(7):
            told = [("x-forwarded-for", f"10.0.0.{number}"), ("x-forwarded-for", "203.0.113.9")]  # the proxy's is last
            codes.append(server.http.post("/api/tables", json=setup, headers=told if proxied else told[:1]).status_code)
        assert codes == [201] * 5 + [429] * 2


def test_nobody_acts_before_all_sit(server: Running) -> None:
    table = server.create([HERE, OPEN])
    answer = server.do(table, table["token"], do="act", number=1, action="wink")
    assert answer["error"]["code"] == "wrong_phase"


def test_nobody_acts_for_another_s_seat(server: Running) -> None:
    table, keys = two(server)
    other, _ = two(server)
    number = server.state(table, keys[0])["number"]
    for key, seat in ((keys[1], 0), (table["watch"], 0), (table["invite"], 0), (other["token"], 0)):
        answer = server.do(table, key, do="act", number=number, action="wink", seat=seat)
        assert answer["error"]["code"] == "forbidden"
    assert server.state(table, keys[0])["number"] == number


def test_a_token_has_128_bits_and_holds_nothing_elsewhere(server: Running) -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(len(token) for token in tokens) >= 22  # 22 letters of 6 bits
    one, keys = two(server)
    other, _ = two(server)
    assert server.http.get(f"/api/tables/{other['table']}", headers=bearer(keys[1])).status_code == 403
    assert not same("", b"")
    assert not same(keys[1], b"\0" * 32)
    assert one["table"] != other["table"]


def test_keys_are_compared_in_constant_time(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    table, keys = two(server)
    compared: list[tuple[bytes, bytes]] = []

    def digest(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return compare_digest(one, other)

    monkeypatch.setattr("tetracade.server.rooms.keys.hmac.compare_digest", digest)
    for key in (keys[1], table["invite"], table["watch"], "x" * 22):
        compared.clear()
        server.state(table, key)
        assert hashed(key) in {one for one, _ in compared}
        assert all(len(stored) == 32 for _, stored in compared)


def test_the_dealing_does_not_follow_from_the_time_of_creation() -> None:
    with somewhere() as data, running(data) as server:
        for _ in range(4):
            two(server)
        seeds = [row[0] for row in rows_of(data, "SELECT seed FROM seeds")]
        assert len(set(seeds)) == 4
        assert all(len(seed) == 32 for seed in seeds)


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "1e999",
    '"act"',
    "{}",
    '{"do": "act"}',
    '{"do": "fly", "id": "1"}',
    '{"do": ["act"], "id": "1"}',
    '{"do": "act", "id": "1", "number": -1, "action": 1}',
    '{"do": "act", "id": "1", "number": 1.5, "action": 1}',
    '{"do": "act", "id": "1", "number": 1, "action": {"a": 1}}',
    '{"do": "act", "id": "1", "number": 1, "action": 1, "seat": 99}',
    '{"do": "act", "id": "1", "number": 1, "action": 99999999999999999999}',
    '{"do": "act", "id": "1", "number": 1, "action": 1, "more": 1}',
    '{"do": "act", "id": "' + "x" * 100 + '", "number": 1, "action": 1}',
    '{"do": "chat", "id": "1", "text": ""}',
    '{"do": "chat", "id": "1", "text": "\\ud800"}',
    "[" * 4000,
    '{"a":' * 1000,
    "\ufeff{}",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_what_cannot_be_read_is_answered_and_the_connection_stays(server: Running, text: str) -> None:
    table, keys = two(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        client.socket.send(text)
        assert client.until("answer")["error"]["code"] == "malformed"
        assert client.ask(do="ping")["ok"]


NESTED = [
    "[" * 4000,
    '{"a":' * 1000,
    "[" * 500 + "]" * 500,
    "9" * 5000,
    '{"do":"act","id":"1","number":' + "9" * 5000 + "}",
]


@pytest.mark.parametrize("body", NESTED)
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/ID/do", "/api/tables/ID/sit"])
def test_a_body_nested_however_deep_is_malformed(server: Running, path: str, body: str) -> None:
    table, keys = two(server)
    answer = server.http.post(path.replace("ID", table["table"]), content=body, headers=bearer(keys[0]))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


def test_options_and_records_nested_however_deep_are_refused(server: Running) -> None:
    setup = '{"game": "magpie", "seats": [{}, {}], "options": {"a": ' + "[" * 500 + "]" * 500 + "}}"
    assert server.http.post("/api/tables", content=setup).status_code == 400
    for path in ("/api/verify", "/api/replay"):
        assert server.http.post(path, content="[" * 60_000).status_code in (200, 422)


@pytest.mark.parametrize(
    "command",
    [
        {"do": "ping", "id": "x\n"},
        {"do": "hello", "id": "x", "table": "abc\n"},
        {"do": "sit", "id": "x", "name": "A", "token": "x" * 22 + "\n"},
    ],
)
def test_no_line_feed_follows_an_id_a_table_or_a_token(command: Json) -> None:
    with pytest.raises(Malformed):
        read_command(json.dumps(command))


def test_a_game_that_is_not_there_has_a_code_of_its_own(server: Running) -> None:
    answer = server.http.get("/api/games/nothing/rules")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "unknown_game")


def test_bytes_are_read_as_text_or_refused(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        client.socket.send(b"\xff\xfe\x00")
        assert client.until("answer")["error"]["code"] == "malformed"
        client.socket.send(json.dumps({"do": "ping", "id": "b"}).encode())
        assert client.until("answer", id="b")["ok"]


def test_text_that_is_no_utf_8_closes_the_connection_alone(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        client.socket.send(b'{"do": "ping", "id": "\xff"}', text=True)
        assert client.ended() == 1007
    assert server.state(table, keys[0])["phase"] == "playing"


def test_a_message_in_parts_is_read_as_one_and_has_the_same_limit(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        client.socket.send(['{"do": "pi', 'ng", "id": ', '"whole"}'])
        assert client.until("answer", id="whole")["ok"]
        with contextlib.suppress(ConnectionClosed):  # the server may hang up before the last part is sent
            client.socket.send(["x" * 3000] * 3)
        assert client.ended() == 1009


def test_a_peer_that_answers_no_ping_is_let_go() -> None:
    hello = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    hello += b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    with somewhere() as data, running(data, ping_seconds=0.05, hello_seconds=600) as server:
        with socket.create_connection(("127.0.0.1", server.port), GENEROUS) as silent:
            silent.sendall(hello)
            heard = b""
            while more := silent.recv(4096):
                heard += more
        assert b" 101 " in heard
        assert b"\x89\x00" in heard, "a ping"
        assert b"\x03\xf3no answer" in heard, "goodbye, with code 1011"
        with server.connect() as client:  # its library answers pings, and it may stay
            for _ in range(5):
                assert client.ask(do="ping")["error"]["code"] == "malformed"


def test_a_frame_over_8_kib_closes_the_connection_alone(server: Running) -> None:
    table, keys = two(server)
    with server.connect() as client:
        client.hello(table["table"], keys[0])
        client.socket.send("x" * 8193)
        assert client.ended() == 1009
    assert server.state(table, keys[0])["phase"] == "playing"


def test_http_bodies_and_paths_of_any_kind_never_make_a_5xx(server: Running) -> None:
    pick = random.Random(2)
    table, keys = two(server)
    paths = ["/api/tables", f"/api/tables/{table['table']}/do", f"/api/tables/{table['table']}/sit", "/api/verify"]
    for _ in range(400):
        path = pick.choice([*paths, "/api/replay", "/api/replay?seat=9"])
        answer = server.http.post(
            path, content=malformed(pick, [SETUP, *COMMANDS]), headers=bearer(pick.choice([keys[0], "x"]))
        )
        assert answer.status_code < 500, answer.text
        if not answer.is_success:
            assert answer.json()["error"]["reason"]
    for path in (
        "/api/tables/%00",
        "/api/tables/..%2f..",
        "/api/tables/ABC",
        "/api/tables/" + "a" * 500,
        f"/api/tables/{table['table']}?eye=99",
        f"/api/tables/{table['table']}?eye=x",
        f"/api/tables/{table['table']}?offers=all",
        f"/api/tables/{table['table']}/wait",
        f"/api/tables/{table['table']}/wait?since=-1",
        f"/api/tables/{table['table']}/wait?since=1&seconds=1e9",
        "/api/games/..%2f..%2fetc/rules",
        "/../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/settings.py",
    ):
        answer = server.http.get(path, headers=bearer(keys[0]))
        assert answer.status_code in (200, 400, 403, 404, 422), path
        assert "root:" not in answer.text
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"):
        assert server.http.request(method, "/api/tables").status_code < 500


def test_security_headers_stand_on_every_answer(server: Running) -> None:
    for path in ("/", "/api/games", "/api/none", "/health", "/t/some"):
        headers = server.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_over_the_rate_one_is_refused_and_then_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.net.session.STRIKES", 5)
    with somewhere() as data, running(data, commands_per_second=0.0001, commands_at_once=2 + COSTS[Hello]) as server:
        table = server.create([HERE, BOT], options=QUIET)
        with server.connect() as client:
            client.hello(table["table"], table["token"])
            with contextlib.suppress(ConnectionClosed):  # it may be cut off before the last is sent
                for _ in range(10):
                    client.send(do="ping")
            assert client.ended() == 1008
            codes = [
                "ok" if answer["ok"] else answer["error"]["code"] for answer in client.rest if answer["is"] == "answer"
            ]
            assert codes[:2] == ["ok", "ok"]
            assert set(codes[2:]) <= {"too_many"}


def test_an_address_has_a_rate_over_all_its_requests_and_tables() -> None:
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=3) as server:
        assert [server.http.get("/health").status_code for _ in range(5)] == [200, 200, 200, 429, 429]
    with somewhere() as data, running(data, tables_per_minute=0.001) as server:
        setup = {"game": "magpie", "seats": [HERE, OPEN]}
        codes = [server.http.post("/api/tables", json=setup).status_code for _ in range(7)]
        assert codes == [201] * 5 + [429] * 2


@pytest.mark.parametrize("path", ["log", "record"])
def test_a_long_log_that_is_read_whole_counts_for_more(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=100) as server:
        table = server.create([HERE, BOT], options=QUIET)
        read = f"/api/tables/{table['table']}/{path}"
        codes = [server.http.get(read, headers=bearer(table["token"])).status_code for _ in range(3)]
        monkeypatch.setattr("tetracade.server.api.http.LOG_LINE", 1000.0)  # as if it had ever so many lines
        codes += [server.http.get(read, headers=bearer(table["token"])).status_code for _ in range(2)]
        assert codes == [200, 200, 200, 200, 429]


def test_an_address_has_a_rate_over_all_its_connections() -> None:
    most = REQUESTS["create_table"] + 2 + COSTS[Hello] + 3  # a table, two connections, a hello and three pings
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=most) as server:
        table = server.create([HERE, BOT], options=QUIET)
        codes = []
        with server.connect() as one, server.connect() as other:
            for client in (one, other):
                client.send(do="hello", table=table["table"], key=table["token"])
                for _ in range(4):
                    answer = client.until("answer")
                    codes.append("ok" if answer["ok"] else answer["error"]["code"])
                    client.send(do="ping")
        assert codes == ["ok", "ok", "ok", "ok", "too_many", "too_many", "too_many", "too_many"]


def test_opening_a_connection_counts_for_the_rate_of_the_address() -> None:
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=3) as server:
        with server.connect(), server.connect(), server.connect(), pytest.raises(InvalidStatus) as refused:
            server.connect()
        assert refused.value.response.status_code == 429
        assert server.http.get("/api/games").status_code == 429


def test_the_server_has_a_cap_on_tables_and_on_sockets() -> None:
    with somewhere() as data, running(data, most_tables=2, sockets_per_address=1) as server:
        setup = {"game": "magpie", "seats": [HERE, OPEN]}
        codes = [server.http.post("/api/tables", json=setup).status_code for _ in range(3)]
        assert codes == [201, 201, 503]
        with server.connect() as client:
            assert client.ask(do="ping")["error"]["code"] == "malformed"
            with pytest.raises((InvalidStatus, ConnectionClosed)), server.connect() as other:
                other.read()


def test_one_who_says_nothing_is_let_go() -> None:
    with somewhere() as data, running(data, hello_seconds=0.01) as server, server.connect() as silent:
        assert silent.ended() == 1008


def test_a_slow_reader_is_cut_off_and_may_come_again() -> None:
    with somewhere() as data, running(data, queue_bytes=200) as server:
        table = server.create([HERE, BOT], options=QUIET)
        with server.connect() as client:
            client.send(do="hello", table=table["table"], key=table["token"])
            assert client.ended() == 1013
        assert server.state(table, table["token"])["phase"] == "playing"


def test_stopping_tells_the_viewers_to_come_again() -> None:
    with somewhere() as data:
        with running(data) as server:
            table = server.create([HERE, BOT], options=QUIET)
            client = server.connect()
            client.hello(table["table"], table["token"])
        assert client.ended() == 1012
        client.close()


def waited(server: Running, table: Json) -> Json:
    """What comes of waiting for a change at a table where there is none."""
    params = {"since": server.state(table, table["token"])["number"], "seconds": GENEROUS}
    with httpx.Client(base_url=server.http.base_url, timeout=GENEROUS * 2) as client:
        answer = client.get(f"/api/tables/{table['table']}/wait", params=params, headers=bearer(table["token"]))
    assert answer.status_code == 200
    return dict(answer.json())


def test_stopping_answers_who_waits_for_a_change(caplog: pytest.LogCaptureFixture) -> None:
    with somewhere() as data, ThreadPoolExecutor() as threads:
        with running(data) as server:
            table = server.create([HERE, OPEN])
            asked = [threads.submit(waited, server, table) for _ in range(3)]
            server.until(lambda: len(server.rooms.in_memory[table["table"]].changed._waiters) == len(asked))
        assert [one.result() for one in asked] == [{"number": 1, "updates": [], "snapshot": None}] * len(asked)
    assert not complaints(caplog.records)


def test_names_are_text_without_control_characters(server: Running) -> None:
    table = server.create([{"kind": "here", "name": "<img src=x>\u202e"}, OPEN, OPEN])
    assert server.state(table, table["token"])["seats"][0]["name"] == "<img src=x>"
    answer = server.http.post(
        f"/api/tables/{table['table']}/sit", json={"name": "\u0007"}, headers=bearer(table["invite"])
    )
    assert answer.json()["error"]["code"] == "malformed"
    assert isinstance(answer, httpx.Response)
