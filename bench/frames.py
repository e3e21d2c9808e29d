"""What reading and writing a WebSocket frame costs, by the library and by ``tetracade.server.net.frames`` in its place.

    python -m bench.frames

Microseconds of processor time a message, the best of the rounds: an action as clients send it, and an update as they
get it. Both take turns.
"""

import argparse
import time
from collections.abc import Callable

from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from tetracade.server.net.frames import ends_even, head_of, is_whole_text, unmasked

ACTION = b'{"do":"act","id":"c17","number":23,"action":5}'
UPDATE = b'{"is":"update","number":24,"happened":[' + b"x" * 240 + b"]}"
OPENING = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
COUNT = 5000


def read_by_library(frame: bytes) -> bytes:
    """The message, as the library reads it."""
    PROTOCOL.receive_data(frame)
    (event,) = PROTOCOL.events_received()
    assert isinstance(event, Frame)
    return bytes(event.data)


def read_here(frame: bytes) -> bytes:
    """The message, as we read it."""
    assert is_whole_text(frame)
    return unmasked(frame)


def written_by_library(message: bytes) -> bytes:
    """The frame, as the library writes it."""
    PROTOCOL.send_text(message)
    return b"".join(PROTOCOL.data_to_send())


def written_here(message: bytes) -> bytes:
    """The frame, as we write it."""
    return head_of(len(message)) + message


def seconds(call: Callable[[bytes], bytes], given: bytes) -> float:
    """Processor time of one call."""
    began = time.process_time()
    for _ in range(COUNT):
        call(given)
    return (time.process_time() - began) / COUNT


def opened() -> ServerProtocol:
    """The library's side of a connection, after its first request."""
    protocol = ServerProtocol()
    protocol.receive_data(OPENING)
    (request,) = protocol.events_received()
    assert isinstance(request, Request)
    protocol.send_response(protocol.accept(request))
    protocol.data_to_send()
    return protocol


PROTOCOL = opened()


def main() -> None:
    """Measure, and print a line for reading and one for writing."""
    parser = argparse.ArgumentParser(prog="python -m bench.frames", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    frame = Frame(Opcode.TEXT, ACTION).serialize(mask=True)
    assert ends_even(frame)
    for name, library, here, data in (
        ("read an action", read_by_library, read_here, frame),
        ("write an update", written_by_library, written_here, UPDATE),
    ):
        assert library(data) == here(data)
        rounds = [(seconds(library, data), seconds(here, data)) for _ in range(given.rounds)]
        theirs, ours = (min(column) * 1e6 for column in zip(*rounds, strict=True))
        print(f"{name:16} library {theirs:5.2f} µs, here {ours:5.2f} µs")


if __name__ == "__main__":
    main()
