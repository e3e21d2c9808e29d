"""The small things a table hands out: what a seat may do, why it may not, and how a game ended."""

from dataclasses import dataclass
from typing import Any

from tetracade.engine.fields import View
from tetracade.engine.game import Game, Refusal


class IllegalAction(ValueError):
    """The seat may not do this now: ``rule`` is the rule's number, ``reason`` a sentence, ``places`` where."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason)
        self.rule = refusal.rule
        self.reason = refusal.reason
        self.places = refusal.places

    @property
    def refusal(self) -> Refusal:
        """The refusal, as ``why_not`` returns it."""
        return Refusal(self.rule, self.reason, self.places)

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[Refusal]]:
        return type(self), (self.refusal,)


class NotYourTurn(IllegalAction):
    """It is another seat's turn, or no one's."""


class Action:
    """Something a seat can do: its id, its notation, and what it does in words. Words are made only when read.

    Actions are equal if their game, seat and id are. ``view`` is what the seat saw before the action, ``after`` what it
    saw once the action was done.
    """

    __slots__ = ("after", "game", "id", "seat", "view")

    def __init__(self, game: Game, id: int, seat: int, view: View, after: View | None = None) -> None:
        self.game = game
        self.id = id
        self.seat = seat
        self.view = view
        self.after = after

    @property
    def notation(self) -> str:
        """The action as written in files and on command lines."""
        return self.game.words.notation(self.id)

    @property
    def text(self) -> str:
        """What the seat does, worded to follow its name; once it is done, with what came of it."""
        after = self.after
        if after is None:
            return self.game.words.text(self.view, self.seat, self.id)
        return self.game.done_text(self.view, self.seat, self.id, lambda: after)

    @property
    def touches(self) -> tuple[str, ...]:
        """The places you touch on the page, in order, to make it."""
        return self.game.words.touches(self.id)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Action):
            return NotImplemented
        return (self.game.name, self.seat, self.id) == (other.game.name, other.seat, other.id)

    def __hash__(self) -> int:
        return hash((self.game.name, self.seat, self.id))

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<Action {self.game.name} {self.notation!r}, seat {self.seat}>"

    def __reduce__(self) -> tuple[type["Action"], tuple[Any, ...]]:
        return Action, (self.game, self.id, self.seat, self.view, self.after)


@dataclass(frozen=True)
class Result:
    """How a game ended: points and winners by seat, why it ended, and where each seat's points come from."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    breakdown: tuple[dict[str, int], ...]
