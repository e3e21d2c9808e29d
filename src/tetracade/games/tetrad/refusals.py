"""Why an action isn't allowed in TETRAD: the rule's number, a sentence, and the places concerned."""

from tetracade.engine.fields import View
from tetracade.engine.game import Refusal
from tetracade.engine.wording import listed
from tetracade.games.tetrad.board import (
    BLOCKER,
    BOMB,
    CORNER_ROTATION,
    FREE_SPACE,
    FREE_SPACES,
    FULL,
    IMAGES,
    NEW_CARD,
    NO_CARD,
    PANEL_SWAP,
    SET_PATTERN,
    SKIP,
    SWAP_TWO,
    patterns_of,
    pocket_name,
)
from tetracade.games.tetrad.claims import WAYS_TO_COVER, free_pocket
from tetracade.games.tetrad.notation import SEAT_NAMES, card_notation, claim_places, name_of
from tetracade.games.tetrad.sides import name_seen
from tetracade.games.tetrad.state import (
    CHOOSING,
    CLAIM,
    DEALING,
    DISCARD,
    DISCARD_SKIP,
    DISCARD_USED,
    DRAW,
    ENDED,
    FIVE,
    FLIPPING,
    LAYING,
    LOT,
    PLACE,
    PLACING,
    REFLIPPING,
    ROUNDS,
    SKIPPED,
    TAKE,
    TAKING,
    TURNING_UP,
    USE_BLOCKER,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
    USED,
)

_BEING_DRAWN = {
    LOT: ("TD11", "The dealer hasn't been drawn yet."),
    LAYING: ("TD7", "The board is still being laid out."),
    DEALING: ("TD10", "The cards are still being dealt."),
    FLIPPING: ("TD10", "The first discard hasn't been flipped yet."),
    REFLIPPING: ("TD16", "The first card of the new discard pile hasn't been flipped yet."),
    TURNING_UP: ("TD23", "The new gameboard card hasn't been turned up yet."),
}


def why_not(view: View, seat: int, action: int) -> Refusal:
    """Why this action, which isn't legal, isn't."""
    if view.phase == ENDED:
        if view.winner:
            return Refusal("TD26", f"The game is over: {SEAT_NAMES[view.winner - 1]} has won.")
        return Refusal("TD29", f"The game is over: it's a draw after {ROUNDS} rounds.")
    if view.phase < CHOOSING:
        return Refusal(*_BEING_DRAWN.get(view.phase, ("TD13", "A card is being drawn.")))
    if view.turn != seat:
        return Refusal("TD11", f"It's {SEAT_NAMES[view.turn]}'s turn.", (f"seat:{view.turn}",))
    if view.phase == CHOOSING:
        return Refusal("TD8", "First choose the patterns that count in this game.")
    if action < DRAW:
        chosen = " + ".join(map(str, patterns_of(view.patterns)))
        return Refusal("TD8", f"The patterns for this game are already chosen: {chosen}.")
    if view.phase == SKIPPED:
        return Refusal("TD21", "You hold a SKIP: all you can do this turn is discard it.", ("held-skip",))
    if action == DISCARD_SKIP:
        return Refusal("TD21", "You hold no SKIP to discard.")
    if view.phase == FIVE and not DISCARD <= action < DISCARD_USED:
        return Refusal("TD17", "You start this turn with five cards: all you can do is discard one.")
    if view.phase == PLACING:
        card = name_of(view, view.turned_up)
        return Refusal("TD23", f"First place {card} on one of the 16 pockets.", ("turned-up",))
    if PLACE <= action < CLAIM:
        return Refusal("TD23", "There's no new gameboard card to place.")
    if view.phase == TAKING:
        return _before_drawing(view, action)
    if action in (DRAW, TAKE):
        return Refusal("TD13", "You've already drawn this turn.")
    if action == DISCARD_USED:
        return Refusal("TD15", "You haven't used an action card this turn.")
    if action < DISCARD_USED:
        return _discard(view, seat, action - DISCARD + 1)
    if action < PLACE:
        return _use(view, seat, action)
    return _claim(view, seat, action - CLAIM)


