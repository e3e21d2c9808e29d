"""Playing with a net that is being trained: decisions of all games of a batch, drawn by its policy, without JAX."""

import numpy as np
from numpy.typing import NDArray

from tetracade.bots.layers import draw, multiply
from tetracade.bots.net import Net
from tetracade.engine.batch import Batch


class Drawn:
    """What the net did in every game of a batch: pairs of game and legal action, and which of them it took."""

    def __init__(self, net: Net, batch: Batch, chance: np.random.Generator) -> None:
        self.counts = batch.counts.copy()
        self.first = np.cumsum(self.counts) - self.counts
        self.actions = np.zeros(int(self.counts.sum()), np.int32)
        hidden = net.hidden(batch.features)
        self.values = net.values(hidden)
        logits = np.zeros(len(self.actions), np.float32)
        multiply(
            hidden, net.arrays["policy"], net.arrays["policy_bias"], batch.legal, self.counts, self.actions, logits
        )
        self.place = np.zeros(len(self.counts), np.int64)
        self.logarithm = np.zeros(len(self.counts), np.float32)
        draw(logits, self.counts, chance.random(len(self.counts), np.float32), self.place, self.logarithm)
        self.taken = np.where(self.counts > 0, self.first + self.place, 0)
        self.chosen: NDArray[np.int64] = np.where(self.counts > 0, self.actions[self.taken], -1)
