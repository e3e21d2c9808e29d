"""What TetraTrax explains when it happens, held to the tower before and after the drop."""

import pytest

import tetracade
from tests.suites.notes import Book, Event, Told, at, events, hold
from tetracade.engine.kernel import kernel_of
from tetracade.games.tetratrax.board import COLUMN_NAMES, TILES_A_SIDE
from tetracade.games.tetratrax.notation import SEAT_NAMES
from tetracade.games.tetratrax.state import ACTIONS

GAME = tetracade.game("tetratrax")
KERNEL = kernel_of(GAME)


def covered(event: Event) -> set[tuple[int, int]]:
    """The squares of the tile, by row and column."""
    rows, columns = event.was.tower.shape
    squares = ((row, column) for row in range(rows) for column in range(columns))
    return {at for at in squares if event.then.tower[at] and not event.was.tower[at]}


def dropped(event: Event) -> bool:
    return event.did(0, ACTIONS)


def square(row: int, column: int) -> str:
    return f"square:{COLUMN_NAMES[column]}{row + 1}"


def on_top(event: Event, place: str) -> bool:
    squares = covered(event)
    return place in {square(row, column) for row, column in squares if row == max(squares)[0]}


def fell(event: Event) -> bool:
    """Nothing is above it in its columns, and something or the floor is right below one of its squares (TX5)."""
    squares = covered(event)
    clear = all(not event.was.tower[row:, column].any() for row, column in squares)
    return clear and any(row == 0 or event.was.tower[row - 1, column] for row, column in squares)


def touched(event: Event) -> int:
    """How many tiles of the rival share an edge with it (TX6)."""
    met = set()
    for row, column in covered(event) if dropped(event) else ():
        for near in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)):
            if 0 <= near[0] < event.was.rows and 0 <= near[1] < event.was.tower.shape[1]:
                met.add(int(event.was.tower[near]))
    return sum(tile > 0 and (tile - 1) // TILES_A_SIDE != event.seat for tile in met)


def sealed(event: Event) -> set[tuple[int, int]]:
    """The empty squares that were open to the sky and are no longer (TX7)."""
    return {
        (row, column)
        for top, column in (covered(event) if dropped(event) else ())
        for row in range(event.was.heights[column], top)
        if not event.then.tower[row, column]
    }


def hidden_under_it(event: Event, place: str) -> bool:
    """The square is right below the tile, where one sees what has sealed it off."""
    return place in {square(row, column) for row, column in sealed(event) if (row + 1, column) in covered(event)}


def used_up(event: Event) -> bool:
    return dropped(event) and bool(event.then.dropped[event.seat] == TILES_A_SIDE)


def scores(event: Event, bonus: int, hole: int) -> bool:
    gained = int(event.then.points[event.seat]) - int(event.was.points[event.seat])
    return gained == touched(event) - hole + bonus


def last_tile_counts(event: Event, bonus: str) -> bool:
    return scores(event, int(bonus), 1 if sealed(event) else 0)


def hole_costs(event: Event, lost: str) -> bool:
    return used_up(event) or scores(event, 0, int(lost))


def plays_on(event: Event) -> bool:
    """The seat's turn again, since the rival can't drop anything (TX8)."""
    return dropped(event) and bool(event.then.turn == event.seat) and not KERNEL.legal(event.then, 1 - event.seat)


def named(event: Event, rival: str, seat: str) -> bool:
    return [rival, seat] == [SEAT_NAMES[1 - event.seat], SEAT_NAMES[event.seat]]


def at_the_rival(event: Event, place: str) -> bool:
    return place == f"seat:{1 - event.seat}"


BOOK: Book = {
    "TX5 Falling: A tile falls straight down until something stops it, and never slides sideways.": Told(
        dropped, on_top, fell
    ),
    "TX6 Touching: Each rival tile that yours touches along an edge scores a point, and counts once.": Told(
        lambda event: touched(event) > 0,
        on_top,
        lambda event: used_up(event) or scores(event, 0, 1 if sealed(event) else 0),
    ),
    r"TX7 A hole: This square is sealed off. A drop that makes a hole loses (\d), and never more.": Told(
        lambda event: bool(sealed(event)), hidden_under_it, hole_costs
    ),
    r"TX9 The last tile: Dropping your very last tile earns (\d) points more.": Told(
        used_up, lambda event, place: place == f"seat:{event.seat}", last_tile_counts
    ),
    r"TX8 Sitting out: No tile of (\w+)’s fits any more. They sit out, and (\w+) plays on.": Told(
        plays_on, at_the_rival, named
    ),
    "TX10 The end: When nobody can play, the higher score wins.": Told(
        lambda event: dropped(event) and not KERNEL.acting(event.then), at("")
    ),
}


@pytest.mark.rule("TX5", "TX6", "TX7", "TX8", "TX9", "TX10")
def test_every_note_is_true_and_told_where_it_happens() -> None:
    hold(events(GAME, 60), BOOK)
