"""Foursomes on the board, compiled (FS13 to FS15).

Every line that qualifies is taken at once, so a new one always runs through a space whose chip is new: only those are
tested.
"""

from tetracade.engine.compile import inlined, rule
from tetracade.engine.contract import State
from tetracade.games.foursome.board import (
    COLOURS,
    FOURSOMES_OF_MORE,
    FOURSOMES_OF_TWO,
    LINE_COUNT,
    LINE_SPACES,
    LINES_AT,
)
from tetracade.games.foursome.state import LOCKED, NONE


@inlined
def colour_of(state: State, seat: int) -> int:
    """The seat's colour: its own, or its team's (FS4, FS5)."""
    return seat if state.seats <= COLOURS else seat % (state.seats // 2)


@inlined
def colours_of(state: State) -> int:
    """How many colours play."""
    return state.seats if state.seats <= COLOURS else state.seats // 2


@inlined
def target_of(state: State) -> int:
    """How many foursomes win (FS15)."""
    return FOURSOMES_OF_TWO if state.seats == 2 else FOURSOMES_OF_MORE


@rule
def qualifies(state: State, line: int, colour: int) -> bool:
    """Whether the line holds four chips of the colour, at most one of them locked (FS14)."""
    locked = 0
    for place in range(4):
        chip = state.board[LINE_SPACES[line, place]]
        if chip == colour + LOCKED:
            locked += 1
        elif chip != colour + 1:
            return False
    return locked <= 1


@rule
def qualifying_at(state: State, space: int) -> int:
    """How many lines through the chip on this space qualify, times 256, plus the last of them."""
    colour = (state.board[space] - 1) % COLOURS
    found = 0
    for index in range(LINE_COUNT[space]):
        line = LINES_AT[space, index]
        if qualifies(state, line, colour):
            found = (found // 256 + 1) * 256 + line
    return found


@rule
def lock(state: State, line: int) -> int:
    """Turn the line's chips to their X side, count the foursome, and return its colour (FS13)."""
    colour = (state.board[LINE_SPACES[line, 0]] - 1) % COLOURS
    for place in range(4):
        state.board[LINE_SPACES[line, place]] = colour + LOCKED
    state.foursomes[colour] += 1
    return colour


@rule
def namer_of(state: State, colour: int) -> int:
    """Who names this colour's lines: the mover, or the colour's first seat clockwise from it (FS19)."""
    seat = state.owing if state.owing != NONE else state.active
    while colour_of(state, seat) != colour:
        seat = (seat + 1) % state.seats
    return seat
