"""Foursome in words: sentences, endings, drawings."""

from tetracade.engine.arrays import as_rules_see
from tetracade.engine.contract import SPECTATOR
from tetracade.engine.drawing import wrapped
from tetracade.engine.fields import View
from tetracade.engine.wording import counted
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    CHIP_COLOURS,
    COLOURS,
    COLUMN_NAMES,
    COLUMNS,
    KIND_AT,
    KIND_NAMES,
    LINE_NAMES,
    NAMES,
    ROWS,
    SPACE_COLOURS,
    SPACE_NAMES,
    SPECIAL_NAMES,
)
from tetracade.games.foursome.box import CHARACTERS, COLOUR_MARKS, SPACES, SPECIALS
from tetracade.games.foursome.lines import colour_of, colours_of, qualifying_at, target_of
from tetracade.games.foursome.notation import (
    card_said,
    kinds_known,
    notation,
    owner_of,
    owner_said,
    place_of,
    seat_name,
    swap_spaces,
)
from tetracade.games.foursome.rules import is_used
from tetracade.games.foursome.state import (
    BY_CHIPS,
    BY_DECK,
    DEAL,
    DISCARDING,
    FIRST_ASKED,
    GOT_IT,
    LOCKED,
    LOT,
    NOPE,
    OFF,
    ON_STEAL,
    ON_WILD,
    OWED,
    PICK,
    REPLACING,
    SWAPPING,
    TAKING,
)

IN_TURN, ANSWERED, STOLEN, BY_WILD = range(4)
NO_CHIP, A_CHIP, A_ROW = range(3)
PLACED = {
    IN_TURN: (
        "plays {card} and has no chip left for {space}",
        "plays {card} and puts a chip on {space}",
        "plays {card} and puts a chip on {space}, four in a row",
    ),
    ANSWERED: (
        "says “Got it!”, shows {card} and has no chip left for {space}",
        "says “Got it!”, shows {card} and puts a chip on {space}",
        "says “Got it!”, shows {card} and puts a chip on {space}, four in a row",
    ),
    STOLEN: (
        "plays STEAL for {card} and has no chip left for {space}",
        "plays STEAL for {card} and puts a chip on {space}",
        "plays STEAL for {card} and puts a chip on {space}, four in a row",
    ),
    BY_WILD: (
        "plays WILD and has no chip left for {space}",
        "plays WILD and puts a chip on {space}",
        "plays WILD and puts a chip on {space}, four in a row",
    ),
}
"""What is said when a card is played for a space: by how it is played, and what comes of it."""
SWAPPED = {
    (False, False): "plays {card} SWAP: the chip on {own} changes places with {rival}’s on {other}",
    (True, False): "plays {card} SWAP: the chip on {own} changes places with {rival}’s on {other}, four in a row",
    (False, True): "plays {card} SWAP: the chip on {own} changes places with {rival}’s on {other}, "
    "four in a row for {rival}",
    (True, True): "plays {card} SWAP: the chip on {own} changes places with {rival}’s on {other}, "
    "four in a row, four in a row for {rival}",
}
"""The same for a swap: by whether it makes four in a row for the one who plays it, and for the other."""
STYLES = ("black on yellow", "white on blue", "black on green", "white on magenta")


