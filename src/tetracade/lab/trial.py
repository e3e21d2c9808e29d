"""Random games with whatever box a game has: how long they are, and how they end."""

import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tetracade.engine.arrays import as_rules_see
from tetracade.engine.chance import generator
from tetracade.engine.contract import OVER, SPECTATOR
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of


class Endless(RuntimeError):
    """A random game did not end within the length that its game states."""


@dataclass
class Trial:
    """Random games for one number of seats."""

    seats: int
    lengths: list[int] = field(default_factory=list)
    """Actions of each game."""
    wins: Counter[int] = field(default_factory=Counter)
    """Games that each seat won alone."""
    shared: int = 0
    nobody: int = 0
    endings: Counter[str] = field(default_factory=Counter)

    @property
    def median(self) -> int:
        """The length of a middling game."""
        return int(statistics.median(self.lengths))


def try_out(game: Game, games: int, seed: int = 0) -> Iterator[Trial]:
    """Play random games with every number of seats in turn; after each game, yield the trial it belongs to."""
    kernel = kernel_of(game)
    trials = {seats: Trial(seats) for seats in game.seats}
    options = game.option_numbers(game.option_values({}))
    for number in range(games):
        trial = trials[game.seats[number % len(game.seats)]]
        state = kernel.states()[0]
        kernel.start(state, trial.seats, options)
        rng = generator(seed, number)
        length = int(kernel.loops["play_out"](as_rules_see(state), rng, game.longest, kernel.scratch))
        if kernel.acting(state) != OVER:
            raise Endless(f"a game of {trial.seats} seats was not over after {game.longest} actions")
        trial.lengths.append(length)
        winners = kernel.winners(state)
        if len(winners) == 1:
            trial.wins[winners[0]] += 1
        elif winners:
            trial.shared += 1
        else:
            trial.nobody += 1
        ending = game.words.ending(kernel.view(state, SPECTATOR, True))
        trial.endings[ending.partition(";")[0]] += 1  # what follows tells one game from another
        yield trial
