"""What commands and requests cost: milliseconds of the event loop's time, which all share.

Rates are in this unit. A setting such as 20 commands a second means the time of 20 ordinary ones; what needs more
counts for more, and nothing counts for less. ``python -m bench.costs`` measures again what is declared here.
"""

from tetracade.server.api import protocol as p

ORDINARY = 1.0
"""What the settings count: a command or request that takes up to a millisecond, and any frame of a WebSocket."""

COMMANDS: dict[type[p.Command], float] = {
    p.Hello: ORDINARY,
    p.Look: ORDINARY,
    p.Sit: ORDINARY,
    p.Leave: ORDINARY,
    p.Start: 2.0,
    p.Act: ORDINARY,
    p.Why: 1.5,
    p.Hint: ORDINARY,
    p.Undo: 2.0,
    p.Rematch: 2.0,
    p.Reply: 2.0,
    p.Resign: ORDINARY,
    p.StandIn: ORDINARY,
    p.Chat: ORDINARY,
    p.Ping: ORDINARY,
}

REQUESTS: dict[str, float] = {
    "list_games": ORDINARY,
    "show_rules": 1.5,
    "list_tables": 5.0,
    "create_table": 2.0,
    "sit": ORDINARY,
    "show_table": ORDINARY,
    "do_command": ORDINARY,
    "wait": ORDINARY,
    "show_record": 5.0,
    "show_log": 5.0,
    "verify": 20.0,
    "replay": 20.0,
    "health": ORDINARY,
    "page": ORDINARY,
}
"""Requests by the name of the function that answers; any other is ordinary. A record that is sent in is read in a
process of its own, and is charged for that process's time."""

LOG_LINE = 0.01
"""Each line of a log that a request has read as a whole."""