def text(view: View, seat: int, action: int) -> str:
    """What the seat does and says, in words that follow its name."""
    if action >= TAKING:
        return f"takes the foursome {LINE_NAMES[action - TAKING]}"
    if action == NOPE:
        return "says “Nope”"
    if action >= DISCARDING:
        return f"can’t play a card and discards {card_said(view, action - DISCARDING)}"
    if action >= REPLACING:
        return f"shows that {card_said(view, action - REPLACING)} is used, discards it and picks another card"
    if action >= SWAPPING:
        own, other = swap_spaces(action)
        card = SPACE_COLOURS[KIND_AT[own] // len(CHARACTERS)].upper()
        rival = owner_of(view, view.board[other])
        made = _rows_made(view, {own: view.board[other], other: view.board[own]})
        return SWAPPED[colour_of(view.as_state, seat) + 1 in made, view.board[other] in made].format(
            card=card, own=SPACE_NAMES[own], rival=rival, other=SPACE_NAMES[other]
        )
    space = action % SPACES
    if action >= OFF:
        return f"plays REMOVE and takes {owner_of(view, view.board[space])}’s chip off {SPACE_NAMES[space]}"
    way, card = _way(view, action)
    return PLACED[way][_placing(view, seat, space)].format(card=card, space=SPACE_NAMES[space])


def outcome_text(view: View, outcome: int) -> str:
    """What is picked, for those who may know it; or who goes first."""
    if outcome >= LOT:
        return f"{seat_name(outcome - LOT)} is drawn to go first"
    who, card = seat_name(view.actor), card_said(view, outcome)
    if view.phase == DEAL:
        return f"{who} is dealt {card}"
    if view.phase != PICK:
        return f"{who} picks {card} without announcing it"
    if outcome >= CHARACTER_KINDS:
        return f"{who} picks a card and says “I got a {SPECIAL_NAMES[view.names]}”: it’s {card}"
    if is_used(view.as_state, outcome):
        if view.deck_size > 1:
            return f"{who} picks {card}, which is used, discards it and picks again"
        return f"{who} picks {card}, which is used, and discards it; that was the last card"
    return f"{who} picks a card and reads aloud: “{card}”"


def hidden_text(view: View, seat: int) -> str:
    """What others are told about a card they can’t see."""
    if seat != SPECTATOR:
        raise ValueError("what a seat does is always announced in Foursome")
    who = seat_name(view.actor)
    if view.phase == DEAL:
        return f"{who} is dealt a card"
    if view.phase == PICK:
        return f"{who} picks a card and says “I got a {SPECIAL_NAMES[view.names]}”"
    if view.phase == OWED:
        return f"{who} picks a card to refill the hand"
    return f"{who} picks a card to replace the used one"


def touches(action: int) -> tuple[str, ...]:
    """The card and the spaces, or the button, or the line."""
    if action >= TAKING:
        return (f"line:{LINE_NAMES[action - TAKING]}",)
    if action == NOPE:
        return ("button:nope",)
    if action >= DISCARDING:
        return (f"card:{KIND_NAMES[action - DISCARDING]}", "button:discard")
    if action >= REPLACING:
        return (f"card:{KIND_NAMES[action - REPLACING]}", "button:replace")
    if action >= SWAPPING:
        own, other = swap_spaces(action)
        card = SPECIALS[3 + KIND_AT[own] // len(CHARACTERS)]
        return (f"card:{card}", place_of(own), place_of(other))
    card = notation(action).partition("@")[0]
    return (f"card:{card}", place_of(action % SPACES))


def ending(view: View) -> str:
    """Why the game is over."""
    state = view.as_state
    if view.ended == BY_DECK:
        return "there’s no card left to pick"
    if view.ended == BY_CHIPS:
        return f"{owner_said(view, colour_of(state, view.actor))} has no chip left to place"
    winner = next(colour for colour in range(COLOURS) if view.foursomes[colour] == target_of(state))
    return f"{owner_said(view, winner)} has {counted(view.foursomes[winner], 'foursome')}"


def breakdown(view: View, seat: int) -> dict[str, int]:
    """The foursomes of the seat's colour."""
    return {"foursomes": int(view.foursomes[colour_of(view.as_state, seat)])}


def drawing(view: View) -> str:
    """The board, and what the seat knows about the others.

    Each space shows R or B for red or black, the character's letter and its chip: a to d, a capital for a locked one.
    """
    lines = ["    " + "   ".join(f"{name} " for name in COLUMN_NAMES)]
    for row in range(ROWS):
        lines.append(f"{row + 1:<3}" + " ".join(_cell(view, row * COLUMNS + column) for column in range(COLUMNS)))
    lines.append(f"deck {view.deck_size}" + (f", called: {card_said(view, view.called)}" if view.called >= 0 else ""))
    state = view.as_state
    for colour in range(colours_of(state)):
        lines.append(
            f"{CHIP_COLOURS[colour][0].lower()} = {CHIP_COLOURS[colour]}: "
            f"foursomes {view.foursomes[colour]} of {target_of(state)}, chips left {view.chips[colour]}"
        )
    for seat in range(view.seats):
        turn = ">" if view.phase >= FIRST_ASKED and view.actor == seat else " "
        chips = CHIP_COLOURS[colour_of(state, seat)]
        lines += wrapped(f"{turn} {seat_name(seat)} ({chips}): {_hand_said(view, seat)}")
    return "\n".join(lines)


def key(view: View) -> str:
    """What the letters of the drawing stand for."""
    named = (f"{letter} {name}" for letter, name in zip(CHARACTERS, NAMES[view.names], strict=True))
    return "\n".join(wrapped(f"R red, B black: {', '.join(named)}"))


def _way(view: View, action: int) -> tuple[int, str]:
    """How a card puts a chip on a space, and which card it is."""
    if action >= ON_STEAL:
        return STOLEN, card_said(view, view.called)
    if action >= ON_WILD:
        return BY_WILD, ""
    if view.phase == GOT_IT:
        return ANSWERED, card_said(view, view.called)
    return IN_TURN, card_said(view, int(KIND_AT[action]))


def _placing(view: View, seat: int, space: int) -> int:
    """Whether there is a chip left for the space (FS15), and whether it makes four in a row (FS13, FS14)."""
    chip = colour_of(view.as_state, seat) + 1
    if view.chips[chip - 1] == 0:
        return NO_CHIP
    return A_ROW if _rows_made(view, {space: chip}) else A_CHIP


def _rows_made(view: View, chips: dict[int, int]) -> set[int]:
    """Those of the chips that are in a foursome once they are on these spaces (FS13, FS14)."""
    state = as_rules_see(view.record.copy())
    for space, chip in chips.items():
        state.board[space] = chip
    return {chip for space, chip in chips.items() if qualifying_at(state, space)}


def _hand_said(view: View, seat: int) -> str:
    if seat == view.seat:
        return " ".join(KIND_NAMES[view.hand[seat, place] - 1] for place in range(view.held[seat])) or "no cards"
    known = [KIND_NAMES[kind] for kind in kinds_known(view, seat)]
    if view.announced[seat]:
        known.append(f"{view.announced[seat]} special")
    cards = "1 card" if view.held[seat] == 1 else f"{view.held[seat]} cards"
    return cards + (f", known {' '.join(known)}" if known else "")


def _cell(view: View, space: int) -> str:
    label = COLOUR_MARKS[KIND_AT[space] // len(CHARACTERS)] + CHARACTERS[KIND_AT[space] % len(CHARACTERS)]
    chip = view.board[space]
    if not chip:
        return f"[red]{label}[/] ." if label[0] == "R" else f"{label} ."
    mark = CHIP_COLOURS[(chip - 1) % COLOURS][0]
    return f"[{STYLES[(chip - 1) % COLOURS]}]{label} {mark if chip >= LOCKED else mark.lower()}[/]"
