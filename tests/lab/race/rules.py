"""Race. Two seats in turn, seat 0 first; each turn a coin shows 1 (two times in three) or 2.

Action 0 steps one space; action 1 jumps two, and is there only after a 2. Whoever reaches the third space wins.
``BEFORE[mine, theirs]`` is the chance to win of the seat that throws next, in billionths, when all play at random.
"""

import numpy as np

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import CHANCE, OVER, Actions, Options, Outcomes, Payoffs, Scores, State, Weights
from tetracade.engine.fields import Field, Seen

SEATS = 2
GOAL = 3

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("turn", np.int8, (), Seen.BY_ALL, "who throws or moves"),
    Field("thrown", np.int8, (), Seen.BY_ALL, "1 or 2; 0 before the throw"),
    Field("at", np.int8, (SEATS,), Seen.BY_ALL, "each seat's space"),
)


def chance(mine: int, theirs: int) -> float:
    """The chance of the seat that throws next: a 1 comes with weight 2, and after a 2 both are as likely."""
    if mine >= GOAL:
        return 1.0
    if theirs >= GOAL:
        return 0.0
    step = 1 - chance(theirs, mine + 1)
    jump = 1 - chance(theirs, mine + 2)
    return 2 / 3 * step + 1 / 3 * (step + jump) / 2


PARTS = 10**9
BEFORE = table([[round(PARTS * chance(mine, theirs)) for theirs in range(GOAL + 2)] for mine in range(GOAL + 2)])


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Begin."""
    state.seats = seats


@rule
def acting(state: State) -> int:
    """A throw, then its seat."""
    if state.at[0] >= GOAL or state.at[1] >= GOAL:
        return OVER
    return CHANCE if state.thrown == 0 else 1 << state.turn


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """A step, and a jump after a 2."""
    out[0] = 0
    out[1] = 1
    return int(state.thrown)


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Move."""
    state.at[seat] += 1 + action
    state.thrown = 0
    state.turn = 1 - seat


@rule
def outcomes(state: State, ids: Outcomes, weights: Weights) -> int:
    """The coin."""
    ids[0] = 0
    ids[1] = 1
    weights[0] = 2
    weights[1] = 1
    return 2


@rule
def resolve(state: State, outcome: int) -> None:
    """Throw."""
    state.thrown = 1 + outcome


@rule
def score(state: State, out: Scores) -> None:
    """One point for the goal."""
    for seat in range(SEATS):
        out[seat] = int(state.at[seat] >= GOAL)


@rule
def judge(state: State, shares: Payoffs, points: Payoffs, room: Payoffs) -> bool:
    """The exact chances before a throw; elsewhere the reference player goes on."""
    if state.thrown or acting(state) == OVER:
        return False
    mine = BEFORE[state.at[state.turn], state.at[1 - state.turn]] / PARTS
    shares[state.turn] = mine
    shares[1 - state.turn] = 1.0 - mine
    return True
