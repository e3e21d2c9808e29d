"""Records and tables as rules see them, compiled or not.

In compiled rules a small integer from a record counts as int64; plain NumPy would overflow at 127. So without
compilation, rules see records through :class:`PlainRecord`, which returns Python integers.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tetracade.engine.compile import COMPILED, inlined
from tetracade.engine.contract import State


class PlainArray:
    """An array in a record that returns Python numbers and refuses values that don't fit."""

    __slots__ = ("array",)

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __getitem__(self, index: Any) -> Any:
        return plain(self.array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.array if isinstance(value, PlainArray) else value

    def __len__(self) -> int:
        return len(self.array)

    @property
    def shape(self) -> tuple[int, ...]:
        """The array's length along each axis."""
        return self.array.shape

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.array, dtype=dtype, copy=copy)


class PlainRecord:
    """A record whose fields return Python numbers."""

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "record", record)

    record: Any

    def __getattr__(self, name: str) -> Any:
        try:
            return plain(object.__getattribute__(self, "record")[name])
        except (ValueError, KeyError):
            raise AttributeError(f"the record has no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self.record[name] = value.array if isinstance(value, PlainArray) else value

    def tobytes(self) -> bytes:
        """The record as bytes."""
        return bytes(self.record.tobytes())


def plain(value: Any) -> Any:
    """A Python number for a scalar, a wrapped array for an array."""
    if isinstance(value, np.ndarray) and value.shape:
        return PlainArray(value)
    return value.item() if isinstance(value, np.generic | np.ndarray) else value


if COMPILED:

    @inlined
    def at(states: Any, index: int) -> State:
        """The record at this place, as rules see it."""
        return states[index]

    def as_rules_see(record: Any) -> State:
        """The record as rules see it."""
        return record
else:

    def at(states: Any, index: int) -> State:
        """The record at this place, as rules see it."""
        return PlainRecord(states[index])

    def as_rules_see(record: Any) -> State:
        """The record as rules see it."""
        return record if isinstance(record, PlainRecord) else PlainRecord(record)


def table(data: ArrayLike) -> NDArray[np.int64]:
    """A game's data as a read-only array of int64, which compiled rules take as a constant."""
    array = np.array(data, np.int64)
    array.flags.writeable = False
    return array
