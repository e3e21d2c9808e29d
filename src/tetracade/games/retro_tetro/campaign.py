"""The solo campaign of Retro Tetro (RT22, RT23): which level is next and how many lives are left.

A campaign never changes: an attempt leads to another campaign. It is saved as one line of text::

    retro-tetro campaign level=4 lives=2 side=standard attempts=5 state=open
"""

from dataclasses import dataclass, replace
from typing import Any

from tetracade.engine.game import BadOption
from tetracade.games.retro_tetro.board import LEVELS
from tetracade.games.retro_tetro.box import PARTS

FIRST_LIVES = PARTS.first_lives
MOST_LIVES = PARTS.most_lives
LIFE_AFTER = PARTS.life_after
HEAD = "retro-tetro campaign"


@dataclass(frozen=True)
class Campaign:
    """A campaign before its next attempt at a level, or one that has been won."""

    level: int = 1
    lives: int = FIRST_LIVES
    advanced: bool = False
    attempts: int = 0
    """Levels played to the end so far; unfinished ones don't count."""
    won: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.level <= LEVELS:
            raise BadOption(f"level={self.level}: the levels are 1 to {LEVELS}")
        if not 0 <= self.lives <= MOST_LIVES:
            raise BadOption(f"lives={self.lives}: lives are 0 to {MOST_LIVES}")
        if self.attempts < 0:
            raise BadOption(f"attempts={self.attempts}: give a number from 0 up")
        if self.won and self.level != LEVELS:
            raise BadOption(f"state=won: a campaign is won at level {LEVELS}, not at {self.level}")

    @property
    def options(self) -> dict[str, Any]:
        """The options of the next attempt's table, for one seat."""
        return {"level": self.level, "advanced": self.advanced}

    def after(self, passed: bool) -> "Campaign":
        """The campaign after an attempt played to the end (RT22)."""
        if self.won:
            raise BadOption("the campaign is won: there's no level left to play")
        attempts = self.attempts + 1
        if not passed:
            if self.lives == 0:
                return Campaign(advanced=self.advanced, attempts=attempts)
            return replace(self, lives=self.lives - 1, attempts=attempts)
        lives = min(MOST_LIVES, self.lives + (self.level in LIFE_AFTER))
        if self.level == LEVELS:
            return replace(self, won=True, attempts=attempts)
        return replace(self, level=self.level + 1, lives=lives, attempts=attempts)

    def written(self) -> str:
        """The campaign as a line of text."""
        side = "advanced" if self.advanced else "standard"
        state = "won" if self.won else "open"
        return f"{HEAD} level={self.level} lives={self.lives} side={side} attempts={self.attempts} state={state}"

    @classmethod
    def read(cls, text: str) -> "Campaign":
        """The campaign written like this."""
        if not text.strip().startswith(HEAD + " "):
            raise BadOption(f"a saved campaign begins with {HEAD!r}")
        parts = dict(part.partition("=")[::2] for part in text.strip()[len(HEAD) :].split())
        missing = [name for name in ("level", "lives", "side", "attempts", "state") if name not in parts]
        if missing or len(parts) != 5:
            raise BadOption(f"a saved campaign has level, lives, side, attempts and state, not {', '.join(parts)}")
        for name in ("level", "lives", "attempts"):
            if not (parts[name].isascii() and parts[name].isdigit()):
                raise BadOption(f"{name}={parts[name]}: give a number from 0 up")
        if parts["side"] not in ("standard", "advanced"):
            raise BadOption(f"side={parts['side']}: side is standard or advanced")
        if parts["state"] not in ("open", "won"):
            raise BadOption(f"state={parts['state']}: state is open or won")
        return cls(
            level=int(parts["level"]),
            lives=int(parts["lives"]),
            advanced=parts["side"] == "advanced",
            attempts=int(parts["attempts"]),
            won=parts["state"] == "won",
        )
