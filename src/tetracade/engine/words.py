"""The contract of a game's words: every function that ``words.py`` may hold, with its parameters.

Every game has the functions of ``RequiredWords``; the others have a default below. Words take views, never states, so a
sentence can't leak.
"""

from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn, Protocol, cast

from tetracade.engine.contract import BadGame, own_functions
from tetracade.engine.fields import View


@dataclass(frozen=True)
class Refusal:
    """Why an action isn't allowed: the rule's number, a sentence, and the places concerned."""

    rule: str
    reason: str
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mark:
    """Something to be seen at one place of the board when something happens, or that is to be minded there."""

    kind: str
    """What is seen: fall, move, card, chip, roll, leave, point, coin, hole, line, danger and so on."""
    place: str
    """Where: a place as in ``touches``, ``seat:N`` for a seat with its hand, or the game's own, such as ``die``."""
    amount: int = 0
    """Points or coins that it brings, or the number rolled."""
    cause: str = ""
    """Why, in a word or two; for a danger a sentence."""
    thing: str = ""
    """Which card or piece it is, in the game's notation; empty if the viewer can't see it."""
    path: tuple[str, ...] = ()
    """The places that it passes, from the first to the last; empty for what stays where it is."""
    hits: int = -1
    """The seat that suffers from it and should see it before the game goes on; -1 for none."""


@dataclass(frozen=True)
class Note:
    """A few words about something on the table, or about a rule that has just come into play."""

    title: str
    """What it is called."""
    text: str
    """What it means, in a sentence or two."""
    rule: str = ""
    """The rule that says so, if one does."""
    place: str = ""
    """Where it is: a place as in ``Mark``; empty for what has no place."""


class RequiredWords(Protocol):
    """The words that every game has."""

    def notation(self, action: int) -> str:
        """The action as written in files and on command lines."""

    def action_of(self, notation: str) -> int:
        """The action written like this; ValueError with a sentence if there is none."""

    def text(self, view: View, seat: int, action: int) -> str:
        """What the seat does, worded to follow its name; the view is from before the action."""

    def touches(self, action: int) -> tuple[str, ...]:
        """The places you touch, in order, to make the action on a page.

        Neighbours of the same kind (the part before a colon) may be touched in any order.
        """

    def why_not(self, view: View, seat: int, action: int) -> Refusal:
        """Why the action isn't legal now; called for illegal ones only."""

    def ending(self, view: View) -> str:
        """Why the game ended, in words; called when it is over."""

    def breakdown(self, view: View, seat: int) -> dict[str, int]:
        """The seat's final points by where they come from."""

    def drawing(self, view: View) -> str:
        """The view as text for a terminal, with rich's markup for colour."""

    def seat_name(self, seat: int) -> str:
        """The seat's name in the game: a colour, or a number."""

    def position(self, state: Any) -> str:
        """The whole state in one line of text."""

    def read_position(self, state: Any, line: str) -> None:
        """Fill a record of zeros from such a line; ValueError with a sentence if it isn't one."""


class Words(RequiredWords, Protocol):
    """All words of a game, its own and the defaults."""

    def outcome_notation(self, outcome: int) -> str:
        """The outcome as written in files."""

    def outcome_of(self, notation: str) -> int:
        """The outcome written like this; ValueError with a sentence if there is none."""

    def outcome_text(self, view: View, outcome: int) -> str:
        """What happens, in words; the view is from before the outcome."""

    def hidden_text(self, view: View, seat: int) -> str:
        """What viewers are told who may not see the seat's action or, for seat -1, the outcome."""


def _nothing_drawn() -> NoReturn:
    raise ValueError("nothing in this game is left to chance")


def outcome_notation(outcome: int) -> str:
    """Raise ValueError; games with outcomes bring their own."""
    _nothing_drawn()


def outcome_of(notation: str) -> int:
    """Raise ValueError; games with outcomes bring their own."""
    _nothing_drawn()


def outcome_text(view: View, outcome: int) -> str:
    """Raise ValueError; games with outcomes bring their own."""
    _nothing_drawn()


def hidden_text(view: View, seat: int) -> str:
    """Raise ValueError; games that hide something bring their own."""
    raise ValueError("nothing in this game is hidden")


