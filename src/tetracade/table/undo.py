"""What may be taken back: nothing that showed anybody anything, nothing random, no other's, no change of turns."""

from tetracade.engine.chance import generator
from tetracade.engine.contract import State
from tetracade.engine.kernel import Kernel, kernel_of
from tetracade.table.table import Table
from tetracade.table.told import state_before

WORLDS = 3
"""How many deals that agree with what the seat knows are looked at: what the seat may undo tells it nothing new."""
SAMPLES = 5
"""How many deals are tried in each of those for every other viewer."""


def may_undo(table: Table, seat: int) -> bool:
    """Whether the table's last line is an action of this seat that it may take back."""
    if not table._log or table._log[-1].seat != seat or table.over:
        return False
    kernel = kernel_of(table.game)
    before = state_before(table, len(table._log) - 1)
    if kernel.acting(before) != kernel.acting(table.state):
        return False
    action = table._log[-1].id
    seen = kernel.view(table.state, seat).tobytes()
    for number in range(WORLDS):
        world = _redealt(kernel, before, seat, number)
        after = _copy(kernel, world)
        kernel.apply(after, seat, action)
        if kernel.view(after, seat).tobytes() != seen:
            return False
        others = [other for other in range(table.seats) if other != seat]
        if any(_learns(kernel, world, after, other, seat, action) for other in others):
            return False
    return True


def _learns(kernel: Kernel, before: State, after: State, viewer: int, seat: int, action: int) -> bool:
    """Whether the viewer knows more after the action than the action itself tells.

    From what the viewer knew, other deals are drawn: if the action is not possible in one of them, or leads to another
    view, the viewer has learned something.
    """
    seen = kernel.view(after, viewer).tobytes()
    for sample in range(SAMPLES):
        deal = _redealt(kernel, before, viewer, sample)
        if action not in kernel.legal(deal, seat):
            return True
        kernel.apply(deal, seat, action)
        if kernel.view(deal, viewer).tobytes() != seen:
            return True
    return False


def _copy(kernel: Kernel, state: State) -> State:
    states = kernel.states()
    states[0] = state
    return states[0]


def _redealt(kernel: Kernel, state: State, viewer: int, number: int) -> State:
    copy = _copy(kernel, state)
    kernel.redeal(copy, viewer, generator(number, viewer))
    return copy
