"""Many games as rows: on all cores or on a cluster, resumable, the same whatever runs where."""

import contextlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tetracade.analysis.settings import Setting
from tetracade.lab.arena import Contest
from tetracade.lab.local import Here, Processes
from tetracade.lab.rows import DECISION, GAME, Rows
from tetracade.lab.store import Store
from tetracade.lab.tasks import Done, Identity, Runner, Task, kind_of

SECONDS_A_TASK = 2.0
"""How long a task should take: long beside handing it out, short beside losing it."""
MOST_GAMES = 5000
GROWTH = 8
"""A task has at most so many times the games of the one before, until the pace is known."""

Told = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


def collect(
    contest: Contest,
    every: str = GAME,
    *,
    setting: Setting | None = None,
    folder: Path | str | None = None,
    jobs: int | None = None,
    cluster: str = "",
    told: Told = lambda done, total: None,
) -> Rows:
    """The contest's games as rows, one for every game or for every decision: an Arrow table, see ``lab.rows``.

    ``setting`` (``lab.judged.QUICK_JUDGE``) has every decision judged. With a folder, what was collected there before
    isn't played again. ``cluster`` is the address of a Ray cluster. Processes are started afresh, so a script that
    calls this needs ``if __name__ == "__main__":``; with ``jobs=1`` everything happens in this process.
    """
    with runner_for(jobs, cluster) as runner:
        return collect_on(runner, contest, every, setting=setting, folder=folder, told=told)


@contextlib.contextmanager
def runner_for(jobs: int | None = None, cluster: str = "", box: str | None = None) -> Iterator[Runner]:
    """Whatever does the tasks: a cluster, this process, or a process per core."""
    if cluster:
        from tetracade.lab.cluster import Cluster  # noqa: PLC0415 - the extra `cluster`

        with Cluster(cluster) as found:
            yield found
    elif jobs == 1 and box is None:
        yield Here()
    else:
        with Processes(jobs, box) as pool:
            yield pool


def collect_on(
    runner: Runner,
    contest: Contest,
    every: str = GAME,
    *,
    setting: Setting | None = None,
    folder: Path | str | None = None,
    told: Told = lambda done, total: None,
) -> Rows:
    """The same, with a runner that stays open."""
    kind = kind_of(every)
    closely = setting if kind == DECISION else None
    identity = runner.identity(contest.game)
    with contextlib.ExitStack() as stack:
        home = Path(folder) if folder else Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tetracade-")))
        store = Store(home, contest, kind, closely, identity)
        missing = list(store.missing(contest.total))
        count = contest.total - sum(map(len, missing))
        told(count, contest.total)
        tasks = Tasks(contest, kind, closely, identity, missing, runner.places)
        for done in runner.run(iter(tasks)):
            store.keep(done)
            tasks.learn(done)
            count += done.task.games
            told(count, contest.total)
        return store.rows(contest.total)


class Tasks:
    """Cuts the missing games into tasks of a few seconds, as it learns how long a game takes."""

    def __init__(
        self,
        contest: Contest,
        kind: str,
        setting: Setting | None,
        identity: Identity,
        missing: Iterable[range],
        places: int,
    ) -> None:
        self._contest = contest
        self._kind = kind
        self._setting = setting
        self._identity = identity
        self._missing = list(missing)
        self._left = sum(map(len, self._missing))
        self._places = places
        self._size = 1

    def learn(self, done: Done) -> None:
        """Choose how many games the next tasks have, by how long this one took."""
        pace = done.seconds / done.task.games
        wanted = int(SECONDS_A_TASK / max(pace, 1e-6))
        self._size = max(1, min(wanted, done.task.games * GROWTH, MOST_GAMES))

    def __iter__(self) -> Iterator[Task]:
        for stretch in self._missing:
            first = stretch.start
            while first < stretch.stop:
                fair = max(1, self._left // (2 * self._places))  # towards the end nobody waits for one long task
                last = min(first + min(self._size, fair), stretch.stop)
                yield Task(self._contest, self._kind, first, last, self._setting, self._identity)
                self._left -= last - first
                first = last
