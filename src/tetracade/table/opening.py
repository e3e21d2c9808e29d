"""Creates new rooms, and makes rooms from their logs."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from tetracade.engine.game import BadOption, Game
from tetracade.table import log
from tetracade.table.dealing import Damaged
from tetracade.table.fair import commitment_of
from tetracade.table.log import Beginning, Chair, Line
from tetracade.table.room import Room
from tetracade.table.series import begun, series_of
from tetracade.table.text_cleaning import one_line


def opened(
    game: Game,
    options: dict[str, Any],
    chairs: list[Chair],
    settings: dict[str, Any],
    new_seed: Callable[[], bytes],
    series: str = "",
    beginning: Beginning | None = None,
) -> Room:
    """Return a new room; raise BadOption if the game can't be set up like this.

    A beginning comes from ``checked_beginning``, and so do its options.
    """
    seats = game.checked_seats(len(chairs))
    if beginning is not None and (series or settings["games"] > 1):
        raise BadOption("a game that begins from a position belongs to no match or campaign; leave games at 1")
    stands = "" if beginning else begun(game, game.option_values(options), seats, settings["games"], series)
    carried = series_of(game).options(stands) if stands else {}
    values = game.option_values({**options, **carried}, seats)
    seed = new_seed()
    chairs = [structs.replace(chair, word=one_line(chair.word)) for chair in chairs]
    first = log.Opened(
        game=game.name,
        version=game.version,
        options=values,
        chairs=chairs,
        settings=settings,
        commitment="" if beginning else commitment_of(seed),
        series=stands,
        box=game.box_line,
        beginning=beginning,
    )
    room = Room(first, lambda _: game, {1: seed})
    room.new_seed = new_seed
    room.log.fresh.append(first)
    return room


def folded(lines: Sequence[Line], find: Callable[[str], Game], seeds: dict[int, bytes], now: float) -> Room:
    """Return the room that these lines make; raise Damaged if they don't make one."""
    if not lines or not isinstance(lines[0], log.Opened):
        raise Damaged("the log does not begin with the opening of a room")
    room = Room(lines[0], find, seeds)
    for line in lines[1:]:
        room.fold(line, now)
    return room
