"""How a game in a room ends: by its rules, or because those who resigned leave no contest."""

from collections.abc import Sequence

from tetracade.table import log
from tetracade.table.seating import Seating
from tetracade.table.table import Result, Table


def ending_of(table: Table, seating: Seating, lines: Sequence[log.Line]) -> Result | None:
    """Return how the game ended; None while it goes on. A seat that resigned can't win."""
    left = [seat for seat, place in enumerate(seating.places) if not place.resigned]
    found = table.result
    if found is not None:
        winners = tuple(seat for seat in found.winners if seat in left)
        breakdown = tuple(dict(part) for part in found.breakdown)
        return Result(found.points, winners, found.reason, breakdown)
    resigned = len(left) < len(seating)
    if resigned and (len(left) <= 1 or all(seating[seat].level for seat in left)):
        nothing = tuple(0 for _ in seating.places)
        return Result(nothing, tuple(left), _said_gone(table, lines), tuple({} for _ in seating.places))
    return None


def _said_gone(table: Table, lines: Sequence[log.Line]) -> str:
    last = next(line for line in reversed(lines) if isinstance(line, log.Resigned))
    name = table.game.words.seat_name(last.seat)
    return f"{name} ran out of time" if last.late else f"{name} resigned"
