"""TetraTrax's Master in other ways: ``tetracade arena tetratrax --bots 5,bench.judged:playouts --games 400``."""

from dataclasses import replace

from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Game


def playouts(game: Game, seed: int) -> SearchBot:
    """With playouts to the end, as it was before the network."""
    return SearchBot(game, replace(game.tuning.strengths[-1], horizon=None), seed=seed, name="playouts")


def keen(game: Game, seed: int) -> SearchBot:
    """With simulations that explore half as much."""
    keener = replace(game, tuning=replace(game.tuning, exploration=game.tuning.exploration / 2))
    return SearchBot(keener, game.tuning.strengths[-1], seed=seed, name="keen")


def more(game: Game, seed: int) -> SearchBot:
    """With four times as many simulations, and room for them: 144 MB."""
    strength = game.tuning.strengths[-1]
    strength = replace(strength, simulations=4 * strength.simulations)
    return SearchBot(game, strength, seed=seed, name="more", rows=2_000_000)
