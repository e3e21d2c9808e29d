"""The contract of a game's words: every function that ``words.py`` may hold, with its parameters.

``RequiredWords`` every game brings; the functions below are defaults for games that need nothing else. Words take
views, never states, so that a sentence cannot leak.
"""

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn, Protocol, cast

from tetracade.engine.contract import BadGame, own_functions
from tetracade.engine.fields import View


@dataclass(frozen=True)
class Refusal:
    """Why a seat may not do what it tried: the rule's number, a sentence, and the places concerned."""

    rule: str
    reason: str
    places: tuple[str, ...] = ()


class RequiredWords(Protocol):
    """What every game says for itself."""

    def notation(self, action: int) -> str:
        """An action as files and command lines write it."""

    def action_of(self, notation: str) -> int:
        """The action written like this; ValueError with a sentence if nothing is."""

    def text(self, view: View, seat: int, action: int) -> str:
        """What the seat does, in words that stand after its name; the view is from before it."""

    def touches(self, action: int) -> tuple[str, ...]:
        """The places one touches, in order, to make the action on a page.

        Neighbours of one kind (what stands before a colon) may be touched in any order.
        """

    def why_not(self, view: View, seat: int, action: int) -> Refusal:
        """Why the action, which is not legal, is not."""

    def ending(self, view: View) -> str:
        """Why the game that is over ended, in words."""

    def breakdown(self, view: View, seat: int) -> dict[str, int]:
        """Where the seat's points at the end come from."""

    def drawing(self, view: View) -> str:
        """The view as text for a terminal, with rich's markup for colour."""

    def seat_name(self, seat: int) -> str:
        """The seat's name in the game: a colour, or a number."""

    def position(self, state: Any) -> str:
        """The whole state in one line, for tests and bug reports."""

    def read_position(self, state: Any, line: str) -> None:
        """Fill a record of zeros from such a line."""


class Words(RequiredWords, Protocol):
    """All words of a game, those it brings and the defaults."""

    def outcome_notation(self, outcome: int) -> str:
        """A chance outcome as files write it."""

    def outcome_of(self, notation: str) -> int:
        """The outcome written like this; ValueError with a sentence if nothing is."""

    def outcome_text(self, view: View, outcome: int) -> str:
        """What happens, in words; the view is from before it."""

    def hidden_text(self, view: View, seat: int) -> str:
        """What a viewer is told who may not see what the seat does, or (seat -1) what was drawn."""


def _nothing_drawn() -> NoReturn:
    raise ValueError("nothing is left to chance in this game")


def outcome_notation(outcome: int) -> str:
    """Needed by games that leave something to chance."""
    _nothing_drawn()


def outcome_of(notation: str) -> int:
    """Needed by games that leave something to chance."""
    _nothing_drawn()


def outcome_text(view: View, outcome: int) -> str:
    """Needed by games that leave something to chance."""
    _nothing_drawn()


def hidden_text(view: View, seat: int) -> str:
    """Needed by games that hide something."""
    raise ValueError("nothing is hidden in this game")


def aims(view: View) -> tuple[str, ...]:
    """What the game asks for beyond winning, such as a level's aims, and how far one is. By default nothing."""
    return ()


def key(view: View) -> str:
    """What one needs to read the drawing, for a terminal, shown once. By default nothing."""
    return ""


def done_text(view: View, seat: int, action: int, after: View) -> str:
    """What the seat did, in words that stand after its name; the views are from before and after it.

    For games whose offers keep something to themselves, or whose actions bring something to light. By default ``text``.
    """
    raise LookupError("a game's text stands in for this")


REQUIRED = tuple(vars(RequiredWords)[name] for name in vars(RequiredWords) if not name.startswith("_"))
CHANCE_WORDS = (outcome_notation, outcome_of, outcome_text)
OPTIONAL = (*CHANCE_WORDS, hidden_text, aims, key, done_text)


class CompleteWords(SimpleNamespace):
    """The functions by name; ``own`` are the names of those that the game brings itself."""

    own: frozenset[str]


def words_of(*modules: ModuleType) -> Words:
    """The words of a game whose notation, refusals and sentences stand in modules of their own, as one."""
    names = [function.__name__ for function in (*REQUIRED, *OPTIONAL)]
    found: Any = SimpleNamespace(
        **{name: getattr(module, name) for module in modules for name in names if hasattr(module, name)}
    )
    return complete(found)


def complete(words: RequiredWords, where: str = "words.py") -> Words:
    """The game's words with the defaults where it brings none; BadGame if they do not keep to the contract."""
    if isinstance(words, CompleteWords):
        return cast(Words, words)
    own = own_functions(words, (*REQUIRED, *OPTIONAL), where)
    missing = [function.__name__ for function in REQUIRED if function.__name__ not in own]
    if missing:
        raise BadGame(f"{where} lacks {', '.join(missing)}")
    defaults = {function.__name__: function for function in OPTIONAL}
    found: Any = CompleteWords(**{**defaults, **own}, own=frozenset(own))
    return cast(Words, found)
