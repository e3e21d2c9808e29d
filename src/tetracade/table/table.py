"""A table: one game being played, as a program holds it."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from tetracade.engine.chance import Dealer, SeededDealer
from tetracade.engine.contract import CHANCE, OVER, SPECTATOR, State, whole
from tetracade.engine.fields import View
from tetracade.engine.game import Game, Refusal
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table.narration import done_text, story_of


class IllegalAction(ValueError):
    """The seat may not do this now: ``rule`` is the rule's number, ``reason`` a sentence, ``places`` where."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason)
        self.rule = refusal.rule
        self.reason = refusal.reason
        self.places = refusal.places

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[Refusal]]:
        return type(self), (Refusal(self.rule, self.reason, self.places),)


class NotYourTurn(IllegalAction):
    """Another seat acts now, or nobody does."""


@dataclass(frozen=True)
class Action:
    """Something a seat may do: its number, its notation, and what it does in words."""

    id: int
    seat: int
    notation: str
    text: str
    touches: tuple[str, ...]

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class Result:
    """How a game ended: points and winners by seat, why it ended, and where each seat's points come from."""

    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    breakdown: tuple[dict[str, int], ...]


class Entry(NamedTuple):
    """One entry of the log: a seat's action, or (seat -1) a chance outcome."""

    seat: int
    id: int


