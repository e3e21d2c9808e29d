"""Whole games of Foursome with everything counted after every step."""

import pytest

from tests.games.foursome.long import run


@pytest.mark.rule("FS2", "FS14", "FS15")
def test_cards_chips_and_foursomes_are_accounted_for_after_every_step() -> None:
    ends = run(1000, seed=1)
    assert sum(ends.values()) == 1000
    assert ends["foursomes"] > 0
    assert ends["deck"] > 0
