"""Foursomes, locking and the end of the game (FS13 to FS15)."""

import pytest

from tests.games.foursome.reading import KERNEL, foursomes, offered, part, pick, read
from tetracade import IllegalAction
from tetracade.engine.wording import counted
from tetracade.games.foursome.board import LINE_SPACES, SPACE_NAMES
from tetracade.games.foursome.box import PARTS

TWO, MORE = PARTS.foursomes_of_two, PARTS.foursomes_of_more
"""How many foursomes win: in a game of two, and with more players or teams."""


@pytest.mark.rule("FS13")
@pytest.mark.parametrize("line", range(len(LINE_SPACES)))
def test_four_in_a_row_are_a_foursome_and_lock(line: int) -> None:
    spaces = [SPACE_NAMES[space] for space in LINE_SPACES[line]]
    table = read(f"hands=WILD/RA amber={','.join(spaces[:2] + spaces[3:])}")
    table.play(f"WILD@{spaces[2]}")
    assert foursomes(table) == [1, 0, 0, 0]
    assert sorted(part(table, "amber").split(",")) == sorted(space + "x" for space in spaces)


@pytest.mark.rule("FS13")
@pytest.mark.parametrize(
    "line",
    [
        "hands=RK/RA amber=B1,C1",  # three
        "hands=RK/RA amber=B1,C1 blue=D1",  # another colour in it
        "hands=RK/RA amber=B1,C1,E1",  # a hole in it
        "seats=6 hands=RK/RA amber=J1,B2,C2",  # round the edge
    ],
)
def test_less_is_no_foursome(line: str) -> None:
    table = read(line)
    table.play("RK@A1")
    assert foursomes(table) == [0, 0, 0, 0]
    assert "x" not in part(table, "amber")


@pytest.mark.rule("FS13")
def test_teammates_make_a_foursome_together() -> None:
    table = read("seats=6 active=3 hands=-/-/-/RK/-/- amber=B1,C1,D1")
    table.play("RK@A1")
    assert foursomes(table) == [1, 0, 0, 0]


@pytest.mark.rule("FS13", "FS18")
def test_a_locked_chip_is_not_removed() -> None:
    table = read("hands=REMOVE/RA amber=A1x,B2 blue=C3x,D5")
    assert offered(table) == {"REMOVE@B2", "REMOVE@D5"}
    with pytest.raises(IllegalAction, match="C3 is locked") as caught:
        table.play("REMOVE@C3")
    assert caught.value.rule == "FS13"


@pytest.mark.rule("FS13", "FS19")
def test_a_locked_chip_is_not_swapped() -> None:
    table = read("hands=SWAP-RED/RA amber=A1x,C1 blue=E1x,G1")
    assert offered(table) == {"SWAP@C1-G1"}
    for swap in ("SWAP@A1-G1", "SWAP@C1-E1"):
        with pytest.raises(IllegalAction, match="is locked") as caught:
            table.play(swap)
        assert caught.value.rule == "FS13"


@pytest.mark.rule("FS14")
@pytest.mark.parametrize(
    ("locked", "count"), [("B1,C1,D1", 1), ("B1x,C1,D1", 1), ("B1x,C1x,D1", 0), ("B1x,C1x,D1x", 0)]
)
def test_a_new_foursome_uses_at_most_one_chip_locked_before(locked: str, count: int) -> None:
    table = read(f"hands=RK/RA amber={locked}")
    table.play("RK@A1")
    assert foursomes(table)[0] == count


@pytest.mark.rule("FS14")
def test_with_more_than_four_in_a_row_the_owner_chooses() -> None:
    table = read("hands=RQ/RA amber=A1,B1,D1,E1,F1")
    table.play("RQ@C1")
    assert table.acting == (0,)
    assert offered(table) == {"TAKE@A1-D1", "TAKE@B1-E1", "TAKE@C1-F1"}
    table.play("TAKE@B1-E1")
    assert foursomes(table)[0] == 1
    assert part(table, "amber") == "A1,B1x,C1x,D1x,E1x,F1"
    assert part(table, "phase") != "take"


