"""WILD, REMOVE and SWAP (FS17 to FS19)."""

import pytest

from tests.games.foursome.reading import foursomes, offered, part, read
from tetracade import IllegalAction
from tetracade.games.foursome.board import CHIPS_A_COLOUR, SPACE_NAMES


@pytest.mark.rule("FS17")
def test_wild_goes_on_any_open_space() -> None:
    table = read("hands=WILD,WILD/RA amber=A1 blue=C3x")
    assert offered(table) == {f"WILD@{space}" for space in SPACE_NAMES if space not in ("A1", "C3")}
    table.play("WILD@J8")
    assert part(table, "amber") == "A1,J8"
    assert part(table, "hands").split("/")[0] == "WILD"
    assert table.state.active == 1


@pytest.mark.rule("FS17")
def test_wild_does_not_go_on_a_chip_or_from_an_empty_hand() -> None:
    for line, reason in (
        ("hands=WILD/RA blue=A1", "is covered by Player 2’s chip"),
        ("hands=RK/RA", "don’t hold WILD"),
    ):
        with pytest.raises(IllegalAction, match=reason) as caught:
            read(line).play("WILD@A1")
        assert caught.value.rule == "FS17"


@pytest.mark.rule("FS18")
def test_remove_takes_a_chip_back_to_its_owner_and_is_the_turns_play() -> None:
    table = read("hands=REMOVE,BP/RA amber=A1 blue=C3,D3")
    assert {"REMOVE@A1", "REMOVE@C3", "REMOVE@D3", "BP@B1", "BP@H7"} == offered(table)
    table.play("REMOVE@C3")
    assert (part(table, "amber"), part(table, "blue")) == ("A1", "D3")
    assert table.state.chips.tolist() == [CHIPS_A_COLOUR - 1] * 2 + [CHIPS_A_COLOUR] * 2
    assert table.state.active == 1


@pytest.mark.rule("FS18")
def test_remove_may_take_an_own_chip() -> None:
    table = read("hands=REMOVE/RA amber=A1")
    table.play("REMOVE@A1")
    assert part(table, "amber") == "-"
    assert table.state.chips[0] == CHIPS_A_COLOUR


@pytest.mark.rule("FS18")
def test_remove_needs_the_card_and_a_chip() -> None:
    for line, reason in (("hands=REMOVE/RA amber=B2", "no chip on A1"), ("hands=RK/RA blue=A1", "don’t hold REMOVE")):
        with pytest.raises(IllegalAction, match=reason) as caught:
            read(line).play("REMOVE@A1")
        assert caught.value.rule == "FS18"


@pytest.mark.rule("FS19")
@pytest.mark.parametrize(
    ("card", "swaps"),
    [
        ("SWAP-RED", {"SWAP@A1-C1", "SWAP@A1-B2", "SWAP@J8-C1", "SWAP@J8-B2"}),
        ("SWAP-BLACK", {"SWAP@B1-A2"}),
    ],
)
def test_swap_exchanges_an_own_chip_and_anothers_on_spaces_of_its_colour(card: str, swaps: set[str]) -> None:
    table = read(f"seats=3 hands={card}/RA/RB amber=A1,B1,J8 blue=C1,A2 clover=B2")
    assert offered(table) == swaps


@pytest.mark.rule("FS19")
@pytest.mark.parametrize(("card", "own", "other"), [("SWAP-RED", "A1", "C1"), ("SWAP-BLACK", "B1", "A2")])
def test_swap_changes_places_and_places_no_chip(card: str, own: str, other: str) -> None:
    table = read(f"hands=SWAP-RED,SWAP-BLACK/RA amber={own} blue={other}", picks="BB")
    table.play(f"SWAP@{own}-{other}")
    assert (part(table, "amber"), part(table, "blue")) == (other, own)
    assert table.state.chips.tolist() == [CHIPS_A_COLOUR - 1] * 2 + [CHIPS_A_COLOUR] * 2
    assert table.state.active == 1
    assert part(table, "hands").split("/")[0] == ("SWAP-BLACK" if card == "SWAP-RED" else "SWAP-RED")


