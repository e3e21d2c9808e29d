"""The games for OpenSpiel 2: ``pyspiel.load_game("tetracade_tetratrax")`` after importing this module.

Chance is explicit. An information state is what the seat was told, entry by entry, so it has perfect recall and holds
nothing the seat could not know; the observation tensor is the row of features. Games for exactly two are zero-sum,
from -1 to 1; the others pay from 0 to 1. A game in which several seats act at once has simultaneous nodes; the same
game with ``_turns`` after its name asks them one after the other, for algorithms that need that.

Parameters: ``players``, and ``options`` as in ``rows:10;starter:white`` or ``patterns:1+2``, because OpenSpiel keeps
``=`` and commas for itself.

For OpenSpiel's Python IS-MCTS give ``resample`` to ``bot.set_resampler``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import pyspiel

from tetracade import games
from tetracade.engine.chance import generator
from tetracade.engine.contract import CHANCE, OVER, SPECTATOR, State
from tetracade.engine.game import Game
from tetracade.engine.kernel import Kernel, kernel_of, seats_of

TURNS = "_turns"
UNSEEN = "?"


class Play:
    """A game being played, with what every seat was told; copied with its state."""

    def __init__(self, kernel: Kernel, seats: int, options: Mapping[str, Any]) -> None:
        self.kernel = kernel
        self.record = kernel.states()
        game = kernel.game
        kernel.start(self.state, seats, game.option_numbers(game.option_values(options, seats)))
        self.told: tuple[list[str], ...] = tuple([] for _ in range(seats + 1))
        """By seat; the last is what everybody was told."""

    @property
    def state(self) -> State:
        """The full record."""
        return self.record[0]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Play":
        other = object.__new__(Play)
        other.kernel = self.kernel
        other.record = self.record.copy()
        other.told = tuple(list(lines) for lines in self.told)
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.kernel.game, "record": self.record.tobytes(), "told": self.told}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.kernel = kernel_of(kept["game"])
        self.record = np.frombuffer(kept["record"], kept["game"].layout.dtype).copy()
        self.told = kept["told"]

    def act(self, seat: int, action: int) -> None:
        """Let the seat act, and tell everybody what they may know of it."""
        for viewer in range(SPECTATOR, len(self.told) - 1):
            seen = viewer == seat or self.kernel.sees_action(self.state, seat, action, viewer)
            self.told[viewer].append(f"{seat}:{action if seen else UNSEEN}")
        self.kernel.apply(self.state, seat, action)

    def deal(self, outcome: int) -> None:
        """Let the outcome happen, and tell everybody what they may know of it."""
        for viewer in range(SPECTATOR, len(self.told) - 1):
            seen = self.kernel.sees_outcome(self.state, outcome, viewer)
            self.told[viewer].append(f"c:{outcome if seen else UNSEEN}")
        self.kernel.resolve(self.state, outcome)

    def redeal(self, seat: int, seed: int) -> None:
        """Draw anew what the seat can't know; what the others were told of it begins with their new hands."""
        self.kernel.redeal(self.state, seat, generator(seed))
        common = self.told[SPECTATOR]
        told = []
        for viewer in range(len(self.told) - 1):
            view = self.kernel.view(self.state, viewer, over=False).tobytes()
            told.append(self.told[viewer] if viewer == seat else [*common, f"redealt {view.hex()}"])
        self.told = (*told, common)


