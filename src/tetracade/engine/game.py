"""A game as the rest of the package sees it: names, sizes, options, rules, words."""

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from tetracade.engine.contract import BadGame, Options, own_functions, parameters_of
from tetracade.engine.fields import Field, Layout, View
from tetracade.engine.unbound import CONTRACT, DEFAULTS, REQUIRED
from tetracade.engine.words import Refusal, Words, complete

__all__ = ["BadOption", "Game", "Option", "Refusal", "Series", "Strength", "Tuning", "Words", "game_in"]

BY_NAME = {function.__name__: function for function in CONTRACT}


class BadOption(ValueError):
    """A choice that doesn't exist; the message lists those that do."""


@dataclass(frozen=True)
class Option:
    """One choice when setting up a table.

    ``values`` lists the choices in the order of their numbers; a range of numbers is ``range(10, 15)``. With ``many``
    you choose a set of values, held as a bit mask. A switch has the values (False, True).
    """

    name: str
    values: Sequence[Any]
    default: Any
    rule: str
    text: str
    many: bool = False
    seats: tuple[int, ...] = ()
    """The numbers of seats that allow anything but the default; empty if all do."""

    def number_of(self, value: Any) -> int:
        """The number that rules see for this value."""
        if self.many:
            if isinstance(value, str) or not isinstance(value, Sequence | set | frozenset):
                raise BadOption(f"{self.name}={value!r}: give a list of values out of {self.said_values}")
            return sum({1 << self._place_of(item) for item in value})
        place = self._place_of(value)
        return int(self.values[place]) if isinstance(self.values, range) else place

    def value_of(self, number: int) -> Any:
        """The value with this number."""
        if self.many:
            return [value for place, value in enumerate(self.values) if number >> place & 1]
        return number if isinstance(self.values, range) else self.values[number]

    @property
    def said_values(self) -> str:
        """The values as text for people."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)

    def read(self, text: str) -> Any:
        """The value written like this in a file or on a command line."""
        if self.many:
            return [self._read_one(part) for part in text.split(",") if part]
        return self._read_one(text)

    def written(self, value: Any) -> str:
        """The value as ``read`` takes it."""
        if self.many:
            return ",".join(self._written_one(item) for item in value)
        return self._written_one(value)

    @staticmethod
    def _written_one(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    def _read_one(self, text: str) -> Any:
        for value in self.values:
            if self._written_one(value) == text.strip().lower():
                return value
        raise BadOption(f"{self.name}={text}: {self.name} is one of {self.said_values}")

    def _place_of(self, value: Any) -> int:
        plain = value.item() if isinstance(value, np.generic) else value
        for place, known in enumerate(self.values):
            if type(known) is type(plain) and known == plain:
                return place
        raise BadOption(f"{self.name}={value!r}: {self.name} is one of {self.said_values}")


class Series(Protocol):
    """Games that belong together: a match in which the deal passes on, or a campaign of levels.

    The standing of a series is one line of text, so it can be saved and continued at another table.
    """

    def begun(self, options: Mapping[str, Any], seats: int, games: int) -> str:
        """The standing of a series that starts with these options; empty if they start none."""

    def options(self, stands: str) -> Mapping[str, Any]:
        """The options for the next game; ValueError if the text isn't a standing."""

    def seats(self, stands: str) -> int:
        """The number of seats in its games."""

    def after(self, stands: str, state: Any, winners: Sequence[int]) -> str:
        """The standing after a game that ended in this state and was won by these seats."""

    def over(self, stands: str) -> bool:
        """Whether the series is finished."""

    def told(self, stands: str) -> str:
        """The standing in words."""


@dataclass(frozen=True)
class Strength:
    """How hard one level of bots thinks."""

    simulations: int
    sight: float = 1.0
    """The chance that it notices an action at all."""
    plies: int = 0
    """How many decisions to look ahead with exact odds and ``estimate``; 0 means simulations instead."""
    breadth: int = 4
    """How many actions to follow at each decision when looking more than two plies ahead."""
    heats: bool = False
    """Whether simulations compare actions in heats, dropping the worse half each time, instead of in a tree."""


@dataclass(frozen=True)
class Tuning:
    """How bots best think about a game; found by measuring, see docs/bots.md."""

    strengths: tuple[Strength, Strength, Strength, Strength, Strength] = (
        Strength(20, 0.4),
        Strength(40, 0.7),
        Strength(150, 0.9),
        Strength(500),
        Strength(2000),
    )
    """From Beginner to Master."""
    temperature: float = 1.0
    """The difference in ``rate`` that makes an action e times as likely to be tried first."""
    doubt: float = 0.0
    """The share of the search spread evenly over all actions, whatever ``rate`` says."""
    greed: float = 0.8
    """How often a playout takes the best-rated action instead of a random one."""
    horizon: int = 10_000
    """How many actions a playout lasts before the game's ``estimate`` ends it."""
    exploration: float = 1.4


