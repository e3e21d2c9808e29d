"""Every timer of the server through its whole life, in a time that the test moves: nobody waits for it."""

import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import httpx
import pytest

from tests.server.running import GENEROUS, Json, MovedTime, Running, bearer, running, somewhere
from tests.server.stored import all_written, first, rows_of
from tests.server.test_connections import GET, all_of, answer_to, answered, connected
from tests.server.test_protocol import two
from tests.server.test_sealed_answers import asked_table
from tests.server.test_tables import BOT, HERE, OPEN, QUIET
from tests.server.test_websocket import BEGIN, framed, heard_until
from tetracade.server.net.connections import UNREAD_SECONDS, Connection
from tetracade.server.net.session import Session
from tetracade.server.net.websocket import CLOSE_SECONDS, WebSocket
from tetracade.server.rooms.rooms import SWEEP_SECONDS
from tetracade.server.serve import KEEP_ALIVE
from tetracade.table.clock import LAG

DAY = 86400.0
PING = b"\x89\x00"
PONG = b"\x8a\x80mask"


@contextmanager
def moving(**changes: Any) -> Iterator[Running]:
    """A server whose time the test moves."""
    with somewhere() as data, running(data, moved=MovedTime(), **changes) as server:
        yield server


def framed_hello(table: Json) -> bytes:
    """The first message of one who watches."""
    hello = {"do": "hello", "id": "h", "table": table["table"], "key": table["watch"]}
    return framed(json.dumps(hello, separators=(",", ":")).encode())


# ---- connections ---------------------------------------------------------------------------------------------------


def at_once(line: socket.socket, server: Running) -> None:
    line.sendall(BEGIN)


def in_pieces(line: socket.socket, server: Running) -> None:
    for start in range(0, len(BEGIN), 40):
        line.sendall(BEGIN[start : start + 40])
        server.inside(lambda: None)  # it has read this much before the next comes


def after_a_request(line: socket.socket, server: Running) -> None:
    answer_to(line)
    line.sendall(BEGIN)


def with_a_request(line: socket.socket, server: Running) -> None:
    line.sendall(GET + BEGIN)


@pytest.mark.parametrize("opens", [at_once, in_pieces, after_a_request, with_a_request])
def test_a_websocket_outlives_the_time_that_a_request_has(opens: Callable[[socket.socket, Running], None]) -> None:
    """However its request came: with each of these the connection was once taken for one that sends no request."""
    with moving() as server, connected(server.port) as client:
        table = server.create([HERE, OPEN])
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        opens(client, server)
        heard_until(client, b" 101 ")
        client.sendall(framed_hello(table))
        heard_until(client, b'"is":"presence"')
        for number in range(12):  # ten minutes
            server.move(19)
            client.sendall(framed(b'{"do": "ping", "id": "%d"}' % number))
            heard_until(client, b'"id":"%d"' % number)


def waiting(server: Running) -> int:
    """How many connections there are that ask for nothing."""
    return server.inside(lambda: len(server.visitors.waiting) + len(server.visitors.idle))


def websockets(server: Running) -> int:
    """How many connections are WebSockets, greeted or not."""
    return sum(isinstance(connection, WebSocket) for connection in server.connections)


def test_a_websocket_is_none_of_those_who_ask_for_nothing() -> None:
    """They make room where there are too many connections."""
    with moving(most_connections=4, proxied=True) as server:
        table = server.create([HERE, OPEN])
        with server.connect() as client, connected(server.port) as pipelined:
            client.hello(table["table"], table["token"])
            pipelined.sendall(GET + BEGIN)
            heard_until(pipelined, b" 101 ")
            assert waiting(server) == 1, "the client that created the table"
            for _ in range(20):
                with connected(server.port) as other:
                    assert b" 200 " in answer_to(other)
            assert client.ask(do="ping")["ok"]
            pipelined.sendall(framed(b'{"do": "ping", "id": "still"}'))
            heard_until(pipelined, b'"id":"still"')


@pytest.mark.parametrize("path", [b"/elsewhere", b"/ws?" + b"x" * 9000])
def test_a_refused_websocket_is_let_go_and_counts_no_longer(path: bytes) -> None:
    with moving() as server, connected(server.port) as client:
        client.sendall(BEGIN.replace(b"/ws", path))
        heard_until(client, b"HTTP/1.1 4")
        assert server.inside(lambda: websockets(server)) == 1
        server.move(CLOSE_SECONDS)  # we do not hang up, so the server does
        server.until(lambda: websockets(server) == 0)
        assert server.inside(server.visitors.by_address.total) == 0


@pytest.mark.parametrize("begun", [b"", b"GET /health HTTP/1.1\r\nHost:"])
def test_a_request_has_twenty_seconds_in_all(begun: bytes) -> None:
    with moving() as server, connected(server.port) as client:
        client.sendall(begun)
        server.until(lambda: len(server.visitors.waiting) == 1)
        server.move(19)
        client.sendall(b"G" if not begun else b" h")
        server.inside(lambda: None)
        assert server.inside(lambda: len(server.visitors.waiting)) == 1
        server.move(1)
        assert all_of(client) == b""


