"""Loops over any game, where they choose and where they pay."""

from collections import Counter

from bench.connect_four import GAME as CONNECT_FOUR
from tetracade import Table
from tetracade.engine.chance import generator, no_dealer
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import chosen_seat

DRAWN = "0 1 0 1 0 1 2 3 2 3 2 3 4 5 4 5 4 5 1 0 1 0 1 0 3 2 3 2 3 2 5 4 5 4 5 4 6 6 6 6 6 6"
"""All columns, filled in turn so that no four are in a line."""


def test_of_several_who_may_act_each_is_as_likely_to_be_first() -> None:
    rng = generator(1)
    seats = Counter(int(chosen_seat(0b10110, rng)) for _ in range(3000))
    assert set(seats) == {1, 2, 4}
    assert all(900 < times < 1100 for times in seats.values())  # 1000 expected, and 26 the standard deviation
    assert {int(chosen_seat(0b100, rng)) for _ in range(20)} == {2}


def test_who_wins_together_shares() -> None:
    table = Table(CONNECT_FOUR, 2, {}, dealer=no_dealer)
    for column in DRAWN.split():
        assert table.acting, f"won before {column}"
        table.play(int(column))
    kernel = kernel_of(CONNECT_FOUR)
    assert kernel.winners(table.state) == (0, 1)
    assert kernel.payoff(table.state) == (0.5, 0.5)