@pytest.mark.rule("FS14")
def test_seven_in_a_row_make_a_foursome_twice_if_their_ends_are_taken() -> None:
    table = read("hands=BD/RA amber=A1,B1,C1,E1,F1,G1")
    table.play("BD@D1")
    assert len(offered(table)) == 4
    table.play("TAKE@A1-D1")
    assert foursomes(table)[0] == 2  # D1-G1, the only one left, is taken unasked


@pytest.mark.rule("FS14")
def test_two_lines_crossing_in_the_new_chip_both_count() -> None:
    table = read("hands=RK/RA amber=B1,C1,D1,A2,A3,A4")
    table.play("RK@A1")
    assert offered(table) == {"TAKE@A1-D1", "TAKE@A1-A4"}
    table.play("TAKE@A1-A4")
    assert foursomes(table)[0] == 2
    assert set(part(table, "amber").split(",")) == {"A1x", "B1x", "C1x", "D1x", "A2x", "A3x", "A4x"}


@pytest.mark.rule("FS14")
def test_a_line_is_named_again_as_long_as_several_qualify() -> None:
    table = read("hands=RK/RA amber=B1,C1,D1,A2,A3,A4,B2,C3,D4")
    table.play("RK@A1")
    assert len(offered(table)) == 3
    table.play("TAKE@A1-D1")
    assert offered(table) == {"TAKE@A1-A4", "TAKE@A1-D4"}
    table.play("TAKE@A1-D4")
    assert foursomes(table)[0] == 3
    assert table.over


@pytest.mark.rule("FS14")
def test_taking_is_compulsory_and_comes_first() -> None:
    table = read("hands=RQ/RA amber=A1,B1,D1,E1")
    table.play("RQ@C1")
    for action, number in (("NOPE", "FS14"), ("RQ@D4", "FS14"), ("TAKE@A2-D2", "FS13"), ("TAKE@D1-G1", "FS13")):
        with pytest.raises(IllegalAction) as caught:
            table.play(action)
        assert caught.value.rule == number
    with pytest.raises(IllegalAction, match="Player 1 is choosing which foursome") as caught:
        table.play("TAKE@A1-D1", seat=1)
    assert caught.value.rule == "FS14"


@pytest.mark.rule("FS14")
def test_who_got_it_names_the_own_foursome_before_picking() -> None:
    table = read("seats=3 phase=got-it actor=2 called=RQ hands=RQ/-/RQ read=RQ/-/RQ clover=A1,B1,D1,E1", picks="RA")
    table.play("RQ@C1")
    assert table.acting == (2,)
    assert table.state.held[2] == 0
    table.play("TAKE@A1-D1")
    assert foursomes(table) == [0, 0, 1, 0]
    assert part(table, "hands") == "RQ/-/RA"
    assert table.acting == (0,)


@pytest.mark.rule("FS14")
def test_in_teams_the_one_who_placed_the_chip_names_the_foursome() -> None:
    table = read("seats=6 phase=got-it actor=4 called=RQ hands=RQ/-/-/-/RQ/- blue=A1,B1,D1,E1")
    table.play("RQ@C1")
    assert table.acting == (4,)


