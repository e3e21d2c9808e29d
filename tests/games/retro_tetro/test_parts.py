"""What is in the box of Retro Tetro (RT1–RT4)."""

import tomllib
from collections import Counter

import pytest

from tests.games.retro_tetro.reading import GAME, KERNEL, named, read
from tetracade.games.retro_tetro import board, campaign
from tetracade.games.retro_tetro.box import OBJECTIVES

FILE = tomllib.loads((GAME.folder / "box.toml").read_text())
Squares = frozenset[tuple[int, int]]


@pytest.mark.rule("RT1")
def test_the_board_shows_the_symbols_gold_squares_and_meeples_of_the_box() -> None:
    printed: dict[str, str] = {}
    for line in FILE["board"].strip().splitlines():
        row, *marks = line.split()
        printed |= {f"{column}{row}": mark for column, mark in zip(board.COLUMN_NAMES, marks, strict=True)}
    symbols = {square: mark for square, mark in printed.items() if mark in "23VIOTSL"}
    assert {square: board.LETTERS[kind - 1] for square, kind in named(board.SYMBOL + 1).items()} == symbols
    assert set(named(board.GOLD)) == {square for square, mark in printed.items() if mark == "*"}
    assert named(board.MEEPLE) == {square: " abcd".index(mark) for square, mark in printed.items() if mark in "abcd"}


@pytest.mark.rule("RT1")
def test_the_half_rows_of_the_box_are_highlighted() -> None:
    for half, key in enumerate(("left_halves", "right_halves")):
        assert [row + 1 for row in range(board.ROWS) if board.HIGHLIGHTED[row, half]] == sorted(FILE[key])


@pytest.mark.rule("RT1")
def test_the_board_has_the_size_of_the_box_and_the_line_where_that_has_it() -> None:
    assert (FILE["columns"], FILE["rows"], FILE["line"]) == (board.COLUMNS, board.ROWS, board.LINE)
    assert board.SYMBOL.shape == board.GOLD.shape == board.MEEPLE.shape == (FILE["rows"], FILE["columns"])


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
def test_a_piece_placed_is_no_longer_in_the_supply() -> None:
    pieces = FILE["pieces"]
    table = read("played=23")
    assert table.state.supply[0].tolist() == [pieces] * board.SHAPES
    table.play("21@A")
    assert table.state.supply[0].tolist() == [pieces - 1] + [pieces] * (board.SHAPES - 1)
    assert "21@E" in {action.notation for action in read(f"aside={'2' * (pieces - 1)} played=23").legal()}
    refusal = read(f"aside={'2' * pieces} played=23").why_not("21@E", 0)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("RT2", f"You've used all {pieces} of this shape: domino.")


@pytest.mark.rule("RT2", "RT9")
def test_first_placements_on_the_empty_board() -> None:
    table = read("played=?")
    found = Counter(action.notation[0] for action in table.legal(0))
    fitting = Counter[str]()
    for stand in board.STANDS:
        if stand.kind != board.PINK:
            fitting[board.LETTERS[stand.kind]] += board.COLUMNS - stand.width + 1
    assert found == fitting


@pytest.mark.rule("RT3")
def test_every_pair_of_shapes_has_its_cards_and_some_are_wild() -> None:
    pairs = board.SHAPES * (board.SHAPES - 1) // 2
    counts = [FILE["cards"]["each_pair"]] * pairs + [FILE["cards"]["wild"]]
    assert board.CARD_COUNTS.tolist() == counts
    shown = [frozenset(place for place in range(8) if mask >> place & 1) for mask in board.SHOWN_SHAPES.tolist()]
    assert {len(shapes) for shapes in shown[:pairs]} == {2}
    assert len(set(shown[:pairs])) == pairs
    assert shown[pairs] == frozenset(range(board.SHAPES))
    state = KERNEL.states()[0]
    KERNEL.start(state, 2, GAME.option_numbers(GAME.option_values({"starter": "first", "objectives": False})))
    assert KERNEL.outcomes(state)[1] == counts


@pytest.mark.rule("RT4")
def test_eight_objectives_the_lives_of_the_box_and_a_pink_square_for_every_pink_space() -> None:
    assert len(board.OBJECTIVE_TEXTS) == OBJECTIVES == 8
    assert FILE["campaign"]["most_lives"] == campaign.MOST_LIVES
    pinks = sum(special == board.PINK_SPACE for special in named(board.SPECIAL).values())
    assert board.SEATS * pinks == FILE["pink_squares"]


@pytest.mark.rule("RT4")
def test_coins_do_not_run_out() -> None:
    coins = FILE["coins"]
    table = read(f"boards=-/- coins={coins}/{coins} played=IO")
    table.play("I2@F", 0)
    assert table.state.coins.tolist()[:2] == [coins + 1, coins]
