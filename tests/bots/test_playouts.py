"""How a simulation plays on from a leaf."""

import pytest

from tests.suites.every import GAMES
from tetracade import games
from tetracade.bots.bot import GreedyBot, RandomBot
from tetracade.bots.levels import bot_named
from tetracade.bots.loops import loops_of, settings_of
from tetracade.engine.chance import generator
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import Table, new_table


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


def without_ties(seed: int) -> tuple[Table, tuple[int, ...]]:
    """A table of TetraTrax from which one action is best at every glance until the end, and the points it ends with."""
    table, random = new_table(GAMES["tetratrax"], seed=seed), RandomBot(seed)
    for _ in range(10):
        table.play(random.choose_number(table, table.acting[0]), table.acting[0])
    begun: Table | None = None
    while not table.over:
        seat = table.acting[0]
        ratings = kernel_of(table.game).rate(table.state, seat, table.legal_ids(seat))
        if ratings.count(max(ratings)) > 1:
            begun = None
        elif begun is None:
            begun = table.copy()
        table.play(GreedyBot().choose_number(table, seat), seat)
    return begun or table, kernel_of(table.game).score(table.state)


def test_who_plays_on_eagerly_compares_all_actions() -> None:
    kernel, choices = kernel_of(GAMES["tetratrax"]), 0
    eager = settings_of(kernel.game)._replace(greed=1.0)
    for begun, points in map(without_ties, range(30)):
        choices += not begun.over and len(begun.legal_ids()) > 2
        for seed in range(20):
            states = kernel.states()
            states[0] = begun.state
            loops_of(kernel.game)["finish"](states[0], generator(seed), kernel.scratch, eager)
            assert kernel.score(states[0]) == points
    assert choices > 10


CHOSEN_AT_FIRST: dict[str, list[int]] = {
    "foursome": [145, 196, 48, 136, 276, 92, 276, 59, 92, 276, 123, 3],
    "retro_tetro": [321, 172, 302, 30, 143, 316, 233, 3, 306, 40, 190, 318],
    "tetrad": [31, 31, 226, 48, 86, 60, 91, 65, 41, 37, 90, 31],
    "tetrathedral": [8546, 9031, 342, 8910, 9308, 8240, 8952, 9031, 9153, 3235, 8512, 6456],
    "tetratrax": [12, 88, 126, 117, 137, 121, 49, 116, 69, 51, 65],
}


@pytest.mark.parametrize("name", CHOSEN_AT_FIRST)
def test_the_first_master_still_chooses_what_it_chose_when_it_was_named(name: str) -> None:
    table, choices = new_table(GAMES[name], seed=5), 0
    chosen: list[int] = []
    while not table.over and len(chosen) < len(CHOSEN_AT_FIRST[name]):
        seat = table.acting[0]
        if len(table.legal_ids(seat)) > 1:
            choices += 1
            if choices % 2 == 0:
                chosen.append(bot_named(GAMES[name], "master-1", seed=choices).choose_number(table, seat))
        table.play(GreedyBot().choose_number(table, seat), seat)
    assert chosen == CHOSEN_AT_FIRST[name]
