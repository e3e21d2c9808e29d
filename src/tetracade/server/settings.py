"""What an operator may set."""

import os
from dataclasses import dataclass
from pathlib import Path


def usual_workers() -> int:
    """One bot process for each core except the event loop's, but at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(cores - 1, 1)


@dataclass(frozen=True)
class Settings:
    """How the server runs. Times are seconds."""

    data: Path
    """The SQLite file; everything is stored there. It is locked while the server runs, whatever name it's opened by."""
    store: str = ""
    """The URL of a PostgreSQL database that stores everything instead of the file; other servers may use it, too."""
    host: str = "127.0.0.1"
    port: int = 8044
    shared_port: bool = False
    """Whether other processes of this machine listen at the same port."""
    peer_host: str = "127.0.0.1"
    """The address at which other processes with the same database reach this one."""
    lease_seconds: float = 1.2
    """How long a process that gives no sign of life keeps its tables."""
    origins: tuple[str, ...] = ()
    """Origins to allow besides the server's own, such as https://games.example.org."""
    hosts: tuple[str, ...] = ()
    """Names by which people reach the server, besides addresses, localhost and the machine's own name."""
    operator: str = ""
    """Where operators find /metrics and a detailed /health, as HOST:PORT; nowhere if empty."""
    sizes: bool = False
    """Whether operators find /sizes there, too. It shows more than someone who plays here may know."""
    proxied: bool = False
    """Whether a proxy in front tells the client's address (the last entry of the last X-Forwarded-For)."""
    chat: bool = True
    boxes: tuple[str, ...] = ()
    """Boxes beside the standard ones: files, folders of files, or names of boxes that come with a game."""
    more_games: tuple[str, ...] = ()
    """Games besides the package's own, each as module:NAME."""
    workers: int = usual_workers()
    """The number of bot processes. With none, bots play what looks best at a glance, inside the server."""
    bot: str = "tetracade.bots.levels:bot"
    """What makes the bots: ``module:NAME`` or a registered name, of a class or function that may take a game, a level
    and a seed."""
    bot_seconds: float = 1.8
    """If a person is waiting, a bot answers within this time, queueing included, with the best move it has found or
    what looks best at a glance."""
    bots_alone_seconds: float = 10.0
    """The same if no one is waiting. A process that doesn't answer within this time is replaced."""
    record_seconds: float = 10.0
    """Reading a record that was sent in is abandoned after this."""
    reaction_seconds: float = 4.0
    """How long everyone waits when no one may see who is asked, or who hesitates."""
    reaction_bots_seconds: float = 0.5
    """The same when only bots are asked, which everyone knows."""
    most_tables: int = 20_000
    """The most tables that aren't over; creating more is refused."""
    most_holders: int = 100
    """The most keys a table knows; beyond that, the earliest holder who has left their seat is forgotten."""
    most_asides: int = 5_000
    """The most lines a table may add before its first game, and during each game besides actions: sitting down,
    leaving, chat, undo, questions and replies. After that these are refused; the game itself can still be played."""
    most_lines: int = 100_000
    """A table whose log is longer can't start another game."""
    idle_seconds: float = 120.0
    """A table that no one is looking at leaves memory after this; its log stays."""
    keep_waiting_days: float = 2.0
    """Tables that never started are deleted after this."""
    keep_days: float = 60.0
    """Tables where nothing happens are deleted after this."""
    commands_per_second: float = 20.0
    """For one connection. These limits count ordinary commands; expensive ones count as several (``net/costs.py`` has
    them all, in milliseconds)."""
    commands_at_once: int = 60
    address_per_second: float = 100.0
    """For the commands and requests of one address."""
    address_at_once: int = 400
    tables_per_minute: float = 30.0
    sockets_per_address: int = 100
    connections_per_address: int = 250
    """Connections of any kind from one address, which never gets more than half of all. Behind a proxy they all come
    from it, and this has no effect."""
    most_connections: int = 10_000
    """Connections in all, as far as the system allows that many files. Beyond that, the connection that
    has gone longest without a request is closed."""
    request_seconds: float = 20.0
    """A connection that hasn't sent a complete request within this is closed."""
    queue_bytes: int = 1_000_000
    """How many bytes may pile up for a slow reader before its connection is closed."""
    hello_seconds: float = 10.0
    ping_seconds: float = 20.0
