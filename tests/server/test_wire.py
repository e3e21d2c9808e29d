"""Frames on the wire, however the network cuts them."""

import itertools
import socket

import pytest

from tests.server.running import GENEROUS, Running


def _framed(text: bytes) -> bytes:
    return (
        bytes((0x81, 0x80 | len(text))) + b"mask" + bytes(sign ^ b"mask"[place % 4] for place, sign in enumerate(text))
    )


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (4,), (6,), (9,), (60,), (2, 6, 58)])
def test_frames_are_read_however_they_are_cut(server: Running, cuts: tuple[int, ...]) -> None:
    begin = (
        b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    pings = [b'{"do": "ping", "id": "%d"}' % number for number in range(6)]
    together = _framed(pings[1]) + _framed(pings[2]) + b"\x89\x80mask" + _framed(pings[3])
    with socket.create_connection(("127.0.0.1", server.port), timeout=GENEROUS) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        heard = b""

        def until(mark: bytes) -> None:
            nonlocal heard
            while mark not in heard:
                heard += line.recv(4096)

        line.sendall(begin)
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
