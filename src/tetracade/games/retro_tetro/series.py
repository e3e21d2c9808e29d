"""The solo campaign as a series of tables: each is an attempt at a level (RT22). Playing level 1 alone begins one."""

from collections.abc import Mapping, Sequence
from typing import Any

from tetracade.engine.contract import State
from tetracade.games.retro_tetro.campaign import Campaign


def begun(options: Mapping[str, Any], seats: int, games: int) -> str:
    """How a campaign stands before level 1; empty for any other game."""
    if seats != 1 or options.get("level") != 1:
        return ""
    return Campaign(advanced=bool(options.get("advanced"))).written()


def options(stands: str) -> Mapping[str, Any]:
    """The level of the next attempt."""
    return Campaign.read(stands).options


def seats(stands: str) -> int:
    """One: a campaign is played alone."""
    return 1


def after(stands: str, state: State, winners: Sequence[int]) -> str:
    """How the campaign stands after the attempt that ended in this state; a passed level is a win (RT22)."""
    return Campaign.read(stands).after(bool(winners)).written()


def over(stands: str) -> bool:
    """Whether the campaign is won."""
    return Campaign.read(stands).won


def told(stands: str) -> str:
    """How the campaign stands, in words."""
    campaign = Campaign.read(stands)
    if campaign.won:
        return f"campaign won in {campaign.attempts} attempts"
    lives = "life" if campaign.lives == 1 else "lives"
    return f"level {campaign.level} of the campaign, with {campaign.lives} {lives} left"
