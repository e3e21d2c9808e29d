"""Compiling all that a game's table and bots need, before they need it."""

from tetracade import games
from tetracade.bots.bot import GreedyBot
from tetracade.bots.levels import bot
from tetracade.engine.game import Game
from tetracade.engine.warm import warm
from tetracade.table.table import Table, new_table


def warm_game(name: str) -> None:
    """Compile the game's rules, loops, words and bots into the cache."""
    game = games.find(name)
    warm(game)
    table = warm_bots(game)
    table.why_not(0, table.seats - 1)
    table.drawing(0)
    table.story(0)


def warm_bots(game: Game) -> Table:
    """Compile what bots think with; returns the table they were tried at."""
    table = new_table(game, seed=1)
    table.play(GreedyBot().choose(table, table.acting[0]))
    for level in (1, 5):
        if not table.over:
            bot(game, level).explain(table, table.acting[0])
    return table
