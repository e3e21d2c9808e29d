"""The board, the cards and the chips of Foursome, as they follow from the box."""

from string import ascii_uppercase

from tetracade.engine.arrays import table
from tetracade.games.foursome.box import CHARACTERS, COLOUR_MARKS, PARTS, SPACES, SPACES_OF_A_CARD, SPECIALS

COLUMNS = PARTS.columns
ROWS = PARTS.rows
COLUMN_NAMES = ascii_uppercase[:COLUMNS]
SPACE_COLOURS = ("red", "black")

NAME_SETS = ("house", "rulebook")
NAMES = (
    PARTS.house_names,
    tuple(PARTS.printed_names.get(letter, name) for letter, name in zip(CHARACTERS, PARTS.house_names, strict=True)),
)
SPECIAL_NAMES = PARTS.special_names
"""What a special card is called in each set of names (FS3)."""

CHARACTER_KINDS = len(SPACE_COLOURS) * len(CHARACTERS)
WILD, REMOVE, STEAL, SWAP_RED, SWAP_BLACK = range(CHARACTER_KINDS, CHARACTER_KINDS + 5)
KINDS = SWAP_BLACK + 1
COPIES = table([SPACES_OF_A_CARD] * CHARACTER_KINDS + list(PARTS.specials))  # FS2, by kind
CARDS = int(COPIES.sum())

CHIP_COLOURS = ("Amber", "Blue", "Clover", "Damson")
COLOURS = len(CHIP_COLOURS)
CHIPS_A_COLOUR = PARTS.chips

MOST_SEATS = 8
MOST_HELD = 6
"""Five cards and the one just picked."""

LABELS = tuple(label for row in PARTS.board for label in row)
"""The spaces as they lie (FS1), along the rows from A1: R red or B black, then the character's letter."""

KIND_NAMES = (*(f"{mark}{letter}" for mark in COLOUR_MARKS for letter in CHARACTERS), *SPECIALS)
KIND_AT = table([KIND_NAMES.index(label) for label in LABELS])
"""The card that fits each space."""

SPACES_OF = table([[s for s in range(SPACES) if KIND_AT[s] == kind] for kind in range(CHARACTER_KINDS)])
"""The two spaces of each character card."""

SPACE_NAMES = tuple(f"{COLUMN_NAMES[space % COLUMNS]}{space // COLUMNS + 1}" for space in range(SPACES))


def _lines() -> list[list[int]]:
    """Every four connected spaces in a row: across, down, and along both diagonals (FS13)."""
    found = []
    for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for row in range(ROWS):
            for column in range(COLUMNS):
                last_column, last_row = column + 3 * step_x, row + 3 * step_y
                if last_column < COLUMNS and 0 <= last_row < ROWS:
                    found.append([(row + i * step_y) * COLUMNS + column + i * step_x for i in range(4)])
    return found


_LINES = _lines()
LINE_SPACES = table(_LINES)
LINES = len(_LINES)
LINE_NAMES = tuple(f"{SPACE_NAMES[line[0]]}-{SPACE_NAMES[line[3]]}" for line in _LINES)

_THROUGH = [[number for number, line in enumerate(_LINES) if space in line] for space in range(SPACES)]
MOST_THROUGH = max(len(lines) for lines in _THROUGH)
LINE_COUNT = table([len(lines) for lines in _THROUGH])
LINES_AT = table([lines + [-1] * (MOST_THROUGH - len(lines)) for lines in _THROUGH])
"""The lines through each space, as many as ``LINE_COUNT`` says."""

FOURSOMES_OF_TWO = PARTS.foursomes_of_two
FOURSOMES_OF_MORE = PARTS.foursomes_of_more

SAME_COLOUR = SPACES // 2
SPACE_IN_COLOUR = table([[s for s in range(SPACES) if KIND_AT[s] // len(CHARACTERS) == c] for c in (0, 1)])
"""The spaces of each colour in order: in the checkerboard, space ``s`` stands at place ``s // 2`` of its colour."""
