"""What holds in every position of Retro Tetro, worked out anew from the drops; for its tests and long runs."""

import random
from typing import Any

import numpy as np

from tests.games.retro_tetro.reading import GAME, KERNEL
from tetracade.engine.contract import CHANCE, OVER
from tetracade.engine.kernel import seats_of
from tetracade.games.retro_tetro.board import CARD_COUNTS, COLUMNS, HIGHLIGHTED, PINK, ROWS, SYMBOL

Square = tuple[int, int]


def neighbours(square: Square) -> list[Square]:
    """The squares that share an edge with this one, on the board or not."""
    row, column = square
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def drops_of(state: Any, seat: int) -> list[list[Square]]:
    """The squares of each drop, in order."""
    board = np.asarray(state.board[seat])
    return [
        [(int(row), int(column)) for row, column in zip(*np.nonzero(board == drop), strict=True)]
        for drop in range(1, int(state.dropped[seat]) + 1)
    ]


def check_board(state: Any, seat: int) -> None:
    """No drop touches its own shape or hangs in the air; heights, rows and coins follow from the drops."""
    drops = drops_of(state, seat)
    kinds = [int(kind) - 1 for kind in state.kinds[seat]][: len(drops)]
    before: set[Square] = set()
    symbols = half_rows = 0
    for number, squares in enumerate(drops):
        assert squares
        for earlier in range(number):
            if kinds[earlier] == kinds[number]:
                assert not set(drops[earlier]) & {beside for square in squares for beside in neighbours(square)}
        for row, column in squares:
            assert not any((above, column) in before for above in range(row + 1, 12))
        assert any(row == 0 or (row - 1, column) in before for row, column in squares)
        symbols += sum(int(SYMBOL[square]) == kinds[number] for square in squares)
        before |= set(squares)
    for row in range(ROWS):
        for half in (0, 1):
            full = all((row, column) in before for column in range(5 * half, 5 * half + 5))
            half_rows += bool(full and HIGHLIGHTED[row, half])
        assert int(state.rows[seat, row]) == sum(1 << column for column in range(COLUMNS) if (row, column) in before)
    for column in range(COLUMNS):
        assert int(state.heights[seat, column]) == max((row + 1 for row, x in before if x == column), default=0)
    assert int(state.symbol_coins[seat]) == symbols
    assert int(state.row_coins[seat]) == half_rows
    assert int(state.across[seat]) == _pieces(drops, kinds, lambda rows, _: min(rows) < 8 <= max(rows))
    assert int(state.above[seat]) == _pieces(drops, kinds, lambda rows, _: min(rows) >= 8)
    assert int(state.sides[seat]) == _pieces(drops, kinds, lambda _, columns: bool({0, 9} & set(columns)))
    for shape in range(8):
        assert int(state.supply[seat, shape]) + int(state.aside[seat, shape]) + kinds.count(shape) == 4
        assert int(state.supply[seat, shape]) >= 0
    if not int(state.advanced):
        paid = int(state.turn) + bool(state.shown) - (len(drops) - kinds.count(PINK))
        waiting = bool(state.shown) and int(state.waiting) >> seat & 1
        assert int(state.coins[seat]) == symbols + half_rows - 2 * (paid - waiting - _ended_turn(state))


def _ended_turn(state: Any) -> int:
    """0: while the last card of a turn is drawn the turn is not counted yet."""
    return -1 if int(state.phase) == 6 else 0


def _pieces(drops: list[list[Square]], kinds: list[int], holds: Any) -> int:
    return sum(
        holds([row for row, _ in squares], [column for _, column in squares])
        for squares, kind in zip(drops, kinds, strict=True)
        if kind != PINK
    )


def check_cards(state: Any) -> None:
    """No card is lost or doubled."""
    for card, count in enumerate(CARD_COUNTS.tolist()):
        held = sum(int(each) == card + 1 for hand in state.hand for each in hand)
        played = sum(int(each) == card + 1 for each in state.played)
        assert int(state.bag[card]) + held + played == count


def check_game(seed: int, every: int = 7) -> int:
    """Play a game at random with all checks now and then and at the end; return how many steps it took."""
    pick = random.Random(seed)
    state = KERNEL.states()[0]
    seats = pick.randint(1, 4)
    options: dict[str, bool | int] = {"advanced": pick.random() < 0.5, "objectives": pick.random() < 0.5}
    if seats == 1:
        options["level"] = pick.randrange(13)
    KERNEL.start(state, seats, GAME.option_numbers(GAME.option_values(options, seats)))
    steps = 0
    while (mask := KERNEL.acting(state)) != OVER:
        if mask == CHANCE:
            ids, weights = KERNEL.outcomes(state)
            KERNEL.resolve(state, pick.choices(ids, weights)[0])
        else:
            seat = pick.choice(seats_of(mask))
            KERNEL.apply(state, seat, pick.choice(KERNEL.legal(state, seat)))
        steps += 1
        if steps % every == 0 or KERNEL.acting(state) == OVER:
            check_cards(state)
            for seat in range(int(state.seats)):
                check_board(state, seat)
    assert steps <= GAME.longest
    return steps
