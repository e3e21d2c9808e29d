"""The table of a game's features for learning: what ``observe`` writes, where, and within which bounds.

Observation spaces, the documentation and the check of a trained net all come from this table.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = -128, 127
"""What a feature can hold."""

HUNDRED = 100
"""Counts above 127 are two features: the hundreds, and the rest."""


@dataclass(frozen=True)
class Feature:
    """Some numbers that belong together: name, shape, bounds (both included) and meaning.

    Where seats have a row each, the first is the seat that looks, and the others follow round the table.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    offset: int = field(default=0, compare=False)
    """Where its numbers begin; the table sets it."""

    @property
    def size(self) -> int:
        """How many numbers these are."""
        return prod(self.shape)

    def of(self, features: NDArray[Any]) -> NDArray[Any]:
        """This feature's part of an array of features, in its shape; a view, not a copy."""
        part = features[..., self.offset : self.offset + self.size]
        return part.reshape((*features.shape[:-1], *self.shape))


class FeatureTable:
    """A game's features in order, each at its offset; look one up by its name."""

    def __init__(self, *features: Feature) -> None:
        placed: list[Feature] = []
        for feature in features:
            if not LEAST <= feature.low <= feature.high <= MOST:
                raise ValueError(f"{feature.name}: {feature.low} to {feature.high} doesn't fit into {LEAST} to {MOST}")
            placed.append(replace(feature, offset=sum(one.size for one in placed)))
        self.features = tuple(placed)
        self._by_name = {feature.name: feature for feature in placed}
        if len(self._by_name) < len(placed):
            raise ValueError("two features have the same name")

    def __iter__(self) -> Iterator[Feature]:
        return iter(self.features)

    def __len__(self) -> int:
        return len(self.features)

    def __getitem__(self, name: str) -> Feature:
        """The feature with this name; KeyError lists the names."""
        try:
            return self._by_name[name]
        except KeyError:
            raise KeyError(f"there is no feature {name!r}; the features are {', '.join(self._by_name)}") from None

    def at(self, name: str) -> int:
        """Where the numbers of the feature with this name begin."""
        return self[name].offset

    @property
    def size(self) -> int:
        """How many numbers ``observe`` writes."""
        return sum(feature.size for feature in self)

    @property
    def low(self) -> NDArray[np.int8]:
        """The least value of each number."""
        return np.array([feature.low for feature in self for _ in range(feature.size)], np.int8)

    @property
    def high(self) -> NDArray[np.int8]:
        """The greatest value of each number."""
        return np.array([feature.high for feature in self for _ in range(feature.size)], np.int8)

    @property
    def mark(self) -> str:
        """A digest of the whole table: a net trained with one table is no good with another."""
        return hashlib.sha256(repr(self.features).encode()).hexdigest()[:16]
