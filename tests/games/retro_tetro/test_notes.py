"""What Retro Tetro explains when it happens, held to the boards before and after."""

from itertools import chain

import numpy as np
import pytest

import tetracade
from tests.suites.notes import Book, Event, Told, at, events, hold
from tetracade.engine.contract import State
from tetracade.games.retro_tetro.board import (
    COLUMN_NAMES,
    COLUMNS,
    GOLD,
    HALF,
    HAZARD,
    HIGHLIGHTED,
    LINE,
    MEEPLE,
    PINK,
    PINK_SPACE,
    ROWS,
    SHAPES,
    SHOWN_SHAPES,
    SPECIAL,
    SYMBOL,
)
from tetracade.games.retro_tetro.points import points_of
from tetracade.games.retro_tetro.state import ACTIONS, ASIDE, CARD, DONE, KEEP, PAY

GAME = tetracade.game("retro_tetro")
SQUARES = {(row, column) for row in range(ROWS) for column in range(COLUMNS)}


def covered(event: Event) -> set[tuple[int, int]]:
    """The squares of the piece or pink square that was dropped, by row and column."""
    if not event.did(0, DONE):
        return set()
    new = (event.then.board[event.seat] > 0) & (event.was.board[event.seat] == 0)
    return {(row, column) for row, column in np.argwhere(new).tolist()}


def shape(event: Event) -> int:
    """Which shape was dropped, or that it was a pink square."""
    return int(event.then.kinds[event.seat, event.then.dropped[event.seat] - 1]) - 1


def square(event: Event, row: int, column: int) -> str:
    return f"square:{event.seat}:{COLUMN_NAMES[column]}{row + 1}"


def on_top(event: Event, place: str) -> bool:
    squares = covered(event)
    return place in {square(event, row, column) for row, column in squares if row == max(squares)[0]}


