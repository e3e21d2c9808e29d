"""Messages and requests that cannot be read, of every kind that strangers may think of."""

import json
import random
from collections.abc import Callable
from typing import Any

from tetracade.server.api.protocol import FRAME_LIMIT

Json = dict[str, Any]

COMMANDS: list[Json] = [
    {"do": "act", "id": "1", "number": 3, "action": "wink", "seat": 0},
    {"do": "chat", "id": "2", "text": "hello"},
    {"do": "sit", "id": "3", "name": "Eve", "seat": 1, "word": "x"},
    {"do": "why", "id": "4", "touches": ["card:ring"]},
    {"do": "stand_in", "id": "5", "seat": 1, "level": 3},
    {"do": "reply", "id": "6", "to": "undo", "yes": True},
    {"do": "look", "id": "7", "seat": None},
    {"do": "hello", "id": "8", "table": "abc", "key": "", "since": -1, "offers": "full"},
]
SETUP: Json = {
    "game": "magpie",
    "options": {"a": 1, "b": [1, 2]},
    "seats": [{"kind": "here", "name": "A"}, {"kind": "bot", "level": 1}],
    "clock": {"turn": 30},
}
BEGINNING: Json = {
    "game": "magpie",
    "seats": [{"kind": "here", "name": "A"}, {"kind": "bot", "level": 1}],
    "record": "",
}
PARTS = [b"null", b"[]", b"{}", b"-1", b'"', b"1e400", b"\\u0000", b"\\ud800", b"true", b"\xff\xfe", b"\0", b"\n"]
WRONG: list[Any] = [None, True, -1, 0, 10**30, -(10**400), 1e300, "", "x" * 500, "\0\n", [], {}, [[]], {"a": {}}]

HEADERS = [
    b"Host: localhost:8044",
    b"Origin: http://localhost",
    b"Content-Type: application/json",
    b"Accept-Encoding: gzip, br",
    b"X-Forwarded-For: 10.0.0.1",
    b"Range: bytes=0-9",
    b"If-None-Match: abc",
    b"Cookie: a=b",
]
ADDRESSES = [
    b"/",
    b"/health",
    b"/assets/index.js",
    b"/api/games",
    b"/api/games/magpie/rules",
    b"/api/tables",
    b"/api/tables/HERE",
    b"/api/tables/HERE/do",
    b"/api/tables/HERE/sit",
    b"/api/tables/HERE/glance",
    b"/api/tables/HERE/log",
    b"/api/tables/HERE/record?eye=0&game=1",
    b"/api/tables/HERE/wait?since=0&seconds=0",
    b"/api/replay?seat=1&drawn=true",
    b"/api/analyses/abc?wait=0",
    b"/schema/openapi.json",
]
SIGNS = [
    *(bytes([sign]) for sign in b":/?#@[]%;=&,. 09-"),
    b"%00",
    b"%ff",
    b"..",
    b"99999",
    b"null",
    b"\x85",
    b"\xe9",
    b"\0",
]
LINES = [
    "",
    "#",
    "* ",
    "0 ",
    "9 ",
    "-1 x",
    "#93",
    "0 #" + "9" * 30,
    "9" * 5000,
    "é",
    "\0",
    "?",
    "seats 99",
    "seats " + "9" * 30,
]
LINES += ["option x=y", "option ", "position ", "position ?", "box x y", "game magpie 9", "game x", "tetracade 2"]
LINES += ["# seed 00", "# seed é", "# commitment é", "# commitment 00", "# word 0 é", "# word x", "# began"]


def misdirected(pick: random.Random, table: str, key: str) -> bytes:
    """A request without a body whose address or headers are garbled."""
    address = pick.choice(ADDRESSES).replace(b"HERE", table.encode())
    if pick.random() < 0.5:
        address = with_signs(pick, address).replace(b" ", b"+")
    host, *others = HEADERS
    headers = [host, *pick.sample(others, pick.randrange(len(others)))]
    headers = [with_signs(pick, header) if pick.random() < 0.3 else header for header in headers]
    headers.append(b"Authorization: Bearer " + key.encode())
    method = pick.choice([b"GET", b"GET", b"POST", b"POST", b"DELETE", b"OPTIONS", b"BREW"])
    return b"\r\n".join([method + b" " + address + b" HTTP/1.1", *headers, b"Content-Length: 0"]) + b"\r\n\r\n"


