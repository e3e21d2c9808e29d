"""Real sockets of every kind, held for a minute and a half of real time beside the other tests: none is closed unmeant.

Tests that move the time see every timer of ours; this one also sees those that nobody thought of.
"""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

import pytest

from tests.server.running import GENEROUS, Client, Json, Running, running, somewhere
from tests.server.test_protocol import two
from tests.server.test_websocket import BEGIN, framed, heard_until

SECONDS = 90.0
"""Longer than any time the server grants somebody who is silent, and than its proxies' usual minute."""
PACE = 3.0


class Proxy:
    """A proxy on a port of its own: it tells the client's address with the first request, and passes bytes on."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, (address, _) = self._listening.accept()
            except OSError:  # closed: the test is over
                return
            server = socket.create_connection(("127.0.0.1", self._target))
            self._open += [client, server]
            told = f"\r\nX-Forwarded-For: {address}\r\n".encode()
            threading.Thread(target=_pass_on, args=(client, server, told), daemon=True).start()
            threading.Thread(target=_pass_on, args=(server, client, b""), daemon=True).start()

    def close(self) -> None:
        """Close all connections."""
        for one in (self._listening, *self._open):
            one.close()


def _pass_on(source: socket.socket, target: socket.socket, told: bytes) -> None:
    """Pass on what comes, with this after the first line of a request."""
    try:
        while data := source.recv(1 << 16):
            if told:
                data, told = data.replace(b"\r\n", told, 1), b""
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:  # the other side is closed
        source.close()


class Slow:
    """One that watches on a bare socket with little room, reads a few bytes at a time, and answers pings."""

    def __init__(self, port: int, table: Json) -> None:
        self.socket = socket.socket()
        self.socket.settimeout(GENEROUS)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(BEGIN)
        heard_until(self.socket, b" 101 ")
        hello = {"do": "hello", "id": "h", "table": table["table"], "key": table["watch"]}
        self.socket.sendall(framed(json.dumps(hello, separators=(",", ":")).encode()))
        self.heard = b""

    def read_some(self) -> None:
        """Read a little; fails where the server has closed."""
        more = self.socket.recv(2000)
        assert more, "closed"
        self.heard = (self.heard + more)[-4000:]
        self.socket.sendall(b"\x8a\x80mask")


@contextmanager
def both(data_of: ExitStack) -> Iterator[tuple[Running, Running, Proxy]]:
    """A server of its own, and one behind a proxy."""
    plain = data_of.enter_context(running(data_of.enter_context(somewhere())))
    behind = data_of.enter_context(running(data_of.enter_context(somewhere()), proxied=True))
    proxy = Proxy(behind.port)
    try:
        yield plain, behind, proxy
    finally:
        proxy.close()


def wink_and_undo(client: Client, number: int) -> int:
    """Act and take it back; returns the table's number then."""
    answer = client.ask(do="act", number=number, action="wink")
    assert answer["ok"], answer
    answer = client.ask(do="undo", number=answer["number"])
    assert answer["ok"], answer
    return int(answer["number"])


@pytest.mark.timeout(280)
def test_no_socket_of_any_kind_is_closed_within_a_minute_and_a_half() -> None:
    with ExitStack() as held, both(held) as (plain, behind, proxy):
        players: list[tuple[Client, int]] = []
        watching: list[Client] = []
        idle: list[Client] = []
        slow: list[Slow] = []
        for server, port in ((plain, plain.port), (behind, proxy.port)):
            direct, server.port = server.port, port  # connect by the proxy where there is one
            table, keys = two(server, undo="free")
            first = held.enter_context(server.connect())
            players.append((first, first.hello(table["table"], keys[0])["number"]))
            watching += [held.enter_context(server.connect()), held.enter_context(server.connect())]
            watching[-2].hello(table["table"], keys[1])
            watching[-1].hello(table["table"], table["watch"])
            quiet, keys = two(server)
            idle.append(held.enter_context(server.connect()))
            idle[-1].hello(quiet["table"], keys[0])
            slow.append(Slow(server.port, table))
            held.callback(slow[-1].socket.close)
            server.port = direct
        end = time.monotonic() + SECONDS
        pause = threading.Event()
        while time.monotonic() < end:
            players = [(client, wink_and_undo(client, number)) for client, number in players]
            for client in watching:
                client.until("update", number=players[watching.index(client) // 2][1])
            for one in slow:
                one.read_some()
            pause.wait(PACE)  # real time is what this test is about
        for client, number in players:
            wink_and_undo(client, number)
        for client in (*watching, *idle):
            assert client.ask(do="ping")["ok"]
        for one in slow:
            one.socket.sendall(framed(b'{"do": "ping", "id": "last"}'))
            while b'"id":"last"' not in one.heard:
                one.read_some()
        for server in (plain, behind):
            counts = server.inside(partial(dict, server.rooms.metrics.counts))
            assert counts.get("slow_readers", 0) == counts.get("errors", 0) == 0