def aims(view: View) -> tuple[str, ...]:
    """The goals beyond winning, such as a level's, and the progress so far. By default none."""
    return ()


def key(view: View) -> str:
    """What you need to read the drawing in a terminal, shown once. By default nothing."""
    return ""


def done_text(view: View, seat: int, action: int, after: View) -> str:
    """What the seat did, worded to follow its name; the views are from before and after the action.

    For games in which an action reveals something that the offer doesn't say. By default ``text``.
    """
    raise LookupError("the game's own text is used instead")


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """What is to be seen where when the seat does this action or, for seat -1, the outcome comes.

    The views are one viewer's, from before and after it. ``what`` is -1 where that viewer may not see what it is. By
    default nothing.
    """
    return ()


def standing(view: View, seat: int) -> dict[str, int]:
    """The seat's points as the viewer can tell them now, by where they come from. By default none."""
    return {}


def dangers(view: View) -> tuple[Mark, ...]:
    """What the viewer's seat should mind: what rivals could finish soon, as the view shows. By default nothing."""
    return ()


def goal(view: View) -> str:
    """What wins, in one short sentence, as the table's options have it. By default the game's tagline."""
    raise LookupError("the game's tagline is used instead")


def progress(view: View, seat: int) -> str:
    """How far the seat is from winning, in a few words and only as the viewer can tell. By default nothing."""
    return ""


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """What speaks for the action, the strongest first, each in a few words such as "blocks Blue's three".

    The views are the seat's own, from before the action and right after it. By default nothing.
    """
    return ()


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """The rules that the seat's action or, for seat -1, the outcome brings into play, each at its place.

    The views and ``what`` are as for ``marks``. By default none.
    """
    return ()


def about(view: View, place: str) -> Note | None:
    """What lies or stands at this place, as the viewer can tell; None if the place has nothing to it. By default None.

    The place may be whatever a client sends.
    """
    return None


def legend(view: View) -> tuple[Note, ...]:
    """The marks one needs to know to read the board, each with a place where one is. By default none."""
    return ()


def notation_seen(view: View, action: int) -> str:
    """The action as the viewer would write it. By default ``notation``.

    For games in which seats call the same place by different names; files and programs never do.
    """
    raise LookupError("the game's notation is used instead")


def action_seen(view: View, notation: str) -> int:
    """The action that the viewer has written like this; ValueError with a sentence if there is none.

    Read as ``notation_seen`` writes. By default ``action_of``.
    """
    raise LookupError("the game's action_of is used instead")


REQUIRED = tuple(vars(RequiredWords)[name] for name in vars(RequiredWords) if not name.startswith("_"))
CHANCE_WORDS = (outcome_notation, outcome_of, outcome_text)
OPTIONAL = (
    *CHANCE_WORDS,
    *(hidden_text, aims, key, done_text, marks, standing, dangers, notation_seen, action_seen),
    *(goal, progress, reasons, rules_met, about, legend),
)


class CompleteWords(SimpleNamespace):
    """The functions by name; ``own`` holds the names of those the game defines."""

    own: frozenset[str]


def words_of(*modules: ModuleType) -> Words:
    """The words of a game whose notation, refusals and sentences stand in modules of their own, as one."""
    names = [function.__name__ for function in (*REQUIRED, *OPTIONAL)]
    found: Any = SimpleNamespace(
        **{name: getattr(module, name) for module in modules for name in names if hasattr(module, name)}
    )
    return complete(found)


def complete(words: RequiredWords, where: str = "words.py") -> Words:
    """The game's words, with defaults filled in; BadGame if they break the contract."""
    if isinstance(words, CompleteWords):
        return cast(Words, words)
    own = own_functions(words, (*REQUIRED, *OPTIONAL), where)
    missing = [function.__name__ for function in REQUIRED if function.__name__ not in own]
    if missing:
        raise BadGame(f"{where} lacks {', '.join(missing)}")
    defaults = {function.__name__: function for function in OPTIONAL}
    found: Any = CompleteWords(**{**defaults, **own}, own=frozenset(own))
    return cast(Words, found)
