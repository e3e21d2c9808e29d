"""The games that a room has played before its present one, from its log."""

from typing import NamedTuple

from tetracade.table import log
from tetracade.table.dealing import Dealing
from tetracade.table.room import Room
from tetracade.table.table import Table


class PastGame(NamedTuple):
    """A game as it ended, and what one needs to check its dealing; the seed is empty while it goes on."""

    table: Table
    commitment: str
    words: list[str]
    seed: str


def past_game(room: Room, game: int) -> PastGame | None:
    """The game of this number; None if the room has not played it."""
    lines = enumerate(room.log.lines)
    first, started = next(
        ((at, line) for at, line in lines if isinstance(line, log.Started) and line.game == game), (0, None)
    )
    if started is None:
        return None
    dealing, seed = Dealing(None), ""
    dealing.recorded.extend(started.outcomes)
    table = Table(room.game, len(room.seating), started.options, dealer=dealing)
    for line in room.log.lines[first + 1 :]:
        if isinstance(line, log.Acted):
            dealing.recorded.extend(line.outcomes)
            table.step(line.seat, line.action)
        elif isinstance(line, log.Undone):
            table.undo()
        elif isinstance(line, log.Ended):
            seed = line.seed
            break
    return PastGame(table, started.commitment, started.words, seed)
