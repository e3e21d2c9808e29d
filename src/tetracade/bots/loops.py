"""What all kinds of search share: the loops bound to a game, and the form of their results."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol

from tetracade.bots import exact, search
from tetracade.engine.compile import bind
from tetracade.engine.fields import Seen
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of


@cache
def loops_of(game: Game) -> dict[str, Any]:
    """The search's loops, bound to the game."""
    kernel = kernel_of(game)
    bound: dict[str, Any] = {}
    for loop in (*search.BOUND, *exact.BOUND):
        known = {**kernel.functions, **kernel.loops, **bound}
        bound[loop.__name__] = bind(loop, known, game.name, inline=loop in search.INLINED)
    return bound


@cache
def settings_of(game: Game, skips: bool = False, horizon: int | None = None) -> search.Settings:
    """The game's tuning in the form that the loops take; with another horizon where one is given."""
    tuning = game.tuning
    return search.Settings(
        temperature=float(tuning.temperature),
        doubt=float(tuning.doubt),
        greed=float(tuning.greed),
        horizon=int(tuning.horizon if horizon is None else horizon),
        exploration=float(tuning.exploration),
        open_game=all(field.seen is Seen.BY_ALL for field in game.fields),
        skips=skips,
    )


class Thought(NamedTuple):
    """What the search found out about one action at the root."""

    action: int
    visits: int
    value: float
    node: int
    lead: int | None = None
    """With which lead the game ends then, where that is proved."""
    bound: str = ""
    """How far that is known: empty if exactly, else ``AT_LEAST`` or ``AT_MOST``."""


def by_depth(thought: Thought) -> tuple[int, float, int]:
    """The sort key of thoughts: deepest first, the best of those first."""
    return -thought.visits, -thought.value, thought.action


class Search(Protocol):
    """The search for one decision. Interrupting it between steps doesn't change what it finds."""

    def steps(self) -> Iterator[None]:
        """Search on, a few milliseconds per step, until done."""

    def thoughts(self) -> list[Thought]:
        """What was found so far, best first."""