def test_who_was_answered_stays_for_seventy_five_seconds() -> None:
    with moving() as server, answered(server.port) as client:
        for _ in range(3):
            server.move(KEEP_ALIVE - 1)
            assert b" 200 " in answer_to(client), "each answer counts anew"
        server.move(KEEP_ALIVE)
        assert all_of(client) == b""


def unread(server: Running) -> int:
    """How many connections have an answer that lies there."""
    return sum(isinstance(one, Connection) and one._unread is not None for one in server.connections)


ANSWERS = 800
"""So many of the longest answers are more than the system takes in for one who does not read."""


@contextmanager
def not_reading(server: Running) -> Iterator[socket.socket]:
    """A connection that asks for much and reads nothing."""
    with socket.socket() as client:
        client.settimeout(GENEROUS)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        client.sendall(GET.replace(b"/health", b"/api/games") * ANSWERS)
        server.until(lambda: unread(server) == 1)
        yield client


def test_an_answer_that_nobody_reads_lies_there_for_a_minute() -> None:
    with moving() as server, not_reading(server) as client:
        server.move(UNREAD_SECONDS - 1)
        assert server.inside(lambda: unread(server)) == 1
        server.move(1)
        server.until(lambda: unread(server) == 0)
        assert server.inside(server.visitors.by_address.total) == waiting(server)
        client.close()


