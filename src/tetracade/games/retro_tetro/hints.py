"""What a bot sees at a glance in Retro Tetro."""

from tetracade.engine.compile import rule
from tetracade.engine.contract import Actions, Ratings, State


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """No action looks better than another."""
    for index in range(count):
        out[index] = 0.0
