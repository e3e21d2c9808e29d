"""Where a room's first game begins: from its set-up, in a position, or after the first entries of a record."""

from collections.abc import Mapping
from typing import Any

from tetracade.engine.chance import Dealer, SeededDealer
from tetracade.engine.game import BadOption, Game
from tetracade.table.dealing import Damaged, Dealing
from tetracade.table.log import Beginning
from tetracade.table.position import BadPosition, positioned
from tetracade.table.record import BadRecord, cut_record, replayed
from tetracade.table.table import Table


def begun_table(
    game: Game, seats: int, options: Mapping[str, Any], dealing: Dealing, beginning: Beginning | None
) -> Table:
    """A new table that begins as it says there; without a beginning, from its set-up."""
    if beginning is None:
        return Table(game, seats, options, dealer=dealing)
    try:
        dealing.scripted.extend(game.words.outcome_of(notation) for notation in beginning.dealt)
        return _table(game, seats, options, dealing, beginning, checked=True)
    except (BadPosition, BadRecord, BadOption) as error:
        raise Damaged(f"the beginning is none: {error}") from None


def checked_beginning(
    game: Game, seats: int, options: Mapping[str, Any], position: str, record: str, entries: int | None
) -> tuple[Beginning, dict[str, Any]]:
    """The beginning that is asked for, and all options; ValueError with a sentence where no game can begin there."""
    if position and record:
        raise BadOption("give a position or a record, not both")
    if entries is not None and not record:
        raise BadOption("entries says how much of a record to keep; give the record, too")
    if position:
        beginning = Beginning(position=position)
    else:
        heading, kept = cut_record(record, entries)
        beginning = Beginning(record="\n".join([*heading, *kept]) + "\n")
    table = _table(game, seats, options, SeededDealer(0), beginning)
    if table.over:
        raise BadOption("the game is already over there; begin from an earlier moment")
    return beginning, table.options


def _table(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    dealer: Dealer,
    beginning: Beginning,
    *,
    checked: bool = False,
) -> Table:
    if beginning.position:
        return positioned(game, beginning.position, dealer, seats, options, checked=checked)

    def find(name: str) -> Game:
        if name != game.name:
            raise BadRecord(f"this is a record of {name}, not of {game.name}")
        return game

    table = replayed(beginning.record, find, dealer)
    if table.seats != seats:
        raise BadRecord(f"the record is of a game with {table.seats} seats, not {seats}")
    for name, value in options.items():
        if table.options.get(name) != value:
            raise BadOption(f"{name}={value!r} was given, but the record has {name}={table.options.get(name)!r}")
    table.kept = len(cut_record(beginning.record)[1])
    return table
