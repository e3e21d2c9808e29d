"""What Tetrathedral explains when it happens, held to the lines and triangles counted out one by one."""

from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from tests.games.tetrathedral.reading import GAME, KERNEL, read
from tests.suites.every import TENTH
from tests.suites.notes import Book, Event, Told, at, events, hold, of
from tetracade.engine.contract import SPECTATOR, State
from tetracade.engine.wording import WORDS
from tetracade.games.tetrathedral.board import INDEX, LINES, NAMES, ROLL_OFFS, SIDES, SPACES, neighbours, path
from tetracade.games.tetrathedral.notation import SEAT_NAMES
from tetracade.games.tetrathedral.state import ACTIONS, MOVING, OUT, OUTCOMES


def pawns(state: State, seat: int) -> set[int]:
    return {int(space) for space in state.pawns[seat][: state.in_play[seat]]}


@cache
def triangles() -> list[set[int]]:
    """The spaces of every bigger triangle that wins (TH9)."""
    fours = [{INDEX[space], *(INDEX[near] for near in neighbours(space))} for space in SPACES]
    return [four for four in fours if len(four) == 4 and not any(SPACES[space].on_ring for space in four)]


def together(state: State, seat: int) -> int:
    """The most pawns in one of them."""
    return max(len(four & pawns(state, seat)) for four in triangles())


def rolled(event: Event) -> int:
    """What the seat whose turn it is rolled; 0 if nobody did."""
    return event.what + 1 if event.seat == SPECTATOR and event.what < SIDES else 0


def may_move(event: Event) -> bool:
    return bool(event.then.phase == MOVING)


def who(event: Event, seat: str, roll: str) -> bool:
    return [seat, roll] == [SEAT_NAMES[event.was.turn], str(rolled(event))]


def no_use(event: Event, seat: str, roll: str) -> bool:
    """There would be no legal action with it (TH4)."""
    tried = KERNEL.states()[0]
    tried.setfield(event.was, event.was.dtype)
    tried.phase, tried.roll = MOVING, rolled(event)
    return who(event, seat, roll) and not KERNEL.legal(tried, event.was.turn)


def ways(event: Event) -> list[tuple[int, int]]:
    """The moves that the roll allows, without those back into play."""
    found = (divmod(action, len(SPACES)) for action in KERNEL.legal(event.then, event.then.turn))
    return [(start, end) for start, end in found if start != OUT]


@cache
def distances(start: int, end: int, strips_only: bool = False) -> set[int]:
    """How far it is from one space to the other, along each line that joins them."""
    lines = (path(SPACES[start], line) for line in LINES if line.strip or not strips_only)
    return {met.index(SPACES[end]) + 1 for met in lines if SPACES[end] in met}


def exactly(event: Event, seat: str, roll: str, far: str) -> bool:
    return who(event, seat, roll) and roll == far and all(int(far) in distances(*way) for way in ways(event))


def as_far_as_it_likes(event: Event, seat: str) -> bool:
    return who(event, seat, str(SIDES)) and {start for start, _ in ways(event)} <= pawns(event.was, event.was.turn)


def back(event: Event) -> bool:
    """An 8 brings a pawn back, on every empty space of the rim (TH8)."""
    found = (divmod(action, len(SPACES)) for action in KERNEL.legal(event.then, event.then.turn))
    taken = pawns(event.was, 0) | pawns(event.was, 1)
    ring = {index for index, space in enumerate(SPACES) if space.on_ring and index not in taken}
    return {end for start, end in found if start == OUT} == ring


def back_or_on(event: Event, seat: str, most: str) -> bool:
    near = all(min(distances(*way)) <= WORDS.index(most) for way in ways(event))
    return who(event, seat, str(SIDES)) and back(event) and near and bool(pawns(event.was, event.was.turn))


def only_back(event: Event, seat: str) -> bool:
    return who(event, seat, str(SIDES)) and back(event) and not pawns(event.was, event.was.turn)


