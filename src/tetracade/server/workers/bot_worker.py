"""A bot process: it thinks in slices, and keeps what it has not thought out yet.

It gets a record in which all the seat cannot know is drawn anew, so there is nothing to peek at.
"""

import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from tetracade.bots.bot import Thinking
from tetracade.bots.own import made, maker_of, number_of
from tetracade.engine.chance import SeededDealer
from tetracade.server import catalogue
from tetracade.server.workers.jobs import answer_jobs
from tetracade.table.table import Table, new_table

MOST_UNFINISHED = 32
"""Thoughts that a process keeps, some 2 MB each; of more, the one it left alone for longest is forgotten."""


class Job(Struct, kw_only=True):
    """What to choose for."""

    game: str
    seats: int
    options: dict[str, Any]
    state: bytes
    seat: int
    level: int
    seed: int


class Slice(Struct, kw_only=True):
    """Think about the job of this id for so long; without the job, go on with it."""

    id: int
    seconds: float
    job: Job | None = None
    forget: list[int] = []
    """Jobs that nobody needs any more."""


class Progress(Struct, kw_only=True):
    """The best action found so far, -1 while there is none; and whether the thinking is done."""

    id: int
    action: int = -1
    done: bool = False
    error: str = ""


class AtOnce:
    """The thinking of a bot that only has ``choose``: all of it is one slice."""

    def __init__(self, bot: Any, table: Table, seat: int) -> None:
        self._bot, self._table, self._seat = bot, table, seat
        self.best = -1

    def go_on(self, seconds: float) -> bool:
        """Choose, however long it takes."""
        self.best = number_of(self._table, self._bot.choose(self._table, self._seat))
        return True


class Thinker:
    """Thinks about jobs in slices."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._unfinished: dict[int, Thinking] = {}

    def think(self, given: Slice) -> Progress:
        """Think for a slice; whatever goes wrong in a bot, the next slice is thought."""
        for forgotten in given.forget:
            self._unfinished.pop(forgotten, None)
        thinking = self._unfinished.pop(given.id, None)
        try:
            if given.job is not None:
                thinking = self._begun(given.job)
            if thinking is None:
                return Progress(id=given.id, error="forgotten")
            done = thinking.go_on(given.seconds)
        except Exception as error:
            return Progress(id=given.id, done=True, error=type(error).__name__)
        if not done:
            self._unfinished[given.id] = thinking
            if len(self._unfinished) > MOST_UNFINISHED:
                del self._unfinished[next(iter(self._unfinished))]
        return Progress(id=given.id, action=thinking.best, done=done)

    def _begun(self, job: Job) -> Thinking:
        game = catalogue.find(job.game)
        table = Table.at(game, job.seats, job.options, job.state, SeededDealer(job.seed))
        bot = made(self._make, game=game, level=job.level, seed=job.seed)
        if hasattr(bot, "thinking"):
            begun: Thinking = bot.thinking(table, job.seat, job.seed)
            return begun
        return AtOnce(bot, table, job.seat)

    def load(self) -> Iterator[None]:
        """Load what bots think with, a step for each game and level of interest: it is compiled where it is not yet."""
        for name in catalogue.names():
            game = catalogue.find(name)
            for level in (1, 5):
                table = new_table(game, seed=1)
                job = Job(
                    game=name,
                    seats=table.seats,
                    options=table.options,
                    state=bytes(table.state.tobytes()),
                    seat=table.acting[0],
                    level=level,
                    seed=1,
                )
                self.think(Slice(id=-1, seconds=0.0, job=job))
                self.think(Slice(id=-2, seconds=0.0, forget=[-1]))
                yield


def main() -> None:
    """Serve slices until the input ends."""
    for place in sys.argv[2:]:
        catalogue.add(place)
    make = maker_of(sys.argv[1])
    if make is None:
        raise SystemExit(f"there is no bot {sys.argv[1]!r}")
    thinker = Thinker(make)
    decoder = msgspec.json.Decoder(Slice)
    ours = sys.argv[1].startswith("tetracade.")  # a bot of others may want to be asked only when it is needed
    answer_jobs(lambda line: msgspec.json.encode(thinker.think(decoder.decode(line))), thinker.load() if ours else None)


if __name__ == "__main__":
    main()
