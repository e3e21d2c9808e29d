"""Drops of Retro Tetro: where pieces may lie (RT9–RT11)."""

import pytest

from tests.games.retro_tetro.reading import coins, notations, read
from tetracade import IllegalAction, Table
from tetracade.games.retro_tetro.board import COLUMN_NAMES, ROWS

BLOCKED = (
    "L8@D,L8@D,L8@D,V1@G,V1@G,V1@G,V1@G,I1@A,I1@G,31@E,31@H,"  # every column ends at row 10
    "21@B,21@E,21@H,31@D,31@G"  # now no O fits anywhere, and no I
)


def covered(table: Table, drop: int) -> set[str]:
    """The squares under a drop of seat 0."""
    return {
        f"{name}{y + 1}"
        for y in range(ROWS)
        for x, name in enumerate(COLUMN_NAMES)
        if int(table.state.board[0, y, x]) == drop
    }


@pytest.mark.rule("RT9")
@pytest.mark.parametrize(
    ("boards", "card", "drop", "squares"),
    [
        ("-", "IO", "O1@C", {"C1", "C2", "D1", "D2"}),  # down to the bottom
        ("22@D", "IO", "O1@C", {"C3", "C4", "D3", "D4"}),  # one square that rests is enough; C1 and C2 stay open
        ("22@A,31@A", "IO", "O1@B", {"B4", "B5", "C4", "C5"}),  # not slid under the overhang at B3
        ("I2@A", "VS", "V2@A", {"A5", "B4", "B5"}),  # it hangs from its arm over A
        ("22@A,22@C", "IT", "T1@A", {"A3", "B2", "B3", "C3"}),  # a foot reaches down between
    ],
)
def test_a_piece_falls_until_something_holds_it(boards: str, card: str, drop: str, squares: set[str]) -> None:
    table = read(f"boards={boards} played={card}")
    number = int(table.state.dropped[0]) + 1
    table.play(drop)
    assert covered(table, number) == squares


@pytest.mark.rule("RT9")
@pytest.mark.parametrize("drop", ["I1@H", "I1@J", "O1@J"])
def test_a_piece_may_not_stick_out_sideways(drop: str) -> None:
    with pytest.raises(IllegalAction, match="would stick out past column J") as caught:
        read("played=IO").play(drop)
    assert caught.value.rule == "RT9"
    assert caught.value.places == (f"shape:{drop[0]}", f"column:{drop[-1]}")


@pytest.mark.rule("RT9")
def test_a_piece_may_not_stick_out_of_the_top() -> None:
    ten_high = "boards=I2@C,32@C,32@C"
    assert "O1@C" in notations(read(f"{ten_high} played=IO"))
    with pytest.raises(IllegalAction, match="would reach row 14; the board ends at row 12") as caught:
        read(f"{ten_high} played=IO").play("I2@C")
    assert caught.value.rule == "RT9"
    assert caught.value.places == ("shape:I", "C11", "C12")
    assert "O1@C" not in notations(read(f"{ten_high},P@C played=IO"))


@pytest.mark.rule("RT10")
@pytest.mark.parametrize(
    ("drop", "touching"),
    [
        ("O1@B", True),  # beside it on the left
        ("O1@F", True),  # beside it on the right
        ("O1@D", True),  # on top of it
        ("O1@E", True),  # half on top of it
        ("O1@A", False),
        ("O1@G", False),
        ("I1@F", False),  # another shape may touch
        ("I1@D", False),
    ],
)
def test_a_piece_may_not_share_an_edge_with_its_own_shape(drop: str, touching: bool) -> None:
    table = read("boards=O1@D played=IO")
    assert (drop not in notations(table)) == touching
    if touching:
        with pytest.raises(IllegalAction, match="touch a piece of the same shape: O1@D on D1 D2 E1 E2") as caught:
            table.play(drop)
        assert caught.value.rule == "RT10"
        assert caught.value.places == ("shape:O", "D1", "D2", "E1", "E2")


