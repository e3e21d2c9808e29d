"""Your own bots: a class with ``choose``, found as ``module:Class`` or in the entry-point group tetracade.bots.

``choose(table, seat)`` gets a table in which everything the seat can't know is drawn anew, and returns an action, its
number or its notation. The class may take ``game``, ``level`` and ``seed``, and may have ``explain``.
"""

import importlib
import inspect
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from tetracade.bots.bot import Finding
from tetracade.bots.net import is_net, maker_of_nets
from tetracade.engine.chance import SEEDS
from tetracade.engine.contract import integer
from tetracade.engine.game import BadOption, Game
from tetracade.table.table import Action, IllegalAction, Table

GROUP = "tetracade.bots"
"""The entry-point group in which packages register their bots."""


class OwnBot:
    """Wraps your bot so that the rest of the package can use it."""

    def __init__(self, name: str, maker: Callable[..., Any], game: Game, seed: int = 0) -> None:
        self.name = name
        self.game = game
        self._maker = maker
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start over with this seed, as if just created."""
        self._seed = integer(seed, "a seed") & SEEDS
        self._turns = 0
        self._bot = made(self._maker, game=self.game, seed=self._seed)

    def choose(self, table: Table, seat: int) -> Action:
        """The action it chooses; BadOption if that isn't legal."""
        return table.offered(seat, [self.choose_number(table, seat)])[0]

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action."""
        self._turns += 1
        chosen = self._bot.choose(table.redealt(seat, self._seed + self._turns), seat)
        try:
            number = number_of(table, chosen)
        except IllegalAction as error:
            raise BadOption(f"the bot {self.name} chose {chosen!r}: {error}") from None
        if refusal := table.why_not(number, seat):
            raise BadOption(f"the bot {self.name} chose {table.game.words.notation(number)}: {refusal.reason}")
        return number

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """What it says about the best few actions; empty if it has no ``explain``."""
        explain = getattr(self._bot, "explain", None)
        found: list[Finding] = explain(table.redealt(seat, self._seed), seat, most) if explain else []
        return found


def number_of(table: Table, chosen: Any) -> int:
    """The number of an action that is given as an action, as notation or as a number."""
    if isinstance(chosen, str):
        try:
            return table.game.words.action_of(chosen)
        except ValueError as error:
            raise BadOption(str(error)) from None
    return integer(getattr(chosen, "id", chosen), "a bot's choice, if not an action or its notation,")


def made(maker: Callable[..., Any], **known: Any) -> Any:
    """A new bot; the maker gets those of the ``known`` arguments that it takes."""
    takes = inspect.signature(maker).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in takes):
        return maker(**known)
    return maker(**{parameter.name: known[parameter.name] for parameter in takes if parameter.name in known})


@lru_cache(maxsize=1)
def points_on(_path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The bots of the packages installed on this path: looking through them takes longer than many a move."""
    return tuple(entry_points(group=GROUP))


def registered() -> tuple[str, ...]:
    """The names of bots from installed packages."""
    return tuple(sorted(point.name for point in points_on(tuple(sys.path))))


def maker_of(name: str) -> Callable[..., Any] | None:
    """What creates the bot of this name (``module:Class``, nets, or one of a package); None if nothing does."""
    for point in points_on(tuple(sys.path)):
        if point.name.lower() == name.lower():
            return checked(name, point.load())
    if is_net(name):
        from tetracade.bots.levels import bot  # noqa: PLC0415 - levels need this module

        return maker_of_nets(name, bot)
    place, colon, attribute = name.partition(":")
    if not colon:
        return None
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)  # last, so that nothing in this folder hides an installed module
    try:
        return checked(name, getattr(importlib.import_module(place), attribute))
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(f"there is no bot {name!r}: {error}") from None


def checked(name: str, maker: Any) -> Callable[..., Any]:
    """The maker; BadOption if it can't create bots."""
    if not callable(maker) or (inspect.isclass(maker) and not callable(getattr(maker, "choose", None))):
        raise BadOption(f"{name} isn't a bot: a bot is a class with choose(table, seat)")
    return maker
