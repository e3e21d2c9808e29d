"""Whole games of Foursome with everything counted after every step, and sequences counted by hand."""

import pytest

from tests.games.foursome.long import run
from tests.games.foursome.reading import KERNEL, read


@pytest.mark.rule("FS2", "FS14", "FS15")
def test_cards_chips_and_foursomes_are_accounted_for_after_every_step() -> None:
    ends = run(1000, seed=1)
    assert sum(ends.values()) == 1000
    assert ends["foursomes"] > 0
    assert ends["deck"] > 0


@pytest.mark.rule("FS8", "FS9", "FS11", "FS15")
@pytest.mark.parametrize(
    ("line", "counts"),
    [
        # RC is picked; RA and RC have two spaces each; then the deck is empty. Both STEALs are gone: nobody is asked.
        ("phase=pick hands=RA/RB deck=RC", [1, 4, 0]),
        # RC or STEAL is picked.
        # RC: nope (then 4 plays, then STEAL is picked) or a STEAL on 2 spaces (then STEAL is picked, then 3 plays).
        # STEAL: RA on 2 spaces, then RC is picked, then nope or a STEAL on 2 spaces.
        ("phase=pick hands=RA/STEAL deck=RC,STEAL", [2, 3 + 2, (4 + 2) + 2, (4 + 2 * 3) + 2 * 3]),
        # RK or BP is picked.
        # RK: Got it on 2 spaces, then BP is picked, then RK on the other space or RA on 2 spaces.
        # BP: 4 plays of RA and BP, then RK is picked by who holds the other one, then RK on 2 spaces.
        ("phase=pick hands=RA/RK deck=RK,BP", [2, 2 + 4, 2 + 4, 2 * 3 + 4 * 2]),
    ],
)
def test_sequences_number_what_they_do_by_hand(line: str, counts: list[int]) -> None:
    state = read(line).state
    assert [KERNEL.count(state, depth + 1) for depth in range(len(counts))] == counts
