"""Foursome in notation: cards, actions, outcomes and positions of one line; and the names that sentences use.

Cards are ``RK`` (red, character K), ``BP``, ``WILD``, ``REMOVE``, ``STEAL``, ``SWAP-RED`` and ``SWAP-BLACK``; spaces
``A1`` to ``J8``. Actions are ``RK@A1`` (the card's chip, played or Got it), ``WILD@A1``, ``STEAL@A1``, ``REMOVE@A1``,
``SWAP@A1-C1`` (own chip first), ``REPLACE:RK``, ``DISCARD:RK``, ``NOPE`` and ``TAKE@A1-D1`` (a line by its ends).
Outcomes are a card, or ``first:2`` for the lot.
"""

from typing import Any

from tetracade.engine.fields import View
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    CHIP_COLOURS,
    CHIPS_A_COLOUR,
    COLOURS,
    COPIES,
    KIND_AT,
    KIND_NAMES,
    KINDS,
    LINE_NAMES,
    MOST_SEATS,
    NAME_SETS,
    NAMES,
    SAME_COLOUR,
    SPACE_COLOURS,
    SPACE_NAMES,
)
from tetracade.games.foursome.box import CHARACTERS, SPACES, SPECIALS
from tetracade.games.foursome.hands import put
from tetracade.games.foursome.state import (
    ACTIONS,
    DISCARDING,
    LOCKED,
    LOT,
    NONE,
    NOPE,
    ON_WILD,
    REPLACING,
    STEAL_NAMES,
    SWAPPING,
    TAKING,
)

PHASES = ("over", "lot", "deal", "pick", "owed", "replaced", "got-it", "asked", "play", "take")
ENDS = ("no", "foursomes", "deck", "chips")


def swap_spaces(action: int) -> tuple[int, int]:
    """The mover's space and the other space of a swap, whose number holds half of the other one's."""
    own, half = divmod(action - SWAPPING, SAME_COLOUR)
    other = 2 * half
    return own, other if KIND_AT[other] // len(CHARACTERS) == KIND_AT[own] // len(CHARACTERS) else other + 1


