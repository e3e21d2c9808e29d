"""Tic-tac-toe, rule by rule."""

import pytest

import tetracade
from tetracade import IllegalAction, NotYourTurn, Table

LINES = ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3"]


def played(squares: str) -> Table:
    """A table after these marks."""
    table = tetracade.new("tic_tac_toe")
    for square in squares.split():
        table.play(square)
    return table


@pytest.mark.rule("TT1")
def test_seats_take_turns_and_x_begins() -> None:
    assert [played(squares).acting for squares in ("", "b2", "b2 a1")] == [(0,), (1,), (0,)]
    with pytest.raises(NotYourTurn, match="X's turn"):
        played("").play("b2", seat=1)


@pytest.mark.rule("TT1")
def test_a_marked_square_is_not_marked_again() -> None:
    with pytest.raises(IllegalAction, match="b2 is taken"):
        played("b2").play("b2")


@pytest.mark.rule("TT2")
@pytest.mark.parametrize("line", LINES)
def test_three_in_a_line_win_at_once(line: str) -> None:
    first, second, third = line.split()
    others = [square for square in ("a1", "b1", "a2", "c2", "b3", "c3") if square not in line][:2]
    before = f"{first} {others[0]} {second} {others[1]}"
    assert not played(before).over
    result = played(f"{before} {third}").result
    assert result is not None
    assert (result.winners, result.reason) == ((0,), "X has three in a line")


@pytest.mark.rule("TT2")
def test_after_the_end_the_reason_is_the_end() -> None:
    refusal = played("a1 a2 b1 b2 c1").why_not("c3", seat=1)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("TT2", "The game is over: X has three in a line.")


@pytest.mark.rule("TT2")
def test_a_game_that_is_won_reads_back_as_won() -> None:
    table = tetracade.position("tic_tac_toe", "XXXOO....")
    assert table.result == played("a1 a2 b1 b2 c1").result


@pytest.mark.rule("TT3")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    result = played("b2 a1 c1 a3 a2 c2 b1 b3 c3").result
    assert result is not None
    assert (result.winners, result.reason) == ((0, 1), "the board is full")
