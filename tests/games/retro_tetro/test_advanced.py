"""The advanced side of Retro Tetro (RT18–RT21)."""

import pytest

import tetracade
from tests.games.retro_tetro.reading import coins, named, notations, parts, read
from tetracade import IllegalAction
from tetracade.games.retro_tetro import board

FULL = (
    "L8@D,L8@D,L8@D,O1@G,O1@G,O1@G,O1@G,I1@A,I1@G,31@E,31@H,31@B,21@E,21@H,31@D,I1@G,P@C"
    # columns C to J are full, A and B end at rows 10 and 11; two pink squares are held
)


@pytest.mark.rule("RT18")
def test_everyone_plays_the_side_chosen() -> None:
    assert tetracade.new("retro_tetro", seats=4, advanced=True).state.advanced == 1
    assert tetracade.new("retro_tetro", seats=4).state.advanced == 0
    for seat in (0, 1):
        table = read("boards=-/- side=advanced played=3I")
        table.play("32@C", seat)
        assert table.state.pinks.tolist()[seat] == 1


@pytest.mark.rule("RT18", "RT19")
def test_the_standard_side_has_neither_pink_spaces_nor_hazards() -> None:
    table = read("boards=- coins=3 played=3I")
    table.play("32@C")
    assert table.state.pinks[0] == 0
    assert coins("boards=- coins=3 played=3I", "32@F") == 0


@pytest.mark.rule("RT19")
def test_pink_spaces_and_hazards() -> None:
    assert named(board.SPECIAL) == {
        **{"C3": board.PINK_SPACE, "H4": board.PINK_SPACE, "D6": board.PINK_SPACE, "G9": board.PINK_SPACE},
        **{"F2": board.HAZARD, "B5": board.HAZARD, "H7": board.HAZARD},
    }


@pytest.mark.rule("RT20")
@pytest.mark.parametrize(
    ("boards", "drop"),
    [("-", "32@C"), ("P@H,P@H,P@H", "31@F"), ("32@D,P@D,P@D", "31@D"), ("I2@G,I2@G", "31@G")],
)
def test_a_piece_on_a_pink_space_gains_a_pink_square(boards: str, drop: str) -> None:
    line = f"boards={boards} side=advanced coins=2 played=3I"
    table = read(line)
    before = int(table.state.pinks[0])
    assert coins(line, drop) == 0
    table.play(drop)
    assert table.state.pinks[0] == before + 1


@pytest.mark.rule("RT20")
def test_a_pink_square_on_a_pink_space_gains_three_coins_instead() -> None:
    table = read("boards=32@C,I2@G,I2@G side=advanced played=3I")
    assert table.state.pinks[0] == 1
    table.play("31@H")
    assert "P@G" in notations(table)
    table.play("P@G")
    assert table.state.coins[0] == 3
    assert table.state.pinks[0] == 0
    assert table.state.row_coins[0] == table.state.symbol_coins[0] == 0


@pytest.mark.rule("RT20")
@pytest.mark.parametrize(("held", "lost"), [(5, 2), (2, 2), (1, 1), (0, 0), (-3, 0)])
def test_a_hazard_takes_two_coins_or_what_there_is(held: int, lost: int) -> None:
    assert coins(f"boards=- side=advanced coins={held} played=3I", "32@F") == -lost


@pytest.mark.rule("RT20")
@pytest.mark.parametrize(("boards", "drop"), [("32@B,P@B", "32@B"), ("I2@H,22@H", "32@H"), ("-", "32@F")])
def test_every_hazard_takes(boards: str, drop: str) -> None:
    assert coins(f"boards={boards} side=advanced coins=9 played=3I", drop) == -2


@pytest.mark.rule("RT20")
def test_a_pink_square_on_a_hazard_costs_too() -> None:
    table = read("boards=32@C,21@E side=advanced coins=9 played=3I")
    table.play("31@H")
    table.play("P@F")
    assert table.state.coins[0] == 7


@pytest.mark.rule("RT21")
def test_a_pink_square_is_dropped_after_a_piece_on_a_later_turn() -> None:
    table = read("boards=- hands=IO side=advanced played=3I")
    table.play("32@C")  # gains one: not for this card
    assert table.state.pinks[0] == 1
    assert {name.partition(":")[0] for name in notations(table)} == {"play"}
    table.play("play:IO")
    with pytest.raises(IllegalAction, match="First place a piece for this card") as caught:
        table.play("P@A")
    assert caught.value.rule == "RT21"
    with pytest.raises(IllegalAction, match="First place a piece for this card"):
        table.play("done")
    table.play("O1@E")
    assert notations(table) == {*(f"P@{column}" for column in board.COLUMN_NAMES), "done"}
    with pytest.raises(IllegalAction, match="Now drop a pink square, or finish without one") as caught:
        table.play("O1@H")
    assert caught.value.rule == "RT21"
    table.play("P@E")
    assert table.state.board[0, 2, 4] == 3
    assert table.state.turn == 2  # two cards in all: the square is none of the cards


