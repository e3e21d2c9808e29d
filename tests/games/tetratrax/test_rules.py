"""TetraTrax, rule by rule. Towers are written from the bottom row up, White's tiles A to L, Black's a to l."""

import random

import pytest

import tetracade
from tetracade import IllegalAction, RecordedDealer, Table
from tetracade.engine.contract import CHANCE
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetratrax import board
from tetracade.games.tetratrax.board import (
    COLUMN_NAMES,
    COLUMNS,
    FEWEST_ROWS,
    LEGAL_STANDS,
    MOST_ROWS,
    STANDS,
    TILES,
    TILES_A_SIDE,
    USUAL_ROWS,
)
from tetracade.games.tetratrax.box import KINDS

GAME = tetracade.game("tetratrax")
KERNEL = kernel_of(GAME)
FULL = "A" * COLUMNS
"""A row of the tower without a gap."""


def read(line: str) -> Table:
    """A table in this position."""
    table = tetracade.new("tetratrax", starter="white", seed=1)
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    table.state.setfield(state[0], state.dtype)
    return table


def scored(line: str, drop: str) -> int:
    """What the drop scores for the seat to act."""
    table = read(line)
    seat = table.acting[0]
    before = int(table.state.points[seat])
    table.play(drop)
    return int(table.state.points[seat]) - before


def tower_of(table: Table) -> list[str]:
    """The rows of the tower from the bottom, up to their last tile."""
    return [row.rstrip(".") for row in table.position().split()[1].removeprefix("tower=").split("/")]


def notations(table: Table) -> set[str]:
    return {action.notation for action in table.legal()}


@pytest.mark.rule("TX1")
def test_the_lot_says_who_starts_with_equal_chances() -> None:
    state = KERNEL.states()[0]
    KERNEL.start(state, 2, GAME.option_numbers(GAME.option_values({})))
    assert KERNEL.acting(state) == CHANCE
    assert KERNEL.outcomes(state) == ([0, 1], [1, 1])
    for seat in (0, 1):
        assert tetracade.new("tetratrax", dealer=RecordedDealer([seat])).acting == (seat,)


@pytest.mark.rule("TX1")
def test_the_table_may_name_who_starts() -> None:
    assert tetracade.new("tetratrax", starter="white").acting == (0,)
    assert tetracade.new("tetratrax", starter="black").acting == (1,)
    assert not tetracade.new("tetratrax", starter="black").entries


@pytest.mark.rule("TX2")
@pytest.mark.parametrize("rows", range(FEWEST_ROWS, MOST_ROWS + 1))
def test_the_tower_is_as_high_as_the_table_chooses(rows: int) -> None:
    high = "/".join(["A......."] * (rows - 4))
    assert "I2@A" in notations(read(f"rows={rows} tower={high}"))
    assert "I2@A" not in notations(read(f"rows={rows} tower={high}/A......."))


@pytest.mark.rule("TX2")
@pytest.mark.parametrize("rows", [FEWEST_ROWS - 1, MOST_ROWS + 1])
def test_no_other_height_is_offered(rows: int) -> None:
    with pytest.raises(tetracade.BadOption, match=f"{FEWEST_ROWS} to {MOST_ROWS}"):
        tetracade.new("tetratrax", rows=rows)


@pytest.mark.rule("TX2")
def test_no_tile_sticks_out_at_the_side() -> None:
    last_that_fits, first_that_does_not = COLUMN_NAMES[-4], COLUMN_NAMES[-3]
    assert f"I1@{last_that_fits}" in notations(read("tower=-"))
    with pytest.raises(IllegalAction, match=f"would stick out past column {COLUMN_NAMES[-1]}") as caught:
        read("tower=-").play(f"I1@{first_that_does_not}")
    assert caught.value.rule == "TX2"


@pytest.mark.rule("TX3")
def test_tiles_are_the_domino_and_all_of_four_squares_in_twenty_stands() -> None:
    sizes = [len(next(stand for stand in STANDS if stand.kind == kind).squares) for kind in range(len(KINDS))]
    assert dict(zip(KINDS, sizes, strict=True)) == {"domino": 2, "I": 4, "O": 4, "T": 4, "S": 4, "L": 4}
    legal = STANDS[:LEGAL_STANDS]
    assert [sum(stand.kind == kind for stand in legal) for kind in range(len(KINDS))] == [1, 2, 1, 4, 4, 8]
    assert len({stand.squares for stand in legal}) == LEGAL_STANDS == 20


