"""What is to be seen on TETRAD's board: cards on their way, stacks that move, claims, and where danger is."""

import pytest

from tests.games.tetrad.tables import read
from tetracade.table.narration import Step, steps
from tetracade.table.table import Table


def told(table: Table, action: str, eye: int) -> list[Step]:
    """What the viewer is told of an action and of what chance does after it."""
    index = len(table.entries)
    table.play(action)
    return steps(table, eye, index, len(table.entries))


@pytest.mark.rule("TD13")
def test_a_card_drawn_goes_to_its_hand_and_only_its_owner_sees_which() -> None:
    line = "phase=taking act=red hands=1,2,3,4/5,6,7,8"
    for eye, thing in ((0, "17"), (1, ""), (-1, "")):
        card = told(read(line, "17"), "draw", eye)[1].marks[0]
        assert (card.kind, card.path, card.thing) == ("card", ("pile", "seat:0"), thing)


@pytest.mark.rule("TD18", "TD21")
def test_a_skip_hits_its_victim_and_a_blocker_whoever_holds_the_card_under_it() -> None:
    line = "act=red hands=1,2,3,blocker,skip/5,6,7,8/9,10,11,12"
    for eye, hits in ((0, 1), (1, 1), (2, 1)):
        assert told(read(line), "use skip blue", eye)[0].marks[0].hits == hits
    for eye, hits in ((0, -1), (1, 1), (2, -1), (-1, -1)):
        assert told(read(line), "use blocker A2", eye)[0].marks[0].hits == hits


@pytest.mark.rule("TD20", "TD22", "TD24")
@pytest.mark.parametrize(("card", "action", "count"), [
    ("swap-two", "use swap-two A1 C3", 2),
    ("corner-rotation", "use corner-rotation", 4),
    ("panel-swap", "use panel-swap", 16),
])  # fmt: skip
def test_stacks_move_from_where_they_were_to_where_they_are(card: str, action: str, count: int) -> None:
    table = read(f"act=red hands=1,2,3,4,{card}/5,6,7,8")
    before = table.view(0)
    moves = [mark for mark in told(table, action, 0)[0].marks if mark.kind == "move"]
    after = table.view(0)
    assert len(moves) == count
    for move in moves:
        start, end = (pocket_number(place) for place in move.path)
        assert after.top[end] == before.top[start]


@pytest.mark.rule("TD25")
def test_the_bomb_clears_the_board_and_sixteen_cards_follow_one_by_one() -> None:
    found = told(read("act=red hands=1,2,3,4,the-bomb/5,6,7,8"), "use the-bomb", 1)
    assert [mark.kind for mark in found[0].marks].count("leave") == 16
    assert [step.marks[0].path[1] for step in found[1:]] == [f"pocket:{c}{r}" for r in "1234" for c in "ABCD"]


@pytest.mark.rule("TD26")
def test_a_claim_lays_four_cards_and_says_whether_they_win() -> None:
    marks = told(read("act=red hands=1,2,3,4,20/5,6,7,8"), "claim A1 B1 C1 D1", 1)[0].marks
    assert [(mark.place, mark.thing) for mark in marks if mark.cause == "claim"] == [
        ("pocket:A1", "1"), ("pocket:B1", "2"), ("pocket:C1", "3"), ("pocket:D1", "4"),
    ]  # fmt: skip
    assert [mark.kind for mark in marks[4:]] == ["line"] * 4
    wrong = told(read("claims=strict patterns=2 act=red hands=1,2,3,4,20/5,6,7,8"), "claim A1 B1 C1 D1", 1)[0].marks
    assert wrong[-1].kind == "wrong"


@pytest.mark.rule("TD13", "TD26")
def test_danger_is_the_card_that_a_rival_lacks_of_a_pattern_known_to_be_held() -> None:
    table = read("phase=taking act=red patterns=1 hands=9,10,11,12/1,2,3,20 known=-/1,2,3")
    assert [(mark.place, mark.cause) for mark in table.game.dangers(table.view(0))] == [
        ("pocket:D1", "Blue is known to hold the other three cards of a pattern here.")
    ]
    assert table.game.dangers(table.view(1)) == ()
    unknown = read("phase=taking act=red patterns=1 hands=9,10,11,12/1,2,3,20 known=-/1,2")
    assert unknown.game.dangers(unknown.view(0)) == ()


def pocket_number(place: str) -> int:
    name = place.removeprefix("pocket:")
    return "ABCD".index(name[0]) + 4 * (int(name[1]) - 1)
