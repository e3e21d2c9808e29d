"""Paired luck: random numbers that belong to what they decide, so that two games differ only where the rules do.

One sequential stream falls apart as soon as the sequence shifts: after one more card drawn, everything that follows is
different. Here every draw has a key, made of the game's seed, the kind of chance, and how many draws of that kind came
before; a bot's key is made of the seed, its seat and how many decisions it has made. At each draw all outcomes run a
race, each with its own keyed time at a speed of its weight. The odds are exact, and a small change of the weights
seldom changes who wins.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.chance import SEEDS

WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST, SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
BOTS = 1 << 61
"""Added to a bot's key, which no draw shares."""


def mixed(*words: int) -> int:
    """A number of 64 bits that depends on all these words, by splitmix64."""
    key = 0
    for word in words:
        key = (key ^ (word & WORD)) + STEP & WORD
        key = ((key ^ (key >> 30)) * FIRST) & WORD
        key = ((key ^ (key >> 27)) * SECOND) & WORD
        key ^= key >> 31
    return key


def uniforms(key: int, ids: Sequence[int]) -> NDArray[np.float64]:
    """A number above 0 and below 1 for each id, the same for the same key and id."""
    with np.errstate(over="ignore"):
        word = (np.asarray(ids, np.uint64) ^ np.uint64(key)) + np.uint64(STEP)
        for _ in range(2):  # neighbouring ids differ in few bits: mix them twice
            word = (word ^ (word >> np.uint64(30))) * np.uint64(FIRST)
            word = (word ^ (word >> np.uint64(27))) * np.uint64(SECOND)
            word ^= word >> np.uint64(31)
    found: NDArray[np.float64] = ((word >> np.uint64(11)).astype(np.float64) + 0.5) / float(1 << 53)
    return found


def bot_seed(seed: int, seat: int, decision: int) -> int:
    """The seed for a bot's decision."""
    return mixed(seed + BOTS, seat, decision) & SEEDS


class KeyedDealer:
    """Deals by keys, see above; at ``(kind, count)`` a forced outcome may stand instead."""

    def __init__(self, seed: int, kind_of: Callable[[int], str], forced: tuple[str, int, int] | None = None) -> None:
        self._seed = seed
        self._kind_of = kind_of
        self._forced = forced
        self.counts: Counter[str] = Counter()
        """How many outcomes of each kind were dealt."""

    def __call__(self, ids: Sequence[int], weights: Sequence[int], /) -> int:
        kind = self._kind_of(ids[0])
        count = self.counts[kind]
        self.counts[kind] += 1
        if self._forced is not None and self._forced[:2] == (kind, count):
            return self._forced[2]
        key = mixed(self._seed, zlib.crc32(kind.encode()), count)
        times = -np.log(uniforms(key, ids)) / np.asarray(weights, np.float64)
        return ids[int(times.argmin())]
