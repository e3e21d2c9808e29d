"""A text environment in a few lines: observations and actions are text, the rest is the library.

python examples/text_environment.py tetratrax
"""

import random
import sys
from dataclasses import dataclass, field

import tetracade


@dataclass
class TextEnvironment:
    """One seat of a game in words, against bots."""

    game: str
    opponents: str = "beginner"
    seat: int = 0
    table: tetracade.Table = field(init=False)

    def reset(self, seed: int) -> str:
        """Begin a game; return what the seat sees."""
        self.table = tetracade.new(self.game, seed=seed)
        self.bot = tetracade.bot(self.game, self.opponents, seed=seed)
        return self._until_my_turn()

    def step(self, notation: str) -> tuple[str, float, bool]:
        """Play an action; return what the seat sees, its reward, and whether the game is over."""
        if refusal := self.table.why_not(notation, self.seat):
            return refusal.reason, 0.0, False
        self.table.play(notation, self.seat)
        seen = self._until_my_turn()
        return seen, (self.table.payoffs or [0.0] * self.table.seats)[self.seat], self.table.over

    def moves(self) -> list[str]:
        """What the seat may write."""
        return [action.notation for action in self.table.legal(self.seat)]

    def _until_my_turn(self) -> str:
        while not self.table.over and self.seat not in self.table.acting:
            self.table.play(self.bot.choose(self.table, self.table.acting[0]))
        return self.table.drawing(self.seat)


def main(game: str, seed: int = 1) -> float:
    """Play one game at random, and return the reward."""
    environment = TextEnvironment(game)
    print(environment.reset(seed))
    chance, reward, over = random.Random(seed), 0.0, environment.table.over
    while not over:
        seen, reward, over = environment.step(chance.choice(environment.moves()))
        print(seen)
    return reward


if __name__ == "__main__":
    print(main(sys.argv[1] if len(sys.argv) > 1 else "tetratrax"))