@dataclass(frozen=True, eq=False)
class Game:
    """One complete game. Everything that works with any game takes one of these."""

    name: str
    title: str
    version: int
    tagline: str
    seats: tuple[int, ...]
    fields: Sequence[Field]
    rules: ModuleType
    words: Words
    actions: int
    """How many action numbers there are."""
    outcomes: int
    """How many outcome numbers there are."""
    features: int
    longest: int
    """The most actions and outcomes a game can have in all."""
    options: tuple[Option, ...] = ()
    hints: ModuleType | None = None
    series: Series | None = None
    positions: ModuleType | None = None
    """``options_of(state)``, the options a state shows, and ``fault_of(state)``, why no game can reach it."""
    svg: ModuleType | None = None
    """``draw(view)``, the view as an SVG picture; without it, the text drawing is used."""
    facts: Callable[[], dict[str, Any]] = dict
    """What the box says, as plain data for drawing the game: sizes, shapes, names, phases."""
    tuning: Tuning = Tuning()
    default_seats: int = 0
    folder: Path = field(default=Path())

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", complete(self.words, f"{self.name}: words.py"))
        if not any(part.name == "seats" for part in self.fields):
            raise BadGame(f"{self.name}: the field table lacks 'seats'")
        own = self.functions.keys() - {name for name, usual in DEFAULTS.items() if self.functions[name] is usual}
        needed = {function.__name__: "every game needs it" for function in REQUIRED}
        if self.outcomes:
            needed |= dict.fromkeys(("outcomes", "resolve"), "the game has outcomes")
        if self.features:
            needed["observe"] = "the game has features"
        if not self.layout.nothing_hidden:
            needed["redeal"] = "the record has hidden fields"
        for name, why in needed.items():
            if name not in own:
                raise BadGame(f"{self.name}: rules.py lacks {name}({', '.join(parameters_of(BY_NAME[name]))}): {why}")

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Pickle the game by the name of its module."""
        package = self.rules.__name__.rpartition(".")[0]
        if getattr(sys.modules.get(package), "GAME", None) is not self:
            raise TypeError(f"{self.name} cannot be pickled: {package or 'no module'} does not hold it as GAME")
        return game_in, (package,)

    @cached_property
    def layout(self) -> Layout:
        """The game's record."""
        return Layout(self.fields)

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """The contract's functions: the game's own, or the defaults."""
        hints = own_functions(self.hints, CONTRACT, f"{self.name}: hints.py") if self.hints else {}
        return {**DEFAULTS, **hints, **own_functions(self.rules, CONTRACT, f"{self.name}: rules.py")}

    def done_text(self, view: View, seat: int, action: int, after: Callable[[], View]) -> str:
        """What the seat did, worded to follow its name; the views are from before and after the action."""
        said: Any = self.words
        if "done_text" in said.own:
            return str(said.done_text(view, seat, action, after()))
        return self.words.text(view, seat, action)

    def aims(self, view: View) -> tuple[str, ...]:
        """The goals beyond winning, such as a level's, and the progress so far."""
        said: Any = self.words
        found: tuple[str, ...] = said.aims(view)
        return found

    def key(self, view: View) -> str:
        """What you need to read the drawing, shown once: names or pictures of pieces; often empty."""
        said: Any = self.words
        return str(said.key(view))

    def checked_seats(self, seats: int | None) -> int:
        """The number of seats, or the usual one if None; BadOption if the game doesn't have it."""
        if seats is None:
            return self.default_seats or self.seats[0]
        given: object = seats  # whatever a program brings
        if isinstance(given, bool) or not isinstance(given, int | np.integer) or given not in self.seats:
            said = ", ".join(str(count) for count in self.seats)
            raise BadOption(f"{self.title} has {said} seats, not {given!r}")
        return int(given)

    def option_values(self, given: Mapping[str, Any], seats: int | None = None) -> dict[str, Any]:
        """All options with their values, defaults included; BadOption if one is wrong or doesn't fit ``seats``."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = f"its options are {', '.join(known)}" if known else "it has no options"
                raise BadOption(f"{self.title} has no option {name!r}; {has}")
        values = {}
        for option in self.options:
            number = option.number_of(given.get(option.name, option.default))
            value = values[option.name] = option.value_of(number)
            if seats is not None and option.seats and seats not in option.seats and value != option.default:
                chosen, fitting = option.written(value), " or ".join(map(str, option.seats))
                said = "seat" if fitting == "1" else "seats"
                raise BadOption(f"{option.name}={chosen} is for {fitting} {said}, not {seats} ({option.rule})")
        return values

    def option_numbers(self, values: Mapping[str, Any]) -> Options:
        """The options as numbers, as rules see them."""
        numbers = [option.number_of(values[option.name]) for option in self.options]
        return np.array(numbers or [0], np.int64)


def game_in(package: str) -> Game:
    """The ``GAME`` in this module."""
    game: Game = importlib.import_module(package).GAME
    return game
