"""What commands and requests cost, in milliseconds of the event loop's time, which everyone shares.

Rate limits use this unit. A setting such as 20 commands a second means the time of 20 ordinary ones; expensive commands
count as several, and none counts as less than one. ``python -m bench.costs`` measures the figures declared here.
"""

from collections.abc import Iterable

from tetracade.server.api import protocol as p
from tetracade.server.rooms.viewer import Viewer

ORDINARY = 1.0
"""The unit of the settings: a command or request of up to a millisecond, or any WebSocket frame."""

LONGEST = 5.0
"""The most that anything may cost the loop at a table that nobody looks at; what takes longer is done elsewhere."""

COMMANDS: dict[type[p.Command], float] = {
    p.Hello: 1.5,
    p.Lesson: 5.0,
    p.Look: 2.5,
    p.Sit: ORDINARY,
    p.Leave: ORDINARY,
    p.Start: 3.0,
    p.Act: ORDINARY,
    p.Why: 1.5,
    p.Hint: 3.0,
    p.About: 1.5,
    p.Recall: ORDINARY,
    p.Effects: 1.5,
    p.Undo: 2.0,
    p.Rematch: 1.5,
    p.Reply: 1.5,
    p.Resign: ORDINARY,
    p.StandIn: 5.0,
    p.Cheer: ORDINARY,
    p.Chat: ORDINARY,
    p.Ping: ORDINARY,
}

SHOWN: dict[type[p.Command], float] = {
    p.Start: 1.5,
    p.Act: 0.8,
    p.Undo: 0.4,
    p.Rematch: 0.3,
    p.Reply: 0.8,
    p.Resign: 0.5,
    p.StandIn: 0.8,
    p.Cheer: 0.8,
    p.Chat: 0.8,
}
"""What commands cost besides, for each way in which their table is looked at with words for what may be done: everyone
at the table is told of them."""

PUSHED = 0.005
"""What such a command costs for each viewer, who is sent a message."""

REQUESTS: dict[str, float] = {
    "list_games": 2.0,
    "show_rules": 1.5,
    "show_diagrams": 5.0,
    "list_tables": 5.0,
    "create_table": 2.0,
    "sit": 1.5,
    "show_table": 2.0,
    "glance_at_table": 2.0,
    "do_command": ORDINARY,
    "wait": 2.0,
    "show_record": 1.5,
    "show_log": 1.5,
    "verify": 20.0,
    "replay": 20.0,
    "analyse": 100.0,
    "analyse_table": 100.0,
    "show_analysis": ORDINARY,
    "cancel_analysis": ORDINARY,
    "reach": ORDINARY,
    "health": ORDINARY,
    "page": ORDINARY,
}
"""Requests by the name of their handler; all others are ordinary. A command over HTTP costs as much as elsewhere; this
is the least of it."""

ELSEWHERE = {"verify", "replay", "analyse", "analyse_table"}
"""Requests that are charged for the time of another process, which reads or judges a record."""

LOG_LINE = 0.01
"""For each line, when a request reads a whole log."""

BEGINNING = 20.0
"""For a new table that begins from a position or a record, which a thread checks first."""

RECORD_LINE = 0.1
"""For each line of that record: the thread reads it, and the loop again when the game begins."""


def of_telling(command: type[p.Command], viewers: Iterable[Viewer]) -> float:
    """What the command costs besides, at a table that these are looking at."""
    if command not in SHOWN:
        return 0.0
    present = list(viewers)
    looks = {(viewer.looks_as, viewer.detail) for viewer in present if viewer.detail in ("full", "drawn")}
    return len(looks) * SHOWN[command] + len(present) * PUSHED