def notation(action: int) -> str:
    """An action as files write it."""
    if action < ON_WILD:
        return f"{KIND_NAMES[KIND_AT[action]]}@{SPACE_NAMES[action]}"
    if action < SWAPPING:
        card = ("WILD", "STEAL", "REMOVE")[(action - ON_WILD) // SPACES]
        return f"{card}@{SPACE_NAMES[action % SPACES]}"
    if action < REPLACING:
        own, other = swap_spaces(action)
        return f"SWAP@{SPACE_NAMES[own]}-{SPACE_NAMES[other]}"
    if action < DISCARDING:
        return f"REPLACE:{KIND_NAMES[action - REPLACING]}"
    if action < NOPE:
        return f"DISCARD:{KIND_NAMES[action - DISCARDING]}"
    return "NOPE" if action == NOPE else f"TAKE@{LINE_NAMES[action - TAKING]}"


_NUMBERS = {notation(action): action for action in range(ACTIONS)}


def action_of(notation: str) -> int:
    """The action written like this; a card's chip may also be written by its space alone."""
    said = notation.strip().upper()
    if said in SPACE_NAMES:
        return SPACE_NAMES.index(said)
    if said not in _NUMBERS:
        raise ValueError(
            f"{notation!r} isn't an action; write one like RK@A1, WILD@B2, STEAL@A1, REMOVE@C3, SWAP@A1-C1, "
            "REPLACE:RK, DISCARD:RK, NOPE or TAKE@A1-D1"
        )
    return _NUMBERS[said]


def outcome_notation(outcome: int) -> str:
    """A card, or who goes first, as files write it."""
    return KIND_NAMES[outcome] if outcome < LOT else f"first:{outcome - LOT + 1}"


def outcome_of(notation: str) -> int:
    """The outcome written like this."""
    said = notation.strip()
    if said.upper() in KIND_NAMES:
        return KIND_NAMES.index(said.upper())
    if said in {f"first:{seat + 1}" for seat in range(MOST_SEATS)}:
        return LOT + int(said.removeprefix("first:")) - 1
    raise ValueError(f"{notation!r} isn't an outcome; write a card like RK, WILD or SWAP-RED, or first:1 to first:8")


def position(state: Any) -> str:
    """The whole state in one line; ``x`` marks a locked chip, and cards in no hand and not in the deck are discards."""
    seats = range(int(state.seats))
    parts = {
        "seats": str(int(state.seats)),
        "names": NAME_SETS[state.names],
        "steal": STEAL_NAMES[state.steal],
        "phase": PHASES[state.phase],
        "ended": ENDS[state.ended],
        "active": str(int(state.active)),
        "actor": str(int(state.actor)),
        "owing": str(int(state.owing)),
        "called": "-" if state.called == NONE else KIND_NAMES[state.called],
        "claim": _spaces_named([state.claim, state.claim_next]),
    }
    for colour, name in enumerate(CHIP_COLOURS):
        chips = [SPACE_NAMES[space] + _lock_mark(state, space, colour) for space in _chips(state, colour)]
        parts[name.lower()] = ",".join(chips) or "-"
    parts["foursomes"] = ",".join(str(int(state.foursomes[colour])) for colour in range(COLOURS))
    parts["hands"] = "/".join(_cards([int(state.hand[seat, i]) - 1 for i in range(state.held[seat])]) for seat in seats)
    parts["read"] = "/".join(_cards(sorted(_kinds(state.read[seat]) + _kinds(state.read_both[seat]))) for seat in seats)
    parts["denied"] = "/".join(_cards(_kinds(state.denied[seat])) for seat in seats)
    parts["announced"] = ",".join(str(int(state.announced[seat])) for seat in seats)
    parts["deck"] = _cards([kind for kind in range(KINDS) for _ in range(state.deck[kind])])
    return " ".join(f"{name}={value}" for name, value in parts.items())


def read_position(state: Any, line: str) -> None:
    """Fill a record of zeros from such a line. Anything left out is as when seat 0 begins to play;
    without ``deck`` the deck is what is neither in a hand nor in ``discards``."""
    parts = dict(part.split("=", 1) for part in line.split())
    state.seats = int(parts.get("seats", "2"))
    state.names = NAME_SETS.index(parts.get("names", "house"))
    state.steal = STEAL_NAMES.index(parts.get("steal", "first"))
    state.phase = PHASES.index(parts.get("phase", "play"))
    state.ended = ENDS.index(parts.get("ended", "no"))
    state.active = int(parts.get("active", "0"))
    state.actor = int(parts.get("actor", parts.get("active", "0")))
    state.owing = int(parts.get("owing", str(NONE)))
    called = parts.get("called", "-")
    state.called = NONE if called == "-" else KIND_NAMES.index(called)
    claims = [NONE if name == "-" else SPACE_NAMES.index(name) for name in parts.get("claim", "-,-").split(",")]
    state.claim, state.claim_next = claims[0], claims[1] if len(claims) > 1 else NONE
    for colour, name in enumerate(CHIP_COLOURS):
        chips = [chip for chip in parts.get(name.lower(), "-").split(",") if chip != "-"]
        for chip in chips:
            state.board[SPACE_NAMES.index(chip.rstrip("x"))] = colour + (LOCKED if chip.endswith("x") else 1)
        state.chips[colour] = CHIPS_A_COLOUR - len(chips)
    for colour, count in enumerate(parts.get("foursomes", "0").split(",")):
        state.foursomes[colour] = int(count)
    for seat, cards in enumerate(parts.get("hands", "-").split("/")):
        for kind in _kinds_of(cards):
            put(state, seat, kind)
    for seat, cards in enumerate(parts.get("read", "-").split("/")):
        for kind in _kinds_of(cards):
            if int(state.read[seat]) >> kind & 1:
                state.read_both[seat] |= 1 << kind
            state.read[seat] |= 1 << kind
    for seat, cards in enumerate(parts.get("denied", "-").split("/")):
        state.denied[seat] = sum(1 << kind for kind in _kinds_of(cards))
    for seat, count in enumerate(parts.get("announced", "0").split(",")):
        state.announced[seat] = int(count)
    _divide_the_rest(state, parts)


def _divide_the_rest(state: Any, parts: dict[str, str]) -> None:
    rest = [int(copies) for copies in COPIES]
    for seat in range(state.seats):
        for place in range(state.held[seat]):
            rest[int(state.hand[seat, place]) - 1] -= 1
    given = parts.get("deck", parts.get("discards", "-"))
    listed = [_kinds_of(given).count(kind) for kind in range(KINDS)]
    others = [left - count for left, count in zip(rest, listed, strict=True)]
    if min(others) < 0:
        raise ValueError(f"there aren't that many {KIND_NAMES[others.index(min(others))]}")
    deck, discards = (listed, others) if "deck" in parts else (others, listed)
    for kind in range(KINDS):
        state.deck[kind], state.discards[kind] = deck[kind], discards[kind]
    state.deck_size = sum(deck)


def _chips(state: Any, colour: int) -> list[int]:
    return [space for space in range(SPACES) if state.board[space] and (state.board[space] - 1) % COLOURS == colour]


def _lock_mark(state: Any, space: int, colour: int) -> str:
    return "x" if state.board[space] == colour + LOCKED else ""


def _spaces_named(spaces: list[int]) -> str:
    return ",".join("-" if space == NONE else SPACE_NAMES[space] for space in spaces)


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(CHARACTER_KINDS) if int(mask) >> kind & 1]


