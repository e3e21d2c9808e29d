"""Builds a room from what is stored of it. It runs in a thread, so nothing here touches shared memory."""

from itertools import islice
from typing import NamedTuple

from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.storage.storage import Stored
from tetracade.table import log
from tetracade.table.dealing import Damaged
from tetracade.table.opening import folded
from tetracade.table.room import Room

REMEMBERED = 512
"""How many answers a room keeps in case a command is sent again."""


class Loaded(NamedTuple):
    """A room that was loaded, and what its live room needs besides."""

    stored: Stored
    room: Room
    head: bytes
    done: dict[str, m.Answer]


def loaded(stored: Stored) -> Loaded:
    """Return the room that the stored lines make; raise Damaged if they are incomplete or wrong."""
    head = checked_chain(stored)
    lines = [log.decoded(line) for _, _, _, line in stored.lines]
    room = folded(lines, catalogue.find, stored.seeds, 0.0)
    commands = ((command, number) for number, _, command, _ in reversed(stored.lines) if command is not None)
    latest = reversed(list(islice(commands, REMEMBERED)))
    return Loaded(stored, room, head, {command: done_before(command, number) for command, number in latest})


def done_before(command: str, number: int) -> m.Answer:
    """Return the answer to a command that, according to the file, was carried out."""
    return m.Answer(id=command.partition(":")[2], ok=True, number=number)


def checked_chain(stored: Stored) -> bytes:
    """Return the log's last hash; raise Damaged if a number is missing or a hash doesn't follow from the last."""
    head = log.GENESIS
    for place, (number, stored_hash, _, line) in enumerate(stored.lines, 1):
        head = log.linked(head, line)
        if number != place:
            raise Damaged(f"line {place} is missing")
        if head != stored_hash:
            raise Damaged(f"line {number} is not the one that was written")
    return head
