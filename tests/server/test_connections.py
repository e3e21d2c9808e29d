"""Connections that ask for nothing, or for too much."""

import os
import select
import socket
import subprocess
import sys
from contextlib import ExitStack

import httpx
import pytest

from tests.server.running import GENEROUS, MovedTime, Running, free_port, running, somewhere
from tetracade.server.net.connections import Visitors

GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
REPLAY = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"


def connected(port: int) -> socket.socket:
    """A connection that has said nothing."""
    return socket.create_connection(("127.0.0.1", port), timeout=GENEROUS)


def all_of(peer: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    heard = b""
    try:
        while more := peer.recv(1 << 16):
            heard += more
    except ConnectionResetError:
        pass  # a connection that is cut off ends so
    return heard


def answer_to(peer: socket.socket, asked: bytes = GET) -> bytes:
    """The answer to a request for the server's health, or to what begins with one."""
    peer.sendall(asked)
    heard = b""
    while b"}" not in heard:
        more = peer.recv(4096)
        assert more, heard
        heard += more
    return heard


def answered(port: int, more: bytes = b"") -> socket.socket:
    """A connection whose first request, sent with so much more, was answered; on a busy machine not the first try's."""
    for _ in range(1000):
        peer = connected(port)
        try:
            assert b" 200 " in answer_to(peer, GET + more)
        except (AssertionError, ConnectionError):  # the server was quicker to hang up
            peer.close()
        else:
            return peer
    raise AssertionError("nobody was answered")


@pytest.mark.parametrize("begun", [b"", b"GET /health HTTP/1.1\r\nHost:", REPLAY + b"tetrad"])
def test_who_does_not_finish_a_request_is_let_go(begun: bytes) -> None:
    with somewhere() as data, running(data, request_seconds=0.05) as server:
        with connected(server.port) as client:
            client.sendall(begun)
            assert all_of(client) == b""
        with answered(server.port) as client:
            client.sendall(begun or b"G")  # the next request on a connection has no more time than the first
            assert all_of(client) == b""
        with answered(server.port, begun or b"G") as client:  # nor if it begins to come before the first is answered
            assert all_of(client) == b""
        assert server.rooms.metrics.counts["errors"] == 0


def test_a_connection_stays_between_requests() -> None:
    with somewhere() as data, running(data, request_seconds=0.05) as server, answered(server.port) as client:
        with connected(server.port) as other:
            assert all_of(other) == b"", "the time for a request is over"
        assert b" 200 " in answer_to(client)


def test_an_address_has_so_many_connections_of_any_kind() -> None:
    with somewhere() as data, running(data, connections_per_address=3) as server:
        server.http.close()
        with connected(server.port) as idle, server.connect() as client:
            with connected(server.port) as third, connected(server.port) as fourth:
                assert b" 200 " in answer_to(third)
                assert all_of(fourth).startswith(b"HTTP/1.1 429 ")
                assert b" 200 " in answer_to(third)
            assert client.ask(do="ping")["error"]["code"] == "malformed"
            assert b" 200 " in answer_to(idle)
        answered_again(server)


def test_connections_are_counted_by_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """As all limits count addresses; that of IPv6 is shown where the address is read."""
    entered: list[str] = []
    enter = Visitors.enter

    def noted(visitors: Visitors, address: str) -> bool:
        entered.append(address)
        return enter(visitors, address)

    monkeypatch.setattr(Visitors, "enter", noted)
    monkeypatch.setattr("tetracade.server.net.origin._counted", lambda address: f"the network of {address}")
    with somewhere() as data, running(data) as server, connected(server.port) as client:
        assert b" 200 " in answer_to(client)
    assert set(entered) == {"the network of 127.0.0.1"}


def answered_again(server: Running) -> None:
    """Ask until the server has noticed that others have left."""
    for _ in range(1000):
        with connected(server.port) as client:
            client.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            if b" 200 " in all_of(client):
                return
    raise AssertionError("nobody was let in any more")


def test_behind_a_proxy_all_come_from_one_address() -> None:
    with ExitStack() as held:
        server = held.enter_context(running(held.enter_context(somewhere()), connections_per_address=1, proxied=True))
        for _ in range(5):
            assert b" 200 " in answer_to(held.enter_context(connected(server.port)))


def test_who_asks_for_nothing_makes_room_for_who_does() -> None:
    with ExitStack() as held:
        server = held.enter_context(running(held.enter_context(somewhere()), most_connections=4, proxied=True))
        busy = held.enter_context(connected(server.port))
        assert b" 200 " in answer_to(busy)
        idle = [held.enter_context(connected(server.port)) for _ in range(10)]
        late = held.enter_context(connected(server.port))
        assert b" 200 " in answer_to(late)
        assert all(all_of(peer) == b"" for peer in idle[:8])
        assert b" 200 " in answer_to(busy)
        assert b" 200 " in answer_to(idle[-1])


def test_who_was_answered_and_asks_for_nothing_more_makes_room() -> None:
    with ExitStack() as held:
        server = held.enter_context(running(held.enter_context(somewhere()), most_connections=4, proxied=True))
        kept = [held.enter_context(connected(server.port)) for _ in range(4)]
        assert all(b" 200 " in answer_to(peer) for peer in kept)
        late = [held.enter_context(connected(server.port)) for _ in range(2)]
        assert all(b" 200 " in answer_to(peer) for peer in late)
        assert [all_of(peer) for peer in kept[:2]] == [b"", b""]
        assert all(b" 200 " in answer_to(peer) for peer in kept[2:] + late)


def test_who_does_not_read_answers_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.net.connections.UNREAD_SECONDS", 0.05)
    asked = GET.replace(b"/health", b"/api/games") * 10_000
    with somewhere() as data, running(data) as server, socket.socket() as client:
        client.settimeout(GENEROUS)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        client.sendall(asked)
        ends = select.poll()
        ends.register(client, 0)  # to hear of the end alone
        assert ends.poll(GENEROUS * 1000)


SERVES = """
import resource, sys
from pathlib import Path
from tetracade.server.serve import serve
from tetracade.server.settings import Settings
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), workers=0))
"""


def test_who_holds_more_connections_than_there_are_files_keeps_nobody_out() -> None:
    with somewhere() as data:
        port = free_port()
        words = [sys.executable, "-c", SERVES, str(data), str(port)]
        plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # no game is played here, so none need be compiled
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=plain) as process, ExitStack() as held:
            held.callback(process.terminate)
            assert process.stderr is not None
            assert any("Uvicorn running" in line for line in process.stderr)
            for _ in range(400):
                held.enter_context(connected(port))
            other = httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=GENEROUS)
            assert held.enter_context(other).get(f"http://127.0.0.1:{port}/health").json()["ok"]


