"""The tower and the tiles of TetraTrax, as they follow from the box."""

from string import ascii_uppercase

from tetracade.engine.arrays import table
from tetracade.engine.polyomino import Stand, stands_of
from tetracade.games.tetratrax.box import KINDS, LONGEST_TILE, PARTS

COLUMNS = PARTS.columns
COLUMN_NAMES = ascii_uppercase[:COLUMNS]
USUAL_ROWS = PARTS.usual_rows
FEWEST_ROWS = PARTS.fewest_rows
MOST_ROWS = PARTS.most_rows
SEATS = 2

LETTERS = "".join(kind[0].upper() for kind in KINDS)
TILES = table(PARTS.tiles)  # TX3, by kind
TILES_A_SIDE = sum(PARTS.tiles)

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
WIDEST = LONGEST_TILE

KIND_OF = table([stand.kind for stand in STANDS])
WIDTH = table([stand.width for stand in STANDS])
HEIGHT = table([stand.height for stand in STANDS])
SIZE = table([len(stand.squares) for stand in STANDS])
SQUARES = table([[*stand.squares, *[(0, 0)] * (LONGEST_TILE - len(stand.squares))] for stand in STANDS])
"""The stands' squares; a domino's last two places are not used."""

LOWEST = table(
    [[min((row for column, row in stand.squares if column == x), default=0) for x in range(WIDEST)] for stand in STANDS]
)
"""The lowest row that a stand fills in each of its columns."""

TALLEST = int(HEIGHT.max())
ALL_COLUMNS = (1 << COLUMNS) - 1
ROOM_FOR = table(
    [[(stand.height - 1 - low) * COLUMNS for low in lows] for stand, lows in zip(STANDS, LOWEST.tolist(), strict=True)]
)
"""Where the bits stand for the columns with enough rows free, for each column of a stand."""
ALL_TILES = (1 << TILES_A_SIDE) - 1


def _beside(stand: Stand) -> list[tuple[int, int]]:
    """The squares left of, right of and below a stand; nothing is ever above it as it comes to rest."""
    near = {(x + dx, y + dy) for x, y in stand.squares for dx, dy in ((-1, 0), (1, 0), (0, -1))}
    return sorted(near - set(stand.squares))


_ALL_BESIDE = [_beside(stand) for stand in STANDS]
EDGES = table([len(near) for near in _ALL_BESIDE])
BESIDE = table([near + [(0, 0)] * (int(EDGES.max()) - len(near)) for near in _ALL_BESIDE])
"""The squares beside each stand, the first ``EDGES`` of them."""
