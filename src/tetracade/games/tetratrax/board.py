"""The tower and the tiles of TetraTrax, as tables."""

from tetracade.engine.arrays import table
from tetracade.engine.polyomino import Stand, stands_of

COLUMNS = 8
COLUMN_NAMES = "ABCDEFGH"
FEWEST_ROWS = 10
MOST_ROWS = 14
SEATS = 2

KINDS = ("domino", "I", "O", "T", "S", "L")
LETTERS = "DIOTSL"
TILES = table([1, 2, 2, 2, 2, 3])  # TX3, by kind
TILES_A_SIDE = int(TILES.sum())

PICTURES = {
    "D": ("##",),
    "I": ("####",),
    "O": ("##", "##"),
    "T": ("###", ".#."),
    "S": (".##", "##."),
    "L": ("###", "#.."),
}


def _upright_domino(stand: Stand) -> bool:
    return LETTERS[stand.kind] == "D" and stand.height == 2


STANDS = tuple(sorted(stands_of([PICTURES[letter] for letter in LETTERS]), key=_upright_domino))
"""All stands by kind; the upright domino, never legal (TX4), comes last."""
LEGAL_STANDS = len(STANDS) - 1
WIDEST = 4

KIND_OF = table([stand.kind for stand in STANDS])
WIDTH = table([stand.width for stand in STANDS])
HEIGHT = table([stand.height for stand in STANDS])
SIZE = table([len(stand.squares) for stand in STANDS])
SQUARES = table([[*stand.squares, *[(0, 0)] * (4 - len(stand.squares))] for stand in STANDS])
"""The stands' squares; a domino's last two places are not used."""

LOWEST = table(
    [[min((row for column, row in stand.squares if column == x), default=0) for x in range(WIDEST)] for stand in STANDS]
)
"""The lowest row that a stand fills in each of its columns."""
