"""Trained networks as bots: a file of plain arrays, read without pickle and run with NumPy and Numba alone.

A net belongs to one game, version, box and feature table, and is refused for any other. It maps a row of features to a
logit for each action and to the payoff it expects; legal actions are all it ever looks at.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tetracade.bots.bot import Finding
from tetracade.bots.layers import activate
from tetracade.engine.chance import generator
from tetracade.engine.game import BadOption, Game
from tetracade.table.table import Action, Table

ENDING = ".npz"
FORMAT = 1

Array = NDArray[np.float32]


class BadNet(BadOption):
    """A file that isn't a net, or not one for this game."""


def heading_of(game: Game) -> dict[str, Any]:
    """What a net and a game must have in common."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "box": game.box_mark,
        "feature table": game.feature_table.mark,
        "actions": game.actions,
    }


def scale_of(game: Game) -> Array:
    """What each feature is divided by, so that all are between -1 and 1."""
    table = game.feature_table
    most = np.maximum(np.abs(table.low.astype(np.float32)), np.abs(table.high.astype(np.float32)))
    return np.maximum(most, 1.0).astype(np.float32)


class Net:
    """Two hidden layers, a policy and a value."""

    SHAPES: Mapping[str, tuple[str, ...]] = {
        "first": ("features", "hidden"),
        "first_bias": ("hidden",),
        "second": ("hidden", "hidden"),
        "second_bias": ("hidden",),
        "policy": ("actions", "hidden"),
        "policy_bias": ("actions",),
        "value": ("hidden",),
        "value_bias": (),
    }

    def __init__(self, game: Game, arrays: Mapping[str, Array]) -> None:
        self.game = game
        self.arrays = {name: np.asarray(arrays[name], np.float32) for name in self.SHAPES}
        self._scale = scale_of(game)
        sizes = {"features": game.features, "actions": game.actions, "hidden": self.arrays["first_bias"].size}
        for name, axes in self.SHAPES.items():
            right = tuple(sizes[axis] for axis in axes)
            if self.arrays[name].shape != right:
                raise BadNet(f"{name} has the shape {self.arrays[name].shape}, not {right}")
            if not np.isfinite(self.arrays[name]).all():
                raise BadNet(f"{name} holds numbers that aren't finite")

    def hidden(self, features: NDArray[np.int8]) -> Array:
        """The second hidden layer, of one row of features or of many."""
        net = self.arrays
        rows = features.reshape(-1, self.game.features)
        wide = net["first_bias"].size
        room, second = np.zeros(wide, np.float32), np.zeros((len(rows), wide), np.float32)
        layers = (net["first"], net["first_bias"], net["second"], net["second_bias"])
        activate(rows, self._scale, *layers, room, second)
        return second.reshape(*features.shape[:-1], wide)

    def logits(self, hidden: Array, legal: Sequence[int]) -> Array:
        """A logit for each legal action."""
        chosen = np.asarray(legal, np.int64)
        found: Array = self.arrays["policy"][chosen] @ hidden + self.arrays["policy_bias"][chosen]
        return found

    def value(self, hidden: Array) -> float:
        """The payoff it expects, from 0 to 1."""
        return float(np.clip(hidden @ self.arrays["value"] + self.arrays["value_bias"], 0.0, 1.0))

    def values(self, hidden: Array) -> Array:
        """The payoffs it expects, row by row, as they are."""
        found: Array = hidden @ self.arrays["value"] + self.arrays["value_bias"]
        return found

    def save(self, path: str | Path, notes: Mapping[str, Any] | None = None) -> None:
        """Write the net to a file."""
        heading = json.dumps({**heading_of(self.game), "notes": dict(notes or {})})
        with Path(path).open("wb") as file:
            np.savez_compressed(file, heading=np.array(heading), **self.arrays)  # type: ignore[arg-type]  # by name


def load(game: Game, path: str | Path) -> Net:
    """The net in this file; BadNet says why it can't be had, or isn't for this game."""
    there = read_heading(path)
    for name, mine in heading_of(game).items():
        if there.get(name) != mine:
            raise BadNet(f"{path} was trained for {name} {there.get(name)!r}, but {game.title} has {mine!r}")
    with np.load(path, allow_pickle=False) as kept:
        missing = Net.SHAPES.keys() - set(kept.files)
        if missing:
            raise BadNet(f"{path} lacks {', '.join(sorted(missing))}")
        return Net(game, {name: kept[name] for name in Net.SHAPES})


def read_heading(path: str | Path) -> dict[str, Any]:
    """What the file says about its net; BadNet if it is none."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            heading = json.loads(str(kept["heading"]))
    except FileNotFoundError:
        raise BadNet(f"there is no file {path}") from None
    except (OSError, ValueError, KeyError, AttributeError, EOFError, BadZipFile):
        heading = None
    if not isinstance(heading, dict):
        raise BadNet(f"{path} isn't a net; train one with: tetracade rl train GAME --out NET.npz")
    return heading


