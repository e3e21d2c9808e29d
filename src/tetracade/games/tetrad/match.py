"""A match: several games of TETRAD with the deal passing to the left (TD11). Nothing here reads or writes files.

>>> match = Match(seats=3, games=2, first_dealer=2)
>>> match.options
{'deals': 'green'}
>>> match = match.with_game(dealer=2, winner=1)
>>> match.options, match.score
({'deals': 'red'}, (0, 1, 0))
>>> Match.read(match.written()) == match
True
"""

from dataclasses import dataclass, replace
from typing import Any

from tetracade.engine.game import BadOption
from tetracade.games.tetrad.board import SEATS
from tetracade.games.tetrad.notation import SEAT_NAMES, seat_of

FORMAT = "tetrad match 1"


@dataclass(frozen=True)
class Match:
    """How a match stands: who dealt first (None until drawn) and who won each game (None for a draw)."""

    seats: int
    games: int = 1
    first_dealer: int | None = None
    winners: tuple[int | None, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= SEATS:
            raise BadOption(f"a match has 1 to {SEATS} seats, not {self.seats}")
        if self.games < 1:
            raise BadOption(f"a match has at least one game, not {self.games}")
        if len(self.winners) > self.games:
            raise BadOption(f"a match of {self.games} games can't have {len(self.winners)} results")
        if self.winners and self.first_dealer is None:
            raise BadOption("games have been played, so the first dealer must be named")
        for seat in (self.first_dealer, *self.winners):
            if seat is not None and not 0 <= seat < self.seats:
                raise BadOption(f"there's no seat {seat} in a match for {self.seats}")

    @property
    def over(self) -> bool:
        """Whether every game has been played."""
        return len(self.winners) == self.games

    @property
    def dealer(self) -> int | None:
        """Who deals the next game: the seat to the left of the last dealer; None if drawn by lot."""
        return None if self.first_dealer is None else (self.first_dealer + len(self.winners)) % self.seats

    @property
    def options(self) -> dict[str, Any]:
        """The options that give the next table its dealer; none before the first, whom the table's own option names."""
        return {} if self.dealer is None else {"deals": SEAT_NAMES[self.dealer].lower()}

    @property
    def score(self) -> tuple[int, ...]:
        """Games won, by seat; a drawn game scores nobody."""
        return tuple(self.winners.count(seat) for seat in range(self.seats))

    def with_game(self, dealer: int, winner: int | None) -> "Match":
        """The match after one more game, dealt by ``dealer`` and won by ``winner`` (None for a draw)."""
        if self.over:
            raise BadOption("every game of this match has been played")
        if self.dealer is not None and dealer != self.dealer:
            raise BadOption(f"{SEAT_NAMES[self.dealer]} deals this game, not {SEAT_NAMES[dealer]}")
        first = dealer if self.first_dealer is None else self.first_dealer
        return replace(self, first_dealer=first, winners=(*self.winners, winner))

    def written(self) -> str:
        """The match as text, which ``read`` takes."""
        first = "lot" if self.first_dealer is None else SEAT_NAMES[self.first_dealer].lower()
        games = ["drawn" if winner is None else f"won {SEAT_NAMES[winner].lower()}" for winner in self.winners]
        return "\n".join([FORMAT, f"seats {self.seats}", f"games {self.games}", f"first {first}", *games]) + "\n"

    @staticmethod
    def read(text: str) -> "Match":
        """The match this text describes."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines or lines[0] != FORMAT:
            raise BadOption(f"a saved match begins with {FORMAT!r}")
        said: dict[str, str] = {}
        winners: list[int | None] = []
        for number, line in enumerate(lines[1:], 2):
            head, _, rest = line.partition(" ")
            try:
                if head == "drawn":
                    winners.append(None)
                elif head == "won":
                    winners.append(seat_of(rest))
                elif head in ("seats", "games", "first"):
                    said[head] = rest
                else:
                    raise ValueError(line)
            except ValueError:
                raise BadOption(f"can't read line {number}: {line!r}") from None
        try:
            first = None if said["first"] == "lot" else seat_of(said["first"])
            return Match(int(said["seats"]), int(said["games"]), first, tuple(winners))
        except KeyError as missing:
            raise BadOption(f"the line {missing} is missing") from None
        except BadOption:
            raise
        except ValueError as error:
            raise BadOption(str(error)) from None
