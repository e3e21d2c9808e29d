"""The match for every game that brings no series of its own: games won count, and everybody moves one seat on.

Its standing is one line, such as ``match of tetratrax; games 4; won 3/2,1/2; points 31,28; played 2; starter=white``.
Players are listed as they sat in the first game, so player p sits in seat p + (games played) of the next.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tetracade.engine.contract import OVER, State
from tetracade.engine.kernel import kernel_of

if TYPE_CHECKING:
    from tetracade.engine.game import Game

_STANDING = re.compile(r"match of (\w+); games (\d+); won ([\d/,]+); points ([-\d,]+); played (\d+)((?:; \w+=[^;=]+)*)")
_PARTS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True)
class Standing:
    """How a match stands: games to play and played, and by player the games won and the sum of points."""

    game: str
    games: int
    won: tuple[Fraction, ...]
    points: tuple[int, ...]
    played: int = 0
    carried: tuple[tuple[str, str], ...] = ()
    """Options that the first game settled for all, as records write them."""

    def written(self) -> str:
        """The standing as one line."""
        won, points = ",".join(map(str, self.won)), ",".join(map(str, self.points))
        head = f"match of {self.game}; games {self.games}; won {won}; points {points}; played {self.played}"
        return head + "".join(f"; {name}={value}" for name, value in self.carried)


class Match:
    """The match of one game, as its series (``engine.game.Series``)."""

    def __init__(self, game: "Game") -> None:
        self._game = game

    def begun(self, options: Mapping[str, Any], seats: int, games: int) -> str:
        """The standing before the first game; empty for a single game. ValueError if a match for two isn't even."""
        if games < 2:
            return ""
        if seats == 2 and games % 2:
            raise ValueError(
                f"a match of {self._game.title} has an even number of games, so that you change seats fairly; "
                f"choose {games - 1} or {games + 1}"
            )
        return Standing(self._game.name, games, (Fraction(0),) * seats, (0,) * seats).written()

    def options(self, stands: str) -> Mapping[str, Any]:
        """What the first game settled for all."""
        known = {option.name: option for option in self._game.options}
        return {name: known[name].read(value) for name, value in self.read(stands).carried if name in known}

    def seats(self, stands: str) -> int:
        """The number of players."""
        return len(self.read(stands).won)

    def after(self, stands: str, state: State, winners: Sequence[int]) -> str:
        """The standing after a game; one that was given up brings no points, and its winner the whole game."""
        before = self.read(stands)
        seats = len(before.won)
        if kernel_of(self._game).acting(state) == OVER:
            shares, points = self._shares(state, winners, seats), kernel_of(self._game).score(state)
        else:
            shares, points = [Fraction(int(seat in winners)) for seat in range(seats)], (0,) * seats
        at = [(player + before.played) % seats for player in range(seats)]
        carried = before.carried or tuple(
            (name, str(value)) for name, value in self._game.match_keeps(state).items() if before.played == 0
        )
        return replace(
            before,
            won=tuple(won + shares[at[player]] for player, won in enumerate(before.won)),
            points=tuple(sum_ + int(points[at[player]]) for player, sum_ in enumerate(before.points)),
            played=before.played + 1,
            carried=carried,
        ).written()

    def over(self, stands: str) -> bool:
        """Whether all games have been played."""
        standing = self.read(stands)
        return standing.played >= standing.games

    def told(self, stands: str) -> str:
        """The standing in words, each player by the seat in the next game, or in the last once it's over."""
        standing = self.read(stands)
        return self.told_with(stands, standing.played - (standing.played >= standing.games))

    def told_with(self, stands: str, moved: int) -> str:
        """The standing in words when everybody has moved this many seats on since the first game."""
        standing = self.read(stands)
        seats = len(standing.won)
        names = [self._game.words.seat_name((player + moved) % seats) for player in range(seats)]
        order = sorted(range(seats), key=lambda player: (player + moved) % seats)
        score = ", ".join(f"{names[player]} {_written(standing.won[player])}" for player in order)
        said = f"{standing.played} of {standing.games} games played: {score}"
        return f"{said}; {self._ended(standing, names)}" if standing.played >= standing.games else said

    def leaders(self, stands: str) -> tuple[int, ...]:
        """The players who are ahead: most games won, then most points."""
        standing = self.read(stands)
        scores = list(zip(standing.won, standing.points, strict=True))
        return tuple(player for player, score in enumerate(scores) if score == max(scores))

    def read(self, stands: str) -> Standing:
        """The standing that this line holds; ValueError if it holds none of this game."""
        found = _STANDING.fullmatch(stands)
        if found is None or found[1] != self._game.name:
            raise ValueError(f"that isn't the standing of a match of {self._game.title}")
        try:
            won = tuple(Fraction(share) for share in found[3].split(","))
            points = tuple(int(sum_) for sum_ in found[4].split(","))
        except (ValueError, ZeroDivisionError):
            raise ValueError(f"that isn't the standing of a match of {self._game.title}") from None
        if len(won) != len(points) or len(won) not in self._game.seats:
            raise ValueError(f"that match has {len(won)} players; {self._game.title} hasn't")
        carried = tuple((name, value) for name, value in re.findall(r"; (\w+)=([^;=]+)", found[6]))
        return Standing(found[1], int(found[2]), won, points, int(found[5]), carried)

    def _shares(self, state: State, winners: Sequence[int], seats: int) -> list[Fraction]:
        """What each seat has won of the game: all of it, its share, or in a draw without winners an equal part."""
        if not winners:
            return [Fraction(1, seats)] * seats
        payoffs = kernel_of(self._game).payoff(state)
        return [
            Fraction(payoffs[seat]).limit_denominator(64) if seat in winners else Fraction() for seat in range(seats)
        ]

    def _ended(self, standing: Standing, names: Sequence[str]) -> str:
        ahead = self.leaders(standing.written())
        if len(ahead) > 1:
            return "the match is a draw"
        by_points = sum(won == standing.won[ahead[0]] for won in standing.won) > 1
        return f"{names[ahead[0]]} wins the match{' on points' if by_points else ''}"


def _written(won: Fraction) -> str:
    """A number of games for people: 2, 1½."""
    whole, part = divmod(won, 1)
    if not part:
        return str(whole)
    return f"{whole or ''}{_PARTS[part]}" if part in _PARTS else f"{float(won):.2f}"
