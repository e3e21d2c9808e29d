"""Tic-tac-toe, compiled. TT1… are the rules in rules.md.

Seats are 0 (X) and 1 (O). Action ``s`` marks square ``s``::

    6 7 8
    3 4 5
    0 1 2
"""

import numpy as np

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import OVER, Actions, Options, Scores, State
from tetracade.engine.fields import Field, Seen

SQUARES = 9
LINES = table([(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])

FIELDS = (
    Field("seats", np.int8, (), Seen.BY_ALL, "always 2"),
    Field("board", np.int8, (SQUARES,), Seen.BY_ALL, "by square: 0 empty, 1 X, 2 O"),
    Field("marked", np.int8, (), Seen.BY_ALL, "how many squares are marked"),
    Field("winner", np.int8, (), Seen.BY_ALL, "0 nobody, 1 X, 2 O"),
)


@rule
def start(state: State, seats: int, options: Options) -> None:
    """Lay out the empty board."""
    state.seats = seats


@rule
def acting(state: State) -> int:
    """The seat whose turn it is (TT1), or OVER."""
    if state.winner or state.marked == SQUARES:  # TT2, TT3
        return OVER
    return 1 << (state.marked % 2)


@rule
def legal(state: State, seat: int, out: Actions) -> int:
    """Write the empty squares (TT1), and return how many."""
    count = 0
    for square in range(SQUARES):
        if state.board[square] == 0:
            out[count] = square
            count += 1
    return count


@rule
def apply(state: State, seat: int, action: int) -> None:
    """Mark the square, and see whether that makes a line (TT2)."""
    mark = seat + 1
    state.board[action] = mark
    state.marked += 1
    if has_line(state, mark):
        state.winner = mark


@rule
def score(state: State, out: Scores) -> None:
    """Write 1 for the winner, 0 for the other."""
    out[0] = state.winner == 1
    out[1] = state.winner == 2


@rule
def has_line(state: State, mark: int) -> bool:
    """Whether three of these marks stand in a line (TT2)."""
    for line in range(len(LINES)):
        if (
            state.board[LINES[line, 0]] == mark
            and state.board[LINES[line, 1]] == mark
            and state.board[LINES[line, 2]] == mark
        ):
            return True
    return False