def _cards(kinds: list[int]) -> str:
    """The cards by name, several of a kind as ``WILD*3``."""
    counted = {kind: kinds.count(kind) for kind in kinds}
    return ",".join(KIND_NAMES[kind] + (f"*{n}" if n > 1 else "") for kind, n in counted.items()) or "-"


def _kinds_of(cards: str) -> list[int]:
    found = []
    for card in cards.split(","):
        name, _, times = card.partition("*")
        if name not in ("-", ""):
            found += [KIND_NAMES.index(name)] * int(times or "1")
    return found


def place_of(space: int) -> str:
    """Return what touches and marks call a space."""
    return f"space:{SPACE_NAMES[space]}"


def seat_name(seat: int) -> str:
    """Player 1 to Player 8; the colour depends on how many play."""
    return f"Player {seat + 1}"


def owner_of(view: View, chip: int) -> str:
    """Whose chip has this code."""
    return owner_said(view, (chip - 1) % COLOURS)


def owner_said(view: View, colour: int) -> str:
    """Whose chips have this colour: a seat's, or in teams those of the team with this seat."""
    return seat_name(colour) if view.seats <= COLOURS else f"{seat_name(colour)}’s team"


def card_said(view: View, kind: int) -> str:
    """The card as it is announced: colour and name, or what a special card does."""
    if kind >= CHARACTER_KINDS:
        name = SPECIALS[kind - CHARACTER_KINDS]
        return " ".join(reversed(name.split("-")))
    colour, character = divmod(kind, len(CHARACTERS))
    return f"{SPACE_COLOURS[colour].capitalize()}, {NAMES[view.names][character]}"


def kinds_known(view: View, seat: int) -> list[int]:
    """The character cards everyone knows the seat holds."""
    both = [kind for kind in range(CHARACTER_KINDS) if view.read_both[seat] >> kind & 1]
    return sorted([kind for kind in range(CHARACTER_KINDS) if view.read[seat] >> kind & 1] + both)
