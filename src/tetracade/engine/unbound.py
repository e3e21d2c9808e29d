"""The names that generic loops call. ``bind`` puts a game's functions, or the defaults below, in their place."""

from typing import NoReturn

from tetracade.engine.compile import rule
from tetracade.engine.contract import (
    Actions,
    Features,
    Options,
    Outcomes,
    Payoffs,
    Ratings,
    Rng,
    Scores,
    State,
    Weights,
)


def _missing() -> NoReturn:
    raise LookupError("this loop is not bound to a game")


def start(state: State, seats: int, options: Options) -> None:
    """Lay out a new game in a record of zeros."""
    _missing()


def acting(state: State) -> int:
    """The bit mask of the seats that may act, or CHANCE, or OVER."""
    _missing()


def legal(state: State, seat: int, out: Actions) -> int:
    """Write the seat's legal actions, return how many."""
    _missing()


def apply(state: State, seat: int, action: int) -> None:
    """Let the seat do the action."""
    _missing()


def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """Write what can happen and its weights, return how many."""
    _missing()


def resolve(state: State, outcome: int) -> None:
    """Let the outcome happen."""
    _missing()


def score(state: State, out: Scores) -> None:
    """Write the points per seat."""
    _missing()


def redeal(state: State, seat: int, rng: Rng) -> None:
    """Replace what the seat cannot know by a sample of what it might be."""
    _missing()


def observe(state: State, seat: int, out: Features) -> None:
    """Write features for learning."""
    _missing()


@rule
def winners(state: State, points: Scores) -> int:
    """The seats with the most points."""
    best = points[0]
    for seat in range(1, state.seats):
        best = max(best, points[seat])
    mask = 0
    for seat in range(state.seats):
        if points[seat] == best:
            mask |= 1 << seat
    return mask


@rule
def sees_action(state: State, seat: int, action: int, viewer: int) -> bool:
    """Everybody sees what is done."""
    return True


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """Everybody sees what happens."""
    return True


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """No action looks better than another."""
    for index in range(count):
        out[index] = 0.0


@rule
def payoff(state: State, points: Scores, won: int, out: Payoffs) -> None:
    """The winners share 1, the others have 0."""
    sharing = 0
    for seat in range(state.seats):
        sharing += (won >> seat) & 1
    for seat in range(state.seats):
        out[seat] = ((won >> seat) & 1) / max(sharing, 1)


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """No game's worth is known midway: False says that nothing was written."""
    return False


@rule
def timing_secret(state: State) -> bool:
    """It may be seen who is asked."""
    return False


@rule
def lasting(state: State, seat: int, action: int) -> bool:
    """What was done may be taken back, as far as the rules are concerned."""
    return False


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """A turn lasts while its seat goes on acting."""
    return False


DEFAULTS = {
    function.__name__: function
    for function in (winners, sees_action, sees_outcome, rate, payoff, estimate, timing_secret, lasting, ends_turn)
}