def falls_and_keeps_apart(event: Event) -> bool:
    """It has nothing above, something right below, and none of its own shape at its edges (RT9, RT10)."""
    squares, board = covered(event), event.was.board[event.seat]
    clear = all(not board[row:, column].any() for row, column in squares)
    rests = any(row == 0 or board[row - 1, column] for row, column in squares)
    beside = {(row + up, column + right) for row, column in squares for up, right in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    drops = {int(board[at]) for at in beside if at in SQUARES and board[at]}
    kinds = {int(event.was.kinds[event.seat, drop - 1]) - 1 for drop in drops}
    return clear and rests and shape(event) not in kinds


def symbols(event: Event) -> int:
    return sum(int(SYMBOL[at]) == shape(event) for at in covered(event))


def filled(event: Event) -> set[tuple[int, int]]:
    """The lit half rows that are full now and weren't before, by row and side."""

    def full(state: State, row: int, side: int) -> bool:
        return bool(state.board[event.seat][row, side * HALF : (side + 1) * HALF].all())

    return {
        (row, side)
        for row, side in {(row, column // HALF) for row, column in covered(event)}
        if HIGHLIGHTED[row, side] and full(event.then, row, side) and not full(event.was, row, side)
    }


def coins(event: Event) -> int:
    return int(event.then.coins[event.seat]) - int(event.was.coins[event.seat])


def earned(event: Event) -> bool:
    """Where no pink space or hazard has a part in it, the coins are those of symbols and half rows (RT12, RT13)."""
    return special(event, PINK_SPACE) or special(event, HAZARD) or coins(event) == symbols(event) + len(filled(event))


def special(event: Event, kind: int) -> bool:
    return bool(event.was.advanced) and any(SPECIAL[at] == kind for at in covered(event))


def in_the_half_row(event: Event, place: str) -> bool:
    half = {square(event, row, side * HALF + step) for row, side in filled(event) for step in range(HALF)}
    return place in half or on_top(event, place)


def at_its_seat(event: Event, place: str) -> bool:
    return place == f"seat:{event.seat}"


def gold_pays(event: Event, each: str) -> bool:
    """Every point that the drop brings is a coin's, a column's, a star's, or taken from a meeple (RT14)."""
    objective = event.was.objective[event.seat]
    gained = points_of(event.then, event.seat) - points_of(event.was, event.seat)
    stars = sum(bool(GOLD[at]) for at in covered(event))
    meeples = sum(int(MEEPLE[at]) for at in covered(event))
    return bool(objective) or gained == coins(event) + len(risen(event)) + int(each) * stars - meeples


def risen(event: Event) -> set[int]:
    """The columns that rise above the green line and didn't before."""
    return {column for row, column in covered(event) if row >= LINE > highest(event.was, event.seat, column)}


def highest(state: State, seat: int, column: int) -> int:
    """The highest covered row of the column, -1 for none."""
    return int(max(np.flatnonzero(state.board[seat][:, column]), default=-1))


def over_the_line(event: Event, place: str) -> bool:
    return place in {square(event, row, column) for row, column in covered(event) if column in risen(event)}


def hides(event: Event) -> bool:
    return any(MEEPLE[at] for at in covered(event))


def pink_pays(event: Event, pays: str) -> bool:
    """Covered by a piece it gives a pink square, by a pink square coins (RT20)."""
    spaces = sum(SPECIAL[at] == PINK_SPACE for at in covered(event))
    if shape(event) != PINK:
        return int(event.then.pinks[event.seat]) == int(event.was.pinks[event.seat]) + spaces
    return special(event, HAZARD) or coins(event) == int(pays) * spaces + symbols(event) + len(filled(event))


def hazard_costs(event: Event, lost: str) -> bool:
    """So many coins for each, as long as there are any (RT20)."""
    hazards = sum(SPECIAL[at] == HAZARD for at in covered(event))
    before = int(event.was.coins[event.seat]) + symbols(event) + len(filled(event))
    left = before
    for _ in range(hazards):
        left -= max(0, min(int(lost), left))
    return special(event, PINK_SPACE) or int(event.then.coins[event.seat]) == left


def pays(event: Event, lost: str) -> bool:
    return coins(event) == -int(lost)


def shapes(event: Event) -> int:
    """How many shapes the card offers."""
    return int(SHOWN_SHAPES[event.then.shown - 1]).bit_count()


def played(event: Event, together: bool, wild: bool) -> bool:
    """A card is played, at a table of several or of one."""
    return event.did(CARD, KEEP) and (event.was.seats > 1) == together and (shapes(event) == SHAPES) == wild


def everyone_places(event: Event) -> bool:
    return bool(event.then.waiting == (1 << event.was.seats) - 1)


def two(event: Event) -> bool:
    return shapes(event) == 2 and everyone_places(event)


def kept(event: Event, alone: bool, campaign: bool = False) -> bool:
    """An objective is kept, and the viewer sees which."""
    several = bool(event.was.seats == 1) == alone and bool(event.was.level) == campaign
    return event.seen and event.did(KEEP, ACTIONS) and several


def secret(event: Event) -> bool:
    return event.after.seat == event.seat and not event.after.afterwards


BOOK: Book = {
    "RT5 Your objective: Your objective stays secret until the end, and pays on top of everything else.": Told(
        lambda event: kept(event, alone=False), at("objective"), secret
    ),
    "RT5 Your objective: It pays at the end, on top of everything else.": Told(
        lambda event: kept(event, alone=True), at("objective")
    ),
    "RT23 Your objective: It pays at the end, on top of everything else.": Told(
        lambda event: kept(event, alone=True, campaign=True), at("objective")
    ),
    "RT7 A card for all: Everyone places one of its two shapes, all at the same time.": Told(
        lambda event: played(event, together=True, wild=False), at("shown"), two
    ),
    "RT7 A wild card: Everyone places any shape they have left, all at the same time.": Told(
        lambda event: played(event, together=True, wild=True), at("shown"), everyone_places
    ),
    "RT7 A card: One of its two shapes goes onto the board.": Told(
        lambda event: played(event, together=False, wild=False), at("shown"), two
    ),
    "RT7 A wild card: Any shape that is left goes onto the board.": Told(
        lambda event: played(event, together=False, wild=True), at("shown"), everyone_places
    ),
    "RT9 Falling: A piece falls straight down. Pieces of the same shape may never share an edge.": Told(
        lambda event: bool(covered(event)), on_top, falls_and_keeps_apart
    ),
    "RT12 Symbol: A symbol covered by its own shape earns a coin. Covered by another, it is lost.": Told(
        lambda event: symbols(event) > 0, on_top, earned
    ),
    "RT13 Half row: A lit half row earns a coin when all its squares are covered.": Told(
        lambda event: bool(filled(event)), in_the_half_row, earned
    ),
    r"RT14 Gold: A covered gold square is worth (\d) points at the end.": Told(
        lambda event: any(GOLD[at] for at in covered(event)), on_top, gold_pays
    ),
    "RT14 Meeple: A meeple scores its number only if it is still in sight at the end.": Told(
        hides, on_top, lambda event: gold_pays(event, "2")
    ),
    "RT14 Over the line: Each column that rises above the green line is a point at the end.": Told(
        lambda event: bool(risen(event)), over_the_line
    ),
    r"RT20 Pink space: Cover it for a pink square; with a pink square for (\d) coins.": Told(
        lambda event: special(event, PINK_SPACE), on_top, pink_pays
    ),
    r"RT20 Hazard: Whatever covers it costs you (\d) coins, or all you have if that’s less.": Told(
        lambda event: special(event, HAZARD), on_top, hazard_costs
    ),
    r"RT11 Nothing fits: Whoever can place no shape of the card pays (\d) coins and sets a piece aside.": Told(
        lambda event: event.did(ASIDE, PAY),
        at_its_seat,
        lambda event, lost: pays(event, lost) and event.then.aside.sum() == event.was.aside.sum() + 1,
    ),
    r"RT11 Nothing left: Whoever has no piece left of the card’s shapes pays (\d) coins.": Told(
        lambda event: event.did(PAY, CARD),
        at_its_seat,
        lambda event, lost: pays(event, lost) and not event.was.supply[event.seat][offered(event)].any(),
    ),
}


def offered(event: Event) -> list[int]:
    """The shapes of the card in play."""
    return [kind for kind in range(SHAPES) if SHOWN_SHAPES[event.was.shown - 1] >> kind & 1]


@pytest.mark.rule("RT5", "RT7", "RT9", "RT10", "RT11", "RT12", "RT13", "RT14", "RT20", "RT23")
def test_every_note_is_true_and_told_where_it_happens() -> None:
    hold(chain(events(GAME, 24), events(GAME, 5, advanced=True), events(GAME, 5, luck=1)), BOOK)