@pytest.mark.rule("TX3")
def test_a_tile_of_which_none_is_left_is_not_offered() -> None:
    table = read("tower=- left=120223/122223")
    assert not any(name.startswith("O") for name in notations(table))
    with pytest.raises(IllegalAction, match="You have no O left") as caught:
        table.play("O1@A")
    assert caught.value.rule == "TX3"


@pytest.mark.rule("TX3")
def test_a_drop_uses_one_tile_up() -> None:
    table = read("tower=-")
    table.play("L3@B")
    assert (TILES - table.state.left[0]).tolist() == [int(kind == "L") for kind in KINDS]
    assert table.state.left[1].tolist() == TILES.tolist()


@pytest.mark.rule("TX4")
def test_the_domino_lies_flat() -> None:
    table = read("tower=-")
    assert {name for name in notations(table) if name[0] == "D"} == {f"D1@{column}" for column in COLUMN_NAMES[:-1]}
    with pytest.raises(IllegalAction, match="never upright") as caught:
        table.play("D2@A")
    assert caught.value.rule == "TX4"


@pytest.mark.rule("TX5")
def test_turns_alternate() -> None:
    table = read("tower=-")
    assert table.acting == (0,)
    table.play("O1@A")
    assert table.acting == (1,)
    table.play("O1@A")
    assert table.acting == (0,)
    with pytest.raises(IllegalAction, match="White's turn"):
        table.play("O1@C", seat=1)


@pytest.mark.rule("TX5")
def test_a_tile_falls_until_something_below_stops_it() -> None:
    table = read("tower=aabb..../aa......")
    table.play("I1@B")
    assert tower_of(table) == ["aabb", "aa", ".AAAA"]


@pytest.mark.rule("TX5")
def test_a_tile_does_not_slide_under_another() -> None:
    table = read("tower=a......./aaa.....")
    table.play("O1@B")
    assert tower_of(table) == ["a", "aaa", ".AA", ".AA"]


@pytest.mark.rule("TX5")
def test_no_tile_sticks_out_of_the_top() -> None:
    tower = "/".join(["a......."] * (USUAL_ROWS - 1))
    table = read(f"tower={tower}")
    assert "D1@A" in notations(table)
    assert "O1@A" not in notations(table)
    with pytest.raises(
        IllegalAction, match=f"would reach row {USUAL_ROWS + 1}; the tower ends at row {USUAL_ROWS}"
    ) as caught:
        table.play("O1@A")
    assert caught.value.rule == "TX5"


@pytest.mark.rule("TX6")
@pytest.mark.parametrize(
    ("tower", "drop", "points"),
    [
        ("aa......", "O1@C", 1),  # one touch
        ("aa..bb..", "O1@C", 2),  # two touches
        ("aaccbb../aa..bb..", "O1@C", 3),  # three: both sides and below
        ("aa....../aa......", "O1@C", 1),  # a tile counts once, along two edges
        ("AA..BB..", "O1@C", 0),  # own tiles give nothing
        ("aAA.....", "O1@B", 0),  # corner to corner is no touch
        ("........", "O1@C", 0),
        (".......a", "O1@F", 1),  # at the right wall
        ("a.......", "O1@B", 1),  # at the left wall
    ],
)
def test_a_drop_scores_each_tile_of_the_rival_it_touches(tower: str, drop: str, points: int) -> None:
    assert scored(f"tower={tower} act=white", drop) == points


@pytest.mark.rule("TX6")
def test_black_scores_white_tiles() -> None:
    assert scored("tower=AAaaBB.. act=black", "O1@C") == 0
    assert scored("tower=AAaaBB../AA..BB.. act=black", "O1@C") == 2


