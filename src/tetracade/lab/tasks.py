"""Work that can be done anywhere: some games of a contest, as rows, the same on any machine."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from tetracade import games
from tetracade.analysis.settings import Setting
from tetracade.engine.cache import PACKAGE
from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest, digest_of, play_one, played_by
from tetracade.lab.cards import card_rows
from tetracade.lab.judged import decision_rows
from tetracade.lab.random_games import played_at_random
from tetracade.lab.rows import CARD, DECISION, KINDS, Rows, game_rows

RANDOM = "random"

JUDGING = ("analysis", "lab/judged.py", "lab/cards.py", "lab/random_games.py", "lab/rows.py")
"""The sources that decide what rows hold, apart from those by which games are played."""

Identity = dict[str, Any]
"""What games are played by: the game's version and box, and a digest of the sources."""


class OtherSources(BadOption):
    """The process that should do the task has other sources or another box."""


@dataclass(frozen=True)
class Task:
    """Games ``first`` up to ``last`` of a contest, for whoever has the same sources and box."""

    contest: Contest
    rows: str
    first: int
    last: int
    setting: Setting | None
    identity: Identity

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.last - self.first


class Done(NamedTuple):
    """A task, its rows, and how long it took."""

    task: Task
    rows: Rows
    seconds: float


class Runner(Protocol):
    """Does tasks somewhere, several at once."""

    @property
    def places(self) -> int:
        """How many tasks it does at once."""

    def identity(self, game: str) -> Identity:
        """What its games are played by."""

    def run(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Do the tasks, taking each one when there is a place for it; yield them as they are done."""


def do(task: Task) -> Done:
    """Do the task here; OtherSources if this process would play other games."""
    mine = identity_of(task.contest.game)
    if mine != task.identity:
        raise OtherSources(
            f"this task is for {task.identity}, but here are {mine}: install the same tetracade and box on every node"
        )
    began = time.perf_counter()
    numbers = range(task.first, task.last)
    if task.rows == DECISION:
        rows = decision_rows(task.contest, numbers, task.setting)
    elif task.rows == CARD:
        rows = card_rows(task.contest, numbers)
    else:
        rows = games_of(task.contest, numbers)
    return Done(task, rows, time.perf_counter() - began)


def games_of(contest: Contest, numbers: range) -> Rows:
    """The rows of these games; games between random bots alone are played by one compiled loop."""
    if set(contest.bots) == {RANDOM} and not contest.paired:
        return game_rows(contest, played_at_random(contest, numbers))
    box = games.find(contest.game).box_mark
    return game_rows(contest, [play_one(contest, number, box) for number in numbers])


def identity_of(game: str) -> Identity:
    """What games are played and judged by in this process."""
    return {**played_by(games.find(game)), "judged_by": digest_of(PACKAGE / part for part in JUDGING)}


def kind_of(every: str) -> str:
    """The kind of rows; BadOption if there is no such kind."""
    if every not in KINDS:
        raise BadOption(f"rows are for every {', '.join(KINDS[:-1])} or {KINDS[-1]}, not {every!r}")
    return every
