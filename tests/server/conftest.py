"""One server for all tests of a process that need nothing special; and which tests run on PostgreSQL, too.

``TETRACADE_TEST_STORE=postgres scripts/test tests/server`` runs all but those marked ``of_the_file``, which are about
the file itself, how it is written and what becomes of it on a disk.
"""

import os
from collections.abc import Iterator

import pytest

from tests.server.running import Running, running, somewhere


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the tests run on PostgreSQL, leave out those that are about the file itself."""
    if os.environ.get("TETRACADE_TEST_STORE") != "postgres":
        return
    left_out = [item for item in items if item.get_closest_marker("of_the_file")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with somewhere() as data, running(data, reaction_seconds=0.05, reaction_bots_seconds=0.01) as here:
        yield here