@pytest.mark.parametrize("empty", [b"\r\n", b"\n", b"\r\n\r\n\n"])
def test_empty_lines_before_a_request_are_skipped(server: Running, empty: bytes) -> None:
    """They closed the connection, and a request that was on its way got no answer."""
    with connected(server.port) as peer:
        for before, after in ((empty, b""), (b"", empty), (b"", b""), (empty, empty)):
            assert b" 200 " in answer_to(peer, before + GET + after)


def test_an_empty_line_is_skipped_however_it_is_cut(server: Running) -> None:
    with connected(server.port) as peer:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in (b"\r", b"\n", b"\r", b"\n" + GET[:1]):
            peer.sendall(piece)
            server.inside(lambda: None)  # it has read this much before the next comes
        assert b" 200 " in answer_to(peer, GET[1:])


def test_what_is_no_request_is_answered_before_the_server_hangs_up(server: Running) -> None:
    for wrong in (
        b"\rGET / HTTP/1.1\r\n\r\n",
        b"\r\n\x00\x01\r\n\r\n",
        b"GET\r\n\r\n",
        GET[:-4] + b"\r\nno header\r\n\r\n",
    ):
        with connected(server.port) as peer:
            peer.sendall(wrong)
            assert all_of(peer).startswith(b"HTTP/1.1 400 "), wrong


def test_empty_lines_alone_are_no_request_and_have_twenty_seconds() -> None:
    with somewhere() as data, running(data, moved=MovedTime()) as server, connected(server.port) as peer:
        for _ in range(3):
            peer.sendall(b"\r\n" * 1000)
            server.until(lambda: len(server.visitors.waiting) == 1)
            server.move(6)
        server.move(3)
        assert all_of(peer) == b""
