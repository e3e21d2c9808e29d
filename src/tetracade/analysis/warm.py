"""Compiles what an analysis of a game needs, before anybody waits for it."""

from pathlib import Path

from tetracade import games
from tetracade.analysis.judge import Judge
from tetracade.analysis.judging import valued
from tetracade.analysis.settings import CHEAPEST
from tetracade.bots.exact import solve
from tetracade.bots.search import simulate
from tetracade.engine.cache import cache_folder, sources_of
from tetracade.engine.game import Game
from tetracade.table.table import new_table


def judge_mark(game: Game) -> Path:
    """The file that exists once the game's judge is in the cache."""
    return cache_folder(sources_of([valued, simulate, solve, *game.functions.values()])) / "judge"


def warm_judge(name: str) -> None:
    """Compile the judge's loops for the game into the cache."""
    game = games.find(name)
    table = new_table(game, seed=1)
    judge = Judge(game, CHEAPEST)
    judge.value(table.state_before(0))
    seat = table.acting[0]
    legal = table.legal_ids(seat)[:1]
    judge.known(table.state, seat, range(1))
    judge.after(table.state, seat, legal, range(1))
    judge.glances(table.state, seat, legal, range(1))
    judge.choice(table.state, seat)
