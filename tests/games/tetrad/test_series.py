"""A match as a series of tables."""

import pytest

import tetracade
from tetracade.games.tetrad import series


def ended(dealer: int, winner: int) -> object:
    """A state in which this seat dealt and that one won."""
    game = tetracade.game("tetrad")
    state = game.layout.zeros(1)[0]
    state.phase = game.rules.ENDED
    state.dealer, state.winner = dealer, winner + 1
    return state


@pytest.mark.rule("TD11")
def test_the_deal_passes_left_and_games_won_are_counted() -> None:
    stands = series.begun({"deals": "lot"}, seats=3, games=2)
    assert series.options(stands) == {"deals": "lot"}
    stands = series.after(stands, ended(dealer=2, winner=1))
    assert series.options(stands) == {"deals": "red"}
    assert series.told(stands) == "1 of 2 games played: Red 0, Blue 1, Green 0"
    assert not series.over(stands)
    assert series.over(series.after(stands, ended(dealer=0, winner=1)))


def test_it_is_one_line_and_a_single_game_begins_none() -> None:
    assert series.begun({"deals": "lot"}, seats=3, games=1) == ""
    assert "\n" not in series.begun({"deals": "blue"}, seats=3, games=5)
    assert series.options(series.begun({"deals": "blue"}, seats=3, games=5)) == {"deals": "blue"}
    with pytest.raises(ValueError, match="begins with"):
        series.options("nonsense")
