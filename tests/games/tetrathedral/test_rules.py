"""Tetrathedral, rule by rule. Positions name the pawns; docs/tetrathedral-board.svg shows the spaces."""

import tomllib

import pytest

import tetracade
from tests.games.tetrathedral.reading import GAME, KERNEL, Rolls, ends, moves, pawns, read, walks
from tetracade import IllegalAction, RecordedDealer, Table
from tetracade.engine.contract import CHANCE
from tetracade.games.tetrathedral.board import NAMES, RING
from tetracade.games.tetrathedral.notation import outcome_of

FILE = tomllib.loads((GAME.folder / "box.toml").read_text())
HOME, AWAY = (",".join(FILE["starts"][0][side]) for side in ("red", "blue"))


@pytest.mark.rule("TH2")
@pytest.mark.parametrize("start", FILE["starts"], ids=lambda start: str(len(start["red"])))
def test_pawns_start_where_the_box_says_as_many_as_the_table_chooses(start: dict[str, list[str]]) -> None:
    count = len(start["red"])
    table = tetracade.new("tetrathedral", pawns=count, seed=1)
    assert pawns(table, 0).split() == start["red"]
    assert pawns(table, 1).split() == start["blue"]
    assert table.view().in_play.array.tolist() == [count, count]
    assert table.state.side == count


@pytest.mark.rule("TH2")
def test_the_first_start_of_the_box_is_the_usual_one() -> None:
    assert pawns(tetracade.new("tetrathedral", seed=1), 0).split() == FILE["starts"][0]["red"]


@pytest.mark.rule("TH2")
def test_no_other_number_of_pawns_is_offered() -> None:
    with pytest.raises(tetracade.BadOption, match="8, 4"):
        tetracade.new("tetrathedral", pawns=6)


@pytest.mark.rule("TH3")
def test_the_roll_off_is_one_of_56_unequal_pairs_equally_likely() -> None:
    state = KERNEL.states()[0]
    KERNEL.start(state, 2, GAME.option_numbers(GAME.option_values({})))
    assert KERNEL.acting(state) == CHANCE
    ids, weights = KERNEL.outcomes(state)
    assert weights == [1] * 56
    said = {GAME.words.outcome_notation(outcome) for outcome in ids}
    assert said == {f"roll-off {red}-{blue}" for red in range(1, 9) for blue in range(1, 9) if red != blue}


@pytest.mark.rule("TH3")
@pytest.mark.parametrize(("pair", "first"), [("5-3", 0), ("3-5", 1), ("8-7", 0), ("7-8", 1), ("2-1", 0), ("1-8", 1)])
def test_the_higher_roll_moves_first(pair: str, first: int) -> None:
    dealer = RecordedDealer([outcome_of(f"roll-off {pair}"), outcome_of("roll 2")])
    assert tetracade.new("tetrathedral", dealer=dealer).acting == (first,)


@pytest.mark.rule("TH3")
def test_the_table_may_name_who_moves_first_without_a_roll_off() -> None:
    for seat, name in enumerate(("red", "blue")):
        table = tetracade.new("tetrathedral", starter=name, dealer=Rolls(4))
        assert table.acting == (seat,)
        assert len(table.entries) == 1


@pytest.mark.rule("TH3", "TH10")
def test_the_roll_off_is_not_the_first_turns_roll_and_does_not_count() -> None:
    dealer = RecordedDealer([outcome_of("roll-off 5-3"), outcome_of("roll 2")])
    table = tetracade.new("tetrathedral", dealer=dealer)
    assert table.state.roll == 2
    assert table.state.rolls == 1


@pytest.mark.rule("TH3")
def test_turns_alternate_and_each_begins_with_a_roll() -> None:
    table = read(f"red={HOME} blue={AWAY} act=red roll=2", 3, 1)
    table.play("H1-G3")
    assert (table.acting, table.state.roll) == ((1,), 3)
    table.play("A1-C2")
    assert (table.acting, table.state.roll) == ((0,), 1)


@pytest.mark.rule("TH3")
def test_a_turns_roll_is_one_of_eight_equally_likely() -> None:
    table = read(f"red={HOME} blue={AWAY} act=red")
    assert KERNEL.acting(table.state) == CHANCE
    assert KERNEL.outcomes(table.state) == (list(range(8)), [1] * 8)


