"""TETRAD explained while it is played: the goal, how far everyone is, why a play is good, and what things are."""

from collections import Counter

from tetracade.engine.bits import count_bits
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import counted
from tetracade.engine.words import Note
from tetracade.games.tetrad.board import (
    BLOCKER,
    BOMB,
    CARDS,
    COPIES,
    CORNER_ROTATION,
    DECKS,
    FREE_FROM_ANY_SIDE,
    FREE_SPACE,
    HAND,
    IMAGES,
    NEW_CARD,
    NO_CARD,
    PANEL_SWAP,
    PATTERNS,
    POCKETS,
    SKIP,
    SWAP_TWO,
    pocket_name,
    suggested,
)
from tetracade.games.tetrad.claims import ASSISTED, UNANNOUNCED, matched
from tetracade.games.tetrad.marks import dangers
from tetracade.games.tetrad.nearness import FAR, hand_without, known_cards, lacking
from tetracade.games.tetrad.notation import SEAT_NAMES, card_of, name_of, stack
from tetracade.games.tetrad.sides import free_spaces_shown, name_seen
from tetracade.games.tetrad.state import (
    CHOOSE,
    CLAIM,
    DISCARD,
    DISCARD_SKIP,
    DISCARD_USED,
    DRAW,
    DRAWING,
    PLACE,
    REFLIPPING,
    TAKE,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)

ACTION_CARDS = {
    BLOCKER: Note("BLOCKER", "Lay it on a pocket: nobody can win with the card below.", "TD18"),
    FREE_SPACE: Note("FREE SPACE", "In a claim it stands for the card on a starred pocket.", "TD19"),
    CORNER_ROTATION: Note("CORNER ROTATION", "The four corner stacks move one corner on.", "TD20"),
    SKIP: Note("SKIP", "Give it to a rival, who misses the next turn.", "TD21"),
    PANEL_SWAP: Note("PANEL SWAP", "The two halves of the board change places.", "TD22"),
    NEW_CARD: Note("NEW GAMEBOARD CARD", "A new card covers a pocket of your choice.", "TD23"),
    SWAP_TWO: Note("SWAP TWO", "Two stacks of your choice change places.", "TD24"),
    BOMB: Note("THE BOMB", "The board is cleared, and a new card comes onto every pocket.", "TD25"),
}
THINGS = {
    "pile": Note("Draw pile", "Begin your turn by drawing here, or take the top discard.", "TD13"),
    "gameboard-pile": Note("Gameboard pile", "Cards that may still come onto the board.", "TD23"),
    "discard": Note("Discard pile", "You may take its top card, but everyone sees which one you take.", "TD13"),
    "used": Note("Used card", "The action card you have used becomes your discard.", "TD15"),
    "turned-up": Note("New card", "It has to be placed on one of the pockets.", "TD23"),
    "held-skip": Note("SKIP", "It takes your turn: all you can do is discard it.", "TD21"),
    "claim": Note("Claim a win", "Lay down four cards that lie on the board in a winning pattern.", "TD26"),
    "choose": Note("Choose the patterns", "More patterns make a shorter game.", "TD8"),
    "board": Note("The board", "Sixteen pockets. Only the top card of each counts.", "TD1"),
    "patterns": Note("Winning patterns", "In any turn or mirror image.", "TD4"),
}


def goal(view: View) -> str:
    """What wins; alone, in how few turns."""
    if view.seats == 1:
        return "Hold four cards that lie on the board in a winning pattern, in as few turns as you can."
    return "Be the first to hold four cards that lie on the board in a winning pattern."


def progress(view: View, seat: int) -> str:
    """What the viewer's own hand lacks, or what others are known to hold; from memory, nothing about others.

    Whoever must spot their own wins isn't told how close they are, only how many of their cards lie on the board.
    """
    if not view.patterns:
        return ""
    if seat != view.seat:
        return _known(view, seat)
    if view.winner == seat + 1:
        return f"won in {counted(view.turns, 'turn')}" if view.seats == 1 else "won"
    state = view.as_state
    mine = hand_without(state, seat, NO_CARD)
    turns = f", turn {view.turns + 1}" if view.seats == 1 else ""
    if view.claims != ASSISTED and not view.afterwards:
        cards = count_bits(matched(state, mine))
        return f"{counted(cards, 'card')} on the board{turns}"
    lacks = min(lacking(state, seat, mine), HAND)
    near = f"{counted(lacks, 'card')} short" if lacks else "ready to claim"
    return f"{near}{turns}"


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """A win, a card that is needed, a rival that is stopped, a pattern that comes nearer."""
    if action >= CLAIM:
        return ("wins the game",) if after.winner == seat + 1 else ()
    if action < DRAW:
        fitting = action - CHOOSE + 1 in suggested(before.seats)
        return ("suits so many players, by the chart",) if fitting else ()
    found = []
    now, then = _threats(before), _threats(after)
    for who in sorted(set(now)):
        if then[who] < now[who]:
            found.append(f"leaves {who} fewer ways to win" if then[who] else f"stops {who}’s three")
    if before.claims != ASSISTED:
        return tuple(found) or _plain_reason(before, seat, action)
    was, is_now = _lacks(before, seat), _lacks(after, seat)
    if is_now < was:
        found.append(
            "completes your pattern" if is_now == 0 else f"leaves you {counted(is_now, 'card')} short of a pattern"
        )
    elif DISCARD <= action <= DISCARD_USED and is_now == was:
        found.append("keeps every card you need")
    elif action == DRAW and not before.memory and _may_help(before, seat, was):
        found.append(
            "may bring a card you need, and nobody else sees it" if before.seats > 1 else "may bring a card you need"
        )
    elif USE_SKIP <= action < USE_SWAP:
        found.append(f"costs {SEAT_NAMES[action - USE_SKIP]} a turn")
    elif not found and USE_SWAP <= action < USE_NEW and is_now == was < FAR:
        found.append("moves the board and leaves you as close to a pattern as before")
    return tuple(found) or _plain_reason(before, seat, action)


