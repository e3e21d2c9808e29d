"""The board, the cards and the chips of Foursome, as tables."""

from tetracade.engine.arrays import table

COLUMNS = 10
ROWS = 8
COLUMN_NAMES = "ABCDEFGHIJ"

PICTURE = """
    RK BP RQ BD RI BF RA BM RS BB
    BD RT BK RE BL RS BJ RG BH RD
    RR BH RP BT RM BA RB BE RO BC
    BI RA BS RQ BO RT BG RL BN RH
    RM BG RJ BC RN BM RP BK RF BT
    BO RN BQ RH BJ RG BQ RR BB RJ
    RF BE RB BR RC BI RL BP RE BS
    BN RK BL RI BF RD BA RO BR RC
"""
"""The spaces as they lie (FS1): R red or B black, then the character's letter; row 1 on top, columns A to J."""

CHARACTERS = "ABCDEFGHIJKLMNOPQRST"
SPACE_COLOURS = ("red", "black")
COLOUR_MARKS = "RB"

HOUSE_NAMES = (
    "Anna Log",
    "Bill Board",
    "Claire Voyant",
    "Doug Witherspade",
    "Ella Vator",
    "Fern Iture",
    "Gus Tofwind",
    "Holly Daye",
    "Ivan Idea",
    "Justin Thyme",
    "Kay Oss",
    "Lorna Mower",
    "Miles Togo",
    "Nora Bone",
    "Otto Pilot",
    "Pete Zaria",
    "Quinn Tuplet",
    "Rhoda Horse",
    "Sandy Beech",
    "Theo Retical",
)
PRINTED_NAMES = {"A": "Anita Kock", "I": "Ima Hoare", "J": "Jack Schitt", "Q": "Wilma Dikfit"}
"""The four that the rulebook prints, by the letter whose house name they replace."""

NAME_SETS = ("house", "rulebook")
NAMES = (
    HOUSE_NAMES,
    tuple(PRINTED_NAMES.get(letter, name) for letter, name in zip(CHARACTERS, HOUSE_NAMES, strict=True)),
)
SPECIAL_NAMES = ("Joker card", "Major Woody")
"""What a special card is called in each set of names (FS3)."""

CHARACTER_KINDS = len(SPACE_COLOURS) * len(CHARACTERS)
WILD, REMOVE, STEAL, SWAP_RED, SWAP_BLACK = range(CHARACTER_KINDS, CHARACTER_KINDS + 5)
KINDS = SWAP_BLACK + 1
SPECIALS = ("WILD", "REMOVE", "STEAL", "SWAP-RED", "SWAP-BLACK")
COPIES = table([2] * CHARACTER_KINDS + [5, 3, 2, 1, 1])  # FS2, by kind
CARDS = int(COPIES.sum())

CHIP_COLOURS = ("Amber", "Blue", "Clover", "Damson")
COLOURS = len(CHIP_COLOURS)
CHIPS_A_COLOUR = 32

MOST_SEATS = 8
MOST_HELD = 6
"""Five cards and the one just picked."""

_ROWS = [row.split() for row in PICTURE.split("\n") if row.strip()]
_LABELS = [label for row in _ROWS for label in row]

SPACES = len(_LABELS)
KIND_NAMES = (*(f"{mark}{letter}" for mark in COLOUR_MARKS for letter in CHARACTERS), *SPECIALS)
KIND_AT = table([KIND_NAMES.index(label) for label in _LABELS])
"""The card that fits each space; spaces count along the rows from A1."""

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


LINE_SPACES = table(_lines())
LINES = len(LINE_SPACES)
LINE_NAMES = tuple(f"{SPACE_NAMES[line[0]]}-{SPACE_NAMES[line[3]]}" for line in LINE_SPACES)

_THROUGH = [[line for line in range(LINES) if space in LINE_SPACES[line]] for space in range(SPACES)]
MOST_THROUGH = max(len(lines) for lines in _THROUGH)
LINE_COUNT = table([len(lines) for lines in _THROUGH])
LINES_AT = table([lines + [-1] * (MOST_THROUGH - len(lines)) for lines in _THROUGH])
"""The lines through each space, as many as ``LINE_COUNT`` says."""

SAME_COLOUR = SPACES // 2
SPACE_IN_COLOUR = table([[s for s in range(SPACES) if KIND_AT[s] // len(CHARACTERS) == c] for c in (0, 1)])
"""The spaces of each colour in order: in the checkerboard, space ``s`` stands at place ``s // 2`` of its colour."""
