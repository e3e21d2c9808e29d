"""TETRAD in notation: actions, outcomes and positions of one line.

Images are written by their number in the deck, 1 to 30, action cards by their name in small letters: ``discard 17``,
``discard the-bomb``, ``use swap-two A1 C3``, ``claim A1 B1 *C1 D1`` with FREE SPACE on C1. A card's name in any deck is
read as well: ``discard burning-bush``.
"""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from tetracade.games.tetrad.board import (
    ACTION_NAMES,
    ALL_IMAGES,
    CARDS,
    COPIES,
    DECKS,
    FULL,
    IMAGES,
    NO_CARD,
    POCKETS,
    SEATS,
    SET_PLACES,
    patterns_of,
    pocket_name,
)
from tetracade.games.tetrad.claims import CLAIM_NAMES, WAYS_TO_COVER
from tetracade.games.tetrad.decks import slug_of
from tetracade.games.tetrad.state import (
    ACTIONS,
    BOARD_CARD,
    CARD,
    CHOOSE,
    CHOOSING,
    CLAIM,
    DEALER,
    DEALING,
    DISCARD,
    DISCARD_USED,
    DRAW,
    DRAWING,
    ENDED,
    FIVE,
    FLIPPING,
    LAYING,
    LOT,
    OUTCOMES,
    PLACE,
    PLACING,
    PLAYING,
    REFLIPPING,
    SKIPPED,
    TAKING,
    TURNING_UP,
    USE_BLOCKER,
    USE_ROTATION,
    USE_SKIP,
    USE_SWAP,
    USED,
)

SEAT_NAMES = ("Red", "Blue", "Green", "Gold", "Violet", "Orange", "White", "Black")

PHASES = {
    LOT: "lot",
    LAYING: "laying",
    DEALING: "dealing",
    FLIPPING: "flipping",
    REFLIPPING: "reflipping",
    DRAWING: "drawing",
    TURNING_UP: "turning-up",
    CHOOSING: "choosing",
    TAKING: "taking",
    PLAYING: "playing",
    PLACING: "placing",
    USED: "used",
    SKIPPED: "skipped",
    FIVE: "five",
    ENDED: "ended",
}


_SLUGS = {card: slug_of(name) for card, name in ACTION_NAMES.items()}
_CARDS = {
    **{slug_of(image.name): number for deck in reversed(DECKS) for number, image in enumerate(deck.images, 1)},
    **{str(number): number for number in range(1, IMAGES + 1)},
    **{slug: card for card, slug in _SLUGS.items()},
}


def card_notation(card: int) -> str:
    """A card as files write it."""
    return _SLUGS.get(card, str(card))


def card_of(text: str) -> int:
    """The card written like this."""
    if text.lower() not in _CARDS:
        raise ValueError(f"{text!r} isn't a card; images are 1 to {IMAGES}, action cards {', '.join(_SLUGS.values())}")
    return _CARDS[text.lower()]


def in_this_deck(view: Any, text: str) -> str:
    """A discard with the card's number where the text has its name in the deck in play."""
    head, _, rest = text.strip().partition(" ")
    slugs = [slug_of(image.name) for image in DECKS[view.deck].images]
    return f"{head} {1 + slugs.index(slug_of(rest))}" if slug_of(rest) in slugs else text


def name_of(view: Any, card: int) -> str:
    """The card's name in the deck in play."""
    if card in ACTION_NAMES:
        return ACTION_NAMES[card]
    return DECKS[view.deck].images[card - 1].name if card else "no card"


PAIRS = tuple(combinations(range(POCKETS), 2))
"""The pockets of each SWAP TWO, in the order of the actions."""


def pair_places(pair: int) -> tuple[int, int]:
    """The two pockets that a SWAP TWO names."""
    return PAIRS[pair]


