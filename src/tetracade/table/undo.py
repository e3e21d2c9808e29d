"""What may be taken back: your own action, if it showed nobody anything, drew nothing and passed no turn.

At your own terminal (``at_home``) turns may be taken back, but neither luck nor what the rules call lasting.
"""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.kernel import kernel_of
from tetracade.table.disclosure import told_nothing
from tetracade.table.table import Table


def may_undo(table: Table, seat: int) -> bool:
    """Whether the table's last entry is an action of this seat that it may take back."""
    entries = table.entries
    if not entries or entries[-1].seat != seat or table.over:
        return False
    kernel = kernel_of(table.game)
    before = table.state_before(len(entries) - 1)
    action = entries[-1].id
    if kernel.lasting(before, seat, action) or kernel.acting(before) != kernel.acting(table.state):
        return False
    return told_nothing(kernel, before, table.state, table.seats, seat, action)


def at_home(table: Table, seat: int) -> str:
    """Why the seat's last action, with all that the others did since, is not taken back; empty if it may be."""
    entries = table.entries
    last = next((index for index in reversed(range(len(entries))) if entries[index].seat == seat), None)
    if last is None:
        return "There is nothing to undo."
    if any(entry.seat == SPECTATOR for entry in entries[last + 1 :]):
        return "You can't undo past a card or a roll."
    if kernel_of(table.game).lasting(table.state_before(last), seat, entries[last].id):
        return "The rules don't let you undo that."
    return ""
