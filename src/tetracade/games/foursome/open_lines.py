"""Lines as codes: who may still complete a line, and how many chips it has.

Code 0 is a line without chips, SHUT one that nobody can complete by placing alone; from BEGUN on there are chips of one
colour, at most one of them locked (FS14). Adding the chips of a line one by one leads from code to code.
"""

from tetracade.engine.arrays import table
from tetracade.engine.compile import rule
from tetracade.engine.contract import State
from tetracade.games.foursome.board import COLOURS, LINE_SPACES, LINES_AT
from tetracade.games.foursome.state import LOCKED, NONE

SHUT = 1
BEGUN = 2
_HELD = [(colour, chips, locked) for colour in range(COLOURS) for chips in (1, 2, 3) for locked in (0, 1)]


def _joined(code: int, chip: int) -> int:
    """The code of a line with one more chip on it."""
    if chip == 0 or code == SHUT:
        return code
    colour, locked = (chip - 1) % COLOURS, int(chip >= LOCKED)
    if code == 0:
        return BEGUN + _HELD.index((colour, 1, locked))
    holder, chips, already = _HELD[code - BEGUN]
    one_more = (colour, chips + 1, locked + already)
    return BEGUN + _HELD.index(one_more) if holder == colour and one_more in _HELD else SHUT


CODES = BEGUN + len(_HELD)
JOINED = table([[_joined(code, chip) for chip in range(LOCKED + COLOURS)] for code in range(CODES)])
"""The code after adding what lies on one more space."""

HOLDER = table([NONE] * BEGUN + [colour for colour, _, _ in _HELD])
CHIPS = table([0] * BEGUN + [chips for _, chips, _ in _HELD])
"""Whose chips there are, and how many, by code."""

BESIDE = table(
    [
        [[other for other in LINE_SPACES[line] if other != space] if line >= 0 else [NONE] * 3 for line in lines]
        for space, lines in enumerate(LINES_AT)
    ]
)
"""The other three spaces of each line through a space, in the order of ``LINES_AT``."""


@rule
def code_of(state: State, line: int) -> int:
    """The line's code with the chips as they are."""
    code = 0
    for place in range(4):
        code = JOINED[code, state.board[LINE_SPACES[line, place]]]
    return code
