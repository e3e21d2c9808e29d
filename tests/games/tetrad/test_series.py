"""A match as a series of tables."""

import pytest

import tetracade
from tests.games.tetrad.tables import played
from tetracade.games.tetrad import series
from tetracade.table.series import series_after


def dealt(dealer: int) -> object:
    """A state in which this seat dealt."""
    state = tetracade.game("tetrad").layout.zeros(1)[0]
    state.dealer = dealer
    return state


@pytest.mark.rule("TD11")
def test_the_deal_passes_left_and_games_won_are_counted() -> None:
    stands = series.begun({"deals": "lot"}, seats=3, games=2)
    assert series.options(stands) == {}, "the table's own option says who deals first"
    stands = series.after(stands, dealt(2), (1,))
    assert series.options(stands) == {"deals": "red"}
    assert series.told(stands) == "1 of 2 games played: Red 0, Blue 1, Green 0"
    assert not series.over(stands)
    assert series.over(series.after(stands, dealt(0), ()))
    assert series.told(series.after(stands, dealt(0), ())) == "2 of 2 games played: Red 0, Blue 1, Green 0"


def test_it_is_one_line_and_a_single_game_begins_none() -> None:
    assert series.begun({"deals": "lot"}, seats=3, games=1) == ""
    assert "\n" not in series.begun({"deals": "blue"}, seats=3, games=5)
    assert series.options(series.begun({"deals": "blue"}, seats=3, games=5)) == {"deals": "blue"}
    with pytest.raises(ValueError, match="begins with"):
        series.options("nonsense")


@pytest.mark.rule("TD11")
def test_the_match_counts_who_won_by_the_table_not_by_the_cards() -> None:
    table = played("hands=1,2,3,4,30/5,6,7,8 dealer=blue", "claim A1 B1 C1 D1")
    stands = series.begun({"deals": "blue"}, seats=2, games=2)
    assert series.told(series_after(table, stands, (0,))) == "1 of 2 games played: Red 1, Blue 0"
    assert series.told(series_after(table, stands, ())) == "1 of 2 games played: Red 0, Blue 0", "Red had resigned"
