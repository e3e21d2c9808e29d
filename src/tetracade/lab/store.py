"""A folder of rows: parts of a contest as Parquet files, so that whatever is interrupted goes on where it stopped."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tetracade.analysis.settings import Setting
from tetracade.engine.game import BadOption
from tetracade.lab.arena import Contest
from tetracade.lab.rows import Rows, joined, read, write
from tetracade.lab.tasks import Done, Identity

HEADER = "contest.json"


class OtherRows(BadOption):
    """The folder has rows of another contest, or by other rules or bots."""


class Store:
    """Rows of one kind of one contest, in a folder; parts are named by their first game and the one after the last."""

    def __init__(self, folder: Path, contest: Contest, kind: str, setting: Setting | None, identity: Identity) -> None:
        self._folder = folder
        self._kind = kind
        several = len(contest.line_ups) > 1  # with one line-up, games may be added later
        held = json.loads(
            json.dumps(
                {
                    "contest": {name: value for name, value in asdict(contest).items() if name != "games" or several},
                    "rows": kind,
                    "setting": setting.counts() if setting else None,
                    "played_by": identity,
                }
            )
        )
        folder.mkdir(parents=True, exist_ok=True)
        header = folder / HEADER
        if header.exists() and (there := json.loads(header.read_text())) != held:
            differs = ", ".join(name for name in held if there.get(name) != held[name])
            raise OtherRows(
                f"{folder} has rows of another contest or by other sources (other: {differs}); "
                "to start over, choose another folder or remove this one"
            )
        fresh = header.with_suffix(".new")
        fresh.write_text(json.dumps(held, indent=1) + "\n")
        os.replace(fresh, header)

    def parts(self) -> list[tuple[int, int, Path]]:
        """The parts that are there, in order: first game, one after the last, file."""
        found = []
        for path in self._folder.glob("*-*.parquet"):
            first, last = path.stem.split("-")
            found.append((int(first), int(last), path))
        return sorted(found)

    def missing(self, games: int) -> Iterator[range]:
        """The games that aren't there yet."""
        at = 0
        for first, last, _ in self.parts():
            if first > at:
                yield range(at, min(first, games))
            at = max(at, last)
        if at < games:
            yield range(at, games)

    def keep(self, done: Done) -> None:
        """Write the rows of a task."""
        write(done.rows, self._folder / f"{done.task.first:08}-{done.task.last:08}.parquet")

    def rows(self, games: int) -> Rows:
        """All rows of the first so many games."""
        parts = [read(path) for first, _, path in self.parts() if first < games]
        found = joined(self._kind, parts)
        numbers = found.column("number").to_numpy()
        return found if not len(numbers) or numbers[-1] < games else found.filter(numbers < games)
