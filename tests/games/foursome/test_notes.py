"""What Foursome explains when it happens, held to the cards and chips before and after."""

from collections.abc import Iterator
from itertools import chain

import pytest

from tests.games.foursome.reading import GAME, read
from tests.games.foursome.test_foursomes import ALL_BUT_FOUR_ROWS
from tests.suites.every import TENTH
from tests.suites.notes import Book, Event, Told, at, events, hold, of
from tetracade.engine.contract import SPECTATOR
from tetracade.games.foursome.board import CHARACTER_KINDS, COLOURS, KIND_AT, LINE_SPACES, SPACES_OF, STEAL
from tetracade.games.foursome.box import CHARACTERS, SPACES
from tetracade.games.foursome.lines import colour_of
from tetracade.games.foursome.notation import place_of, swap_spaces
from tetracade.games.foursome.state import (
    ASKED,
    BY_CHIPS,
    BY_DECK,
    DISCARDING,
    ENDED,
    GOT_IT,
    LOCKED,
    LOT,
    NOPE,
    OFF,
    ON_CARD,
    ON_STEAL,
    ON_WILD,
    PICK,
    PLAY,
    REPLACED,
    REPLACING,
    SWAPPING,
)


def space(event: Event) -> int:
    return event.what % SPACES


def placed(event: Event, first: int, end: int) -> bool:
    """A chip of the seat's colour is put on a space by an action of this sort."""
    if not event.did(first, end):
        return False
    chip = int(event.then.board[space(event)])
    return not event.was.board[space(event)] and chip > 0 and (chip - 1) % COLOURS == colour_of(event.was, event.seat)


def picked(event: Event) -> bool:
    """A card is picked to begin a turn, or again since the one before was used (FS6, FS7)."""
    return event.seat == SPECTATOR and bool(event.was.phase == PICK) and event.what < LOT


def open_spaces(event: Event, kind: int) -> set[str]:
    return {place_of(at) for at in SPACES_OF[kind].tolist() if not event.was.board[at]}


def called(event: Event) -> bool:
    return picked(event) and event.what < CHARACTER_KINDS and bool(open_spaces(event, event.what))


def is_read(event: Event) -> bool:
    """Everyone knows from now on that the card is in that hand (FS6)."""
    return bool(event.then.read[event.was.active] >> event.what & 1) and event.after.called == event.what


def used(event: Event) -> bool:
    return picked(event) and event.what < CHARACTER_KINDS and not open_spaces(event, event.what)


def another_is_picked(event: Event) -> bool:
    return bool(event.then.phase in (PICK, ENDED)) and event.then.discards[event.what] > event.was.discards[event.what]


def asked(event: Event) -> bool:
    """Somebody of another team is asked, though nobody may hold a STEAL (FS9)."""
    return bool(colour_of(event.then, event.then.actor) != colour_of(event.then, event.then.active))


def shed(event: Event, kind: int) -> bool:
    return bool(event.then.discards[kind] == event.was.discards[kind] + 1)


def there(event: Event, place: str) -> bool:
    return place == place_of(space(event))


def one_of_the_card(event: Event) -> bool:
    """The card played has this space, and it lies among the discards now (FS11)."""
    return shed(event, int(KIND_AT[space(event)]))


def out_of_turn(event: Event) -> bool:
    """The seat isn't the active one, and is owed a card, unless the game is over (FS8, FS9)."""
    return event.seat != event.was.active and bool(event.then.owing == event.seat or event.then.phase == ENDED)


def stolen(event: Event) -> bool:
    return out_of_turn(event) and shed(event, STEAL) and int(KIND_AT[space(event)]) == event.was.called


def removed(event: Event) -> bool:
    return 0 < event.was.board[space(event)] < LOCKED and not event.then.board[space(event)]