@pytest.mark.rule("FS19")
def test_what_cannot_be_swapped_is_told() -> None:
    table = read("hands=SWAP-RED/RA amber=A1,G1 blue=C1,B1")
    for swap, reason in (
        ("SWAP@E1-C1", "You have no chip on E1"),
        ("SWAP@C1-A1", "You have no chip on C1"),
        ("SWAP@A1-G1", "no chip of another colour"),
        ("SWAP@A1-E1", "no chip of another colour"),
        ("SWAP@B1-D1", "don’t hold BLACK SWAP"),
    ):
        with pytest.raises(IllegalAction, match=reason) as caught:
            table.play(swap)
        assert caught.value.rule == "FS19"
    with pytest.raises(IllegalAction, match="isn't an action"):
        table.play("SWAP@A1-B1")  # red with black is not even written


@pytest.mark.rule("FS19", "FS14")
def test_a_swap_completes_lines_for_both_the_movers_first() -> None:
    # Amber has C2, C3, C4 below C1, and Blue A2, A3, A4 below A1.
    table = read("hands=SWAP-RED/RA amber=A1,C2,C3,C4 blue=C1,A2,A3,A4")
    table.play("SWAP@A1-C1")
    assert foursomes(table) == [1, 1, 0, 0]


@pytest.mark.rule("FS19", "FS15")
def test_the_mover_wins_before_the_others_lines_are_looked_at() -> None:
    table = read("hands=SWAP-RED/RA amber=A1,C2,C3,C4 blue=C1,A2,A3,A4 foursomes=2,2")
    table.play("SWAP@A1-C1")
    assert table.over
    assert foursomes(table) == [3, 2, 0, 0]
    other = read("hands=SWAP-RED/RA amber=A1,C2,C3,C4 blue=C1,A2,A3,A4 foursomes=0,2")
    other.play("SWAP@A1-C1")
    assert foursomes(other) == [1, 3, 0, 0]
    assert other.result is not None
    assert other.result.winners == (1,)


@pytest.mark.rule("FS19", "FS14")
def test_the_other_colours_lines_are_named_by_its_first_seat_clockwise_from_the_mover() -> None:
    # Blue comes to A1, where B1, C1, D1 and A2, A3, A4 wait: seats 1 and 4 of six are Blue.
    for mover, namer in ((0, 1), (2, 4), (3, 4), (5, 1)):
        own = ("amber", "blue", "clover")[mover % 3]
        hands = "/".join("SWAP-RED" if seat == mover else "-" for seat in range(6))
        table = read(f"seats=6 active={mover} hands={hands} {own}=A1 blue=J8,B1,C1,D1,A2,A3,A4")
        table.play("SWAP@A1-J8")
        assert table.acting == (namer,)
        assert offered(table) == {"TAKE@A1-D1", "TAKE@A1-A4"}


@pytest.mark.rule("FS19", "FS14")
def test_both_may_have_to_name_in_turn() -> None:
    table = read("hands=SWAP-RED/RA amber=A1,G8,H8,I8,J7,J6,J5 blue=J8,B1,C1,D1,A2,A3,A4")
    table.play("SWAP@A1-J8")
    assert (table.acting, offered(table)) == ((0,), {"TAKE@G8-J8", "TAKE@J5-J8"})
    table.play("TAKE@G8-J8")
    assert foursomes(table) == [2, 0, 0, 0]
    assert (table.acting, offered(table)) == ((1,), {"TAKE@A1-D1", "TAKE@A1-A4"})
    table.play("TAKE@A1-D1")
    assert foursomes(table) == [2, 2, 0, 0]
    assert table.state.active == 1


@pytest.mark.rule("FS19")
def test_a_line_of_ones_own_that_the_chip_leaves_does_not_count() -> None:
    table = read("hands=SWAP-RED/RA amber=A1,B1,C1 blue=E1")
    table.play("SWAP@A1-E1")
    assert foursomes(table) == [0, 0, 0, 0]
