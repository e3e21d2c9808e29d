"""The greedy bot alone: ``python -m tests.games.retro_tetro.greedy [N]`` plays N games for each level of the campaign.

Prints its average without objectives, then how often it passes each level. The bot takes the action that the hints rate
best, the first of equals.
"""

import sys
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import tetracade
from tetracade.engine.arrays import at
from tetracade.engine.chance import generator
from tetracade.engine.contract import OVER, Options, Rng
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import settle
from tetracade.engine.scratch import Scratch, scratch_for
from tetracade.engine.unbound import apply, legal, rate, start
from tetracade.games.retro_tetro.board import LEVELS
from tetracade.games.retro_tetro.points import passes, points_of

GAME = tetracade.game("retro_tetro")
KERNEL = kernel_of(GAME)
ALONE = 1_000


def greedy_games(
    states: NDArray[Any],
    blank: NDArray[Any],
    games: int,
    options: Options,
    rng: Rng,
    scratch: Scratch,
    points: NDArray[Any],
    passed: NDArray[Any],
) -> None:
    """Play this many games for one; write each one's points and whether its level was passed."""
    actions, ratings = scratch.actions, scratch.ratings
    for game in range(games):
        states[0] = blank[0]
        state = at(states, 0)
        start(state, 1, options)
        mask = settle(state, rng, scratch)
        while mask != OVER:
            count = legal(state, 0, actions)
            rate(state, 0, actions, count, ratings)
            best = 0
            for index in range(1, count):
                if ratings[index] > ratings[best]:
                    best = index
            apply(state, 0, actions[best])
            mask = settle(state, rng, scratch)
        points[game] = points_of(state, 0)
        passed[game] = passes(state, 0)


LOOP = KERNEL.bound(greedy_games)


class Played(NamedTuple):
    """What came of some games: points and whether the level was passed, by game."""

    points: NDArray[np.int64]
    passed: NDArray[np.int64]


def played(games: int, level: int, seed: int = 1) -> Played:
    """The bot's games at a level, or (level 0) alone without objectives."""
    options = GAME.option_numbers(GAME.option_values({"level": level, "objectives": False}))
    found = Played(np.zeros(games, np.int64), np.zeros(games, np.int64))
    LOOP(
        KERNEL.states(),
        KERNEL.blank,
        games,
        options,
        generator(seed, level),
        scratch_for(GAME),
        found.points,
        found.passed,
    )
    return found


def main(games: int) -> None:
    """Print the average and the pass rates."""
    alone = played(ALONE, 0).points
    print(f"alone, without objectives: {alone.mean():.2f} points on average over {ALONE:,} games", flush=True)
    for level in range(1, LEVELS + 1):
        found = played(games, level)
        said = f"{int(found.passed.sum()):,} of {games:,} passed ({found.passed.mean():.1%})"
        print(f"level {level:>2}: {said}, {found.points.mean():.1f} points on average", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
