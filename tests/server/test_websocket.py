"""Frames on the WebSocket, however the network cuts them, and what they are charged."""

import itertools
import json
import socket

import pytest
from hypothesis import given, strategies
from websockets import frames

from tests.server.running import GENEROUS, Running, running, somewhere
from tests.server.test_tables import HERE, OPEN, QUIET
from tetracade.server.api.protocol import Hello, Why
from tetracade.server.net.costs import COMMANDS, ORDINARY, REQUESTS
from tetracade.server.net.frames import ends_even, head_of, is_whole_text, unmasked
from tetracade.server.net.limits import Buckets
from tetracade.server.net.session import STRIKES

BEGIN = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def framed(text: bytes) -> bytes:
    return (
        bytes((0x81, 0x80 | len(text))) + b"mask" + bytes(sign ^ b"mask"[place % 4] for place, sign in enumerate(text))
    )


def heard_until(peer: socket.socket, mark: bytes) -> bytes:
    """What comes, up to this and whatever came with it."""
    heard = b""
    while mark not in heard:
        more = peer.recv(4096)
        assert more, f"hung up on after {heard!r}"
        heard += more
    return heard


@given(message=strategies.binary(max_size=300), mask=strategies.binary(min_size=4, max_size=4))
def test_what_is_read_without_the_library_is_what_it_reads(message: bytes, mask: bytes) -> None:
    kinds = [frames.Opcode.TEXT, frames.Opcode.BINARY, frames.Opcode.CONT, frames.Opcode.PING]
    for kind, last in itertools.product(kinds, (True, False)):
        if kind is frames.Opcode.PING and (len(message) > 125 or not last):
            continue  # there is no such frame
        frame = bytearray(frames.Frame(kind, message, fin=last).serialize(mask=True))
        start = len(frame) - len(message)
        frame[start - 4 : start] = mask
        frame[start:] = bytes(sign ^ mask[place % 4] for place, sign in enumerate(message))
        whole = kind is frames.Opcode.TEXT and last and 0 < len(message) < 126
        assert is_whole_text(bytes(frame)) == whole
        assert not whole or unmasked(bytes(frame)) == message
        assert not is_whole_text(bytes(frame[:-1]))
        assert not is_whole_text(bytes(frame) + b"\x81")
        assert ends_even(bytes(frame) * 3)
        assert not ends_even(bytes(frame) * 2 + bytes(frame[:-1]))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_what_is_written_without_the_library_is_what_it_writes(size: int) -> None:
    message = b"x" * size
    assert head_of(size) + message == frames.Frame(frames.Opcode.TEXT, message).serialize(mask=False)


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (4,), (6,), (9,), (60,), (2, 6, 58)])
def test_frames_are_read_however_they_are_cut(server: Running, cuts: tuple[int, ...]) -> None:
    pings = [b'{"do": "ping", "id": "%d"}' % number for number in range(6)]
    together = framed(pings[1]) + framed(pings[2]) + b"\x89\x80mask" + framed(pings[3])
    with socket.create_connection(("127.0.0.1", server.port), timeout=GENEROUS) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(BEGIN)
        heard = heard_until(client, b"\r\n\r\n")
        client.sendall(framed(pings[0]))
        heard += heard_until(client, b'"id":"0"')
        for start, stop in itertools.pairwise((0, *cuts, len(together))):
            client.sendall(together[start:stop])
        heard += heard_until(client, b'"id":"3"')
        for number in (4, 5):
            client.sendall(framed(pings[number]))
            heard += heard_until(client, b'"id":"%d"' % number)
    assert [heard.count(b'"id":"%d"' % number) for number in range(6)] == [1] * 6
    assert b"\x8a\x00" in heard  # the ping between them was answered


