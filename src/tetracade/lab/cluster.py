"""Tasks on a Ray cluster (extra ``cluster``). Work of a node that dies is done again elsewhere."""

import itertools
from collections import Counter
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import ray
from ray.exceptions import RayTaskError

from tetracade.engine.game import BadOption
from tetracade.lab.tasks import Done, Identity, OtherSources, Task, do, identity_of

AHEAD = 2
"""Tasks given out for each core, so that nobody waits."""
TRIES = 20
"""How often a task is begun again when nodes die under it."""


def do_there(task: Task) -> tuple[Done, str]:
    """On a node: do the task, and say which node that is."""
    return do(task), str(ray.get_runtime_context().get_node_id())


class Cluster:
    """Does tasks on the Ray cluster at this address, one per core of any node; use it in a ``with``."""

    def __init__(self, address: str) -> None:
        try:
            ray.init(address=address, log_to_driver=False, logging_level="error")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadOption(f"can't reach a Ray cluster at {address}: {error}") from None
        self._do = ray.remote(do_there).options(num_cpus=1, max_retries=TRIES)
        self.done_by: Counter[str] = Counter()
        """Tasks that each node has handed over."""

    @property
    def places(self) -> int:
        """The cores of all nodes that are alive."""
        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ray.shutdown()

    def identity(self, game: str) -> Identity:
        """What games are played by in this process; a node with other sources refuses the task."""
        return identity_of(game)

    def run(self, tasks: Iterator[Task]) -> Iterator[Done]:
        """Do the tasks; what a dead node had begun or not yet handed over is done again."""
        running: dict[Any, Task] = {}
        for task in itertools.islice(tasks, self.places * AHEAD):
            running[self._do.remote(task)] = task
        while running:
            ready, _ = ray.wait(list(running), num_returns=1)
            for reference in ready:
                del running[reference]
                done, node = self._result(reference)
                self.done_by[node] += 1
                yield done
            for task in itertools.islice(tasks, len(ready)):
                running[self._do.remote(task)] = task

    @staticmethod
    def _result(reference: Any) -> tuple[Done, str]:
        try:
            found: tuple[Done, str] = ray.get(reference)
            return found
        except RayTaskError as error:
            if isinstance(error.cause, OtherSources):
                raise error.cause from None
            raise
