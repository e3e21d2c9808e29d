"""What Foursome explains when it happens for the first time."""

import pytest

from tests.games.foursome.reading import GAME, read
from tetracade.engine.words import Note
from tetracade.table.narration import effects_of


def notes(line: str, action: str) -> tuple[Note, ...]:
    """The rules that an action of the first seat brings into play."""
    view = read(line).view(0)
    number = GAME.words.action_of(action)
    after, _ = effects_of(GAME, view, number)
    return GAME.rules_met(view, after, 0, number)


@pytest.mark.rule("FS19")
@pytest.mark.parametrize(
    ("line", "action", "title"),
    [
        ("hands=SWAP-RED/RA amber=C1 blue=E1", "SWAP@C1-E1", "RED SWAP"),
        ("hands=SWAP-BLACK/RA amber=B1 blue=D1", "SWAP@B1-D1", "BLACK SWAP"),
    ],
)
def test_a_swap_is_explained_by_the_colour_of_its_spaces(line: str, action: str, title: str) -> None:
    assert [(note.title, note.place) for note in notes(line, action)] == [(title, f"space:{action[-2:]}")]


@pytest.mark.rule("FS12", "FS16")
def test_a_discard_that_is_forced_is_no_replacement() -> None:
    used = "hands=RK,RK/RA amber=A1,B8"
    assert [note.rule for note in notes(used, "REPLACE:RK")] == ["FS16"]
    assert [note.rule for note in notes(used, "DISCARD:RK")] == ["FS12"]


@pytest.mark.rule("FS9")
def test_nope_is_told_with_the_question_alone() -> None:
    assert notes("hands=RA/RB phase=asked called=RC", "NOPE") == ()
