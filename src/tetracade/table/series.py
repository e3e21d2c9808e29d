"""Games that belong together: a match with a passing deal, a campaign of levels. A game may bring one as ``series``.

How a series stands is one line of text, so that it can be saved and gone on with at another table. Where a game has a
series its seats stay as they are from game to game: the series says what changes. Else everybody moves one seat on.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tetracade.engine.game import BadOption, Game
from tetracade.table.table import Table


def has_matches(game: Game) -> bool:
    """Whether the game has matches of several games; a campaign isn't one."""
    series = game.series
    return series is not None and series.begun(game.option_values({}), game.checked_seats(None), 2) != ""


def series_after(table: Table, stands: str, winners: Sequence[int]) -> str:
    """How the series stands now; a game broken off changes nothing, unless one seat is left and so has won it."""
    series = table.game.series
    decided = table.over or len(winners) == 1
    return series.after(stands, table.state, winners) if stands and series is not None and decided else stands


def begun(game: Game, options: Mapping[str, Any], seats: int, games: int, saved: str) -> str:
    """How the series of a new table stands: as it was saved, or from its beginning; empty without one."""
    series = game.series
    if games > 1 and not saved and not has_matches(game):
        raise BadOption(f"{game.title} has no match of {games} games; leave games at 1")
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
    if series.seats(saved) != seats:
        raise BadOption(f"that series is for {series.seats(saved)} seats, not {seats}")
    return saved
