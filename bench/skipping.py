"""Levels whose playouts skip actions, as all did once: ``tetracade arena GAME --bots 3,bench.skipping:skilled``."""

from dataclasses import replace

from tetracade.bots.levels import level_of
from tetracade.bots.searcher import SearchBot
from tetracade.engine.game import Game


def _skipping(game: Game, level: str, seed: int) -> SearchBot:
    strength = game.tuning.strengths[level_of(level).number - 1]
    return SearchBot(game, replace(strength, skips=True), seed=seed, name=f"skipping {level}")


def beginner(game: Game, seed: int) -> SearchBot:
    """Beginner."""
    return _skipping(game, "beginner", seed)


def casual(game: Game, seed: int) -> SearchBot:
    """Casual."""
    return _skipping(game, "casual", seed)


def skilled(game: Game, seed: int) -> SearchBot:
    """Skilled."""
    return _skipping(game, "skilled", seed)


def expert(game: Game, seed: int) -> SearchBot:
    """Expert."""
    return _skipping(game, "expert", seed)


def master(game: Game, seed: int) -> SearchBot:
    """Master."""
    return _skipping(game, "master", seed)
