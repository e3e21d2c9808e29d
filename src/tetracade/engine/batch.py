"""Many games at once, on as many cores as you like, with masks and features written into your own arrays."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tetracade.engine.chance import generator
from tetracade.engine.contract import MOST_SEATS, integer
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of
from tetracade.engine.loops import Games
from tetracade.engine.scratch import Scratch, scratch_for


class Batch:
    """Games side by side. In each step one seat of every game acts; a game that ends pays out and starts over.

    Every step writes ``to_act``, ``masks``, ``features``, ``rewards`` and ``ended``. Pass your own arrays for masks and
    features to have them filled. Where several seats may act at once, the lowest acts first.
    """

    def __init__(
        self,
        game: Game,
        games: int,
        *,
        seats: int | None = None,
        seed: int = 0,
        cores: int = 1,
        options: Mapping[str, Any] | None = None,
        masks: NDArray[np.int8] | None = None,
        features: NDArray[np.int8] | None = None,
    ) -> None:
        if integer(games, "the number of games") < 1:
            raise ValueError(f"a batch needs at least one game, not {games}")
        self.game = game
        self.seats = game.checked_seats(seats)
        numbers = game.option_numbers(game.option_values(options or {}, self.seats))
        kernel = kernel_of(game)
        self._loops = kernel.loops
        self.states = kernel.states(games)
        self.masks = checked(masks, (games, game.actions), "masks")
        self.features = checked(features, (games, game.features), "features")
        self.to_act = np.zeros(games, np.int8)
        self.rewards = np.zeros((games, MOST_SEATS), np.float32)
        self.ended = np.zeros(games, np.int8)
        rngs = np.array([generator(seed, stream) for stream in range(games)])
        self._noise = np.random.default_rng(rngs[0])
        self._games = Games(
            self.states,
            kernel.blank,
            numbers,
            rngs,
            self.to_act,
            self.masks,
            self.features,
            self.rewards,
            self.ended,
        )
        cores = max(1, min(cores, games))
        edges = [games * core // cores for core in range(cores + 1)]
        self._parts = [(edges[core], edges[core + 1], scratch_for(game)) for core in range(cores)]
        self._pool = ThreadPoolExecutor(cores) if cores > 1 else None
        self._everywhere(self._begin)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Apply one action in each game; ValueError if ``masks`` doesn't allow one of them."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        actions = np.ascontiguousarray(given, np.int64)
        if actions.shape != self.to_act.shape:
            raise ValueError(f"pass one action per game: shape {self.to_act.shape}, not {actions.shape}")
        if actions.min() < 0 or actions.max() >= self.game.actions or not self._allowed(actions):
            raise ValueError("an action isn't legal in its game; masks shows which are")
        self.step_unchecked(actions)

    def step_unchecked(self, actions: NDArray[np.int64]) -> None:
        """Apply one action in each game without checking that they are legal."""
        self._everywhere(lambda first, last, scratch: self._step(first, last, scratch, actions))

    def step_randomly(self) -> None:
        """Apply a random legal action in each game; for measuring and trying out."""
        noise = 1.0 - self._noise.random(self.masks.shape)  # above 0, so that what is legal stands out
        self.step_unchecked((noise * self.masks).argmax(axis=1))

    def _allowed(self, actions: NDArray[np.int64]) -> bool:
        return bool(self.masks[np.arange(len(actions)), actions].all())

    def _everywhere(self, work: Callable[[int, int, Scratch], None]) -> None:
        if self._pool is None:
            work(*self._parts[0])
        else:
            for done in [self._pool.submit(work, *part) for part in self._parts]:
                done.result()

    def _begin(self, first: int, last: int, scratch: Scratch) -> None:
        self._loops["begin"](self._games, first, last, self.seats, scratch)
        self._loops["show"](self._games, first, last, scratch)

    def _step(self, first: int, last: int, scratch: Scratch, actions: NDArray[np.int64]) -> None:
        self._loops["step"](self._games, first, last, self.seats, actions, scratch)
        self._loops["show"](self._games, first, last, scratch)


def checked(given: NDArray[np.int8] | None, shape: tuple[int, int], name: str) -> NDArray[np.int8]:
    """The array given, or a new one; ValueError if it doesn't fit."""
    if given is None:
        return np.zeros(shape, np.int8)
    if given.shape != shape or given.dtype != np.int8 or not given.flags.c_contiguous:
        raise ValueError(f"{name} must be a contiguous int8 array of shape {shape}, not {given.dtype} {given.shape}")
    return given