def _plain_reason(before: View, seat: int, action: int) -> tuple[str, ...]:
    """What speaks for an action without telling how near a win is."""
    if action == DRAW:
        return ("brings a card that nobody else sees",) if before.seats > 1 else ("brings a new card",)
    if action == TAKE:
        return ("brings a card you can see, not a chance",)
    if action in (USE_NEW, USE_BOMB):
        return ("brings new images onto the board",)
    if DISCARD <= action < DISCARD_SKIP:
        card = action - DISCARD + 1
        on_board = any(before.top[number] == card for number in range(POCKETS))
        return () if on_board else ("throws away a card that isn’t on the board",)
    covered = action - USE_BLOCKER if USE_BLOCKER <= action < USE_SKIP else action - PLACE
    if USE_BLOCKER <= action < USE_SKIP or PLACE <= action < CLAIM:
        mine = hand_without(before.as_state, seat, NO_CARD)
        return () if mine >> before.top[covered] & 1 else ("covers a card that you don’t hold",)
    return ()


def _threats(view: View) -> Counter[str]:
    """How many cards would win for each rival of whom three cards of a pattern are known."""
    return Counter(mark.cause.partition(" is known ")[0] for mark in dangers(view))


def _may_help(view: View, seat: int, lacks: int) -> bool:
    """Whether a card that the seat has not seen elsewhere would bring it nearer to a pattern."""
    state, mine = view.as_state, hand_without(view.as_state, seat, NO_CARD)
    seen = Counter(card for other in range(view.seats) if other != seat for card in view.known[other].array.tolist())
    seen.update(view.hand[seat].array.tolist())
    seen.update(view.discard.array[: view.discards].tolist())
    seen[view.used] += 1
    return any(seen[card] < COPIES[card] and lacking(state, seat, mine | 1 << card) < lacks for card in range(1, CARDS))


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """Drawing, taking, discarding, what each action card does, claims, and the reshuffle."""
    if seat == SPECTATOR:
        if before.phase == DRAWING and after.phase == REFLIPPING:
            return (Note("Reshuffle", "The discards become the new draw pile. The board stays.", "TD16", "pile"),)
        return ()
    if what < DRAW:
        return (Note("Winning patterns", "Only these win in this game, turned or mirrored.", "TD8", "patterns"),)
    if what == DRAW:
        return (Note("Drawing", "A turn begins with a card, from the pile or from the discards.", "TD13", "pile"),)
    if what == TAKE:
        said = "A card from the discard pile is known to everyone until it leaves the hand."
        return (Note("Taking", said, "TD13", "discard"),)
    if what < DISCARD_SKIP:
        return (Note("Discarding", "A turn ends with a discard, and four cards stay in the hand.", "TD14", "discard"),)
    if what == DISCARD_SKIP:
        return (Note("Skipped", "Whoever holds a SKIP discards it, and that is the whole turn.", "TD21", "discard"),)
    if what >= CLAIM:
        if not after.winner:
            said = "Everyone has seen the cards. They go back to the hand, and the turn is over."
            return (Note("A wrong claim", said, "TD26", "board"),)
        said = "Four cards in a pattern, or three and FREE SPACE on a starred pocket, win."
        return (Note("A claim", said, "TD26", "board"),)
    if what >= PLACE:
        return ()
    card = _card_used(what)
    if USE_SKIP <= what < USE_SWAP:
        victim = what - USE_SKIP
        where = "held-skip" if victim == after.seat else f"seat:{victim}"
        said = f"{SEAT_NAMES[victim]} misses a turn: all that is left to do in it is to discard this card."
        return (Note("SKIP", said, "TD21", where),)
    where = f"pocket:{pocket_name(what - USE_BLOCKER)}" if card == BLOCKER else "discard"
    return (_placed(ACTION_CARDS[card], where),)


