"""Connections that do what they should are kept, and get all that is meant for them."""

import json
import select
import socket
import threading
from collections import Counter

import pytest

from tests.server.running import GENEROUS, Client, MovedTime, running, somewhere
from tests.server.test_connections import GET
from tests.server.test_protocol import two
from tetracade.server.net.connections import Connection

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_who_has_said_hello_may_be_silent() -> None:
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=3600) as server:
        table, keys = two(server)
        with server.connect() as client:
            client.hello(table["table"], keys[0])
            for _ in range(5):
                server.move(600)
            assert client.ask(do="ping")["ok"]


def test_who_answers_pings_is_kept_when_who_does_not_is_let_go() -> None:
    with somewhere() as data, running(data, ping_seconds=2) as server:
        table, keys = two(server)
        with server.connect() as client, socket.create_connection(("127.0.0.1", server.port), GENEROUS) as silent:
            client.hello(table["table"], keys[0])
            silent.sendall(UPGRADE)
            heard = bytearray()
            while more := silent.recv(4096):
                heard += more
            assert b" 101 " in heard, "it was let in"
            assert client.ask(do="ping")["ok"], "its library has answered as many pings"


def test_visits_that_are_over_count_no_more() -> None:
    with somewhere() as data, running(data, sockets_per_address=3, connections_per_address=5) as server:
        table, keys = two(server)
        for _ in range(12):
            with server.connect() as client:
                client.hello(table["table"], keys[0])
                assert client.ask(do="ping")["ok"]


def test_nobody_saves_up_for_a_flood() -> None:
    rates = {"commands_per_second": 1, "commands_at_once": 20}
    with somewhere() as data, running(data, moved=MovedTime(), ping_seconds=1e6, **rates) as server:
        table, keys = two(server)
        with server.connect() as client:
            client.hello(table["table"], keys[0])
            server.move(3600)
            for number in range(65):
                client.send(do="ping", id=f"p{number}")
            answers = [client.until("answer")["ok"] for _ in range(65)]
            assert 10 <= sum(answers) < 60


def said(client: Client, text: str) -> None:
    assert client.ask(do="chat", text=text)["ok"]


def snapshot_size(client: Client) -> int:
    """How many bytes a snapshot has now."""
    client.send(do="look", seat=0)
    while True:
        data = client.socket.recv(GENEROUS, decode=False)
        assert isinstance(data, bytes)
        if json.loads(data)["is"] == "snapshot":
            return len(data)


@pytest.mark.parametrize("size", [65_535, 65_536, 65_537])
def test_a_message_comes_whole_whatever_its_size(size: int) -> None:
    with somewhere() as data, running(data) as server:
        table, keys = two(server)
        with server.connect() as client:
            client.hello(table["table"], keys[0])
            while (now := snapshot_size(client)) < size - 1100:
                said(client, "😀" * (280 if now < size - 3000 else 40))
            said(client, "x")
            more = snapshot_size(client) - now - 1  # what a line takes beside its text
            wanted = size - snapshot_size(client) - more
            said(client, "😀" * (wanted // 4 - 1) + "x" * (wanted % 4 + 4))
            assert snapshot_size(client) == size


def test_who_stops_reading_for_a_while_gets_all_that_was_sent_meanwhile() -> None:
    with somewhere() as data, running(data, queue_bytes=1 << 30) as server:
        table, keys = two(server, away_after=3600)  # nothing else is to be told meanwhile
        with server.connect() as client:
            client.hello(table["table"], keys[0])
            for _ in range(60):
                said(client, "😀" * 280)
            for _ in range(4):  # 70 MB, which no system keeps for who does not read
                for _ in range(250):
                    client.send(do="look", seat=0)
                assert server.http.get("/health").json()["ok"]
            kinds = Counter(client.read()["is"] for _ in range(2000))
            assert kinds == {"answer": 1000, "snapshot": 1000}


def test_who_read_slowly_once_gets_the_answer_that_takes_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    slow, paused = threading.Event(), Connection.pause_writing

    def pause_writing(self: Connection) -> None:
        paused(self)
        slow.set()

    monkeypatch.setattr(Connection, "pause_writing", pause_writing)
    with somewhere() as data, running(data, moved=MovedTime()) as server, socket.socket() as client:
        table, keys = two(server)
        client.settimeout(GENEROUS)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        client.sendall(GET.replace(b"/health", b"/api/games") * 600 + GET)
        assert slow.wait(GENEROUS)
        end = b""
        while b'"ok"' not in end:
            end = (end + client.recv(1 << 20))[-500:]
        path = f"/api/tables/{table['table']}/wait?since=1000000&seconds=60"
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {keys[0]}\r\n\r\n".encode())
        while not select.select([client], [], [], 0.1)[0]:
            server.move(5)
        assert b"HTTP/1.1 200" in client.recv(4096)
