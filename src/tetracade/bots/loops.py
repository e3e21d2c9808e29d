"""What every way of thinking ahead needs: the search's loops bound to a game, and what they find out."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, Protocol

from tetracade.bots import search
from tetracade.engine.compile import bind
from tetracade.engine.fields import Seen
from tetracade.engine.game import Game
from tetracade.engine.kernel import kernel_of


@cache
def loops_of(game: Game) -> dict[str, Any]:
    """The search's loops, bound to the game."""
    kernel = kernel_of(game)
    bound: dict[str, Any] = {}
    for loop in search.BOUND:
        known = {**kernel.functions, **kernel.loops, **bound}
        bound[loop.__name__] = bind(loop, known, game.name, inline=loop in search.INLINED)
    return bound


@cache
def settings_of(game: Game) -> search.Settings:
    """How the game is simulated, as the loops take it."""
    tuning = game.tuning
    return search.Settings(
        temperature=float(tuning.temperature),
        doubt=float(tuning.doubt),
        greed=float(tuning.greed),
        horizon=int(tuning.horizon),
        exploration=float(tuning.exploration),
        open_game=all(field.seen is Seen.BY_ALL for field in game.fields),
    )


class Thought(NamedTuple):
    """What thinking found out about one action at the root."""

    action: int
    visits: int
    value: float
    node: int


def by_depth(thought: Thought) -> tuple[int, float, int]:
    """The order of thoughts: the deepest first, the best of them first."""
    return -thought.visits, -thought.value, thought.action


class Search(Protocol):
    """One decision being looked into. Where its steps are interrupted makes no difference to what it finds."""

    def steps(self) -> Iterator[None]:
        """Look further, some milliseconds a step, until all is looked at."""

    def thoughts(self) -> list[Thought]:
        """What was found out so far, the best first."""
