"""TetraTrax in words."""

from string import ascii_uppercase

import pytest

import tetracade
from tests.games.tetratrax.test_rules import read
from tetracade.games.tetratrax.board import COLUMNS

words = tetracade.game("tetratrax").words


def test_a_drop_says_where_and_for_what() -> None:
    table = read("tower=aa..bb../aa..bb..")
    texts = {action.notation: action.text for action in table.legal()}
    assert texts["O1@C"] == "drops an O on C1 C2 D1 D2 for +2 points (touches 2 tiles)"
    assert texts["D1@B"] == "drops the domino on B3 C3 for no points (touches 1 tile, makes a hole)"
    last = read("tower=- left=100000/122223")
    assert last.legal()[0].text == "drops the domino on A1 B1 for +2 points (uses the last tile)"


@pytest.mark.parametrize("wrong", ["", "X1@A", "T5@A", f"T1@{ascii_uppercase[COLUMNS]}", "T1", "T1@", "@A", "T١@A"])
def test_what_is_no_notation_is_said_to_be_none(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"isn't a drop|has stands"):
        words.action_of(wrong)


def test_notation_forgives_small_letters() -> None:
    assert words.action_of("t2@c") == words.action_of("T2@C")


def test_the_lot_is_told_by_name() -> None:
    table = tetracade.new("tetratrax", dealer=tetracade.RecordedDealer([1]))
    assert table.story() == ["Black is drawn to go first"]
    with pytest.raises(ValueError, match="white or black"):
        words.outcome_of("green")


def test_the_drawing_shows_tiles_and_points() -> None:
    drawn = read("tower=AAbb.... points=3,-1").drawing()
    assert "A B C D E F G H" in drawn
    assert "White:  3 points" in drawn
    assert "Black: -1 points" in drawn


def test_the_result_explains_its_points() -> None:
    table = read("tower=- left=100000/100000")
    table.play("D1@A")
    table.play("D1@C")
    assert table.result is not None
    assert table.result.breakdown == (
        {"touches minus holes": 0, "last tile": 2},
        {"touches minus holes": 1, "last tile": 2},
    )
    assert table.result.reason == "all tiles are in the tower"