@pytest.mark.rule("TX7")
@pytest.mark.parametrize(
    ("tower", "drop", "points"),
    [
        ("AA......", "D1@B", -1),  # a hole alone
        ("aa......", "D1@B", 0),  # one touch and a hole
        ("aa..bb../aa..bb..", "I1@B", 1),  # two touches and a hole
        ("A..A..../A..A....", "I1@A", -1),  # two covered squares in two columns cost one point
        ("AAAA..../.BB...../BBB.....", "D1@A", 0),  # an old hole covered once more costs nothing
        ("A.A...../A.A...../A.A.....", "I2@B", 0),  # a filled shaft is no hole
        ("A.A.....", "D1@D", 0),  # an open shaft beside it is no hole
        ("........", "T3@A", 0),
    ],
)
def test_a_drop_that_makes_a_hole_loses_one_point(tower: str, drop: str, points: int) -> None:
    assert scored(f"tower={tower} act=white", drop) == points


@pytest.mark.rule("TX7")
def test_a_square_newly_covered_costs_even_where_it_joins_an_old_hole() -> None:
    # B1 lies under the tile on B2; covering A1 now makes one hole with it, and costs the point all the same.
    assert scored("tower=..AA..../.AAA....", "D1@A") == -1


@pytest.mark.rule("TX8")
def test_who_cannot_play_is_passed_over() -> None:
    tower = "/".join([FULL] * (USUAL_ROWS - 1))
    table = read(f"tower={tower} left=110000/002000 act=white")
    assert table.acting == (0,)
    table.play("D1@A")
    assert table.acting == (0,)  # Black's squares cannot fit: White plays on alone
    table.play("I1@C")
    assert table.over


@pytest.mark.rule("TX8")
def test_who_can_play_must_even_at_a_loss() -> None:
    tower = "/".join([FULL[:-1] + "."] * (USUAL_ROWS - 1))
    table = read(f"tower={tower} left=100000/000000 act=white points=0,0")
    assert notations(table) == {f"D1@{column}" for column in COLUMN_NAMES[:-1]}
    table.play(f"D1@{COLUMN_NAMES[-2]}")
    assert table.state.points[0] == -1 + 2


@pytest.mark.rule("TX9")
def test_the_last_tile_gives_two_points_at_once() -> None:
    assert scored("tower=aa...... left=000001/122223", "L3@C") == 1 + 2
    assert scored("tower=aa...... left=000002/122223", "L3@C") == 1


@pytest.mark.rule("TX9")
def test_both_may_use_all_their_tiles() -> None:
    table = read("tower=- left=100000/100000")
    table.play("D1@A")
    table.play("D1@D")
    assert table.state.points.tolist() == [2, 2]
    assert table.over


@pytest.mark.rule("TX10")
@pytest.mark.parametrize(("points", "winners"), [("3,2", (0,)), ("-2,-1", (1,)), ("4,4", (0, 1))])
def test_the_higher_score_wins_and_equal_scores_draw(points: str, winners: tuple[int, ...]) -> None:
    table = read(f"tower={'/'.join([FULL] * USUAL_ROWS)} points={points} act=nobody left=100000/022223")
    assert table.result is not None
    assert table.result.winners == winners
    assert table.result.points == tuple(map(int, points.split(",")))  # tiles left over cost nothing


@pytest.mark.rule("TX10")
def test_it_ends_when_nobody_can_play() -> None:
    open_squares = "......".ljust(COLUMNS, "b")
    table = read(f"tower={'/'.join([FULL] * (USUAL_ROWS - 1))}/{open_squares} left=100002/122223 act=white")
    table.play("D1@A")
    table.play("I1@C")
    assert table.over
    assert table.result is not None
    assert table.result.reason == "no tile fits any more"


@pytest.mark.rule("TX10")
def test_an_action_is_a_tile_and_the_squares_where_it_rests() -> None:
    table = read("tower=-")
    rests = set()
    for action in table.legal():
        after = table.copy()
        after.play(action)
        rests.add((after.state.left.tobytes(), after.state.tower.tobytes()))
    drops = [COLUMNS - stand.width + 1 for stand in STANDS[:LEGAL_STANDS] if TILES[stand.kind]]
    assert len(rests) == len(table.legal()) == sum(drops)


@pytest.mark.rule("TX2", "TX5")
def test_every_drop_of_random_games_rests_on_something_and_stays_inside() -> None:
    for seed in range(30):
        pick = random.Random(seed)
        table = tetracade.new("tetratrax", seed=seed, rows=FEWEST_ROWS + seed % (MOST_ROWS - FEWEST_ROWS + 1))
        while not table.over:
            before = table.state.tower.copy()
            table.play(pick.choice(table.legal()))
            new = [
                (int(row), int(column)) for row, column in zip(*(before != table.state.tower).nonzero(), strict=True)
            ]
            assert all(before[row, column] == 0 for row, column in new)
            assert max(row for row, _ in new) < table.state.rows
            assert any(row == 0 or before[row - 1, column] for row, column in new)
            for column in range(COLUMNS):
                filled = table.state.tower[:, column].nonzero()[0]
                assert table.state.heights[column] == (filled.max() + 1 if filled.size else 0)


