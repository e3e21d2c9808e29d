"""Some of what ``fuzz`` sends: everything malformed is refused, and nobody else notices."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.fuzz import failures, fuzz
from tests.server.malformed import COMMANDS, KINDS
from tetracade.server.api.protocol import FRAME_LIMIT, Malformed, read_command


def test_malformed_frames_and_requests_harm_nobody(tmp_path: Path) -> None:
    progress = tmp_path / "progress.json"
    found = asyncio.run(fuzz(2000, 1, progress))
    assert found.faults == []
    assert min(found.frames, found.requests) > 100
    assert found.codes["malformed"] > 500
    assert found.statuses["400"] > 100
    assert found.played > 0
    again = asyncio.run(fuzz(2000, 1, progress))
    assert again.sent == found.sent, "a run that is done goes on with nothing"


def test_failures_in_the_log_are_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text('{"level":"error","what":"long ago"}\n', encoding="utf-8")
    begin = log.stat().st_size
    lines = ['{"level":"info","what":"begun"}', '{"level":"error","what":"request failed"}', "Traceback"]
    log.write_text(log.read_text(encoding="utf-8") + "\n".join(lines), encoding="utf-8")
    assert failures(log, begin) == lines[1:]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_malformed_message_is_refused(kind: str) -> None:
    pick = random.Random(kind)
    refused = 0
    for _ in range(500):
        try:
            read_command(KINDS[kind](pick, pick.choice(COMMANDS))[:FRAME_LIMIT])
        except Malformed:
            refused += 1
    assert refused > 400
