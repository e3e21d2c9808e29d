"""One server for all tests of a process that need nothing special; and which tests run on PostgreSQL, too.

``TETRACADE_TEST_STORE=postgres scripts/test tests/server`` runs all but those marked ``of_the_file``, which are about
the file itself, how it is written and what becomes of it on a disk. It names those at its end.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.running import Running, running, somewhere

LEFT_OUT = pytest.StashKey[list[str]]()
FROM_WORKER = "tetracade_left_out"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the tests run on PostgreSQL, leave out those that are about the file itself."""
    if os.environ.get("TETRACADE_TEST_STORE") != "postgres":
        return
    left_out = [item for item in items if item.get_closest_marker("of_the_file")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
    names = [item.nodeid for item in left_out]
    config.stash[LEFT_OUT] = names
    if hasattr(config, "workeroutput"):
        config.workeroutput[FROM_WORKER] = names


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Remember what a worker has left out; all of them collect the same."""
    if FROM_WORKER in getattr(node, "workeroutput", {}):
        node.config.stash[LEFT_OUT] = node.workeroutput[FROM_WORKER]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Name the tests that were left out."""
    names = config.stash.get(LEFT_OUT, [])
    if names:
        terminalreporter.section(f"left out on PostgreSQL, as they are about the file itself: {len(names)}")
        for name in names:
            terminalreporter.write_line(name)


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with somewhere() as data, running(data, reaction_seconds=0.05, reaction_bots_seconds=0.01) as here:
        yield here
