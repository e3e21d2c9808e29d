"""kill -9 under load; the long form is ``python -m tests.server.siege``."""

from tests.server.siege import besieged


def test_after_kill_9_nothing_acknowledged_is_lost_and_nothing_is_done_twice() -> None:
    verdict = besieged(kills=3, tables=8, seed=1)
    assert verdict["acknowledged"] >= 11
    assert verdict["lost"] == 0
    assert verdict["stored as another action"] == 0
    assert verdict["shown and not stored"] == 0
    assert verdict["refused though stored"] == 0
    assert verdict["holes in what clients saw"] == 0
    assert verdict["done twice"] == 0
    assert verdict["broken links"] == 0
    assert verdict["kills"] == 3
