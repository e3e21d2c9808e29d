"""A process that reads the records strangers send in (see ``records``); a long one takes a third of a second."""

import os
import sys
import traceback
from functools import partial

import msgspec
from msgspec import Raw, Struct

from tetracade.engine.game import Game
from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.workers.jobs import answer_jobs
from tetracade.server.workers.replay import replay_of_text, verdict_of
from tetracade.table.seating import Denied

NICE = 5
"""People waiting for a move come before people looking at an old game."""


class Reading(Struct, kw_only=True):
    """A record to check, or to play through as this viewer saw it."""

    id: int
    record: bytes
    boxes: dict[str, str]
    """The marks of the games' boxes, which must be this process's."""
    eye: int | None
    """None to check the record."""
    drawn: bool = False


class Found(Struct, kw_only=True):
    """What was found, ready to send; or why the record is refused; or where we failed."""

    id: int
    body: Raw = Raw(b"null")
    code: str = ""
    reason: str = ""
    fault: str = ""


def find_with(boxes: dict[str, str], name: str) -> Game:
    """Return the game of this name; raise BadBox if its box isn't the one that the job was made with."""
    game = catalogue.find(name)
    game.check_box(boxes.get(game.name, ""))
    return game


def found(job: Reading) -> Found:
    """Return what the record shows, or what is wrong with it."""
    try:
        find = partial(find_with, job.boxes)
        made = verdict_of(job.record, find) if job.eye is None else replay_of_text(job.record, job.eye, job.drawn, find)
        return Found(id=job.id, body=Raw(m.encode(made)))
    except Denied as error:
        return Found(id=job.id, code=error.code, reason=error.reason)
    except Exception:  # whatever goes wrong with one record must not stop the next
        return Found(id=job.id, fault=traceback.format_exc())


def main() -> None:
    """Read records until the input ends."""
    if sys.platform != "win32":
        os.nice(NICE)
    for place in sys.argv[1:]:
        catalogue.add(place)
    decoder = msgspec.json.Decoder(Reading)
    answer_jobs(lambda line: msgspec.json.encode(found(decoder.decode(line))))


if __name__ == "__main__":
    main()
