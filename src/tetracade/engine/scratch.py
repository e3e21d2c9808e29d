"""Arrays for rules and loops to write to, so that they allocate nothing."""

import threading
from typing import NamedTuple

import numpy as np

from tetracade.engine.contract import MOST_SEATS, ROOM, Actions, Outcomes, Payoffs, Ratings, Scores, Weights
from tetracade.engine.game import Game


class Scratch(NamedTuple):
    """Arrays of a game's sizes, bundled as one argument for compiled loops; never shared between threads."""

    actions: Actions
    ids: Outcomes
    weights: Weights
    points: Scores
    worth: Payoffs
    ratings: Ratings


def scratch_for(game: Game) -> Scratch:
    """New scratch space of the game's sizes."""
    return Scratch(
        actions=np.zeros(game.actions, np.int64),
        ids=np.zeros(max(game.outcomes, 1), np.int64),
        weights=np.zeros(max(game.outcomes, 1), np.int64),
        points=np.zeros(MOST_SEATS, np.int64),
        worth=np.zeros(MOST_SEATS + ROOM, np.float64),
        ratings=np.zeros(game.actions, np.float64),
    )


class ScratchByThread(threading.local):
    """Scratch space, one per thread: compiled rules run without Python's lock."""

    def __init__(self, game: Game) -> None:
        self.mine = scratch_for(game)
