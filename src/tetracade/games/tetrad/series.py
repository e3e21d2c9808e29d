"""A match of TETRAD as a series of tables: the deal passes left, games won are counted (TD11)."""

from collections.abc import Mapping, Sequence
from typing import Any

from tetracade.engine.contract import State
from tetracade.games.tetrad.match import Match
from tetracade.games.tetrad.notation import SEAT_NAMES

BETWEEN = "; "


def begun(options: Mapping[str, Any], seats: int, games: int) -> str:
    """How a match of this many games stands before the first; empty for a single game."""
    if games < 2:
        return ""
    names = [name.lower() for name in SEAT_NAMES[:seats]]
    named = options.get("deals", "lot")
    return _line(Match(seats, games, names.index(named) if named in names else None))


def options(stands: str) -> Mapping[str, Any]:
    """Who deals the next game."""
    return _match(stands).options


def seats(stands: str) -> int:
    """How many players the match has."""
    return _match(stands).seats


def after(stands: str, state: State, winners: Sequence[int]) -> str:
    """How the match stands after the game that ended in this state, won by one seat or drawn."""
    return _line(_match(stands).with_game(int(state.dealer), winners[0] if winners else None))


def over(stands: str) -> bool:
    """Whether every game has been played."""
    return _match(stands).over


def told(stands: str) -> str:
    """How the match stands, in words."""
    match = _match(stands)
    score = ", ".join(f"{SEAT_NAMES[seat]} {won}" for seat, won in enumerate(match.score))
    return f"{len(match.winners)} of {match.games} games played: {score}"


def _match(stands: str) -> Match:
    return Match.read(stands.replace(BETWEEN, "\n"))


def _line(match: Match) -> str:
    return BETWEEN.join(match.written().splitlines())