def claim_places(claim: int) -> tuple[int, ...]:
    """The four pockets that a claim names, in order."""
    return tuple(SET_PLACES[claim // WAYS_TO_COVER].tolist())


def notation(action: int) -> str:
    """An action as files write it."""
    if action < DRAW:
        return "choose " + "+".join(map(str, patterns_of(action - CHOOSE + 1)))
    if action < DISCARD:
        return "draw" if action == DRAW else "take"
    if action < DISCARD_USED:
        return f"discard {card_notation(action - DISCARD + 1)}"
    if action < USE_BLOCKER:
        return "discard used" if action == DISCARD_USED else "discard held-skip"
    if action < USE_SKIP:
        return f"use blocker {pocket_name(action - USE_BLOCKER)}"
    if action < USE_SWAP:
        return f"use skip {SEAT_NAMES[action - USE_SKIP].lower()}"
    if action < USE_ROTATION:
        first, second = pair_places(action - USE_SWAP)
        return f"use swap-two {pocket_name(first)} {pocket_name(second)}"
    if action < PLACE:
        kinds = ("corner-rotation", "panel-swap", "new-gameboard-card", "the-bomb")
        return f"use {kinds[action - USE_ROTATION]}"
    if action < CLAIM:
        return f"place {pocket_name(action - PLACE)}"
    claim = action - CLAIM
    cover = claim % WAYS_TO_COVER
    said = [f"{'*' if cover == 1 + at else ''}{pocket_name(place)}" for at, place in enumerate(claim_places(claim))]
    return f"claim {' '.join(said)}"


_ACTIONS = {notation(action): action for action in range(ACTIONS)}


def action_of(notation: str) -> int:
    """The action written like this; pockets may come in any order."""
    words = notation.strip().split()
    head = words[0].lower() if words else ""
    try:
        found = _READERS[head]([word for word in words[1:] if word.lower() != "and"])
    except (KeyError, IndexError):
        found = ""
    if found not in _ACTIONS:
        raise ValueError(
            f"{notation!r} isn't an action; write one like choose 2+4, draw, take, discard 17, discard the-bomb, "
            "discard used, use blocker C3, use skip blue, use swap-two A1 C3, use the-bomb, place B2 "
            "or claim A1 B1 *C1 D1"
        )
    return _ACTIONS[found]


def _read_use(words: list[str]) -> str:
    card = words[0].lower()
    if card == "skip":
        return " ".join(["use", *(word.lower() for word in words)])
    return " ".join(["use", card, *sorted((word.upper() for word in words[1:]), key=_order)])


def _order(name: str) -> tuple[str, str]:
    bare = name.lstrip("*")
    return bare[1:], bare[:1]


def _read_discard(words: list[str]) -> str:
    said = "-".join(words).lower()
    return f"discard {said if said in ('used', 'held-skip') else card_notation(card_of(said))}"


_READERS: dict[str, Callable[[list[str]], str]] = {
    "choose": lambda words: "choose " + "+".join(sorted("".join(words).replace(",", "+").split("+"))),
    "draw": lambda words: " ".join(["draw", *words]),
    "take": lambda words: " ".join(["take", *words]),
    "discard": _read_discard,
    "use": _read_use,
    "place": lambda words: " ".join(["place", *(word.upper() for word in words)]),
    "claim": lambda words: " ".join(["claim", *sorted((word.upper() for word in words), key=_order)]),
}


def outcome_notation(outcome: int) -> str:
    """A chance outcome as files write it."""
    if outcome < CARD:
        return f"dealer {SEAT_NAMES[outcome - DEALER].lower()}"
    if outcome < BOARD_CARD:
        return f"card {card_notation(outcome - CARD + 1)}"
    return f"board {outcome - BOARD_CARD + 1}"


_OUTCOMES = {outcome_notation(outcome): outcome for outcome in range(OUTCOMES)}


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    found = " ".join(notation.lower().split())
    if found not in _OUTCOMES:
        raise ValueError(f"{notation!r} isn't an outcome; write one like dealer red, card 17, card the-bomb, board 3")
    return _OUTCOMES[found]


# Positions are words of the form name=value. Stacks are written from the bottom; b after a card is a BLOCKER on it.


def position(state: Any) -> str:
    """The whole state in one line."""
    seats = int(state.seats)
    parts = [
        f"seats={seats}",
        f"phase={PHASES[int(state.phase)]}",
        f"act={SEAT_NAMES[int(state.turn)].lower()}",
        f"dealer={SEAT_NAMES[int(state.dealer)].lower()}",
        f"patterns={'+'.join(map(str, patterns_of(int(state.patterns)))) or '-'}",
        f"claims={CLAIM_NAMES[int(state.claims)]}",
        f"deck={DECKS[int(state.deck)].name}",
        f"memory={'on' if state.memory else 'off'}",
        f"turns={int(state.turns)}",
        f"step={int(state.step)}",
        "board=" + "/".join(",".join(_stack(state, row * 4 + column) for column in range(4)) for row in range(4)),
        "hands=" + "/".join(_cards(state.hand[seat]) for seat in range(seats)),
        "known=" + "/".join(_cards(state.known[seat]) for seat in range(seats)),
        "skips=" + (",".join(SEAT_NAMES[seat].lower() for seat in range(seats) if state.skip[seat]) or "-"),
        f"used={card_notation(int(state.used)) if state.used else '-'}",
        f"up={int(state.turned_up) or '-'}",
        f"discard={_cards(state.discard)}",
        f"pile={_bag(state.pile)}",
        f"won={int(state.winner)}:{int(state.won_by)}",
    ]
    return " ".join(parts)


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line.

    Anything left out has a usual value: images 1 to 16 on the board, Red to play, all patterns, and every card that is
    nowhere else in the draw pile.
    """
    parts = dict(part.split("=", 1) for part in line.split())
    hands = parts.get("hands", "-").split("/")
    seats = int(parts.get("seats", len(hands)))
    state.seats = seats
    state.phase = {name: phase for phase, name in PHASES.items()}[parts.get("phase", "playing")]
    state.turn = seat_of(parts.get("act", "red"))
    state.dealer = seat_of(parts.get("dealer", SEAT_NAMES[seats - 1]))
    said = parts.get("patterns", "1+2+3+4+5")
    state.patterns = sum(1 << (int(number) - 1) for number in said.split("+")) if said != "-" else 0
    state.claims = CLAIM_NAMES.index(parts.get("claims", CLAIM_NAMES[0]))
    state.deck = [deck.name for deck in DECKS].index(parts.get("deck", DECKS[0].name))
    state.memory = {"off": 0, "on": 1}[parts.get("memory", "off")]
    state.turns = int(parts.get("turns", "0"))
    state.step = int(parts.get("step", "0"))
    _read_board(state, parts.get("board", "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16"))
    for field, said_hands in ((state.hand, hands), (state.known, parts.get("known", "-").split("/"))):
        for seat, cards in enumerate(said_hands):
            for place, card in enumerate(sorted(_read_cards(cards))):
                field[seat, place] = card
    for seat in range(seats):
        state.hand_size[seat] = sum(1 for place in range(FULL) if state.hand[seat, place])
    for name in parts.get("skips", "-").split(","):
        if name != "-":
            state.skip[seat_of(name)] = 1
    state.used = card_of(parts["used"]) if parts.get("used", "-") != "-" else NO_CARD
    state.turned_up = int(parts["up"]) if parts.get("up", "-") != "-" else NO_CARD
    state.board_pile &= ~(1 << int(state.turned_up))
    discard = _read_cards(parts.get("discard", "-"))
    for place, card in enumerate(discard):
        state.discard[place] = card
    state.discards = len(discard)
    _read_pile(state, parts.get("pile"))
    won = parts.get("won", "0:0").split(":")
    state.winner, state.won_by = int(won[0]), int(won[1])


def seat_of(name: str) -> int:
    """The seat of this name."""
    return SEAT_NAMES.index(name.capitalize())


def stack(state: Any, number: int) -> list[int]:
    """The gameboard cards in a pocket, from the bottom."""
    cards = []
    card = int(state.top[number])
    while card != NO_CARD:
        cards.append(card)
        card = int(state.under[card])
    return cards[::-1]


def _stack(state: Any, number: int) -> str:
    return ".".join(f"{card}{'b' if int(state.blocked) >> card & 1 else ''}" for card in stack(state, number)) or "-"


def _cards(row: Any) -> str:
    return ",".join(card_notation(int(card)) for card in row if card) or "-"


def _read_cards(text: str) -> list[int]:
    return [card_of(card) for card in text.split(",")] if text not in ("-", "") else []


def _bag(counts: Any) -> str:
    held = [(card, int(counts[card])) for card in range(1, CARDS) if counts[card]]
    return (
        ",".join(f"{card_notation(card)}x{count}" if count > 1 else card_notation(card) for card, count in held) or "-"
    )


def _read_board(state: Any, text: str) -> None:
    state.board_pile = ALL_IMAGES
    for number, said in enumerate(text.replace("/", ",").split(",")):
        below = NO_CARD
        for mark in said.split(".") if said != "-" else ():
            card = int(mark.rstrip("b"))
            state.under[card] = below
            state.board_pile &= ~(1 << card)
            if mark.endswith("b"):
                state.blocked |= 1 << card
            below = card
        state.top[number] = below


def _read_pile(state: Any, text: str | None) -> None:
    """Fill the draw pile as written, or with every card that is nowhere else."""
    if text is not None:
        for part in text.split(",") if text != "-" else ():
            name, _, count = part.partition("x") if re.fullmatch(r".+x\d", part) else (part, "", "1")
            state.pile[card_of(name)] += int(count)
    else:
        for card in range(1, CARDS):
            state.pile[card] = int(COPIES[card]) - elsewhere(state, card)
    state.pile_size = sum(int(state.pile[card]) for card in range(CARDS))


def elsewhere(state: Any, card: int) -> int:
    """How many copies of a draw card are outside the draw pile."""
    count = sum(1 for place in range(int(state.discards)) if state.discard[place] == card)
    count += sum(1 for seat in range(SEATS) for place in range(FULL) if state.hand[seat, place] == card)
    count += int(state.used) == card
    if ACTION_NAMES.get(card) == "BLOCKER":
        count += int(state.blocked).bit_count()
    if ACTION_NAMES.get(card) == "SKIP":
        count += sum(int(state.skip[seat]) for seat in range(SEATS))
    return count
