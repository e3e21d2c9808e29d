"""What happened at a table as one viewer is told it: words, and the action itself where it may be seen."""

from typing import TYPE_CHECKING, NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.kernel import kernel_of

if TYPE_CHECKING:
    from tetracade.table.table import Table


class Told(NamedTuple):
    """One entry for one viewer. Hidden, it has no action (-1), no notation and no touches."""

    seat: int
    text: str
    seen: bool
    action: int
    notation: str
    touches: tuple[str, ...]


def sees(table: "Table", eye: int, index: int) -> bool:
    """Whether the viewer sees which action or outcome this entry is."""
    kernel, before = kernel_of(table.game), table.state_before(index)
    seat, what = table.entries[index]
    if seat == SPECTATOR:
        return kernel.sees_outcome(before, what, eye)
    return kernel.sees_action(before, seat, what, eye)


def told(
    table: "Table", eye: int, since: int, until: int | None = None, known: dict[int, View] | None = None
) -> list[Told]:
    """The entries from ``since`` on, as the viewer may hear them; ``known`` are views by entry that one has."""
    known = known or {}
    return [
        _heard(table, eye, index, known.get(index))
        for index in range(since, len(table.entries) if until is None else until)
    ]


def _heard(table: "Table", eye: int, index: int, view: View | None) -> Told:
    words = table.game.words
    seat, what = table.entries[index]
    if view is None:
        view = kernel_of(table.game).view(table.state_before(index), eye, over=False)
    if not sees(table, eye, index):
        return Told(seat, words.hidden_text(view, seat), False, -1, "", ())
    if seat == SPECTATOR:
        return Told(seat, words.outcome_text(view, what), True, what, words.outcome_notation(what), ())
    return Told(seat, done_text(table, index, view), True, what, words.notation(what), tuple(words.touches(what)))


def done_text(table: "Table", index: int, view: View) -> str:
    """What the seat of this entry did, in the words that the view's seat hears; the view is from before it."""
    seat, action = table.entries[index]
    kernel = kernel_of(table.game)
    return table.game.done_text(
        view, seat, action, lambda: kernel.view(table.state_before(index + 1), view.seat, over=False)
    )


def story_of(table: "Table", eye: int, since: int) -> list[str]:
    """The entries from ``since`` on as sentences."""
    name = table.game.words.seat_name
    return [
        part.text if part.seat == SPECTATOR else f"{name(part.seat)} {part.text}" for part in told(table, eye, since)
    ]