def eight(event: Event, out: int) -> bool:
    """An 8 that can be used, with pawns out of play or (0) none."""
    return rolled(event) == SIDES and may_move(event) and bool(min(1, event.was.side - in_play(event)) == out)


def in_play(event: Event) -> int:
    return len(pawns(event.was, event.was.turn))


def moved(event: Event) -> bool:
    return event.did(0, ACTIONS)


def ends(event: Event) -> tuple[int, int]:
    start, end = divmod(event.what, len(SPACES))
    return start, end


def across(event: Event) -> bool:
    """No strip leads from where it stood to where it went (TH5)."""
    return moved(event) and ends(event)[0] != OUT and not distances(*ends(event), strips_only=True)


def captured(event: Event) -> bool:
    return moved(event) and ends(event)[1] in pawns(event.was, 1 - event.seat)


def stays_out(event: Event) -> bool:
    return bool(event.then.in_play[1 - event.seat] == event.was.in_play[1 - event.seat] - 1)


def came_back(event: Event) -> bool:
    """It stands on an empty space of the rim (TH8)."""
    end = ends(event)[1]
    return SPACES[end].on_ring and end not in pawns(event.was, 0) | pawns(event.was, 1)


def three(event: Event) -> bool:
    return moved(event) and together(event.then, event.seat) == 3 > together(event.was, event.seat)


def there(event: Event, place: str) -> bool:
    return place == NAMES[ends(event)[1]]


BOOK: Book = {
    "TH3 Who begins: Both roll; the higher roll moves first.": Told(
        lambda event: event.seat == SPECTATOR and SIDES <= event.what < OUTCOMES,
        at("die"),
        lambda event: event.then.turn == ROLL_OFFS[event.what - SIDES].argmax(),
    ),
    r"TH4 No way to go: (\w+) rolled (\d). No pawn can use it, so the roll is lost.": Told(
        lambda event: rolled(event) > 0 and not may_move(event), at("die"), no_use
    ),
    r"TH4 An exact count: (\w+) rolled (\d), "
    r"so one pawn moves exactly (\d) in a straight line, and never through a pawn.": Told(
        lambda event: 0 < rolled(event) < SIDES and may_move(event), at("die"), exactly
    ),
    r"TH6 An eight: (\w+) rolled 8. With all pawns in play, one pawn may run as far as it likes.": Told(
        lambda event: eight(event, 0), at("die"), as_far_as_it_likes
    ),
    r"TH8 An eight: (\w+) rolled 8, to bring a pawn back on the pale rim or to move one up to (\w+) spaces.": Told(
        lambda event: eight(event, 1) and in_play(event) > 0, at("die"), back_or_on
    ),
    r"TH8 An eight: (\w+) rolled 8, to bring a pawn back on the pale rim.": Told(
        lambda event: eight(event, 1) and not in_play(event), at("die"), only_back
    ),
    "TH8 Back in play: A pawn re-enters on an empty space of the pale rim.": Told(
        lambda event: moved(event) and ends(event)[0] == OUT, there, came_back
    ),
    "TH5 Across the corner: Straight lines run along a strip of triangles, or right across a corner.": Told(
        across, there
    ),
    "TH7 Captured: A move that ends on a rival pawn captures it. Only an 8 brings it back.": Told(
        captured, there, stays_out
    ),
    r"TH9 Three together: (\w+) has three together. A fourth in the gap wins, if none is on the pale rim.": Told(
        three, there, lambda event, seat: seat == SEAT_NAMES[event.seat]
    ),
}


def the_last_roll() -> Iterator[Event]:
    """Red has no pawn in play and rolls 5 in the 1000th roll: nobody's turn comes after it (TH10)."""
    table = read("red=- blue=A1 act=blue roll=1 rolls=999", 5)
    begun = len(table.entries)
    table.play("A1-A2")
    assert table.over
    yield from of(table, begun)


@pytest.mark.rule("TH3", "TH4", "TH5", "TH6", "TH7", "TH8", "TH9", "TH10")
def test_every_note_is_true_and_told_where_it_happens() -> None:
    hold(chain(events(GAME, 24), () if TENTH else the_last_roll()), BOOK)