class NetBot:
    """Plays what its net thinks most of; with a temperature above 0 it draws by the net's weights."""

    def __init__(self, game: Game, net: Net, name: str = "net", seed: int = 0, temperature: float = 0.0) -> None:
        self.game = game
        self.net = net
        self.name = name
        self.temperature = temperature
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Start over with this seed, as if just created."""
        self._rng = np.random.default_rng(generator(seed))

    def choose(self, table: Table, seat: int) -> Action:
        """The action its net thinks most of."""
        return table.offered(seat, [self.choose_number(table, seat)])[0]

    def choose_number(self, table: Table, seat: int) -> int:
        """The number of that action."""
        legal = table.legal_ids(seat)
        logits = self.net.logits(self.net.hidden(table.observe(seat)), legal)
        if self.temperature > 0:
            return legal[int(self._rng.choice(len(legal), p=weights_of(logits / self.temperature)))]
        return legal[int(logits.argmax())]

    def explain(self, table: Table, seat: int, most: int = 5) -> list[Finding]:
        """The actions with the greatest weights; the value is that of the position."""
        legal = table.legal_ids(seat)
        hidden = self.net.hidden(table.observe(seat))
        weights = weights_of(self.net.logits(hidden, legal))
        best = np.argsort(-weights, kind="stable")[:most]
        value = self.net.value(hidden)
        offers = table.offered(seat, [legal[place] for place in best])
        return [
            Finding(action, value, 1.0, float(weights[place]), (action.notation,))
            for action, place in zip(offers, best, strict=True)
        ]


def weights_of(logits: Array) -> NDArray[np.float64]:
    """The logits as weights that add up to 1."""
    raised = np.exp((logits - logits.max()).astype(np.float64))
    found: NDArray[np.float64] = raised / raised.sum()
    return found


def is_net(name: str) -> bool:
    """Whether a bot's name is that of a file, or of several with commas between them."""
    parts = name.split(",")
    return all(part.strip().lower().endswith(ENDING) for part in parts)


def net_bot(game: Game, name: str, seed: int = 0) -> NetBot:
    """The bot of the net in this file; BadNet if it isn't one for this game."""
    return NetBot(game, load(game, name.strip()), Path(name).stem, seed)


def maker_of_nets(names: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """What creates bots from these files, each for its game, and by ``otherwise`` for others; BadNet if it can't."""
    paths = {read_heading(name.strip()).get("game"): name.strip() for name in names.split(",")}
    nets: dict[str, Net] = {}

    def make(game: Game, level: int = 3, seed: int = 0) -> Any:
        if game.name not in paths:
            return otherwise(game=game, level=level, seed=seed)
        if game.name not in nets:
            nets[game.name] = load(game, paths[game.name])
        return NetBot(game, nets[game.name], Path(paths[game.name]).stem, seed)

    return make
