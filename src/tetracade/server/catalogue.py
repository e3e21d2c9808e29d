"""The games on this server: all of the package's, plus any that an operator or a test adds by module."""

import importlib

from tetracade import games
from tetracade.engine.game import Game

_added: dict[str, Game] = {}


def add(place: str) -> None:
    """Add a game from elsewhere, given as ``module:NAME``."""
    module, _, name = place.partition(":")
    game: Game = getattr(importlib.import_module(module), name or "GAME")
    _added[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games."""
    return (*games.names(), *sorted(_added))


def box_marks() -> dict[str, str]:
    """The marks of the boxes that are not the standard ones, by game."""
    found = {name: find(name).box_mark for name in names()}
    return {name: mark for name, mark in found.items() if mark}


def find(name: str) -> Game:
    """The game with this name; UnknownGame lists all names."""
    return _added.get(name) or games.find(name)
