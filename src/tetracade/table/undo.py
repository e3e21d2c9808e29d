"""What may be taken back: your own last decision, and with it the answers of bots. One rule for every kind of table.

Undo never goes past an outcome that was drawn, seen or not: you could fish for other cards, and the dealing would no
longer verify. It never takes back another person's action, nor a turn that has passed to another person, unless one
holder has all the people's seats. Nor does it go past a look at a hidden hand: in games that hide something, undo ends
with the first answer, and with an action that showed someone something new. And some actions are final by the rules.
"""

from collections.abc import Collection
from typing import NamedTuple

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.kernel import kernel_of
from tetracade.table.disclosure import told_nothing
from tetracade.table.table import Table


class TakeBack(NamedTuple):
    """How many actions an undo takes back, starting with which seat's; or why it isn't possible."""

    actions: int = 0
    seat: int = SPECTATOR
    reason: str = ""


NOTHING = TakeBack(reason="There is nothing to undo.")
PAST_LUCK = TakeBack(reason="You can't undo past a card or a roll.")
ANSWERED = TakeBack(reason="You can't undo once someone else has moved.")
PASSED = TakeBack(reason="You can't undo once it's another player's turn.")
FINAL = TakeBack(reason="The rules don't let you undo that.")
SHOWN = TakeBack(reason="You can't undo that: it brought something hidden to light.")


def take_back_of(table: Table, seat: int, persons: Collection[int], *, together: bool) -> TakeBack:
    """Return what the seat may take back. ``persons`` are people's seats, ``together`` if one holder has them all."""
    kernel, entries = kernel_of(table.game), table.entries
    through = together and kernel.nothing_hidden
    own = persons if through else (seat,)
    last = len(entries) - 1
    while last >= table.kept and entries[last].seat not in own:
        if entries[last].seat == SPECTATOR:
            return PAST_LUCK if any(entry.seat in own for entry in entries[table.kept : last]) else NOTHING
        if not through:
            return ANSWERED
        last -= 1
    if last < table.kept or table.over:
        return NOTHING
    before, (actor, action) = table.state_before(last), entries[last]
    if kernel.lasting(before, actor, action):
        return FINAL
    if kernel.timing_secret(before):  # whoever is asked next, or that nobody is, tells of hands
        return SHOWN
    if through:
        return TakeBack(len(entries) - last, actor)
    asked, asked_now = kernel.acting(before), kernel.acting(table.state)
    others = [person for person in persons if person != seat]
    if any((asked_now & ~asked) >> other & 1 for other in others) or (not together and asked != asked_now):
        return PASSED
    return TakeBack(1, seat) if told_nothing(kernel, before, table.state, others, seat, action) else SHOWN
