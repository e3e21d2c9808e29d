"""A game as the rest of the package sees it: names, sizes, options, rules, words."""

import importlib
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np

from tetracade.engine.birthdays import first_birthday
from tetracade.engine.box import BadBox, Box
from tetracade.engine.contract import BadGame, Options, own_functions, parameters_of
from tetracade.engine.earlier import Earlier, Needs
from tetracade.engine.features import FeatureTable
from tetracade.engine.fields import Field, Layout, View
from tetracade.engine.rulings import with_rulings
from tetracade.engine.unbound import CONTRACT, DEFAULTS, REQUIRED
from tetracade.engine.words import Mark, Note, Refusal, Words, complete

__all__ = [
    "BadOption",
    "Earlier",
    "Game",
    "Mark",
    "Option",
    "Refusal",
    "Series",
    "Strength",
    "Tuning",
    "Undo",
    "Words",
    "game_in",
]

FIGURE = re.compile(r"\{(\w+)\}")
"""Where words in a game's files take something from the box."""

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
    birthday: str = ""
    """The value that stands for the seat with the first birthday in the year, where the option names seats. People are
    asked for their birthdays as they sit down, and when play begins the seat's name takes this value's place."""
    titles: tuple[str, ...] = ()
    """What people read for each value, where its name won't do."""
    from_memory: bool = False
    """Whether this is a switch that makes people play from memory: while the game runs the page and the terminal tell
    only what happened since their own last turn, and give no hints. What may be known stays the same."""

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
    proof: int = 0
    """How many states to look at for a proof of what is best, near the end of an open game; see ``bots.proof``."""
    skips: bool = False
    """Whether playouts miss some of the actions they should compare; only ``master-1`` still does."""
    horizon: int | None = None
    """How many actions its playouts last before the game's ``estimate`` ends them; as the tuning says unless given."""
    gaze: bool = False
    """Whether it looks at one place and notices near actions sooner than far ones, by the game's ``spot``."""
    memory: float = 1.0
    """The chance that it still knows a thing it was shown."""


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
    first_master: Strength | None = None
    """What Master was when ``master-1`` was named, where it has changed since."""
    temperature: float = 1.0
    """The difference in ``rate`` that makes an action e times as likely to be tried first."""
    doubt: float = 0.0
    """The share of the search spread evenly over all actions, whatever ``rate`` says."""
    greed: float = 0.8
    """How often a playout takes the best-rated action instead of a random one."""
    horizon: int = 10_000
    """How many actions a playout lasts before the game's ``estimate`` ends it."""
    exploration: float = 1.4


@dataclass(frozen=True)
class Cheer:
    """One way to cheer the winners: its name, what its button says, and what follows the seat's name in the story."""

    how: str
    button: str
    text: str


