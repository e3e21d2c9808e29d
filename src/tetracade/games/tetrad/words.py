"""TETRAD in words: sentences, endings, drawings."""

import textwrap
from itertools import zip_longest

from rich.markup import escape

from tetracade.engine.drawing import width, wrapped
from tetracade.engine.fields import View
from tetracade.games.tetrad.board import (
    BLOCKER,
    FREE_SPACES,
    FULL,
    IMAGES,
    LEVELS,
    NO_CARD,
    POCKETS,
    SET_PATTERN,
    level,
    patterns_of,
    pocket_name,
    suggested,
    ways,
)
from tetracade.games.tetrad.box import COLUMNS, SIDE
from tetracade.games.tetrad.claims import ASSISTED, UNANNOUNCED, WAYS_TO_COVER, free_pocket, is_true
from tetracade.games.tetrad.notation import (
    SEAT_NAMES,
    card_notation,
    claim_places,
    name_of,
    notation,
    pair_places,
    stack,
)
from tetracade.games.tetrad.sides import free_spaces_shown, front_of, name_seen, names_seen, sideways
from tetracade.games.tetrad.state import (
    BOARD_CARD,
    CARD,
    CHOOSE,
    CLAIM,
    DEALER,
    DEALING,
    DISCARD,
    DISCARD_SKIP,
    DISCARD_USED,
    DRAW,
    ENDED,
    FLIPPING,
    LAYING,
    PLACE,
    REFLIPPING,
    ROUNDS,
    TAKE,
    USE_BLOCKER,
    USE_BOMB,
    USE_NEW,
    USE_PANELS,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
)

CELL = 19
"""Columns that a pocket takes in a drawing, where there is room for them."""


def text(view: View, seat: int, action: int) -> str:
    """What the seat does, in words that follow its name; a seat that must spot its own wins isn't told them."""
    if action < DRAW:
        return _choice_text(view, action - CHOOSE + 1)
    if action == DRAW:
        return "draws from the draw pile"
    if action == TAKE:
        return f"takes {_top_discard(view)} from the discard pile"
    if action < DISCARD_USED:
        return _discards(view, action - DISCARD + 1)
    if action == DISCARD_USED:
        return f"discards {name_of(view, view.used)} after using it" if view.used else "discards the used card"
    if action == DISCARD_SKIP:
        return "discards the SKIP and misses the turn"
    if action < PLACE:
        return _use_text(view, action)
    if action < CLAIM:
        number = action - PLACE
        return f"places {name_of(view, view.turned_up)} on {name_seen(view, number)}, over {_top(view, number)}"
    claim = action - CLAIM
    if view.claims != ASSISTED and view.seat == seat:
        return _claimed(view, claim)
    return _judged(view, seat, claim)


def done_text(view: View, seat: int, action: int, after: View) -> str:
    """What the seat did; after a claim also whether it was right (TD26), and the card left to discard (TD15)."""
    if action < CLAIM:
        return text(view, seat, action)
    claimed = _judged(view, seat, action - CLAIM)
    if after.winner and not view.used:
        return f"{claimed}, and {_discards(after, after.discard[after.discards - 1])}"
    return claimed


def outcome_text(view: View, outcome: int) -> str:
    """What is drawn or laid out."""
    if outcome < CARD:
        return f"{SEAT_NAMES[outcome - DEALER]} is drawn as dealer"
    if outcome < BOARD_CARD:
        card = name_of(view, outcome - CARD + 1)
        if view.phase == DEALING:
            return f"{_dealt_to(view)} is dealt {card}"
        if view.phase == FLIPPING:
            return f"{card} is flipped to start the discard pile"
        if view.phase == REFLIPPING:
            return f"the discard pile becomes the draw pile, and {card} is flipped"
        return f"{SEAT_NAMES[view.turn]} gets {card}"
    card = name_of(view, outcome - BOARD_CARD + 1)
    if view.phase == LAYING:
        pocket = name_seen(view, view.step)
        last = view.step == POCKETS - 1 and view.used == NO_CARD
        if last and view.claims != UNANNOUNCED:  # TD9: what the dealer announces before the game
            return f"{card} is laid on {pocket}; seen from the FRONT VIEW, row {SIDE} is nearest, and {_free_said()}"
        return f"{card} is laid on {pocket}"
    return f"{card} is turned up from the gameboard pile"


def hidden_text(view: View, seat: int) -> str:
    """What others are told about a card they can't see."""
    if seat >= 0:
        raise ValueError("what a seat does in TETRAD is always seen")
    if view.phase == DEALING:
        return f"{_dealt_to(view)} is dealt a card"
    return f"{SEAT_NAMES[view.turn]} gets a card"


