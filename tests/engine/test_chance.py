"""Dealing."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from tetracade.engine.chance import (
    DrawnDealer,
    RecordedDealer,
    SeededDealer,
    below,
    draw,
    generator,
    pick,
)


def rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (32 - by))) & 0xFFFFFFFF


def test_the_generator_is_xoshiro128_plus_plus() -> None:
    rng = np.array([1, 2, 3, 4], np.int64)
    words = [1, 2, 3, 4]
    for _ in range(1000):
        expected = (rotated((words[0] + words[3]) & 0xFFFFFFFF, 7) + words[0]) & 0xFFFFFFFF
        shifted = (words[1] << 9) & 0xFFFFFFFF
        words[2] ^= words[0]
        words[3] ^= words[1]
        words[1] ^= words[2]
        words[0] ^= words[3]
        words[2] ^= shifted
        words[3] = rotated(words[3], 11)
        assert draw(rng) == expected
        assert rng.tolist() == words


def test_the_first_numbers_are_the_published_ones() -> None:
    rng = np.array([1, 2, 3, 4], np.int64)
    assert [int(draw(rng)) for _ in range(3)] == [641, 1573767, 3222811527]


@pytest.mark.parametrize("bound", [1, 2, 7, 92])
def test_every_number_below_the_bound_is_equally_likely(bound: int) -> None:
    rng = generator(5)
    counts = Counter(int(below(rng, bound)) for _ in range(20_000))
    assert set(counts) == set(range(bound))
    assert bound == 1 or stats.chisquare([counts[number] for number in range(bound)]).pvalue > 0.001


def test_picks_follow_the_weights() -> None:
    rng = generator(6)
    weights = np.array([1, 0, 5, 4], np.int64)
    counts = Counter(int(pick(rng, weights, 4)) for _ in range(20_000))
    assert counts[1] == 0
    assert stats.chisquare([counts[0], counts[2], counts[3]], [2000, 10_000, 8000]).pvalue > 0.001


def test_seeds_and_streams_differ_and_repeat() -> None:
    assert generator(1).tolist() == generator(1).tolist()
    assert len({tuple(generator(seed, stream).tolist()) for seed in range(50) for stream in range(50)}) == 2500
    assert generator(2**61).tolist() != generator(0).tolist()


def test_a_seeded_dealer_repeats_itself() -> None:
    one, two = SeededDealer(3), SeededDealer(3)
    assert [one([4, 5, 6], [1, 2, 3]) for _ in range(20)] == [two([4, 5, 6], [1, 2, 3]) for _ in range(20)]


def test_a_recorded_dealer_deals_its_list_and_then_refuses() -> None:
    dealer = RecordedDealer([5, 4])
    assert [dealer([4, 5], [1, 1]), dealer([4, 5], [1, 1])] == [5, 4]
    with pytest.raises(ValueError, match="recorded outcomes are used up"):
        dealer([4, 5], [1, 1])
    with pytest.raises(ValueError, match=r"can.t happen here; it must be one of \[1, 2\]"):
        RecordedDealer([9])([1, 2], [1, 1])


def test_a_source_of_ones_own_deals_by_weight() -> None:
    assert [DrawnDealer(lambda bound, at=at: at)([7, 8], [2, 1]) for at in range(3)] == [7, 7, 8]  # type: ignore[misc]
    with pytest.raises(ValueError, match="from 0 to 2"):
        DrawnDealer(lambda bound: bound)([7, 8], [2, 1])
