"""Tetracade: five tabletop games about fours, as a library.

>>> import tetracade
>>> table = tetracade.new("tetratrax", seats=2, seed=7)
>>> len(table.legal())
131
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade import games
from tetracade.bots.bot import Bot, Finding
from tetracade.bots.levels import bot_named
from tetracade.engine import batch, boxes
from tetracade.engine.box import BadBox
from tetracade.engine.chance import Dealer, DrawnDealer, RecordedDealer, SeededDealer
from tetracade.engine.game import BadOption, Game, Refusal
from tetracade.games import UnknownGame
from tetracade.table.match import Match
from tetracade.table.position import BadPosition, positioned
from tetracade.table.record import BadRecord, replayed
from tetracade.table.table import Action, IllegalAction, NotYourTurn, Result, Table, dealer_of, fresh_dealer, new_table

__all__ = [
    "Action",
    "BadBox",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Batch",
    "Bot",
    "Dealer",
    "DrawnDealer",
    "Finding",
    "Game",
    "IllegalAction",
    "Match",
    "NotYourTurn",
    "RecordedDealer",
    "Refusal",
    "Result",
    "SeededDealer",
    "Table",
    "UnknownGame",
    "bot",
    "game",
    "game_names",
    "match",
    "new",
    "position",
    "replay",
    "use_box",
]

__version__ = "0.1.0"


class Batch(batch.Batch):
    """Many games side by side, by the game's name; see ``tetracade.engine.batch``.

    Pass the game's options by keyword, and how the batch plays as a mapping, ``ways={"skip_forced": True}``.
    """

    def __init__(
        self,
        name: str,
        games_at_once: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        cores: int = 1,
        masks: NDArray[np.int8] | None = None,
        features: NDArray[np.int8] | None = None,
        ways: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            games.find(name),
            games_at_once,
            seats=seats,
            seed=seed,
            cores=cores,
            options=options,
            masks=masks,
            features=features,
            **(ways or {}),
        )


def _find(name: str) -> Game:
    return games.find(name)


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return games.names()


def game(name: str) -> Game:
    """The game with this name; UnknownGame lists all names."""
    return games.find(name)


def new(
    name: str, *, seats: int | None = None, seed: int | None = None, dealer: Dealer | None = None, **options: Any
) -> Table:
    """A new table of this game. Pass options by keyword; the same seed deals the same game."""
    return new_table(games.find(name), seats, seed, dealer, options)


def match(
    name: str, *, games: int = 2, seats: int | None = None, seed: int | None = None, saved: str = "", **options: Any
) -> Match:
    """A match of so many games, or a campaign, one table after another; ``saved`` continues an earlier one."""
    return Match(_find(name), seats, games, options, seed, saved)


def position(
    name: str,
    text: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    dealer: Dealer | None = None,
    **options: Any,
) -> Table:
    """The table that a line of ``table.position()`` describes; BadPosition says why no game can reach it.

    Such a table begins there, and so does its record. Pass options that the line doesn't show by keyword, or they have
    their usual values.
    """
    return positioned(games.find(name), text, dealer_of(dealer, seed) or fresh_dealer(), seats, options)


def bot(name: str, level: int | str = 3, *, seed: int = 0) -> Bot:
    """A bot for this game: a level from 1 to 5 (or Beginner to Master), "greedy", "random", or your "module:Class"."""
    return bot_named(games.find(name), str(level), seed)


def replay(text: str, *, seed: int | None = None, dealer: Dealer | None = None) -> Table:
    """The table that a record describes; with a seed or a dealer an unfinished game can go on past chance."""
    return replayed(text, games.find, dealer_of(dealer, seed))


def use_box(*boxes_wanted: str | Path) -> None:
    """Play with other boxes than the standard ones: files, folders of files, or names of boxes that come with a game.

    Call it before anything else: a game keeps the box it was loaded with. BadBox says what is wrong with a box.
    Processes started later have the same boxes.
    """
    before = boxes.chosen()
    boxes.use(boxes_wanted)
    try:
        for name in boxes.chosen():
            games.find(name)
    except BadBox:
        boxes.forget(boxes.chosen().keys() - before.keys())
        raise
