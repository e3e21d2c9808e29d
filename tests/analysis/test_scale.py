"""What an analysis' numbers are measured by: levels by error rates, and luck in words."""

import math

import pytest

from tests.suites.every import GAMES
from tetracade.analysis.results import Luck
from tetracade.analysis.scale import Scale, scale_of
from tetracade.analysis.settings import SETTINGS
from tetracade.analysis.telling import luck_words, moments_words
from tetracade.bots.levels import LEVELS
from tetracade.engine.game import Game

RATES = (0.08, 0.02, 0.01, 0.005, 0.005)


def test_between_two_levels_their_geometric_mean_divides() -> None:
    scale = Scale(0.3, {"usual": RATES})
    found = [scale.level_like("usual", rate) for rate in (0.5, 0.0401, 0.0399, 0.0142, 0.0141, 0.007, 0.005, 0.0)]
    assert found == [1, 1, 2, 2, 3, 4, 5, 5]


def test_what_was_never_measured_names_no_level() -> None:
    assert Scale().level_like("usual", 0.01) == 0
    assert Scale(0.3, {"usual": RATES}).level_like("deep", 0.01) == 0


@pytest.mark.parametrize(
    ("dealt", "words"),
    [
        (0.07, "average luck"),
        (-0.07, "average luck"),
        (0.08, "a little lucky"),
        (-0.2, "a little unlucky"),
        (0.23, "lucky"),
        (-0.3, "unlucky"),
        (0.45, "very lucky"),
        (-0.9, "very unlucky"),
    ],
)
def test_luck_is_told_by_what_is_usual_in_the_game(dealt: float, words: str) -> None:
    assert luck_words(dealt, 0.3) == words
    assert luck_words(dealt / 2, 0.15) == words


def test_strokes_of_luck_are_told_in_a_sentence() -> None:
    roll, deal = Luck(7, 7, "White rolls 6", (0.125, -0.125), ()), Luck(0, 9, "", (-0.2, 0.2), ())
    assert moments_words("Lucky for White", [roll], 0) == ["Lucky for White: step 8, White rolls 6 (+12.5)."]
    assert moments_words("Luck", [roll, deal], 1) == ["Luck: step 8, White rolls 6 (−12.5); step 10, the deal (+20.0)."]
    assert moments_words("Lucky for White", [], 0) == []


def test_where_luck_is_rare_a_little_of_it_is_still_no_luck() -> None:
    assert luck_words(0.019, 0.001) == "average luck"
    assert luck_words(-0.021, 0.001) == "very unlucky"


def test_among_more_players_less_luck_is_usual() -> None:
    scale = Scale(0.4)
    assert scale.usual_luck(2) == scale.usual_luck(1) == pytest.approx(0.4)
    assert scale.usual_luck(4) == pytest.approx(0.4 * math.sqrt(3) / 2)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_what_was_measured_can_be_used(game: Game) -> None:
    scale = scale_of(game)
    assert 0 <= scale.luck < 1
    assert scale.error_rates.keys() <= SETTINGS.keys()
    for rates in scale.error_rates.values():
        assert len(rates) == len(LEVELS)
        assert list(rates) == sorted(rates, reverse=True)
        assert all(0 < rate < 1 for rate in rates)
