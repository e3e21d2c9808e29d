"""Frames on the wire, however the network cuts them."""

import itertools
import socket

import pytest

from tests.server.running import GENEROUS, Running

BEGIN = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def _framed(text: bytes) -> bytes:
    return (
        bytes((0x81, 0x80 | len(text))) + b"mask" + bytes(sign ^ b"mask"[place % 4] for place, sign in enumerate(text))
    )


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (4,), (6,), (9,), (60,), (2, 6, 58)])
def test_frames_are_read_however_they_are_cut(server: Running, cuts: tuple[int, ...]) -> None:
    pings = [b'{"do": "ping", "id": "%d"}' % number for number in range(6)]
    together = _framed(pings[1]) + _framed(pings[2]) + b"\x89\x80mask" + _framed(pings[3])
    with socket.create_connection(("127.0.0.1", server.port), timeout=GENEROUS) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        heard = b""

        def until(mark: bytes) -> None:
            nonlocal heard
            while mark not in heard:
                heard += line.recv(4096)

        line.sendall(BEGIN)
        until(b"\r\n\r\n")
        line.sendall(_framed(pings[0]))
        until(b'"id":"0"')
        for start, stop in itertools.pairwise((0, *cuts, len(together))):
            line.sendall(together[start:stop])
        until(b'"id":"3"')
        for number in (4, 5):
            line.sendall(_framed(pings[number]))
            until(b'"id":"%d"' % number)
    assert [heard.count(b'"id":"%d"' % number) for number in range(6)] == [1] * 6
    assert b"\x8a\x00" in heard  # the ping between them was answered


def test_the_rest_of_a_frame_is_not_taken_for_a_frame(server: Running) -> None:
    inner = _framed(b'{"do": "ping", "id": "inner"}')
    outer = bytes((0x89, 0x80 | len(inner))) + bytes(4) + inner  # a ping, whose payload may be anything
    with socket.create_connection(("127.0.0.1", server.port), timeout=GENEROUS) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(BEGIN)
        heard = b""
        for part in (outer[:6], outer[6:], _framed(b'{"do": "ping", "id": "last"}')):
            server.http.get("/health")  # the server has read what came before by then
            line.sendall(part)
        while b'"id":"last"' not in heard:
            heard += line.recv(4096)
    assert b'"id":"inner"' not in heard
    assert b"\x8a" + bytes((len(inner),)) + inner in heard