def swapped(event: Event, colour: int) -> bool:
    """Two chips have changed places, both on this colour of space (FS19)."""
    own, other = swap_spaces(event.what)
    chips = [(int(state.board[at]) - 1) % COLOURS for state in (event.was, event.then) for at in (own, other)]
    return {KIND_AT[at] // len(CHARACTERS) for at in (own, other)} == {colour} and chips[:2] == chips[:1:-1]


def swap_of(event: Event, colour: int) -> bool:
    if not event.did(SWAPPING, REPLACING):
        return False
    return bool(KIND_AT[swap_spaces(event.what)[0]] // len(CHARACTERS) == colour)


def swap_place(event: Event, place: str) -> bool:
    return place in {place_of(at) for at in swap_spaces(event.what)}


def foursome(event: Event) -> bool:
    return event.seat != SPECTATOR and bool((event.then.foursomes > event.was.foursomes).any())


def locked(event: Event) -> set[int]:
    """The spaces whose chips are locked since."""
    chips = zip(event.was.board.tolist(), event.then.board.tolist(), strict=True)
    return {at for at, (was, then) in enumerate(chips) if was < LOCKED <= then}


def four_in_a_row(event: Event) -> bool:
    """At least three new ones, and together with locked ones of their colour a line (FS13, FS14)."""
    new = locked(event)
    lines = [set(line) for line in LINE_SPACES.tolist() if len(new & set(line)) >= len(line) - 1]
    return any(len({(int(event.then.board[at]) - 1) % COLOURS for at in line}) == 1 for line in lines)


def gives_up(event: Event) -> bool:
    """None of the cards could be played, one is discarded, and the turn is over (FS12)."""
    left = int(event.was.hand[event.seat].astype(bool).sum()) - int(event.then.hand[event.seat].astype(bool).sum())
    return left == 1 and bool(event.then.phase in (PICK, ENDED)) and bool(event.then.active != event.was.active)


def replaced(event: Event) -> bool:
    kind = event.what - REPLACING
    return not open_spaces(event, kind) and shed(event, kind) and bool(event.then.phase == REPLACED)


def ended(event: Event, why: int) -> bool:
    return bool(event.then.phase == ENDED != event.was.phase and event.then.ended == why)


BOOK: Book = {
    "FS6 Read aloud: Every turn begins with a card read aloud. Its open spaces light up for everyone.": Told(
        called, lambda event, place: place in open_spaces(event, event.what), is_read
    ),
    "FS7 Used: Both spaces of this card are taken, so another is picked.": Told(
        used, at("discards"), another_is_picked
    ),
    "FS6 A special card: It is announced but not shown, and nobody answers it.": Told(
        lambda event: picked(event) and event.what >= CHARACTER_KINDS,
        at("deck"),
        lambda event: event.then.phase == PLAY and event.seen == (event.after.seat == event.was.active),
    ),
    "FS9 Anyone want to STEAL\\?: "
    "The others are asked in turn. Without a STEAL they say nope, so nobody learns who holds one.": Told(
        lambda event: picked(event) and bool(event.then.phase == ASKED), at("deck"), asked
    ),
    "FS8 Got it!: Whoever holds the other copy of the card plays it at once, and draws a new one.": Told(
        lambda event: bool(event.was.phase == GOT_IT) and placed(event, ON_CARD, ON_WILD),
        there,
        lambda event: out_of_turn(event) and one_of_the_card(event),
    ),
    "FS9 Stolen!: A STEAL takes a space of the card that was read.": Told(
        lambda event: placed(event, ON_STEAL, OFF), there, stolen
    ),
    "FS11 A card, a chip: The card’s chip goes on one of its open spaces.": Told(
        lambda event: bool(event.was.phase == PLAY) and placed(event, ON_CARD, ON_WILD), there, one_of_the_card
    ),
    "FS17 WILD: Put a chip on any open space.": Told(lambda event: placed(event, ON_WILD, ON_STEAL), there),
    "FS18 REMOVE: Take any chip off the board that isn’t locked.": Told(
        lambda event: event.did(OFF, SWAPPING), there, removed
    ),
    "FS19 RED SWAP: A chip of yours and a rival’s change places, both on red spaces.": Told(
        lambda event: swap_of(event, 0), swap_place, lambda event: swapped(event, 0)
    ),
    "FS19 BLACK SWAP: A chip of yours and a rival’s change places, both on black spaces.": Told(
        lambda event: swap_of(event, 1), swap_place, lambda event: swapped(event, 1)
    ),
    "FS16 A used card: Both its spaces are taken, so it may be replaced.": Told(
        lambda event: event.did(REPLACING, DISCARDING), at("discards"), replaced
    ),
    "FS12 Nothing to play: Whoever can play none of their cards discards one, and the turn is over.": Told(
        lambda event: event.did(DISCARDING, NOPE), at("discards"), gives_up
    ),
    "FS13 A foursome: Four in a row! These chips are turned over and locked: nothing moves them.": Told(
        foursome, lambda event, place: place in {place_of(at) for at in locked(event)}, four_in_a_row
    ),
    "FS15 No card left: A card has to be picked and there is none, so the game is over.": Told(
        lambda event: ended(event, BY_DECK), at("deck"), lambda event: not event.then.deck_size
    ),
    "FS15 No chip left: A chip has to be placed and this colour has none, so the game is over.": Told(
        lambda event: ended(event, BY_CHIPS),
        at("chips"),
        lambda event: not event.then.chips[colour_of(event.was, event.seat)],
    ),
}


RARE = (
    ("hands=WILD/RA amber=A1,B1,C1,E1,F1,G1", ["WILD@D1", "TAKE@A1-D1"]),
    ("hands=RK,RK/RA amber=A1,B8", ["DISCARD:RK"]),
    ("hands=RK,RK/RA amber=A1,B8", ["REPLACE:RK"]),
    ("hands=SWAP-BLACK/RA amber=D1,H1 blue=A1,B1,C1,F1", ["SWAP@D1-F1"]),
    ("hands=SWAP-RED/RA amber=C1 blue=E1", ["SWAP@C1-E1"]),
    *(
        (line.replace("CHIPS", ALL_BUT_FOUR_ROWS) + " foursomes=0,1", [action])
        for line, action in (
            ("hands=WILD/RA amber=CHIPS", "WILD@E5"),
            ("phase=got-it active=1 actor=0 called=RN hands=RN/RN amber=CHIPS", "RN@E5"),
        )
    ),
)
"""A choice of rows, a hand that can't be played, a swap that gives the rival a row, no chip left."""


def rare() -> Iterator[Event]:
    """What hardly ever comes up."""
    for line, actions in RARE:
        table = read(line)
        begun = len(table.entries)
        for action in actions:
            table.play(action)
        yield from of(table, begun)


@pytest.mark.rule("FS6", "FS7", "FS8", "FS9", "FS11", "FS12", "FS13", "FS15", "FS16", "FS17", "FS18", "FS19")
def test_every_note_is_true_and_told_where_it_happens() -> None:
    hold(chain(events(GAME, 12), () if TENTH else rare()), BOOK)