def by_walking(table: Table, seat: int, lengths: range, strips_only: bool = False) -> set[str]:
    """The seat's moves of these lengths, found by walking through the plane."""
    own, other = pawns(table, seat).split(), pawns(table, 1 - seat).split()
    found = set()
    for start in own:
        for way in walks(start, strips_only):
            if len(way) in lengths and way[-1] not in own and not {*own, *other} & set(way[:-1]):
                found.add(f"{start}-{way[-1]}")
    return found


@pytest.mark.rule("TH2", "TH4", "TH5")
@pytest.mark.parametrize(("roll", "count"), list(enumerate((16, 26, 24, 24, 24, 22, 20), 1)))
def test_the_number_of_first_moves_by_roll(roll: int, count: int) -> None:
    for seat, name in enumerate(("red", "blue")):
        table = tetracade.new("tetrathedral", starter=name, dealer=Rolls(roll))
        assert len(table.legal()) == count
        assert moves(table) == by_walking(table, seat, range(roll, roll + 1))


@pytest.mark.rule("TH4", "TH5")
@pytest.mark.parametrize("strips_only", [False, True])
@pytest.mark.parametrize("roll", range(1, 9))
def test_moves_in_a_melee_are_the_straight_walks_of_the_roll(roll: int, strips_only: bool) -> None:
    where = "red=B5,C8,D4,D9,E8,F3,F10,G6 blue=B6,C6,D7,D8,E5,E9,E12,F7"
    table = read(f"{where} lines={'strips' if strips_only else 'all'} act=red roll={roll}")
    lengths = range(1, 15) if roll == 8 else range(roll, roll + 1)
    assert moves(table) == by_walking(table, 0, lengths, strips_only)


@pytest.mark.rule("TH4")
def test_a_pawn_moves_the_whole_roll_and_no_less() -> None:
    assert ends(read("red=E8 blue=A1 side=4 act=red roll=3"), "E8") == {
        *("D6", "D10", "G7", "E11", "G5", "E5"),  # along strips
        *("B6", "H5", "G11", "D4", "G1", "D12"),  # at right angles to edges
    }


@pytest.mark.rule("TH4")
def test_a_pawn_passes_through_no_pawn_of_either_side() -> None:
    table = read("red=E8,E7 blue=E9,A1 act=red roll=3")
    assert not ends(table, "E8") & {"E5", "E11", "D6", "D10", "D4", "D12"}
    assert {"B6", "H5", "G7", "G5"} <= ends(table, "E8")


@pytest.mark.rule("TH4")
def test_a_pawn_does_not_land_on_one_of_its_own_side() -> None:
    assert "E11" not in ends(read("red=E8,E11 blue=A1 act=red roll=3"), "E8")
    assert "E11" in ends(read("red=E8 blue=E11 act=red roll=3"), "E8")


@pytest.mark.rule("TH4")
def test_a_pawn_stays_on_the_board() -> None:
    assert ends(read("red=H5 blue=A1 act=red roll=7"), "H5") == {"A5", "D5", "D11"}


@pytest.mark.rule("TH4")
def test_a_roll_that_some_pawn_can_move_must_be_moved() -> None:
    table = rolled("red=H5,H1 blue=G6,G2 act=red", 7)
    assert table.acting == (0,)
    assert moves(table) == {"H1-D15"}


@pytest.mark.rule("TH4")
def test_a_roll_that_no_pawn_can_move_is_forfeited_and_the_turn_passes_by_itself() -> None:
    table = rolled("red=H5 blue=G6 act=red", 7)
    assert KERNEL.acting(table.state) == CHANCE
    assert (table.state.turn, table.state.roll, table.state.rolls) == (1, 0, 1)
    assert table.view().forfeited.array.tolist() == [7, 0]


@pytest.mark.rule("TH4")
def test_a_forfeit_is_told_and_forgotten_with_the_next_move() -> None:
    table = read("red=H5 blue=G6,A1 act=blue roll=1", 7, 1, 1)
    table.play("A1-A2")
    assert table.story() == [
        "Red rolls 1",
        "Blue moves A1-A2",
        "Red rolls 7, can't move any pawn and forfeits the roll",
        "Blue rolls 1",
    ]
    table.play("A2-A1")
    assert table.state.forfeited[0] == 7
    table.play("H5-H4")
    assert table.state.forfeited[0] == 0