class Table:
    """One game being played. Chance outcomes are drawn by the dealer as soon as they are due."""

    def __init__(
        self, game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, *, dealer: Dealer
    ) -> None:
        self._lay_out(game, seats, options, dealer)
        self._kernel.start(self.state, self.seats, game.option_numbers(self.options))
        self._deal()

    def _lay_out(self, game: Game, seats: int | None, options: Mapping[str, Any] | None, dealer: Dealer) -> None:
        self.game = game
        self.seats = game.checked_seats(seats)
        self.options = game.option_values(options or {}, self.seats)
        self._kernel = kernel_of(game)
        self._dealer = dealer
        self._record = self._kernel.states()
        self._entries: list[Entry] = []
        self._before: list[bytes] = []
        self._midway = False

    @classmethod
    def at(cls, game: Game, seats: int, options: Mapping[str, Any], state: bytes, dealer: Dealer) -> "Table":
        """A table that begins in this state and has no past: what a bot gets to think about."""
        table = cls.__new__(cls)
        table._lay_out(game, seats, options, dealer)
        table._record = np.frombuffer(state, game.layout.dtype).copy()
        table._midway = True
        return table

    @property
    def state(self) -> State:
        """The full record, for the engine and tests; people see views."""
        return self._record[0]

    @property
    def entries(self) -> Sequence[Entry]:
        """All actions and outcomes so far, as they are added; not for changing."""
        return self._entries

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return seats_of(self._kernel.acting(self.state))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._kernel.acting(self.state) == OVER

    def legal(self, seat: int | None = None) -> list[Action]:
        """What the seat may do now; without a seat, all that any seat may do."""
        acting = self.acting
        if seat is None:
            return [action for each in acting for action in self.legal(each)]
        self._check_seat(seat)
        if seat not in acting:
            return []
        return self.offered(seat, self._kernel.legal(self.state, seat))

    def offered(self, seat: int, actions: Iterable[int]) -> list[Action]:
        """These actions, which must be legal, as the seat is offered them."""
        view = self.view(seat)
        return [self._action(view, seat, number) for number in actions]

    def play(self, action: "Action | str | int", seat: int | None = None) -> Action:
        """Do an action, given by notation, number or as ``legal`` lists it; raises IllegalAction when it may not be."""
        acting = self.acting
        if seat is None:
            seat = action.seat if isinstance(action, Action) else self._only(acting)
        self._check_seat(seat)
        number = self._number_of(action)
        if seat not in acting:
            raise NotYourTurn(self._kernel_refusal(seat, number))
        if number not in self._kernel.legal(self.state, seat):
            raise IllegalAction(self._kernel_refusal(seat, number))
        view, line = self.view(seat), len(self._entries)
        done = self._action(view, seat, number)
        self.step(seat, number)
        return replace(done, text=done_text(self, line, view))

    def why_not(self, action: "Action | str | int", seat: int) -> Refusal | None:
        """Why the seat may not do this now; None if it may."""
        self._check_seat(seat)
        number = self._number_of(action)
        if seat in self.acting and number in self._kernel.legal(self.state, seat):
            return None
        return self._kernel_refusal(seat, number)

    def view(self, seat: int = SPECTATOR) -> View:
        """What the seat may see; without a seat, what a spectator may."""
        self._check_viewer(seat)
        return self._kernel.view(self.state, seat)

    def view_at(self, seat: int, over: bool) -> View:
        """The same for one who knows whether the game is over, and that there is such a seat."""
        return self.game.layout.view_of(self._record, seat, over)

    def drawing(self, seat: int = SPECTATOR) -> str:
        """The seat's view as text for a terminal."""
        return self.game.words.drawing(self.view(seat))

    def story(self, seat: int = SPECTATOR, since: int = 0) -> list[str]:
        """What happened from entry ``since`` on, in the words the seat may hear."""
        self._check_viewer(seat)
        if whole(since, "an entry") < 0:
            raise ValueError(f"entries are counted from 0; there is no entry {since}")
        return story_of(self, seat, since)

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        if not self.over:
            return None
        views = [self.view(seat) for seat in range(self.seats)]
        return Result(
            points=self._kernel.score(self.state),
            winners=self._kernel.winners(self.state),
            reason=self.game.words.ending(self.view()),
            breakdown=tuple(self.game.words.breakdown(views[seat], seat) for seat in range(self.seats)),
        )

    def redealt(self, seat: int, seed: int) -> "Table":
        """A table in which all the seat cannot know is drawn anew: what a bot may think about.

        It has no past, which would show what was really drawn: its entries begin here, and it has no record.
        """
        self._check_seat(seat)
        dealer = SeededDealer(seed)
        other = Table.at(self.game, self.seats, self.options, bytes(self._record.tobytes()), dealer)
        self._kernel.redeal(other.state, seat, dealer.rng)
        return other

    def undo(self) -> Action:
        """Take back the last action, with all that chance did since."""
        if not any(entry.seat != SPECTATOR for entry in self._entries):
            raise ValueError("there is no action to take back")
        while True:
            entry = self._entries.pop()
            self._record = np.frombuffer(self._before.pop(), self._record.dtype).copy()
            if entry.seat != SPECTATOR:
                return self._action(self.view(entry.seat), entry.seat, entry.id)

    def copy(self) -> "Table":
        """A table of its own in the same state.

        A seeded or recorded dealer is copied, as is any that has a method ``copy``; others deal to both tables.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.options = dict(self.options)
        other._dealer = getattr(self._dealer, "copy", lambda: self._dealer)()
        other._record = self._record.copy()
        other._entries = list(self._entries)
        other._before = list(self._before)
        return other

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        """What makes the table again in another process, or as a deep copy."""
        kept = {name: value for name, value in self.__dict__.items() if name != "_kernel"}
        return {**kept, "_record": bytes(self._record.tobytes())}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._kernel = kernel_of(self.game)
        self._record = np.frombuffer(kept["_record"], self.game.layout.dtype).copy()

    def record(self) -> str:
        """The whole game as text, which ``tetracade.replay`` takes."""
        if self._midway:
            raise ValueError("this table began in the middle of a game and has no record; position() tells its state")
        from tetracade.table.record import written  # noqa: PLC0415 - the two modules need each other

        return written(self)

    def position(self) -> str:
        """The state in one line."""
        return self.game.words.position(self.state)

    def state_before(self, line: int) -> State:
        """The record as it was before this entry; the present one after the last."""
        if line == len(self._entries):
            return self.state
        return np.frombuffer(self._before[line], self._record.dtype)[0]

    def step(self, seat: int, action: int) -> int:
        """Do an action that is known to be legal, then deal; returns the mask of the seats that act next, or OVER.

        If the dealer fails, the table is as it was before.
        """
        here = len(self._entries)
        self._append(Entry(int(seat), action))
        try:
            self._kernel.apply(self.state, seat, action)
            return self._deal()
        except BaseException:
            self._record = np.frombuffer(self._before[here], self._record.dtype).copy()
            del self._entries[here:], self._before[here:]
            raise

    def _deal(self) -> int:
        """Let chance have its way; returns the mask of those who act then, or OVER."""
        while (mask := self._kernel.acting(self.state)) == CHANCE:
            ids, weights = self._kernel.outcomes(self.state)
            outcome = int(self._dealer(ids, weights))
            if outcome not in ids:
                raise ValueError(f"the dealer gave {outcome}, which cannot happen; one of {sorted(ids)} can")
            self._append(Entry(SPECTATOR, outcome))
            self._kernel.resolve(self.state, outcome)
        return mask

    def _append(self, entry: Entry) -> None:
        self._before.append(bytes(self._record.tobytes()))
        self._entries.append(entry)

    def _action(self, view: View, seat: int, number: int) -> Action:
        words = self.game.words
        return Action(number, seat, words.notation(number), words.text(view, seat, number), words.touches(number))

    def _number_of(self, action: "Action | str | int") -> int:
        if isinstance(action, str):
            try:
                return self.game.words.action_of(action)
            except ValueError as error:
                raise IllegalAction(Refusal("", str(error))) from None
        number = action.id if isinstance(action, Action) else whole(action, "an action, if not given by notation,")
        if not 0 <= number < self.game.actions:
            raise IllegalAction(Refusal("", f"actions of {self.game.title} are numbered 0 to {self.game.actions - 1}"))
        return number

    def _kernel_refusal(self, seat: int, number: int) -> Refusal:
        return self.game.words.why_not(self.view(seat), seat, number)

    def _only(self, acting: tuple[int, ...]) -> int:
        if len(acting) > 1:
            said = ", ".join(str(seat) for seat in acting)
            raise ValueError(f"several seats may act ({said}): say which one, as in play(action, seat=0)")
        return acting[0] if acting else 0

    def _check_viewer(self, seat: int) -> None:
        if isinstance(seat, bool) or seat != SPECTATOR:
            self._check_seat(seat)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= whole(seat, "a seat") < self.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")


def new_table(
    game: Game,
    seats: int | None = None,
    seed: int | None = None,
    dealer: Dealer | None = None,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A new table; without a seed or a dealer it is dealt from a fresh seed."""
    dealer = dealer_of(dealer, seed) or SeededDealer(secrets.randbits(62))
    return Table(game, seats, options, dealer=dealer)


def dealer_of(dealer: Dealer | None, seed: int | None) -> Dealer | None:
    """The dealer that is given, by itself or by its seed; None if neither is."""
    if dealer is not None and seed is not None:
        raise ValueError("give a seed or a dealer, not both: seed=7 is dealer=SeededDealer(7)")
    return dealer if seed is None else SeededDealer(seed)
