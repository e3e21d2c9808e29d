"""Observation and action spaces, from a game's feature table."""

import numpy as np
from gymnasium import spaces

from tetracade.engine.game import Game


def features_space(game: Game) -> spaces.Box:
    """All features as one row, each within its bounds; ValueError for a game that has none."""
    if not game.features:
        raise ValueError(f"{game.title} has no features to learn from: it lacks observe and a feature table")
    return spaces.Box(game.feature_table.low, game.feature_table.high, dtype=np.int8)


def masked_space(game: Game) -> spaces.Dict:
    """Features with a mask of the legal actions."""
    mask = spaces.Box(0, 1, (game.actions,), np.int8)
    return spaces.Dict({"observation": features_space(game), "action_mask": mask})
