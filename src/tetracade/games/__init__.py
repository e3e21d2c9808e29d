"""The games, one folder each: a game is here by being in its folder. No game knows another."""

import importlib
import pkgutil
from functools import cache

from tetracade.engine.game import Game


class UnknownGame(LookupError):
    """No game has this name; the message lists the ones there are."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games, which are their folders' names."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def find(name: str) -> Game:
    """The game of this name; dashes, spaces and capitals don't matter."""
    given: object = name  # whatever a program brings
    folder = given.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(given, str) else ""
    if folder not in names():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    return _found(folder)


@cache
def _found(folder: str) -> Game:
    game: Game = importlib.import_module(f"{__name__}.{folder}").GAME
    return game