@pytest.mark.rule("FS15")
@pytest.mark.parametrize(("seats", "target"), [(2, TWO), (3, MORE), (4, MORE), (6, MORE), (8, MORE)])
def test_enough_foursomes_win_at_once(seats: int, target: int) -> None:
    for had in range(target):
        table = read(f"seats={seats} hands=RK amber=B1,C1,D1 foursomes={had},{target - 1}")
        table.play("RK@A1")
        assert table.over == (had == target - 1)
    result = table.result
    assert result is not None
    team = "’s team" if seats > 4 else ""
    assert result.reason == f"Player 1{team} has {counted(target, 'foursome')}"
    assert result.winners == ((0,) if seats < 6 else (0, seats // 2))
    assert KERNEL.payoff(table.state) == tuple(1.0 if seat in result.winners else 0.0 for seat in range(seats))


@pytest.mark.rule("FS15")
def test_one_may_win_out_of_turn() -> None:
    table = read("phase=got-it actor=1 called=RK hands=RK/RK read=RK/RK blue=B1,C1,D1 foursomes=0,2")
    table.play("RK@A1")
    assert table.over
    assert table.result is not None
    assert table.result.winners == (1,)
    table = pick(read("seats=3 phase=pick hands=RA/STEAL/- blue=B1,C1,D1 foursomes=0,1"), "RK")
    table.play("STEAL@A1")
    assert table.over


@pytest.mark.rule("FS15")
def test_what_comes_after_the_winning_foursome_is_not_taken() -> None:
    table = read("hands=RK/RA amber=B1,C1,D1,A2,A3,A4 foursomes=2")
    table.play("RK@A1")
    table.play("TAKE@A1-D1")
    assert table.over
    assert foursomes(table)[0] == 3
    assert part(table, "amber") == "A1x,B1x,C1x,D1x,A2,A3,A4"


@pytest.mark.rule("FS15")
def test_without_a_card_to_pick_the_game_ends_and_most_foursomes_win() -> None:
    table = read("seats=3 hands=RK/RA/RB deck=- foursomes=0,1,1")
    table.play("RK@A1")
    assert table.over
    assert table.result is not None
    assert table.result.reason == "there’s no card left to pick"
    assert table.result.winners == (1, 2)
    assert table.result.points == (0, 1, 1)
    assert KERNEL.payoff(table.state) == (0.0, 0.5, 0.5)


@pytest.mark.rule("FS15", "FS7")
def test_a_used_last_card_ends_the_game() -> None:
    table = pick(read("phase=pick hands=RA/RB amber=A1,B8 deck=RK"), "RK")
    assert table.over
    assert part(table, "ended") == "deck"


@pytest.mark.rule("FS15")
def test_teammates_get_what_their_colour_gets() -> None:
    table = read("seats=6 hands=RK/RA/RB/RC/RD/RE deck=- foursomes=1,1,0")
    table.play("RK@A1")
    assert table.result is not None
    assert table.result.winners == (0, 1, 3, 4)
    assert KERNEL.payoff(table.state) == (0.5, 0.5, 0.0, 0.5, 0.5, 0.0)


ALL_BUT_FOUR_ROWS = ",".join(f"{column}{row}x" for row in (1, 2, 3, 4) for column in "ABCDEFGH")


@pytest.mark.rule("FS15")
@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("hands=RN/RA amber=CHIPS", "RN@E5"),
        ("hands=WILD/RA amber=CHIPS", "WILD@E5"),
        ("phase=got-it active=1 actor=0 called=RN hands=RN/RN amber=CHIPS", "RN@E5"),
        ("phase=asked active=1 actor=0 called=RN hands=STEAL/RN amber=CHIPS", "STEAL@E5"),
    ],
)
def test_who_must_place_without_a_chip_ends_the_game_with_nothing_placed(line: str, action: str) -> None:
    table = read(line.replace("CHIPS", ALL_BUT_FOUR_ROWS) + " foursomes=0,1")
    assert table.state.chips[0] == 0
    assert action in offered(table)
    table.play(action)
    assert table.over
    assert part(table, "ended") == "chips"
    assert "E5" not in part(table, "amber")
    assert table.result is not None
    assert table.result.reason == "Player 1 has no chip left to place"
    assert table.result.winners == (1,)
    assert part(table, "hands").startswith("-/")


@pytest.mark.rule("FS15")
def test_remove_and_swap_need_no_chip() -> None:
    chips = ALL_BUT_FOUR_ROWS.replace("A1x", "A1")
    table = read(f"hands=REMOVE,SWAP-RED/RA amber={chips} blue=A5")
    assert offered(table) == {"REMOVE@A1", "REMOVE@A5", "SWAP@A1-A5"}
    table.play("SWAP@A1-A5")
    assert not table.over


@pytest.mark.rule("FS15")
def test_the_last_chip_can_be_placed() -> None:
    table = read(f"hands=RN/RA amber={ALL_BUT_FOUR_ROWS.removesuffix(',H4x')}")
    table.play("RN@E5")
    assert not table.over
    assert table.state.chips[0] == 0


@pytest.mark.rule("FS15")
def test_nothing_can_be_done_after_the_end() -> None:
    table = read("phase=over ended=foursomes foursomes=3 hands=RK/RA")
    assert table.acting == ()
    with pytest.raises(IllegalAction, match="is over") as caught:
        table.play("RK@A1", seat=0)
    assert caught.value.rule == "FS15"
