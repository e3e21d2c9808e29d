"""A table: one game being played, as a program holds it."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.markup import render

from tetracade.engine.chance import Dealer, SeededDealer
from tetracade.engine.contract import CHANCE, OVER, SPECTATOR, State, integer
from tetracade.engine.fields import View
from tetracade.engine.game import Game, Refusal
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.engine.svg import text_picture
from tetracade.table.action import Action, IllegalAction, NotYourTurn, Result
from tetracade.table.narration import story_of
from tetracade.table.past import Entry, Past, mark_of
from tetracade.table.stepping import steps_of

__all__ = [
    "Action",
    "Entry",
    "IllegalAction",
    "NotYourTurn",
    "Result",
    "Table",
    "dealer_of",
    "fresh_dealer",
    "new_table",
]


class Table:
    """One game being played. The dealer draws chance outcomes as soon as they are due.

    Tables are equal if their game, seats, options and state are.
    """

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
        self._steps = steps_of(game)
        self._dealer = dealer
        self._record = self._kernel.states()
        self._past = Past()
        self._midway = False
        self.began = ""
        """The position in which it began; empty if it began from its set-up."""
        self.kept = 0
        """How many entries were there before anybody sat down at this table: those of a record's beginning."""

    @classmethod
    def at(
        cls, game: Game, seats: int, options: Mapping[str, Any], state: bytes, dealer: Dealer, began: str = ""
    ) -> "Table":
        """Return a table that starts in this state, without a past; outcomes that are due are dealt.

        Given the state's position as ``began``, it has a record that starts there.
        """
        table = cls.__new__(cls)
        table._lay_out(game, seats, options, dealer)
        table._record = np.frombuffer(state, game.layout.dtype).copy()
        table._midway, table.began = not began, began
        table._deal()
        return table

    # ---- what is so now --------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The full record, for the engine and tests; people see views."""
        return self._record[0]

    @property
    def entries(self) -> Sequence[Entry]:
        """All actions and outcomes so far, as a live list; don't change it."""
        return self._past.entries

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none when the game is over."""
        return seats_of(self._steps.acting(self._record))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._steps.acting(self._record) == OVER)

    def legal(self, seat: int | None = None) -> list[Action]:
        """What the seat may do now; without a seat, what any seat may do."""
        if seat is None:
            return [action for each in self.acting for action in self.legal(each)]
        self._check_seat(seat)
        return self.offered(seat, self._steps.legal(self._record, seat).tolist())

    def legal_ids(self, seat: int | None = None) -> list[int]:
        """The ids of what the seat may do now; without a seat, of the one seat that acts."""
        if seat is None:
            seat = self._only(self.acting)
        self._check_seat(seat)
        ids: list[int] = self._steps.legal(self._record, seat).tolist()
        return ids

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """The same as an array, with a 1 for every legal action and a 0 for all others."""
        legal = self.legal_ids(seat)
        mask = np.zeros(self.game.actions, np.int8)
        mask[legal] = 1
        return mask

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What the seat knows, as features for learning."""
        self._check_seat(seat)
        return self._kernel.observe(self.state, seat)

    def offered(self, seat: int, actions: Iterable[int]) -> list[Action]:
        """These actions, which must be legal, as offered to the seat."""
        game, view = self.game, self.view_at(seat, False)
        return [Action(game, id, seat, view) for id in actions]

    def why_not(self, action: "Action | str | int", seat: int) -> Refusal | None:
        """Why the seat may not do this now; None if it may. Anything that isn't an action gets an answer, too."""
        try:
            self._check_seat(seat)
            id = self._id_of(action)
        except IllegalAction as error:
            return error.refusal
        except (TypeError, ValueError) as error:
            return Refusal("", str(error))
        return None if self._steps.allows(self._record, seat, id) else self._refusal(seat, id)

    def view(self, seat: int = SPECTATOR) -> View:
        """What the seat may see; without a seat, what a spectator may."""
        self._check_viewer(seat)
        return self.view_at(seat, self.over)

    def view_at(self, seat: int, over: bool, afterwards: bool = False) -> View:
        """The same, for callers who know whether the game is over and that the seat exists."""
        return self.game.layout.view_of(self._record, seat, over, afterwards)

    def drawing(self, seat: int = SPECTATOR, *, markup: bool = False) -> str:
        """The seat's view as text; ``markup`` adds colours in the markup of the package rich."""
        drawn = self.game.words.drawing(self.view(seat))
        return drawn if markup else render(drawn).plain

    def svg(self, seat: int = SPECTATOR) -> str:
        """The seat's view as a picture, complete in itself."""
        view, game = self.view(seat), self.game
        if game.svg is None:
            return text_picture(game.title, game.words.drawing(view))
        picture: str = game.svg.draw(view)
        return picture

    def story(self, seat: int = SPECTATOR, since: int = 0) -> list[str]:
        """What happened from entry ``since`` on, as told to the seat."""
        self._check_viewer(seat)
        if integer(since, "an entry") < 0:
            raise ValueError(f"entries are counted from 0; there is no entry {since}")
        return story_of(self, seat, since)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if not self.over:
            return None
        views = [self.view(seat) for seat in range(self.seats)]
        return Result(
            points=self._kernel.score(self.state),
            winners=self._kernel.winners(self.state),
            reason=self.game.words.ending(self.view()),
            breakdown=tuple(self.game.words.breakdown(views[seat], seat) for seat in range(self.seats)),
        )

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """What the result is worth to each seat, from 0 to 1; None while the game goes on."""
        return self._kernel.payoff(self.state) if self.over else None

    def record(self) -> str:
        """The complete game as text, which ``tetracade.replay`` takes."""
        if self._midway:
            raise ValueError(
                "this table started in the middle of a game, so it has no record; position() gives its state"
            )
        from tetracade.table.record import written  # noqa: PLC0415 - the two modules need each other

        return written(self)

    def position(self) -> str:
        """The state in one line, which ``tetracade.position`` takes."""
        return self.game.words.position(self.state)

    def state_before(self, index: int) -> State:
        """The record as it was before this entry; one past the last entry, as it is now."""
        if index == len(self._past.before):
            return self.state
        return np.frombuffer(self._past.before[index], self._record.dtype)[0]

    # ---- what changes it -------------------------------------------------------------------------------------------

    def play(self, action: "Action | str | int", seat: int | None = None) -> Action:
        """Take an action, given by notation, by id or as listed by ``legal``; IllegalAction says why it may not be."""
        if seat is None:
            seat = action.seat if isinstance(action, Action) else self._only(self.acting)
        self._check_seat(seat)
        id = self._id_of(action)
        if not self._steps.allows(self._record, seat, id):
            raise (IllegalAction if seat in self.acting else NotYourTurn)(self._refusal(seat, id))
        index, view = len(self._past.entries), self.view_at(seat, False)
        self.step(seat, id)
        return Action(self.game, id, seat, view, self._view_before(index + 1, seat))

    def step(self, seat: int, action: int) -> int:
        """Take an action known to be legal, then deal; return the mask of the seats that act next, or OVER.

        If the dealer fails, the table stays as it was.
        """
        past, here = self._past, len(self._past.entries)
        past.add(Entry(int(seat), action), self._record.tobytes())
        try:
            self._steps.apply(self._record, seat, action)
            mask = self._deal()
        except BaseException:
            cut = past.cut(here, b"", self._dealer)
            self._put(cut.before[0])
            raise
        past.undone.clear()
        return mask

    def undo(self) -> Action:
        """Undo the last action and everything that chance has done since; the same outcomes will be dealt again.

        That holds for seeded and recorded dealers, and for any with ``mark`` and ``return_to``; others deal afresh.
        """
        index = self._past.last_action()
        if index < 0:
            raise ValueError("there is no action to undo")
        cut = self._past.cut(index, self._record.tobytes(), self._dealer)
        self._past.undone.append(cut)
        self._put(cut.before[0])
        return self.offered(cut.entries[0].seat, [cut.entries[0].id])[0]

    def redo(self) -> Action:
        """Redo what was undone last, along with everything that chance did then."""
        if not self._past.undone:
            raise ValueError("there is no action to redo")
        index, cut = len(self._past.entries), self._past.undone.pop()
        seat, action = cut.entries[0]
        view = self.view_at(seat, False)
        self._past.restore(cut, self._dealer)
        self._put(cut.after)
        return Action(self.game, action, seat, view, self._view_before(index + 1, seat))

    # ---- other tables ----------------------------------------------------------------------------------------------

    def redealt(self, seat: int, seed: int) -> "Table":
        """A table in which everything the seat can't know is redealt, for bots to think about.

        It has no past, which would show what was really drawn: its entries start here, and it has no record.
        """
        self._check_seat(seat)
        dealer = SeededDealer(seed)
        other = Table.at(self.game, self.seats, self.options, self._record.tobytes(), dealer)
        self._kernel.redeal(other.state, seat, dealer.rng)
        return other

    def copy(self) -> "Table":
        """An independent table in the same state.

        A seeded or recorded dealer is copied, and so is any with a method ``copy``; others deal to both tables.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.options = dict(self.options)
        other._dealer = getattr(self._dealer, "copy", lambda: self._dealer)()
        other._record = self._record.copy()
        other._past = self._past.copy()
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine, theirs = (self.game.name, self.seats, self.options), (other.game.name, other.seats, other.options)
        return mine == theirs and self._record.tobytes() == other._record.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __repr__(self) -> str:
        acting = "over" if self.over else f"acting {', '.join(map(str, self.acting))}"
        return f"<Table {self.game.name}, {self.seats} seats, {len(self.entries)} entries, {acting}>"

    def __getstate__(self) -> dict[str, Any]:
        """How to make the table again in another process, or as a deep copy."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_kernel", "_steps")}
        return {**kept, "_record": self._record.tobytes()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._kernel, self._steps = kernel_of(self.game), steps_of(self.game)
        self._put(kept["_record"])

    # ---- inside ----------------------------------------------------------------------------------------------------

    def _put(self, record: bytes) -> None:
        self._record = np.frombuffer(record, self.game.layout.dtype).copy()

    def _deal(self) -> int:
        """Deal whatever is due; return the mask of the seats that act next, or OVER."""
        dealer, record, past = self._dealer, self._record, self._past
        while (mask := int(self._steps.acting(record))) == CHANCE:
            if type(dealer) is SeededDealer:
                past.add_outcomes(*self._steps.deal(record, dealer.rng))
                continue
            ids, weights = self._kernel.outcomes(self.state)
            mark = mark_of(dealer)
            outcome = int(dealer(ids, weights))
            if outcome not in ids:
                raise ValueError(f"the dealer gave {outcome}, which can't happen here; it must be one of {sorted(ids)}")
            past.add(Entry(SPECTATOR, outcome), record.tobytes(), mark)
            self._kernel.resolve(self.state, outcome)
        return mask

    def _view_before(self, index: int, seat: int) -> View:
        before = self._past.before
        state = np.frombuffer(before[index], self._record.dtype) if index < len(before) else self._record
        return self.game.layout.view_of(state, seat, False)

    def _id_of(self, action: "Action | str | int") -> int:
        game = self.game
        if isinstance(action, str):
            try:
                return game.words.action_of(action)
            except ValueError as error:
                raise IllegalAction(Refusal("", str(error))) from None
        if isinstance(action, Action):
            if action.game.name != game.name:
                raise IllegalAction(Refusal("", f"this is an action of {action.game.title}, not of {game.title}"))
            action = action.id
        id = integer(action, "an action, if not given by notation,")
        if not 0 <= id < game.actions:
            raise IllegalAction(Refusal("", f"actions of {game.title} are numbered 0 to {game.actions - 1}"))
        return id

    def _refusal(self, seat: int, id: int) -> Refusal:
        return self.game.words.why_not(self.view(seat), seat, id)

    def _only(self, acting: tuple[int, ...]) -> int:
        if len(acting) > 1:
            said = ", ".join(str(seat) for seat in acting)
            raise ValueError(f"several seats may act ({said}): say which one, as in play(action, seat=0)")
        return acting[0] if acting else 0

    def _check_viewer(self, seat: int) -> None:
        if isinstance(seat, bool) or seat != SPECTATOR:
            self._check_seat(seat)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= integer(seat, "a seat") < self.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")


def new_table(
    game: Game,
    seats: int | None = None,
    seed: int | None = None,
    dealer: Dealer | None = None,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """Return a new table; without a seed or a dealer it is dealt from a fresh seed."""
    return Table(game, seats, options, dealer=dealer_of(dealer, seed) or fresh_dealer())


def fresh_dealer() -> SeededDealer:
    """Return a dealer with a fresh seed."""
    return SeededDealer(secrets.randbits(62))


def dealer_of(dealer: Dealer | None, seed: int | None) -> Dealer | None:
    """Return the dealer that is given, directly or by its seed; None if neither is."""
    if dealer is not None and seed is not None:
        raise ValueError("give a seed or a dealer, not both: seed=7 is dealer=SeededDealer(7)")
    return dealer if seed is None else SeededDealer(seed)
