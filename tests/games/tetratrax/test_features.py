"""What TetraTrax's features must tell apart: points, the tower's rows, and which squares are one tile."""

from typing import Any

import pytest

import tetracade
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetratrax.board import FEWEST_ROWS, MOST_ROWS

KERNEL = kernel_of(tetracade.game("tetratrax"))


def known(state: Any) -> list[bytes]:
    """What each seat's features are."""
    return [KERNEL.observe(state, seat).tobytes() for seat in range(2)]


def test_two_histories_with_the_same_tower_and_other_points_differ() -> None:
    table = tetracade.new("tetratrax", seed=1, starter="white")
    table.play("O1@A")
    before = known(table.state)
    table.state.points[0] += 1
    assert all(here != there for here, there in zip(known(table.state), before, strict=True))


def test_the_rows_of_the_tower_are_told() -> None:
    low, high = (
        tetracade.new("tetratrax", seed=1, rows=rows, starter="white").state for rows in (FEWEST_ROWS, MOST_ROWS)
    )
    assert all(here != there for here, there in zip(known(low), known(high), strict=True))


@pytest.mark.rule("TX6")
@pytest.mark.parametrize("across", [True, False])
def test_squares_of_one_tile_and_of_two_differ(across: bool) -> None:
    states = KERNEL.states(2)
    for number, state in enumerate(states):
        KERNEL.start(state, 2, KERNEL.game.option_numbers(KERNEL.game.option_values({})))
        for place in range(4):
            row, column = (0, place) if across else (place, 0)
            state.tower[row, column] = 1 if number == 0 or place < 2 else 2
        state.heights[: 4 if across else 1] = 1 if across else 4
    assert all(here != there for here, there in zip(known(states[0]), known(states[1]), strict=True))
