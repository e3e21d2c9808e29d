"""One server for all tests of a process that need nothing special; and which tests run on PostgreSQL, too.

``TETRACADE_TEST_STORE=postgres scripts/test tests/server`` runs all that are not about the file itself.
"""

import inspect
import os
import re
from collections.abc import Iterator

import pytest

from tests.server.running import Running, running, somewhere

OF_THE_FILE = re.compile(
    r"sqlite3|file_of|open_store|_flusher|refusing\(|writing_elsewhere|busy\(|overwrite_a_page|threads_of|Store\.read"
)
"""What tests use that look into the file or hold it up."""
FILES_OF_THE_FILE = ("test_file", "test_older_files", "test_crash")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the tests run on PostgreSQL, leave out those that are about the file itself."""
    if os.environ.get("TETRACADE_TEST_STORE") != "postgres":
        return

    def is_of_the_file(item: pytest.Item) -> bool:
        if not isinstance(item, pytest.Function) or item.path.parent.name != "server":
            return False
        return item.path.stem in FILES_OF_THE_FILE or bool(OF_THE_FILE.search(inspect.getsource(item.function)))

    left_out = [item for item in items if is_of_the_file(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with somewhere() as data, running(data, reaction_seconds=0.05, reaction_bots_seconds=0.01) as here:
        yield here