def test_an_answer_that_is_read_in_the_end_costs_nobody_the_connection() -> None:
    with moving() as server, not_reading(server) as client:
        server.move(UNREAD_SECONDS - 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        heard = bytearray()
        while heard.count(b"HTTP/1.1 200") < ANSWERS:
            heard += client.recv(1 << 20)
        server.move(UNREAD_SECONDS + 1)
        client.sendall(GET)
        heard_until(client, b'"ok"')


def test_an_unread_answer_goes_over_to_the_websocket_that_follows_it() -> None:
    """Its connection is not hung up on after a minute, and what it does not read counts as such."""
    with moving() as server, connected(server.port) as client:
        table = server.create([HERE, OPEN])
        server.until(lambda: len(server.visitors.waiting) == 1)
        connection = next(iter(server.visitors.waiting))
        server.inside(connection.pause_writing)  # as the transport says it; a reader slow to the byte is hard to be
        client.sendall(BEGIN)
        heard_until(client, b" 101 ")
        server.until(lambda: isinstance(connection.transport.get_protocol(), Session))  # a moment after it was told so
        websocket = cast(Session, connection.transport.get_protocol())
        client.sendall(framed_hello(table))
        server.until(lambda: websocket.viewer is not None)
        assert server.inside(lambda: len(websocket._waiting)) > 0, "it waits until the reader reads"
        for _ in range(4):
            server.move(19)
            client.sendall(PONG)
            server.until(lambda: not websocket._silent)
        server.inside(websocket.resume_writing)
        heard_until(client, b'"is":"presence"')


# ---- WebSockets ----------------------------------------------------------------------------------------------------


def test_who_says_nothing_for_ten_seconds_is_told_to_say_hello() -> None:
    with moving() as server, server.connect() as client:
        server.move(9)
        assert client.ask(do="ping")["error"]["code"] == "malformed"
        server.move(1)
        assert client.ended() == 1008


def test_who_answers_pings_stays_and_who_does_not_is_let_go_after_the_second() -> None:
    with moving() as server, connected(server.port) as client:
        table = server.create([HERE, OPEN])
        client.sendall(BEGIN)
        heard_until(client, b" 101 ")
        client.sendall(framed_hello(table))
        heard_until(client, b'"is":"presence"')
        for _ in range(10):
            server.move(20)
            heard_until(client, PING)
            client.sendall(PONG)
            server.until(lambda: not any(getattr(one, "_silent", False) for one in server.connections))
        server.move(20)
        heard_until(client, PING)
        assert server.inside(lambda: websockets(server)) == 1
        server.move(20)
        heard_until(client, b"\x03\xf3no answer")  # 1011
        server.move(CLOSE_SECONDS)  # it does not say goodbye either
        server.until(lambda: websockets(server) == 0)


# ---- tables --------------------------------------------------------------------------------------------------------


def test_who_is_gone_for_a_minute_is_away_and_a_bot_may_play() -> None:
    with moving() as server:
        table, keys = two(server)
        with server.connect() as here:
            here.hello(table["table"], keys[0])
            with server.connect() as gone:
                gone.hello(table["table"], keys[1])
            server.until(lambda: len(server.rooms.in_memory[table["table"]].here.viewers) == 1)
            server.move(59)
            assert here.ask(do="stand_in", seat=1)["error"]["code"] == "wrong_phase"
            server.move(2)
            while not here.until("presence")["seats"][1].get("away"):  # told without being asked
                pass
            assert here.ask(do="stand_in", seat=1)["ok"]


def test_everybody_waits_four_seconds_where_it_is_secret_who_is_asked() -> None:
    with moving() as server:
        table, keys, number = asked_table(server, 3)
        for key in keys[1:]:
            assert server.do(table, key, do="act", id="p", number=number, action="pass")["ok"]
        server.move(1)  # real time passes too: leave it room
        assert server.state(table, keys[0])["number"] == number, "also when all have answered"
        server.move(3)
        assert server.state(table, keys[0])["number"] > number


def test_a_turn_s_time_ends_and_the_next_one_s_begins() -> None:
    with moving() as server:
        table, keys = two(server, clock={"turn": 30})
        before = server.state(table, keys[0])
        server.move(29 + LAG)
        assert server.state(table, keys[0])["number"] == before["number"]
        server.move(1.1)
        after = server.state(table, keys[0])
        assert after["number"] > before["number"]
        assert after["acting"] != before["acting"]
        server.move(28)
        assert server.state(table, keys[0])["number"] == after["number"], "the next has its own thirty seconds"


def test_a_game_s_time_ends_the_game() -> None:
    with moving() as server:
        table, keys = two(server, clock={"bank": 600})
        server.move(599 + LAG)
        assert server.state(table, keys[0])["phase"] == "playing"
        server.move(1.1)
        assert server.state(table, keys[0])["phase"] == "over"


def test_a_bot_that_never_answers_acts_when_its_time_is_over() -> None:
    bot = "tests.server.stand_in:hanging"
    with moving(workers=1, bot=bot) as server:
        table = server.create([BOT, HERE], options=QUIET)
        state = server.state(table, table["token"])
        number = state["number"]
        if state["acting"] == [1]:
            answer = server.do(table, table["token"], do="act", number=number, action=state["offers"][-1]["action"])
            number = answer["number"]
        server.until(lambda: server.rooms.bots._thoughts)
        end = time.monotonic() + GENEROUS
        while server.state(table, table["token"])["number"] == number:
            assert time.monotonic() < end
            server.move(10)


def test_who_waits_for_a_change_is_answered_when_the_wait_is_over() -> None:
    with moving() as server, ThreadPoolExecutor() as threads:
        table, keys = two(server)
        number = server.state(table, keys[0])["number"]
        path = f"{server.http.base_url}/api/tables/{table['table']}/wait"
        asked = threads.submit(
            httpx.get, path, params={"since": number, "seconds": 60}, headers=bearer(keys[0]), timeout=GENEROUS
        )
        live = server.rooms.in_memory[table["table"]]
        server.until(lambda: live.changed._waiters)
        server.move(59)
        assert not asked.done()
        server.move(1)
        assert asked.result(GENEROUS).json()["updates"] == []


def test_a_quiet_table_leaves_the_memory_after_two_minutes_and_the_file_after_sixty_days() -> None:
    with moving() as server:
        table, keys = first(server)
        in_memory = server.rooms.in_memory
        server.move(SWEEP_SECONDS)
        server.move(80)
        assert table["table"] in in_memory
        server.move(SWEEP_SECONDS)
        server.until(lambda: table["table"] not in in_memory)
        assert server.state(table, keys[0])["phase"] == "playing", "it comes back when it is asked for"
        server.move(120)
        server.move(SWEEP_SECONDS)
        all_written(server)
        for _ in range(59):
            server.move(DAY)
        all_written(server)
        assert rows_of(server.rooms.settings.data, "SELECT count(*) FROM tables") == [(1,)]
        for _ in range(2):
            server.move(DAY)
        server.until(lambda: rows_of(server.rooms.settings.data, "SELECT count(*) FROM tables") == [(0,)])
        path = f"/api/tables/{table['table']}"
        assert server.http.get(path, headers=bearer(keys[0])).json()["error"]["code"] == "unknown_table"


def test_the_date_that_files_get_is_the_one_the_source_tells() -> None:
    ahead = 1000 * DAY
    with somewhere() as data, running(data, moved=MovedTime(wall=ahead)) as server:
        before = time.time() + ahead
        first(server)
        all_written(server)
        ((created, touched),) = rows_of(data, "SELECT created, touched FROM tables")
        assert before <= created <= touched <= time.time() + ahead


def test_a_table_that_is_over_makes_room_for_another_within_half_a_minute() -> None:
    with moving(most_tables=1) as server:
        table, keys = two(server)
        setup = {"game": "magpie", "seats": [HERE, OPEN]}
        assert server.http.post("/api/tables", json=setup).json()["error"]["code"] == "full"
        assert server.do(table, keys[0], do="resign")["ok"]
        server.move(SWEEP_SECONDS)
        server.until(lambda: server.rooms.metrics.gauges["tables_open"][1]() == 0)
        assert server.http.post("/api/tables", json=setup).status_code == 201
