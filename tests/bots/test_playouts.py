"""How a simulation plays on from a leaf."""

import pytest

from tetracade import games
from tetracade.bots.loops import loops_of, settings_of
from tetracade.engine.chance import below, generator, picked
from tetracade.engine.contract import CHANCE, OVER, Rng, State
from tetracade.engine.kernel import Kernel, kernel_of, seats_of
from tetracade.table.table import new_table

CERTAIN = 1.0


def played_on(kernel: Kernel, state: State, rng: Rng) -> None:
    """Play to the end: of the actions that are rated best, the first from a random place on is taken."""
    while (mask := kernel.acting(state)) != OVER:
        if mask == CHANCE:
            ids, weights = kernel.outcomes(state)
            kernel.resolve(state, ids[int(picked(rng, kernel.scratch.weights, len(weights)))])
            continue
        (seat,) = seats_of(mask)
        legal = kernel.legal(state, seat)
        choice = 0
        if len(legal) > 1:
            start = int(below(rng, len(legal)))
            below(rng, 65536)  # whether it looks at all, of which it is certain here
            ratings = kernel.rate(state, seat, legal)
            turned = [*range(start, len(legal)), *range(start)]
            choice = max(turned, key=lambda place: ratings[place])
        kernel.apply(state, seat, legal[choice])


@pytest.mark.parametrize("name", ["tetratrax", "tetrathedral"])
def test_who_plays_on_eagerly_takes_what_is_rated_best(name: str) -> None:
    game = games.find(name)
    kernel = kernel_of(game)
    eager = settings_of(game)._replace(greed=CERTAIN, horizon=10**6)
    for seed in range(5):
        states = kernel.states(2)
        states[0] = states[1] = new_table(game, 2, seed).state
        loops_of(game)["finish"](states[0], generator(seed), kernel.scratch, eager)
        played_on(kernel, states[1], generator(seed))
        assert states[0].tobytes() == states[1].tobytes()
