"""The field table: one list gives a game's record, who may see each part of it, its views and its documentation."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tetracade.engine.arrays import PlainRecord, as_rules_see
from tetracade.engine.contract import State


class Seen(enum.Enum):
    """Who may see a field. A field by owner has the seat as its first axis."""

    BY_ALL = "everybody"
    BY_OWNER = "its own seat"
    BY_OWNER_THEN_ALL = "its own seat; everybody at the end"
    BY_NONE = "nobody"


@dataclass(frozen=True)
class Field:
    """One named part of a game's record."""

    name: str
    dtype: DTypeLike
    shape: tuple[int, ...]
    seen: Seen
    doc: str


SPARE = "spare"
"""Bytes that round a record up; always zero."""


class Layout:
    """The record that a field table describes: wide fields first, so that all lie even without padding."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self._seen_bytes: dict[tuple[int, bool], NDArray[np.bool_]] = {}
        wide_first = sorted(self.fields, key=lambda field: -np.dtype(field.dtype).itemsize)
        parts: list[Any] = [(field.name, field.dtype, field.shape) for field in wide_first]
        plain = np.dtype(parts)
        spare = -plain.itemsize % np.dtype(wide_first[0].dtype).itemsize
        if spare:  # a field of its own: copies of records do not keep padding
            parts.append((SPARE, np.uint8, (spare,)))
        self.dtype = np.dtype((np.record, np.dtype(parts, align=True)))
        assert self.dtype.itemsize == plain.itemsize + spare

    @cached_property
    def _offsets(self) -> dict[str, tuple[int, int]]:
        described: Any = self.dtype.fields
        return {name: (part[1], part[0].itemsize) for name, part in described.items()}

    def zeros(self, count: int) -> NDArray[Any]:
        """This many records of zeros."""
        return np.zeros(count, self.dtype)

    def seen_bytes(self, seat: int, over: bool) -> NDArray[np.bool_]:
        """Which bytes of the record the seat may see; nothing that is not declared."""
        known = self._seen_bytes.get((seat, over))
        if known is None:
            known = self._seen_bytes[seat, over] = self._found_bytes(seat, over)
        return known

    def _found_bytes(self, seat: int, over: bool) -> NDArray[np.bool_]:
        seen = np.zeros(self.dtype.itemsize, np.bool_)
        for field in self.fields:
            offset, size = self._offsets[field.name]
            if field.seen is Seen.BY_ALL or (field.seen is Seen.BY_OWNER_THEN_ALL and over):
                seen[offset : offset + size] = True
            elif field.seen in (Seen.BY_OWNER, Seen.BY_OWNER_THEN_ALL) and seat >= 0:
                row = size // field.shape[0]
                seen[offset + seat * row : offset + (seat + 1) * row] = True
        return seen

    def view_of(self, state: State, seat: int, over: bool) -> "View":
        """What the seat may see: a record of zeros into which only that is copied."""
        view = np.zeros(1, self.dtype)
        whole = np.frombuffer(bytes(state.tobytes()), np.uint8)
        seen = self.seen_bytes(seat, over)
        view.view(np.uint8).reshape(-1)[seen] = whole[seen]
        hidden = frozenset(field.name for field in self.fields if field.seen is Seen.BY_NONE)
        return View(view[0], seat, over, self, hidden)


class View(PlainRecord):
    """What one seat may see of a state, field by field; what it may not see reads as zeros, or not at all."""

    def __init__(self, record: Any, seat: int, over: bool, layout: Layout, hidden: frozenset[str]) -> None:
        super().__init__(record)
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "over", over)
        object.__setattr__(self, "_layout", layout)
        object.__setattr__(self, "_hidden", hidden)

    seat: int
    over: bool

    def __getattr__(self, name: str) -> Any:
        if name in object.__getattribute__(self, "_hidden"):
            raise AttributeError(f"nobody may see {name!r}")
        return super().__getattr__(name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a view cannot be changed")

    @property
    def as_state(self) -> State:
        """The view as a record that rules take; what the seat may not see is zero there."""
        return as_rules_see(self.record)

    def as_dict(self) -> dict[str, Any]:
        """Every field that is shown, as numbers and lists; a field by owner shows the own row alone."""
        shown: dict[str, Any] = {}
        for field in self._layout.fields:
            value = self.record[field.name]
            if field.seen is Seen.BY_ALL or (field.seen is Seen.BY_OWNER_THEN_ALL and self.over):
                shown[field.name] = value.tolist()
            elif field.seen is not Seen.BY_NONE and self.seat >= 0:
                shown[field.name] = value[self.seat].tolist()
        return shown