def touches(action: int) -> tuple[str, ...]:
    """The card, then where it goes; for a claim its four pockets."""
    if action < DRAW:
        return (*(f"pattern:{number}" for number in patterns_of(action - CHOOSE + 1)), "choose")
    if action == DRAW:
        return ("pile",)
    if action == TAKE:
        return ("discard",)
    if action < DISCARD_USED:
        return (f"hand:{card_notation(action - DISCARD + 1)}", "discard")
    if action == DISCARD_USED:
        return ("used", "discard")
    if action == DISCARD_SKIP:
        return ("held-skip", "discard")
    if USE_SKIP <= action < USE_SWAP:
        return ("hand:skip", f"seat:{action - USE_SKIP}")
    if action < PLACE:
        card, *where = notation(action).split()[1:]
        return (f"hand:{card}", *(f"pocket:{name}" for name in where)) if where else (f"hand:{card}", "board")
    if action < CLAIM:
        return ("turned-up", f"pocket:{pocket_name(action - PLACE)}")
    claim = action - CLAIM
    covered = free_pocket(claim)
    plain = tuple(f"pocket:{pocket_name(place)}" for place in claim_places(claim) if place != covered)
    return ("claim", *plain) if covered < 0 else ("claim", *plain, f"free:{pocket_name(covered)}")


