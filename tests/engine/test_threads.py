"""Tables and bots on several threads play what they play on one."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.suites.every import GAMES
from tetracade.bots.bot import RandomBot
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Strength
from tetracade.engine.kernel import kernel_of
from tetracade.table.table import new_table


@pytest.fixture
def _eager() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def played(seed: int) -> str:
    """A game of random bots, as text."""
    table, bot = new_table(GAMES["foursome"], 4, seed), RandomBot(seed)
    for _ in range(60):
        if table.over:
            break
        seat = table.acting[0]
        table.play(bot.choose_number(table, seat), seat)
    return table.record()


@pytest.mark.usefixtures("_eager")
def test_games_on_several_threads_are_those_of_one() -> None:
    alone = [played(seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(8))) == alone


def test_every_thread_has_scratch_space_of_its_own() -> None:
    mine = kernel_of(GAMES["tetrad"]).scratch
    mine.actions[:] = 77
    with ThreadPoolExecutor(1) as pool:
        theirs = pool.submit(lambda: kernel_of(GAMES["tetrad"]).scratch.actions).result()
    assert theirs.shape == mine.actions.shape
    assert not theirs.any()
    assert (mine.actions == 77).all()


@pytest.mark.usefixtures("_eager")
def test_one_bot_asked_on_several_threads_thinks_one_thought_after_the_other() -> None:
    game = GAMES["connect_four"]
    bot = SearchBot(game, Strength(60))
    table = new_table(game, seed=1)
    alone = bot.explain(table, 0)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: bot.explain(table, 0), range(8))) == [alone] * 8