@pytest.mark.rule("TX6", "TX7", "TX9")
def test_every_drop_of_random_games_scores_what_looking_at_the_tower_says() -> None:
    for seed in range(300):
        pick = random.Random(seed)
        table = tetracade.new("tetratrax", seed=seed)
        while not table.over:
            seat = table.acting[0]
            before, points = table.state.tower.tolist(), int(table.state.points[seat])
            table.play(pick.choice(KERNEL.legal(table.state, seat)), seat)
            after = table.state.tower.tolist()
            new = {
                (row, column)
                for row in range(MOST_ROWS)
                for column in range(COLUMNS)
                if before[row][column] != after[row][column]
            }
            around = {
                (row + up, column + side) for row, column in new for up, side in ((0, 1), (0, -1), (1, 0), (-1, 0))
            }
            tiles = {before[row][column] for row, column in around if 0 <= row < MOST_ROWS and 0 <= column < COLUMNS}
            touches = len([tile for tile in tiles if tile and (tile - 1) // TILES_A_SIDE != seat])
            hole = False
            for column in {column for _, column in new}:
                lowest = min(row for row, other in new if other == column)
                hole = hole or (lowest > 0 and not before[lowest - 1][column])
            last = 2 if table.state.dropped[seat] == TILES_A_SIDE else 0
            assert int(table.state.points[seat]) - points == touches - hole + last


def test_tables_of_the_board_agree_with_its_pictures() -> None:
    for number, stand in enumerate(STANDS):
        assert board.WIDTH[number] == stand.width
        assert board.HEIGHT[number] == stand.height
        assert board.SIZE[number] == len(stand.squares)


@pytest.mark.rule("TX11")
def test_whoever_starts_has_the_handicap_at_once() -> None:
    for starter, points in (("white", [2, 0]), ("black", [0, 2])):
        table = tetracade.new("tetratrax", starter=starter, handicap=2)
        assert table.state.points.tolist() == points
    drawn = tetracade.new("tetratrax", handicap=3, dealer=tetracade.RecordedDealer([1]))
    assert drawn.state.points.tolist() == [0, 3]
    assert drawn.story() == ["Black is drawn to go first and gets 3 points for it"]
    assert tetracade.new("tetratrax", seed=1).state.points.tolist() == [0, 0]


@pytest.mark.rule("TX11")
def test_a_handicap_counts_in_the_result_and_is_named_there() -> None:
    results = []
    for handicap in (0, 3):
        table = tetracade.new("tetratrax", starter="black", handicap=handicap)
        while not table.over:
            table.play(table.legal()[0])
        assert table.result is not None
        results.append(table.result)
    without, with_it = results
    assert with_it.points == (without.points[0], without.points[1] + 3)
    assert without.breakdown[1] == {
        **without.breakdown[1],
        "touches minus holes": with_it.breakdown[1]["touches minus holes"],
    }
    assert [part.get("handicap") for part in with_it.breakdown] == [0, 3]
    assert "handicap" not in without.breakdown[0]


@pytest.mark.rule("TX11")
def test_a_position_shows_the_handicap_and_who_has_it() -> None:
    table = tetracade.new("tetratrax", starter="white", handicap=2)
    table.play("O1@A")
    assert table.position().endswith("points=2,0 act=black starter=white handicap=2")
    again = tetracade.position("tetratrax", table.position(), starter="white")
    assert again == table
    for line, says in (
        ("tower=- act=lot starter=white", "can't have started before the lot"),
        ("tower=- act=white handicap=2", "it is known who started"),
        ("tower=- points=1,0 act=white starter=white handicap=2", "no tile is in the tower"),
        ("tower=- act=white starter=white handicap=4 points=4,0", "a handicap is 0 to 3 points"),
    ):
        with pytest.raises(tetracade.BadPosition, match=says):
            tetracade.position("tetratrax", line)