@pytest.mark.rule("RT10")
@pytest.mark.parametrize(
    ("boards", "drop", "squares"),
    [
        ("O1@D,22@F", "O1@F", {"F3", "F4", "G3", "G4"}),  # above E2, to the right
        ("O1@D,22@C", "O1@B", {"B3", "B4", "C3", "C4"}),  # above D2, to the left
        ("32@B,O1@B", "O1@D", {"D1", "D2", "E1", "E2"}),  # far below B4 to C5
        ("22@B,O1@B", "O1@D", {"D1", "D2", "E1", "E2"}),  # below C3, to the right
    ],
)
def test_corners_may_touch(boards: str, drop: str, squares: set[str]) -> None:
    table = read(f"boards={boards} played=IO")
    table.play(drop)
    assert covered(table, 3) == squares


@pytest.mark.rule("RT10")
def test_contact_counts_under_the_piece_as_well_and_for_turned_ones() -> None:
    assert "T3@D" not in notations(read("boards=T3@D played=IT"))
    assert "T1@A" not in notations(read("boards=T4@D played=IT"))  # A2 B1 B2 C2: C2 beside D2
    assert "T3@A" not in notations(read("boards=T4@D played=IT"))


@pytest.mark.rule("RT10")
def test_contact_counts_on_the_own_board_alone() -> None:
    table = read("boards=O1@D/- played=IO")
    assert "O1@F" not in notations(table, 0)
    assert "O1@F" in notations(table, 1)


@pytest.mark.rule("RT11")
def test_who_can_place_a_shape_must() -> None:
    table = read("boards=O1@B,O1@F,O1@I played=IO")  # no O fits without contact, but an I does
    assert {name[0] for name in notations(table)} == {"I"}
    with pytest.raises(IllegalAction, match="You can place a shape from the card, so you must") as caught:
        table.play("aside:O")
    assert caught.value.rule == "RT11"
    with pytest.raises(IllegalAction, match="place one, or set one aside") as caught:
        table.play("pay")
    assert caught.value.rule == "RT11"


@pytest.mark.rule("RT11")
def test_contact_alone_may_leave_nothing_to_place() -> None:
    assert notations(read("boards=O1@B,O1@F,O1@I aside=IIII played=IO")) == {"aside:O"}


@pytest.mark.rule("RT11")
def test_height_alone_may_leave_nothing_to_place_and_the_player_chooses_what_goes() -> None:
    assert notations(read(f"boards={BLOCKED} played=IO")) == {"aside:I", "aside:O"}
    assert notations(read(f"boards={BLOCKED} played=OL")) == {"L1@A"}


@pytest.mark.rule("RT11")
def test_it_costs_two_coins_and_a_piece_of_the_supply() -> None:
    table = read(f"boards={BLOCKED} coins=5 played=IO")
    table.play("aside:O")
    assert table.state.coins[0] == 3
    assert table.state.supply[0].tolist() == [1, 0, 0, 2, 3, 4, 4, 1]
    assert table.state.aside[0].tolist() == [0, 0, 0, 0, 1, 0, 0, 0]
    with pytest.raises(IllegalAction, match="shows I and O, not T") as caught:
        read(f"boards={BLOCKED} played=IO").play("aside:T")
    assert caught.value.rule == "RT11"


@pytest.mark.rule("RT11")
def test_with_none_in_supply_only_the_coins_are_paid() -> None:
    line = "aside=IIIIOOOO played=IO"
    assert notations(read(line)) == {"pay"}
    assert coins(line, "pay") == -2
    with pytest.raises(IllegalAction, match="You have none of this shape left to set aside: O"):
        read(line).play("aside:O")
    assert notations(read("aside=OOOO played=IO")).isdisjoint({"pay", "aside:I", "aside:O"})


@pytest.mark.rule("RT11", "RT14")
def test_coins_paid_may_become_a_debt_that_costs_points() -> None:
    table = read("boards=-/- coins=1/0 aside=IIIIOOOO/- played=IO")
    table.play("pay", 0)
    assert table.state.coins[0] == -1
    over = read("boards=-/- coins=-1/0 phase=ended")
    assert over.result is not None
    assert over.result.points == (16, 17)


@pytest.mark.rule("RT11")
def test_who_paid_is_done_with_this_card() -> None:
    table = read("boards=-/- aside=IIIIOOOO/- played=IO")
    table.play("pay", 0)
    assert table.acting == (1,)