def ending(view: View) -> str:
    """Why the game is over."""
    if view.phase != ENDED:
        return "the game goes on"
    if not view.winner:
        return f"nobody won in {ROUNDS} rounds"
    claim = view.won_by - 1
    pattern = int(SET_PATTERN[claim // WAYS_TO_COVER])
    places = " ".join(map(pocket_name, claim_places(claim)))
    turn = f"turn {view.turns}" if view.seats == 1 else f"round {1 + (view.turns - 1) // view.seats}"
    return f"{SEAT_NAMES[view.winner - 1]} won with pattern {pattern} on {places} in {turn}"


def dance(view: View) -> tuple[str, ...]:
    """The pockets the winner's token dances through, there and back, from neighbour to neighbour (TD28)."""
    if not view.winner:
        return ()
    places = claim_places(view.won_by - 1)
    walk: list[int] = []

    def visit(place: int) -> None:
        walk.append(place)
        for near in places:
            if near not in walk and abs(near % SIDE - place % SIDE) + abs(near // SIDE - place // SIDE) == 1:
                visit(near)
                walk.append(place)

    visit(places[0])
    return tuple(map(pocket_name, walk))


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The game won, or nothing."""
    return {"game won": 1 if view.winner == seat + 1 else 0}


def drawing(view: View) -> str:
    """The board, the piles, every seat, and the viewer's hand."""
    free = free_spaces_shown(view)
    mine = {view.hand[view.seat, place] for place in range(FULL)} if view.seat >= 0 else set()
    room = _cell_width()
    lines = ["   " + "".join(f"{column:<{room}}" for column in COLUMNS)]
    for row in range(SIDE):
        cells = [_cell(view, front_of(view, row * SIDE + column), free, mine) for column in range(SIDE)]
        for number, parts in enumerate(zip_longest(*cells, fillvalue=" " * room)):
            lines.append(f" {' ' if number else row + 1} {''.join(parts)}")
    chosen = "+".join(map(str, patterns_of(view.patterns))) or "not chosen yet"
    counted = f" ({ways(view.patterns)} ways)" if view.patterns else ""
    lines.append(f"   patterns {chosen}{counted}")
    for place in range(POCKETS):
        if len(stack(view, front_of(view, place))) > 1:
            lines += wrapped(_covered(view, front_of(view, place)))
    pile = [name_of(view, card) for card in range(1, IMAGES + 1) if view.board_pile >> card & 1]
    lines += wrapped(f"   gameboard pile {len(pile)}{': ' if pile else ''}{', '.join(pile)}")
    if view.used:
        up = f", {name_of(view, view.turned_up)} turned up" if view.turned_up else ""
        lines.append(f"   on the table: {name_of(view, view.used)}{up}")
    lines.append(f"   draw pile {view.pile_size}; discard pile {view.discards}, on top {_top_discard(view)}")
    for seat in range(view.seats):
        lines += wrapped(_seat_line(view, seat))
    if view.seat >= 0:
        cards = [view.hand[view.seat, place] for place in range(view.hand_size[view.seat])]
        lines += wrapped(f"   your hand: {', '.join(_card_said(view, card) for card in cards) or 'empty'}")
    return "\n".join(lines)


def seat_name(seat: int) -> str:
    """The colour of the seat's token."""
    return SEAT_NAMES[seat]


def _choice_text(view: View, choice: int) -> str:
    chosen = patterns_of(choice)
    names, found, hard = " + ".join(map(str, chosen)), ways(choice), level(choice)
    patterns = f"patterns {names}" if len(chosen) > 1 else f"pattern {names}"
    if choice in suggested(view.seats):
        return f"chooses {patterns}: {found} ways to win, level {hard} of {LEVELS}, suggested for {view.seats} players"
    return f"chooses {patterns}: {found} ways to win, level {hard} of {LEVELS}"


def _discards(view: View, card: int) -> str:
    return f"discards {name_of(view, card)}" if card <= IMAGES else f"discards {name_of(view, card)} unused"


def _use_text(view: View, action: int) -> str:
    if action < USE_SKIP:
        number = action - USE_BLOCKER
        return f"uses BLOCKER on {name_seen(view, number)}, over {_top(view, number)}"
    if action < USE_SWAP:
        return f"uses SKIP: {SEAT_NAMES[action - USE_SKIP]} misses a turn"
    if action < USE_ROTATION:
        first, second = names_seen(view, pair_places(action - USE_SWAP))
        return f"uses SWAP TWO: {first} and {second}"
    if action == USE_PANELS and sideways(view):
        return "uses PANEL SWAP: the upper and lower panels change places"
    return {
        USE_ROTATION: "uses CORNER ROTATION: the corners move counter-clockwise",
        USE_PANELS: "uses PANEL SWAP: the left and right panels change places",
        USE_NEW: "uses NEW GAMEBOARD CARD: a card is turned up",
        USE_BOMB: "uses THE BOMB: the board is laid out again",
    }[action]


def _claimed(view: View, claim: int) -> str:
    places, covered = " ".join(names_seen(view, claim_places(claim))), free_pocket(claim)
    if covered >= 0:
        return f"claims {places} with FREE SPACE on {name_seen(view, covered)}"
    return f"claims {places}"


def _judged(view: View, seat: int, claim: int) -> str:
    if is_true(view.as_state, seat, claim):
        return f"{_claimed(view, claim)}: pattern {SET_PATTERN[claim // WAYS_TO_COVER]}"
    return f"{_claimed(view, claim)}, but {_fault(view, claim)}"


def _fault(view: View, claim: int) -> str:
    pattern = int(SET_PATTERN[claim // WAYS_TO_COVER])
    if pattern == 0:
        return "these pockets don't form a pattern"
    if not view.patterns >> (pattern - 1) & 1:
        return f"pattern {pattern} doesn't count in this game"
    return f"{name_seen(view, free_pocket(claim))} isn't a free space"


def _seat_line(view: View, seat: int) -> str:
    cards = () if view.memory and not view.afterwards else range(FULL)
    known = [name_of(view, view.known[seat, place]) for place in cards if view.known[seat, place]]
    said = [f"{view.hand_size[seat]} cards"]
    if known:
        said.append(f"known: {', '.join(known)}")
    if view.skip[seat]:
        said.append("holds a SKIP")
    if seat == view.dealer:
        said.append("dealer")
    return f"{' > ' if view.turn == seat and view.phase != ENDED else '   '}{SEAT_NAMES[seat]}: {'; '.join(said)}"


def _cell(view: View, number: int, free: int, mine: set[int]) -> list[str]:
    """One pocket, in lines: its top card, * on a free space, # for a BLOCKER, +n for n cards underneath."""
    top, room = view.top[number], _cell_width()
    if not top:
        return [f"{'-':<{room}}"]
    blocked = view.blocked >> top & 1
    depth = len(stack(view, number)) - 1
    marks = ("*" if free >> number & 1 else "") + ("#" if blocked else "") + (f"+{depth}" if depth else "")
    said = textwrap.wrap(f"{marks}{' ' if depth else ''}{top} {name_of(view, top)}", room - 1, subsequent_indent="  ")
    padded = [escape(f"{line:<{room}}") for line in said]
    if blocked:
        return [f"[dim]{line}[/dim]" for line in padded]
    return [f"[bold]{line}[/bold]" for line in padded] if top in mine else padded


def _cell_width() -> int:
    return min(CELL, (width.get() - 3) // SIDE)


def _covered(view: View, number: int) -> str:
    """What lies under the pocket's top card, from the top."""
    cards = [
        name_of(view, card) + (", blocked" if view.blocked >> card & 1 else "") for card in stack(view, number)[-2::-1]
    ]
    return f"   under {name_seen(view, number)}: {', then '.join(cards)}"


def _card_said(view: View, card: int) -> str:
    return f"{card} {name_of(view, card)}" if card <= IMAGES else name_of(view, card)


def _free_said() -> str:
    if len(FREE_SPACES) == 1:
        return f"the free space is {FREE_SPACES[0]}"
    return f"the free spaces are {', '.join(FREE_SPACES)}"


def _top(view: View, number: int) -> str:
    top = view.top[number]
    return name_of(view, BLOCKER if view.blocked >> top & 1 else top)


def _top_discard(view: View) -> str:
    return name_of(view, view.discard[view.discards - 1]) if view.discards else "nothing"


def _dealt_to(view: View) -> str:
    return SEAT_NAMES[(view.dealer + 1 + view.step) % view.seats]