class Spiel(pyspiel.Game):
    """One of our games; the classes made from it say which."""

    ours: Game
    kind: pyspiel.GameType
    in_turns: bool

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = self.ours
        self.seats = game.checked_seats(int(given.get("players", game.checked_seats(None))))
        self.options = read_options(game, str(given.get("options", "")))
        game.option_values(self.options, self.seats)
        zero_sum = is_zero_sum(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.outcomes,
            num_players=self.seats,
            min_utility=-1.0 if zero_sum else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=game.longest,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "SpielState":
        """The state before anything has happened."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """What a player is shown: features, or with perfect recall all that it was told; None if it isn't to be had."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        all_hands = kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
        return (
            None if all_hands or (kind.perfect_recall and not kind.public_info) else Observer(self.ours, kind, params)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (str(self),)


class SpielState(pyspiel.State):
    """A state of one of our games."""

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self.play = Play(kernel_of(game.ours), game.seats, game.options)
        self.in_turns = game.in_turns
        self.zero_sum = is_zero_sum(game.ours)

    def current_player(self) -> int:
        """Whose turn it is: a seat, chance, several at once, or nobody at the end."""
        mask = self.play.kernel.acting(self.play.state)
        if mask == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        if mask == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        seats = seats_of(mask)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if len(seats) > 1 and not self.in_turns else seats[0]

    def _legal_actions(self, player: int) -> list[int]:
        acting = seats_of(self.play.kernel.acting(self.play.state))
        return sorted(self.play.kernel.legal(self.play.state, player)) if player in acting else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely it is."""
        ids, weights = self.play.kernel.outcomes(self.play.state)
        return sorted((outcome, weight / sum(weights)) for outcome, weight in zip(ids, weights, strict=True))

    def _apply_action(self, action: int) -> None:
        if self.play.kernel.acting(self.play.state) == CHANCE:
            self.play.deal(int(action))
        else:
            self.play.act(self.current_player(), int(action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for seat in seats_of(self.play.kernel.acting(self.play.state)):
            self.play.act(seat, int(actions[seat]))

    def _action_to_string(self, player: int, action: int) -> str:
        words = self.play.kernel.game.words
        if player == pyspiel.PlayerId.CHANCE:
            return str(words.outcome_notation(action))
        return words.notation(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.kernel.acting(self.play.state) == OVER

    def returns(self) -> list[float]:
        """Each seat's payoff at the end, zeros before it."""
        if not self.is_terminal():
            return [0.0] * int(self.play.state.seats)
        payoffs = self.play.kernel.payoff(self.play.state)
        return [2.0 * payoff - 1.0 for payoff in payoffs] if self.zero_sum else list(payoffs)

    def __str__(self) -> str:
        return f"{self.play.kernel.game.words.position(self.play.state)}"


class Observer:
    """What a player is shown of a state."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, so not {params}")
        self.recall = bool(kind.perfect_recall)
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if self.private and self.public and not self.recall and game.features:
            self.tensor = np.zeros(game.features, np.float32)
            self.dict = {part.name: part.of(self.tensor) for part in game.feature_table}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the player's features."""
        if self.tensor is not None:
            self.tensor[:] = state.play.kernel.observe(state.play.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player was told, or without perfect recall what it sees now: all, or what spectators don't."""
        play = state.play
        viewer = player if self.private else SPECTATOR
        if self.recall:
            return f"{viewer} " + " ".join(play.told[viewer])
        view = play.kernel.view(play.state, viewer)
        if self.public:
            return f"{viewer} {view.tobytes().hex()}"
        seen = play.kernel.game.layout.seen_bytes
        own = seen(viewer, view.over) & ~seen(SPECTATOR, view.over)
        return bytes(np.frombuffer(view.tobytes(), np.uint8)[own]).hex()


def loaded(text: str) -> pyspiel.Game:
    """The game of this text; pickled games come back by it, since it brings this module, which registers them."""
    return pyspiel.load_game(text)


def resample(state: SpielState, player: int) -> SpielState:
    """A state that the player can't tell from this one, drawn at random; for ``ISMCTSBot.set_resampler``."""
    other = state.clone()
    other.play.redeal(player, int(np.random.randint(2**31)))
    return other


def read_options(game: Game, text: str) -> dict[str, Any]:
    """The options written like ``rows:10;patterns:1+2``."""
    named = {
        name: value.replace("+", ",") for name, _, value in (part.partition(":") for part in text.split(";") if part)
    }
    known = {option.name: option for option in game.options}
    return {name: known[name].read(value) if name in known else value for name, value in named.items()}


def is_zero_sum(game: Game) -> bool:
    """Whether what one seat wins the other loses: in games for two."""
    return game.seats == (2,)


@cache
def registered(game: Game, in_turns: bool) -> type[Spiel]:
    """The game's class for OpenSpiel, registered there."""
    types = pyspiel.GameType
    open_game = kernel_of(game).nothing_hidden
    kind = types(
        short_name=f"tetracade_{game.name}{TURNS if game.together and in_turns else ''}",
        long_name=game.title,
        dynamics=types.Dynamics.SEQUENTIAL if in_turns else types.Dynamics.SIMULTANEOUS,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if game.outcomes else types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION if open_game else types.Information.IMPERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if is_zero_sum(game) else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.features > 0,
        parameter_specification={"players": game.checked_seats(None), "options": ""},
    )
    made = type(f"Spiel{game.title}", (Spiel,), {"ours": game, "kind": kind, "in_turns": in_turns})
    pyspiel.register_game(kind, made)
    return made


for _name in games.names():
    _game = games.find(_name)
    registered(_game, in_turns=True)
    if _game.together:
        registered(_game, in_turns=False)
