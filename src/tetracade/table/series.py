"""Games that belong together: a match, or a campaign of levels. A game may bring its own as ``series``.

The standing of a series is one line of text, so that it can be saved and continued at another table. In a series of the
game's own people keep their seats from game to game, and the series says what changes; otherwise, in a match and in
single games, everyone moves one seat on.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tetracade.engine.game import BadOption, Game, Series
from tetracade.engine.match import Match
from tetracade.table.table import Table


def series_of(game: Game) -> Series:
    """Return the game's own series, or the match that every game has."""
    return Match(game) if game.series is None else game.series


def has_matches(game: Game) -> bool:
    """Whether the game has matches of several games; a campaign isn't one."""
    series = game.series
    if series is None:
        return max(game.seats) > 1
    return series.begun(game.option_values({}), game.checked_seats(None), 2) != ""


def in_pairs(game: Game) -> bool:
    """Whether a match for two has an even number of games."""
    return game.series is None and 2 in game.seats


def moved_on(game: Game | None, before: str, now: str) -> bool:
    """Whether everybody moves one seat on for the next game, as the series stood before the last one, and now."""
    if not now:
        return True
    if game is None or game.series is not None:
        return False
    match = Match(game)
    return match.read(before).played != match.read(now).played  # a game that was broken off is played again


def told(game: Game, stands: str, begun_at: str) -> str:
    """Return the standing in words, people by the seats of the game that began when it stood at ``begun_at``."""
    if game.series is not None:
        return game.series.told(stands)
    match = Match(game)
    return match.told_with(stands, match.read(begun_at).played)


def series_after(table: Table, stands: str, winners: Sequence[int]) -> str:
    """Return the standing now; an abandoned game changes nothing unless a single seat is left and so has won it."""
    decided = table.over or len(winners) == 1
    return series_of(table.game).after(stands, table.state, winners) if stands and decided else stands


def begun(game: Game, options: Mapping[str, Any], seats: int, games: int, saved: str) -> str:
    """Return the standing for a new table: as saved, or from the beginning; empty without a series."""
    series = series_of(game)
    if games > 1 and not saved and (not has_matches(game) or (game.series is None and seats == 1)):
        alone = " for one" if has_matches(game) else ""
        raise BadOption(f"{game.title}{alone} has no match of {games} games; leave games at 1")
    try:
        if not saved:
            return series.begun(options, seats, games)
        series.options(saved)
    except ValueError as error:
        raise BadOption(str(error)) from None
    if series.over(saved):
        raise BadOption("that series is over")
    if series.seats(saved) != seats:
        raise BadOption(f"that series is for {series.seats(saved)} seats, not {seats}")
    return saved
