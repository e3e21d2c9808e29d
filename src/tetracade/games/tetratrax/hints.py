"""What a bot sees at a glance in TetraTrax."""

from tetracade.engine.compile import rule
from tetracade.engine.contract import Actions, Ratings, State
from tetracade.games.tetratrax.board import COLUMNS, HEIGHT, SIZE
from tetracade.games.tetratrax.rules import points_of, resting_row


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Rate each drop by its points, then by staying low, then by getting rid of big tiles."""
    for index in range(count):
        stand, column = actions[index] // COLUMNS, actions[index] % COLUMNS
        top = resting_row(state, stand, column) + HEIGHT[stand]
        out[index] = points_of(state, seat, actions[index]) - 0.05 * top + 0.01 * SIZE[stand]
