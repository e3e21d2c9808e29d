"""Compiles what a game's table, bots and batches need, before they need it."""

from pathlib import Path

from tetracade import games
from tetracade.bots.bot import GreedyBot
from tetracade.bots.levels import bot
from tetracade.bots.proof import Proof
from tetracade.bots.search import simulate
from tetracade.engine.arrays import as_rules_see
from tetracade.engine.batch import Batch
from tetracade.engine.cache import cache_folder, sources_of
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.table.disclosure import tells_nothing
from tetracade.table.table import Table, new_table
from tetracade.table.warm import compile_rules


def game_mark(game: Game) -> Path:
    """The file that exists once the whole game is in the cache."""
    return cache_folder(sources_of([tells_nothing, simulate, *game.functions.values()])) / "all"


def warm_game(name: str, box: str = "") -> None:
    """Compile the game's rules, loops, words and bots into the cache; BadBox if its box hasn't this mark."""
    game = games.find(name)
    game.check_box(box)
    compile_rules(game)  # a server need not look again
    table = warm_bots(game)
    kernel = kernel_of(game)
    kernel.observe(table.state, 0)
    kernel.functions["estimate"](as_rules_see(table.state), kernel.scratch.worth)
    kernel.random_games(1, table.seats, game.option_numbers(table.options), 1)
    Batch(game, 2, seed=1).step_randomly()


def warm_bots(game: Game) -> Table:
    """Compile what bots need; return the table they were tried at."""
    table = new_table(game, seed=1)
    table.play(GreedyBot().choose(table, table.acting[0]))
    for level in (1, 5):
        if not table.over:
            bot(game, level).explain(table, table.acting[0])
    if game.tuning.strengths[-1].proof and not table.over:
        warm_proof(game, table)
    return table


def warm_proof(game: Game, table: Table) -> None:
    """Compile what proves ends; looking at one state will do."""
    proof = Proof(kernel_of(game))
    proof.root(table.state, table.acting[0], 1)
    for _ in proof.steps():
        pass
