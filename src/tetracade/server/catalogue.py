"""The games of this server: all that the package has, and those an operator or a test adds by their module."""

import importlib

from tetracade import games
from tetracade.engine.game import Game

_added: dict[str, Game] = {}


def add(place: str) -> None:
    """Add a game that lies elsewhere, as ``module:NAME``."""
    module, _, name = place.partition(":")
    game: Game = getattr(importlib.import_module(module), name or "GAME")
    _added[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*games.names(), *sorted(_added))


def find(name: str) -> Game:
    """The game of this name; UnknownGame lists those there are."""
    return _added.get(name) or games.find(name)
