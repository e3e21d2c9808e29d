"""Games that belong together: a match with a passing deal, a campaign of levels. A game may bring one as ``series``.

How a series stands is one line of text, so that it can be saved and gone on with at another table. Where a game has a
series its seats stay as they are from game to game: the series says what changes. Else everybody moves one seat on.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from tetracade.engine.contract import State
from tetracade.engine.game import BadOption, Game
from tetracade.table.table import Table


class Series(Protocol):
    """What a game brings for games that belong together."""

    def begun(self, options: Mapping[str, Any], seats: int, games: int) -> str:
        """How a series stands that begins with these options; empty if they begin none."""

    def options(self, stands: str) -> Mapping[str, Any]:
        """The options that the next game takes from it; ValueError if the text is no such line."""

    def after(self, stands: str, state: State) -> str:
        """How it stands after the game that this state ends."""

    def over(self, stands: str) -> bool:
        """Whether no game is left to play."""

    def told(self, stands: str) -> str:
        """How it stands, in words."""


def series_of(game: Game) -> Series | None:
    """The game's series, if it has one."""
    found: Series | None = getattr(game, "series", None)
    return found


def series_after(table: Table, stands: str) -> str:
    """How the series stands now; a game that was not played to its end changes nothing."""
    series = series_of(table.game)
    return series.after(stands, table.state) if stands and series is not None and table.over else stands


def begun(game: Game, options: Mapping[str, Any], seats: int, games: int, saved: str) -> str:
    """How the series of a new table stands: as it was saved, or from its beginning; empty without one."""
    series = series_of(game)
    if series is None:
        if saved:
            raise BadOption(f"{game.title} has no series of games to go on with")
        return ""
    if not saved:
        return series.begun(options, seats, games)
    try:
        series.options(saved)
    except ValueError as error:
        raise BadOption(str(error)) from None
    if series.over(saved):
        raise BadOption("that series is over")
    return saved
