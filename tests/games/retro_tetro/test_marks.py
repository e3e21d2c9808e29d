"""Where Retro Tetro shows coins and points."""

import random

import pytest

import tetracade
from tetracade.games.retro_tetro.points import columns_above, gold_covered, meeple_points
from tetracade.games.retro_tetro.state import CARD
from tetracade.table.narration import steps


@pytest.mark.rule("RT12", "RT13", "RT16", "RT20")
@pytest.mark.parametrize("advanced", [False, True])
def test_coins_and_points_are_marked_where_they_are_earned_and_add_up(advanced: bool) -> None:
    seen = set()
    for seed in range(12):
        table = tetracade.new("retro_tetro", seats=2, seed=seed, advanced=advanced)
        pick = random.Random(seed)
        while not table.over:
            seat = pick.choice(table.acting)
            table.step(seat, pick.choice(table.legal_ids(seat)))
        for index, step in enumerate(steps(table, 0, 0, len(table.entries))):
            seat, action = table.entries[index]
            if seat < 0 or action >= CARD:
                continue
            before, after = table.state_before(index), table.state_before(index + 1)
            marks = [mark for mark in step.marks if mark.amount]
            seen |= {mark.cause for mark in marks}
            assert sum(mark.amount for mark in marks if mark.kind == "coin") == after.coins[seat] - before.coins[seat]
            points = sum(mark.amount for mark in marks if mark.kind == "point")
            assert points == (
                2 * (gold_covered(after, seat) - gold_covered(before, seat))
                + columns_above(after, seat)
                - columns_above(before, seat)
                + meeple_points(after, seat)
                - meeple_points(before, seat)
            )
            assert sum(mark.amount for mark in marks if mark.kind == "pink") == max(
                0, after.pinks[seat] - before.pinks[seat]
            )
            places = {mark.place for mark in step.marks if mark.kind == "fall"}
            assert all(place.startswith(f"square:{seat}:") for place in places)
    assert {"symbol", "half row", "gold", "meeple", "column", "penalty"} <= seen
    assert ("hazard" in seen) == advanced
