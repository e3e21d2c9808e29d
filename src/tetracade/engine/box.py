"""A game's box: the facts that its figures and its list of parts would show, read from a file.

A game's folder holds the standard box, ``box.toml``. Another box is a file like it: what it leaves out is as in the
standard box. A game reads its box once, through a :class:`Page`, before anything of it is compiled, so a fact costs
nothing in play. What rules depend on is part of the box's digest; names, sentences, comments and order are not.
"""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

FILE = "box.toml"
NAME_LIMIT = 60
"""The most characters in the name of a box."""

T = TypeVar("T")


class BadBox(ValueError):
    """A box that can't be played with, or chosen too late; the message says in one line what would be right."""


@dataclass(frozen=True)
class Box:
    """The box a game is played with in this process."""

    game: str
    name: str
    digest: str
    """Of all values that rules depend on; equal for boxes that play the same."""
    standard: bool
    path: Path

    @property
    def mark(self) -> str:
        """The digest of another box than the standard one; empty for that."""
        return "" if self.standard else self.digest

    @property
    def line(self) -> str:
        """How records and logs name a box that is not the standard one; empty for that."""
        return "" if self.standard else f"{self.digest} {self.name}"

    @property
    def said(self) -> str:
        """The box in words."""
        return "the standard box" if self.standard else f"the box “{self.name}” ({self.digest})"


