"""Views of a record made for the purpose: what a seat is shown, and what it is told at the end."""

import numpy as np
import pytest

from tests.server.running import merge
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.fields import Field, Layout, Seen

LAYOUT = Layout(
    [
        Field("turn", np.int8, (), Seen.BY_ALL, "whose turn it is"),
        Field("goal", np.int8, (8,), Seen.BY_OWNER_THEN_ALL, "goal by seat"),
        Field("hand", np.int8, (8, 2), Seen.BY_OWNER, "cards by seat"),
    ]
)


def state(*goals: int) -> State:
    found = LAYOUT.zeros(1)
    found["turn"] = 7
    found["goal"][0, : len(goals)] = goals
    found["hand"][0, 1] = 3, 4
    return found[0]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
@pytest.mark.parametrize("goals", [(), (0, 5), (4, 5, 6)])
def test_what_is_shown_at_the_end_is_told_to_who_saw_the_game(goals: tuple[int, ...], viewer: int) -> None:
    before, after = (LAYOUT.view_of(state(*goals), viewer, over) for over in (False, True))
    told = before.as_dict()
    merge(told, after.changes_since(before))
    assert told == after.as_dict()
    assert tuple(told["goal"][: len(goals)]) == goals


def test_who_watches_has_nothing_of_their_own() -> None:
    assert LAYOUT.view_of(state(4, 5), SPECTATOR, False).as_dict() == {"turn": 7}
    assert LAYOUT.view_of(state(4, 5), 1, False).as_dict() == {"turn": 7, "goal": 5, "hand": [3, 4]}
