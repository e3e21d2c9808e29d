"""The game that a room is playing now: its table, its dealing and its clock, from the first outcome to the end."""

from collections.abc import Mapping, Sequence
from typing import Any

from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.table import log
from tetracade.table.beginning import begun_table
from tetracade.table.clock import Clock
from tetracade.table.dealing import Damaged, Dealing
from tetracade.table.fair import FairDealer
from tetracade.table.table import Table


class CurrentGame:
    """One of a room's games. Until the first begins, its number is 0 and there is no table."""

    def __init__(self, game: Game, opened: log.Opened, options: dict[str, Any]) -> None:
        self._kernel = kernel_of(game)
        self.game = game
        self.game_number = 0
        self.options = options
        self.commitment = opened.commitment
        self.words: list[str] = [""] * len(opened.chairs)
        self.dealing = Dealing(None)
        self.table: Table | None = None
        self.clock: Clock | None = None
        self.ended: log.Ended | None = None
        self.cheers: list[tuple[int, str]] = []
        """The seats that have cheered the winners, and how, in order."""
        self._mask: int | None = None
        """Who acts next, if the last step has told."""
        self._turn_ended = False
        """Whether the last step has ended its seat's turn."""

    @property
    def seed_shown(self) -> str:
        """The seed of the dealing, once the game is over; empty until then, and where there was no commitment."""
        return self.ended.seed if self.ended is not None and self.commitment else ""

    def lay_out(
        self,
        options: Mapping[str, Any],
        seed: bytes | None,
        words: list[str],
        outcomes: Sequence[int],
        beginning: log.Beginning | None = None,
    ) -> None:
        """Set up a new table; raise Damaged if the recorded outcomes aren't the ones that are due."""
        self.options = dict(options)
        self.dealing = Dealing(FairDealer(seed, words) if seed else None)
        self.dealing.recorded.extend(outcomes)
        self.table = begun_table(self.game, len(words), options, self.dealing, beginning)
        if outcomes:
            self.check_outcomes(outcomes)

    def start(self, line: log.Started, clock: Mapping[str, Any] | None) -> None:
        """Start the game that was set up, with a clock if there is to be one."""
        self.game_number, self.commitment, self.words, self.ended = line.game, line.commitment, line.words, None
        self.cheers = []
        self.clock = Clock(len(line.words), **clock, by_turns=line.by_turns) if clock else None

    def step(self, table: Table, seat: int, action: int) -> None:
        """Let the seat act, and note who acts next and whether the turn is over."""
        ends = self.clock is not None and self._kernel.ends_turn(table.state, seat, action)
        self._mask = table.step(seat, action)
        self._turn_ended = ends or seat not in seats_of(self._mask)

    def charge_action(self, line: log.Acted) -> None:
        """Charge the last step to its seat's clock."""
        if self.clock is not None:
            self.clock.acted(line.seat, line.spent, line.lag, ends=self._turn_ended)

    def check_outcomes(self, expected: Sequence[int]) -> None:
        """Raise Damaged unless exactly these outcomes have been drawn since the last call."""
        if self.dealing.recorded or self.dealing.taken() != expected:
            raise Damaged("outcomes that are not due")

    def take_back(self, seat: int, count: int) -> None:
        """Take back this many actions, the first of them the seat's, and what they gave their seats' clocks."""
        if self.table is None:
            raise Damaged("an undo without a game")
        first = len(self.table.entries) - count
        undone = self.table.entries[max(first, self.table.kept) :]
        if count < 1 or len(undone) != count or undone[0].seat != seat or any(entry.seat < 0 for entry in undone):
            raise Damaged("an undo of something else than the seat's last action")
        for _ in undone:
            self.table.undo()
            if self.clock is not None:
                self.clock.take_back()

    def take_mask(self, table: Table) -> int:
        """Return the mask of the seats that act. What the last step told is used once."""
        mask, self._mask = self._mask, None
        return self._kernel.acting(table.state) if mask is None else mask

    def end(self, line: log.Ended) -> None:
        """Stop the clock, and keep how the game ended."""
        self.ended, self.clock = line, None
