"""Connect four, rule by rule."""

import pytest

from bench.connect_four import GAME
from tests.suites.every import SetUp, begun
from tetracade.engine.contract import OVER
from tetracade.table.table import IllegalAction, Table, new_table


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
    GAME.words.read_position(state, "OOOXX/X////// X")
    kernel.apply(state, 0, GAME.words.action_of("A"))
    assert kernel.acting(state) != OVER


@pytest.mark.rule("CF3")
def test_a_full_rack_is_a_draw() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    columns = ("XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX")
    GAME.words.read_position(state, "/".join(columns) + " X")
    assert kernel.acting(state) == OVER
    assert kernel.winners(state) == (0, 1)


def test_the_counts_of_sequences_are_the_known_ones() -> None:
    kernel, state = begun(GAME, SetUp(2, {}))
    known = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
    assert [kernel.count(state, depth) for depth in range(1, 9)] == known
