"""The games: a folder each, found by being here. No game knows another."""

import importlib
import pkgutil
from functools import cache

from tetracade.engine.game import Game


class UnknownGame(LookupError):
    """No game has this name; the message lists those there are."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games, as folders have them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def find(name: str) -> Game:
    """The game of this name; spelling out dashes and capitals does no harm."""
    given: object = name  # whatever a program brings
    folder = given.strip().lower().replace("-", "_").replace(" ", "_") if isinstance(given, str) else ""
    if folder not in names():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    return _found(folder)


@cache
def _found(folder: str) -> Game:
    game: Game = importlib.import_module(f"{__name__}.{folder}").GAME
    return game