@pytest.mark.rule("TH4")
@pytest.mark.parametrize("roll", range(1, 8))
def test_a_player_without_a_pawn_in_play_forfeits_1_to_7_and_has_not_lost(roll: int) -> None:
    table = rolled("red=- blue=E8 act=red", roll)
    assert not table.over
    assert table.state.turn == 1


@pytest.mark.rule("TH4", "TH8")
def test_a_player_without_a_pawn_in_play_re_enters_on_an_8() -> None:
    table = rolled("red=- blue=E8,A1 act=red", 8)
    assert table.acting == (0,)
    assert moves(table) == {f"@{NAMES[space]}" for space in RING} - {"@A1"}


@pytest.mark.rule("TH5")
def test_a_line_may_cross_a_corner_and_pawns_beside_the_corner_do_not_block_it() -> None:
    beside = "red=D8 blue=D7,D9,E7,E9,A1 act=red roll=1"
    assert ends(read(beside), "D8") == {"C7", "D7", "D9", "E8", "C5", "C9"}
    assert "F7" in ends(read(beside.replace("roll=1", "roll=2")), "D8")


@pytest.mark.rule("TH5")
def test_only_a_pawn_on_the_line_blocks_it() -> None:
    assert "F7" not in ends(read("red=D8 blue=E8 act=red roll=2"), "D8")


@pytest.mark.rule("TH5")
def test_the_table_may_choose_strips_only() -> None:
    table = read("red=E8 blue=A1 lines=strips act=red roll=3")
    assert ends(table, "E8") == {"D6", "D10", "G7", "E11", "G5", "E5"}
    assert ends(read("red=E8 blue=A1 lines=strips act=red roll=1"), "E8") == {"E7", "E9", "F7"}
    assert tetracade.new("tetrathedral", lines="strips", seed=1).state.strips_only == 1


@pytest.mark.rule("TH6")
def test_an_8_with_all_pawns_in_play_moves_any_distance() -> None:
    table = read(f"red=D1,{HOME[3:]} blue={AWAY} act=red roll=8")
    assert {f"D{number}" for number in range(2, 16)} <= ends(table, "D1")
    assert moves(table) == by_walking(table, 0, range(1, 15))


@pytest.mark.rule("TH6")
def test_an_8_with_all_pawns_in_play_re_enters_none() -> None:
    assert not any(move.startswith("@") for move in moves(read(f"red={HOME} blue={AWAY} act=red roll=8")))


@pytest.mark.rule("TH6")
def test_an_8_passes_through_no_pawn_and_lands_on_none_of_its_own() -> None:
    table = read("red=D1,D6,H9,H8 blue=E2,A1 side=4 act=red roll=8")
    assert {"D2", "D3", "D4", "D5"} <= ends(table, "D1")
    assert not {"D6", "D7", "D15", "F1"} & ends(table, "D1")
    assert "E2" in ends(table, "D1")


@pytest.mark.rule("TH6")
def test_an_8_need_not_be_moved_in_full() -> None:
    table = read("red=D1,H1,H8,H9 blue=A1 side=4 act=red roll=8")
    table.play("D1-D2")
    assert pawns(table, 0) == "D2 H1 H8 H9"


@pytest.mark.rule("TH7")
def test_landing_on_a_rivals_pawn_takes_it_out_of_play() -> None:
    table = read("red=E8 blue=E11,A1 act=red roll=3")
    table.play("E8-E11")
    assert (pawns(table, 0), pawns(table, 1)) == ("E11", "A1")
    assert table.view().in_play.array.tolist() == [1, 1]


@pytest.mark.rule("TH7")
def test_passing_by_captures_nothing() -> None:
    table = read("red=E8 blue=E7,F8,A1 act=red roll=3")
    table.play("E8-E11")
    assert pawns(table, 1) == "A1 E7 F8"


@pytest.mark.rule("TH7")
def test_a_rivals_pawn_is_captured_by_the_exact_count_only() -> None:
    assert "E11" not in ends(read("red=E8 blue=E11 act=red roll=2"), "E8")
    assert "E11" not in ends(read("red=E8 blue=E11 act=red roll=4"), "E8")


