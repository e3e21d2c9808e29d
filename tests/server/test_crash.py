"""kill -9 under load; the long form is ``python -m tests.server.siege``."""

import pytest

from tests.server.siege import besieged
from tests.server.siege_verdict import faults


@pytest.mark.of_the_file
def test_after_kill_9_nothing_acknowledged_is_lost_and_nothing_is_done_twice() -> None:
    found = besieged(kills=3, tables=8, seed=1)
    kills = found.pop("kills"), len(found.pop("restarts")), len(found.pop("first clients back"))
    assert kills == (3, 3, 3)
    del found["sent again"]
    assert faults(found) == {}
    assert found["acknowledged"] >= 11
