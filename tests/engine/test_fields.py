"""Views of a record made for the purpose: what a seat is shown, and what it is told at the end."""

import numpy as np
import pytest

from tests.server.running import merge
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.fields import Field, Layout, Seen

LAYOUT = Layout(
    [
        Field("turn", np.int8, (), Seen.BY_ALL, "whose turn it is"),
        Field("goal", np.int8, (3,), Seen.BY_OWNER_THEN_ALL, "goal by seat"),
        Field("hand", np.int8, (3, 2), Seen.BY_OWNER, "cards by seat"),
    ]
)


def state() -> State:
    found = LAYOUT.zeros(1)
    found["turn"], found["goal"], found["hand"] = 7, [[4, 5, 6]], [[[1, 2], [3, 4], [5, 6]]]
    return found[0]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_what_is_shown_at_the_end_is_told_to_who_saw_the_game(viewer: int) -> None:
    before, after = (LAYOUT.view_of(state(), viewer, over) for over in (False, True))
    told = before.as_dict()
    merge(told, after.changes_since(before))
    assert told == after.as_dict()
    assert told["goal"] == [4, 5, 6]


def test_who_watches_has_nothing_of_their_own() -> None:
    assert LAYOUT.view_of(state(), SPECTATOR, False).as_dict() == {"turn": 7}
    assert LAYOUT.view_of(state(), 1, False).as_dict() == {"turn": 7, "goal": 5, "hand": [3, 4]}
