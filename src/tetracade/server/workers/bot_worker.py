"""A bot process. It thinks in slices of time and keeps unfinished thoughts for later.

The record it gets has everything that the seat can't know redealt, so there is nothing to peek at.
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
"""How many unfinished thoughts a process keeps, at about 2 MB each; beyond that it forgets the least recent one."""


class Job(Struct, kw_only=True):
    """A decision to make."""

    game: str
    seats: int
    options: dict[str, Any]
    state: bytes
    seat: int
    level: int
    seed: int
    box: str = ""
    """The mark of the game's box, which must be this process's."""


class Slice(Struct, kw_only=True):
    """Think about the job with this id for so many seconds; if no job is given, continue the one begun."""

    id: int
    seconds: float
    job: Job | None = None
    forget: list[int] = []
    """Jobs that are no longer needed."""


class Progress(Struct, kw_only=True):
    """The best action found so far (-1 if none), and whether the bot has finished thinking."""

    id: int
    action: int = -1
    done: bool = False
    error: str = ""


class AtOnce:
    """The thinking of a bot that only has ``choose``: everything happens in a single slice."""

    def __init__(self, bot: Any, table: Table, seat: int) -> None:
        self._bot, self._table, self._seat = bot, table, seat
        self.best = -1

    def go_on(self, seconds: float) -> bool:
        """Choose, however long it takes."""
        self.best = number_of(self._table, self._bot.choose(self._table, self._seat))
        return True


class Thinker:
    """Thinks about jobs, one slice at a time."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._unfinished: dict[int, Thinking] = {}

    def think(self, given: Slice) -> Progress:
        """Think for one slice. An error in a bot is reported, and the process carries on."""
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
        game.check_box(job.box)
        table = Table.at(game, job.seats, job.options, job.state, SeededDealer(job.seed))
        bot = made(self._make, game=game, level=job.level, seed=job.seed)
        if hasattr(bot, "thinking"):
            begun: Thinking = bot.thinking(table, job.seat, job.seed)
            return begun
        return AtOnce(bot, table, job.seat)

    def load(self) -> Iterator[None]:
        """Load the code that bots think with, compiling it if necessary, one game and kind of thinking at a time."""
        for name in catalogue.names():
            game = catalogue.find(name)
            for level in (1, 5):
                table = new_table(game, seed=1)
                job = Job(
                    game=name,
                    box=game.box_mark,
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
    """Answer slices until the input ends."""
    for place in sys.argv[2:]:
        catalogue.add(place)
    make = maker_of(sys.argv[1])
    if make is None:
        raise SystemExit(f"there is no bot {sys.argv[1]!r}")
    thinker = Thinker(make)
    decoder = msgspec.json.Decoder(Slice)
    ours = sys.argv[1].startswith("tetracade.")  # someone else's bot may not expect to be asked before it is needed
    answer_jobs(lambda line: msgspec.json.encode(thinker.think(decoder.decode(line))), thinker.load() if ours else None)


if __name__ == "__main__":
    main()
