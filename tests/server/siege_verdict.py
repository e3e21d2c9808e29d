"""What a siege of many servers is judged by: what clients were told, and when, against what the database holds."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tetracade.server import catalogue
from tetracade.table import log
from tetracade.table.opening import folded


class Sent(NamedTuple):
    """A command that was acknowledged."""

    began: float
    """When it was first sent."""
    ended: float
    """When the answer came."""
    action: int


class Seen(NamedTuple):
    """A state of a table that a client was shown first after a hello."""

    asked: float
    at: float
    number: int


@dataclass
class Told:
    """Everything that clients were told."""

    acknowledged: dict[tuple[str, str], Sent] = field(default_factory=dict)
    """By table and command."""
    refused: set[tuple[str, str]] = field(default_factory=set)
    shown: dict[tuple[str, int], int] = field(default_factory=dict)
    """By table and number: the action that clients were shown."""
    contradictions: int = 0
    """Numbers at which two clients were shown different actions."""
    holes: int = 0
    """Updates that did not follow on what the client had."""
    reads: defaultdict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    """By table: what a hello was answered with."""
    heard: defaultdict[str, list[tuple[float, int]]] = field(default_factory=lambda: defaultdict(list))
    """By table: when which number was shown to anybody, or came with an answer."""

    def see(self, table: str, number: int, action: int) -> None:
        """Note that a client was shown this action at this number."""
        self.contradictions += self.shown.setdefault((table, number), action) != action


class Line(NamedTuple):
    """A line as the database holds it."""

    table: str
    number: int
    hash: bytes
    command: str | None
    line: bytes


def verdict(
    told: Told, lines: Iterable[Line], pledges: Iterable[tuple[str, str, int]], seeds: dict[str, dict[int, bytes]]
) -> dict[str, Any]:
    """How often each promise was broken, in words."""
    stored: Counter[tuple[str, str]] = Counter()
    numbers: dict[tuple[str, str], int] = {}
    actions: dict[tuple[str, str], int] = {}
    acted: dict[tuple[str, int], int] = {}
    by_table: defaultdict[str, list[log.Line]] = defaultdict(list)
    heads: dict[str, bytes] = {}
    gaps = broken = 0
    for table, number, digest, command, line in lines:
        gaps += number != len(by_table[table]) + 1
        heads[table] = log.linked(heads.get(table, log.GENESIS), line)
        broken += heads[table] != digest
        said = log.decoded(line)
        by_table[table].append(said)
        if isinstance(said, log.Acted):
            acted[table, number] = said.action
        if command is not None:
            stored[table, command] += 1
            numbers[table, command] = number
            actions[table, command] = said.action if isinstance(said, log.Acted) else -1
    for table, command, action in pledges:  # answers that wait for the end of an equal wait
        stored.setdefault((table, command), 1)
        actions.setdefault((table, command), action)
    acknowledged = told.acknowledged
    return {
        "acknowledged": len(acknowledged),
        "lost": len(acknowledged.keys() - stored.keys()),
        "stored as another action": sum(
            actions.get(key, sent.action) != sent.action for key, sent in acknowledged.items()
        ),
        "done twice": sum(count > 1 for count in stored.values()),
        "refused though stored": len(told.refused & stored.keys()),
        "shown and not stored": sum(acted.get(place) != action for place, action in told.shown.items()),
        "shown differently": told.contradictions,
        "holes in what clients saw": told.holes,
        "out of order": _out_of_order(acknowledged, numbers),
        "shown less than before": sum(_less(told.reads[table], told.heard[table]) for table in told.reads),
        "shown more than there is": sum(
            number > len(by_table[table]) for table, heard in told.heard.items() for _, number in heard
        ),
        "gaps": gaps,
        "broken links": broken,
        "not replayed": sum(not _replays(said, seeds.get(table, {})) for table, said in by_table.items()),
        "tables": len(by_table),
        "lines": sum(len(said) for said in by_table.values()),
    }


FIGURES = ("acknowledged", "tables", "lines")
"""What a verdict counts besides faults."""


def faults(found: dict[str, Any]) -> dict[str, int]:
    """The promises that were broken."""
    return {name: value for name, value in found.items() if name not in FIGURES and value}


def _out_of_order(acknowledged: dict[tuple[str, str], Sent], numbers: dict[tuple[str, str], int]) -> int:
    """How many commands were stored after one that was sent only once they had been acknowledged."""
    by_table: defaultdict[str, list[tuple[int, Sent]]] = defaultdict(list)
    for (table, command), sent in acknowledged.items():
        if (table, command) in numbers:
            by_table[table].append((numbers[table, command], sent))
    found = 0
    for placed in by_table.values():
        earliest = float("inf")
        for _, sent in sorted(placed, reverse=True):
            found += earliest < sent.began
            earliest = min(earliest, sent.ended)
    return found


def _less(reads: list[Seen], heard: list[tuple[float, int]]) -> int:
    """How many hellos were answered with less than somebody had been shown before they were sent."""
    found, most, place = 0, 0, 0
    heard = sorted(heard)
    for read in sorted(reads):
        while place < len(heard) and heard[place][0] < read.asked:
            most = max(most, heard[place][1])
            place += 1
        found += read.number < most
    return found


def _replays(said: list[log.Line], seeds: dict[int, bytes]) -> bool:
    try:
        folded(said, catalogue.find, seeds, 0.0)
    except Exception:  # whatever it is, the log is not one of a game
        return False
    return True
