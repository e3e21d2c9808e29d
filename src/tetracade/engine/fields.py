"""The field table: one list defines a game's record, who may see each field, and the views."""

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tetracade.engine.arrays import PlainRecord, as_rules_see
from tetracade.engine.contract import State


class Seen(enum.Enum):
    """Who may see a field. Fields seen by their owner have the seat as first axis."""

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


WHOLE_CELL = 2
"""Characters a cell takes when a field is sent whole, and ..."""
PATH_MORE = 5
"""... those it takes beside its path when it is sent alone."""

SPARE = "spare"
"""Padding bytes at the end of a record; always zero."""


class Record(np.record):  # type: ignore[misc]  # its stubs call a class above it final, which it isn't
    """A record that compiled rules take some forty times as fast as NumPy's own.

    They ask it for ``data`` and want the bytes alone. NumPy would describe every field along with them, each time.
    """

    __getattribute__ = np.void.__getattribute__

    @property
    def data(self) -> Any:
        """The record itself, whose bytes can be read where they are."""
        return self

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None


class Layout:
    """The record that a field table describes: wide fields first, so that all are aligned without padding."""

    def __init__(self, fields: Sequence[Field]) -> None:
        self.fields = tuple(fields)
        self._seen_bytes: dict[tuple[int, bool], NDArray[np.bool_]] = {}
        self._masks: dict[tuple[int, bool], NDArray[np.uint8]] = {}
        self._parts: dict[tuple[int, bool], tuple[Part, ...]] = {}
        self._cells: dict[tuple[int, bool], list[tuple[int, int]]] = {}
        self.hidden = frozenset(field.name for field in self.fields if field.seen is Seen.BY_NONE)
        self.nothing_hidden = all(field.seen is Seen.BY_ALL for field in self.fields)
        wide_first = sorted(self.fields, key=lambda field: -np.dtype(field.dtype).itemsize)
        parts: list[Any] = [(field.name, field.dtype, field.shape) for field in wide_first]
        plain = np.dtype(parts)
        spare = -plain.itemsize % np.dtype(wide_first[0].dtype).itemsize
        if spare:  # a field of its own, since copies of records drop padding
            parts.append((SPARE, np.uint8, (spare,)))
        self.dtype = np.dtype((Record, np.dtype(parts, align=True)))
        assert self.dtype.itemsize == plain.itemsize + spare

    def __reduce__(self) -> "tuple[type[Layout], tuple[tuple[Field, ...]]]":
        return Layout, (self.fields,)

    @cached_property
    def singles(self) -> "dict[str, Part]":
        """The fields that are one number each."""
        alone = [field for field in self.fields if not field.shape]
        places = {field.name: (np.dtype(field.dtype), self._offsets[field.name]) for field in alone}
        return {name: Part.of(name, at, at + size, dtype, ()) for name, (dtype, (at, size)) in places.items()}

    @cached_property
    def _offsets(self) -> dict[str, tuple[int, int]]:
        described: Any = self.dtype.fields
        return {name: (part[1], part[0].itemsize) for name, part in described.items()}

    def zeros(self, count: int) -> NDArray[Any]:
        """New records of zeros."""
        return np.zeros(count, self.dtype)

    def seen_bytes(self, seat: int, over: bool) -> NDArray[np.bool_]:
        """A mask of the record's bytes that the seat may see; only what the table declares."""
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

    def view_of(self, state: State, seat: int, over: bool, afterwards: bool = False) -> "View":
        """What the seat may see: a record in which everything else is zero.

        ``afterwards`` says that the game is looked back on, as in a replay; it changes words, never what is seen.
        """
        raw = state.tobytes()
        if not self.nothing_hidden:
            mask = self._masks.get((seat, over))
            if mask is None:
                mask = self._masks[seat, over] = np.where(self.seen_bytes(seat, over), np.uint8(255), np.uint8(0))
            raw = (np.frombuffer(raw, np.uint8) & mask).tobytes()
        return View(raw, seat, over, self, afterwards)

    def parts(self, seat: int, over: bool) -> "tuple[Part, ...]":
        """The fields shown to the seat and where they are in the record; of fields seen by owner, its own row."""
        known = self._parts.get((seat, over))
        if known is None:
            known = self._parts[seat, over] = tuple(self._found_parts(seat, over))
        return known

    def cells(self, seat: int, over: bool) -> list[tuple[int, int]]:
        """By byte of the record: which of the seat's parts it belongs to, and to which cell of it; -1 for none."""
        known = self._cells.get((seat, over))
        if known is None:
            known = self._cells[seat, over] = [(-1, -1)] * self.dtype.itemsize
            for number, part in enumerate(self.parts(seat, over)):
                size = (part.stop - part.start) // len(part.paths)
                known[part.start : part.stop] = [(number, byte // size) for byte in range(part.stop - part.start)]
        return known

    def _found_parts(self, seat: int, over: bool) -> "Iterator[Part]":
        for field in self.fields:
            start, size = self._offsets[field.name]
            dtype = np.dtype(field.dtype)
            if field.seen is Seen.BY_ALL or (field.seen is Seen.BY_OWNER_THEN_ALL and over):
                yield Part.of(field.name, start, start + size, dtype, field.shape)
            elif field.seen is not Seen.BY_NONE and seat >= 0:
                row = size // field.shape[0]
                yield Part.of(field.name, start + seat * row, start + (seat + 1) * row, dtype, field.shape[1:])


class Part(NamedTuple):
    """A field as shown to a seat, and where it is in the record."""

    name: str
    start: int
    stop: int
    form: Any
    """The kind of its numbers as ``memoryview`` reads them, which for a few is quicker than an array."""
    shape: tuple[int, ...]
    paths: tuple[str, ...]
    """The path of each cell, such as ``board.0.3.4``."""
    few: int
    """Up to this many changed cells are shorter sent one by one than as the whole field."""
    single: Struct
    """How to read the first number."""

    @classmethod
    def of(cls, name: str, start: int, stop: int, dtype: np.dtype[Any], shape: tuple[int, ...]) -> "Part":
        """The part, with the paths of its cells."""
        paths = tuple(".".join((name, *map(str, place))) for place in np.ndindex(shape)) if shape else (name,)
        few = WHOLE_CELL * len(paths) // (len(paths[-1]) + PATH_MORE)
        return cls(name, start, stop, dtype.char, shape, paths, few, Struct(dtype.char))

    def read(self, raw: bytes) -> Any:
        """The field's value, as numbers and lists."""
        if not self.shape:
            return self.single.unpack_from(raw, self.start)[0]
        return memoryview(raw)[self.start : self.stop].cast(self.form, self.shape).tolist()

    def add_changes(self, cells: list[int], raw: bytes, found: dict[str, Any]) -> None:
        """Add these changed cells to ``found`` by their paths, or the whole field where that is shorter."""
        if len(cells) > self.few:
            found[self.name] = self.read(raw)
            return
        values = memoryview(raw)[self.start : self.stop].cast(self.form)
        for cell in cells:
            found[self.paths[cell]] = values[cell]


class View(PlainRecord):
    """What one seat may see of a state, field by field. The rest reads as zeros, or can't be read at all."""

    def __init__(self, raw: bytes, seat: int, over: bool, layout: Layout, afterwards: bool = False) -> None:
        self.__dict__.update(seat=seat, over=over, afterwards=over or afterwards, _raw=raw, _layout=layout)

    seat: int
    over: bool
    afterwards: bool
    """Whether the game is over, or this is a moment of a game that is looked back on."""

    def __reduce__(self) -> "tuple[type[View], tuple[bytes, int, bool, Layout, bool]]":
        return View, (self._raw, self.seat, self.over, self._layout, self.afterwards)

    @cached_property
    def record(self) -> Any:
        """The view as a record, made on first use."""
        return np.frombuffer(bytearray(self._raw), self._layout.dtype)[0]

    def tobytes(self) -> bytes:
        """The view as bytes; equal for equal knowledge."""
        return self._raw

    def __getattr__(self, name: str) -> Any:
        known = self.__dict__
        layout: Layout = known["_layout"]
        if name in layout.hidden:
            raise AttributeError(f"nobody may see {name!r}")
        single = layout.singles.get(name)
        value = known[name] = super().__getattr__(name) if single is None else single.read(known["_raw"])
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a view cannot be changed")

    @property
    def as_state(self) -> State:
        """The view as a record that rules accept; what the seat may not see is zero."""
        return as_rules_see(self.record)

    def as_dict(self) -> dict[str, Any]:
        """Every field the seat sees, as numbers and lists; of fields seen by owner, only its own row."""
        raw = self._raw
        return {part.name: part.read(raw) for part in self._layout.parts(self.seat, self.over)}

    def changes_since(self, before: "View") -> dict[str, Any]:
        """What changed since an earlier view of the same seat, by path: a field (``turn``) or a cell (``board.0.3``).

        When the game has ended in between, all fields, since more is shown then.
        """
        if before.over != self.over:
            return self.as_dict()
        old, new = np.frombuffer(before._raw, np.uint8), np.frombuffer(self._raw, np.uint8)
        parts, cells = self._layout.parts(self.seat, self.over), self._layout.cells(self.seat, self.over)
        changed: dict[int, list[int]] = {}
        for byte in (old != new).nonzero()[0].tolist():
            part, cell = cells[byte]
            known = changed.setdefault(part, [])
            if not known or known[-1] != cell:  # a cell may have several bytes
                known.append(cell)
        found: dict[str, Any] = {}
        for part in sorted(changed):
            parts[part].add_changes(changed[part], self._raw, found)
        return found
