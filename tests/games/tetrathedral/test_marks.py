"""What is to be seen on Tetrathedral's board: walks, captures, formations, and where danger is."""

import pytest

from tests.games.tetrathedral.reading import read
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetrathedral.board import NUMBER_OF, SPACES
from tetracade.games.tetrathedral.notation import action_of
from tetracade.table.narration import effects_of, steps


@pytest.mark.rule("TH4", "TH7")
def test_a_pawn_walks_space_by_space_and_sends_the_captured_one_out() -> None:
    table = read("act=red roll=3 red=D5 blue=D8")
    move, gone = effects_of(table.game, table.view(0), action_of("D5-D8"))[1]
    assert move.path == ("D5", "D6", "D7", "D8")
    assert (gone.kind, gone.place, gone.hits, gone.path) == ("leave", "D8", 1, ("D8", "out"))


@pytest.mark.rule("TH9")
def test_a_formation_is_marked_at_all_four_spaces() -> None:
    table = read("act=red roll=2 red=C7,D7,D8,D11 blue=B5")
    marks = effects_of(table.game, table.view(0), action_of("D11-D9"))[1]
    assert [mark.place for mark in marks if mark.kind == "line"] == ["C7", "D7", "D8", "D9"]


@pytest.mark.rule("TH3", "TH4")
def test_a_roll_is_marked_with_its_number_and_a_forfeited_one_as_such() -> None:
    table = read("act=red roll=3 red=D5 blue=B5", 4)
    table.play("D5-D8")
    roll = steps(table, 0, len(table.entries) - 1, len(table.entries))[0].marks[0]
    assert (roll.kind, roll.place, roll.amount, roll.cause) == ("roll", "die", 4, "roll")


@pytest.mark.rule("TH9")
def test_danger_is_where_one_move_of_the_rival_completes_a_formation() -> None:
    """Every space that is marked, with every roll it names, can be reached and wins; no other can."""
    for line in (
        "act=red roll=1 red=B2 blue=C7,D7,D8,D11",
        "act=red roll=1 red=D10 blue=C7,D7,D8,D11",
        "act=red roll=1 red=B2 blue=C7,D7,D8,B9,F3",
    ):
        table = read(line)
        kernel = kernel_of(table.game)
        found: dict[str, set[int]] = {}
        for roll in range(1, 9):
            other = kernel.states()
            other[0] = table.state
            other[0].turn, other[0].roll = 1, roll
            for action in kernel.legal(other[0], 1):
                after = kernel.states()
                after[0] = other[0]
                kernel.apply(after[0], 1, action)
                if kernel.score(after[0])[1] == 1:
                    end = next(name for name, at in NUMBER_OF.items() if at == action % len(SPACES))
                    found.setdefault(end, set()).add(roll)
        assert bool(found) == ("red=D10" not in line)
        told = {mark.place: mark.amount for mark in table.game.dangers(table.view(0))}
        assert told == {place: len(rolls) for place, rolls in found.items()}
    said = table.game.dangers(read("act=red roll=1 red=B2 blue=C7,D7,D8,D11").view(0))
    assert all(mark.cause.startswith(f"Blue completes a formation on {mark.place} with a ") for mark in said)
