"""What a game's numbers are measured by: how much the bots' levels give away, and how much luck is usual.

Both were measured (``python -m bench.luck``) and stand beside the rules, in ``luck.toml``. A game without that file
names no levels, and its luck is told by what is usual in other games.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tetracade.engine.game import Game

FILE = "luck.toml"


@dataclass(frozen=True)
class Scale:
    """What one game's numbers are measured by."""

    luck: float = 0.3
    """The standard deviation of dealt luck between two players, in shares of a win."""
    error_rates: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """What each level gives away a decision that matters, in shares of a win, by how closely that was looked at."""

    def usual_luck(self, seats: int) -> float:
        """The standard deviation of dealt luck among so many: results vary less where each wins less often."""
        chance = 1 / max(seats, 2)
        return self.luck * math.sqrt(chance * (1 - chance)) / 0.5

    def level_like(self, setting: str, rate: float) -> int:
        """The level whose bots give away about as much a decision; 0 if that was never measured."""
        rates = self.error_rates.get(setting, ())
        for level in range(len(rates), 1, -1):  # between two levels, the middle of them divides
            if rate <= math.sqrt(rates[level - 1] * rates[level - 2]):
                return level
        return 1 if rates else 0


def file_of(game: Game) -> Path:
    """Where the game's scale stands, if it was measured."""
    return Path(str(game.rules.__file__)).with_name(FILE)


@cache
def scale_of(game: Game) -> Scale:
    """The game's scale, as it was measured."""
    file = file_of(game)
    if not file.exists():
        return Scale()
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return Scale(found["luck"], {setting: tuple(rates) for setting, rates in found["error_rates"].items()})
