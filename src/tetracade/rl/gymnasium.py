"""Gymnasium environments: one seat against bots, and a vector of games over ``tetracade.Batch``.

``gymnasium.make("tetracade.rl.gymnasium:Tetracade/TetraTrax-v1", opponents="skilled")``: naming the module registers
all games, and so does importing it. An observation is the row of features; the mask of legal actions is in
``info["action_mask"]`` and comes from ``env.unwrapped.action_masks()``, too.
"""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tetracade import games
from tetracade.bots.levels import bot_named
from tetracade.engine.game import Game
from tetracade.rl.spaces import features_space
from tetracade.table.table import Table, new_table

Features = NDArray[np.int8]
SEEDS = 2**62


def name_of(game: Game) -> str:
    """What the environment is called: Tetracade/TetraTrax-v1."""
    return f"Tetracade/{game.title.replace(' ', '')}-v1"


def register() -> None:
    """Let ``gymnasium.make`` and ``make_vec`` know every game."""
    for name in games.names():
        game = games.find(name)
        if game.features and name_of(game) not in gymnasium.registry:
            gymnasium.register(
                name_of(game),
                entry_point="tetracade.rl.gymnasium:Seat",
                vector_entry_point="tetracade.rl.vector:Games",
                kwargs={"game": name},
            )


class Seat(gymnasium.Env[Features, np.int64]):
    """One seat of a game; bots play the others. The reward comes at the end: the seat's payoff, from 0 to 1.

    ``opponents`` is any bot: a level, "greedy", "random", or your own. An action that isn't legal ends the episode with
    no reward and is explained in ``info["illegal"]``; with ``strict`` it raises IllegalAction.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "beginner",
        strict: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = games.find(game)
        self.seats = self.game.checked_seats(seats)
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")
        self.seat = seat
        self.opponents = opponents
        self.strict = strict
        self.render_mode = render_mode
        self.options = self.game.option_values(options, self.seats)
        self.observation_space = features_space(self.game)
        self.action_space = spaces.Discrete(self.game.actions)
        self.table: Table
        self._bots: dict[int, Any] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Features, dict[str, Any]]:
        """Begin a new game, and play to the seat's first decision; a game that ends before it is begun again."""
        super().reset(seed=seed)
        while True:
            self.table = new_table(self.game, self.seats, self._drawn(), options=self.options)
            self._bots = {
                other: bot_named(self.game, self.opponents, self._drawn())
                for other in range(self.seats)
                if other != self.seat
            }
            self._play_on()
            if not self.table.over:
                return self._shown()

    def step(self, action: np.int64) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        """Take the action, and play on to the seat's next decision or the end."""
        if refusal := self.table.why_not(int(action), self.seat):
            if self.strict:
                self.table.play(int(action), self.seat)
            features, info = self._shown()
            return features, 0.0, True, False, {**info, "illegal": refusal.reason}
        self.table.step(self.seat, int(action))
        self._play_on()
        payoffs = self.table.payoffs
        features, info = self._shown()
        return features, payoffs[self.seat] if payoffs else 0.0, self.table.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """True for each legal action."""
        return self._mask().astype(bool)

    def render(self) -> Any:
        """What the seat sees of the board, as text: returned, or printed with render_mode="human"."""
        drawn = self.table.drawing(self.seat)
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def _drawn(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _mask(self) -> NDArray[np.int8]:
        acting = self.seat in self.table.acting
        return self.table.mask(self.seat) if acting else np.zeros(self.game.actions, np.int8)

    def _shown(self) -> tuple[Features, dict[str, Any]]:
        return self.table.observe(self.seat), {"action_mask": self._mask()}

    def _play_on(self) -> None:
        while not self.table.over and self.seat not in self.table.acting:
            other = self.table.acting[0]
            self.table.step(other, self._bots[other].choose_number(self.table, other))


register()
