"""What may be taken back: nothing that showed anybody anything, nothing random, no other's, no change of turns."""

from tetracade.engine.chance import generator
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table
from tetracade.table.told import state_before

SAMPLES = 8
"""How many deals are tried for each viewer; a reveal in every second deal is missed once in 256 times, and then only
for one viewer."""


def may_undo(table: Table, seat: int) -> bool:
    """Whether the table's last line is an action of this seat that it may take back."""
    if not table.log or table.log[-1].seat != seat or table.over:
        return False
    kernel = kernel_of(table.game)
    before = state_before(table, len(table.log) - 1)
    if kernel.acting(before) != kernel.acting(table.state):
        return False
    return not _reveals(table, seat, table.log[-1].id)


def _reveals(table: Table, seat: int, action: int) -> bool:
    """Whether somebody knows more after the action than the action itself tells.

    From what a viewer knew, other deals are drawn: if the action is not possible in one of them, or leads to another
    view, the viewer has learned something.
    """
    kernel = kernel_of(table.game)
    before = state_before(table, len(table.log) - 1)
    for viewer in range(table.seats):
        seen = kernel.view(table.state, viewer).record.tobytes()
        for sample in range(SAMPLES):
            deals = kernel.states()
            deals[0] = before
            deal = deals[0]
            kernel.redeal(deal, viewer, generator(sample, viewer))
            if action not in kernel.legal(deal, seat):
                return True
            kernel.apply(deal, seat, action)
            if kernel.view(deal, viewer).record.tobytes() != seen:
                return True
    return kernel.view(table.state, SPECTATOR).over