def about(view: View, place: str) -> Note | None:
    """A card in hand, a pocket, a pile, a pattern, or a seat."""
    kind, _, name = place.partition(":")
    name = name.partition("#")[0]
    if place in THINGS:
        return _placed(THINGS[place], place)
    if kind == "hand":
        return _card(view, name, place)
    if kind in ("pocket", "free"):
        found = [number for number in range(POCKETS) if pocket_name(number) == name]
        return _pocket(view, found[0], place) if found else None
    if kind == "pattern" and name.isdigit() and 1 <= int(name) <= PATTERNS:
        counts = view.patterns >> (int(name) - 1) & 1
        said = "It counts in this game" if counts else "It doesn’t count in this game"
        return Note(f"Pattern {name}", f"{said}, in any turn or mirror image.", "TD4", place)
    if kind == "seat" and name.isdigit() and int(name) < view.seats:
        said = progress(view, int(name)) or f"{view.hand_size[int(name)]} cards in hand"
        return Note(SEAT_NAMES[int(name)], f"{said}.", "TD14", place)
    return None


def legend(view: View) -> tuple[Note, ...]:
    """The star, the tick, stacks, blockers and the patterns."""
    found = [_placed(THINGS["patterns"], "patterns")]
    starred = free_spaces_shown(view)
    star = next((number for number in range(POCKETS) if starred >> number & 1 and view.top[number]), None)
    if star is not None:
        said = "A starred pocket. FREE SPACE can stand for the card on it."
        found.append(Note("Star", said, "TD9", _place(star)))
    if view.seat >= 0:
        mine = matched(view.as_state, hand_without(view.as_state, view.seat, NO_CARD))
        own = next((number for number in range(POCKETS) if mine >> number & 1), None)
        if own is not None:
            found.append(Note("Tick", "You hold this card, and it lies on the board.", "TD26", _place(own)))
    blocked = next((number for number in range(POCKETS) if view.blocked >> view.top[number] & 1), None)
    if blocked is not None:
        found.append(_placed(ACTION_CARDS[BLOCKER], _place(blocked)))
    deep = next((number for number in range(POCKETS) if len(stack(view, number)) > 1), None)
    if deep is not None:
        found.append(Note("Stack", "Edges below: covered cards, which don’t count.", "TD1", _place(deep)))
    return tuple(found)


def _known(view: View, seat: int) -> str:
    """How much of a pattern the seat is known to hold; nothing where that is for people to remember (TD30)."""
    if view.memory and not view.afterwards:
        return ""
    cards = known_cards(view.as_state, seat)
    nearest = lacking(view.as_state, seat, cards) if cards else FAR
    return f"known to hold {HAND - nearest} of a pattern" if nearest < HAND else ""


def _lacks(view: View, seat: int) -> int:
    return lacking(view.as_state, seat, hand_without(view.as_state, seat, NO_CARD)) if view.patterns else FAR


def _card_used(action: int) -> int:
    """The action card that such an action uses."""
    begins = (
        (USE_BLOCKER, BLOCKER),
        (USE_SKIP, SKIP),
        (USE_SWAP, SWAP_TWO),
        (USE_ROTATION, CORNER_ROTATION),
        (USE_PANELS, PANEL_SWAP),
        (USE_NEW, NEW_CARD),
        (USE_BOMB, BOMB),
    )
    return next(card for first, card in reversed(begins) if action >= first)


def _card(view: View, name: str, place: str) -> Note | None:
    try:
        card = card_of(name)
    except ValueError:
        return None
    if card > IMAGES:
        return _placed(ACTION_CARDS[card], place)
    where = next((number for number in range(POCKETS) if view.top[number] == card), None)
    said = "It isn’t on the board now." if where is None else f"It lies on {name_seen(view, where)}."
    return Note(name_of(view, card), f"{DECKS[view.deck].images[card - 1].description} {said}", "TD26", place)


def _pocket(view: View, number: int, place: str) -> Note:
    top = view.top[number]
    title = f"{name_of(view, top)} on {name_seen(view, number)}" if top else f"Pocket {name_seen(view, number)}"
    said = ["Hold this card to use the pocket in a pattern."]
    if view.blocked >> top & 1 and top:
        return Note(title, "Blocked: nobody can win with the card below.", "TD18", place)
    if free_spaces_shown(view) >> number & 1:
        said.append("The star lets FREE SPACE stand for it.")
    elif view.claims == UNANNOUNCED and not view.afterwards and FREE_FROM_ANY_SIDE >> number & 1:
        said.append("FREE SPACE may stand for it.")
    if len(stack(view, number)) > 1:
        said.append("Cards below it don’t count.")
    return Note(title, " ".join(said), "TD26", place)


def _place(number: int) -> str:
    return f"pocket:{pocket_name(number)}"


def _placed(note: Note, place: str) -> Note:
    return Note(note.title, note.text, note.rule, place)
