"""The tower and the tiles of TetraTrax, as tables."""

from typing import NamedTuple

from tetracade.engine.arrays import table

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


class Stand(NamedTuple):
    """One way a tile may stand: its squares as (column, row) from its lower left corner."""

    kind: int
    number: int
    squares: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        """Columns the stand takes."""
        return 1 + max(column for column, _ in self.squares)

    @property
    def height(self) -> int:
        """Rows the stand takes."""
        return 1 + max(row for _, row in self.squares)


def _stands() -> tuple[Stand, ...]:
    """All stands by kind, each drawn once, numbered from 1; the upright domino, never legal (TX4), comes last."""
    allowed: list[Stand] = []
    refused: list[Stand] = []
    for kind, letter in enumerate(LETTERS):
        seen: list[tuple[tuple[int, int], ...]] = []
        for flip in (False, True):
            rows = [row[::-1] if flip else row for row in PICTURES[letter]]
            for _ in range(4):
                height = len(rows)
                squares = tuple(
                    sorted(
                        (x, height - 1 - y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"
                    )
                )
                if squares not in seen:
                    seen.append(squares)
                rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        for number, squares in enumerate(seen, 1):
            upright_domino = letter == "D" and squares == ((0, 0), (0, 1))
            (refused if upright_domino else allowed).append(Stand(kind, number, squares))
    return tuple(allowed + refused)


STANDS = _stands()
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