def with_signs(pick: random.Random, text: bytes) -> bytes:
    """A few signs put in, behind its first word or slash."""
    for _ in range(pick.randrange(1, 4)):
        place = pick.randrange(text.find(b":") + 1 or 1, len(text) + 1)
        text = text[:place] + pick.choice(SIGNS) + text[place + pick.randrange(2) :]
    return text


def garbled_record(pick: random.Random, text: str) -> str:
    """A record with lines changed, added, left out and in another order."""
    lines = text.split("\n")
    for _ in range(pick.randrange(1, 4)):
        place = pick.randrange(len(lines))
        kind = pick.randrange(6)
        if kind == 0:
            lines.insert(place, pick.choice(LINES))
        elif kind == 1:
            lines[place] = pick.choice(LINES)
        elif kind == 2:
            lines[place] += pick.choice(LINES)
        elif kind == 3:
            words = lines[place].split(" ")
            words[pick.randrange(len(words))] = pick.choice(LINES)
            lines[place] = " ".join(words)
        elif kind == 4:
            lines.append(lines[place])
        elif len(lines) > 1:
            del lines[place]
    return "\n".join(lines)


def garbled(pick: random.Random, value: Json) -> bytes:
    """Bytes changed, cut or doubled."""
    data = bytearray(json.dumps(value).encode())
    for _ in range(pick.randrange(1, 6)):
        kind = pick.randrange(5)
        place = pick.randrange(len(data) + 1)
        if kind == 0:
            data[place:place] = pick.randbytes(pick.randrange(1, 9))
        elif kind == 1:
            del data[place : place + pick.randrange(1, 9)]
        elif kind == 2 and data:
            data[place % len(data)] = pick.randrange(256)
        elif kind == 3:
            data += data[: pick.randrange(200)]
        else:
            data[place:place] = pick.choice(PARTS)
    return bytes(data)


def nested(pick: random.Random, value: Json) -> bytes:
    """Brackets in brackets, closed or not, alone or as a value."""
    depth = pick.choice([10, 100, 500, 900, 1100, 2000, 4000])
    opening, closing = pick.choice([(b"[", b"]"), (b'{"a":', b"}"), (b'[{"":', b"}]")])
    deep = opening * depth + (closing * depth if pick.random() < 0.5 else b"")
    if pick.random() < 0.5:
        return deep
    name = pick.choice(list(value))
    start = json.dumps({key: part for key, part in value.items() if key != name}).encode()
    return start[:-1] + b', "' + name.encode() + b'": ' + deep + b"}"


def truncated(pick: random.Random, value: Json) -> bytes:
    """The beginning alone."""
    data = json.dumps(value).encode()
    return data[: pick.randrange(len(data))]


def mistyped(pick: random.Random, value: Json) -> bytes:
    """Values of the wrong type or out of all bounds, fields too many or too few."""
    wrong = dict(value)
    for _ in range(pick.randrange(1, 3)):
        wrong[pick.choice([*value, "more"])] = pick.choice(WRONG)
    if pick.random() < 0.3:
        del wrong[pick.choice(list(wrong))]
    return json.dumps(wrong).encode()


def enormous(pick: random.Random, value: Json) -> bytes:
    """A number with thousands of digits somewhere."""
    name = pick.choice(list(value))
    number = pick.choice([b"9" * 5000, b"-" + b"9" * 4999, b"1e99999", b"0." + b"0" * 3000 + b"1", b"1E+" + b"9" * 20])
    return b'{"' + name.encode() + b'": ' + number + b"}"


def no_text(pick: random.Random, value: Json) -> bytes:
    """Bytes that are no UTF-8."""
    data = bytearray(json.dumps(value).encode())
    data[pick.randrange(len(data))] = pick.randrange(0x80, 0x100)
    return bytes(data)


KINDS: dict[str, Callable[[random.Random, Json], bytes]] = {
    "garbled": garbled,
    "nested": nested,
    "truncated": truncated,
    "mistyped": mistyped,
    "enormous": enormous,
    "no text": no_text,
}


def malformed(pick: random.Random, values: list[Json]) -> bytes:
    """One message or body made from one of these; a few of them happen to be right."""
    kind = pick.choice(list(KINDS.values()))
    return kind(pick, pick.choice(values))[:FRAME_LIMIT]
