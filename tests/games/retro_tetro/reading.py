"""Positions of Retro Tetro from a line of notation, for its tests.

A board is the list of its drops in order (``boards=I2@A,O1@C/-`` for two seats); the reader does not ask whether they
were legal. The rest of a line is as in ``words.position``; without ``phase`` the last card of ``played`` is in play.
"""

from typing import Any

import tetracade
from tetracade import Table
from tetracade.engine.kernel import kernel_of
from tetracade.games.retro_tetro.board import CARD_COUNTS, CARD_NAMES, COLUMN_NAMES, MEEPLE, ROWS

GAME = tetracade.game("retro_tetro")
KERNEL = kernel_of(GAME)

ALL_CARDS = [name for name, count in zip(CARD_NAMES, CARD_COUNTS, strict=True) for _ in range(count)]
MEEPLE_POINTS = int(MEEPLE.sum())
"""What all meeples are worth together."""


def read(line: str) -> Table:
    """A table in this position."""
    state = KERNEL.states()
    GAME.words.read_position(state[0], line)
    table = tetracade.new("retro_tetro", seats=int(state[0].seats), seed=1)
    table.state.setfield(state[0], state.dtype)
    return table


def ended(line: str) -> Table:
    """A table whose game is over in this position."""
    return read(f"{line} phase=ended")


def notations(table: Table, seat: int = 0) -> set[str]:
    """What the seat may do."""
    return {action.notation for action in table.legal(seat)}


def coins(line: str, action: str) -> int:
    """How many coins the action of seat 0 brings."""
    table = read(line)
    before = int(table.state.coins[0])
    table.play(action, 0)
    return int(table.state.coins[0]) - before


def parts(line: str, seat: int = 0) -> dict[str, int]:
    """Where the seat's points at the end come from."""
    result = ended(line).result
    assert result is not None
    assert sum(result.breakdown[seat].values()) == result.points[seat]
    return result.breakdown[seat]


def named(values: Any) -> dict[str, int]:
    """The squares of a table by row and column that hold something, by name."""
    rows = values.tolist()
    return {f"{name}{y + 1}": rows[y][x] for y in range(ROWS) for x, name in enumerate(COLUMN_NAMES) if rows[y][x]}
