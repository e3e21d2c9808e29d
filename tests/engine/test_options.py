"""Options, seats and fields: what is wrong is said with what would be right."""

import numpy as np
import pytest

from tetracade.engine.fields import Field, Layout, Seen
from tetracade.engine.game import BadOption, Option

ROWS = Option("rows", range(10, 15), 12, "TX2", "rows")
MODE = Option("mode", ("easy", "hard"), "easy", "X1", "mode")
FLAG = Option("flag", (False, True), False, "X2", "flag")
SOME = Option("some", range(1, 6), [2, 4], "X3", "some", many=True)


def test_values_become_the_numbers_that_rules_see() -> None:
    assert [ROWS.number_of(13), MODE.number_of("hard"), FLAG.number_of(True), SOME.number_of([2, 4])] == [13, 1, 1, 10]
    assert [ROWS.value_of(13), MODE.value_of(1), FLAG.value_of(1), SOME.value_of(10)] == [13, "hard", True, [2, 4]]


@pytest.mark.parametrize("option", [ROWS, MODE, FLAG, SOME], ids=lambda option: option.name)
def test_what_is_written_is_read_back(option: Option) -> None:
    assert option.read(option.written(option.default)) == option.default


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        (ROWS, 9, "rows is one of 10 to 14"),
        (ROWS, "12", "rows is one of 10 to 14"),
        (MODE, "odd", "mode is one of easy, hard"),
        (FLAG, 1, "flag is one of false, true"),
        (SOME, 2, "give a list of values out of 1 to 5"),
        (SOME, [9], "some is one of 1 to 5"),
    ],
)
def test_a_wrong_value_is_refused_with_the_right_ones(option: Option, value: object, says: str) -> None:
    with pytest.raises(BadOption, match=says):
        option.number_of(value)


def test_a_record_has_no_padding_and_copies_to_the_byte() -> None:
    layout = Layout(
        (
            Field("one", np.int8, (3,), Seen.BY_ALL, ""),
            Field("wide", np.int64, (), Seen.BY_ALL, ""),
            Field("two", np.int16, (), Seen.BY_ALL, ""),
        )
    )
    assert layout.dtype.itemsize == 16
    records = layout.zeros(2)
    records[0].one[:] = (1, 2, 3)
    records[1] = records[0]
    assert records[1].tobytes() == records[0].tobytes()