class Undo(NamedTuple):
    """How far undo goes, for the set-up page: as a sentence, and where there is something to undo at all."""

    text: str
    bots: bool = True
    """Whether there is for one person, alone or against bots."""
    screen: bool = True
    """Whether there is for several at one screen."""
    online: bool = True
    """Whether there is for several who each have a screen of their own."""


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
    longest: int
    """The most actions and outcomes a game can have in all."""
    feature_table: FeatureTable = field(default_factory=FeatureTable)
    """What ``observe`` writes; empty for a game from which no program learns."""
    options: tuple[Option, ...] = ()
    hints: ModuleType | None = None
    outlook: ModuleType | None = None
    """``judge``, where it has a module of its own."""
    series: Series | None = None
    """Its own match or campaign; a game without one has the match that every game has (``engine.match``)."""
    teams: Callable[[int], Sequence[Sequence[int]]] = lambda _: ()
    """The teams at a table of so many seats, each a list of seats; partners don't talk, so chat is off by default."""
    match_keeps: Callable[[Any], Mapping[str, Any]] = lambda _: {}
    """For games without a series: the options that the first game of a match, ended in this state, settles for all."""
    positions: ModuleType | None = None
    """``options_of(state)``, the options a state shows, and ``fault_of(state)``, why no game can reach it."""
    svg: ModuleType | None = None
    """``draw(view)``, the view as an SVG picture; without it, the text drawing is used."""
    box: Box | None = None
    """The box it is played with; None for a game without ``box.toml``."""
    cheers: tuple[Cheer, ...] = (Cheer("applaud", "Applaud", "applauds"),)
    """What those who haven't won can do at the end, for the winners to see."""
    decks: ModuleType | None = None
    """``checked(path)``, a deck of cards to play with, from a file; ``found()``, the decks that come with the game."""
    facts: Callable[[], dict[str, Any]] = dict
    """What the box says, as plain data for drawing the game: sizes, shapes, names, phases."""
    figures: Callable[[], dict[str, str]] = dict
    """What ``rules.md``, lessons and diagrams take from the box, by the names that stand there in braces."""
    tuning: Tuning = Tuning()
    earlier: tuple[Earlier, ...] = ()
    """Older versions, and how their tables and records are read; one that isn't here needs its own version."""
    together: bool = False
    """Whether several seats may act at the same time."""
    scored: bool = False
    """Whether points say more than who won; then an analysis tells luck and play in points, too."""
    undo: Undo | None = None
    """How far undo goes; None for what follows from the game's record, see ``undoes``."""
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

    def __reduce__(self) -> tuple[Callable[[str, str], "Game"], tuple[str, str]]:
        """Pickle the game by the name of its module, and by its box."""
        package = self.rules.__name__.rpartition(".")[0]
        if getattr(sys.modules.get(package), "GAME", None) is not self:
            raise TypeError(f"{self.name} cannot be pickled: {package or 'no module'} does not hold it as GAME")
        return game_in, (package, self.box_mark)

    @property
    def features(self) -> int:
        """How many numbers ``observe`` writes."""
        return self.feature_table.size

    @property
    def box_mark(self) -> str:
        """The digest of the box; empty with the standard one."""
        return self.box.mark if self.box else ""

    @property
    def box_line(self) -> str:
        """How records and logs name the box; empty with the standard one."""
        return self.box.line if self.box else ""

    @property
    def box_said(self) -> str:
        """The box in words."""
        return self.box.said if self.box else "the standard box"

    def check_box(self, mark: str) -> None:
        """BadBox if what comes from another process was made with another box than this process has."""
        if mark != self.box_mark:
            there = f"the box {mark}" if mark else "the standard box"
            raise BadBox(f"this was made with {there} of {self.title}, but this process has {self.box_said}")

    def rules_text(self) -> str:
        """The numbered rules as Markdown, with the figures of the box, and at the end what we had to guess."""
        return with_rulings(self.with_figures((self.folder / "rules.md").read_text(encoding="utf-8")))

    def with_figures(self, text: str) -> str:
        """The text with the figures of the box where it names them in braces; KeyError if there is no such figure."""
        figures = self.figures()
        return FIGURE.sub(lambda found: figures[found[1]], text)

    def data_in(self, name: str) -> dict[str, Any]:
        """What a TOML file in the game's folder holds, with the figures of the box in its texts; {} without it."""
        file = self.folder / name
        if not file.is_file():
            return {}
        found: dict[str, Any] = self._filled(tomllib.loads(file.read_text(encoding="utf-8")))
        return found

    def _filled(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.with_figures(value)
        if isinstance(value, list):
            return [self._filled(item) for item in value]
        return {key: self._filled(item) for key, item in value.items()} if isinstance(value, dict) else value

    @cached_property
    def layout(self) -> Layout:
        """The game's record."""
        return Layout(self.fields)

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """The contract's functions: the game's own, or the defaults."""
        outlook = own_functions(self.outlook, CONTRACT, f"{self.name}: outlook.py") if self.outlook else {}
        hints = own_functions(self.hints, CONTRACT, f"{self.name}: hints.py") if self.hints else {}
        return {**DEFAULTS, **outlook, **hints, **own_functions(self.rules, CONTRACT, f"{self.name}: rules.py")}

    def done_text(self, view: View, seat: int, action: int, after: Callable[[], View]) -> str:
        """What the seat did, worded to follow its name; the views are from before and after the action."""
        said: Any = self.words
        if "done_text" in said.own:
            return str(said.done_text(view, seat, action, after()))
        return self.words.text(view, seat, action)

    def notation_seen(self, view: View, action: int) -> str:
        """The action as the viewer would write it."""
        said: Any = self.words
        return str(said.notation_seen(view, action)) if "notation_seen" in said.own else self.words.notation(action)

    def action_seen(self, view: View, notation: str) -> int:
        """The action the viewer has written; ValueError with a sentence if there is none."""
        said: Any = self.words
        return int(said.action_seen(view, notation)) if "action_seen" in said.own else self.words.action_of(notation)

    def aims(self, view: View) -> tuple[str, ...]:
        """The goals beyond winning, such as a level's, and the progress so far."""
        said: Any = self.words
        found: tuple[str, ...] = said.aims(view)
        return found

    def marks(self, before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
        """What is to be seen where when this happens; ``what`` is -1 where the viewer may not see it."""
        said: Any = self.words
        found: tuple[Mark, ...] = said.marks(before, after, seat, what)
        return found

    def standing(self, view: View) -> list[dict[str, int]]:
        """Each seat's points as the viewer can tell them now, by where they come from; empty if the game tells none."""
        said: Any = self.words
        if "standing" not in said.own:
            return []
        return [said.standing(view, seat) for seat in range(view.seats)]

    def dangers(self, view: View) -> tuple[Mark, ...]:
        """What the viewer's seat should mind, as the view shows; nothing for spectators and after the end."""
        said: Any = self.words
        found: tuple[Mark, ...] = () if view.seat < 0 or view.over else said.dangers(view)
        return found

    def goal(self, view: View) -> str:
        """What wins, in one short sentence."""
        said: Any = self.words
        return str(said.goal(view)) if "goal" in said.own else self.tagline

    def progress(self, view: View) -> list[str]:
        """How far each seat is from winning, as the viewer can tell; empty if the game says nothing about it."""
        said: Any = self.words
        return [said.progress(view, seat) for seat in range(view.seats)] if "progress" in said.own else []

    def reasons(self, before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
        """What speaks for the action, by the seat's own views before and after it."""
        said: Any = self.words
        found: tuple[str, ...] = said.reasons(before, after, seat, action)
        return found

    def rules_met(self, before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
        """The rules that this brings into play, each at its place; ``what`` is -1 where the viewer may not see it."""
        said: Any = self.words
        found: tuple[Note, ...] = said.rules_met(before, after, seat, what)
        return found

    def about(self, view: View, place: str) -> Note | None:
        """What is at this place, as the viewer can tell; None if there is nothing to say."""
        said: Any = self.words
        found: Note | None = said.about(view, place)
        return found

    def legend(self, view: View) -> tuple[Note, ...]:
        """The marks one needs to know to read the board."""
        said: Any = self.words
        found: tuple[Note, ...] = said.legend(view)
        return found

    def key(self, view: View) -> str:
        """What you need to read the drawing, shown once: names or pictures of pieces; often empty."""
        said: Any = self.words
        return str(said.key(view))

    @property
    def undoes(self) -> Undo:
        """How far undo goes: as the game says, or as follows from its record."""
        if self.undo is not None:
            return self.undo
        if not self.layout.nothing_hidden:
            return Undo("You can undo within your turn, until something is drawn or comes to light.")
        last = "Against bots or at one screen you can undo your last move,"
        text = f"{last} but never past a card or a roll." if self.outcomes else f"{last} with the answers to it."
        return Undo(text, online=False)

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

    def version_before(self, version: int) -> Earlier | None:
        """What is said of this older version; None if nothing is."""
        return next((earlier for earlier in self.earlier if earlier.version == version), None)

    def options_then(self, version: int, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a table or record of this version, as today's rules take them; Needs if they can't."""
        if version == self.version:
            return dict(given)
        earlier = self.version_before(version)
        if earlier is None or not earlier.plays(given):
            raise Needs(f"version {version} of {self.title}", f"version {self.version}")
        return earlier.read(given)

    def asks_birthdays(self, options: Mapping[str, Any]) -> bool:
        """Whether these options leave something to whoever has the first birthday in the year."""
        return any(option.birthday and options.get(option.name) == option.birthday for option in self.options)

    def settled(self, options: Mapping[str, Any], birthdays: Sequence[str]) -> dict[str, Any]:
        """The options with the seat of the first birthday put in where they ask for it, by lot if none is told.

        ``birthdays`` are by seat, as month and day (12-24), or empty.
        """
        seat = first_birthday(birthdays)
        found = dict(options)
        for option in self.options:
            if option.birthday and options.get(option.name) == option.birthday:
                found[option.name] = option.default if seat is None else self.words.seat_name(seat).lower()
        return found

    def is_from_memory(self, options: Mapping[str, Any]) -> bool:
        """Whether people play from memory at a table with these options."""
        return any(option.from_memory and options.get(option.name) is True for option in self.options)

    def option_numbers(self, values: Mapping[str, Any]) -> Options:
        """The options as numbers, as rules see them."""
        numbers = [option.number_of(values[option.name]) for option in self.options]
        return np.array(numbers or [0], np.int64)


def game_in(package: str, box_mark: str = "") -> Game:
    """The ``GAME`` in this module; BadBox if its box is not the one with this mark."""
    game: Game = importlib.import_module(package).GAME
    game.check_box(box_mark)
    return game
