"""Clocks, with times given by hand."""

from tetracade.table.clock import LAG, Clock


def test_a_little_of_every_turn_is_the_network_s_and_is_not_charged() -> None:
    assert LAG > 0
    clock = Clock(2, bank=10)
    clock.run([0], 100.0)
    assert clock.spent(0, 100.0 + LAG) == 0.0
    assert clock.spent(0, 103.0) == 3.0 - LAG
    assert clock.late(110.0) == []
    assert clock.late(110.0 + LAG) == [0]


def test_a_bank_is_for_the_whole_game_and_gains_with_each_turn() -> None:
    clock = Clock(2, bank=10, gain=1)
    clock.run([0], 0.0)
    clock.acted(0, clock.spent(0, 4.0 + LAG), ends=True)
    clock.run([1], 4.0 + LAG)
    assert clock.left_at(6.0 + 2 * LAG) == [7.0, 8.0]
    assert clock.next_end() == 4.0 + LAG + LAG + 10


def test_a_turn_s_time_is_whole_again_with_every_turn() -> None:
    clock = Clock(2, turn=10)
    clock.run([0], 0.0)
    clock.acted(0, clock.spent(0, 9.0), ends=True)
    clock.run([0], 9.0)
    assert clock.left_at(9.0) == [10.0, 10.0]
    assert not clock.banked


def test_who_is_asked_on_keeps_the_time_that_ran() -> None:
    clock = Clock(3, bank=10)
    clock.run([0, 1], 0.0)
    clock.run([1, 2], 5.0)
    assert clock.since == {1: 0.0, 2: 5.0}


def test_a_turn_that_another_seat_ends_is_whole_the_next_time() -> None:
    clock = Clock(2, turn=10)
    clock.run([0, 1], 0.0)
    clock.acted(0, clock.spent(0, 7.0), clock.excused(0, 7.0), ends=False)
    clock.run([0, 1], 7.0)
    clock.rest([0, 1])
    assert clock.left_at(7.0)[0] < 10
    clock.acted(1, clock.spent(1, 8.0), clock.excused(1, 8.0), ends=True)
    clock.run([1], 8.0)
    clock.rest([1])
    clock.run([0], 9.0)
    assert clock.left_at(9.0) == [10.0, 10.0]
    assert clock.late(19.0) == []
    assert clock.late(19.0 + LAG) == [0]
