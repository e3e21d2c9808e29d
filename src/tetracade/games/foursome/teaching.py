"""Foursome explained while it is played: the goal, how far everyone is, why a play is good, and what things are."""

from collections import Counter

from tetracade.engine.contract import SPECTATOR
from tetracade.engine.fields import View
from tetracade.engine.wording import counted, spelled
from tetracade.engine.words import Note
from tetracade.games.foursome.board import (
    CHARACTER_KINDS,
    CHIP_COLOURS,
    COLOURS,
    KIND_AT,
    KIND_NAMES,
    LINE_COUNT,
    LINE_SPACES,
    LINES_AT,
    REMOVE,
    SPACE_COLOURS,
    SPACE_NAMES,
    SPACES_OF,
    STEAL,
    SWAP_BLACK,
    SWAP_RED,
    WILD,
)
from tetracade.games.foursome.box import CHARACTERS, SPACES
from tetracade.games.foursome.lines import colour_of, target_of
from tetracade.games.foursome.marks import dangers, open_rows
from tetracade.games.foursome.notation import card_said, owner_of, owner_said, place_of, seat_name, swap_spaces
from tetracade.games.foursome.rules import is_used
from tetracade.games.foursome.state import (
    ASKED,
    BY_CHIPS,
    BY_DECK,
    DISCARDING,
    GOT_IT,
    LOCKED,
    LOT,
    NOPE,
    OFF,
    ON_STEAL,
    ON_WILD,
    PICK,
    REPLACING,
    SWAPPING,
    TAKE,
    TAKING,
)

SPECIALS = {
    WILD: Note("WILD", "Put a chip on any open space.", "FS17"),
    REMOVE: Note("REMOVE", "Take any chip off the board that isn’t locked.", "FS18"),
    STEAL: Note("STEAL", "When a rival reads a card you don’t hold, take one of its spaces.", "FS9"),
    SWAP_RED: Note("RED SWAP", "A chip of yours and a rival’s change places, both on red spaces.", "FS19"),
    SWAP_BLACK: Note("BLACK SWAP", "A chip of yours and a rival’s change places, both on black spaces.", "FS19"),
}
BUTTONS = {
    "button:nope": Note("Nope", "You let it pass. Whoever has no STEAL must say so, too.", "FS9"),
    "button:discard": Note("Discard", "Only when none of your cards can be played.", "FS12"),
    "button:replace": Note("Replace", "Both spaces of this card are taken: swap it for a new one.", "FS16"),
    "deck": Note("The deck", "Each turn begins with a card from here, read aloud.", "FS6"),
    "discards": Note("Discards", "Cards that were played. They never come back.", "FS16"),
    "chips": Note("Chips", "When a colour has none left to place, the game ends.", "FS15"),
}


def goal(view: View) -> str:
    """What wins, with the number for so many players."""
    target = target_of(view.as_state)
    if target == 1:
        return "Be the first with a row of four chips: across, down or diagonal."
    return f"Be the first with {spelled(target)} rows of four chips: across, down or diagonal."


def progress(view: View, seat: int) -> str:
    """The colour's foursomes, and how many chips its longest open row has."""
    colour = colour_of(view.as_state, seat)
    made, target, longest = view.foursomes[colour], target_of(view.as_state), _longest(view, colour)
    if longest > 1:
        return f"{made} of {counted(target, 'row')}, the next has {longest} of 4"
    return f"{made} of {counted(target, 'row')}"


def reasons(before: View, after: View, seat: int, action: int) -> tuple[str, ...]:
    """A foursome, a row that is blocked, a row that grows, and what the card is for."""
    colour = colour_of(before.as_state, seat)
    found = []
    if after.foursomes[colour] > before.foursomes[colour]:
        won = after.foursomes[colour] >= target_of(after.as_state)
        found.append("makes four in a row and wins" if won else "makes four in a row")
    elif after.phase == TAKE:  # FS14: which of several rows is still to be said
        found.append("makes four in a row")
    now, then = _threats(before), _threats(after)
    found += [f"blocks {who}’s three" for who in sorted(set(now)) if then[who] < now[who]]
    longest = _longest(after, colour)
    if not found and longest > max(1, _longest(before, colour)):
        found.append(f"gives you {spelled(longest)} of a row of four that is still open")
    elif not found and action < OFF and _in_lines(after, colour, action % SPACES) > 1:
        found.append("stands in line with your other chips")
    elif not found and action < OFF:
        open_here = _in_lines(after, colour, action % SPACES) > 0
        found.append("lies where a row of four is still open" if open_here else "takes a space from your rivals")
    if action == NOPE:
        held = {before.hand[seat, place] - 1 for place in range(before.held[seat])}
        found += ["keeps your STEAL for later"] * (STEAL in held)
    elif ON_STEAL <= action < OFF:
        found.append("takes a space out of turn")
    elif REPLACING <= action < DISCARDING:
        found.append("trades a card that can’t be played for a new one")
    elif DISCARDING <= action < NOPE:
        found.append("throws away a card that can’t be played now")
    elif not found and OFF <= action < REPLACING:
        found += _broken(before, action)
    return tuple(found)


