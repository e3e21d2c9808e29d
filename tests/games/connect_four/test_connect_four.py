"""Connect four, rule by rule."""

import pytest

from bench.connect_four import GAME
from tests.suites.every import SetUp, begun
from tetracade.engine.chance import SeededDealer
from tetracade.engine.contract import OVER
from tetracade.table.position import BadPosition, positioned
from tetracade.table.table import IllegalAction, NotYourTurn, Table, new_table


def played(*columns: str) -> Table:
    table = new_table(GAME, seed=1)
    for column in columns:
        table.play(column)
    return table


@pytest.mark.rule("CF1")
def test_seats_take_turns_from_seat_0() -> None:
    assert played().acting == (0,)
    assert played("A").acting == (1,)
    assert played("A", "A").acting == (0,)


@pytest.mark.rule("CF1")
def test_a_full_column_takes_no_stone() -> None:
    table = played(*"DDDDDD")
    assert [action.notation for action in table.legal()] == list("ABCEFG")
    with pytest.raises(IllegalAction, match="Column D is full"):
        table.play("D")


@pytest.mark.rule("CF1")
def test_who_is_not_to_act_is_told_whose_turn_it_is() -> None:
    refusal = played().why_not("A", seat=1)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("CF1", "It is X's turn.")
    with pytest.raises(NotYourTurn):
        played().play("A", seat=1)


@pytest.mark.rule("CF2")
def test_after_the_end_the_reason_is_the_end_whoever_asks() -> None:
    table = played(*"ABABABA")
    for seat in (0, 1):
        refusal = table.why_not("G", seat)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == ("CF2", "The game is over: X has four in a row.")


@pytest.mark.rule("CF3")
def test_in_a_full_rack_the_reason_is_the_end() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    columns = ("XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX")
    GAME.words.read_position(state, "/".join(columns) + " X")
    refusal = GAME.words.why_not(kernel.view(state, 0), 0, 0)
    assert (refusal.rule, refusal.reason) == ("CF3", "The game is over: the rack is full.")


@pytest.mark.rule("CF2")
@pytest.mark.parametrize("columns", ["ABABABA", "AABBCCD", "ABBCGCCDGDDAD", "GFFEAEEDADDGD"])
def test_four_in_a_row_wins_upright_flat_and_slanted(columns: str) -> None:
    before = played(*columns[:-1])
    assert not before.over
    result = played(*columns).result
    assert result is not None
    assert result.winners == (0,)


@pytest.mark.rule("CF2")
def test_no_row_runs_from_one_columns_top_into_the_next() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    GAME.words.read_position(state, "OOOXX/X///// X")
    kernel.apply(state, 0, GAME.words.action_of("A"))
    assert kernel.acting(state) != OVER


@pytest.mark.rule("CF3")
def test_a_full_rack_is_a_draw() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    columns = ("XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX")
    GAME.words.read_position(state, "/".join(columns) + " X")
    assert kernel.acting(state) == OVER
    assert kernel.winners(state) == (0, 1)


@pytest.mark.rule("CF2")
def test_a_game_that_is_won_reads_back_as_won() -> None:
    won = played(*"ABABABA")
    assert positioned(GAME, won.position(), SeededDealer(1), None, {}).result == won.result


@pytest.mark.parametrize("line", ["", "A X", "////// Z", "XXXXXXX////// O", "/////// X", "//////x O"])
def test_what_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        positioned(GAME, line, SeededDealer(1), None, {})


def test_the_counts_of_sequences_are_the_known_ones() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    known = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert [kernel.count(state, depth) for depth in range(1, 9)] == known
