"""Long runs with every invariant checked after every step: ``python -m tests.games.tetrad.long [RANDOM [GREEDY]]``."""

import sys
import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tests.games.tetrad.invariants import FAULTS, audited
from tests.games.tetrad.tables import GAME, KERNEL
from tetracade.engine.chance import generator
from tetracade.engine.scratch import scratch_for
from tetracade.games.tetrad.board import CARDS

WAYS: tuple[dict[str, Any], ...] = (
    {},
    {"claims": "strict"},
    {"claims": "unannounced"},
    {"patterns": [1]},
    {"patterns": [1, 2, 3, 4, 5], "deals": "red"},
)
"""Options that are tried with every number of seats."""


@cache
def audit() -> Any:
    """The loop, bound to the game."""
    return KERNEL.bound(audited)


class Run(NamedTuple):
    """What came of some games."""

    games: int
    wins: int
    steps: int


def run(games: int, seats: int, options: dict[str, Any], seed: int, greedy: bool) -> Run:
    """Play so many games; an AssertionError names the first invariant broken."""
    tally = np.zeros(3, np.int64)
    found = audit()(
        KERNEL.states(),
        KERNEL.blank,
        games,
        seats,
        GAME.option_numbers(GAME.option_values(options)),
        generator(seed, seats),
        scratch_for(GAME),
        int(greedy),
        np.zeros(CARDS, np.int64),
        tally,
    )
    assert found == 0, f"{FAULTS[found]} after {tally[2]} steps (seats {seats}, {options}, seed {seed})"
    return Run(*tally.tolist())


def main(random_games: int, greedy_games: int) -> None:
    """Run that many of each over all seats and options, and print what came of them."""
    for greedy, games in ((False, random_games), (True, greedy_games)):
        began = time.perf_counter()
        each = -(-games // (len(GAME.seats) * len(WAYS)))
        done = [run(each, seats, options, seed, greedy) for seed, options in enumerate(WAYS) for seats in GAME.seats]
        played, wins, steps = (sum(column) for column in zip(*done, strict=True))
        took = time.perf_counter() - began
        print(f"{'greedy' if greedy else 'random'}: {played} games, {wins} won, {steps} steps checked, {took:.0f} s")


if __name__ == "__main__":
    main(int((sys.argv[1:2] or ["10000"])[0]), int((sys.argv[2:3] or ["2000"])[0]))