@pytest.mark.rule("TH6", "TH7", "TH8")
@pytest.mark.parametrize("side", [1, 2])
def test_on_an_8_the_distance_chosen_is_the_count(side: int) -> None:
    table = read(f"red=E8 blue=E11,A1 side={side} act=red roll=8")
    table.play("E8xE11")
    assert pawns(table, 1) == "A1"


@pytest.mark.rule("TH7")
def test_the_last_pawn_may_be_captured_and_the_game_goes_on() -> None:
    table = read("red=E8 blue=E11 act=red roll=3", 5, 2)
    table.play("E8xE11")
    assert pawns(table, 1) == ""
    assert table.acting == (0,)


@pytest.mark.rule("TH8")
def test_an_8_with_a_pawn_out_of_play_re_enters_on_any_empty_space_of_the_ring() -> None:
    table = read("red=E8,H5 blue=A1,D3 act=red roll=8")
    entries = {move for move in moves(table) if move.startswith("@")}
    assert entries == {f"@{NAMES[space]}" for space in RING} - {"@H5", "@A1"}
    assert len(entries) == 40


@pytest.mark.rule("TH8")
def test_re_entry_is_the_whole_turn() -> None:
    table = read("red=E8 blue=A1 act=red roll=8", 2)
    table.play("@H5")
    assert pawns(table, 0) == "E8 H5"
    assert table.state.in_play[0] == 2
    assert table.acting == (1,)


@pytest.mark.rule("TH8")
def test_an_8_with_a_pawn_out_of_play_may_move_1_to_8_spaces_instead() -> None:
    table = read("red=D1 blue=A1 side=2 act=red roll=8")
    moved = {move for move in moves(table) if not move.startswith("@")}
    assert moved == by_walking(table, 0, range(1, 9))
    assert {"D2", "D9"} <= ends(table, "D1")
    assert "D10" not in ends(table, "D1")


@pytest.mark.rule("TH8")
@pytest.mark.parametrize("roll", range(1, 8))
def test_no_other_roll_re_enters(roll: int) -> None:
    assert not any(move.startswith("@") for move in moves(read(f"red=E8 blue=A1 act=red roll={roll}")))


@pytest.mark.rule("TH8")
def test_re_entry_never_captures() -> None:
    table = read("red=E8 blue=A1 act=red roll=8")
    with pytest.raises(IllegalAction, match="can't capture there"):
        table.play("@A1")


@pytest.mark.rule("TH8")
def test_a_rivals_pawn_out_of_play_changes_nothing() -> None:
    table = read("red=D1,H1,H8,H9 blue=A1 side=4 act=red roll=8")
    assert "D15" in ends(table, "D1")
    assert not any(move.startswith("@") for move in moves(table))


@pytest.mark.rule("TH9")
@pytest.mark.parametrize(
    ("where", "move"),
    [
        ("red=E7,E9,F7,D8 blue=A1", "D8-E8"),  # into the middle
        ("red=E7,E9,E8,G6 blue=A1", "G6-F7"),
        ("red=E7,F7,E8,E10 blue=A1", "E10-E9"),
        ("red=E9,F7,E8,D7 blue=A1", "D7-E7"),
        ("red=D7,D9,C7,E8 blue=A1", "E8-D8"),  # a triangle that points down
        ("red=E7,E9,F7,D8,H1,H2,H3,H4 blue=A1", "D8-E8"),  # with more pawns about
    ],
)
def test_four_pawns_in_formation_win_at_once_whichever_moved_last(where: str, move: str) -> None:
    table = read(f"{where} act=red roll=1")
    table.play(move)
    assert table.over
    assert table.result is not None
    assert table.result.points == (1, -1)
    assert table.result.winners == (0,)
    assert table.result.reason == "Red completed a formation"


@pytest.mark.rule("TH9", "TH10")
def test_the_other_seat_wins_likewise() -> None:
    table = read("red=A1 blue=E7,E9,F7,D8 act=blue roll=1")
    table.play("D8-E8")
    assert table.result is not None
    assert table.result.points == (-1, 1)


