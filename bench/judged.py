"""Master with its game's ``estimate`` in place of playouts.

For example ``tetracade arena tetratrax --bots bench.judged:same,5 --games 400 --file FILE``.
"""

from dataclasses import replace

from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Game

ROWS = 2_000_000


def _judged(game: Game, times: float, seed: int, exploration: float = 0.0) -> SearchBot:
    strength = game.tuning.strengths[-1]
    strength = replace(strength, simulations=int(times * strength.simulations), horizon=0)
    if exploration:
        game = replace(game, tuning=replace(game.tuning, exploration=exploration))
    return SearchBot(game, strength, seed=seed, name=f"judged {times:g} {exploration:g}".strip(), rows=ROWS)


def fewer(game: Game, seed: int) -> SearchBot:
    """With a fifth of the simulations."""
    return _judged(game, 0.2, seed)


def same(game: Game, seed: int) -> SearchBot:
    """With as many simulations."""
    return _judged(game, 1, seed)


def keen(game: Game, seed: int) -> SearchBot:
    """With as many simulations, which explore less."""
    return _judged(game, 1, seed, 0.7)


def more(game: Game, seed: int) -> SearchBot:
    """With four times as many simulations."""
    return _judged(game, 4, seed)