def rules_met(before: View, after: View, seat: int, what: int) -> tuple[Note, ...]:
    """Reading aloud, Got it, STEAL, special cards, foursomes."""
    if seat == SPECTATOR:
        return (*_picked(before, after, what), *_ended(before, after))
    if (over := _ended(before, after)) and after.ended == BY_CHIPS:
        return over  # the card was played, but no chip was placed
    found = []
    where = place_of(what % SPACES)
    if what == NOPE:
        return ()  # told when the question is asked
    if what >= TAKING:
        pass  # the row chosen is told below
    elif what >= DISCARDING:
        said = "Whoever can play none of their cards discards one, and the turn is over."
        found.append(Note("Nothing to play", said, "FS12", "discards"))
    elif what >= REPLACING:
        found.append(Note("A used card", "Both its spaces are taken, so it may be replaced.", "FS16", "discards"))
    elif what >= SWAPPING:
        own, other = swap_spaces(what)
        where = place_of(other)
        found.append(_placed(SPECIALS[SWAP_RED + int(KIND_AT[own]) // len(CHARACTERS)], where))
    elif what >= OFF:
        found.append(_placed(SPECIALS[REMOVE], where))
    elif what >= ON_STEAL:
        found.append(Note("Stolen!", "A STEAL takes a space of the card that was read.", "FS9", where))
    elif what >= ON_WILD:
        found.append(_placed(SPECIALS[WILD], where))
    elif before.phase == GOT_IT:
        said = "Whoever holds the other copy of the card plays it at once, and draws a new one."
        found.append(Note("Got it!", said, "FS8", where))
    else:
        found.append(Note("A card, a chip", "The card’s chip goes on one of its open spaces.", "FS11", where))
    if any(after.foursomes[colour] > before.foursomes[colour] for colour in range(COLOURS)):
        said = "Four in a row! These chips are turned over and locked: nothing moves them."
        new = (space for space in range(SPACES) if before.board[space] < LOCKED <= after.board[space])
        found.append(Note("A foursome", said, "FS13", place_of(next(new))))
    return (*found, *over)


def about(view: View, place: str) -> Note | None:
    """A card, a space with its chip, a button, a pile, or a seat."""
    kind, _, name = place.partition(":")
    name = name.partition("#")[0]
    if place in BUTTONS:
        return _placed(BUTTONS[place], place)
    if kind == "card" and name in KIND_NAMES:
        return _card(view, KIND_NAMES.index(name), place)
    if kind == "space" and name in SPACE_NAMES:
        return _space(view, SPACE_NAMES.index(name), place)
    if kind == "line":
        return Note("A row of four", "Several rows are complete: choose the one to take.", "FS14", place)
    if kind == "seat" and name.isdigit() and int(name) < view.seats:
        colour = CHIP_COLOURS[colour_of(view.as_state, int(name))]
        return Note(seat_name(int(name)), f"{colour} chips; {progress(view, int(name))}.", "FS4", place)
    return None


def legend(view: View) -> tuple[Note, ...]:
    """Red and black spaces, chips, locked chips, and the cards in hand."""
    found = []
    for colour, called in enumerate(SPACE_COLOURS):
        shape = "round" if colour == 0 else "square"
        open_ones = [s for s in range(SPACES) if KIND_AT[s] // len(CHARACTERS) == colour and not view.board[s]]
        if open_ones:
            said = f"Open, with {shape} corners. A {called} card of this character puts a chip here."
            found.append(Note(f"{called.capitalize()} space", said, "FS1", place_of(open_ones[0])))
    board = view.board.array.tolist()
    plain = next((space for space, chip in enumerate(board) if 0 < chip < LOCKED), None)
    locked = next((space for space, chip in enumerate(board) if chip >= LOCKED), None)
    if plain is not None:
        said = "Its colour and sign say whose it is. It may still be removed or swapped."
        found.append(Note("Chip", said, "FS18", place_of(plain)))
    if locked is not None:
        said = "Part of a foursome, so nothing moves it. One locked chip may serve in a second row."
        found.append(Note("Locked chip", said, "FS14", place_of(locked)))
    if view.seat >= 0 and view.held[view.seat]:
        kind = view.hand[view.seat, 0] - 1
        found.append(Note("Your card", "Point at it to see its spaces.", "FS11", f"card:{KIND_NAMES[kind]}"))
    return tuple(found)


def _picked(before: View, after: View, what: int) -> list[Note]:
    if what >= LOT or before.phase != PICK:
        return []
    found = []
    if 0 <= what < CHARACTER_KINDS and is_used(before.as_state, what):
        found.append(Note("Used", "Both spaces of this card are taken, so another is picked.", "FS7", "discards"))
    elif 0 <= what < CHARACTER_KINDS and after.called == what:
        said = "Every turn begins with a card read aloud. Its open spaces light up for everyone."
        where = next((place_of(s) for s in SPACES_OF[what].tolist() if not before.board[s]), "deck")
        found.append(Note("Read aloud", said, "FS6", where))
    else:
        found.append(Note("A special card", "It is announced but not shown, and nobody answers it.", "FS6", "deck"))
    if after.phase == ASKED:
        said = "The others are asked in turn. Without a STEAL they say nope, so nobody learns who holds one."
        found.append(Note("Anyone want to STEAL?", said, "FS9", "deck"))
    return found


def _ended(before: View, after: View) -> tuple[Note, ...]:
    """Why the game is over, if it has ended without a winning row (FS15)."""
    if before.ended or after.ended not in (BY_DECK, BY_CHIPS):
        return ()
    if after.ended == BY_DECK:
        said = "A card has to be picked and there is none, so the game is over."
        return (Note("No card left", said, "FS15", "deck"),)
    said = "A chip has to be placed and this colour has none, so the game is over."
    return (Note("No chip left", said, "FS15", "chips"),)


def _card(view: View, kind: int, place: str) -> Note:
    if kind >= CHARACTER_KINDS:
        return _placed(SPECIALS[kind], place)
    open_ones = [SPACE_NAMES[space] for space in SPACES_OF[kind].tolist() if not view.board[space]]
    said = f"Puts a chip on {' or '.join(open_ones)}." if open_ones else "Used: both its spaces are taken."
    return Note(card_said(view, kind), said, "FS11" if open_ones else "FS16", place)


def _space(view: View, space: int, place: str) -> Note:
    card = card_said(view, int(KIND_AT[space]))
    chip = view.board[space]
    if chip >= LOCKED:
        return Note(f"{owner_of(view, chip)}’s chip, locked", "Part of a foursome: nothing moves it.", "FS13", place)
    if chip:
        said = f"On a space of {card}. It may be removed or swapped."
        return Note(f"{owner_of(view, chip)}’s chip", said, "FS18", place)
    return Note(f"Open space {SPACE_NAMES[space]}", f"A card of {card} puts a chip here.", "FS1", place)


def _longest(view: View, colour: int) -> int:
    """The most chips in a row of four that the colour can still complete by placing (FS14)."""
    return max((row.chips for row in open_rows(view) if row.colour == colour), default=0)


def _broken(before: View, action: int) -> list[str]:
    """What becomes of the chip that is removed, or of the rival's that has to move (FS18, FS19)."""
    space = swap_spaces(action)[1] if action >= SWAPPING else action % SPACES
    colour = (before.board[space] - 1) % COLOURS
    if colour == colour_of(before.as_state, before.seat):
        return ["gives you a chip back"]
    who = owner_said(before, colour)
    if _in_lines(before, colour, space) > 1:
        return [f"breaks up a row of {who}’s"]
    if action < SWAPPING:
        return [f"leaves {who} one chip fewer on the board"]
    return [f"moves a chip of {who}’s away from where it lies"]


def _threats(view: View) -> Counter[str]:
    """In how many places each rival needs only one chip more."""
    return Counter(mark.cause.partition(" needs ")[0] for mark in dangers(view))


def _in_lines(view: View, colour: int, space: int) -> int:
    """The most chips of the colour in a row of four through this space that it can still complete (FS14)."""
    most = 0
    for index in range(LINE_COUNT[space]):
        chips = [view.board[place] for place in LINE_SPACES[LINES_AT[space, index]].tolist()]
        if sum(chip >= LOCKED for chip in chips) < 2 and all(
            not chip or (chip - 1) % COLOURS == colour for chip in chips
        ):
            most = max(most, sum(1 for chip in chips if chip))
    return most


def _placed(note: Note, place: str) -> Note:
    return Note(note.title, note.text, note.rule, place)
