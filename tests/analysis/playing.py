"""Whole games for the analysis' tests: quick, seeded, and not too well played."""

import random

from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table


def played(game: Game, seed: int, seats: int | None = None, noise: float = 0.2, **options: object) -> Table:
    """A finished game between greedy players who now and then do anything."""
    table, pick, kernel = new_table(game, seats, seed, None, options), random.Random(seed), kernel_of(game)
    while not table.over:
        seat = pick.choice(table.acting)
        legal = table.legal_ids(seat)
        ratings = kernel.rate(table.state, seat, legal)
        choice = pick.choice(legal) if pick.random() < noise else legal[ratings.index(max(ratings))]
        table.step(seat, choice)
    return table
