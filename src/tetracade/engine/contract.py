"""Names that games and the engine share, and the check that a game keeps the contract.

The contract itself is code: :mod:`tetracade.engine.unbound` has the functions of ``rules.py`` and ``hints.py``, and
:mod:`tetracade.engine.words` those of ``words.py``, each with its exact parameters, what it does, and its default if it
has one. A game with different parameters is refused as soon as it is created.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

OVER = 0
"""What ``acting`` returns when the game is over."""

CHANCE = -1
"""What ``acting`` returns when an outcome has to be drawn."""

MOST_SEATS = 8
"""The most seats a game can have."""

ROOM = 256
"""How many numbers have room behind the payoffs that ``estimate`` writes, for what it needs on the way there."""

NOWHERE = -1
"""What ``spot`` returns for an action that happens at no place of the board."""

ACROSS = 64
"""How many columns a board can have for ``spot``."""

SPECTATOR = -1
"""The viewer without a seat."""

State: TypeAlias = Any
"""A record; its attributes are the fields of the game's table."""

Actions: TypeAlias = NDArray[np.int64]
Outcomes: TypeAlias = NDArray[np.int64]
Weights: TypeAlias = NDArray[np.int64]
Scores: TypeAlias = NDArray[np.int64]
Options: TypeAlias = NDArray[np.int64]
Features: TypeAlias = NDArray[np.int8]
Ratings: TypeAlias = NDArray[np.float64]
Payoffs: TypeAlias = NDArray[np.float64]
Rng: TypeAlias = NDArray[np.int64]
"""The four words of the generator in :mod:`tetracade.engine.chance`."""


class BadGame(TypeError):
    """A game breaks the contract; the message says how to fix it."""


def own_functions(source: Any, contract: Iterable[Callable[..., Any]], where: str) -> dict[str, Any]:
    """The functions of the contract that a module defines; BadGame if one has the wrong parameters."""
    found = {}
    for wanted in contract:
        own = getattr(source, wanted.__name__, None)
        if own is None:
            continue
        right, written = parameters_of(wanted), parameters_of(own)
        if written != right:
            raise BadGame(
                f"{where}: {wanted.__name__}({', '.join(written)}) must be {wanted.__name__}({', '.join(right)})"
            )
        found[wanted.__name__] = own
    return found


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """The names of the parameters, in order, without ``self``."""
    return [name for name in inspect.signature(function).parameters if name != "self"]


def integer(value: Any, what: str) -> int:
    """The value as an int, NumPy's integers included; TypeError for anything else, even True and 2.0."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    raise TypeError(f"{what} must be a whole number, not {value!r}")
