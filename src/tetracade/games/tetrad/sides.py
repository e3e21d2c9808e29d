"""From which side a viewer sees the board (TD27): how it is turned, and what the pockets are called there.

Where the FRONT VIEW isn't announced every seat sees the board from its own side while the game runs. Records, notation
and touches keep the front's names; what people read and write takes the viewer's.
"""

import re

from tetracade.engine.fields import View
from tetracade.games.tetrad.board import FREE, POCKETS, pocket_name, quarter_turns
from tetracade.games.tetrad.box import SIDE, pocket
from tetracade.games.tetrad.claims import UNANNOUNCED
from tetracade.games.tetrad.notation import action_of, in_this_deck, notation
from tetracade.games.tetrad.state import ENDED, LOT


def _turned(number: int) -> int:
    """Where the pocket is after a quarter turn counter-clockwise."""
    row, column = divmod(number, SIDE)
    return (SIDE - 1 - column) * SIDE + row


def _all_turned() -> tuple[tuple[int, ...], ...]:
    sides = [tuple(range(POCKETS))]
    while len(sides) < 4:
        sides.append(tuple(_turned(number) for number in sides[-1]))
    return tuple(sides)


_SEEN = _all_turned()
"""By side and pocket: where the viewer sees it, numbered row by row from the viewer's top left."""
_FRONT = tuple(tuple(seen.index(number) for number in range(POCKETS)) for seen in _SEEN)
"""The other way round."""


def side_of(view: View) -> int:
    """By how many quarter turns counter-clockwise the viewer sees the board turned."""
    if view.claims != UNANNOUNCED or view.seat < 0 or view.afterwards or view.phase in (LOT, ENDED):
        return 0
    return quarter_turns(view.seats, (view.seat - view.dealer) % view.seats)


def seen_at(view: View, number: int) -> int:
    """Where the viewer sees the pocket, numbered from the viewer's own top left."""
    return _SEEN[side_of(view)][number]


def front_of(view: View, number: int) -> int:
    """The pocket that the viewer sees at this place."""
    return _FRONT[side_of(view)][number]


def name_seen(view: View, number: int) -> str:
    """What the viewer calls the pocket."""
    return pocket_name(seen_at(view, number))


def names_seen(view: View, numbers: tuple[int, ...]) -> list[str]:
    """What the viewer calls these pockets, row by row as the viewer reads them."""
    return [pocket_name(number) for number in sorted(seen_at(view, number) for number in numbers)]


def free_spaces_shown(view: View) -> int:
    """The free spaces that are marked on the viewer's board, as a bit mask of pockets (TD9, TD27)."""
    return FREE if view.claims != UNANNOUNCED or view.seat == view.dealer or view.afterwards else 0


def notation_seen(view: View, action: int) -> str:
    """The action as the viewer would write it, with the viewer's own names of pockets."""
    return notation(_renamed(action, _SEEN[side_of(view)]))


def action_seen(view: View, notation: str) -> int:
    """The action that the viewer has written like this."""
    return _renamed(action_of(in_this_deck(view, notation)), _FRONT[side_of(view)])


def _renamed(action: int, places: tuple[int, ...]) -> int:
    """The same action with other pockets: each one's place in the list is taken by what stands there."""
    return action_of(re.sub(r"\b[A-D][1-4]\b", lambda name: pocket_name(places[pocket(name[0])]), notation(action)))


def sideways(view: View) -> bool:
    """Whether the viewer sees the two panels one above the other."""
    return side_of(view) % 2 == 1
