"""What happened at a table as one viewer is told it: words, and the action itself where it may be seen."""

from typing import NamedTuple

from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.fields import View
from tetracade.engine.kernel import kernel_of
from tetracade.table.record import lines_of
from tetracade.table.table import Action, Entry, Table


class Told(NamedTuple):
    """One line of the log for one viewer. Hidden, it has no action (-1), no notation and no touches."""

    seat: int
    text: str
    seen: bool
    action: int
    notation: str
    touches: tuple[str, ...]


def state_before(table: Table, line: int) -> State:
    """The record as it was before this line of the log; the present one after the last."""
    return table._state_before(line)


def stepped(table: Table, seat: int, action: int) -> int:
    """Let the seat do an action that is known to be legal; returns the mask of those who act then, or OVER."""
    return table._step(Entry(seat, action))


def told(
    table: Table, eye: int, since: int, until: int | None = None, known: dict[int, View] | None = None
) -> list[Told]:
    """The log's lines from ``since`` on, as the viewer may hear them; ``known`` are views by line that one has."""
    kernel = kernel_of(table.game)
    words = table.game.words
    lines = []
    for number in range(since, len(table._log) if until is None else until):
        before = state_before(table, number)
        seat, what = table._log[number]
        view = known[number] if known is not None and number in known else kernel.view(before, eye, over=False)
        if seat == SPECTATOR:
            if kernel.sees_outcome(before, what, eye):
                text, notation = words.outcome_text(view, what), words.outcome_notation(what)
                lines.append(Told(seat, text, True, what, notation, ()))
            else:
                lines.append(Told(seat, words.hidden_text(view, SPECTATOR), False, -1, "", ()))
        elif kernel.sees_action(before, seat, what, eye):
            text, notation = table._done_text(number, view), words.notation(what)
            lines.append(Told(seat, text, True, what, notation, tuple(words.touches(what))))
        else:
            lines.append(Told(seat, words.hidden_text(view, seat), False, -1, "", ()))
    return lines


def offered(table: Table, seat: int, actions: list[int]) -> list[Action]:
    """These actions as the seat is offered them."""
    view = table.view(seat)
    return [table._action(view, seat, action) for action in actions]


def seen_record(table: Table, eye: int) -> str:
    """The game as text, with a question mark for what the viewer may not see."""
    head, lines = lines_of(table.record()), []
    setup, game = head[: len(head) - len(table.log)], head[len(head) - len(table.log) :]
    kernel = kernel_of(table.game)
    for number, line in enumerate(game):
        before = state_before(table, number)
        seat, what = table._log[number]
        if seat == SPECTATOR:
            seen = kernel.sees_outcome(before, what, eye)
        else:
            seen = kernel.sees_action(before, seat, what, eye)
        lines.append(line if seen else f"{line.partition(' ')[0]} ?")
    return "\n".join(setup + lines) + "\n"