def _before_drawing(view: View, action: int) -> Refusal:
    top = view.discard[view.discards - 1] if view.discards else NO_CARD
    if action != TAKE and NO_CARD < top <= IMAGES:
        return Refusal("TD13", "First draw a card or take the top discard.", ("pile", "discard"))
    if action != TAKE:
        return Refusal("TD13", "First draw a card.", ("pile",))
    if top == NO_CARD:
        return Refusal("TD13", "The discard pile is empty: draw from the draw pile.", ("discard", "pile"))
    said = f"{name_of(view, top)} is an action card; you can't take those from the discard pile."
    return Refusal("TD13", said, ("discard",))


def _held(view: View, seat: int, card: int) -> bool:
    return any(view.hand[seat, place] == card for place in range(FULL))


def _discard(view: View, seat: int, card: int) -> Refusal:
    if view.phase == USED:
        used = name_of(view, view.used)
        return Refusal("TD15", f"You used {used}, so that's your discard this turn.", ("used",))
    return Refusal("TD14", f"You hold no {name_of(view, card)}.", (f"hand:{card_notation(card)}",))


def _use(view: View, seat: int, action: int) -> Refusal:
    if view.phase == USED:
        return Refusal("TD14", "You've already used an action card this turn, and one is the limit.", ("used",))
    card = _card_of_use(action)
    if not _held(view, seat, card):
        return Refusal("TD15", f"You hold no {name_of(view, card)} to use.", (f"hand:{card_notation(card)}",))
    if card == BLOCKER:
        pocket = action - USE_BLOCKER
        return Refusal("TD18", f"{name_seen(view, pocket)} already has a BLOCKER.", (_place(pocket),))
    if card == NEW_CARD:
        return Refusal("TD23", "The gameboard pile is empty, so there's no card to turn up.")
    other = action - USE_SKIP
    if view.seats == 1:
        return Refusal("TD12", "You're playing alone, so you can only keep or discard a SKIP.", ("hand:skip",))
    if other >= view.seats:
        return Refusal("TD21", f"Nobody is playing {SEAT_NAMES[other]}.", (f"seat:{other}",))
    if other == seat:
        return Refusal("TD21", "Give a SKIP to an opponent, not to yourself.", (f"seat:{other}",))
    return Refusal("TD21", f"{SEAT_NAMES[other]} already holds a SKIP.", (f"seat:{other}",))


def _card_of_use(action: int) -> int:
    if action < USE_SKIP:
        return BLOCKER
    if action < USE_SWAP:
        return SKIP
    if action < USE_ROTATION:
        return SWAP_TWO
    return {USE_ROTATION: CORNER_ROTATION, USE_PANELS: PANEL_SWAP, USE_NEW: NEW_CARD}.get(action, BOMB)


def _claim(view: View, seat: int, claim: int) -> Refusal:
    covered = free_pocket(claim)
    if covered >= 0 and not _held(view, seat, FREE_SPACE):
        return Refusal("TD19", "You hold no FREE SPACE.", ("hand:free-space",))
    for place in claim_places(claim):
        if place == covered:
            continue
        name, top = name_seen(view, place), view.top[place]
        if view.blocked >> top & 1:
            return Refusal("TD18", f"{name} is blocked.", (_place(place),))
        if not _held(view, seat, top):
            return Refusal("TD26", f"You hold no {name_of(view, top)} to match {name}.", (_place(place),))
    places = tuple(_place(place) for place in claim_places(claim))
    pattern = int(SET_PATTERN[claim // WAYS_TO_COVER])
    if pattern == 0:
        return Refusal("TD4", "Those four pockets don't form a pattern.", places)
    if not view.patterns >> (pattern - 1) & 1:
        return Refusal("TD8", f"That's pattern {pattern}, which doesn't count in this game.", places)
    those = f"that is {FREE_SPACES[0]}" if len(FREE_SPACES) == 1 else f"those are {listed(FREE_SPACES)}"
    return Refusal("TD19", f"{pocket_name(covered)} isn't a free space; {those}.", (_place(covered),))


def _place(pocket: int) -> str:
    """The pocket as touches name it, the same for every viewer."""
    return f"pocket:{pocket_name(pocket)}"
