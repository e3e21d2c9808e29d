"""What happened at a table, as told to one viewer: in words, and with the action itself if they may see it."""

from typing import TYPE_CHECKING, Any, NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of, seats_of
from tetracade.engine.words import Mark, Note

if TYPE_CHECKING:
    from tetracade.table.table import Table


class Told(NamedTuple):
    """One entry as told to one viewer. If it is hidden, it has no action (-1), no notation and no touches."""

    seat: int
    text: str
    seen: bool
    action: int
    notation: str
    touches: tuple[str, ...]


class Step(NamedTuple):
    """One entry for one viewer, step by step: what changed in their view, and what is to be seen where."""

    told: Told
    changes: dict[str, Any]
    marks: tuple[Mark, ...]


def sees(table: "Table", eye: int, index: int) -> bool:
    """Whether the viewer sees which action or outcome this entry is."""
    kernel, before = kernel_of(table.game), table.state_before(index)
    seat, what = table.entries[index]
    if seat == SPECTATOR:
        return kernel.sees_outcome(before, what, eye)
    return kernel.sees_action(before, seat, what, eye)


def told(
    table: "Table",
    eye: int,
    since: int,
    until: int | None = None,
    known: dict[int, View] | None = None,
    afterwards: bool | None = None,
) -> list[Told]:
    """Return the entries from ``since`` on as told to the viewer; ``known`` are views by entry, if you have any.

    ``afterwards`` says whether the game is looked back on; by default it is once it is over.
    """
    known = known or {}
    back = table.over if afterwards is None else afterwards
    return [
        _heard(table, eye, index, known.get(index), back)
        for index in range(since, len(table.entries) if until is None else until)
    ]


def steps(
    table: "Table", eye: int, since: int, until: int, before: View | None = None, afterwards: bool = False
) -> list[Step]:
    """The same entries with what each of them changes and marks for the viewer; ``before`` is the first view."""
    kernel, game = kernel_of(table.game), table.game
    found = []
    if before is None or before.afterwards != afterwards:
        before = kernel.view(table.state_before(since), eye, over=False, afterwards=afterwards)
    view = before
    for index in range(since, until):
        after = kernel.view(table.state_before(index + 1), eye, over=False, afterwards=afterwards)
        heard = _heard(table, eye, index, view, afterwards)
        found.append(Step(heard, after.changes_since(view), game.marks(view, after, heard.seat, heard.action)))
        view = after
    return found


def rules_met(table: "Table", eye: int, since: int, until: int) -> list[Note]:
    """The rules that these entries bring into play, as far as the viewer sees them."""
    kernel, found = kernel_of(table.game), list[Note]()
    before = kernel.view(table.state_before(since), eye, over=False)
    for index in range(since, until):
        after = kernel.view(table.state_before(index + 1), eye, over=False)
        seat, what = table.entries[index]
        found += table.game.rules_met(before, after, seat, what if sees(table, eye, index) else -1)
        before = after
    return found


def effects_of(game: Game, view: View, action: int) -> tuple[View, tuple[Mark, ...]]:
    """What a legal action of the view's seat would bring: the view right after it, and its marks.

    It is tried on a record that holds nothing but the view, so nothing hidden has a part in it. What chance brings
    afterwards is left out.
    """
    states = game.layout.zeros(1)
    states[0] = view.record
    kernel_of(game).apply(states[0], view.seat, action)
    after = game.layout.view_of(states[0], view.seat, over=False)
    return after, game.marks(view, after, view.seat, action)


def reasons_for(table: "Table", seat: int, action: int) -> tuple[str, ...]:
    """What speaks for a legal action, by the seat's own view before it and right after it."""
    before = table.view(seat)
    after, _ = effects_of(table.game, before, action)
    found = table.game.reasons(before, after, seat, action)
    return found or (("is all you can do",) if len(table.legal_ids(seat)) == 1 else ())


def _heard(table: "Table", eye: int, index: int, view: View | None, afterwards: bool) -> Told:
    words = table.game.words
    seat, what = table.entries[index]
    if view is None or view.afterwards != afterwards:
        view = kernel_of(table.game).view(table.state_before(index), eye, over=False, afterwards=afterwards)
    if not sees(table, eye, index):
        return Told(seat, words.hidden_text(view, seat), False, -1, "", ())
    if seat == SPECTATOR:
        return Told(seat, words.outcome_text(view, what), True, what, words.outcome_notation(what), ())
    return Told(seat, done_text(table, index, view), True, what, words.notation(what), tuple(words.touches(what)))


def done_text(table: "Table", index: int, view: View) -> str:
    """Return what this entry's seat did, as told to the view's seat; the view is from before the entry."""
    seat, action = table.entries[index]
    kernel = kernel_of(table.game)
    return table.game.done_text(
        view,
        seat,
        action,
        lambda: kernel.view(table.state_before(index + 1), view.seat, over=False, afterwards=view.afterwards),
    )


def since_own_turn(table: "Table", seat: int) -> int:
    """The first entry after the seat's last complete turn; 0 before it has had one."""
    kernel, entries = kernel_of(table.game), table.entries
    for index in reversed(range(len(entries))):
        if entries[index].seat != seat:
            continue
        after = index + 1
        while after < len(entries) and entries[after].seat == SPECTATOR:
            after += 1
        passed = seat not in seats_of(kernel.acting(table.state_before(after)))
        if passed or kernel.ends_turn(table.state_before(index), seat, entries[index].id):
            return index + 1
    return 0


def story_of(table: "Table", eye: int, since: int) -> list[str]:
    """Return the entries from ``since`` on as sentences."""
    name = table.game.words.seat_name
    return [
        part.text if part.seat == SPECTATOR else f"{name(part.seat)} {part.text}" for part in told(table, eye, since)
    ]
