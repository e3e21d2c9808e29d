"""Dealers: a fast seeded generator, a recorded list, or your own source.

The generator is xoshiro128++ on four 32-bit words held in int64, the same whether compiled or not.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import Rng, Weights, integer

WORD = 0xFFFFFFFF
SEEDS = 2**62 - 1
"""The bits of a seed that are used."""

HOW_TO_GO_ON = "to play on, use tetracade.replay(table.record(), seed=…) or (…, dealer=…)"


@rule
def reseed(rng: Rng, seed: int, stream: int) -> None:
    """Set the generator's words from a seed and a stream, by splitmix32 over their words."""
    key = (seed ^ (seed >> 32)) & WORD
    for word in range(4):
        key = (key + 0x9E3779B9 + (stream & WORD) * 0x85EB + (stream >> 32)) & WORD
        mixed = key
        mixed = ((mixed ^ (mixed >> 16)) * 0x21F0AAAD) & WORD
        mixed = ((mixed ^ (mixed >> 15)) * 0x735A2D97) & WORD
        rng[word] = (mixed ^ (mixed >> 15)) & WORD
    rng[0] |= 1  # never all zeros


@inlined
def draw(rng: Rng) -> int:
    """The generator's next 32 bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & WORD
    result = (((total << 7) | (total >> 25)) + a) & WORD
    c ^= a
    d ^= b
    rng[1] = b ^ c
    rng[0] = a ^ d
    rng[2] = c ^ ((b << 9) & WORD)
    rng[3] = ((d << 11) | (d >> 21)) & WORD
    return result


@inlined
def below(rng: Rng, bound: int) -> int:
    """A whole number from 0 to bound - 1, each equally likely (to one part in 2**32)."""
    return (draw(rng) * bound) >> 32


@rule
def pick(rng: Rng, weights: Weights, count: int) -> int:
    """A random index below count, drawn by weight."""
    total = 0
    for index in range(count):
        total += weights[index]
    left = below(rng, total)
    for index in range(count):
        left -= weights[index]
        if left < 0:
            return index
    return count - 1


def generator(seed: int, stream: int = 0) -> Rng:
    """A new generator; streams of the same seed are independent."""
    rng = np.zeros(4, np.int64)
    reseed(rng, integer(seed, "a seed") & SEEDS, int(stream) & SEEDS)
    return rng


class Dealer(Protocol):
    """Decides what chance brings: takes the possible outcomes and their weights, returns one of the outcomes."""

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int: ...


class SeededDealer:
    """Deals from the fast generator; the same seed deals the same game."""

    def __init__(self, seed: int) -> None:
        self.rng = generator(seed)

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        return ids[int(pick(self.rng, np.asarray(weights, np.int64), len(weights)))]

    def copy(self) -> "SeededDealer":
        """An independent dealer that goes on from here."""
        other = SeededDealer(0)
        other.rng[:] = self.rng
        return other

    def mark(self) -> bytes:
        """Where the dealer is now, for ``return_to``."""
        return self.rng.tobytes()

    def return_to(self, mark: bytes) -> None:
        """Go back there; the same outcomes follow again."""
        self.rng[:] = np.frombuffer(mark, np.int64)


class RecordedDealer:
    """Deals a list of outcomes in order, then refuses."""

    def __init__(self, outcomes: Iterable[int]) -> None:
        self._outcomes = tuple(outcomes)
        self._dealt = 0

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        if self._dealt == len(self._outcomes):
            raise ValueError(f"the recorded outcomes are used up; {HOW_TO_GO_ON}")
        outcome = self._outcomes[self._dealt]
        if outcome not in ids:
            raise ValueError(f"the recorded outcome {outcome} can't happen here; it must be one of {sorted(ids)}")
        self._dealt += 1
        return outcome

    def copy(self) -> "RecordedDealer":
        """An independent dealer that goes on from here."""
        other = RecordedDealer(self._outcomes)
        other._dealt = self._dealt
        return other

    def mark(self) -> int:
        """How many outcomes have been dealt, for ``return_to``."""
        return self._dealt

    def return_to(self, mark: int) -> None:
        """Go back there."""
        self._dealt = mark


def no_dealer(ids: Sequence[int], weights: Sequence[int], /) -> int:
    """Raise ValueError: the dealer of a table whose record has ended."""
    raise ValueError(f"the record ends here, so there is nobody to deal; {HOW_TO_GO_ON}")


class DrawnDealer:
    """Deals from your own source: a function of ``n`` that returns a whole number from 0 to n - 1."""

    def __init__(self, source: Callable[[int], int]) -> None:
        self._source = source

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        left = self._source(sum(weights))
        for outcome, weight in zip(ids, weights, strict=True):
            left -= weight
            if left < 0:
                return outcome
        raise ValueError(f"the source must return a number from 0 to {sum(weights) - 1}")
