"""What is in the box of Retro Tetro (RT1–RT4)."""

from collections import Counter

import pytest

from tests.games.retro_tetro.reading import GAME, KERNEL, named, read
from tetracade.games.retro_tetro import board, campaign

Squares = frozenset[tuple[int, int]]


@pytest.mark.rule("RT1")
def test_the_board_shows_twelve_symbols_six_gold_squares_and_seven_meeples_worth_17() -> None:
    assert {square: board.LETTERS[kind - 1] for square, kind in named(board.SYMBOL + 1).items()} == {
        **{"F1": "I", "C2": "S", "H3": "2", "A4": "V", "J4": "O", "H5": "L"},
        **{"B6": "T", "I6": "3", "D7": "I", "E8": "S", "C9": "L", "H9": "T"},
    }
    assert set(named(board.GOLD)) == {"A10", "J10", "D11", "G11", "B12", "I12"}
    meeples = named(board.MEEPLE)
    assert meeples == {"J1": 1, "B3": 3, "E3": 4, "D5": 2, "F6": 3, "B8": 2, "I8": 2}
    assert sum(meeples.values()) == 17


@pytest.mark.rule("RT1")
def test_eight_half_rows_are_highlighted() -> None:
    lit = {(row + 1, side) for row in range(12) for half, side in enumerate("lr") if board.HIGHLIGHTED[row, half]}
    assert lit == {(2, "l"), (2, "r"), (4, "l"), (5, "r"), (7, "l"), (7, "r"), (9, "l"), (9, "r")}


@pytest.mark.rule("RT1")
def test_the_board_is_ten_columns_by_twelve_rows_with_the_line_above_row_8() -> None:
    assert (board.COLUMNS, board.ROWS, board.LINE) == (10, 12, 8)
    assert board.SYMBOL.shape == board.GOLD.shape == board.MEEPLE.shape == (12, 10)


def free_shapes(size: int) -> set[Squares]:
    """All shapes of this many squares, grown square by square, turned and flipped ones counted once."""

    def normal(squares: Squares) -> Squares:
        ways = []
        for flip in (1, -1):
            turned = {(flip * x, y) for x, y in squares}
            for _ in range(4):
                turned = {(y, -x) for x, y in turned}
                left, low = min(x for x, _ in turned), min(y for _, y in turned)
                ways.append(sorted((x - left, y - low) for x, y in turned))
        return frozenset(min(ways))

    shapes = {normal(frozenset({(0, 0)}))}
    for _ in range(size - 1):
        shapes = {
            normal(shape | {(x + dx, y + dy)})
            for shape in shapes
            for x, y in shape
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in shape
        }
    return shapes


@pytest.mark.rule("RT2")
def test_the_shapes_are_all_there_are_of_two_three_and_four_squares() -> None:
    wanted = free_shapes(2) | free_shapes(3) | free_shapes(4)
    pieces = [stand for stand in board.STANDS if stand.kind != board.PINK]
    assert len(wanted) == board.SHAPES == len({stand.kind for stand in pieces}) == 8
    for kind in range(board.SHAPES):
        stands = {frozenset(stand.squares) for stand in pieces if stand.kind == kind}
        assert len(stands & wanted) == 1  # one of the stands is drawn as the normal form, the others are turns of it
    assert Counter(board.LETTERS[stand.kind] for stand in pieces) == Counter("2233VVVVIIOTTTTSSSSLLLLLLLL")


@pytest.mark.rule("RT2")
def test_four_pieces_of_each_shape() -> None:
    table = read("played=23")
    assert table.state.supply[0].tolist() == [4] * 8
    table.play("21@A")
    assert table.state.supply[0].tolist() == [3, 4, 4, 4, 4, 4, 4, 4]
    assert "21@E" in {action.notation for action in read("boards=22@A,22@C,22@H played=23").legal()}
    refusal = read("boards=22@A,22@C,22@H,22@J played=23").why_not("21@E", 0)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("RT2", "You've used all 4 of this shape: domino.")


@pytest.mark.rule("RT2", "RT9")
def test_first_placements_on_the_empty_board() -> None:
    table = read("played=?")
    found = Counter(action.notation[0] for action in table.legal(0))
    assert found == {"2": 19, "3": 18, "V": 36, "I": 17, "O": 9, "T": 34, "S": 34, "L": 68}


@pytest.mark.rule("RT3")
def test_thirty_cards_every_pair_once_and_two_wilds() -> None:
    assert board.CARD_COUNTS.sum() == 30
    assert board.CARD_COUNTS.tolist() == [1] * 28 + [2]
    shown = [frozenset(place for place in range(8) if mask >> place & 1) for mask in board.SHOWN_SHAPES.tolist()]
    assert {len(shapes) for shapes in shown[:28]} == {2}
    assert len(set(shown[:28])) == 28
    assert shown[28] == frozenset(range(8))
    state = KERNEL.states()[0]
    KERNEL.start(state, 2, GAME.option_numbers(GAME.option_values({"starter": "first", "objectives": False})))
    assert KERNEL.outcomes(state)[1] == [1] * 28 + [2]


@pytest.mark.rule("RT4")
def test_eight_objectives_seven_lives_sixteen_pink_squares() -> None:
    assert len(board.OBJECTIVE_TEXTS) == board.OBJECTIVES == 8
    assert campaign.MOST_LIVES == 7
    assert board.SEATS * sum(special == board.PINK_SPACE for special in named(board.SPECIAL).values()) == 16


@pytest.mark.rule("RT4")
def test_coins_do_not_run_out() -> None:
    table = read("boards=-/- coins=60/60 played=IO")
    table.play("I2@F", 0)
    assert table.state.coins.tolist()[:2] == [61, 60]
