"""How a simulation plays on from a leaf."""

from tetracade import games
from tetracade.bots.loops import loops_of, settings_of
from tetracade.engine.chance import generator
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import new_table


def points_at_the_end(greed: float) -> int:
    """What both sides make in thirty games of TetraTrax that are played on like this."""
    game = games.find("tetratrax")
    kernel = kernel_of(game)
    settings = settings_of(game)._replace(greed=greed, horizon=10**6)
    total = 0
    for seed in range(30):
        states = kernel.states()
        states[0] = new_table(game, 2, seed).state
        loops_of(game)["finish"](states[0], generator(seed), kernel.scratch, settings)
        total += sum(kernel.score(states[0]))
    return total


def test_who_plays_on_eagerly_takes_what_is_rated_well() -> None:
    assert points_at_the_end(1.0) > points_at_the_end(0.0) + 100
