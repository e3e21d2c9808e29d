"""Tic-tac-toe in words: squares are a1 to c3."""

from typing import Any

from tetracade.engine.arrays import as_rules_see
from tetracade.engine.fields import View
from tetracade.engine.words import Refusal
from tetracade.games.tic_tac_toe.rules import SQUARES, has_line

NAMES = tuple(f"{column}{row}" for row in "123" for column in "abc")
MARKS = ".XO"


def notation(action: int) -> str:
    """The square's name."""
    return NAMES[action]


def action_of(notation: str) -> int:
    """The square of this name."""
    if notation.lower() not in NAMES:
        raise ValueError(f"{notation!r} is no square; squares are a1 to c3")
    return NAMES.index(notation.lower())


def text(view: View, seat: int, action: int) -> str:
    """The mark in words."""
    return f"marks {NAMES[action]}"


def touches(action: int) -> tuple[str, ...]:
    """The square."""
    return (NAMES[action],)


def why_not(view: View, seat: int, action: int) -> Refusal:
    """The game is over, it is the other's turn, or the square is taken."""
    if view.winner:
        return Refusal("TT2", f"The game is over: {ending(view)}.")
    if view.marked == SQUARES:
        return Refusal("TT3", f"The game is over: {ending(view)}.")
    if view.marked % 2 != seat:
        return Refusal("TT1", f"It's {seat_name(1 - seat)}'s turn.")
    return Refusal("TT1", f"{NAMES[action]} is taken.", (NAMES[action],))


def ending(view: View) -> str:
    """Three in a line, or a full board."""
    return f"{MARKS[view.winner]} has three in a line" if view.winner else "the board is full"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The game won, or nothing."""
    return {"three in a line": int(view.winner == seat + 1)}


def drawing(view: View) -> str:
    """The board, with the names of columns and rows."""
    rows = [f"{row + 1} " + " ".join(_mark(view, 3 * row + column) for column in range(3)) for row in (2, 1, 0)]
    return "\n".join([*rows, "  a b c"])


def seat_name(seat: int) -> str:
    """The seat's mark."""
    return MARKS[seat + 1]


def position(state: Any) -> str:
    """The squares from a1 to c3; whose turn it is follows from them."""
    return "".join(_mark(state, square) for square in range(SQUARES))


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line."""
    if len(line) != SQUARES or set(line) - set(MARKS):
        raise ValueError(f"a position has {SQUARES} squares, each one of {MARKS}")
    state.seats = 2
    for square, mark in enumerate(line):
        state.board[square] = MARKS.index(mark)
    state.marked = SQUARES - line.count(".")
    for winner in (1, 2):
        if has_line(as_rules_see(state), winner):
            state.winner = winner


def _mark(state: Any, square: int) -> str:
    return MARKS[int(state.board[square])]
