"""What TETRAD explains when it happens, held to hands, piles and pockets before and after."""

from itertools import chain

import pytest

from tests.games.tetrad.tables import GAME
from tests.suites.notes import Book, Event, Told, at, events, hold
from tetracade.engine.contract import SPECTATOR
from tetracade.games.tetrad.board import CORNERS, HAND, POCKETS, SKIP, pocket_name
from tetracade.games.tetrad.box import SIDE
from tetracade.games.tetrad.notation import SEAT_NAMES
from tetracade.games.tetrad.state import (
    ACTIONS,
    CHOOSE,
    CLAIM,
    DISCARD,
    DISCARD_SKIP,
    DRAW,
    DRAWING,
    ENDED,
    LAYING,
    PLACE,
    REFLIPPING,
    TAKE,
    TURNING_UP,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)


def moved(event: Event) -> dict[int, int]:
    """Where each stack that has moved lay before, by the pocket it lies on now."""
    was, then = event.was.top.tolist(), event.then.top.tolist()
    return {to: was.index(card) for to, card in enumerate(then) if card != was[to]}


def true_claim(event: Event) -> bool:
    return event.did(CLAIM, ACTIONS) and bool(event.then.winner == event.seat + 1)


def shows_and_passes(event: Event) -> bool:
    """The turn is over, and everyone knows the cards, which are in the hand again (TD26)."""
    held = event.then.hand[event.seat].tolist()
    known = [card for card in event.then.known[event.seat].tolist() if card]
    return passed_on(event) and len(known) >= HAND - 1 and all(card in held for card in known)


def passed_on(event: Event) -> bool:
    """Somebody else's turn, or the same one's where there is nobody else, or the end (TD29)."""
    return bool(event.then.turns == event.was.turns + 1)


def four_left(event: Event) -> bool:
    return passed_on(event) and bool(event.then.hand_size[event.seat] == HAND)


def victim(event: Event) -> int:
    return event.what - USE_SKIP


def at_the_victim(event: Event, place: str) -> bool:
    return place == ("held-skip" if victim(event) == event.after.seat else f"seat:{victim(event)}")


def skips(event: Event, who: str) -> bool:
    return who == SEAT_NAMES[victim(event)] and not event.was.skip[victim(event)] and event.then.skip[victim(event)]


def gives_skip_back(event: Event) -> bool:
    skipped = event.was.skip[event.seat] and not event.then.skip[event.seat] and passed_on(event)
    return bool(skipped) and bool(event.then.discard[event.then.discards - 1] == SKIP)


def known_to_all(event: Event) -> bool:
    taken = int(event.was.discard[event.was.discards - 1])
    return taken in event.then.known[event.seat].tolist() and taken in event.then.hand[event.seat].tolist()


def blocks(event: Event) -> bool:
    return bool(event.then.blocked >> int(event.was.top[event.what - USE_BLOCKER]) & 1)


def at_the_pocket(event: Event, place: str) -> bool:
    return place == f"pocket:{pocket_name(event.what - USE_BLOCKER)}"


def halves(event: Event) -> bool:
    """Every stack comes from the other half of its row (TD22)."""
    half = SIDE // 2
    return moved(event) == {at: at + (half if at % SIDE < half else -half) for at in range(POCKETS)}


def corners(event: Event) -> bool:
    """Each corner has what lay in the next one (TD20)."""
    ring = CORNERS.tolist()
    return moved(event) == {to: start for start, to in zip(ring, [*ring[1:], ring[0]], strict=True)}


def two_stacks(event: Event) -> bool:
    places = moved(event)
    return len(places) == 2 and all(places[start] == to for to, start in places.items())


def covers_later(event: Event) -> bool:
    return bool(event.then.phase == TURNING_UP)


def cleared(event: Event) -> bool:
    return bool(event.then.phase == LAYING) and not event.then.top.any()


def reshuffled(event: Event) -> bool:
    return event.seat == SPECTATOR and bool(event.was.phase == DRAWING) and bool(event.then.phase == REFLIPPING)


def turned_over(event: Event) -> bool:
    same = event.was.top.tolist() == event.then.top.tolist()
    return same and bool(event.then.pile_size == event.was.discards) and not event.then.discards


BOOK: Book = {
    "TD8 Winning patterns: Only these win in this game, turned or mirrored.": Told(
        lambda event: event.did(CHOOSE, DRAW),
        at("patterns"),
        lambda event: event.then.patterns == event.what - CHOOSE + 1,
    ),
    "TD13 Drawing: A turn begins with a card, from the pile or from the discards.": Told(
        lambda event: event.did(DRAW, TAKE), at("pile"), lambda event: event.then.phase == DRAWING
    ),
    "TD13 Taking: A card from the discard pile is known to everyone until it leaves the hand.": Told(
        lambda event: event.did(TAKE, DISCARD), at("discard"), known_to_all
    ),
    "TD14 Discarding: A turn ends with a discard, and four cards stay in the hand.": Told(
        lambda event: event.did(DISCARD, DISCARD_SKIP), at("discard"), four_left
    ),
    "TD21 Skipped: Whoever holds a SKIP discards it, and that is the whole turn.": Told(
        lambda event: event.did(DISCARD_SKIP, USE_BLOCKER), at("discard"), gives_skip_back
    ),
    "TD18 BLOCKER: Lay it on a pocket: nobody can win with the card below.": Told(
        lambda event: event.did(USE_BLOCKER, USE_SKIP), at_the_pocket, blocks
    ),
    r"TD21 SKIP: (\w+) misses a turn: all that is left to do in it is to discard this card.": Told(
        lambda event: event.did(USE_SKIP, USE_SWAP), at_the_victim, skips
    ),
    "TD24 SWAP TWO: Two stacks of your choice change places.": Told(
        lambda event: event.did(USE_SWAP, USE_ROTATION), at("discard"), two_stacks
    ),
    "TD20 CORNER ROTATION: The four corner stacks move one corner on.": Told(
        lambda event: event.did(USE_ROTATION, USE_PANELS), at("discard"), corners
    ),
    "TD22 PANEL SWAP: The two halves of the board change places.": Told(
        lambda event: event.did(USE_PANELS, USE_NEW), at("discard"), halves
    ),
    "TD23 NEW GAMEBOARD CARD: A new card covers a pocket of your choice.": Told(
        lambda event: event.did(USE_NEW, USE_BOMB), at("discard"), covers_later
    ),
    "TD25 THE BOMB: The board is cleared, and a new card comes onto every pocket.": Told(
        lambda event: event.did(USE_BOMB, PLACE), at("discard"), cleared
    ),
    "TD26 A claim: Four cards in a pattern, or three and FREE SPACE on a starred pocket, win.": Told(
        true_claim, at("board"), lambda event: event.then.phase == ENDED
    ),
    "TD26 A wrong claim: Everyone has seen the cards. They go back to the hand, and the turn is over.": Told(
        lambda event: event.did(CLAIM, ACTIONS) and not true_claim(event), at("board"), shows_and_passes
    ),
    "TD16 Reshuffle: The discards become the new draw pile. The board stays.": Told(
        reshuffled, at("pile"), turned_over
    ),
}


@pytest.mark.rule("TD8", "TD13", "TD14", "TD16", "TD18", "TD20", "TD21", "TD22", "TD23", "TD24", "TD25", "TD26")
def test_every_note_is_true_and_told_where_it_happens() -> None:
    hold(chain(events(GAME, 16), events(GAME, 6, claims="strict", luck=0.9)), BOOK)
