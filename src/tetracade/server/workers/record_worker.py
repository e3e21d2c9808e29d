"""A process that reads records which strangers send, for ``records``: a long one takes a third of a second."""

import os
import sys
import traceback

import msgspec
from msgspec import Raw, Struct

from tetracade.server import catalogue
from tetracade.server.api import messages as m
from tetracade.server.workers.jobs import answer_jobs
from tetracade.server.workers.replay import replay_of_text, verdict_of
from tetracade.table.seating import Denied

NICE = 5
"""Whoever waits for a move goes before whoever looks at an old game."""


class Reading(Struct, kw_only=True):
    """A record to check, or to play through as this viewer saw it."""

    id: int
    record: bytes
    eye: int | None
    """None to check."""
    drawn: bool = False


class Found(Struct, kw_only=True):
    """What was found, ready to be sent; or why the record is refused; or where we failed."""

    id: int
    body: Raw = Raw(b"null")
    code: str = ""
    reason: str = ""
    fault: str = ""


def found(job: Reading) -> Found:
    """What the record holds, or what is wrong with it."""
    try:
        made = verdict_of(job.record) if job.eye is None else replay_of_text(job.record, job.eye, job.drawn)
        return Found(id=job.id, body=Raw(m.encode(made)))
    except Denied as error:
        return Found(id=job.id, code=error.code, reason=error.reason)
    except Exception:  # whatever goes wrong with one record, the next is read
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