@pytest.mark.rule("TH9")
@pytest.mark.parametrize(
    ("where", "move"),
    [
        ("red=A3,B3,B4,C6 blue=A1", "C6-B5"),  # A3 is on the ring
        ("red=G1,G2,F2,F4 blue=A1", "F4-F3"),  # F2 and G1 are on the ring
        ("red=E7,E9,D8 blue=A1", "D8-E8"),  # three
        ("red=E6,E7,E8,E10 blue=A1", "E10-E9"),  # four in a strip
        ("red=E7,E9,D8 blue=F7", "D8-E8"),  # the fourth is the rival's
    ],
)
def test_nothing_else_wins(where: str, move: str) -> None:
    table = read(f"{where} act=red roll=1")
    table.play(move)
    assert not table.over


@pytest.mark.rule("TH9")
def test_only_the_movers_formations_are_checked() -> None:
    table = read("red=H1 blue=E7,E8,E9,F7 act=red roll=1")
    table.play("H1-H2")
    assert not table.over


@pytest.mark.rule("TH9")
def test_only_formations_with_the_moved_pawn_can_be_new() -> None:
    table = read("red=E7,E8,E9,F7,H1 blue=A1 act=red roll=1")
    table.play("H1-H2")
    assert not table.over


@pytest.mark.rule("TH9", "TH5")
def test_a_pawn_may_enter_the_middle_of_three_rival_pawns_and_rest_there() -> None:
    table = read("red=E7,E9,F7,H1 blue=D8 act=blue roll=1", 1, 2)
    table.play("D8-E8")
    assert not table.over
    table.play("H1-H2")
    assert pawns(table, 1) == "E8"


@pytest.mark.rule("TH9", "TH7")
def test_a_pawn_in_the_middle_does_not_stop_the_win_but_is_captured_by_it() -> None:
    table = read("red=E7,E9,F7,D8 blue=E8,A1 act=red roll=1")
    table.play("D8xE8")
    assert table.result is not None
    assert table.result.winners == (0,)
    assert pawns(table, 1) == "A1"


@pytest.mark.rule("TH9", "TH5")
def test_with_strips_only_nobody_enters_the_middle_of_a_triad() -> None:
    for roll in range(1, 9):
        where = f"red=D8,A1,A9,H1,H9,E1,E15,D1 blue=E7,E9,F7 lines=strips act=red roll={roll}"
        assert not any(move.endswith("-E8") for move in moves(read(where)))


@pytest.mark.rule("TH10")
def test_after_1000_rolls_the_game_is_drawn_and_the_last_roll_is_still_played() -> None:
    table = rolled("red=E8 blue=A1 act=red rolls=999", 3)
    assert table.acting == (0,)
    table.play("E8-E11")
    assert table.result is not None
    assert table.result.points == (0, 0)
    assert table.result.reason == "1000 rolls without a formation"
    assert pawns(table, 0) == "E11"


@pytest.mark.rule("TH10", "TH9")
def test_the_1000th_roll_may_still_win() -> None:
    table = rolled("red=E7,E9,F7,D8 blue=A1 act=red rolls=999", 1)
    table.play("D8-E8")
    assert table.result is not None
    assert table.result.points == (1, -1)


@pytest.mark.rule("TH10", "TH4")
def test_a_forfeited_roll_counts_and_may_be_the_last() -> None:
    table = rolled("red=H5 blue=G6 act=red rolls=999", 7)
    assert table.over
    assert table.state.rolls == 1000


@pytest.mark.rule("TH10")
def test_the_999th_roll_is_not_the_last() -> None:
    table = rolled("red=E8 blue=A1 act=red rolls=998", 3)
    table.play("E8-E11")
    assert not table.over


@pytest.mark.rule("TH10")
def test_a_trapped_pawn_stays_trapped_for_as_long_as_the_rival_likes() -> None:
    table = read("red=H5 blue=G6,A1 act=blue roll=1", *[7, 1] * 20)
    for _ in range(20):
        table.play("A1-A2" if "A1" in pawns(table, 1).split() else "A2-A1")
        assert table.acting == (1,)
    assert pawns(table, 0) == "H5"


def rolled(line: str, roll: int) -> Table:
    """A table in this position after this roll."""
    table = read(line)
    KERNEL.resolve(table.state, roll - 1)
    return table
