"""The campaign as a series of tables."""

from collections.abc import Mapping
from typing import Any

import pytest

import tetracade
from tetracade.engine.kernel import kernel_of
from tetracade.engine.wording import counted
from tetracade.games.retro_tetro import series
from tetracade.games.retro_tetro.campaign import Campaign
from tetracade.games.retro_tetro.points import passes
from tetracade.table.table import Table


def attempt(options: Mapping[str, Any], level: int | str) -> Table:
    """An attempt at the level, played to its end."""
    table = tetracade.new("retro_tetro", seats=1, seed=1, **options)
    bot = tetracade.bot("retro_tetro", level, seed=1)
    while not table.over:
        table.play(bot.choose_number(table, 0), 0)
    return table


@pytest.mark.rule("RT22")
@pytest.mark.parametrize(("bot", "level", "lost"), [("greedy", 2, 0), ("random", 1, 1)])
def test_an_attempt_moves_the_campaign_on_or_costs_a_life(bot: str, level: int, lost: int) -> None:
    stands = series.begun({"level": 1, "advanced": False}, seats=1, games=1)
    table = attempt(series.options(stands), bot)
    assert passes(table.state, 0) == (level == 2)
    stands = series.after(stands, table.state, kernel_of(table.game).winners(table.state))
    assert series.options(stands) == {"level": level, "advanced": False}
    lives = counted(Campaign().lives - lost, "life", "lives")
    assert series.told(stands) == f"level {level} of the campaign, with {lives} left"
    assert not series.over(stands)


def test_only_level_1_alone_begins_a_campaign() -> None:
    assert series.begun({"level": 0}, seats=1, games=1) == ""
    assert series.begun({"level": 1}, seats=2, games=1) == ""
    assert "side=advanced" in series.begun({"level": 1, "advanced": True}, seats=1, games=1)
    with pytest.raises(ValueError, match="begins with"):
        series.options("nonsense")
