"""Rooms from nothing, and rooms from their log."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from tetracade.engine.game import Game
from tetracade.table import log
from tetracade.table.dealing import Damaged
from tetracade.table.fair import commitment_of
from tetracade.table.log import Chair, Line
from tetracade.table.room import Room
from tetracade.table.series import begun
from tetracade.table.text_cleaning import one_line


def opened(
    game: Game,
    options: dict[str, Any],
    chairs: list[Chair],
    settings: dict[str, Any],
    new_seed: Callable[[], bytes],
    series: str = "",
) -> Room:
    """A new room; BadOption where the game cannot be set up like this."""
    seats = game.checked_seats(len(chairs))
    stands = begun(game, game.option_values(options), seats, settings["games"], series)
    brought = game.series
    carried = brought.options(stands) if stands and brought is not None else {}
    values = game.option_values({**options, **carried}, seats)
    seed = new_seed()
    chairs = [structs.replace(chair, word=one_line(chair.word)) for chair in chairs]
    first = log.Opened(
        game=game.name,
        version=game.version,
        options=values,
        chairs=chairs,
        settings=settings,
        commitment=commitment_of(seed),
        series=stands,
    )
    room = Room(first, lambda _: game, {1: seed})
    room.new_seed = new_seed
    room.log.fresh.append(first)
    return room


def folded(lines: Sequence[Line], find: Callable[[str], Game], seeds: dict[int, bytes], now: float) -> Room:
    """The room that these lines make; Damaged if they make none."""
    if not lines or not isinstance(lines[0], log.Opened):
        raise Damaged("the log does not begin with the opening of a room")
    room = Room(lines[0], find, seeds)
    for line in lines[1:]:
        room.fold(line, now)
    return room