class Page:
    """The values of a box, each read by its key; what doesn't fit raises BadBox."""

    def __init__(self, values: Mapping[str, Any], file: Path, under: str = "", noted: dict[str, Any] | None = None):
        self.file = file
        self._values = values
        self._under = under
        self._read: set[str] = set()
        self._pages: list[Page] = []
        self._noted: dict[str, Any] = {} if noted is None else noted

    def wrong(self, sentence: str) -> NoReturn:
        """Refuse the box, with the reason."""
        raise BadBox(f"{self.file.name}: {sentence}")

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number within these bounds."""
        return self._note(key, self._number(self._path(key), self._value(key), low, high))

    def fact(self, key: str, low: int, high: int) -> int:
        """A whole number within these bounds, on which no rule depends."""
        return self._number(self._path(key), self._value(key), low, high)

    def numbers(self, key: str, low: int, high: int, most: int) -> tuple[int, ...]:
        """Whole numbers within these bounds, in any order, none twice, and no more than ``most``."""
        found = sorted(self._number(self._path(key), value, low, high) for value in self._list(key, most))
        for number in found:
            if found.count(number) > 1:
                self.wrong(f"{self._path(key)}: {number} is there twice")
        return self._note(key, tuple(found))

    def counts(self, key: str, names: Sequence[str], low: int, high: int) -> tuple[int, ...]:
        """How many there are of each of these, in this order, from a table with a number for each name."""
        page = self.page(key)
        return tuple(page.number(name, low, high) for name in names)

    def places(self, key: str, place_of: Callable[[str], T], most: int, each: str = "") -> tuple[T, ...]:
        """Places of the board by name, in the board's order, none twice, and no more than ``most``.

        ``place_of`` raises ValueError with what would be right; ``each`` is what one of them is called.
        """
        found: dict[Any, str] = {}
        for value in self._list(key, most):
            place = self._place(f"{each or self._path(key)} {value}", value, place_of)
            if place in found:
                self.wrong(f"{each or self._path(key)} {value}: it is there twice")
            found[place] = value
        ordered: list[Any] = sorted(found)
        self._note(key, [found[place].upper() for place in ordered])
        return tuple(ordered)

    def _place(self, said: str, value: Any, place_of: Callable[[str], T]) -> T:
        if not isinstance(value, str):
            self.wrong(f'{said}: write a place like "A1"')
        try:
            return place_of(value.strip().upper())
        except ValueError as error:
            self.wrong(f"{said}: {error}")

    def picture(self, key: str, rows: int, columns: int, marks: Iterable[str]) -> tuple[tuple[str, ...], ...]:
        """The marks of a board drawn as text, row by row from the top, set apart by spaces.

        A row may begin with its name, which is left out.
        """
        allowed = list(marks)
        lines = [line.split() for line in self._text(key).strip().splitlines() if line.strip()]
        if len(lines) != rows:
            self.wrong(f"{self._path(key)}: draw {rows} rows, not {len(lines)}")
        found = []
        for number, line in enumerate(lines, 1):
            cells = line[1:] if len(line) == columns + 1 else line
            if len(cells) != columns:
                self.wrong(f"{self._path(key)}, row {number} from the top: draw {columns} columns, not {len(cells)}")
            for cell in cells:
                if cell not in allowed:
                    self.wrong(f"{self._path(key)}, row {number} from the top: {cell!r} is none of {' '.join(allowed)}")
            found.append(tuple(cells))
        self._note(key, found)
        return tuple(found)

    def text(self, key: str, longest: int = 200) -> str:
        """Words for people, on which no rule depends."""
        found = " ".join(self._text(key).split())
        if not 0 < len(found) <= longest:
            self.wrong(f"{self._path(key)}: write 1 to {longest} characters")
        return found

    def texts(self, key: str, count: int, longest: int = 200, fewest: int | None = None) -> tuple[str, ...]:
        """As many words or sentences, or at least ``fewest`` of them, on which no rule depends, all different."""
        values = self._value(key)
        if not isinstance(values, list) or not (count if fewest is None else fewest) <= len(values) <= count:
            self.wrong(f"{self._path(key)}: list {count if fewest is None else f'{fewest} to {count}'} texts")
        found = []
        for value in values:
            if not isinstance(value, str) or not 0 < len(value.strip()) <= longest:
                self.wrong(f"{self._path(key)}: {value!r} should be a text of 1 to {longest} characters")
            if " ".join(value.split()) in found:
                self.wrong(f"{self._path(key)}: {value!r} is there twice")
            found.append(" ".join(value.split()))
        return tuple(found)

    def page(self, key: str) -> "Page":
        """The table under this key."""
        values = self._value(key)
        if not isinstance(values, dict):
            self.wrong(f"{self._path(key)}: this is a table of its own; begin it with [{self._path(key)}]")
        return self._page(values, self._path(key))

    def pages(self, key: str, low: int, high: int) -> "tuple[Page, ...]":
        """The tables listed under this key, as many as these bounds allow, in their order."""
        values = self._value(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            self.wrong(f"{self._path(key)}: list tables; begin each with [[{self._path(key)}]]")
        if not low <= len(values) <= high:
            allowed = str(low) if low == high else f"{low} to {high}"
            self.wrong(f"{self._path(key)}: there are {allowed} of them, not {len(values)}")
        return tuple(self._page(value, f"{self._path(key)}.{at}") for at, value in enumerate(values, 1))

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self._values

    def finish(self) -> str:
        """Refuse keys that nothing has read; return the digest of those that rules depend on."""
        for key in self._values:
            if key not in self._read:
                near = difflib.get_close_matches(key, self._read, 1)
                known = f"did you mean {near[0]}?" if near else f"the keys are {', '.join(sorted(self._read))}"
                self.wrong(f"{self._path(key)}: there is no such key; {known}")
        for page in self._pages:
            page.finish()
        canonical = json.dumps(self._noted, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def _page(self, values: dict[str, Any], under: str) -> "Page":
        page = Page(values, self.file, under, self._noted)
        self._pages.append(page)
        return page

    def _path(self, key: str) -> str:
        return f"{self._under}.{key}" if self._under else key

    def _note(self, key: str, value: Any) -> Any:
        self._noted[self._path(key)] = value
        return value

    def _value(self, key: str) -> Any:
        if key not in self._values:
            self.wrong(f"{self._path(key)} is missing")
        self._read.add(key)
        return self._values[key]

    def _text(self, key: str) -> str:
        value = self._value(key)
        if not isinstance(value, str):
            self.wrong(f"{self._path(key)} = {value!r}: write text, between quotation marks")
        return value

    def _list(self, key: str, most: int) -> list[Any]:
        values = self._value(key)
        if not isinstance(values, list):
            self.wrong(f"{self._path(key)} = {values!r}: write a list, between square brackets")
        if len(values) > most:
            self.wrong(f"{self._path(key)}: at most {most}, not {len(values)}")
        return values

    def _number(self, path: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(f"{path} = {value!r}: it is a whole number from {low} to {high}")
        return int(value)


def values_in(path: Path) -> dict[str, Any]:
    """The values in a file; BadBox if it can't be read."""
    try:
        return tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise BadBox(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadBox(f"{path.name}: it is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{path.name}: not written as TOML: {error}") from None


def box_from(
    values: Mapping[str, Any], path: Path, read: Callable[[Page], T], standard: Mapping[str, Any]
) -> tuple[Box, T]:
    """The box that these values describe and what the game reads from it; BadBox if no game can be played with it."""
    game, name, digest, parts = _read_whole(_filled(values, standard), path, read)
    if values is standard:
        return Box(game, name, digest, True, path), parts
    _, usual_name, usual_digest, _ = _read_whole(standard, Path(FILE), read)
    same = digest == usual_digest
    return Box(game, path.stem if name == usual_name and not same else name, digest, same, path), parts


def _read_whole(values: Mapping[str, Any], file: Path, read: Callable[[Page], T]) -> tuple[str, str, str, T]:
    """The game, the name and the digest of a box, and what the game reads from it."""
    page = Page(values, file)
    game, name, parts = page.text("game"), page.text("name", NAME_LIMIT), read(page)
    return game, name, page.finish(), parts


def _filled(values: Mapping[str, Any], standard: Mapping[str, Any]) -> dict[str, Any]:
    """The values, and those of the standard box where there are none."""
    found = dict(standard)
    for key, value in values.items():
        usual = standard.get(key)
        both = isinstance(value, dict) and isinstance(usual, dict)
        found[key] = _filled(value, usual or {}) if both else value
    return found
