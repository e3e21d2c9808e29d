"""Some of the long run's games, and that its checks see what is wrong."""

import pytest

from tests.games.tetrathedral.long import BAD_END, BAD_MASK, FORMED, KEPT, OVERLAPPING, TOO_LONG, UNSORTED, checked, run
from tests.games.tetrathedral.reading import GAME, read
from tetracade.engine.arrays import as_rules_see


@pytest.mark.rule("TH9", "TH10")
@pytest.mark.parametrize("options", [{}, {"pawns": 4}, {"lines": "strips"}, {"pawns": 4, "lines": "strips"}])
def test_random_games_end_within_1000_rolls_and_keep_the_board_in_order(options: dict[str, object]) -> None:
    results = run(40, GAME.option_numbers(GAME.option_values(options)), 3)
    assert results["Red"] + results["Blue"] + results["drawn"] == 40
    assert results["rolls"] <= 40 * 1000


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("red=E8 blue=A1 act=red", KEPT),
        ("red=E8 blue=E8 act=red", OVERLAPPING),
        ("red=E8 blue=A1 act=red rolls=1001", TOO_LONG),
        ("red=E7,E8,E9,F7 blue=A1 act=red", FORMED),
        ("red=E7,E8,E9,F7 blue=A1 act=won:red", KEPT),
        ("red=E7,E8,E9,F7 blue=A1 act=won:blue", BAD_END),
        ("red=E7 blue=A1 act=drawn:blue rolls=10", BAD_END),
        ("red=E7,E8 blue=A1 side=1 act=red", BAD_MASK),
    ],
)
def test_the_checks_see_what_is_wrong(line: str, found: int) -> None:
    assert checked(as_rules_see(read(line).state)) == found


def test_the_checks_see_pawns_out_of_order() -> None:
    table = read("red=E7,E8 blue=A1 act=red")
    table.state.pawns[0, 0], table.state.pawns[0, 1] = int(table.state.pawns[0, 1]), int(table.state.pawns[0, 0])
    assert checked(as_rules_see(table.state)) == UNSORTED
