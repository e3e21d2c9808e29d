"""Older versions of a game, as data in its folder: what their tables and records are called in today's rules.

A log or a record names the version of its game. Where today's rules still play that version, under options that it did
not have, it is read as that and goes on. Where they don't, it needs that version: it is kept as it is, never damaged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


class Needs(ValueError):
    """A table or record that can't be played here, though nothing is wrong with it.

    ``what`` it needs and what is ``here`` are parts of a sentence: "version 1 of TETRAD" and "version 2".
    """

    def __init__(self, what: str, here: str) -> None:
        super().__init__(f"it needs {what}; this is {here}")
        self.what = what
        self.here = here

    @property
    def of_a_table(self) -> str:
        """The sentence for people at a table."""
        return f"This table needs {self.what}, and this server has {self.here}. The game is kept as it is."

    @property
    def of_a_record(self) -> str:
        """The sentence for people with a record."""
        return f"this record needs {self.what}; this is {self.here}"


@dataclass(frozen=True)
class Earlier:
    """One older version whose numbers and notation of actions and outcomes are today's."""

    version: int
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options that it did not have, with the values under which today's rules are its rules."""
    renamed: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    """By option: values that are called otherwise today."""
    unplayable: Sequence[Mapping[str, Any]] = ()
    """Options under which its rules are none of today's; an empty mapping fits everything."""

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options as today's rules take them."""
        same = {name: self.renamed.get(name, {}).get(_hashable(value), value) for name, value in given.items()}
        return {**self.options, **same}

    def plays(self, given: Mapping[str, Any]) -> bool:
        """Whether today's rules play this version with these options."""
        return not any(
            all(name in given and _written(given[name]) == _written(value) for name, value in part.items())
            for part in self.unplayable
        )


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _written(value: Any) -> str:
    """The value as logs and records both have it: records hold text."""
    return str(value).lower()