@pytest.mark.parametrize("early", [0, 2, 6, 7, 1000])
def test_the_rest_of_a_frame_is_not_taken_for_a_frame(server: Running, early: int) -> None:
    """A part of it may even come in one piece with the request that opens the connection."""
    inner = framed(b'{"do": "ping", "id": "inner"}')
    outer = bytes((0x89, 0x80 | len(inner))) + bytes(4) + inner  # a ping, whose payload may be anything
    with socket.create_connection(("127.0.0.1", server.port), timeout=GENEROUS) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(BEGIN + outer[:early])
        heard = heard_until(client, b"\r\n\r\n")
        for part in (outer[early:6], outer[max(early, 6) :], framed(b'{"do": "ping", "id": "last"}')):
            server.http.get("/health")  # the server has read what came before by then
            client.sendall(part)
        heard += heard_until(client, b'"id":"last"')
    assert b'"id":"inner"' not in heard
    assert b"\x8a" + bytes((len(inner),)) + inner in heard


GOODBYE, PING, PONG, PART, FIRST_PART = 0x88, 0x89, 0x8A, 0x00, 0x01
FLOOD = 40_000_000
"""Bytes after which a sender that nobody stops gives up."""


def _small(kind: int, payload: bytes = b"") -> bytes:
    return bytes((kind, 0x80 | len(payload))) + bytes(4) + payload


def _opened(server: Running, room: int = 0) -> socket.socket:
    """A connection that has been greeted; with ``room``, one that takes in little."""
    peer = socket.socket()
    peer.settimeout(GENEROUS)
    if room:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    peer.connect(("127.0.0.1", server.port))
    peer.sendall(BEGIN)
    heard = b""
    while not heard.endswith(b"\r\n\r\n"):
        heard += peer.recv(1)
    return peer


def _sent_until_cut_off(peer: socket.socket, chunk: bytes) -> int:
    """How many bytes could be sent until the server hung up."""
    sent = 0
    try:
        while sent < FLOOD:
            peer.sendall(chunk)
            sent += len(chunk)
    except (ConnectionResetError, BrokenPipeError):
        return sent
    raise AssertionError("nobody stopped it")


@pytest.mark.parametrize(
    ("begin", "more"),
    [(b"", _small(PING, b"x" * 125)), (b"", _small(PONG)), (_small(FIRST_PART, b"{"), _small(PART))],
)
def test_frames_of_every_kind_are_charged(begin: bytes, more: bytes) -> None:
    with somewhere() as data, running(data, commands_per_second=20.0, commands_at_once=60) as server:
        with _opened(server) as client:
            client.sendall(begin)
            _sent_until_cut_off(client, more * 2000)
        counts = server.inside(lambda: dict(server.rooms.metrics.counts))
        assert 0 < counts["too_many"] <= STRIKES
        assert counts.get("errors", 0) == 0


def test_frames_of_every_kind_are_charged_to_the_address() -> None:
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=11) as server:
        with _opened(server) as client:
            client.sendall(_small(PING) * 10)
            assert client.recv(20, socket.MSG_WAITALL) == b"\x8a\x00" * 10
        assert server.http.get("/api/games").status_code == 429


def test_a_message_in_parts_without_end_is_refused(server: Running) -> None:
    with _opened(server) as client:
        client.sendall(_small(FIRST_PART, b"{") + _small(PART) * 100)
        heard = heard_until(client, b"too many parts")
        assert b"\x03\xf0a message in too many parts" in heard, "goodbye, with code 1008"


def test_who_pings_and_does_not_read_is_cut_off() -> None:
    with somewhere() as data, running(data, queue_bytes=100_000) as server:
        with _opened(server, room=4096) as client:
            _sent_until_cut_off(client, _small(PING, b"x" * 125) * 2000)
        server.until(lambda: not server.rooms.sockets)  # it hears of the end after we do
        assert server.rooms.metrics.counts["slow_readers"] == 1


def test_who_goes_on_sending_after_the_goodbye_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetracade.server.net.websocket.CLOSE_SECONDS", GENEROUS * 10)
    with somewhere() as data, running(data, hello_seconds=0.01) as server, _opened(server) as client:
        assert client.recv(4) == b"\x88\x11\x03\xf0"
        _sent_until_cut_off(client, _small(PONG) * 100)


