"""TETRAD on the board: cards that go from place to place, stacks that move, claims, and what rivals threaten."""

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.words import Mark
from tetracade.games.tetrad.board import (
    BLOCKER,
    CORNERS,
    FREE_SPACE,
    FULL,
    IMAGES,
    NO_CARD,
    PATTERN_OF_PLACEMENT,
    PLACES,
    POCKETS,
    SKIP,
    pocket_name,
)
from tetracade.games.tetrad.box import SIDE
from tetracade.games.tetrad.claims import free_pocket
from tetracade.games.tetrad.notation import SEAT_NAMES, card_notation, claim_places, pair_places
from tetracade.games.tetrad.state import (
    BOARD_CARD,
    CARD,
    CLAIM,
    DEALER,
    DEALING,
    DISCARD,
    DISCARD_SKIP,
    DISCARD_USED,
    DRAW,
    DRAWING,
    LAYING,
    PLACE,
    REFLIPPING,
    TAKE,
    USE_BLOCKER,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)


def marks(before: View, after: View, seat: int, what: int) -> tuple[Mark, ...]:
    """What is dealt and drawn, or what the seat does with its cards and the board's."""
    if seat == SPECTATOR:
        return tuple(_dealt(before, after, what))
    hand = f"seat:{seat}"
    if what < DRAW:
        return (Mark("chosen", "patterns"),)
    if what == DRAW:
        return ()  # the card comes as an outcome
    if what == TAKE:
        return (_card(before.discard[before.discards - 1], "discard", hand, "taken"),)
    if what < DISCARD_USED:
        return (_card(what - DISCARD + 1, hand, "discard", "discarded"),)
    if what == DISCARD_USED:
        return (_card(before.used, "used", "discard", "discarded"),)
    if what == DISCARD_SKIP:
        return (_card(SKIP, hand, "discard", "missed turn"),)
    if what < USE_SKIP:
        pocket = what - USE_BLOCKER
        return (_card(BLOCKER, hand, _pocket(pocket), "blocker", _owner(before, pocket, seat)),)
    if what < USE_SWAP:
        victim = what - USE_SKIP
        return (_card(SKIP, hand, f"seat:{victim}", "skip", victim),)
    if what < PLACE:
        return tuple(_used(before, after, seat, what))
    if what < CLAIM:
        pocket = what - PLACE
        return (_card(before.turned_up, "turned-up", _pocket(pocket), "new card", _owner(before, pocket, seat)),)
    return tuple(_claimed(before, after, seat, what - CLAIM))


def dangers(view: View) -> tuple[Mark, ...]:
    """The pockets whose card a rival still needs for a pattern of which three cards are known to be in their hand.

    None where people play from memory: what is known is theirs to remember (TD30).
    """
    if view.memory and not view.afterwards:
        return ()
    found: dict[tuple[int, int], Mark] = {}
    open_tops = [NO_CARD if view.blocked >> view.top[pocket] & 1 else view.top[pocket] for pocket in range(POCKETS)]
    for rival in range(view.seats):
        known = {view.known[rival, place] for place in range(FULL)} - {NO_CARD}
        if rival == view.seat or len(known) < 3:
            continue
        held = {pocket for pocket in range(POCKETS) if open_tops[pocket] in known}
        for places, pattern in zip(PLACES.tolist(), PATTERN_OF_PLACEMENT.tolist(), strict=True):
            missing = [pocket for pocket in places if pocket not in held]
            if len(missing) == 1 and view.patterns >> (pattern - 1) & 1 and open_tops[missing[0]]:
                said = f"{SEAT_NAMES[rival]} is known to hold the other three cards of a pattern here."
                found.setdefault((missing[0], rival), Mark("danger", _pocket(missing[0]), 1, said))
    return tuple(found.values())


def _dealt(before: View, after: View, what: int) -> list[Mark]:
    if 0 <= what < CARD:
        return [Mark("starts", f"seat:{what - DEALER}")]
    if what >= BOARD_CARD:
        where = _pocket(before.step) if before.phase == LAYING else "turned-up"
        return [
            _card(what - BOARD_CARD + 1, "gameboard-pile", where, "laid" if before.phase == LAYING else "turned up")
        ]
    card = NO_CARD if what < 0 else what - CARD + 1
    if before.phase not in (DEALING, DRAWING):
        return [_card(card, "pile", "discard", "flipped")]
    who = before.turn if before.phase == DRAWING else (before.dealer + 1 + before.step) % before.seats
    found = [_card(card, "pile", f"seat:{who}", "drawn" if before.phase == DRAWING else "dealt")]
    if after.phase == REFLIPPING:  # TD16
        found.append(Mark("shuffle", "pile", before.discards, "reshuffle", "", ("discard", "pile")))
    return found


def _used(before: View, after: View, seat: int, action: int) -> list[Mark]:
    """An action card laid on the table, and what it does to the board."""
    found = [_card(after.used, f"seat:{seat}", "used", "used")]
    if action < USE_ROTATION:
        first, second = pair_places(action - USE_SWAP)
        return [*found, _moved(first, second, "swap"), _moved(second, first, "swap")]
    if action == USE_ROTATION:
        corners = CORNERS.tolist()
        by_card = {after.top[corner]: corner for corner in corners}
        return [*found, *(_moved(corner, by_card[before.top[corner]], "rotation") for corner in corners)]
    if action == USE_PANELS:
        across = (place + SIDE // 2 if place % SIDE < SIDE // 2 else place - SIDE // 2 for place in range(POCKETS))
        return [*found, *(_moved(place, other, "panels") for place, other in enumerate(across))]
    if after.top[0] == NO_CARD:  # TD25
        found.append(Mark("bomb", "board", 0, "bomb"))
        found += [Mark("leave", _pocket(place), 0, "bomb") for place in range(POCKETS)]
    return found


def _claimed(before: View, after: View, seat: int, claim: int) -> list[Mark]:
    """The four cards as they are laid down, then whether they win (TD26)."""
    covered = free_pocket(claim)
    found = []
    for place in claim_places(claim):
        card = FREE_SPACE if place == covered else before.top[place]
        found.append(_card(card, f"seat:{seat}", _pocket(place), "claim"))
    if after.winner == seat + 1:
        return [*found, *(Mark("line", _pocket(place), 0, "pattern") for place in claim_places(claim))]
    return [*found, Mark("wrong", f"seat:{seat}", 0, "wrong claim")]


def _owner(view: View, pocket: int, seat: int) -> int:
    """The viewer's seat if it holds the card that gets covered, and didn't do it itself; else -1."""
    top = view.top[pocket]
    if view.seat < 0 or view.seat == seat or top > IMAGES:
        return -1
    return view.seat if top in {view.hand[view.seat, place] for place in range(FULL)} else -1


def _moved(start: int, end: int, cause: str) -> Mark:
    return Mark("move", _pocket(end), 0, cause, "stack", (_pocket(start), _pocket(end)))


def _card(card: int, start: str, end: str, cause: str, hits: int = -1) -> Mark:
    return Mark("card", end, 0, cause, card_notation(card) if card else "", (start, end), hits)


def _pocket(number: int) -> str:
    return f"pocket:{pocket_name(number)}"
