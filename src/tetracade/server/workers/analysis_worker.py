"""A process that takes games apart for ``analyses``, a slice at a time, so that it can be shared and stopped."""

import os
import sys
import time
import traceback
from collections import OrderedDict

import msgspec
from msgspec import Raw, Struct

from tetracade.analysis.analysing import Analysing, NotOver, own_play
from tetracade.analysis.keeping import keep, kept
from tetracade.analysis.results import Decision, Luck
from tetracade.analysis.settings import setting_named
from tetracade.engine.game import BadOption
from tetracade.server import catalogue
from tetracade.server.workers.jobs import answer_jobs
from tetracade.table.fair import replay_of
from tetracade.table.record import BadRecord

NICE = 10
"""Whoever waits for a move or a record goes first."""
REMEMBERED = 8
"""Analyses in progress that are remembered between slices; one that is forgotten starts over."""


class Slice(Struct, kw_only=True):
    """Some work on an analysis: of a finished game, or of one seat's own play."""

    id: int
    key: str
    record: str
    setting: str
    seed: int
    seat: int | None
    seconds: float


class Worked(Struct, kw_only=True):
    """How far it is, and what was found; or why the game can't be analysed; or where we failed."""

    id: int
    done: int = 0
    total: int = 0
    chances: list[list[float]] = []
    """The seats' chances so far, all open, by entry."""
    luck: list[Luck] = []
    """What cards and dice brought, once that is known of all."""
    errors: list[Decision] = []
    """The decisions so far that gave something away."""
    body: Raw = Raw(b"null")
    """What was found, once all is done."""
    code: str = ""
    reason: str = ""
    fault: str = ""


_begun: OrderedDict[str, Analysing] = OrderedDict()


def begun(job: Slice) -> Analysing:
    """Return the analysis with this key, remembered or new."""
    if job.key not in _begun:
        table = replay_of(job.record, catalogue.find)
        _begun[job.key] = Analysing(table, setting_named(job.setting), job.seed)
        while len(_begun) > REMEMBERED:
            _begun.popitem(last=False)
    _begun.move_to_end(job.key)
    return _begun[job.key]


def worked(job: Slice) -> Worked:
    """Work on the job for about as long as it says."""
    try:
        if job.seat is not None:
            table = replay_of(job.record, catalogue.find)
            found = own_play(table, job.seat, setting_named(job.setting), job.seed)
            return Worked(id=job.id, done=1, total=1, body=Raw(msgspec.json.encode(found)))
        return _sliced(job)
    except NotOver as error:
        return Worked(id=job.id, code="wrong_phase", reason=str(error))
    except (BadRecord, BadOption) as error:
        return Worked(id=job.id, code="bad_record", reason=str(error))
    except Exception:  # whatever goes wrong with one game, the next is analysed
        return Worked(id=job.id, fault=traceback.format_exc())


def _sliced(job: Slice) -> Worked:
    analysing, end = begun(job), time.perf_counter() + job.seconds
    if not analysing.done and (before := kept(analysing.digest)) is not None:
        del _begun[job.key]
        return Worked(id=job.id, done=analysing.total, total=analysing.total, body=Raw(msgspec.json.encode(before)))
    for _ in analysing:
        if time.perf_counter() >= end:
            break
    body = Raw(b"null")
    if analysing.done == analysing.total:
        keep(analysing.result)
        body = Raw(msgspec.json.encode(analysing.result))
        del _begun[job.key]
    chances = [value[0].tolist() for value in analysing.values]
    return Worked(
        id=job.id,
        done=analysing.done,
        total=analysing.total,
        chances=chances,
        luck=[*analysing.luck] if 2 * analysing.done > analysing.total else [],
        errors=[decision for decision in analysing.decisions if decision.error],
        body=body,
    )


def main() -> None:
    """Analyse games until the input ends."""
    if sys.platform != "win32":
        os.nice(max(0, NICE - os.nice(0)))
    for place in sys.argv[1:]:
        catalogue.add(place)
    decoder = msgspec.json.Decoder(Slice)
    answer_jobs(lambda line: msgspec.json.encode(worked(decoder.decode(line))))


if __name__ == "__main__":
    main()
