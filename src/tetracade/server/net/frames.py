"""WebSocket frames as they nearly always are, read and written without the library: ``python -m bench.frames``.

What comes is read here only if it is exactly one short, masked, whole text message, and begins where a frame begins.
Everything else is the library's: pings, parts, long messages, several at once, half of one, and whatever is malformed.
"""

import struct

TEXT, MASKED, SHORT, LONGER = 0x81, 0x80, 126, 127
HEAD = 6
"""Bytes before a short masked message: the kind, the size and a four-byte mask."""
MOST_FRAMES = 1024
"""Whether more frames than this end where the input does isn't checked."""


def is_whole_text(data: bytes) -> bool:
    """Whether these bytes are exactly one short, masked text message, as nearly always."""
    return (
        len(data) > HEAD
        and data[0] == TEXT
        and MASKED <= data[1] < MASKED + SHORT
        and len(data) == HEAD + data[1] - MASKED
    )


def unmasked(data: bytes) -> bytes:
    """Unmask the message in such a frame."""
    size = len(data) - HEAD
    mask = (data[HEAD - 4 : HEAD] * (size // 4 + 1))[:size]
    return (int.from_bytes(data[HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)


def ends_even(data: bytes) -> bool:
    """Whether these bytes, which start with a frame, end with one too; very many frames aren't checked."""
    start = 0
    for _ in range(MOST_FRAMES):
        if start + 2 > len(data):
            break
        size = data[start + 1] & 0x7F
        more = 2 if size == SHORT else 8 if size == LONGER else 0
        if more:
            size = int.from_bytes(data[start + 2 : start + 2 + more])
        start += 2 + more + (4 if data[start + 1] & MASKED else 0) + size
    return start == len(data)


def head_of(size: int) -> bytes:
    """The header of a text message from the server."""
    if size < SHORT:
        return bytes((TEXT, size))
    return struct.pack("!BBH", TEXT, SHORT, size) if size < 1 << 16 else struct.pack("!BBQ", TEXT, LONGER, size)
