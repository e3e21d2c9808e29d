"""One server for all tests of a process that need nothing special."""

from collections.abc import Iterator

import pytest

from tests.server.running import Running, running, somewhere


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    with somewhere() as data, running(data, reaction_seconds=0.05, reaction_bots_seconds=0.01) as here:
        yield here
