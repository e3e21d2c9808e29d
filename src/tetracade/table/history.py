"""A room's earlier games, from its log."""

from typing import NamedTuple

from tetracade.table import log
from tetracade.table.beginning import begun_table
from tetracade.table.dealing import Dealing
from tetracade.table.room import Room
from tetracade.table.table import Table


class PastGame(NamedTuple):
    """A game, and what you need to check its dealing; the seed is empty while it goes on, or without a commitment."""

    table: Table
    commitment: str
    words: list[str]
    seed: str
    over: bool


def past_game(room: Room, game: int) -> PastGame | None:
    """Return the game with this number; None if the room hasn't played it."""
    lines = enumerate(room.log.lines)
    first, started = next(
        ((at, line) for at, line in lines if isinstance(line, log.Started) and line.game == game), (0, None)
    )
    if started is None:
        return None
    dealing, seed, over = Dealing(None), "", False
    dealing.recorded.extend(started.outcomes)
    options = room.options_then(started.options)
    table = begun_table(room.game, len(room.seating), options, dealing, room.beginning_of(game))
    for line in room.log.lines[first + 1 :]:
        if isinstance(line, log.Acted):
            dealing.recorded.extend(line.outcomes)
            table.step(line.seat, line.action)
        elif isinstance(line, log.Undone):
            for _ in range(line.count):
                table.undo()
        elif isinstance(line, log.Ended):
            seed, over = line.seed if started.commitment else "", True
            break
    return PastGame(table, started.commitment, started.words, seed, over)
