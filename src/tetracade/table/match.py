"""Games that belong together, one table after another: a match, or a campaign of levels."""

from collections.abc import Mapping
from typing import Any

from tetracade.engine.game import BadOption, Game
from tetracade.table.series import begun, moved_on, series_of, told
from tetracade.table.table import Table, new_table


class Match:
    """A match, or a campaign: ``next()`` gives the table of the next game, ``add(table)`` takes the finished one.

    Players are numbered as they sit in the first game; ``player_in(seat)`` says who sits where now. ``saved`` is a line
    that a new match goes on from.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None,
        games: int,
        options: Mapping[str, Any],
        seed: int | None = None,
        saved: str = "",
    ) -> None:
        self.game = game
        self.seats = game.checked_seats(seats)
        self._options = game.option_values(options, self.seats)
        self._seed = seed
        self._stands = begun(game, self._options, self.seats, games, saved)
        if not self._stands:
            raise BadOption(f"this is a single game of {game.title}; for a match give games=2 or more")
        self._begun = self._stands
        self._moved = 0
        self._started = 0
        self._table: Table | None = None

    @property
    def over(self) -> bool:
        """Whether all games have been played."""
        return series_of(self.game).over(self._stands)

    @property
    def saved(self) -> str:
        """The standing as a line of text, to go on from later."""
        return self._stands

    def __str__(self) -> str:
        return told(self.game, self._stands, self._begun)

    def player_in(self, seat: int) -> int:
        """The player who sits there in the current game, numbered by the seats of the first."""
        return (seat - self._moved) % self.seats

    def seat_of(self, player: int) -> int:
        """Where this player sits in the current game."""
        return (player + self._moved) % self.seats

    def next(self) -> Table:
        """Set up the table of the next game; ValueError if the match is over."""
        if self.over:
            raise ValueError("the match is over")
        if self._started:
            self._moved += moved_on(self.game, self._begun, self._stands)
        self._begun = self._stands
        seed = None if self._seed is None else self._seed + self._started
        self._started += 1
        options = {**self._options, **series_of(self.game).options(self._stands)}
        self._table = new_table(self.game, self.seats, seed, None, options)
        return self._table

    def add(self, table: Table) -> None:
        """Count the game of this table, which ``next`` gave and which is over."""
        if table is not self._table or table.result is None:
            raise ValueError("only the match's own table counts, once, and only when it is over")
        self._table = None
        self._stands = series_of(self.game).after(self._stands, table.state, table.result.winners)
