"""The contract of a game's rules: every function that ``rules.py`` and ``hints.py`` may hold, with its parameters.

Every game has ``start``, ``acting``, ``legal``, ``apply`` and ``score``. The others have a default below, for games
that need nothing else. A game decorates its functions with :func:`tetracade.engine.compile.rule`. Loops over any game
call these names, and ``bind`` puts the game's own functions in their place.

``sees_action``, ``sees_outcome``, ``lasting`` and ``ends_turn`` are called before the action or outcome happens; viewer
-1 is a spectator.
"""

from typing import NoReturn

from tetracade.engine.compile import rule
from tetracade.engine.contract import (
    NOWHERE,
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
    raise LookupError("this loop isn't bound to a game")


def start(state: State, seats: int, options: Options) -> None:
    """Set up a new game in a record of zeros, with nothing random. ``options`` are numbers in the game's order."""
    _missing()


def acting(state: State) -> int:
    """The bit mask of the seats that may act, or CHANCE, or OVER."""
    _missing()


def legal(state: State, seat: int, out: Actions) -> int:
    """Write the seat's legal actions to ``out``, and return how many there are."""
    _missing()


def apply(state: State, seat: int, action: int) -> None:
    """Change the record: the seat takes the action, which is legal."""
    _missing()


def score(state: State, out: Scores) -> None:
    """Write each seat's points, once the game is over."""
    _missing()


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """At CHANCE: write the possible outcomes and their weights, return how many. By default nothing is random."""
    return 0


@rule
def resolve(state: State, outcome: int) -> None:
    """Change the record: the outcome happens."""


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Replace everything the seat can't know with a sample of what it might be. By default nothing is hidden."""


@rule
def observe(state: State, seat: int, out: Features) -> None:
    """Write all features for learning, from what the seat knows. By default there are none."""


@rule
def winners(state: State, points: Scores) -> int:
    """The bit mask of the winning seats. By default those with the most points."""
    best = points[0]
    for seat in range(1, state.seats):
        best = max(best, points[seat])
    mask = 0
    for seat in range(state.seats):
        if points[seat] == best:
            mask |= 1 << seat
    return mask


@rule
def team(state: State, seat: int) -> int:
    """A number that teammates share, and nobody else. By default every seat plays for itself."""
    return seat


@rule
def sees_action(state: State, seat: int, action: int, viewer: int) -> bool:
    """Whether the viewer sees which action this is. By default everybody does."""
    return True


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """Whether the viewer sees which outcome this is. By default everybody does."""
    return True


@rule
def rate(state: State, seat: int, actions: Actions, count: int, out: Ratings) -> None:
    """Write how good each action looks at a glance. By default all look the same."""
    for index in range(count):
        out[index] = 0.0


@rule
def spot(state: State, seat: int, action: int) -> int:
    """Where on the board the action happens: ``row * ACROSS + column``; NOWHERE, the default, if at no place of it.

    Bots that overlook things overlook what lies far from where they look.
    """
    return NOWHERE


@rule
def forget(state: State, seat: int, keeps: int, rng: Rng) -> None:
    """Let the seat forget things that it was shown and that lie open no longer; it knows ``keeps`` in 1000 of them.

    What it forgets is redealt from then on. The same numbers of ``rng`` go to the same things, so that what is
    forgotten once stays forgotten. By default there is nothing of that kind.
    """


@rule
def payoff(state: State, points: Scores, won: int, out: Payoffs) -> None:
    """Write each seat's payoff at the end, from 0 to 1. By default the winners share 1."""
    sharing = 0
    for seat in range(state.seats):
        sharing += (won >> seat) & 1
    for seat in range(state.seats):
        out[seat] = ((won >> seat) & 1) / max(sharing, 1)


@rule
def estimate(state: State, out: Payoffs) -> bool:
    """Write each seat's expected payoff and return True; False, the default, if there is no estimate.

    Behind the payoffs of ``MOST_SEATS`` seats, ``out`` has room for ``ROOM`` numbers on the way there.
    """
    return False


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """Write what each seat may expect when the reference player goes on for all: its payoff and its points.

    ``room`` has space for 64 numbers on the way there. This is for judging finished games and positions, seen all open;
    bots don't ask it. Where it returns False, the default, ``estimate`` is asked; else the reference player goes on.
    """
    return False


@rule
def lead(state: State) -> int:
    """Seat 0's points so far less seat 1's; for games that have ``future``."""
    return 0


@rule
def future(state: State) -> int:
    """A number, 0 or more, for all that can still happen, whatever the points so far; -1, the default, for none.

    For two seats, where nothing is hidden or left to chance. With it bots prove what is best near the end; where the
    end is too far away for that, it is -1, too.
    """
    return -1


@rule
def timing_secret(state: State) -> bool:
    """Whether it must stay secret who is asked now. By default it is open."""
    return False


@rule
def lasting(state: State, seat: int, action: int) -> bool:
    """Whether the rules forbid undoing the action. By default they don't."""
    return False


@rule
def ends_turn(state: State, seat: int, action: int) -> bool:
    """Whether the turn ends even if the same seat acts next. By default it lasts as long as the seat acts."""
    return False


REQUIRED = (start, acting, legal, apply, score)
OPTIONAL = (
    *(outcomes, resolve, redeal, observe, winners, payoff, team),
    *(sees_action, sees_outcome, timing_secret, lasting, ends_turn),
    *(rate, estimate, judge, lead, future, spot, forget),
)
CONTRACT = (*REQUIRED, *OPTIONAL)
DEFAULTS = {function.__name__: function for function in OPTIONAL}
