"""A bot process: jobs come in, chosen actions go out.

It gets a record in which all the seat cannot know is drawn anew, so there is nothing to peek at.
"""

import sys
from typing import Any

import msgspec
from msgspec import Struct

from tetracade.bots.own import made, maker_of, number_of
from tetracade.engine.chance import SeededDealer
from tetracade.server import catalogue
from tetracade.server.workers.jobs import answer_jobs
from tetracade.table.table import Table


class Job(Struct, kw_only=True):
    """What to choose for."""

    id: int
    game: str
    seats: int
    options: dict[str, Any]
    state: bytes
    seat: int
    level: int
    seed: int


class Choice(Struct, kw_only=True):
    """What the bot would do; -1 where it failed."""

    id: int
    action: int
    error: str = ""


def chosen(job: Job, make: Any) -> int:
    """The action that the bot chooses."""
    game = catalogue.find(job.game)
    table = Table.at(game, job.seats, job.options, job.state, SeededDealer(job.seed))
    bot = made(make, game=game, level=job.level, seed=job.seed)
    return number_of(table, bot.choose(table, job.seat))


def main() -> None:
    """Serve jobs until the input ends."""
    for place in sys.argv[2:]:
        catalogue.add(place)
    make = maker_of(sys.argv[1])
    decoder = msgspec.json.Decoder(Job)

    def answer(line: bytes) -> bytes:
        job = decoder.decode(line)
        try:
            choice = Choice(id=job.id, action=chosen(job, make))
        except Exception as error:  # whatever goes wrong in a bot, its process serves the next job
            choice = Choice(id=job.id, action=-1, error=type(error).__name__)
        return msgspec.json.encode(choice)

    answer_jobs(answer)


if __name__ == "__main__":
    main()
