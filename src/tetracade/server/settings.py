"""What an operator may set."""

import os
from dataclasses import dataclass
from pathlib import Path


def usual_workers() -> int:
    """As many bot processes as there are cores beside the one of the event loop, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


@dataclass(frozen=True)
class Settings:
    """How the server runs. Times are seconds."""

    data: Path
    """The SQLite file; nothing else is kept. It is locked while the server runs, by whatever name it is opened."""
    host: str = "127.0.0.1"
    port: int = 8044
    origins: tuple[str, ...] = ()
    """Origins allowed beside the server's own, as in https://games.example.org."""
    hosts: tuple[str, ...] = ()
    """Names people may reach the server under, beside addresses, localhost and the machine's own name."""
    operator: str = ""
    """Where operators find /metrics and /health in detail, as HOST:PORT; nowhere if empty."""
    sizes: bool = False
    """Whether operators find /sizes there too: it shows more than somebody who plays here may know."""
    proxied: bool = False
    """Whether a proxy in front tells the client's address (the last entry of the last X-Forwarded-For)."""
    chat: bool = True
    more_games: tuple[str, ...] = ()
    """Games beside the package's own, each as module:NAME."""
    workers: int = usual_workers()
    """Bot processes; with none, bots act at a glance inside the server."""
    bot: str = "tetracade.bots.levels:bot"
    """What makes the bots: ``module:NAME`` or a registered name, of a class or function that may take a game, a level
    and a seed."""
    bot_seconds: float = 1.8
    """Where a person waits, a bot answers within this, queueing included: with the best it has found by then, or at a
    glance."""
    bots_alone_seconds: float = 10.0
    """The same where nobody waits. A process that gives no answer within this is replaced."""
    record_seconds: float = 10.0
    """A record sent in that takes longer to read is given up."""
    reaction_seconds: float = 4.0
    """How long everybody waits where nobody may see who is asked, or who hesitates."""
    reaction_bots_seconds: float = 0.5
    """The same where only bots are asked, which everybody knows."""
    most_tables: int = 20_000
    """Tables that are not over; creating more is refused."""
    most_holders: int = 100
    """Keys that a table knows; beyond it the first of those who have left their seats is forgotten."""
    most_asides: int = 5_000
    """Lines that a table may add before its first game, and with each game beside its actions: sitting down, leaving,
    chat, undos, questions and replies. Beyond it these are refused; the game can be started and played to its end."""
    most_lines: int = 100_000
    """A table whose log is longer begins no further game."""
    idle_seconds: float = 120.0
    """A table nobody looks at leaves the memory after this; its log stays."""
    keep_waiting_days: float = 2.0
    """Tables that never started are deleted after this."""
    keep_days: float = 60.0
    """Tables nothing happens at are deleted after this."""
    commands_per_second: float = 20.0
    """Of one connection. All these count ordinary commands; one that costs the server more counts as several
    (``net/costs.py`` has them all, in milliseconds)."""
    commands_at_once: int = 60
    address_per_second: float = 100.0
    """Commands and requests of one address."""
    address_at_once: int = 400
    tables_per_minute: float = 30.0
    sockets_per_address: int = 100
    connections_per_address: int = 250
    """Connections of any kind; one address never has more than half of all. Behind a proxy all come from it, and this
    limits nothing."""
    most_connections: int = 10_000
    """Connections in all, as far as the system allows that many files. Beyond that, the connection that
    has gone longest without a request is closed."""
    request_seconds: float = 20.0
    """A connection that hasn't sent a complete request within this is closed."""
    queue_bytes: int = 1_000_000
    """What may pile up for a slow reader before it is closed."""
    hello_seconds: float = 10.0
    ping_seconds: float = 20.0
