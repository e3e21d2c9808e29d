"""What is to be seen on Foursome's board: cards, chips, rows of four, and where danger is."""

import pytest

from tests.games.foursome.reading import read
from tetracade.engine.words import Mark
from tetracade.table.narration import effects_of, steps
from tetracade.table.table import Table


def marked(table: Table, action: str, eye: int = 0) -> list[Mark]:
    index = len(table.entries)
    table.play(action)
    return list(steps(table, eye, index, index + 1)[0].marks)


@pytest.mark.rule("FS13")
def test_the_row_and_its_four_chips_are_marked_when_they_lock() -> None:
    table = read("active=0 phase=play amber=A1,B1,C1 hands=BD,RK/BP")
    marks = effects_of(table.game, table.view(0), table.game.words.action_of("BD@D1"))[1]
    assert [mark.place for mark in marks if mark.kind == "foursome"] == ["line:A1-D1"]
    assert [mark.place for mark in marks if mark.kind == "line"] == [f"space:{name}1" for name in "ABCD"]
    assert [(mark.kind, mark.path) for mark in marks[:2]] == [
        ("card", ("seat:0", "discards")),
        ("chip", ("seat:0", "space:D1")),
    ]


@pytest.mark.rule("FS9")
def test_a_steal_hits_whoever_read_the_card_aloud() -> None:
    table = read("active=0 actor=1 phase=asked called=RK hands=RK,BP/STEAL")
    card = marked(table, "STEAL@A1")[0]
    assert (card.thing, card.cause, card.hits) == ("STEAL", "steal", 0)


@pytest.mark.rule("FS18")
def test_remove_hits_the_chips_owner_unless_it_is_ones_own() -> None:
    line = "active=0 phase=play amber=A1 blue=B1 hands=REMOVE,RK/BP"
    assert marked(read(line), "REMOVE@B1")[1].hits == 1
    assert marked(read(line), "REMOVE@A1")[1].hits == -1


@pytest.mark.rule("FS13", "FS14")
def test_danger_is_the_open_space_of_a_rivals_row_of_three() -> None:
    table = read("seats=3 active=0 phase=play amber=A8,B8,C8 blue=A1,B1,C1 clover=E5,F5 hands=RK/BP/RQ")
    assert [(mark.place, mark.cause) for mark in table.game.dangers(table.view(0))] == [
        ("space:D1", "Player 2 needs only D1 for four in a row.")
    ]
    assert [mark.place for mark in table.game.dangers(table.view(1))] == ["space:D8"]
    assert table.game.dangers(table.view()) == ()
    locked = read("active=0 phase=play blue=A1x,B1x,C1 hands=RK/BP")
    assert locked.game.dangers(locked.view(0)) == ()
