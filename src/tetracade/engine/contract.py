"""What a game gives the engine, and the words both use for it.

A game's ``rules.py`` holds these functions, each decorated with :func:`tetracade.engine.compile.rule`:

============================================  =====================================================================
``start(state, seats, options)``              lay out a new game in a record of zeros; nothing random in it
``acting(state)``                             bit mask of the seats that may act now, or ``CHANCE``, or ``OVER``
``legal(state, seat, out)``                   write the seat's legal actions, return how many
``apply(state, seat, action)``                change the record
``outcomes(state, ids, weights)``             at ``CHANCE``: write what can happen and its weights, return how many
``resolve(state, outcome)``                   let it happen
``score(state, out)``                         write the points per seat, once it is over
``redeal(state, seat, rng)``                  replace all the seat cannot know by a sample of what it might be
``observe(state, seat, out)``                 write features for learning, from the seat's knowledge alone
============================================  =====================================================================

And, where the default below does not fit:

============================================  =====================================================================
``winners(state)``                            bit mask of the seats that won; all seats of the best score by default
``sees_action(state, seat, action, viewer)``  whether the viewer sees which action this is; yes by default
``sees_outcome(state, outcome, viewer)``      whether the viewer sees which outcome this is; yes by default
``rate(state, seat, actions, count, out)``    write how good each action looks at a glance (``hints.py``)
``payoff(state, out)``                        write each seat's worth of the end, 0 to 1; from the winners by default
``estimate(state, out)``                      write each seat's expected payoff midway; none by default
``timing_secret(state)``                      whether it must not be seen who is asked now; never by default
``lasting(state, seat, action)``              whether the rules forbid taking the action back; never by default
``ends_turn(state, seat, action)``            whether the turn is over even if the same seat acts next; no by default
============================================  =====================================================================

``sees_action``, ``sees_outcome``, ``lasting`` and ``ends_turn`` are asked before the action or the outcome happens; a
viewer of -1 is a spectator.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

OVER = 0
"""What ``acting`` returns when nobody acts any more."""

CHANCE = -1
"""What ``acting`` returns when an outcome has to be drawn."""

MOST_SEATS = 8
"""No game has more seats."""

SPECTATOR = -1
"""The viewer who holds no seat."""

State: TypeAlias = Any
"""A record; its attributes are the game's field table."""

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

REQUIRED = ("start", "acting", "legal", "apply", "outcomes", "resolve", "score", "redeal", "observe")
OPTIONAL = (
    "winners",
    "sees_action",
    "sees_outcome",
    "rate",
    "payoff",
    "estimate",
    "timing_secret",
    "lasting",
    "ends_turn",
)


def whole(value: Any, what: str) -> int:
    """The whole number that this is, NumPy's included; TypeError for anything else, also for True and 2.0."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        return int(value)
    raise TypeError(f"{what} is a whole number, not {value!r}")