def test_who_is_cut_off_while_saying_goodbye_harms_nobody_else() -> None:
    """A command that is answered with more than may wait, and the goodbye in one piece with it."""
    with somewhere() as data, running(data, queue_bytes=3000) as server:
        table = server.create([HERE, OPEN], options=QUIET)
        with server.connect() as other, _opened(server) as client:
            other.hello(table["table"], table["token"])
            hello = {"do": "hello", "id": "hello", "table": table["table"], "key": table["watch"]}
            client.sendall(framed(json.dumps(hello, separators=(",", ":")).encode()))
            heard_until(client, b'"is":"presence"')
            client.sendall(framed(b'{"do":"look","id":"1"}') * 5 + _small(GOODBYE, b"\x03\xe8"))
            while client.recv(4096):
                pass
            assert other.ask(do="ping")["ok"]
        assert server.rooms.metrics.counts["errors"] == 0


def test_what_is_refused_for_its_rate_is_answered_with_its_own_id() -> None:
    limits = {"commands_per_second": 0.001, "commands_at_once": 3}
    with somewhere() as data, running(data, **limits) as server, server.connect() as client:
        codes = [client.ask(do="ping", id=f"mine-{number}")["error"]["code"] for number in range(6)]
        assert codes == ["malformed"] * 3 + ["too_many"] * 3
        client.socket.send('{"do": "nothing", "id": "unknown", "more": [1]}')
        assert client.until("answer", id="unknown")["error"]["code"] == "too_many"
        client.socket.send("[")
        assert client.until("answer", id="")["error"]["code"] == "too_many"


def test_a_command_counts_for_what_it_costs() -> None:
    """Ten ordinary ones at once, or six questions."""
    asked = int(10 / COMMANDS[Why])
    with somewhere() as data, running(data, commands_per_second=0.001, commands_at_once=10 + COMMANDS[Hello]) as server:
        table = server.create([HERE, HERE], options=QUIET)
        with server.connect() as client:
            client.hello(table["table"], table["token"])
            answers = [client.ask(do="why", seat=0, action="wink") for _ in range(asked + 1)]
            assert [answer.get("error", {}).get("code") == "too_many" for answer in answers] == [False] * asked + [True]
        with server.connect() as client:
            client.hello(table["table"], table["token"])
            assert [client.ask(do="ping")["ok"] for _ in range(11)] == [True] * 10 + [False]


@pytest.mark.parametrize("path", ["/health", "/", "/api/games", "/schema/openapi.json", "/t/none", "/icon.png"])
def test_every_request_is_charged_to_its_address(path: str) -> None:
    most = 3 * (REQUESTS["list_games"] if path == "/api/games" else ORDINARY)
    with somewhere() as data, running(data, address_per_second=0.0001, address_at_once=most) as server:
        codes = [server.http.get(path).status_code for _ in range(4)]
        assert codes[-1] == 429
        assert codes[:3] == [codes[0]] * 3
        assert codes[0] in (200, 404)


def test_a_refused_hello_costs_ten_strikes() -> None:
    """Guessing tables and keys ends soon."""
    with somewhere() as data, running(data) as server:
        table = server.create([HERE, OPEN])
        with server.connect() as client:
            for number in range(STRIKES // 10):
                client.send(do="hello", id=f"guess-{number}", table=table["table"], key=f"wrong-{number}")
            client.send(do="hello", id="right", table=table["table"], key=table["token"])
            assert client.ended() == 1008
            assert [answer["id"] for answer in client.rest] == [f"guess-{number}" for number in range(STRIKES // 10)]


def test_of_too_many_addresses_the_one_not_seen_for_longest_is_forgotten() -> None:
    buckets = Buckets(rate=0.0, burst=1.0, most=2)
    assert buckets.take("first", 0.0)
    assert buckets.take("second", 1.0)
    assert not buckets.take("first", 2.0), "it has used what it had, and was seen since the second"
    assert buckets.take("third", 3.0)
    assert not buckets.take("first", 4.0), "still known"
    assert not buckets.take("third", 5.0), "still known"
    assert buckets.take("second", 6.0), "forgotten, so it begins anew"
