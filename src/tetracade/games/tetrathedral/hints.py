"""What a bot sees at a glance in Tetrathedral."""

from tetracade.engine.compile import rule
from tetracade.engine.contract import Actions, Ratings, State


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Nothing yet."""
    for index in range(count):
        out[index] = 0.0