@pytest.mark.rule("RT21")
def test_done_keeps_the_pink_square() -> None:
    table = read("boards=32@C/- side=advanced played=IO")
    table.play("O1@E", 0)
    assert 0 in table.acting
    table.play("done", 0)
    assert table.acting == (1,)
    assert table.state.pinks[0] == 1


@pytest.mark.rule("RT21")
def test_one_a_turn_at_most() -> None:
    table = read("boards=32@C,I2@G,I2@G,31@G/- side=advanced played=IO")
    assert table.state.pinks[0] == 2
    table.play("O1@E", 0)
    table.play("P@A", 0)
    assert table.state.pinks[0] == 1
    assert table.acting == (1,)


@pytest.mark.rule("RT21")
def test_none_after_a_piece_set_aside_or_without_one() -> None:
    table = read("boards=32@C/- side=advanced aside=IIIIOOOO/- played=IO")
    table.play("pay", 0)
    assert table.acting == (1,)
    table = read("boards=32@C,O1@B,O1@F,O1@I/- side=advanced aside=IIII/- played=IO")
    assert table.state.pinks[0] == 1
    table.play("aside:O", 0)
    assert table.acting == (1,)
    refusal = read("boards=- side=advanced played=IO").why_not("P@A", 0)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("RT21", "You have no pink square to drop.")


@pytest.mark.rule("RT21")
@pytest.mark.parametrize("drop", ["21@A", "22@A"])
def test_the_step_is_left_out_where_no_square_is_open(drop: str) -> None:
    # After 21@A every column is full; after 22@A the one open square, B12, touches the pink square of C12.
    table = read(f"boards={FULL}/- side=advanced played=2V")
    assert table.state.pinks[0] == 2
    assert notations(table) == {"21@A", "22@A", "V1@A"}
    table.play(drop, 0)
    assert table.acting == (1,)
    assert table.state.pinks[0] == 2


@pytest.mark.rule("RT21", "RT10")
def test_a_pink_square_is_a_shape_of_its_own() -> None:
    table = read("boards=32@C,P@F,31@H,I2@G,I2@G,31@G side=advanced played=IO")
    table.play("O1@A")
    assert "P@F" not in notations(table)
    assert "P@E" not in notations(table)  # beside the one on F1
    assert {"P@C", "P@D", "P@A"} <= notations(table)  # other shapes may touch
    with pytest.raises(IllegalAction, match="P@F on F1") as caught:
        table.play("P@E")
    assert caught.value.rule == "RT10"


@pytest.mark.rule("RT21", "RT9")
def test_a_pink_square_stays_on_the_board() -> None:
    table = read("boards=32@C,I2@A,I2@A,I2@A side=advanced played=IO")
    table.play("O1@G")
    with pytest.raises(IllegalAction, match="would reach row 13") as caught:
        table.play("P@A")
    assert caught.value.rule == "RT9"


@pytest.mark.rule("RT21")
def test_a_pink_square_fills_half_rows_and_covers_squares() -> None:
    table = read("boards=32@C,O1@A,22@D,21@E side=advanced coins=0 played=IO")
    table.play("O1@H")
    table.play("P@E")
    assert table.state.row_coins[0] == 1
    assert table.state.coins[0] == 1
    assert parts("boards=I2@A,I2@A,22@A")["gold"] == parts("boards=I2@A,I2@A,P@A,P@A")["gold"] == 2
    assert parts("boards=I2@A,I2@A,P@A")["columns"] == 1


@pytest.mark.rule("RT21", "RT17")
@pytest.mark.parametrize(
    ("objective", "boards", "points"),
    [
        (3, "P@A,P@J", 0),
        (4, "I2@C,P@C,P@C,P@C,P@C,P@C", 0),
        (6, "I2@C,I2@C,P@C", 0),
        (5, "P@A,P@A,P@A,32@C,22@B,31@A", 5),
        (7, "P@A,P@C", 39),
        (8, "I2@C,I2@C,P@C,P@C,P@C,P@C", 1),
    ],
)
def test_a_pink_square_for_objectives(objective: int, boards: str, points: int) -> None:
    assert parts(f"boards={boards} side=advanced objectives=yes kept={objective}")["objective"] == points


@pytest.mark.rule("RT21")
def test_pink_squares_left_over_are_worth_nothing() -> None:
    held = parts("boards=32@C side=advanced coins=0")
    assert held == parts("boards=32@C coins=0")
