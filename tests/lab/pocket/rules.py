"""Pocket. Seat 1 is dealt a low card (twice as likely) or a high one, which only it sees.

Seat 0 says something, action 0 or 1, which changes nothing. Then a coin of four equal sides decides: seat 0 wins on one
of them if the card is low, on three if it is high. Outcomes 0 and 1 are the cards, 2 and 3 a win and a loss of seat 0.
"""

import numpy as np

from tetracade.engine.chance import below
from tetracade.engine.compile import rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Options, Outcomes, Payoffs, Rng, Scores, State, Weights
from tetracade.engine.fields import Field, Seen

SEATS = 2
DEALING, SAYING, TOSSING, ENDED = range(4)
LOW, HIGH, WIN, LOSS = range(4)

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("phase", np.int8, (), Seen.BY_ALL, "dealing, saying, tossing, ended"),
    Field("won", np.int8, (), Seen.BY_ALL, "whether seat 0 won"),
    Field("pocket", np.int8, (SEATS,), Seen.BY_OWNER, "seat 1's card: 0 low, 1 high"),
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Begin."""
    state.seats = seats


@rule
def acting(state: State) -> int:
    """A card, seat 0, the coin."""
    if state.phase == ENDED:
        return OVER
    return 1 if state.phase == SAYING else CHANCE


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Say this or that."""
    out[0] = 0
    out[1] = 1
    return 2


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Nothing comes of it."""
    state.phase = TOSSING


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """The card, or the coin."""
    first = LOW if state.phase == DEALING else WIN
    ids[0] = first
    ids[1] = first + 1
    good = 1 + 2 * state.pocket[1]
    weights[0] = 2 if state.phase == DEALING else good
    weights[1] = 1 if state.phase == DEALING else 4 - good
    return 2


@rule
def resolve(state: State, outcome: int) -> None:
    """Deal, or decide."""
    if outcome < WIN:
        state.pocket[1] = outcome
        state.phase = SAYING
    else:
        state.won = int(outcome == WIN)
        state.phase = ENDED


@rule
def redeal(state: State, seat: int, rng: Rng) -> None:
    """Seat 0 knows how the cards are mixed, and no more."""
    if seat == 0 and state.phase != DEALING:
        state.pocket[1] = int(below(rng, 3) == 0)


@rule
def sees_outcome(state: State, outcome: int, viewer: int) -> bool:
    """The card is seat 1's own."""
    return outcome >= WIN or viewer == 1


@rule
def score(state: State, out: Scores) -> None:
    """A point for whoever won."""
    out[0] = state.won
    out[1] = 1 - state.won


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """The exact chances, the card being open."""
    if state.phase == DEALING or state.phase == ENDED:
        return False
    shares[0] = (1 + 2 * state.pocket[1]) / 4
    shares[1] = 1.0 - shares[0]
    return True
